// What a web view and the extension say to each other.
//
// Place: src/views/. Types for both sides. Strings that are shown go along with the content, because
// a web view cannot ask VS Code for translations.
import type { GraphAnswer, HeapAnswer, PathsAnswer, Place } from "../protocol";

export interface HeapContent {
  readonly kind: "heap";
  readonly answer: HeapAnswer;
  readonly boundWords: string;
  readonly stepWords: readonly string[];
  readonly labels: HeapLabels;
}

export interface GraphContent {
  readonly kind: "graph";
  readonly answer: GraphAnswer;
  /** Per state, what stands in its box and what a screen reader says. */
  readonly sizes: readonly string[];
  readonly stateWords: readonly string[];
  readonly labels: GraphLabels;
}

export interface PathsContent {
  readonly kind: "paths";
  readonly answer: PathsAnswer;
  readonly counts: string;
  /** Per path, how it ends. */
  readonly ends: readonly string[];
  readonly labels: PathsLabels;
}

/** Something went wrong, or the content is still being made. */
export interface Notice {
  readonly kind: "notice";
  readonly text: string;
  readonly isBusy: boolean;
}

export type ToView = HeapContent | GraphContent | PathsContent | Notice;

export type FromView =
  | { readonly kind: "ready" }
  /** Show a place of the source; the view keeps the focus if the user is to go on there. */
  | { readonly kind: "reveal"; readonly place: Place; readonly keepsFocus: boolean }
  | { readonly kind: "revealMethod"; readonly method: string }
  /** Write a picture to a file: the whole one, or that of a step or a path. */
  | { readonly kind: "export"; readonly index: number | null }
  | { readonly kind: "copy"; readonly text: string }
  | { readonly kind: "insert" }
  | { readonly kind: "refresh" };

type Labels<Key extends string> = Readonly<Record<Key, string>>;

export type HeapLabels = Labels<
  | "step"
  | "first"
  | "previous"
  | "next"
  | "last"
  | "calls"
  | "emptyHeap"
  | "asText"
  | "export"
  | "insert"
  | "copy"
  | "goToSource"
  | "heap"
  | "help"
>;

export type GraphLabels = Labels<
  | "search"
  | "zoomIn"
  | "zoomOut"
  | "fit"
  | "expandAll"
  | "collapse"
  | "export"
  | "copy"
  | "constraint"
  | "noConstraint"
  | "calls"
  | "noCalls"
  | "unknownCalls"
  | "heap"
  | "asText"
  | "complete"
  | "incomplete"
  | "choose"
  | "graph"
  | "help"
  | "matches"
  | "size"
  | "hidden"
>;

export type PathsLabels = Labels<
  | "search"
  | "matches"
  | "list"
  | "condition"
  | "always"
  | "input"
  | "noInput"
  | "asText"
  | "calls"
  | "copy"
  | "export"
  | "goToSource"
  | "help"
>;
