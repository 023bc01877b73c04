"""Small corpora for the tests of resolution: papers written as lists of entities."""

from kg.records import Entity, Extraction, Mention, Paper


def mention(surface):
    return Mention(
        field="text", start=0, end=len(surface), surface=surface, sentence_start=0, sentence_end=1, said_by="test"
    )


def entity(kind, *surfaces, role=""):
    """Return an entity by its kind and surfaces, the first being its name."""
    role = role or {"Task": "addresses", "Metric": "measures"}.get(kind, "uses")
    return Entity(kind=kind, name=surfaces[0], role=role, mentions=tuple(map(mention, surfaces)))


def paper(key, *entities, text=""):
    text = text or " ".join(m.surface for e in entities for m in e.mentions)
    return Extraction(paper=Paper(id=key, text=text), entities=entities)
