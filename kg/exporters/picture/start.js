// Everything put together, once pyvis has made `network`, `nodes` and `edges`.
const counted = (node) => (node.kind === PAPER ? "papers" : node.unmentioned ? "families" : "concepts");

function showCounts() {
  const shown = { papers: 0, concepts: 0, families: 0 };
  graph.nodes.forEach((node) => shown[counted(node)]++);
  const { papers, concepts, families } = graph.whole;
  const made = families ? ` and ${number(families)} ${families === 1 ? "family" : "families"} that no paper names` : "";
  at("counts").textContent = `${count(papers, "paper")} · ${count(concepts, "concept")}${made}`;
  if (graph.around !== null) at("counts").textContent += ` around ${short(graph.nodes[graph.around].label, 40)}`;
  if (shown.papers === papers && shown.concepts === concepts && shown.families === families) return;
  at("left-out").hidden = false;
  at("left-out").replaceChildren(
    `Shown are the most connected: ${number(shown.papers)} of ${count(papers, "paper")}, ${number(shown.concepts)} of ${count(concepts, "concept")}. To see the rest: `,
    element("code", {}, "kg view DIR --around CONCEPT"),
  );
}

function savePicture() {
  const source = network.canvas.frame.canvas;
  const copy = element("canvas", { width: source.width, height: source.height });
  const context = copy.getContext("2d");
  context.fillStyle = theme.ground;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(source, 0, 0);
  copy.toBlob((blob) => {
    const link = element("a", { href: URL.createObjectURL(blob), download: "papers-and-concepts.png" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}

function edgeAt(pointer) {
  const edge = network.getEdgeAt(pointer);
  return edge === undefined || isEdgeHidden(graph.edges[edge]) ? null : edge;
}

// Names reach beyond the nodes that `fit` measures.
function fit() {
  network.canvas.setSize();
  network.fit({ animation: false });
  network.moveTo({ scale: network.getScale() * 0.9 });
}

function listen() {
  network.on("afterDrawing", drawOver);
  network.on("click", ({ pointer }) => {
    network.unselectAll();
    const node = network.getNodeAt(pointer.DOM);
    const edge = edgeAt(pointer.DOM);
    if (node !== undefined && !isNodeHidden(node)) open({ node });
    else if (edge !== null) open({ edge });
    else open({});
  });
  const hover = (name, value) => {
    chosen[name] = value;
    at("mynetwork").style.cursor = chosen.hoverNode === null && chosen.hoverEdge === null ? "" : "pointer";
    network.redraw();
  };
  network.on("hoverNode", ({ node }) => hover("hoverNode", node));
  network.on("blurNode", () => hover("hoverNode", null));
  network.on("hoverEdge", ({ edge }) => hover("hoverEdge", edge));
  network.on("blurEdge", () => hover("hoverEdge", null));
  const zoom = (factor) => network.moveTo({ scale: network.getScale() * factor, animation: motion() });
  at("closer").addEventListener("click", () => zoom(1.4));
  at("farther").addEventListener("click", () => zoom(1 / 1.4));
  at("fit").addEventListener("click", () => fit());
  at("save").addEventListener("click", savePicture);
  addEventListener("hashchange", () => choose(opened()));
  addEventListener("keydown", (event) => event.key === "Escape" && open({}));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readTheme();
    network.redraw();
  });
}

network.setOptions({ interaction: { hideEdgesOnDrag: graph.edges.length > 4000, hideEdgesOnZoom: graph.edges.length > 4000 } });
readTheme();
makeLegend();
makeSearch();
showCounts();
listen();
fit();
const first = opened();
choose(first);
if (first.node !== undefined) goTo(first.node);
