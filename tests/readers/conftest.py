import pytest

from kg.registry import READERS, get


@pytest.fixture
def read_with(tmp_path):
    """Return a function: the papers and omissions of a text, read by the reader of a form."""

    def read_text(form, content):
        path = tmp_path / "list"
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
        omissions = []
        papers = list(get(READERS, form).read_papers(path, omissions.append))
        return papers, [(omission.where, omission.reason) for omission in omissions]

    return read_text
