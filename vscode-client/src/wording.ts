// What the user reads about verdicts and about work, as plain text.
//
// Place: src/. Pure: the status bar, the Test Explorer and the views use the same words.
// Nothing here says more than the verdict does: a bounded answer keeps its bound.
import { type Bound, type HeapStep, type StatusItem, titleOf, type Work } from "./protocol";

export type Outcome = "passed" | "failed" | "undecided" | "pending";

/** Say what a status means for a test: a spec passes if its heap can be built. */
export function outcome(status: string): Outcome {
  switch (status) {
    case "reachable":
    case "holds":
    case "holds-bounded":
      return "passed";
    case "unreachable":
    case "contradiction":
    case "violated":
      return "failed";
    case "not-found":
    case "unknown":
      return "undecided";
    default:
      return "pending";
  }
}

export function isPending(status: string): boolean {
  return outcome(status) === "pending";
}

/** Give the few words that stand beside a test's name. */
export function verdictWords(item: StatusItem): string {
  const nCalls = item.calls?.length ?? 0;
  switch (item.status) {
    case "reachable":
      return `reachable in ${counted(nCalls, "call")}`;
    case "violated":
      return `violated after ${counted(nCalls, "call")}`;
    case "holds-bounded":
      return "holds within the bound";
    case "not-found":
      return "not found within the bound";
    default:
      return item.status;
  }
}

/** Give the message of a test that did not pass: the reason, then the calls. */
export function failureMessage(item: StatusItem): string {
  const lines = [item.reason?.trim() || `${item.name}: ${item.status}`];
  if (item.calls && item.calls.length > 0)
    lines.push("", "The calls:", ...item.calls.map((call) => `    ${call}`));
  return lines.join("\n");
}

export function isAtRest(work: Work): boolean {
  return work.running === 0 && work.queued === 0;
}

/** Say what the server does now, for the status bar; null when it rests. */
export function workWords(work: Work): string | null {
  if (isAtRest(work)) return null;
  if (work.running === 0) return `${work.queued} queued`;
  const parts = [work.states > 0 ? counted(work.states, "state") : "working"];
  if (work.queued > 0) parts.push(`${work.queued} queued`);
  return parts.join(" · ");
}

/** Say the same at length, for the tooltip. */
export function workDetails(work: Work): string[] {
  if (isAtRest(work)) return ["Nothing is being checked."];
  return [
    `Checking ${counted(work.running, "question")}, ${work.queued} waiting`,
    `${counted(work.states, "state")} found, ${work.frontier} still to look at`,
    `${counted(work.calls, "call")} deep, ${work.elapsed.toFixed(1)} s`,
  ];
}

/** Say within which bound an answer was given; calls that were found need no more than themselves. */
export function boundWords(bound: Bound | null, verdict: string): string {
  if (bound === null) return "";
  const parts = Object.entries(bound.objects).map(([name, n]) => `at most ${n} ${name}`);
  if (bound.calls !== null) parts.push(`at most ${counted(bound.calls, "call")}`);
  if (parts.length === 0) return "";
  const isWhole = bound.complete || verdict === "reachable" || verdict === "violated";
  return `${parts.join(", ")}${isWhole ? "" : "; not everything within it was looked at"}`;
}

/** Say what a step did, in one sentence for a screen reader. */
export function stepWords(steps: readonly HeapStep[], index: number): string {
  const step = steps[index];
  if (step === undefined) return "";
  if (step.call === null) return `Step 0 of ${steps.length - 1}: the empty heap.`;
  const before = new Set(steps[index - 1]?.objects.map(titleOf) ?? []);
  const fresh = step.objects.map(titleOf).filter((title) => !before.has(title));
  const changed = step.objects.flatMap((object) =>
    object.fields
      .filter((field) => field.changed && before.has(titleOf(object)))
      .map((field) => `${titleOf(object)}.${field.name} is now ${field.value}`),
  );
  const parts = [
    ...(fresh.length > 0 ? [`new: ${fresh.join(", ")}`] : []),
    ...(changed.length > 0 ? [`changed: ${changed.join(", ")}`] : []),
  ];
  const effect = parts.length > 0 ? parts.join("; ") : "changes no field";
  return `Step ${index} of ${steps.length - 1}: ${step.call} — ${effect}.`;
}

export function counted(count: number, thing: string): string {
  return count === 1 ? `1 ${thing}` : `${count} ${thing}s`;
}
