"""Rows as people see them, on narrow and wide screens."""

import io
import re
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.cli import main
from kg.cli.output import print_rows
from kg.extraction import DEFAULT_MIN_CONFIDENCE

MERGES = ("concept", "left", "right", "reason", "grounds", "papers", "n_papers")
MERGE = ("adjoint-induced-retrieval", "AIR", "Adjoint-Induced Retrieval", "acronym", "spelled out", "p-fb44ce9b1e12", 1)
SENTENCE = "Our method improves performance on TruthfulQA, BBQ, and safety benchmarks, while maintaining it on MMLU."


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def show(monkeypatch):
    """Return a function: what rows look like on a terminal of this width."""

    def shown(columns, rows, width):
        screen = Terminal()
        with monkeypatch.context() as patch:
            patch.setenv("COLUMNS", str(width))
            patch.setattr(sys, "stdout", screen)
            print_rows(columns, rows, "table")
        return re.sub(r"\x1b\[[\d;]*m", "", screen.getvalue())

    return shown


def test_columns_that_a_screen_has_no_room_for_are_lines_of_name_and_value(show):
    text = show(MERGES, [MERGE, MERGE], 80)
    assert [line.split(maxsplit=1)[0] for line in text.split("\n\n")[0].splitlines()] == [
        "concept",
        "left",
        "right",
        "reason",
        "grounds",
        "papers",
        "n",
    ]
    assert text.count("adjoint-induced-retrieval\n") == text.count("adjoint-induced-retrieval") == 2


def test_where_there_is_room_the_same_rows_are_a_table_of_one_line_each(show):
    assert len(show(MERGES, [MERGE, MERGE], 200).splitlines()) == 4


def test_a_sentence_is_wrapped_beside_short_columns_which_are_not(show):
    text = show(("paper", "kind", "sentence"), [("p-724254a01de5", "Benchmark", SENTENCE)], 80)
    assert text.splitlines()[2].split()[:2] == ["p-724254a01de5", "Benchmark"]
    assert " ".join(text.replace("p-724254a01de5", "").replace("Benchmark", "").split()).endswith(SENTENCE)


@given(
    rows=st.lists(st.tuples(*[st.from_regex(r"[a-zA-Z0-9-]{1,28}", fullmatch=True)] * 5), min_size=1, max_size=4),
    width=st.integers(46, 250),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_name_is_cut_to_pieces_on_any_screen(show, rows, width):
    text = show("abcde", rows, width)
    assert max(map(len, text.splitlines())) <= width
    assert all(cell in text for row in rows for cell in row)


def test_help_names_the_confidence_below_which_names_are_left_out():
    for name in ("build", "extract", "eval"):
        help_ = next(option.help for option in main.commands[name].params if option.name == "min_confidence")
        assert f"{DEFAULT_MIN_CONFIDENCE} by default" in help_
