// Where the states of a graph stand, and which of them are shown.
//
// Place: src/webview/. Pure; `graph` draws what comes out. Every state but the first hangs below the
// state from which it was found (its parent), so that the shown part is always a tree with further
// edges across. Columns are numbers of calls; a parent stands beside the middle of its children.
import type { GraphEdge, GraphState } from "../protocol";

export const MANY = 50;
export const NODE = { width: 132, height: 36, columnGap: 110, rowGap: 14 } as const;

export interface Family {
  readonly parent: ReadonlyMap<number, number>;
  readonly children: ReadonlyMap<number, readonly number[]>;
  readonly roots: readonly number[];
}

export interface Placed {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly nHidden: number;
}

export interface DrawnEdge {
  readonly source: number;
  readonly target: number;
  readonly labels: readonly string[];
  readonly isTree: boolean;
}

export interface Layout {
  readonly nodes: readonly Placed[];
  readonly edges: readonly DrawnEdge[];
  readonly width: number;
  readonly height: number;
}

/** Say from which state each was found first. */
export function family(states: readonly GraphState[], edges: readonly GraphEdge[]): Family {
  const depth = new Map(states.map((state) => [state.id, state.depth]));
  const parent = new Map<number, number>();
  for (const { source, target } of edges) {
    const isFirst = (depth.get(source) ?? 0) < (depth.get(target) ?? 0) && !parent.has(target);
    if (isFirst) parent.set(target, source);
  }
  const children = new Map<number, number[]>();
  for (const { id } of states) {
    const above = parent.get(id);
    if (above !== undefined) children.set(above, [...(children.get(above) ?? []), id]);
  }
  return { parent, children, roots: states.map((each) => each.id).filter((id) => !parent.has(id)) };
}

/** Choose which states are open at first: level by level, as long as at most `many` are shown. */
export function firstOpen(states: readonly GraphState[], tree: Family, many = MANY): Set<number> {
  const open = new Set<number>();
  if (states.length <= many) {
    for (const { id } of states) open.add(id);
    return open;
  }
  let level = [...tree.roots];
  let nShown = level.length;
  while (level.length > 0) {
    const next: number[] = [];
    for (const id of level) {
      const below = tree.children.get(id) ?? [];
      if (nShown + below.length > many) return open;
      open.add(id);
      nShown += below.length;
      next.push(...below);
    }
    level = next;
  }
  return open;
}

/** Open all that lies between the start and a state, so that it is shown. */
export function opened(open: ReadonlySet<number>, tree: Family, id: number): Set<number> {
  const result = new Set(open);
  for (let above = tree.parent.get(id); above !== undefined; above = tree.parent.get(above))
    result.add(above);
  return result;
}

/** Give the states on the way from the start to a state, both included. */
export function way(tree: Family, id: number): number[] {
  const result = [id];
  for (let above = tree.parent.get(id); above !== undefined; above = tree.parent.get(above))
    result.unshift(above);
  return result;
}

export function layout(
  states: readonly GraphState[],
  edges: readonly GraphEdge[],
  tree: Family,
  open: ReadonlySet<number>,
): Layout {
  const nBelow = countBelow(states, tree);
  const shown: { id: number; column: number; row: number }[] = [];
  const rows = new Map<number, number>();
  let nRows = 0;
  let nColumns = 0;
  // Depth first with an explicit stack: a graph may be as deep as its longest sequence.
  const pending: { id: number; column: number; isLeaving: boolean }[] = [];
  for (const id of [...tree.roots].reverse()) pending.push({ id, column: 0, isLeaving: false });
  while (pending.length > 0) {
    const entry = pending.pop();
    if (entry === undefined) break;
    const below = open.has(entry.id) ? (tree.children.get(entry.id) ?? []) : [];
    if (below.length > 0 && !entry.isLeaving) {
      pending.push({ ...entry, isLeaving: true });
      for (const id of [...below].reverse())
        pending.push({ id, column: entry.column + 1, isLeaving: false });
      continue;
    }
    const first = below[0];
    const last = below.at(-1);
    const row =
      first === undefined || last === undefined
        ? nRows++
        : ((rows.get(first) ?? 0) + (rows.get(last) ?? 0)) / 2;
    rows.set(entry.id, row);
    nColumns = Math.max(nColumns, entry.column + 1);
    shown.push({ id: entry.id, column: entry.column, row });
  }
  const nodes = shown
    .map(({ id, column, row }) => ({
      id,
      x: column * (NODE.width + NODE.columnGap),
      y: row * (NODE.height + NODE.rowGap),
      nHidden: open.has(id) ? 0 : (nBelow.get(id) ?? 0),
    }))
    .sort((one, other) => one.id - other.id);
  return {
    nodes,
    edges: joined(edges, tree, new Set(nodes.map((node) => node.id))),
    width: Math.max(0, nColumns * (NODE.width + NODE.columnGap) - NODE.columnGap),
    height: Math.max(0, nRows * (NODE.height + NODE.rowGap) - NODE.rowGap),
  };
}

/** Draw edges between the same two states as one, with all their calls. */
function joined(
  edges: readonly GraphEdge[],
  tree: Family,
  shown: ReadonlySet<number>,
): DrawnEdge[] {
  const labels = new Map<string, { source: number; target: number; labels: string[] }>();
  for (const { source, target, label } of edges) {
    if (!shown.has(source) || !shown.has(target)) continue;
    const key = `${source} ${target}`;
    const entry = labels.get(key) ?? { source, target, labels: [] };
    if (!entry.labels.includes(label)) entry.labels.push(label);
    labels.set(key, entry);
  }
  return [...labels.values()].map((each) => ({
    ...each,
    isTree: tree.parent.get(each.target) === each.source,
  }));
}

function countBelow(states: readonly GraphState[], tree: Family): Map<number, number> {
  const counts = new Map<number, number>();
  const deepestFirst = [...states].sort((one, other) => other.depth - one.depth);
  for (const { id } of deepestFirst) {
    const below = tree.children.get(id) ?? [];
    counts.set(
      id,
      below.reduce((sum, child) => sum + 1 + (counts.get(child) ?? 0), 0),
    );
  }
  return counts;
}

/** Give the states that a search finds, in order. */
export function matching(
  states: readonly GraphState[],
  edges: readonly GraphEdge[],
  query: string,
): number[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return [];
  const arriving = new Map<number, string[]>();
  for (const { target, label } of edges)
    arriving.set(target, [...(arriving.get(target) ?? []), label]);
  return states
    .filter((state) =>
      [
        `#${state.id}`,
        state.text,
        ...state.constraints,
        ...(state.calls ?? []),
        ...(arriving.get(state.id) ?? []),
      ]
        .join("\n")
        .toLowerCase()
        .includes(wanted),
    )
    .map((state) => state.id);
}
