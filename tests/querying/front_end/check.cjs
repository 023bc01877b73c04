// Prints, one a line, what Neo4j's own front end (parser and semantic analysis) says against the .cypher files of a
// folder, in Cypher 5 and in Cypher 25, warnings included. Usage: node check.cjs NODE_MODULES FOLDER
const fs = require("fs");
const path = require("path");

const [modules, folder] = process.argv.slice(2);
const { lintCypherQuery } = require(path.resolve(modules, "@neo4j-cypher/language-support"));

for (const name of fs.readdirSync(folder).sort()) {
  if (!name.endsWith(".cypher")) continue;
  const text = fs.readFileSync(path.join(folder, name), "utf8");
  const parameters = Object.fromEntries([...text.matchAll(/\$(\w+)/g)].map((match) => [match[1], "x"]));
  for (const version of ["CYPHER 5", "CYPHER 25"]) {
    const { diagnostics } = lintCypherQuery(`${version}\n${text}`, { parameters });
    for (const { message, range } of diagnostics) console.log(`${name}:${range.start.line} ${version}: ${message}`);
  }
}
