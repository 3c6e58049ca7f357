// Which states of a graph are shown and where; what a search finds.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { GraphEdge, GraphState } from "../src/protocol";
import {
  family,
  firstOpen,
  layout,
  MANY,
  matching,
  NODE,
  opened,
  way,
} from "../src/webview/graph-layout";

interface Graph {
  readonly states: GraphState[];
  readonly edges: GraphEdge[];
}

/** Read a graph from lines such as `0 -> 1 push`; depths follow from the first arrow to a state. */
function graph(...lines: string[]): Graph {
  const depths = new Map([[0, 0]]);
  const edges = lines.map((line) => {
    const [source = "", , target = "", label = ""] = line.split(" ");
    const edge = { source: Number(source), target: Number(target), label };
    if (!depths.has(edge.target)) depths.set(edge.target, (depths.get(edge.source) ?? 0) + 1);
    return edge;
  });
  const states = [...depths].map(([id, depth]) => ({
    ...{ id, depth, nObjects: depth, svg: "", text: `heap ${id}`, constraints: [] },
    calls: depth === 0 ? [] : [`call${id}();`],
  }));
  return { states: states.sort((one, other) => one.id - other.id), edges };
}

/** A chain of `length` states behind the first. */
function chain(length: number): Graph {
  return graph(...Array.from({ length }, (_, i) => `${i} -> ${i + 1} next`));
}

function placed({ states, edges }: Graph, open?: Set<number>): ReturnType<typeof layout> {
  const tree = family(states, edges);
  return layout(states, edges, tree, open ?? firstOpen(states, tree));
}

test("a state hangs below the one that found it first", () => {
  const { states, edges } = graph("0 -> 1 a", "0 -> 2 b", "1 -> 2 c", "2 -> 1 d");
  assert.deepEqual(
    [...family(states, edges).parent],
    [
      [1, 0],
      [2, 0],
    ],
  );
});

test("columns are numbers of calls and a parent stands beside the middle of its children", () => {
  const { nodes } = placed(graph("0 -> 1 a", "0 -> 2 b", "0 -> 3 c"));
  const row = NODE.height + NODE.rowGap;
  assert.deepEqual(
    nodes.map(({ id, x, y }) => [id, x / (NODE.width + NODE.columnGap), y / row]),
    [
      [0, 0, 1],
      [1, 1, 0],
      [2, 1, 1],
      [3, 1, 2],
    ],
  );
});

test("no two states stand in the same place", () => {
  const { nodes } = placed(
    graph("0 -> 1 a", "1 -> 2 a", "1 -> 3 b", "0 -> 4 c", "4 -> 5 a", "4 -> 6 b"),
  );
  assert.equal(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size, nodes.length);
});

test("edges between the same states are one edge with all its calls", () => {
  const { edges } = placed(graph("0 -> 1 a", "0 -> 1 b", "1 -> 0 c", "0 -> 1 a"));
  assert.deepEqual(edges, [
    { source: 0, target: 1, labels: ["a", "b"], isTree: true },
    { source: 1, target: 0, labels: ["c"], isTree: false },
  ]);
});

test("a graph of fifty states is shown whole", () => {
  const whole = placed(chain(MANY - 1));
  assert.equal(whole.nodes.length, MANY);
  assert.ok(whole.nodes.every((node) => node.nHidden === 0));
});

test("a larger graph shows at most fifty and says how many hide behind each state", () => {
  const { nodes } = placed(chain(200));
  assert.equal(nodes.length, MANY);
  assert.equal(nodes.at(-1)?.nHidden, 200 - MANY + 1);
});

test("a state with too many children is shown folded", () => {
  const { nodes } = placed(graph(...Array.from({ length: 80 }, (_, i) => `0 -> ${i + 1} a`)));
  assert.deepEqual(
    nodes.map(({ id, nHidden }) => [id, nHidden]),
    [[0, 80]],
  );
});

test("choosing a hidden state opens all above it", () => {
  const { states, edges } = chain(200);
  const tree = family(states, edges);
  const open = opened(firstOpen(states, tree), tree, 150);
  const { nodes } = layout(states, edges, tree, open);
  assert.ok(nodes.some((node) => node.id === 150));
  assert.ok(!nodes.some((node) => node.id === 152));
});

test("the way to a state starts at the empty heap", () => {
  const { states, edges } = graph("0 -> 1 a", "1 -> 2 b", "0 -> 3 c");
  assert.deepEqual(way(family(states, edges), 2), [0, 1, 2]);
});

test("a deep graph is placed without recursion", () => {
  const { states, edges } = chain(20_000);
  const tree = family(states, edges);
  const all = new Set(states.map((state) => state.id));
  assert.equal(layout(states, edges, tree, all).nodes.length, 20_001);
});

test("a search looks at numbers, heaps, constraints and calls, whatever the case", () => {
  const { states, edges } = graph("0 -> 1 push", "1 -> 2 pop");
  assert.deepEqual(matching(states, edges, "PUSH"), [1]);
  assert.deepEqual(matching(states, edges, "#2"), [2]);
  assert.deepEqual(matching(states, edges, "heap"), [0, 1, 2]);
  assert.deepEqual(matching(states, edges, "call2"), [2]);
  assert.deepEqual(matching(states, edges, " "), []);
});

test("a graph of nothing has no size", () => {
  assert.deepEqual(layout([], [], family([], []), new Set()), {
    nodes: [],
    edges: [],
    width: 0,
    height: 0,
  });
});
