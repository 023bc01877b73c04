r"""Short forms and the long forms that they stand for: the one matcher of the project.

After Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text" (PSB 2003),
in two strengths. `match_long_form` is theirs: it says where in a text a long form may begin, whose end is known.
`stands_for` decides of two names whether the one abbreviates the other; it is tightened for machine learning: every
content word must give a letter, so that "LM" is not short for "large language model". Both read plural short forms
(LLMs), digits and signs in them, and markup inside the long form (`\textbf{m}ulti`).
"""

# ruff: noqa: SIM905 - word lists read better as text

import re
import unicodedata
from collections.abc import Iterable, Iterator

from kg.text import plain

# "V2A" is "video-to-audio", "D4RL" is "datasets for …".
_SPOKEN = {"2": "t", "4": "f"}
_STOP = frozenset("a an and as by for from in into of on or over the to under via with".split())
_HEADS = frozenset(
    "agents algorithm approach architecture benchmark dataset framework generation learning loss mechanism method "
    "methods model models modeling network networks policy problem prompting reasoning system systems task technique "
    "training".split()
)
_PREFIXES = frozenset(
    "anti auto bi co cross de hyper inter meta micro mini multi non pre post re self semi sub".split()
)
_BRACKET = re.compile(r"(?<![\w(])\(([^()\s]{2,14}|[^()\s]{1,8} [^()\s]{1,8})(?:[,;][^()]{0,40})?\)")
_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile("(?<=\\w)['\u2019]s\\b")
_LINKS = frozenset("augmented aware based driven enhanced guided level oriented style wise".split())
_N_WORDS = 12


def is_short_form(text: str) -> bool:
    """Tell whether a text can be an acronym: 2 to 12 signs, at most two words, a letter, mostly capitals.

    >>> [is_short_form(t) for t in ("FL", "LLMs", "V2A", "SWE-bench", "1", "Smith", "i.e.", "AB")]
    [True, True, True, True, False, False, False, True]
    """
    if not 2 <= len(text) <= 12 or text.count(" ") > 1 or not text[0].isalnum():
        return False
    n_capitals = sum(char.isupper() for char in text)
    return n_capitals >= 2 or (n_capitals == 1 and any(char.isdigit() for char in text))


def match_long_form(short: str, text: str) -> int:
    r"""Return the offset in `text` where the long form of `short` begins that ends with `text`, or -1.

    Every letter and digit of `short` is found in `text`, from the right; the first one begins a word.

    >>> text = "In federated learning"
    >>> text[match_long_form("FL", text):]
    'federated learning'
    """
    letters = [char.casefold() for char in _singular(short) if char.isalnum()]
    place = _match(letters, text)
    if place < 0 and {"2", "4"} & set(letters[1:]):
        return _match([_SPOKEN.get(letter, letter) for letter in letters], text)
    return place


def stands_for(short: str, long: str) -> bool:
    """Tell whether `short` may stand for `long`.

    >>> stands_for("LLMs", "Large Language Models"), stands_for("LoRA", "low-rank adaptation")
    (True, True)
    >>> stands_for("LM", "large language model"), stands_for("RL", "deep reinforcement learning")
    (False, False)
    """
    if short[:1].casefold() != long[:1].casefold() and short[:1].isalnum() and long[:1].isalnum():
        return False
    letters = _letters(short)
    long = _plain(long)
    words = [word.casefold() for word in _WORD.findall(_POSSESSIVE.sub("", long))]
    if len(letters) < 2 or len(long) <= len(letters) + 2 or not words or words[0][0] != letters[0]:
        return False
    candidates = {letters}
    if short.endswith("s") and len(letters) > 2:
        candidates.add(letters[:-1])
    return any(_covers(each, words) or _hidden(each, words) for each in sorted(candidates))


def long_form(surfaces: Iterable[str], short: str) -> str:
    """Return the surface that `short` stands for, the fullest, or an empty text."""
    found = [surface for surface in surfaces if surface != short and stands_for(short, surface)]
    return min(found, key=lambda surface: (-len(surface), surface), default="")


def definitions(text: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs (short, long) that a text gives as "long (short)".

    >>> list(definitions("We use supervised fine-tuning (SFT) and Q-learning (see (1))."))
    [('SFT', 'supervised fine-tuning')]
    """
    for match in _BRACKET.finditer(text):
        short = match.group(1).strip(".,;:'\"*")
        if not any(letter.isupper() for letter in short) or not short[:1].isalnum():
            continue
        sentence = re.split(r"[.;:!?]\s|[()\[\]]", text[max(0, match.start() - 160) : match.start()])[-1]
        long = _nearest(short, sentence.rstrip())
        if long:
            yield short, long


def _match(letters: list[str], text: str) -> int:
    folded = text.casefold()
    if len(folded) != len(text) or not letters:
        return -1
    place = len(text)
    for number in range(len(letters) - 1, -1, -1):
        place = _previous(folded, letters[number], place, begins_word=number == 0)
        if place < 0:
            return -1
    return place


def _previous(folded: str, letter: str, before: int, *, begins_word: bool) -> int:
    place = folded.rfind(letter, 0, before)
    while place >= 0 and begins_word and place > 0 and folded[place - 1].isalnum():
        place = folded.rfind(letter, 0, place)
    return place


def _singular(short: str) -> str:
    return short[:-1] if len(short) > 2 and short.endswith("s") and short[-2].isupper() else short


def _nearest(short: str, before: str) -> str:
    """Return the shortest run of last words that `short` stands for."""
    starts = [match.start() for match in _WORD.finditer(before)][-_N_WORDS:]
    for start in reversed(starts):
        run = before[start:]
        if start and before[start - 1] == "-":
            continue
        if " " in run or "-" in run:
            words = [word.casefold() for word in _WORD.findall(run)]
            starts_well = words[0] not in _STOP or run[len(words[0])] == "-"
            if starts_well and stands_for(short, run) and _covers_plainly(short, words):
                return run
    return ""


def _covers_plainly(short: str, words: list[str]) -> bool:
    letters = _letters(short)
    return _covers(letters, words) or (letters.endswith("s") and _covers(letters[:-1], words))


def _letters(short: str) -> str:
    return "".join(_WORD.findall(_plain(short))).casefold()


def _plain(name: str) -> str:
    return name if name.isascii() and name.isalnum() else unicodedata.normalize("NFKC", plain(name))


def _covers(letters: str, words: list[str]) -> bool:
    """Tell whether the letters part into runs, one for each content word, that begin it and follow in it."""
    reached = {0}
    for position, word in enumerate(words):
        following = {end for start in reached for end in _ends(letters, start, word)}
        optional = word in _STOP or word in _LINKS or (position == len(words) - 1 and word in _HEADS and position > 0)
        if optional or (position > 0 and words[position - 1] in _PREFIXES):
            following |= reached
        reached = following
    return len(letters) in reached


def _ends(letters: str, start: int, word: str) -> Iterator[int]:
    """Yield where a run of letters from `start` may end that begins `word` and follows in it."""
    if start >= len(letters) or letters[start] != word[0]:
        return
    at, end = 1, start + 1
    yield end
    while end < len(letters):
        at = word.find(letters[end], at) + 1
        if not at:
            return
        end += 1
        yield end


def _hidden(letters: str, words: list[str]) -> bool:
    """Tell whether a coined name hides in its words: "STAR" in "Spatio-Temporal stAte compRession"."""
    n_content = sum(word not in _STOP for word in words)
    if len(letters) < 4 or len(letters) < n_content or n_content < 2:
        return False
    rest = iter("".join(words))
    return all(letter in rest for letter in letters)
