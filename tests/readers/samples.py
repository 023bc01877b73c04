"""One small list in each form, in the shapes in which such lists circulate; all papers are made up."""

import json

HOSTILE = (
    "C++",
    "Crohn's",
    '"a"',
    "</script>",
    "`b`",
    "[x]",
    "%zz",
    "😀",
    "שלום",
    "a\u2028b",
    "}) DETACH DELETE n //",
    r"\textbf{m}ulti-agent $\sim$50\%",
    "a;b,c|d",
    "=1+1",
    "\x01\x1c",
)

FIRST = (
    "Pruning large models hurts their calibration. We propose QuietPrune, which removes heads by their "
    "entropy, and evaluate it on GLUE. It keeps 98\\% of the accuracy at half of the size."
)
SECOND = (
    "Agents that browse the web repeat their mistakes. We introduce WebMemo, a benchmark of 1,200 tasks, and "
    "show that \\emph{episodic} memory (EM) improves success by $\\sim$12 points over ReAct."
)

TEXTLIST = f"ICML 2031 论文列表\n\n{FIRST}\n\n{SECOND}\n"
RECORDS = (
    "ID: 1\nTitle: QuietPrune: Removing Heads\nLink: https://example.org/1\n"
    f"Authors: Ann Lee, Bo Wu\nAbstract: {FIRST}\n"
    f"{'-' * 40}\n\n"
    f"ID: 2\nTitle: WebMemo\nLink: https://example.org/2\nAuthors: Cy Day\nAbstract: {SECOND}\n{'-' * 40}\n"
)
RECORDS_WITHOUT_DASHES = RECORDS.replace("-" * 40 + "\n", "")
_OBJECTS = [
    {"key": "", "id": "q1", "title": "QuietPrune", "abstract": FIRST, "year": 2031, "authors": ["Ann Lee"]},
    {"id": "q2", "title": "WebMemo", "abstract": SECOND, "venue": "ICML", "keywords": ["agents", "memory"]},
]
JSONL = "".join(json.dumps(record) + "\n" for record in _OBJECTS)
JSONL_OF_ONE = json.dumps(_OBJECTS[0])
JSON = json.dumps(_OBJECTS, indent=2)
JSON_IN_ONE_LINE = json.dumps(_OBJECTS)
JSON_LINE_A_RECORD = "[\n " + ",\n ".join(json.dumps(record) for record in _OBJECTS) + "\n]"
JSON_WRAPPED = json.dumps({"meta": {"count": 2}, "results": _OBJECTS}, indent=1)
JSON_WRAPPED_IN_ONE_LINE = json.dumps({"meta": {"count": 2}, "results": _OBJECTS})
JSON_WRAPPED_LINE_A_RECORD = '{"papers": [\n' + ",\n".join(json.dumps(record) for record in _OBJECTS) + "\n]}"
CSV = f'Key,Title,Abstract,Publication Year\nq1,QuietPrune,"{FIRST}",2031\nq2,"Web ""Memo""","{SECOND}",2032\n'
CSV_OF_EXCEL = (
    f'\ufeffsep=;\r\nTitle;Author(s);Abstract\r\nQuietPrune;Lee, A.;"{FIRST}"\r\n'
    f'WebMemo;Day, C.;"Two\n\nparagraphs. {SECOND}"\r\n'
)
CSV_WITH_PARAGRAPHS = f'title,abstract\nA,"{FIRST}\n\n{SECOND}\n\n{FIRST}"\nB,"{SECOND}\n\n{FIRST}"\n'
CSV_OF_ONE_COLUMN = f'Abstract\n"{FIRST}"\n"{SECOND}"\n'
TSV = f"id\ttitle\tabstract\nq1\tQuietPrune\t{FIRST}\nq2\tWebMemo\t{SECOND}\n"
BIBTEX = (
    "% my library\n@string{icml = {ICML}}\n\n"
    f"@inproceedings{{lee31,\n  title = {{{{QuietPrune}}: Removing {{H}}eads}},\n  author = {{Lee, Ann and Wu, Bo}},\n"
    f"  abstract = {{{FIRST}}},\n  booktitle = icml # { {2031}!r},\n  year = 2031\n}}\n\n"
    f'@article{{day32, title = "WebMemo", abstract = "{SECOND}"}}\n'
).replace("{2031}", '" 2031"')
BIBTEX_BELOW_PROSE = f"{FIRST}\n\n{SECOND}\n\n{BIBTEX}"

SAMPLES = {
    "textlist": (TEXTLIST, f"{FIRST}\n\n{SECOND}", FIRST, TEXTLIST.replace("\n", "\n\n")),
    "records": (RECORDS, RECORDS_WITHOUT_DASHES, f"KDD 2031\n\n{RECORDS}", RECORDS.lower()),
    "jsonl": (JSONL, JSONL_OF_ONE, "\n\n" + JSONL, JSONL + "{broken\n"),
    "json": (
        JSON,
        JSON_IN_ONE_LINE,
        JSON_LINE_A_RECORD,
        JSON_WRAPPED,
        JSON_WRAPPED_IN_ONE_LINE,
        JSON_WRAPPED_LINE_A_RECORD,
        json.dumps(_OBJECTS[0], indent=1),
    ),
    "csv": (CSV, CSV_OF_EXCEL, CSV_WITH_PARAGRAPHS, CSV_OF_ONE_COLUMN, TSV),
    "bib": (BIBTEX, BIBTEX_BELOW_PROSE, BIBTEX.replace("{lee31,", "(lee31,").replace("2031\n}", "2031\n)")),
}
"""By form: lists that its reader takes and no other one."""

FOREIGN = {
    "a PDF": "%PDF-1.7\n1 0 obj",
    "XML or HTML": '<?xml version="1.0"?>\n<feed/>',
    "RIS": "TY  - JOUR\nTI  - QuietPrune\nAB  - " + FIRST + "\nER  - \n",
    "PubMed's MEDLINE form": "PMID- 1\nTI  - QuietPrune\nAB  - " + FIRST + "\n",
    "Web of Science's tagged form": "FN Clarivate\nVR 1.0\nPT J\nAB " + FIRST + "\nER\n",
    "YAML or Markdown": "---\ntitle: QuietPrune\nabstract: " + FIRST + "\n---\n",
}
"""By what the error calls it: what people try, and no reader takes."""

UNKNOWN = (
    "QuietPrune: Removing Heads by Entropy\nWebMemo: Remembering the Web\n" * 40,  # titles alone
    "# Readme\n\nInstall it.\n\n- a\n- b\n",
    "hello\n",
    "123 456\n\n789\n",
    "|a|b|\n|-|-|\n|1|2|\n",
    "[section]\nkey = value\n",
    "def f(x):\n    return x\n\n\ndef g(x):\n    return f(x)\n",
)
"""Text that is no list of abstracts."""
