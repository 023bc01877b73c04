// The data of the page, what is chosen, and the one way in which text gets onto the screen: as text.
const graph = JSON.parse(document.getElementById("graph").textContent);
const at = (id) => document.getElementById(id);
const PAPER = 0;
const edgesOf = graph.nodes.map(() => []);
graph.edges.forEach((edge, i) => {
  edgesOf[edge.ends[0]].push(i);
  if (edge.ends[1] !== edge.ends[0]) edgesOf[edge.ends[1]].push(i);
});
const resultsOf = graph.nodes.map(() => []);
graph.results.forEach((result) => {
  resultsOf[result.paper].push(result);
  for (const node of new Set(result.links.map((link) => link[1]))) resultsOf[node].push(result);
});
const other = (edge, node) => (edge.ends[0] === node ? edge.ends[1] : edge.ends[0]);
const colorOf = (node) => graph.kinds[graph.nodes[node].kind].color;
const kindOf = (node) => graph.kinds[graph.nodes[node].kind].name;
const hiddenKinds = new Set();
const hiddenTypes = new Set();
const isNodeHidden = (node) => hiddenKinds.has(graph.nodes[node].kind);
const isEdgeHidden = (edge) => hiddenTypes.has(edge.type) || edge.ends.some(isNodeHidden);

// What is chosen: {node} or {edge} or nothing; `lit` are the nodes and edges shown against the faded rest.
const chosen = { node: null, edge: null, hoverNode: null, hoverEdge: null };
const lit = { nodes: new Set(), edges: new Set() };

function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "color") made.style.background = value;
    else if (name in made && name !== "role") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

const number = (n) => n.toLocaleString("en");
const count = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;
const oneLine = (text) => text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
const short = (text, n) => {
  const letters = Array.from(oneLine(text));
  return letters.length > n ? `${letters.slice(0, n - 1).join("").trimEnd()}…` : letters.join("");
};
const dot = (node) => element("span", { className: node.kind === PAPER ? "dot square" : "dot", color: graph.kinds[node.kind].color });

function choose(what) {
  chosen.node = what.node ?? null;
  chosen.edge = what.edge ?? null;
  lit.nodes.clear();
  lit.edges.clear();
  if (chosen.node !== null) {
    lit.nodes.add(chosen.node);
    for (const i of edgesOf[chosen.node]) {
      lit.edges.add(i);
      lit.nodes.add(other(graph.edges[i], chosen.node));
    }
  } else if (chosen.edge !== null) {
    lit.edges.add(chosen.edge);
    graph.edges[chosen.edge].ends.forEach((node) => lit.nodes.add(node));
  }
  network.redraw();
  if (chosen.edge !== null) bringNear(chosen.edge);
  show();
}

// What is chosen stands in the address, so that Back works and a link leads to it.
const keyPositions = new Map(graph.nodes.map((node, i) => [node.key, i]));
function open(what) {
  let address = "";
  if (what.edge !== undefined) address = `edge/${what.edge}`;
  else if (what.node !== undefined) {
    try {
      address = encodeURIComponent(graph.nodes[what.node].key);
    } catch {
      address = `node/${what.node}`; // an id that is no valid text
    }
  }
  if (location.hash.slice(1) === address) choose(what);
  else location.hash = address;
}

function opened() {
  let address = location.hash.slice(1);
  try {
    address = decodeURIComponent(address);
  } catch {
    address = "";
  }
  const [, list, position] = /^(edge|node)\/(\d+)$/.exec(address) ?? [];
  if (list === "edge" && position < graph.edges.length) return { edge: Number(position) };
  if (list === "node" && position < graph.nodes.length) return { node: Number(position) };
  return keyPositions.has(address) ? { node: keyPositions.get(address) } : {};
}

function goTo(node) {
  open({ node });
  if (hiddenKinds.has(graph.nodes[node].kind)) return;
  network.moveTo({ position: network.getPosition(node), scale: Math.max(network.getScale(), 0.9), animation: motion() });
}
// An edge that is short or out of sight is brought near.
function bringNear(i) {
  const frame = at("mynetwork");
  const isSeen = (node) => {
    const { x, y } = network.canvasToDOM(network.getPosition(node));
    return x > 0 && y > 0 && x < frame.clientWidth && y < frame.clientHeight;
  };
  if (edgeLength(i) > 90 && graph.edges[i].ends.every(isSeen)) return;
  const [from, to] = graph.edges[i].ends.map((node) => network.getPosition(node));
  const room = Math.min(frame.clientWidth, frame.clientHeight) / 2 / Math.hypot(from.x - to.x, from.y - to.y);
  const position = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  network.moveTo({ position, scale: Math.min(room || 1, Math.max(network.getScale(), 2)), animation: motion() });
}
const motion = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? false : { duration: 450 });
