"""How fast a graph gets into Neo4j: `kg load`, one query per edge, `neo4j-admin database import`; and how it answers.

    python bench/neo4j_load.py 10000            # papers; ten edges each. Needs Java and Maven, as the server tests do

All ways load the same made-up graph (bench/generated_graph.py) into the same assembled server, one after the
other, so the ratios hold on any machine. The processor seconds of client and server stand beside the wall clock,
for where other work shares the machine they are the steadier measure.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from generated_graph import make_folder  # noqa: E402
from neo4j import GraphDatabase  # noqa: E402

from kg import queries, query  # noqa: E402
from kg.building import open_graph  # noqa: E402
from kg.errors import QueryError  # noqa: E402
from kg.exporters import neo4j as exporter  # noqa: E402
from kg.loader import unload  # noqa: E402
from kg.propertygraph import relationships  # noqa: E402
from kg.store import open_store  # noqa: E402
from tests.neo4j.server import PASSWORD, Server  # noqa: E402

N_SINGLE = 1_000
N_REPEATS = 5
LONGEST = 20.0
LOADER = """
import json, resource, sys, time
from kg.loader import load
began = time.perf_counter()
report = load(sys.argv[1], name="bench")
usage = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"seconds": time.perf_counter() - began, "client_cpu": usage.ru_utime + usage.ru_stime,
    "client_mb": usage.ru_maxrss / 1024, "created": report.nodes.created + report.relationships.created,
    "changed": report.nodes.updated + report.nodes.removed + report.relationships.updated
    + report.relationships.removed}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("papers", type=int)
    parser.add_argument("--graph", type=Path, help="a folder that holds the made-up graph already")
    parser.add_argument("--no-import", action="store_true", help="leave neo4j-admin out (it needs the graph in memory)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as work:
        folder = options.graph or Path(work) / "graph"
        if options.graph is None:
            make_folder(folder, options.papers)
        make_folder(Path(work) / "small", 300)
        server = Server(Path(work) / "home", {"server.memory.pagecache.size": "512m"})
        server.start()
        os.environ |= {"KG_NEO4J_URI": server.uri, "KG_NEO4J_USER": "neo4j", "KG_NEO4J_PASSWORD": PASSWORD}
        try:
            figures = measure(server, folder, Path(work), with_import=not options.no_import)
        finally:
            server.stop()
    print(json.dumps({"papers": options.papers, **figures}, indent=2))


def measure(server: Server, folder: Path, work: Path, *, with_import: bool) -> dict[str, object]:
    with open_store(folder) as store:
        n_edges = store.counts()["edges"]
    load(server, work / "small")  # so that the first load doesn't pay for the server's own warming up
    unload("bench")
    first = load(server, folder)
    second = load(server, folder)
    single = one_query_per_edge(server, folder)
    figures: dict[str, object] = {
        "edges": n_edges,
        "driver's Rust extension": find_spec("neo4j._rust") is not None,
        "first load": {**first, "edges_per_second": n_edges / first["seconds"]},
        "second load": {**second, "edges_per_second": n_edges / second["seconds"]},
        "one query per edge": single,
        "library, median ms": library(folder),
        "connection and check, median ms": check(folder),
        "ratio to one query per edge": n_edges / first["seconds"] / single["edges_per_second"],
    }
    if with_import:
        bulk = bulk_import(server, folder, work)
        figures["neo4j-admin"] = {**bulk, "edges_per_second": n_edges / bulk["seconds"]}
        figures["ratio to neo4j-admin"] = bulk["seconds"] / first["seconds"]
        figures["ratio to neo4j-admin, processor"] = bulk["cpu"] / (first["client_cpu"] + first["server_cpu"])
    return figures


def load(server: Server, folder: Path) -> dict[str, float]:
    with server_cpu(server) as spent:
        done = subprocess.run(
            [sys.executable, "-c", LOADER, folder], capture_output=True, text=True, check=True, cwd=ROOT
        )
    return {**json.loads(done.stdout), "server_cpu": spent[0]}


def one_query_per_edge(server: Server, folder: Path) -> dict[str, float]:
    """Make some edges anew as the loaders do that send one statement an edge; labels and index are used."""
    wanted = []
    with open_store(folder) as store:
        by_type = {relationship.type: relationship for relationship in relationships()}
        for edge in store.edges():
            wanted.append(
                (by_type[edge.type], edge.source, edge.target, edge.evidence[0].sentence if edge.evidence else "")
            )
            if len(wanted) == N_SINGLE:
                break
    with GraphDatabase.driver(server.uri, auth=("neo4j", PASSWORD)) as driver, driver.session() as session:
        began = time.perf_counter()
        for relationship, source, target, sentence in wanted:
            session.run(
                f"MATCH (a:{relationship.source} {{id: $a}}) MATCH (b:{relationship.target} {{id: $b}}) "
                f"MERGE (a)-[r:{relationship.type}]->(b) SET r.sentence = $s",
                a=source, b=target, s=sentence,
            ).consume()  # fmt: skip
        seconds = time.perf_counter() - began
    return {"edges": N_SINGLE, "seconds": seconds, "edges_per_second": N_SINGLE / seconds}


def bulk_import(server: Server, folder: Path, work: Path) -> dict[str, float]:
    began = time.perf_counter()
    exporter.write(open_graph(folder), work / "export")
    exported = time.perf_counter() - began
    server.stop()
    environment = {**os.environ, "NEO4J_ADMIN": str(server.admin_script())}
    before = os.times()
    began = time.perf_counter()
    subprocess.run(["sh", work / "export" / "import.sh"], env=environment, check=True, capture_output=True)
    seconds = time.perf_counter() - began
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return {"seconds": seconds, "cpu": cpu, "export_seconds": exported}


def library(folder: Path) -> dict[str, float]:
    """Return the median of each library query, asked about a concept and a paper that the graph has."""
    with open_store(folder) as store:
        paper = next(store.papers()).id
        concept = next(concept.id for concept in store.concepts() if concept.kind == "Benchmark")
    values = {"paper": paper, "concept": concept, "text": "sparse"}
    medians = {}
    for question in queries():
        given = {p.name: values[p.type] for p in question.parameters if p.default is None}
        times: list[float] = []
        while len(times) < N_REPEATS and sum(times) < LONGEST:
            began = time.perf_counter()
            with suppress(QueryError):  # not done within the limit, which then stands as its time
                query(folder, question.name, given, engine="neo4j", timeout=LONGEST)
            times.append(time.perf_counter() - began)
        medians[question.name] = round(statistics.median(times) * 1000, 1)
    return medians


def check(folder: Path) -> float:
    """Return what every query costs before it runs: a connection, and whether the server holds the folder's graph."""
    times = []
    for _ in range(N_REPEATS):
        began = time.perf_counter()
        query(folder, "RETURN 1 AS one", engine="neo4j")
        times.append(time.perf_counter() - began)
    return round(statistics.median(times) * 1000, 1)


@contextmanager
def server_cpu(server: Server):
    """Yield a list that holds the processor seconds that the server spent in the block, once it is left."""
    spent = [0.0]
    before = _cpu(server.pid)
    yield spent
    spent[0] = _cpu(server.pid) - before


def _cpu(pid: int) -> float:
    """Return the processor seconds of a process so far (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
