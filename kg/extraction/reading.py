"""Component `neural_reading`: a trained model reads entities, kinds, roles and results in one pass.

Component `neural_cues`: the wording that speaks for the role that the model gave, where a sentence has one.
"""

from dataclasses import replace
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.found import FoundEntity, FoundMention, FoundResult, Span
from kg.extraction.neural.model import ExtractionModel, ReadEntity, ReadResult
from kg.extraction.rules.cues import find_cues
from kg.sentences import sentence_at

SAID_BY = "model"
# An abstract that says a name more often than this says nothing new about it, and a hostile one costs no more.
_N_READ = 16


@Language.factory("neural_reading", assigns=["doc._.found_entities", "doc._.found_results"])
class Reading:
    """Reads a Doc with the model of a folder; `doc._.title`, if another text, is context."""

    def __init__(self, nlp: Language, name: str, folder: str) -> None:
        del nlp, name
        self._model = ExtractionModel(Path(folder))

    def __call__(self, doc: Doc) -> Doc:
        """Set `doc._.found_entities` and `doc._.found_results`."""
        title = "" if doc._.title == doc.text else doc._.title
        reading = self._model.read(title, doc.text)
        doc._.found_entities = tuple(map(_entity, reading.entities))
        doc._.found_results = tuple(_result(result) for result in reading.results if "metric" in result.fields)
        return doc


@Language.component(
    "neural_cues", requires=["doc._.found_entities", "doc._.sentences"], assigns=["doc._.found_entities"]
)
def cues(doc: Doc) -> Doc:
    """Give the mentions of `doc._.found_entities` the cues that speak for their entity's role."""
    text, sentences = doc.text, doc._.sentences  # spaCy makes a text anew each time
    doc._.found_entities = tuple(_cued(text, sentences, entity) for entity in doc._.found_entities)
    return doc


def _entity(entity: ReadEntity) -> FoundEntity:
    mentions = tuple(
        FoundMention(start=start, end=end, said_by=SAID_BY, confidence=entity.confidence)
        for start, end in entity.mentions
    )
    return FoundEntity(
        kind=entity.kind, role=entity.role, role_by=SAID_BY, mentions=mentions, confidence=entity.confidence
    )


def _result(result: ReadResult) -> FoundResult:
    fields = result.fields
    return FoundResult(
        value=result.value,
        metric=fields["metric"],
        on=fields.get("on"),
        by=fields.get("by"),
        vs=fields.get("vs"),
        said_by=SAID_BY,
        confidence=result.confidence,
    )


def _cued(text: str, sentences: list[Span], entity: FoundEntity) -> FoundEntity:
    read, rest = entity.mentions[:_N_READ], entity.mentions[_N_READ:]
    return replace(entity, mentions=(*(_with_cue(text, sentences, m, entity.role) for m in read), *rest))


def _with_cue(text: str, sentences: list[Span], mention: FoundMention, role: str) -> FoundMention:
    sentence = sentence_at(sentences, mention.start, mention.end)
    hit = next(find_cues(text, sentence, (mention.start, mention.end), role=role), None)
    return replace(mention, cue=hit.words, cue_start=hit.start) if hit else mention
