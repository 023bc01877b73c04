import pytest

from kg import registry
from kg.errors import NameNotFoundError


def test_every_registered_format_loads_and_says_what_it_is():
    for group in (registry.READERS, registry.EXPORTERS):
        for name in registry.names(group):
            assert (registry.get(group, name).__doc__ or "").strip(), name


def test_an_unknown_format_lists_the_known_ones():
    with pytest.raises(NameNotFoundError, match=r"docx: no such format; known: .*ttl") as caught:
        registry.get(registry.EXPORTERS, "docx")
    assert "jsonl" in caught.value.candidates
