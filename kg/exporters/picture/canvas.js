// The drawing: names without overlap, the chosen part against a faded rest, the legend's switches.
let theme = {};
function readTheme() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["ground", "ink", "muted"]) theme[name] = style.getPropertyValue(`--${name}`).trim();
  theme.font = getComputedStyle(document.body).fontFamily;
}

const byLinks = graph.nodes.map((_, i) => i).sort((a, b) => edgesOf[b].length - edgesOf[a].length || a - b);
// A concept that papers share tells more than the name of one paper: three times as much, say.
const weight = (node) => edgesOf[node].length * (graph.nodes[node].kind === PAPER ? 1 : 3);
const byWeight = byLinks.toSorted((a, b) => (edgesOf[a].length < 2) - (edgesOf[b].length < 2) || weight(b) - weight(a));
const leading = new Set(byWeight.slice(0, 60)); // named at any zoom
const labels = graph.nodes.map((node) => short(node.label, node.kind === PAPER ? 24 : 34));
const labelSize = (node) => Math.min(17, 11.5 + 0.55 * Math.sqrt(edgesOf[node].length));
const widths = new Map();
const isLit = () => lit.nodes.size > 0;

function textWidth(context, node) {
  if (!widths.has(node)) {
    context.save();
    context.font = `100px ${theme.font}`;
    widths.set(node, context.measureText(labels[node]).width / 100);
    context.restore();
  }
  return widths.get(node);
}

// Boxes already taken, in a grid of cells of the screen.
function boxes() {
  const cells = new Map();
  const each = (box, visit) => {
    for (let x = Math.floor(box.left / 80); x <= box.right / 80; x++) {
      for (let y = Math.floor(box.top / 40); y <= box.bottom / 40; y++) if (visit(`${x},${y}`)) return true;
    }
    return false;
  };
  const hits = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return {
    isFree: (box, node) => !each(box, (cell) => (cells.get(cell) ?? []).some((b) => b.node !== node && hits(box, b))),
    add: (box) => void each(box, (cell) => void (cells.has(cell) ? cells.get(cell).push(box) : cells.set(cell, [box]))),
  };
}

const around = ({ point: { x, y }, radius }, node) => ({ node, left: x - radius, right: x + radius, top: y - radius, bottom: y + radius });

function spots(center, radius, width, height) {
  const gap = radius + 3;
  const box = (left, top) => ({ left, top, right: left + width, bottom: top + height });
  return [
    box(center.x - width / 2, center.y + gap),
    box(center.x - width / 2, center.y - gap - height),
    box(center.x + gap + 2, center.y - height / 2),
    box(center.x - gap - 2 - width, center.y - height / 2),
    box(center.x + radius * 0.7, center.y + radius * 0.7),
    box(center.x + radius * 0.7, center.y - radius * 0.7 - height),
    box(center.x - radius * 0.7 - width, center.y + radius * 0.7),
    box(center.x - radius * 0.7 - width, center.y - radius * 0.7 - height),
  ];
}

function drawLabels(context, scale) {
  const taken = boxes();
  const { clientWidth: right, clientHeight: bottom } = at("mynetwork");
  const first = [chosen.hoverNode, chosen.node, ...(chosen.edge === null ? [] : graph.edges[chosen.edge].ends)];
  const order = [...first.filter((node) => node !== null), ...byWeight];
  const places = new Map();
  for (const node of order) {
    if (isNodeHidden(node) || (isLit() && !lit.nodes.has(node) && node !== chosen.hoverNode)) continue;
    const body = network.body.nodes[node];
    const point = network.canvasToDOM({ x: body.x, y: body.y });
    if (point.x < -200 || point.y < -50 || point.x > right + 200 || point.y > bottom + 50) continue;
    const radius = body.options.size * scale;
    places.set(node, { point, radius });
    if (radius > 4 && edgesOf[node].length > 1) {
      taken.add(around({ point, radius }, node));
    }
  }
  let leaves = false;
  places.forEach(({ point, radius }, node) => {
    // What has more than one edge is named even over dots that have one; those are named where nothing stands.
    if (!leaves && edgesOf[node].length < 2 && !first.includes(node)) {
      leaves = true;
      places.forEach((place, leaf) => edgesOf[leaf].length < 2 && taken.add(around(place, leaf)));
    }
    const must = first.includes(node);
    if (!must && radius < 2.2 && !isLit() && !leading.has(node)) return;
    const size = labelSize(node) + (must ? 1 : 0);
    const found = spots(point, radius, textWidth(context, node) * size + 6, size + 4);
    const isInside = (spot) => spot.left > 0 && spot.top > 0 && spot.right < right && spot.bottom < bottom;
    const box = found.find((spot) => isInside(spot) && taken.isFree(spot, node)) ?? (must ? found[0] : null);
    if (!box) return;
    taken.add({ node: -1, ...box });
    const middle = network.DOMtoCanvas({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
    drawText(context, labels[node], middle, size / scale, { strong: must, soft: graph.nodes[node].kind === PAPER });
  });
}

function drawText(context, text, point, size, { strong = false, soft = false } = {}) {
  context.font = `${strong ? "600 " : ""}${size}px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = size * 0.3;
  context.strokeStyle = theme.ground;
  context.strokeText(text, point.x, point.y);
  context.fillStyle = soft && !strong ? theme.muted : theme.ink;
  context.fillText(text, point.x, point.y);
}

function drawEdge(context, i, width) {
  const edge = graph.edges[i];
  const body = network.body.edges[i];
  const [from, to] = edge.ends.map((node) => network.body.nodes[node]);
  const via = body.edgeType.getViaNode?.();
  context.strokeStyle = colorOf(edge.ends[1]);
  context.lineWidth = width;
  context.setLineDash(graph.types[edge.type].between ? [6, 5] : []);
  context.beginPath();
  context.moveTo(from.x, from.y);
  if (via && Number.isFinite(via.x)) context.quadraticCurveTo(via.x, via.y, to.x, to.y);
  else context.lineTo(to.x, to.y);
  context.stroke();
  context.setLineDash([]);
  return via && Number.isFinite(via.x)
    ? { x: (from.x + 2 * via.x + to.x) / 4, y: (from.y + 2 * via.y + to.y) / 4 }
    : { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}

// The length of an edge on the screen.
function edgeLength(i) {
  const [from, to] = graph.edges[i].ends.map((node) => network.canvasToDOM(network.getPosition(node)));
  return Math.hypot(from.x - to.x, from.y - to.y);
}

function drawNode(context, node, ring) {
  const { x, y, options } = network.body.nodes[node];
  context.beginPath();
  if (graph.nodes[node].kind === PAPER) context.rect(x - options.size, y - options.size, 2 * options.size, 2 * options.size);
  else context.arc(x, y, options.size, 0, 2 * Math.PI);
  context.fillStyle = colorOf(node);
  context.fill();
  if (!ring) return;
  context.lineWidth = ring;
  context.strokeStyle = theme.ink;
  context.stroke();
}

function drawOver(context) {
  const scale = network.getScale();
  if (isLit()) {
    const corner = network.DOMtoCanvas({ x: -2, y: -2 });
    const frame = at("mynetwork");
    context.globalAlpha = 0.82;
    context.fillStyle = theme.ground;
    context.fillRect(corner.x, corner.y, (frame.clientWidth + 4) / scale, (frame.clientHeight + 4) / scale);
    context.globalAlpha = chosen.edge === null ? 0.7 : 1;
    lit.edges.forEach((i) => isEdgeHidden(graph.edges[i]) || drawEdge(context, i, (chosen.edge === null ? 1.4 : 3) / scale));
    context.globalAlpha = 1;
    lit.nodes.forEach((node) => isNodeHidden(node) || drawNode(context, node, node === chosen.node ? 2.5 / scale : 0));
  }
  drawLabels(context, scale);
  const named = chosen.hoverEdge ?? chosen.edge;
  if (named !== null && !isEdgeHidden(graph.edges[named])) {
    const middle = drawEdge(context, named, 3 / scale);
    graph.edges[named].ends.forEach((node) => drawNode(context, node, 0));
    if (edgeLength(named) > 90) drawText(context, graph.types[graph.edges[named].type].name, middle, 12 / scale, { strong: true });
  }
}

function refreshHidden() {
  nodes.update(graph.nodes.map((_, id) => ({ id, hidden: isNodeHidden(id) })));
  edges.update(graph.edges.map((edge, id) => ({ id, hidden: isEdgeHidden(edge) })));
}

function swatch(shape, color) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const part = document.createElementNS(svg.namespaceURI, shape.tag);
  for (const [name, value] of Object.entries({ width: shape.tag === "line" ? 24 : 12, height: 12 })) svg.setAttribute(name, value);
  for (const [name, value] of Object.entries(shape.attributes)) part.setAttribute(name, value);
  part.setAttribute(shape.tag === "line" ? "stroke" : "fill", color);
  svg.setAttribute("aria-hidden", "true");
  svg.append(part);
  return svg;
}

function legendLine(name, n, doc, picture, hidden, position) {
  const box = element("input", { type: "checkbox", checked: true });
  box.addEventListener("change", () => {
    if (box.checked) hidden.delete(position);
    else hidden.add(position);
    refreshHidden();
  });
  return element("label", { title: `${doc} Click to show or hide.` }, box, picture, name, element("small", {}, number(n)));
}

function makeLegend() {
  const tally = (list, key) => list.reduce((sums, item) => sums.set(item[key], (sums.get(item[key]) ?? 0) + 1), new Map());
  const nKinds = tally(graph.nodes, "kind");
  const nTypes = tally(graph.edges, "type");
  const round = { tag: "circle", attributes: { cx: 6, cy: 6, r: 5.5 } };
  const square = { tag: "rect", attributes: { x: 1, y: 1, width: 10, height: 10, rx: 1 } };
  graph.kinds.forEach((kind, i) => {
    if (!nKinds.get(i)) return;
    at("kinds").append(legendLine(kind.name, nKinds.get(i), kind.doc, swatch(i === PAPER ? square : round, kind.color), hiddenKinds, i));
  });
  graph.types.forEach((type, i) => {
    if (!nTypes.get(i)) return;
    const width = { PROPOSES: 3, MENTIONS: 0.8 }[type.name] ?? 1.6;
    const line = { tag: "line", attributes: { x1: 1, x2: 23, y1: 6, y2: 6, "stroke-width": width, "stroke-dasharray": type.between ? "5 3" : "none" } };
    at("types").append(legendLine(type.name, nTypes.get(i), type.doc, swatch(line, "currentColor"), hiddenTypes, i));
  });
}
