"""One small list in each form, in the shapes in which such lists circulate; all papers are made up."""

import json
import textwrap

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
JSON_BY_ID = json.dumps({f"q{n}": {**record, "id": ""} for n, record in enumerate(_OBJECTS, 1)}, indent=1)
JSON_BY_ID_IN_ONE_LINE = json.dumps(json.loads(JSON_BY_ID))
JSON_BY_VENUE = json.dumps({"ICML": _OBJECTS[:1], "NeurIPS": _OBJECTS[1:]})
JSON_OF_A_FEED = json.dumps(
    {"feed": {"title": "Query: pruning", "entry": [{"id": o["id"], "summary": o["abstract"]} for o in _OBJECTS]}}
)
OPENALEX = json.dumps(
    {
        "meta": {"count": 2, "title": "works"},
        "results": [
            {
                "id": o["id"],
                "display_name": o["title"],
                "abstract_inverted_index": {
                    word: [at for at, other in enumerate(o["abstract"].split()) if other == word]
                    for word in reversed(o["abstract"].split())
                },
                "authorships": [{"author_position": "first", "author": {"display_name": "Ann Lee"}}],
                "primary_location": {
                    "landing_page_url": f"https://example.org/{o['id']}",
                    "source": {"display_name": "Journal of Pruning"},
                },
            }
            for o in _OBJECTS
        ],
    }
)
_NOTES = [
    {
        "id": o["id"],
        "forum": "f",
        "content": {
            "title": {"value": o["title"]},
            "abstract": {"value": o["abstract"]},
            "authors": {"value": ["Ann Lee"], "readers": ["everyone"]},
            "pdf": {"value": "/pdf/0.pdf"},
        },
    }
    for o in _OBJECTS
]
OPENREVIEW = json.dumps({"notes": _NOTES, "count": 2}, indent=1)
OPENREVIEW_LINES = "".join(json.dumps(note) + "\n" for note in _NOTES)
SEMANTIC_SCHOLAR = json.dumps(
    {
        "offset": 0,
        "data": [
            {
                "contexts": ["as in"],
                "intents": [],
                "citingPaper": {"paperId": o["id"], "title": o["title"], "abstract": o["abstract"]},
            }
            for o in _OBJECTS
        ],
    }
)
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

RIS = (
    "\ufeffTY  - CONF\r\nID  - q1\r\nT1  - QuietPrune\r\nAU  - Lee, Ann\r\nAU  - Wu, Bo\r\nPY  - 2031/05//\r\n"
    f"N2  - {FIRST}\r\nT2  - ICML\r\nKW  - pruning\r\nKW  - heads\r\nUR  - https://example.org/1; https://x.org\r\n"
    f"SP  -\r\nER  -\r\n\r\n2.\r\nTY  - JOUR\r\nID  - q2\r\nTI  - WebMemo\r\nAB  - {SECOND}\r\nER  - \r\n"
)


def _wrapped(text: str, indent: str, *, width: int = 70) -> str:
    return textwrap.fill(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


MEDLINE = (
    f"PMID- q1\nOWN - NLM\nTI  - QuietPrune\nAB  - {_wrapped(FIRST, ' ' * 6)}\nFAU - Lee, Ann\nAU  - Lee A\n"
    f"FAU - Wu, Bo\nDP  - 2031 Jul 9\nJT  - Pruning\nLID - 10.1/x [doi]\nOT  - heads\n\n"
    f"PMID- q2\nTI  - WebMemo\nAB  - {_wrapped(SECOND, ' ' * 6)}\n"
)
WEB_OF_SCIENCE = (
    f"FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU Lee, A\n   Wu, B\nAF Lee, Ann\n   Wu, Bo\n"
    f"TI QuietPrune\nSO PRUNING\nDE heads; web\n   agents; GPU\nAB {_wrapped(FIRST, '   ')}\nPY 2031\nUT q1\nER\n\n"
    f"PT J\nTI WebMemo\nAB {_wrapped(SECOND, '')}\nUT q2\nER\n\nEF\n"
)

ATOM = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" '
    'xmlns:arxiv="http://arxiv.org/schemas/atom">\n<title>arXiv Query: pruning</title><id>feed</id>\n'
    f"<entry><id>http://arxiv.org/abs/q1</id><title>Quiet\n  Prune</title><summary>  {FIRST}\n</summary>"
    "<published>2031-05-01T00:00:00Z</published><author><name>Ann Lee</name></author>"
    "<author><name>Bo Wu</name></author>"
    "<arxiv:journal_ref>ICML</arxiv:journal_ref></entry>\n"
    f"<entry><id>http://arxiv.org/abs/q2</id><title>WebMemo &amp; More</title><summary>{SECOND}</summary></entry>\n"
    "</feed>"
)
ANTHOLOGY = (
    '<?xml version="1.0"?>\n<collection id="2031.acl"><volume id="long"><meta><booktitle>ACL</booktitle>'
    "<year>2031</year>"
    '<url hash="0">2031.acl-long</url></meta>\n<paper id="1"><title><fixed-case>Q</fixed-case>uiet<b>Prune</b></title>'
    "<author><first>Ann</first><last>Lee</last></author>"
    f"<abstract>{FIRST} It takes <tex-math>O(n)</tex-math>.</abstract><url hash='1'>2031.acl-long.1</url></paper>\n"
    f'<paper id="2"><title>WebMemo</title><abstract>{SECOND}</abstract><bibkey>day-2031</bibkey></paper>'
    "</volume></collection>"
)
PUBMED = (
    '<?xml version="1.0"?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "https://x.org/x.dtd">'
    "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>q1</PMID><Article><Journal><JournalIssue><PubDate><Year>2031"
    "</Year></PubDate></JournalIssue><Title>Pruning</Title></Journal><ArticleTitle>QuietPrune</ArticleTitle><Abstract>"
    f'<AbstractText Label="AIMS">{FIRST}</AbstractText><AbstractText>{SECOND}</AbstractText></Abstract><AuthorList>'
    "<Author><LastName>Lee</LastName><ForeName>Ann</ForeName></Author></AuthorList></Article></MedlineCitation>"
    "</PubmedArticle></PubmedArticleSet>"
)
ENDNOTE = (
    "<xml><records><record><titles><title><style face='bold'>Quiet</style><style>Prune</style></title></titles>"
    "<contributors><authors><author>Lee, Ann</author></authors></contributors><dates><year>2031</year></dates>"
    f"<keywords><keyword>heads</keyword></keywords><abstract><style>{FIRST}</style></abstract></record></records></xml>"
)

SAMPLES = {
    "textlist": (TEXTLIST, f"{FIRST}\n\n{SECOND}", FIRST, TEXTLIST.replace("\n", "\n\n")),
    "records": (RECORDS, RECORDS_WITHOUT_DASHES, f"KDD 2031\n\n{RECORDS}", RECORDS.lower()),
    "jsonl": (JSONL, JSONL_OF_ONE, OPENREVIEW_LINES, "\n\n" + JSONL, JSONL + "{broken\n"),
    "json": (
        JSON,
        JSON_IN_ONE_LINE,
        JSON_LINE_A_RECORD,
        JSON_WRAPPED,
        JSON_WRAPPED_IN_ONE_LINE,
        JSON_WRAPPED_LINE_A_RECORD,
        JSON_BY_ID,
        JSON_BY_ID_IN_ONE_LINE,
        JSON_BY_VENUE,
        JSON_OF_A_FEED,
        OPENALEX,
        OPENREVIEW,
        SEMANTIC_SCHOLAR,
        json.dumps(_OBJECTS[0], indent=1),
    ),
    "csv": (CSV, CSV_OF_EXCEL, CSV_WITH_PARAGRAPHS, CSV_OF_ONE_COLUMN, TSV),
    "bib": (BIBTEX, BIBTEX_BELOW_PROSE, BIBTEX.replace("{lee31,", "(lee31,").replace("2031\n}", "2031\n)")),
    "ris": (RIS, f"Provider: Scopus\nContent: text/plain\n\n{RIS[1:]}", MEDLINE, WEB_OF_SCIENCE),
    "xml": (ATOM, ANTHOLOGY, PUBMED, ENDNOTE),
}
"""By form: lists that its reader takes and no other one."""

FOREIGN = {
    "a PDF": "%PDF-1.7\n1 0 obj",
    "XML or HTML": '<?xml version="1.0"?>\n<feed/>',
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
