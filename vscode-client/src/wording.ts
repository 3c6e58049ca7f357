// What the user reads about verdicts and about work, as plain text in the user's language.
//
// Place: src/. Asks VS Code for translations and for nothing else: the status bar, the Test Explorer
// and the views use the same words. Nothing here says more than the verdict does: a bounded answer
// keeps its bound. Words of the contract, such as `unreachable`, stay as they are.
import { l10n } from "vscode";
import {
  type Bound,
  type GraphState,
  type HeapStep,
  type MethodPath,
  type PathsAnswer,
  type StatusItem,
  titleOf,
  type Work,
} from "./protocol";

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
      return nCalls === 1
        ? l10n.t("reachable in 1 call")
        : l10n.t("reachable in {0} calls", nCalls);
    case "violated":
      return nCalls === 1
        ? l10n.t("violated after 1 call")
        : l10n.t("violated after {0} calls", nCalls);
    case "holds-bounded":
      return l10n.t("holds within the bound");
    case "not-found":
      return l10n.t("not found within the bound");
    default:
      return item.status;
  }
}

/** Give the message of a test that did not pass: the reason, then the calls. */
export function failureMessage(item: StatusItem): string {
  const lines = [item.reason?.trim() || `${item.name}: ${item.status}`];
  if (item.calls && item.calls.length > 0)
    lines.push("", l10n.t("The calls:"), ...item.calls.map((call) => `    ${call}`));
  return lines.join("\n");
}

export function isAtRest(work: Work): boolean {
  return work.running === 0 && work.queued === 0;
}

/** Say what the server does now, for the status bar; null when it rests. */
export function workWords(work: Work): string | null {
  if (isAtRest(work)) return null;
  const queued = l10n.t("{0} queued", work.queued);
  if (work.running === 0) return queued;
  const parts = [work.states > 0 ? statesWords(work.states) : l10n.t("working")];
  if (work.queued > 0) parts.push(queued);
  return parts.join(" · ");
}

/** Say the same at length, for the tooltip. */
export function workDetails(work: Work): string[] {
  if (isAtRest(work)) return [l10n.t("Nothing is being checked.")];
  return [
    l10n.t("Questions being checked: {0}, waiting: {1}", work.running, work.queued),
    l10n.t("States found: {0}, still to look at: {1}", work.states, work.frontier),
    l10n.t("Depth in calls: {0}, seconds: {1}", work.calls, work.elapsed.toFixed(1)),
  ];
}

/** Say within which bound an answer was given; calls that were found need no more than themselves. */
export function boundWords(bound: Bound | null, verdict: string): string {
  if (bound === null) return "";
  const parts = Object.entries(bound.objects).map(([name, n]) =>
    l10n.t("at most {0} {1}", n, name),
  );
  if (bound.calls === 1) parts.push(l10n.t("at most 1 call"));
  else if (bound.calls !== null) parts.push(l10n.t("at most {0} calls", bound.calls));
  if (parts.length === 0) return "";
  const isWhole = bound.complete || verdict === "reachable" || verdict === "violated";
  const words = parts.join(", ");
  return isWhole ? words : l10n.t("{0}; not everything within it was looked at", words);
}

/** Say what a step did, in one sentence for a screen reader. */
export function stepWords(steps: readonly HeapStep[], index: number): string {
  const step = steps[index];
  const last = steps.length - 1;
  if (step === undefined) return "";
  if (step.call === null) return l10n.t("Step 0 of {0}: the empty heap.", last);
  const before = new Set(steps[index - 1]?.objects.map(titleOf) ?? []);
  const fresh = step.objects.map(titleOf).filter((title) => !before.has(title));
  const changed = step.objects.flatMap((object) =>
    object.fields
      .filter((field) => field.changed && before.has(titleOf(object)))
      .map((field) => l10n.t("{0} is now {1}", `${titleOf(object)}.${field.name}`, field.value)),
  );
  const parts = [
    ...(fresh.length > 0 ? [l10n.t("new: {0}", fresh.join(", "))] : []),
    ...(changed.length > 0 ? [l10n.t("changed: {0}", changed.join(", "))] : []),
  ];
  const effect = parts.length > 0 ? parts.join("; ") : l10n.t("changes no field");
  return l10n.t("Step {0} of {1}: {2} — {3}.", index, last, step.call, effect);
}

/** Say how large the heap of a state is, for its box. */
export function stateSize(state: GraphState): string {
  if (state.nObjects === 0) return l10n.t("empty heap");
  return state.nObjects === 1 ? l10n.t("1 object") : l10n.t("{0} objects", state.nObjects);
}

/** Say what a box of the state graph stands for, for a screen reader. */
export function stateWords(state: GraphState): string {
  return state.depth === 1
    ? l10n.t("#{0}, {1}, after 1 call", state.id, stateSize(state))
    : l10n.t("#{0}, {1}, after {2} calls", state.id, stateSize(state), state.depth);
}

/** Say how many paths a method has, and how many of them end in an error. */
export function pathCounts({ count, error_count, complete }: PathsAnswer): string {
  const paths = count === 1 ? l10n.t("1 path") : l10n.t("{0} paths", count);
  const some = complete ? paths : l10n.t("at least {0}", paths);
  if (error_count === 0) return some;
  return error_count === 1
    ? l10n.t("{0}, 1 error", some)
    : l10n.t("{0}, {1} errors", some, error_count);
}

/** Say how a path ends. */
export function pathEnd({ outcome: how, value }: MethodPath): string {
  switch (how) {
    case "returned":
      return value === null ? l10n.t("returns") : l10n.t("returns {0}", value);
    case "raised":
      return value === null ? l10n.t("throws") : l10n.t("throws {0}", value);
    default:
      return value === null ? l10n.t("fails") : l10n.t("fails with {0}", value);
  }
}

function statesWords(count: number): string {
  return count === 1 ? l10n.t("1 state") : l10n.t("{0} states", count);
}
