"""The pipeline: small spaCy components in a row, each with its own file, declared inputs and outputs.

tokenizer      text -> Doc, markup set apart, offsets into the original text
sentences      token.is_sent_start
rule_runs      doc._.words: words and the gaps between them
rule_terms, rule_names  doc._.candidates: what may be a mention, with kind, rule and confidence
rule_abbreviations      doc._.definitions: long forms with their short forms
rule_mentions  doc._.mentions: the chosen candidates, without overlap
rule_grouping  doc._.entities: mentions of one thing together
rule_kinds, rule_roles, rule_confidences  complete doc._.entities
rule_results   doc._.results
"""

from functools import lru_cache
from importlib import import_module
from pathlib import Path

import spacy
from spacy.language import Language

from kg.errors import ReadError
from kg.extraction.tokenizer import MarkupTokenizer

COMPONENTS = (
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
)


@lru_cache(maxsize=2)
def load_pipeline(model: Path | None = None) -> Language:
    """Return the pipeline, made once a process; with a model, its components take the rules' places."""
    if model is not None:
        # The one seam for a trained model: it will replace `terms`, `names`, `mentions`, `kinds` and `roles`.
        raise ReadError(f"{model}: trained models can't be read yet; leave --model out to use the rules")
    nlp = spacy.blank("en")
    nlp.tokenizer = MarkupTokenizer(nlp.vocab)
    for name in COMPONENTS:
        import_module("kg.extraction." + name.replace("rule_", "rules."))
        nlp.add_pipe(name)
    return nlp
