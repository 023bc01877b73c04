// The search box: names and aliases, without regard to case and accents, by keyboard or pointer.
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const index = byLinks.map((node) => {
  const record = graph.nodes[node];
  const names = [record.label, ...(record.aliases ?? []), record.title ?? "", record.id];
  return { node, names: names.filter(Boolean).map((name) => ({ name, key: folded(name) })) };
});
let hits = [];
let current = -1;

// Equal names first, then beginnings, then beginnings of words, then the rest; the best linked first in each.
function rank(key, query) {
  if (key === query) return 0;
  if (key.startsWith(query)) return 1;
  const found = key.indexOf(query);
  if (found < 0) return Infinity;
  return /[\p{L}\p{N}]/u.test(key[found - 1]) ? 3 : 2;
}

function find(text) {
  const query = folded(text.trim());
  if (!query) return [];
  const ranked = index.map(({ node, names }) => {
    const best = names.reduce((a, b) => (rank(b.key, query) < rank(a.key, query) ? b : a));
    return { node, name: best.name, rank: rank(best.key, query) };
  });
  return ranked.filter((hit) => hit.rank < Infinity).sort((a, b) => a.rank - b.rank).slice(0, 20);
}

function showHits() {
  const text = at("query").value;
  hits = find(text);
  current = hits.length ? 0 : -1;
  const lines = hits.map((hit, i) => {
    const record = graph.nodes[hit.node];
    const line = element("li", { id: `hit-${i}`, role: "option" }, dot(record), short(record.label, 60));
    if (hit.name !== record.label) line.append(element("small", {}, short(hit.name, 30)));
    line.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      take(i);
    });
    return line;
  });
  if (!lines.length) lines.push(element("li", { className: "none" }, "Nothing of that name is in this picture"));
  at("hits").replaceChildren(...lines);
  at("hits").hidden = !text.trim();
  at("query").setAttribute("aria-expanded", String(!at("hits").hidden));
  markCurrent();
}

function markCurrent() {
  hits.forEach((_, i) => at(`hit-${i}`).setAttribute("aria-selected", String(i === current)));
  if (current < 0) at("query").removeAttribute("aria-activedescendant");
  else {
    at("query").setAttribute("aria-activedescendant", `hit-${current}`);
    at(`hit-${current}`).scrollIntoView({ block: "nearest" });
  }
}

function closeHits() {
  at("hits").hidden = true;
  at("query").setAttribute("aria-expanded", "false");
}

function take(i) {
  closeHits();
  goTo(hits[i].node);
  at("panel").focus({ preventScroll: true });
}

function searchKeys(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && hits.length) {
    event.preventDefault();
    current = (current + step + hits.length) % hits.length;
    markCurrent();
  } else if (event.key === "Enter" && current >= 0 && !at("hits").hidden) take(current);
  else if (event.key === "Escape" && !at("hits").hidden) {
    event.stopPropagation();
    closeHits();
  }
}

function makeSearch() {
  at("query").addEventListener("input", showHits);
  at("query").addEventListener("focus", () => at("query").value.trim() && showHits());
  at("query").addEventListener("blur", closeHits);
  at("query").addEventListener("keydown", searchKeys);
}
