"""The pipelines: spaCy components in a row, each with its own file, declared inputs and outputs.

tokenizer      text -> Doc, markup set apart, offsets into the original text
sentences      token.is_sent_start, doc._.sentences

with a trained model (the shipped one, or one of your own):
neural_reading doc._.found_entities, doc._.found_results: names, kinds, roles, results, confidences
neural_cues    completes doc._.found_entities with the wording that speaks for the role

by rules alone (`RULES`), the first form, to compare with:
rule_runs      doc._.words: words and the gaps between them
rule_terms, rule_names  doc._.candidates: what may be a mention, with kind, rule and confidence
rule_abbreviations      doc._.definitions: long forms with their short forms
rule_mentions  doc._.mentions: the chosen candidates, without overlap
rule_grouping  doc._.entities: mentions of one thing together
rule_kinds, rule_roles, rule_confidences  complete doc._.entities
rule_results   doc._.results
rule_ending    doc._.found_entities, doc._.found_results
"""

import sys
from functools import lru_cache
from importlib import import_module
from pathlib import Path

import spacy
from spacy.language import Language

from kg.extraction.models import model_folder
from kg.extraction.tokenizer import MarkupTokenizer

RULE_COMPONENTS = (
    "sentences",
    "rule_runs",
    "rule_terms",
    "rule_names",
    "rule_abbreviations",
    "rule_mentions",
    "rule_grouping",
    "rule_kinds",
    "rule_roles",
    "rule_confidences",
    "rule_results",
    "rule_ending",
)


@lru_cache(maxsize=2)
def load_pipeline(model: Path | None = None) -> Language:
    """Return the pipeline, made once a process: of the model in a folder, the shipped one, or `RULES`."""
    nlp = spacy.blank("en")
    nlp.tokenizer = MarkupTokenizer(nlp.vocab)
    nlp.max_length = sys.maxsize  # what spaCy's bound guards, its parser, is not here
    folder = model_folder(model)
    if folder is None:
        for name in RULE_COMPONENTS:
            import_module("kg.extraction." + name.replace("rule_", "rules."))
            nlp.add_pipe(name)
        return nlp
    for module in ("sentences", "reading"):
        import_module(f"kg.extraction.{module}")
    nlp.add_pipe("sentences")
    nlp.add_pipe("neural_reading", config={"folder": str(folder)})
    nlp.add_pipe("neural_cues")
    return nlp
