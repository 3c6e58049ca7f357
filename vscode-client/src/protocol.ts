// What the server is asked beyond the language server protocol, and what it answers.
//
// Place: src/. Types and one name; docs/lsp.md describes the same from the server's side. The web views
// import this file too, so it names nothing of VS Code.

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Place {
  readonly uri: string;
  readonly range: Range;
}

export interface Bound {
  readonly objects: Readonly<Record<string, number>>;
  readonly calls: number | null;
  readonly complete: boolean;
}

// --- heapwright/heap -----------------------------------------------------------------

export interface HeapField {
  readonly name: string;
  readonly value: string;
  readonly target?: number;
  readonly changed: boolean;
}

export interface HeapObject {
  readonly id: number;
  readonly class: string;
  readonly fields: readonly HeapField[];
  readonly range?: Place | null;
}

/** Give the name of an object, which is the title of its box in the picture. */
export function titleOf(object: HeapObject): string {
  return `${object.class}#${object.id}`;
}

export interface HeapStep {
  readonly call: string | null;
  readonly range?: Place;
  readonly svg: string;
  readonly text: string;
  readonly objects: readonly HeapObject[];
  readonly roots: readonly { readonly variable: string; readonly id: number }[];
}

export interface HeapAnswer {
  readonly name: string;
  readonly verdict: string;
  readonly reason: string;
  readonly bound: Bound | null;
  readonly steps: readonly HeapStep[];
}

// --- heapwright/graph ----------------------------------------------------------------

export interface GraphState {
  readonly id: number;
  readonly depth: number;
  readonly nObjects: number;
  readonly svg: string;
  readonly text: string;
  readonly constraints: readonly string[];
  /** The shortest calls that lead to it; null if a limit kept the server from finding them. */
  readonly calls: readonly string[] | null;
}

export interface GraphEdge {
  readonly source: number;
  readonly target: number;
  readonly label: string;
}

export interface GraphAnswer {
  readonly name: string;
  readonly complete: boolean;
  readonly stoppedBy: string | null;
  readonly states: readonly GraphState[];
  readonly edges: readonly GraphEdge[];
  readonly svg: string;
}

// --- heapwright/status ---------------------------------------------------------------

export interface StatusItem {
  readonly uri: string;
  readonly name: string;
  readonly kind: string;
  readonly range: Range;
  readonly status: string;
  readonly verdict: string | null;
  readonly reason: string | null;
  readonly calls: readonly string[] | null;
  readonly code: string | null;
  readonly elapsed: number | null;
  readonly cached: boolean | null;
}

export interface Work {
  readonly running: number;
  readonly queued: number;
  readonly states: number;
  readonly frontier: number;
  readonly calls: number;
  readonly elapsed: number;
}

/** What `heapwright/status` gives; its notification also names the one document it is about. */
export interface Status {
  readonly uri?: string;
  readonly items: readonly StatusItem[];
  readonly work: Work;
}

// --- heapwright/methods and heapwright/paths ----------------------------------------------------------------

export interface MethodsAnswer {
  readonly methods: readonly { readonly name: string; readonly range: Range }[];
}

export interface MethodPath {
  readonly condition: string;
  readonly outcome: string;
  readonly value: string | null;
  readonly heap: string;
  readonly example: string;
  readonly svg: string;
  readonly reach: string;
  readonly code: string;
  readonly reason: string;
}

export interface PathsAnswer {
  readonly name: string;
  readonly count: number;
  readonly error_count: number;
  readonly complete: boolean;
  readonly reasons: readonly string[];
  readonly paths: readonly MethodPath[];
}
