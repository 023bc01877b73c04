// The panel: what the graph is, a node with its edges, an edge with its evidence.
function show() {
  const panel = at("panel");
  panel.replaceChildren();
  if (chosen.edge !== null) panel.append(...edgeView(graph.edges[chosen.edge]));
  else if (chosen.node !== null) panel.append(...nodeView(chosen.node));
  else panel.append(...homeView());
  panel.scrollTop = 0;
}

const button = (className, act, ...children) => {
  const made = element("button", { type: "button", className }, ...children);
  made.addEventListener("click", act);
  return made;
};
const closeButton = () => {
  const made = button("close", () => open({}), "×");
  made.setAttribute("aria-label", "Close");
  return made;
};
const command = (key) => {
  const id = key.slice(key.indexOf(":") + 1);
  return element("code", {}, `kg view DIR --around ${/^[\w.@%+=:,/-]+$/.test(id) ? id : `'${id.replaceAll("'", "'\\''")}'`}`);
};

function homeView() {
  const parts = [
    element("h2", {}, "What these papers are about"),
    element("p", {}, "Click a node to see what is known of it, a line to read the sentence behind it."),
  ];
  graph.kinds.forEach((kind, k) => {
    const ofKind = byLinks.filter((node) => graph.nodes[node].kind === k && fame(node));
    const shared = ofKind.filter((node) => fame(node) > 1);
    const all = (shared.length ? shared : ofKind).sort((a, b) => fame(b) - fame(a));
    if (!all.length) return;
    parts.push(element("h3", {}, `${kind.name}s `, element("small", {}, k === PAPER ? "that name most" : "in most papers")));
    parts.push(element("ul", { className: "items" }, all.slice(0, 5).map((node) => nodeItem(node, number(fame(node))))));
  });
  return parts;
}

// How many concepts a paper names, how many papers name a concept: of the whole graph, not of the picture alone.
const nPapers = (record) => record.votes.reduce((sum, [, n]) => sum + n, 0);
const fame = (node) => (graph.nodes[node].kind === PAPER ? graph.nodes[node].links : nPapers(graph.nodes[node]));

const nodeItem = (node, note) =>
  element("li", {}, button("item", () => goTo(node), element("strong", {}, dot(graph.nodes[node]), short(graph.nodes[node].label, 90), element("small", {}, note))));

function facts(pairs) {
  const given = pairs.filter(([, value]) => value !== undefined && value !== "" && value !== null);
  return given.length ? element("dl", {}, given.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)])) : null;
}

function nodeView(node) {
  const record = graph.nodes[node];
  const head = [
    closeButton(),
    element("span", { className: "chip" }, dot(record), kindOf(node)),
    element("h2", { dir: "auto" }, record.label),
  ];
  const body = record.kind === PAPER ? paperFacts(node) : conceptFacts(record);
  return [...head, ...body, ...statements(node), ...results(node), ...leftOut(node)].filter(Boolean);
}

function paperFacts(node) {
  const record = graph.nodes[node];
  const link = record.url ? element("a", { href: record.url, target: "_blank", rel: "noopener noreferrer" }, record.url) : null;
  const pairs = [
    ["title", record.title === record.label ? "" : record.title],
    ["authors", record.authors?.join(", ")],
    ["published", [record.venue, record.year].filter(Boolean).join(" ")],
    ["keywords", record.keywords?.join(", ")],
    ["link", link],
    ["id", record.id],
    ["source", record.source],
  ];
  return [facts(pairs), record.text ? element("p", { className: "abstract", dir: "auto" }, markedAbstract(node)) : null];
}

function conceptFacts(record) {
  const votes = record.votes.map(([kind, n]) => `${kind} in ${number(n)}`).join(", ");
  const shown = record.aliases.slice(0, 30).join(" · ") + (record.aliases.length > 30 ? ` and ${record.aliases.length - 30} more` : "");
  return [
    element("p", { className: "muted" }, record.unmentioned ? "A family; no paper names it itself." : `Named by ${count(nPapers(record), "paper")}.`),
    facts([["also", shown], ["kinds", record.votes.length > 1 ? votes : ""], ["id", record.id]]),
  ];
}

// The abstract with the names that have an edge as buttons; where they overlap the longest wins.
function markedAbstract(node) {
  const text = graph.nodes[node].text;
  const spans = edgesOf[node].flatMap((i) =>
    (graph.edges[i].evidence ?? []).filter((one) => one.field === "text").map((one) => ({ i, start: one.at[2], end: one.at[3] })),
  );
  spans.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const kept = [];
  for (const span of spans) if (kept.every((one) => span.end <= one.start || one.end <= span.start)) kept.push(span);
  kept.sort((a, b) => a.start - b.start);
  let end = 0;
  const parts = [];
  for (const span of kept) {
    const edge = graph.edges[span.i];
    const name = button("", () => open({ edge: span.i }), text.slice(span.start, span.end));
    name.style.borderBottomColor = colorOf(other(edge, node));
    name.title = graph.types[edge.type].name;
    parts.push(text.slice(end, span.start), name);
    end = span.end;
  }
  return [...parts, text.slice(end)];
}

function statements(node) {
  const groups = new Map();
  for (const i of edgesOf[node]) {
    const edge = graph.edges[i];
    const name = graph.types[edge.type].name + (graph.types[edge.type].between && edge.ends[1] === node ? " (reverse)" : "");
    groups.set(name, [...(groups.get(name) ?? []), i]);
  }
  const order = (i) => graph.edges[i].type;
  return [...groups].sort((a, b) => order(a[1][0]) - order(b[1][0])).flatMap(([name, list]) => {
    list.sort((a, b) => edgesOf[other(graph.edges[b], node)].length - edgesOf[other(graph.edges[a], node)].length || a - b);
    return [
      element("h3", { title: graph.types[graph.edges[list[0]].type].doc }, `${name} `, element("small", {}, number(list.length))),
      longList(list.map((i) => () => statementItem(i, node))),
    ];
  });
}

function longList(makers) {
  const list = element("ul", { className: "items" }, makers.slice(0, 40).map((make) => make()));
  if (makers.length <= 40) return list;
  const more = element("li", {}, button("item link", () => {
    more.remove();
    list.append(...makers.slice(40).map((make) => make()));
  }, `${number(makers.length - 40)} more`));
  list.append(more);
  return list;
}

function statementItem(i, node) {
  const edge = graph.edges[i];
  const end = graph.nodes[other(edge, node)];
  const note = edge.kind !== undefined && edge.kind !== graph.nodes[edge.ends[1]].kind ? `as ${graph.kinds[edge.kind].name}` : "";
  const why = edge.evidence?.length ? quote(edge.evidence[0], edge) : [edge.rule ?? ""];
  return element("li", {}, button("item", () => open({ edge: i }),
    element("strong", { dir: "auto" }, dot(end), short(end.label, 110), element("small", {}, note)),
    element("span", { className: "quote", dir: "auto" }, why)));
}

// A sentence with its surface marked and its cue underlined; without text the surface alone.
function quote(one, edge) {
  const sentence = sentenceOf(one, edge);
  if (!sentence) return [element("mark", {}, one.surface), one.place ? `, characters ${one.place[0]}–${one.place[1]}` : ""];
  const { text, start, end } = sentence;
  const before = text.slice(0, start);
  const after = text.slice(end);
  const marked = start < end ? [element("mark", {}, text.slice(start, end))] : [];
  if (one.cue && before.includes(one.cue)) return [...cued(before, one.cue, before.lastIndexOf(one.cue)), ...marked, after];
  if (one.cue && after.includes(one.cue)) return [before, ...marked, ...cued(after, one.cue, after.indexOf(one.cue))];
  return [before, ...marked, after];
}

const cued = (text, cue, start) => [text.slice(0, start), element("span", { className: "cue" }, cue), text.slice(start + cue.length)];

function sentenceOf(one, edge) {
  if (one.at) {
    const [from, to, start, end] = one.at;
    return { text: (graph.nodes[edge.ends?.[0] ?? edge.paper][one.field] ?? "").slice(from, to), start: start - from, end: end - from };
  }
  if (one.sentence === undefined) return null;
  const start = one.sentence.indexOf(one.surface);
  return start < 0 ? { text: `${one.sentence} `, start: 0, end: 0 } : { text: one.sentence, start, end: start + one.surface.length };
}

function evidenceView(one, edge) {
  const said = [
    `found by ${graph.words[one.by]}`,
    one.role_by === undefined ? "" : `type by ${graph.words[one.role_by]}`,
    one.cue ? `cue “${one.cue}”` : "",
    `confidence ${one.confidence.toFixed(2)}`,
    one.field === "title" ? "in the title" : "",
  ];
  return element("blockquote", { dir: "auto" }, element("p", {}, quote(one, edge)), element("footer", {}, said.filter(Boolean).join(" · ")));
}

function edgeView(edge) {
  const type = graph.types[edge.type];
  const end = (node) => button("link", () => goTo(node), dot(graph.nodes[node]), element("span", { dir: "auto" }, graph.nodes[node].label));
  const kind = edge.kind === undefined || edge.kind === graph.nodes[edge.ends[1]].kind ? "" : ` It is a ${graph.kinds[edge.kind].name} there.`;
  const parts = [
    closeButton(),
    element("div", { className: "statement" }, end(edge.ends[0]), element("span", { className: "type" }, `${type.name} ↓`), end(edge.ends[1])),
    element("p", { className: "muted" }, `${type.doc}${kind}`),
  ];
  if (edge.rule) parts.push(facts([["rule", edge.rule]]));
  if (!edge.evidence) return parts;
  const shown = edge.n > edge.evidence.length ? `the best ${edge.evidence.length} of ${number(edge.n)}` : count(edge.n, "place");
  parts.push(element("h3", {}, "Evidence ", element("small", {}, `${shown} · confidence ${edge.confidence.toFixed(2)}`)));
  return [...parts, ...edge.evidence.map((one) => evidenceView(one, edge))];
}

function results(node) {
  if (!resultsOf[node].length) return [];
  const isPaper = graph.nodes[node].kind === PAPER;
  const item = (result) => element("li", {}, element("div", { className: "item" },
    element("span", { className: "value" }, result.value), ` ${result.metric ?? ""}`,
    result.on ? ` on ${result.on}` : "", result.by ? ` by ${result.by}` : "", result.vs ? `, against ${result.vs}` : "",
    isPaper ? "" : element("div", {}, button("link", () => goTo(result.paper), short(graph.nodes[result.paper].label, 90))),
    result.evidence.map((one) => element("span", { className: "quote", dir: "auto" }, quote(one, result)))));
  return [
    element("h3", {}, "Reported numbers ", element("small", {}, number(resultsOf[node].length))),
    longList(resultsOf[node].map((result) => () => item(result))),
  ];
}

function leftOut(node) {
  const shown = new Set(edgesOf[node].map((i) => other(graph.edges[i], node))).size;
  const missing = graph.nodes[node].links - shown;
  if (missing <= 0 || graph.nodes[node].kind === PAPER) return missing > 0 ? [element("p", { className: "muted" }, `${count(missing, "concept")} more, not in this picture.`)] : [];
  return [element("p", { className: "muted" }, `${number(missing)} more not in this picture; see them with `, command(graph.nodes[node].key))];
}
