r"""What a reported number says: bounds, unit, whether it is a level, a ratio or a difference, and its direction.

The strings are as abstracts have them: "59.7%", "2.64$\times$", "+1.23\%", "18 percentage points",
"40\% to 68\%", "two orders of magnitude".
"""

import re
from dataclasses import dataclass
from typing import Literal

from kg.text import plain

Relation = Literal["absolute", "ratio", "difference"]
Change = Literal["up", "down", "none"]

_WORDS = {
    "half": 0.5, "one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "seven": 7.0,
    "eight": 8.0, "nine": 9.0, "ten": 10.0, "twice": 2.0, "thrice": 3.0, "double": 2.0, "doubles": 2.0, "triple": 3.0,
}  # fmt: skip
_SCALE = {"k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}
_NUMBER = re.compile(
    r"(?P<sign>(?<![\w%×\-])[+\-\u2212\u2013](?=\.?\d))?(?:(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+)(?P<scale>[kKMBT](?![A-Za-z]))?"
    r"|\b(?P<word>" + "|".join(_WORDS) + r")\b)",
    re.IGNORECASE,
)
_RANGE = re.compile(r"^\s*(?:%|x|×|points?|pp)?\s*(?:to|and|through|or|-{1,3}|[\u2010-\u2015]|→|/)\s*$", re.IGNORECASE)
_POINTS = re.compile(
    r"(?:percentage|percent|absolute|F1|BLEU|accuracy)?[\s-]*\b(?:points?|pts?|pp|p\.p\.)(?!\w)", re.IGNORECASE
)
_TIMES = re.compile(
    r"(?:(?<=\d)|\b)(?:x|times|fold)\b|×|\borders? of magnitude\b|\b(?:twice|thrice|double[sd]?|triple[sd]?|half)\b",
    re.IGNORECASE,
)
_UNIT = re.compile(r"^\s*-?\s*(?P<unit>/\s*\d+|of \d+|[A-Za-zµμ°][A-Za-zµμ°/]{0,14})")
_UP = re.compile(
    r"\b(?:improv|increas|gain|boost|outperform|higher|better|exceed|surpass|rais|rise|rose|uplift|lift|up by|more|"
    r"faster|speed-?up|speeds?|accelerat|grow|grew|beat|enhanc|advanc|elevat|margin|superior|advantage|larger|longer)",
    re.IGNORECASE,
)  # fmt: skip
_DOWN = re.compile(
    r"\b(?:reduc|decreas|lower|cut|drop|declin|fewer|less|smaller|sav(?:e|es|ed|ing)|shrink|shorter|degrad|fell|fall|"
    r"diminish|compress|slower|worse|underperform|los[es]|down by|minimi[sz])",
    re.IGNORECASE,
)


# "improves by up to 40%", "an improvement of 3.1"
_BY = re.compile(
    r"\b(?:by|of)\s*(?:up to|at least|about|around|over|more than|nearly|roughly|approximately|"
    r"an average of|as much as)?[\s~$]*(?:\\sim\$?)?[\s~$]*$"
)
# "34% relative increase", "17% more"
_MOVED = re.compile(
    r"\s*(?:relative|absolute|average|performance|accuracy|overall|further)?\s*(?:more|fewer|less|higher|lower|better|worse|"
    r"faster|slower|smaller|larger|improve|increase|gain|boost|reduc|decrease|drop|degrad|decline|loss|saving|lift|uplift)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number as read: `low` equals `high` unless a range was given; both None if no number stands there."""

    low: float | None
    high: float | None
    unit: str
    relation: Relation
    change: Change


def read_quantity(value: str, *, before: str = "", after: str = "") -> Quantity:
    r"""Return what `value` says, given the words of its clause before and after it.

    A direction is read only for ratios, differences and ranges: "40% to 68%" after "from" is a change.

    >>> read_quantity(r"2.64$\times$", after=" faster")
    Quantity(low=2.64, high=2.64, unit='×', relation='ratio', change='up')
    >>> read_quantity(r"40\% to 68\%", before="raises accuracy from ")
    Quantity(low=40.0, high=68.0, unit='%', relation='absolute', change='up')
    """
    text = plain(_powers(value))
    numbers = _numbers(text)
    if not numbers:
        return Quantity(low=None, high=None, unit="", relation="absolute", change="none")
    unit = _unit(text, after)
    values = [number for number, _ in numbers]
    relation = _relation(text, unit, before, after)
    change = _change(numbers, relation, before, after)
    low, high = (min(abs(v) for v in values), max(abs(v) for v in values)) if relation != "absolute" else (
        min(values), max(values),
    )  # fmt: skip
    if re.search(r"orders? of magnitude", text, re.IGNORECASE):
        low, high = 10.0**low, 10.0**high
    return Quantity(low=low, high=high, unit=unit, relation=relation, change=change)


def _powers(text: str) -> str:
    """Write "10^{-3}", which plain text would lose, as a number."""
    return re.sub(r"(?<![\d.])10\^\{?([+-]?\d{1,2})\}?", lambda m: f"{10.0 ** int(m.group(1)):f}", text)


def _numbers(text: str) -> list[tuple[float, str]]:
    """Return the first number with its sign, and the second if a word of range parts them."""
    found: list[tuple[float, str]] = []
    end = 0
    for match in _NUMBER.finditer(text):
        if found and not _RANGE.match(text[end : match.start()]):
            break
        sign = match["sign"] or ""
        if match["word"]:
            number = _WORDS[match["word"].lower()]
        else:
            number = float(match["digits"].replace(",", "")) * _SCALE.get(match["scale"] or "", 1.0)
        found.append((-number if sign and sign != "+" else number, sign))
        end = match.end()
        if len(found) == 2 or re.match(r"\s*(?:/|of)\s*\d", text[end:]):
            break
    return found


def _unit(text: str, after: str) -> str:
    if _POINTS.search(text) or re.match(r"\s*-?(?:percentage )?(?:points?|pp|pts)\b", after):
        return "points"
    if "%" in text or re.search(r"\bper ?cent\b", text):
        return "%"
    if _TIMES.search(text) or re.match(r"\s*(?:times|-?fold|×|x)\b", after):
        return "×"
    last = list(_NUMBER.finditer(text))[-1]
    match = _UNIT.match(text[last.end() :])
    if "/" in text or " of " in text:
        first = _NUMBER.search(text)
        match = _UNIT.match(text[first.end() :]) if first else match
    return match["unit"].strip() if match else ""


def _relation(text: str, unit: str, before: str, after: str) -> Relation:
    if unit == "×":
        return "ratio"
    if unit == "points" or text.lstrip("~≈ ").startswith("+"):
        return "difference"
    if _BY.search(before) and _moves(before, reach=60):
        return "difference"
    if unit in {"%", ""} and _MOVED.match(after):
        return "difference"
    return "absolute"


def _moves(text: str, *, reach: int) -> bool:
    return bool(_UP.search(text[-reach:]) or _DOWN.search(text[-reach:]))


def _change(numbers: list[tuple[float, str]], relation: Relation, before: str, after: str) -> Change:
    if relation == "absolute":
        if len(numbers) == 2 and re.search(r"\bfrom\s*(?:about|around|roughly|~)?\s*[~$]*$", before):
            return "up" if numbers[1][0] > numbers[0][0] else "down" if numbers[1][0] < numbers[0][0] else "none"
        return "none"
    sign = numbers[0][1]
    if sign and relation == "difference":
        return "up" if sign == "+" else "down"
    return _direction(before[-60:], after[:40])


def _direction(before: str, after: str) -> Change:
    """Return the direction of the nearest word of movement: just after the value, else before it."""
    following = min(((m.start(), c) for c, p in _BOTH if (m := p.search(after))), default=None)
    if following and following[0] < 14:
        return following[1]
    preceding = max(((m.start(), c) for c, p in _BOTH for m in p.finditer(before)), default=None)
    if preceding:
        return preceding[1]
    return following[1] if following else "none"


_BOTH: tuple[tuple[Change, re.Pattern[str]], ...] = (("down", _DOWN), ("up", _UP))
