// The graph view: states in columns by number of calls, zoom, search, and the chosen state beside.
//
// Place: src/webview/. Runs in the page that `views/graph-view` opens; `graph-layout` places.
import type { GraphState } from "../protocol";
import type { GraphContent, GraphLabels } from "../views/messages";
import { button, element, filled, shape, showContent, showNotice, takesKeys } from "./dom";
import {
  type DrawnEdge,
  type Family,
  family,
  firstOpen,
  type Layout,
  layout,
  matching,
  NODE,
  opened,
  type Placed,
  way,
} from "./graph-layout";
import { listen, remember, remembered, send } from "./host";
import { picture } from "./picture";

const MARGIN = 16;
// A fresh view shows what can be read; only who asks for all of a large graph gets less.
const READABLE = 0.6;
const SMALLEST = 0.05;
const ZOOM_STEP = 1.25;
const LABEL_LETTERS = 15;

interface Shown {
  readonly content: GraphContent;
  readonly tree: Family;
  readonly states: ReadonlyMap<number, GraphState>;
  readonly said: ReadonlyMap<number, { readonly size: string; readonly words: string }>;
  open: Set<number>;
  placed: Layout;
  chosen: number | null;
  found: readonly number[];
  zoom: number;
}

let shown: Shown | null = null;

listen((message) => {
  if (message.kind === "notice") {
    // A content that is no longer current stays, marked as such.
    showNotice(message.text, message.isBusy, shown !== null);
    return;
  }
  if (message.kind !== "graph") return;
  const { states, edges } = message.answer;
  const tree = family(states, edges);
  const open = firstOpen(states, tree);
  const before = shown?.chosen ?? remembered().chosen;
  shown = {
    content: message,
    tree,
    states: new Map(states.map((state) => [state.id, state])),
    said: new Map(
      states.map((state, index) => [
        state.id,
        { size: message.sizes[index] ?? "", words: message.stateWords[index] ?? "" },
      ]),
    ),
    open,
    placed: layout(states, edges, tree, open),
    chosen: null,
    found: [],
    zoom: 1,
  };
  build(shown);
  draw(shown);
  fit(shown, READABLE);
  if (typeof before === "number" && shown.states.has(before)) choose(shown, before, false);
  // The start stands at the middle of a high graph, where a fresh view does not look.
  else stateElement(tree.roots[0])?.scrollIntoView({ block: "center", inline: "start" });
});

document.addEventListener("keydown", (event) => {
  if (shown === null || takesKeys(event.target) || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const act = {
    "+": () => zoom(ZOOM_STEP),
    "-": () => zoom(1 / ZOOM_STEP),
    "0": () => shown && fit(shown, SMALLEST),
    "/": () => document.querySelector<HTMLInputElement>("#search")?.focus(),
    ArrowLeft: () => move("left"),
    ArrowRight: () => move("right"),
    ArrowUp: () => move("up"),
    ArrowDown: () => move("down"),
    Enter: () => toggle(),
  }[event.key];
  if (act === undefined || (event.key === "Enter" && event.target instanceof HTMLButtonElement))
    return;
  event.preventDefault();
  act();
});

function build({ content }: Shown): void {
  const { answer, labels } = content;
  const search = element("input", {
    id: "search",
    type: "search",
    placeholder: labels.search,
    "aria-label": labels.search,
  });
  search.addEventListener("input", () => find(search.value));
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") nextFound(event.shiftKey ? -1 : 1);
    if (event.key === "Escape") {
      search.value = "";
      find("");
    }
  });
  const viewport = element("div", {
    id: "viewport",
    class: "viewport",
    "aria-label": labels.graph,
    role: "group",
  });
  viewport.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP);
    },
    { passive: false },
  );
  showContent(
    element(
      "header",
      {},
      element("h1", {}, answer.name),
      element("span", { class: "faint" }, labels.size),
      element(
        "span",
        { class: answer.complete ? "verdict holds" : "verdict unknown" },
        answer.complete ? labels.complete : labels.incomplete,
      ),
    ),
    element(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": labels.graph },
      search,
      element("output", { id: "matches", "aria-live": "polite" }),
      button(labels.zoomOut, "−", () => zoom(1 / ZOOM_STEP)),
      button(labels.zoomIn, "+", () => zoom(ZOOM_STEP)),
      button(labels.fit, labels.fit, () => shown && fit(shown, SMALLEST)),
      button(labels.expandAll, labels.expandAll, () =>
        reopen(new Set(answer.states.map((state) => state.id))),
      ),
      button(labels.collapse, labels.collapse, collapse),
      element("span", { class: "space" }),
      button(labels.export, labels.export, () => send({ kind: "export", index: null })),
    ),
    element(
      "div",
      { class: "split graph" },
      viewport,
      element("aside", { id: "details", "aria-live": "polite" }),
    ),
    element("p", { class: "faint" }, `${labels.choose} ${labels.help}`),
  );
}

function draw(now: Shown): void {
  const { placed } = now;
  const width = placed.width + 2 * MARGIN;
  const height = placed.height + 2 * MARGIN;
  const at = new Map(placed.nodes.map((node) => [node.id, node]));
  const isOnWay = now.chosen === null ? new Set<number>() : new Set(way(now.tree, now.chosen));
  const found = new Set(now.found);
  const made = shape("svg", {
    class: "graph",
    viewBox: `${-MARGIN} ${-MARGIN} ${width} ${height}`,
    width: width * now.zoom,
    height: height * now.zoom,
  });
  for (const edge of [...placed.edges].sort(
    (one, other) => Number(one.isTree) - Number(other.isTree),
  )) {
    const source = at.get(edge.source);
    const target = at.get(edge.target);
    if (source === undefined || target === undefined) continue;
    const isWay = edge.isTree && isOnWay.has(edge.source) && isOnWay.has(edge.target);
    const isNear = now.chosen === edge.source || now.chosen === edge.target;
    made.append(drawnEdge(edge, source, target, isWay, isNear));
  }
  for (const node of placed.nodes) {
    const state = now.states.get(node.id);
    if (state !== undefined)
      made.append(drawnNode(now, state, node, isOnWay.has(node.id), found.has(node.id)));
  }
  document.querySelector("#viewport")?.replaceChildren(made);
}

function drawnEdge(
  edge: DrawnEdge,
  source: Placed,
  target: Placed,
  isWay: boolean,
  isNear: boolean,
): SVGElement {
  const kind = [
    "edge",
    edge.isTree ? "tree" : "across",
    ...(isWay ? ["way"] : []),
    ...(isNear ? ["near"] : []),
  ];
  const y = (node: Placed): number => node.y + NODE.height / 2;
  const start = { x: source.x + NODE.width, y: y(source) };
  const end = { x: target.x, y: y(target) };
  const isForward = end.x > start.x;
  const bend = isForward ? Math.max(30, (end.x - start.x) / 2) : 60;
  const path = isForward
    ? `M${start.x} ${start.y}C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`
    : backward(source, target);
  const all = `#${edge.source} → #${edge.target}: ${edge.labels.join(", ")}`;
  const group = shape(
    "g",
    { class: kind.join(" ") },
    shape("title", {}, all),
    shape("path", { d: path }),
  );
  const tip = isForward ? end : { x: target.x + NODE.width, y: y(target) + 8 };
  const side = isForward ? -1 : 1;
  group.append(
    shape("path", { class: "tip", d: `M${tip.x} ${tip.y}l${8 * side} -4v8z` }),
    ...(edge.isTree
      ? [
          shape(
            "text",
            { x: end.x - 12, y: end.y - 5, "text-anchor": "end" },
            shortened(
              edge.labels.length > 1
                ? `${edge.labels[0]} +${edge.labels.length - 1}`
                : (edge.labels[0] ?? ""),
            ),
          ),
        ]
      : []),
  );
  return group;
}

/** A line to the same column or back to an earlier one: out on the right, in on the right. */
function backward(source: Placed, target: Placed): string {
  const from = { x: source.x + NODE.width, y: source.y + NODE.height / 2 };
  const to = { x: target.x + NODE.width, y: target.y + NODE.height / 2 + 8 };
  const out = Math.max(from.x, to.x) + 44;
  if (source.id === target.id)
    return `M${from.x} ${from.y - 8}C${out} ${from.y - 26} ${out} ${to.y + 12} ${to.x} ${to.y}`;
  return `M${from.x} ${from.y}C${out} ${from.y} ${out} ${to.y} ${to.x} ${to.y}`;
}

function drawnNode(
  now: Shown,
  state: GraphState,
  node: Placed,
  isOnWay: boolean,
  isFound: boolean,
): SVGElement {
  const isChosen = now.chosen === state.id;
  const kind = [
    "node",
    ...(isChosen ? ["chosen"] : []),
    ...(isOnWay ? ["way"] : []),
    ...(isFound ? ["found"] : []),
  ];
  const { size, words } = now.said.get(state.id) ?? { size: "", words: "" };
  const hidden = node.nHidden > 0 ? filled(now.content.labels.hidden, node.nHidden) : null;
  const group = shape(
    "g",
    {
      class: kind.join(" "),
      transform: `translate(${node.x} ${node.y})`,
      role: "button",
      tabindex: isChosen || (now.chosen === null && state.id === now.tree.roots[0]) ? 0 : -1,
      "aria-label": hidden === null ? words : `${words}, ${hidden}`,
      "aria-pressed": String(isChosen),
      "data-state": state.id,
    },
    shape("rect", { width: NODE.width, height: NODE.height, rx: 4 }),
    shape("text", { x: 10, y: 15, class: "strong" }, `#${state.id}`),
    shape("text", { x: 10, y: 29, class: "faint" }, size),
  );
  group.addEventListener("click", () => choose(now, state.id, true));
  if (node.nHidden > 0) group.append(badge(now, state.id, node.nHidden));
  return group;
}

function badge(now: Shown, id: number, nHidden: number): SVGElement {
  const made = shape(
    "g",
    { class: "badge", transform: `translate(${NODE.width - 44} 4)` },
    shape("rect", { width: 38, height: 16, rx: 8 }),
    shape("text", { x: 19, y: 12, "text-anchor": "middle" }, `+${nHidden}`),
  );
  made.addEventListener("click", (event) => {
    event.stopPropagation();
    reopen(new Set([...now.open, id]));
  });
  return made;
}

function choose(now: Shown, id: number, isRemembered: boolean): void {
  const open = opened(now.open, now.tree, id);
  if (open.size !== now.open.size) {
    now.open = open;
    place(now);
  }
  now.chosen = id;
  if (isRemembered) remember({ chosen: id });
  draw(now);
  // What stands beside the graph takes room from it, so it comes before the look at the state.
  details(now, id);
  const node = stateElement(id);
  node?.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (isRemembered) node?.focus({ preventScroll: true });
}

function stateElement(id: number | undefined): SVGElement | null {
  return document.querySelector<SVGElement>(`[data-state="${id}"]`);
}

function details(now: Shown, id: number): void {
  const state = now.states.get(id);
  const place = document.querySelector("#details");
  if (state === undefined || place === null) return;
  const { labels } = now.content;
  const made = picture(state.svg);
  const constraints = state.constraints.filter((each) => each !== "" && each !== "true");
  place.replaceChildren(
    element("h2", {}, `#${state.id}`),
    element("h3", {}, labels.heap),
    element("div", { class: "heap" }, made ?? element("pre", {}, state.text)),
    element("h3", {}, labels.constraint),
    constraints.length === 0
      ? element("p", { class: "faint" }, labels.noConstraint)
      : element(
          "ul",
          { class: "constraints" },
          ...constraints.map((each) => element("li", {}, element("code", {}, each))),
        ),
    element("h3", {}, labels.calls),
    ...callsOf(state, labels),
    element("details", {}, element("summary", {}, labels.asText), element("pre", {}, state.text)),
  );
}

function callsOf({ calls }: GraphState, labels: GraphLabels): HTMLElement[] {
  if (calls === null) return [element("p", { class: "faint" }, labels.unknownCalls)];
  if (calls.length === 0) return [element("p", { class: "faint" }, labels.noCalls)];
  const text = calls.join("\n");
  return [
    element("pre", { class: "code" }, text),
    button(labels.copy, labels.copy, () => send({ kind: "copy", text })),
  ];
}

/** Show or hide what follows the chosen state. */
function toggle(): void {
  if (shown === null || shown.chosen === null) return;
  const open = new Set(shown.open);
  if (!open.delete(shown.chosen)) open.add(shown.chosen);
  reopen(open);
}

/** Fold as at first, and look as at first. */
function collapse(): void {
  if (shown === null) return;
  reopen(firstOpen(shown.content.answer.states, shown.tree));
  fit(shown, READABLE);
  stateElement(shown.chosen ?? shown.tree.roots[0])?.scrollIntoView({
    block: "center",
    inline: "nearest",
  });
}

function reopen(open: Set<number>): void {
  if (shown === null) return;
  shown.open = open;
  place(shown);
  // The chosen state may have been folded away; then its nearest shown ancestor is chosen.
  const visible = new Set(shown.placed.nodes.map((node) => node.id));
  if (shown.chosen !== null && !visible.has(shown.chosen)) {
    const above = way(shown.tree, shown.chosen)
      .filter((id) => visible.has(id))
      .at(-1);
    if (above !== undefined) {
      choose(shown, above, true);
      return;
    }
  }
  draw(shown);
}

function place(now: Shown): void {
  const { states, edges } = now.content.answer;
  now.placed = layout(states, edges, now.tree, now.open);
}

function move(direction: "left" | "right" | "up" | "down"): void {
  if (shown === null) return;
  const now = shown;
  const nodes = now.placed.nodes;
  const current = nodes.find((node) => node.id === now.chosen) ?? null;
  if (current === null) {
    const first = now.tree.roots[0];
    if (first !== undefined) choose(now, first, true);
    return;
  }
  const { x, y } = current;
  const candidates = {
    left: nodes.filter((node) => node.id === now.tree.parent.get(current.id)),
    right: nodes.filter((node) => now.tree.parent.get(node.id) === current.id),
    up: nodes.filter((node) => node.x === x && node.y < y),
    down: nodes.filter((node) => node.x === x && node.y > y),
  }[direction];
  const nearest = [...candidates].sort(
    (one, other) => Math.abs(one.y - y) - Math.abs(other.y - y),
  )[0];
  if (nearest !== undefined) choose(now, nearest.id, true);
}

function find(query: string): void {
  if (shown === null) return;
  const { states, edges } = shown.content.answer;
  shown.found = matching(states, edges, query);
  const place = document.querySelector("#matches");
  const words = filled(shown.content.labels.matches, shown.found.length, states.length);
  if (place !== null) place.textContent = query.trim() === "" ? "" : words;
  draw(shown);
}

function nextFound(by: number): void {
  if (shown === null || shown.found.length === 0) return;
  const { found, chosen } = shown;
  const index = chosen === null ? -1 : found.indexOf(chosen);
  const next = found[(index + by + found.length) % found.length];
  if (next === undefined) return;
  choose(shown, next, false);
  remember({ chosen: next });
}

function zoom(factor: number): void {
  if (shown === null) return;
  shown.zoom = Math.max(0.1, Math.min(4, shown.zoom * factor));
  draw(shown);
}

/** Zoom so that the graph fits into the view, but not below `smallest`, and never above life size. */
function fit(now: Shown, smallest: number): void {
  const viewport = document.querySelector("#viewport");
  if (viewport === null) return;
  const horizontal = viewport.clientWidth / (now.placed.width + 2 * MARGIN);
  const vertical = viewport.clientHeight / (now.placed.height + 2 * MARGIN);
  now.zoom = Math.max(smallest, Math.min(1, horizontal, vertical));
  draw(now);
}

function shortened(text: string): string {
  return text.length <= LABEL_LETTERS ? text : `${text.slice(0, LABEL_LETTERS - 1)}…`;
}
