// The words of verdicts: never more than was proved, and the calls where there are some.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HeapStep, MethodPath, StatusItem, Work } from "../src/protocol";
import {
  boundWords,
  failureMessage,
  outcome,
  pathCounts,
  pathEnd,
  stateWords,
  stepWords,
  verdictWords,
  workDetails,
  workWords,
} from "../src/wording";

function item(status: string, change: Partial<StatusItem> = {}): StatusItem {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  return {
    ...{ uri: "file:///a.tiny", name: "S", kind: "spec", range, status, verdict: null },
    ...{ reason: null, calls: null, code: null, elapsed: null, cached: null },
    ...change,
  };
}

const atRest: Work = { running: 0, queued: 0, states: 0, frontier: 0, calls: 0, elapsed: 0 };

test("only proofs and replays pass or fail a test", () => {
  const outcomes = Object.fromEntries(
    [
      ...["reachable", "holds", "holds-bounded", "unreachable", "contradiction", "violated"],
      ...["not-found", "unknown", "outdated", "queued", "running", "something new"],
    ].map((status) => [status, outcome(status)]),
  );
  assert.deepEqual(outcomes, {
    reachable: "passed",
    holds: "passed",
    "holds-bounded": "passed",
    unreachable: "failed",
    contradiction: "failed",
    violated: "failed",
    "not-found": "undecided",
    unknown: "undecided",
    outdated: "pending",
    queued: "pending",
    running: "pending",
    "something new": "pending",
  });
});

test("a bounded verdict keeps its bound in words", () => {
  assert.equal(verdictWords(item("holds-bounded")), "holds within the bound");
  assert.equal(verdictWords(item("not-found")), "not found within the bound");
});

test("a reachable spec says in how many calls", () => {
  assert.equal(verdictWords(item("reachable", { calls: ["a"] })), "reachable in 1 call");
  assert.equal(verdictWords(item("reachable", { calls: ["a", "b"] })), "reachable in 2 calls");
});

test("a failure shows the reason and then the calls", () => {
  const message = failureMessage(item("violated", { reason: "It breaks.", calls: ["x()", "y()"] }));
  assert.equal(message, "It breaks.\n\nThe calls:\n    x()\n    y()");
});

test("a failure without a reason still says what it is about", () => {
  assert.equal(failureMessage(item("unreachable")), "S: unreachable");
});

test("a server at rest has nothing to say", () => {
  assert.equal(workWords(atRest), null);
  assert.deepEqual(workDetails(atRest), ["Nothing is being checked."]);
});

test("a server at work says how many states it found and what waits", () => {
  const work = { ...atRest, running: 1, queued: 2, states: 1 };
  assert.equal(workWords(work), "1 state · 2 queued");
  assert.equal(workWords({ ...work, states: 0, queued: 0 }), "working");
  assert.equal(workWords({ ...work, running: 0 }), "2 queued");
});

test("a bound names its classes and calls, and whether all of it was looked at", () => {
  assert.equal(
    boundWords({ objects: { Node: 3 }, calls: 8, complete: false }, "unknown"),
    "at most 3 Node, at most 8 calls; not everything within it was looked at",
  );
  assert.equal(boundWords({ objects: {}, calls: null, complete: true }, "holds"), "");
});

test("a found sequence is not weakened by what was not looked at", () => {
  assert.equal(
    boundWords({ objects: { Node: 3 }, calls: null, complete: false }, "reachable"),
    "at most 3 Node",
  );
});

const steps: HeapStep[] = [
  { call: null, svg: "", text: "", objects: [], roots: [] },
  {
    ...{ call: "a := new A;", svg: "", text: "", roots: [] },
    objects: [{ id: 1, class: "A", fields: [{ name: "n", value: "0", changed: true }] }],
  },
  {
    ...{ call: "a.up();", svg: "", text: "", roots: [] },
    objects: [{ id: 1, class: "A", fields: [{ name: "n", value: "1", changed: true }] }],
  },
  {
    ...{ call: "a.look();", svg: "", text: "", roots: [] },
    objects: [{ id: 1, class: "A", fields: [{ name: "n", value: "1", changed: false }] }],
  },
];

test("each step says what is new and what changed", () => {
  assert.deepEqual(
    steps.map((_, index) => stepWords(steps, index)),
    [
      "Step 0 of 3: the empty heap.",
      "Step 1 of 3: a := new A; — new: A#1.",
      "Step 2 of 3: a.up(); — changed: A#1.n is now 1.",
      "Step 3 of 3: a.look(); — changes no field.",
    ],
  );
});

test("a step that is not there has no words", () => {
  assert.equal(stepWords(steps, 9), "");
});

const path: MethodPath = {
  ...{ condition: "true", outcome: "returned", value: "0", heap: "", example: "", svg: "" },
  ...{ reach: "reachable", code: "", reason: "" },
};

test("a list of paths that is not complete claims no number", () => {
  const answer = { name: "A.m", count: 1, error_count: 0, reasons: [], paths: [path] };
  assert.equal(pathCounts({ ...answer, complete: true }), "1 path");
  assert.equal(
    pathCounts({ ...answer, count: 3, error_count: 2, complete: false }),
    "at least 3 paths, 2 errors",
  );
});

test("a path says how it ends", () => {
  assert.equal(pathEnd(path), "returns 0");
  assert.equal(pathEnd({ ...path, outcome: "raised", value: null }), "throws");
  assert.equal(
    pathEnd({ ...path, outcome: "error", value: "null dereference" }),
    "fails with null dereference",
  );
});

test("a box of the state graph says its number, its size and its depth", () => {
  const state = { id: 4, depth: 1, nObjects: 2, svg: "", text: "", constraints: [], calls: null };
  assert.equal(stateWords(state), "#4, 2 objects, after 1 call");
  assert.equal(stateWords({ ...state, depth: 0, nObjects: 0 }), "#4, empty heap, after 0 calls");
});
