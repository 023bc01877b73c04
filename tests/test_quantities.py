import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.quantities import read_quantity


@pytest.mark.parametrize(
    ("value", "low", "high", "unit", "relation"),
    [
        ("59.7%", 59.7, 59.7, "%", "absolute"),
        (r"1.3\%", 1.3, 1.3, "%", "absolute"),
        (r"2.64$\times$", 2.64, 2.64, "×", "ratio"),
        ("3x", 3, 3, "×", "ratio"),
        ("37.4 times", 37.4, 37.4, "×", "ratio"),
        ("18 percentage points", 18, 18, "points", "difference"),
        ("6-point", 6, 6, "points", "difference"),
        (r"+1.23\%", 1.23, 1.23, "%", "difference"),
        ("0.943", 0.943, 0.943, "", "absolute"),
        ("1,234", 1234, 1234, "", "absolute"),
        ("75K", 75000, 75000, "", "absolute"),
        ("82/100", 82, 82, "/100", "absolute"),
        ("9 of 13", 9, 9, "of 13", "absolute"),
        ("6.353 degrees", 6.353, 6.353, "degrees", "absolute"),
        ("two orders of magnitude", 100, 100, "×", "ratio"),
        ("$10^{-3}$", 0.001, 0.001, "", "absolute"),
    ],
)
def test_a_value_reads_as_its_number_unit_and_relation(value, low, high, unit, relation):
    found = read_quantity(value)
    assert (found.low, found.high, found.unit, found.relation) == (low, high, unit, relation)


@pytest.mark.parametrize(
    ("value", "low", "high"),
    [
        ("3.9 -- 5.4×", 3.9, 5.4),
        (r"1.7\%--7.2\%", 1.7, 7.2),
        ("4–40x", 4, 40),
        ("1-2 mm", 1, 2),
        ("68% to 40%", 40, 68),
    ],
)
def test_a_range_has_its_lower_bound_first(value, low, high):
    found = read_quantity(value)
    assert (found.low, found.high) == (low, high)


@pytest.mark.parametrize(
    ("before", "value", "after", "change"),
    [
        ("improves accuracy by ", "4.2%", " on GSM8K", "up"),
        ("cuts the cost by ", r"$\sim$50\%", "", "down"),
        ("is ", r"2.64$\times$", " faster", "up"),
        ("with ", "100x", " fewer parameters", "down"),
        ("raises accuracy from ", "40% to 68%", "", "up"),
        ("reduces it from ", "68% to 40%", "", "down"),
        ("an accuracy of ", "94.2%", "", "none"),
        ("", "-16.8 pp", "", "down"),
    ],
)
def test_the_words_around_a_value_give_its_direction(before, value, after, change):
    assert read_quantity(value, before=before, after=after).change == change


@pytest.mark.parametrize("value", ["", "x", "faster", "🙂", r"\emph{}"])
def test_what_holds_no_number_has_no_bounds(value):
    found = read_quantity(value)
    assert found.low is None
    assert found.high is None


@given(st.text(max_size=30), st.text(max_size=30), st.text(max_size=30))
def test_any_text_reads_without_fault_and_low_is_not_above_high(value, before, after):
    found = read_quantity(value, before=before, after=after)
    assert found.low is None or found.low <= found.high
