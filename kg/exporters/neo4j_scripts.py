"""The scripts and the README that stand beside the CSV tables; made of the tables' headings alone.

Nothing that a paper says is part of any of them.
"""

from collections.abc import Sequence

from kg.exporters.neo4j_tables import END, START, Column, Table
from kg.propertygraph import MARKER, MARKER_ID, MENTION, OURS, constraints
from kg.schema import SCHEMA, PropertyType

_N_ROWS = 1000
_CONVERSIONS: dict[PropertyType, str] = {
    "string": "{}",
    "integer": "toInteger({})",
    "float": "toFloat({})",
    "boolean": "toBoolean({})",
    "strings": r"split({}, '\u001F')",
}


def import_script(tables: Sequence[tuple[Table, bool]]) -> str:
    """Return the shell script that runs `neo4j-admin` on these tables; the flag says if it has a backslash file."""
    plain = " \\\n  ".join(_argument(table, split=split) for table, split in tables if not table.of_mentions)
    mentions = " ".join(_argument(table, split=split) for table, split in tables if table.of_mentions)
    return _IMPORT.replace("@TABLES@", plain).replace("@MENTIONS@", mentions).replace("@MARKER@", MARKER_ID)


def load_script(tables: Sequence[tuple[Table, bool]]) -> str:
    """Return the Cypher script that takes these tables by LOAD CSV; the flag says if one has an escaped file."""
    statements = [*constraints(), _guard()]
    for table, split in tables:
        statements.append(_load(table, escaped=False))
        if split:
            statements.append(_load(table, escaped=True))
    statements.append(f"MATCH (n:{MARKER}) SET n.state = 'complete'")
    return _LOAD_HEAD + "".join(f"{statement};\n\n" for statement in statements)


def constraints_script() -> str:
    """Return the Cypher script of constraints and indexes, to be run after a bulk import."""
    return "".join(f"{statement};\n" for statement in constraints())


def readme() -> str:
    """Return the README of the folder."""
    return _README


def _argument(table: Table, *, split: bool) -> str:
    option = "--relationships" if table.relationship else "--nodes"
    return f"{option}={table.name}.csv" + (f",{table.name}.backslash.csv" if split else "")


def _guard() -> str:
    """Return a statement that fails, and says why, where others' nodes have our labels.

    Cypher has no statement that raises an error; a date that can't be parsed is quoted in its message.
    """
    labels = "|".join((*dict.fromkeys((*SCHEMA.node_properties, *SCHEMA.kind_names)), MENTION, MARKER))
    return (
        f"MATCH (n:{labels}) WHERE n.{OURS.name} IS NULL WITH count(n) AS n_others WHERE n_others > 0\n"
        "RETURN date('STOPPED: ' + n_others + ' nodes that kg did not write have its labels; use another database')"
    )


def _load(table: Table, *, escaped: bool) -> str:
    file = f"{table.name}{'.escaped' if escaped else ''}.csv"
    head = f"LOAD CSV WITH HEADERS FROM 'file:///{file}' AS row\nCALL (row) {{\n"
    body = _merge_relationship(table, escaped=escaped) if table.relationship else _merge_node(table, escaped=escaped)
    return f"{head}{body}\n}} IN TRANSACTIONS OF {_N_ROWS} ROWS"


def _merge_node(table: Table, *, escaped: bool) -> str:
    label, *others = table.labels
    identifier = table.columns[0]
    key = f"{identifier.name}: {_expression(identifier, escaped=escaped)}"
    if label == MARKER:  # a graph of another name breaks the constraint on the marker: nothing is loaded into it
        name = next(column for column in table.columns if column.name == "name")
        key += f", name: {_expression(name, escaped=escaped)}"
    also = f"  SET n:{':'.join(others)}\n" if others else ""
    return f"  MERGE (n:{label} {{{key}}})\n{also}  SET n += {_map(table, escaped=escaped)}"


def _merge_relationship(table: Table, *, escaped: bool) -> str:
    relationship = table.relationship
    assert relationship is not None
    source, target = (_expression(column, escaped=escaped) for column in table.leading)
    return (
        f"  MATCH ({START}:{relationship.source} {{id: {source}}})\n"
        f"  MATCH ({END}:{relationship.target} {{id: {target}}})\n"
        f"  MERGE ({START})-[r:{relationship.type}]->({END})\n"
        f"  SET r += {_map(table, escaped=escaped)}"
    )


def _map(table: Table, *, escaped: bool) -> str:
    pairs = [f"`{column.name}`: {_expression(column, escaped=escaped)}" for column in table.columns]
    return "{\n    " + ",\n    ".join(pairs) + "\n  }" if pairs else "{}"


def _expression(column: Column, *, escaped: bool) -> str:
    cell = f"row['{column.header}']"
    if escaped and column.type in {"string", "strings"}:
        cell = rf"replace(replace({cell}, '\u001Ab', '\\'), '\u001As', '\u001A')"
    return _CONVERSIONS[column.type].format(cell)


_IMPORT = r"""#!/bin/sh
# Makes a Neo4j database of the CSV files in this folder with `neo4j-admin database import full`.
#
#   sh import.sh [--mentions] [--name NAME] [DATABASE]
#
# The server must be stopped (Community) or the database must not exist. THE DATABASE (default: neo4j) IS REPLACED.
# --mentions  take all evidence too, as Mention nodes; without it relationships carry the best
# --name      the name of the graph that `kg load` will know it by (default: @MARKER@)
# NEO4J_ADMIN names the program if it is not on the PATH.
set -eu
cd "$(dirname "$0")"
name='@MARKER@' mentions='' database=''
while [ $# -gt 0 ]; do
  case "$1" in
    --mentions) mentions='@MENTIONS@' ;;
    --name) [ $# -gt 1 ] || { echo 'import.sh: --name: no name; name the graph' >&2; exit 2; }
      name=$2; shift ;;
    -*) echo "import.sh: $1: no such option; there are --mentions and --name NAME" >&2; exit 2 ;;
    *) [ -z "$database" ] || { echo "import.sh: $1: a second database; name one" >&2; exit 2; }
      database=$1 ;;
  esac
  shift
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=$(printf '%s' "$name" | sed 's/"/""/g')
{ head -n 1 nodes-kggraph.csv; printf '"@MARKER@","%s",' "$name"; tail -n 1 nodes-kggraph.csv | cut -d , -f 3-
} > "$work/nodes-kggraph.csv"
# shellcheck disable=SC2086
${NEO4J_ADMIN:-neo4j-admin} database import full "${database:-neo4j}" \
  @TABLES@ \
  $mentions \
  --nodes="$work/nodes-kggraph.csv" \
  --overwrite-destination --multiline-fields=true --array-delimiter=U+001F --report-file="$work/import.report"
echo 'Done. Start the server, then run constraints.cypher in it (cypher-shell -f constraints.cypher).'
"""

_LOAD_HEAD = f"""// Takes the CSV files in this folder into a running Neo4j (5.23 or later) by LOAD CSV:
//   cypher-shell -f load.cypher
// The files must lie in the server's import folder. Run again after an interruption; `kg load` also updates and
// removes. A relationship carries its best evidence; all of it is in the {MENTION} nodes.

"""

_README = """# A graph of papers and concepts, for Neo4j

Made by `kg export DIR --to neo4j`. Three ways into a server (5.23 or later):

1. **kg itself**: `kg load DIR bolt://localhost:7687`. It needs none of these files, updates what changed and removes
   what is gone.
2. **Bulk**, the fastest for a big graph, into a new database, the server stopped:

       sh import.sh [--mentions] [--name NAME] [DATABASE]
       cypher-shell -f constraints.cypher      # once the server runs again

   In a container: `docker compose run --rm neo4j sh /import/import.sh`.
3. **LOAD CSV**, into a running server that has these files in its import folder:

       cypher-shell -f load.cypher

| file | what |
|---|---|
| `nodes-*.csv` | papers, concepts by kind, results; `nodes-mention.csv` all evidence; `nodes-kggraph.csv` the name |
| `edges-*.csv` | relationships by type, each with its best evidence; `edges-has_mention*`, `edges-refers_to*` |
| `*.backslash.csv`, `*.escaped.csv` | rows with `\\\\` or `\\"`, which the two ways read differently: the first for |
| | `neo4j-admin` (it continues the table without a heading), the second for LOAD CSV |

Standard CSV, UTF-8: text in quotes, a quote doubled, line breaks as they are; the elements of a list are parted by
U+001F. If you call `neo4j-admin` yourself: `--multiline-fields=true --array-delimiter=U+001F`.
"""
