"""Component `rule_names`: proper names by their shape ("FeMAM", "Qwen2.5-VL-7B", "Audio-Vision MNIST") and by list.

A name is a chunk of words tied by hyphens and inner signs of which one has a capital or digit inside; a
version number, a size or another capitalized word may follow it. What is a name by shape but no entity
(GPU, API, 3D) is in `rejected.tsv`, with how rarely annotators took it.
"""

import re
from collections.abc import Iterator, Sequence

from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.data import read_names, read_rejected
from kg.extraction.rules.phrases import PhraseTable
from kg.extraction.rules.runs import Word
from kg.extraction.rules.terms import Candidate, is_name_like

_INNER = frozenset(["-", ".", "@", "&", "'", "’", "_", "\\_", "^", "+"])
# "CNN-based", "GPT-4-generated", "LLM-powered": the name ends before it.
_SUFFIX = re.compile(
    r"(?:\w*(?:ed|ing|ive|able)|based|like|style|free|aware|level|only|specific|type|wise|scale|centric|agnostic|"
    r"oriented|optimal|compatible|side|native|grade|equivalent|class|theoretic|hard|complete|rich|heavy|driven|quality|"
    r"efficient|as|to|of|and|the|in|s|scored?|invariant|hop|turn|shot|step|bit|bound|friendly|time|world)$"
)
_VERSION = re.compile(r"(?:v\d+(?:\.\d+)*|\d{1,2}(?:\.\d)?[a-z]{0,2}|[IVX]{1,4}|\d+(?:\.\d+)?[BMK])$")
_MEASURE = re.compile(r"\d+(?:\.\d+)?(?:[xX×DdkKmMbBsh]|st|nd|rd|th|GB|MB|TB|ms|px|FPS|fps|dB|Hz)?$")
_YEAR = re.compile(r"^(?:19|20)\d\d$")
_NUMERAL = re.compile(r"[IVX]+$")


class NameFinder:
    """The shapes of names and the public lists of names."""

    def __init__(self, kind_by_name: dict[str, str], rejected: dict[str, float]) -> None:
        self._listed = PhraseTable({tuple(re.findall(r"[^\W_]+", name)): kind for name, kind in kind_by_name.items()})
        self._firsts = {re.findall(r"[^\W_]+", name)[0] for name in kind_by_name}
        self._rejected = rejected

    def find(self, words: Sequence[Word], starts: set[int]) -> Iterator[Candidate]:
        """Yield candidates; `starts` are the words that begin a sentence."""
        texts = [word.text for word in words]
        breaks = [word.gap == "|" for word in words]
        for first, last, kind in self._listed.find(texts, breaks):
            if _is_apart(words, first, last):
                yield Candidate(first, last, kind, "list", 0.75)
        chunks = [(first, self._stripped(words, first, last)) for first, last in _chunks(words)]
        place = 0
        while place < len(chunks):
            first, last = chunks[place]
            n_joined = self._join(words, chunks, place, starts)
            if n_joined > 1:
                last = chunks[place + n_joined - 1][1]
            span = words[first:last]
            if any(is_name_like(word.text) for word in span) or (n_joined > 1 and first not in starts):
                share = self._share(span)
                if share:
                    yield Candidate(first, last, "", "name" if n_joined == 1 else "names", share)
            place += n_joined

    def _share(self, span: Sequence[Word]) -> float:
        """Return the confidence of a name, 0 for what only looks like one."""
        text = "".join(word.text for word in span)
        if not any(map(str.isalpha, "".join(word.norm for word in span))) or _YEAR.search(span[-1].text):
            return 0.0
        if _MEASURE.match(span[0].text) and not any(is_name_like(word.text) for word in span[1:]):
            return 0.0
        if _MEASURE.match(text) or (len(span) == 1 and (_NUMERAL.match(text) or len(text) < 2)):
            return 0.0
        norm = " ".join(word.norm for word in span)
        return self._rejected.get(norm, 0.7)

    def _stripped(self, words: Sequence[Word], first: int, last: int) -> int:
        """Return the end of the name proper in a chunk."""
        while (
            last - first > 1
            and words[last - 1].gap in {"-", "'", "’"}
            and _SUFFIX.match(words[last - 1].text)
            and any(is_name_like(word.text) for word in words[first : last - 1])
        ):
            last -= 1
        return last

    def _join(self, words: Sequence[Word], chunks: Sequence[tuple[int, int]], place: int, starts: set[int]) -> int:
        """Return how many chunks from `place` on make one name."""
        first, last = chunks[place]
        if not self._may_begin(words, first, last, starts):
            return 1
        n_joined = 1
        while place + n_joined < len(chunks) and n_joined < 6:
            following, end = chunks[place + n_joined]
            if following != last or words[following].gap != " " or following in starts:
                break
            if not self._may_continue(words, chunks[place + n_joined - 1], (following, end)):
                break
            last = end
            n_joined += 1
        return n_joined

    def _may_begin(self, words: Sequence[Word], first: int, last: int, starts: set[int]) -> bool:
        if any(is_name_like(word.text) for word in words[first:last]):
            return not _MEASURE.match(_surface(words, first, last))
        return words[first].text[0].isupper() and first not in starts

    def _may_continue(self, words: Sequence[Word], before: tuple[int, int], after: tuple[int, int]) -> bool:
        text = _surface(words, *after)
        shaped = any(is_name_like(word.text) for word in words[before[0] : before[1]])
        if _VERSION.match(text):
            return shaped or words[before[0]].text in self._firsts
        if any(is_name_like(word.text) for word in words[after[0] : after[1]]):
            return not _MEASURE.match(text)
        return shaped and len(text) > 2 and text[0].isupper()


def _surface(words: Sequence[Word], first: int, last: int) -> str:
    return "".join(w.gap * (n > 0) + w.text for n, w in enumerate(words[first:last]))


def _chunks(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    first = 0
    for place in range(1, len(words) + 1):
        if place == len(words) or words[place].gap not in _INNER:
            yield first, place
            first = place


def _is_apart(words: Sequence[Word], first: int, last: int) -> bool:
    tied_left = words[first].gap not in {" ", "|", "/"} and first > 0
    tied_right = last < len(words) and words[last].gap not in {" ", "|", "/"}
    return not tied_left and not tied_right


@Language.factory("rule_names", requires=["doc._.words", "doc._.sentences"], assigns=["doc._.candidates"])
def make_names(nlp: Language, name: str) -> "Names":  # noqa: ARG001  # the signature that spaCy calls
    """Return the component with the lists that are shipped."""
    return Names(NameFinder(read_names(), read_rejected()))


class Names:
    """Adds the names of a Doc to `doc._.candidates`."""

    def __init__(self, finder: NameFinder) -> None:
        self._finder = finder

    def __call__(self, doc: Doc) -> Doc:
        """Extend `doc._.candidates`."""
        sentence_starts = {start for start, _ in doc._.sentences}
        starts = {n for n, word in enumerate(doc._.words) if word.start in sentence_starts}
        doc._.candidates = [*(doc._.candidates or ()), *self._finder.find(doc._.words, starts)]
        return doc
