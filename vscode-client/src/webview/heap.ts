// The heap view: a picture per step, the calls beside it, a slider and keys to go through them.
//
// Place: src/webview/. Runs in the page that `views/heap-view` opens.
import { type HeapStep, titleOf } from "../protocol";
import type { HeapContent, HeapLabels } from "../views/messages";
import { button, element, showContent, showNotice, takesKeys } from "./dom";
import { listen, remember, remembered, send } from "./host";
import { makeClickable, picture } from "./picture";

const SMALLEST = 0.6;

let shown: HeapContent | null = null;
let step = 0;

listen((message) => {
  if (message.kind === "notice") {
    // A content that is no longer current stays, marked as such.
    showNotice(message.text, message.isBusy, shown !== null);
    return;
  }
  if (message.kind !== "heap") return;
  const kept = shown === null ? remembered().step : step;
  shown = message;
  const last = message.answer.steps.length - 1;
  build(message);
  go(typeof kept === "number" ? Math.min(kept, last) : last, false);
});

document.addEventListener("keydown", (event) => {
  if (shown === null || takesKeys(event.target) || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const last = shown.answer.steps.length - 1;
  const target = { ArrowRight: step + 1, ArrowLeft: step - 1, Home: 0, End: last }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  go(target, true);
});

function build({ answer, boundWords, labels }: HeapContent): void {
  const last = answer.steps.length - 1;
  const slider = element("input", {
    id: "slider",
    type: "range",
    min: "0",
    max: String(Math.max(0, last)),
    step: "1",
    "aria-label": labels.step,
  });
  slider.addEventListener("input", () => go(Number(slider.value), true));
  const reason = element("p", { class: "reason" }, answer.reason);
  showContent(
    element(
      "header",
      {},
      element("h1", {}, answer.name),
      element("span", { class: `verdict ${answer.verdict}` }, answer.verdict),
      element("span", { class: "faint" }, boundWords),
    ),
    answer.steps.length === 0 ? reason : element("p", { class: "reason" }, answer.reason),
    ...(answer.steps.length === 0
      ? []
      : [
          element(
            "div",
            { class: "toolbar", role: "toolbar", "aria-label": labels.step },
            button(labels.first, "|◀", () => go(0, true)),
            button(labels.previous, "◀", () => go(step - 1, true)),
            slider,
            button(labels.next, "▶", () => go(step + 1, true)),
            button(labels.last, "▶|", () => go(last, true)),
            element("output", { id: "position", for: "slider" }),
            element("span", { class: "space" }),
            button(labels.insert, labels.insert, () => send({ kind: "insert" })),
            button(labels.copy, labels.copy, () =>
              send({ kind: "copy", text: callsOf(answer.steps) }),
            ),
            button(labels.export, labels.export, () =>
              send({ kind: "export", index: step === last ? null : step }),
            ),
          ),
          element(
            "div",
            { class: "split" },
            element("nav", { "aria-label": labels.calls }, callList(answer.steps, labels)),
            element("section", { id: "picture", "aria-label": labels.heap }),
          ),
          element("p", { id: "said", class: "said", "aria-live": "polite" }),
          element(
            "details",
            {},
            element("summary", {}, labels.asText),
            element("pre", { id: "text" }),
          ),
          element("p", { class: "faint" }, labels.help),
        ]),
  );
}

function callList(steps: readonly HeapStep[], labels: HeapLabels): HTMLElement {
  return element(
    "ol",
    { class: "calls", start: "0" },
    ...steps.map((each, index) => {
      const text = each.call ?? labels.emptyHeap;
      const { range: place } = each;
      const choose = button(text, text, () => {
        go(index, true);
        // Keys go on through the calls, so the focus stays here; the arrow takes it along.
        if (place !== undefined) send({ kind: "reveal", place, keepsFocus: true });
      });
      choose.classList.add("call");
      choose.dataset.step = String(index);
      const open =
        place === undefined
          ? null
          : button(`${labels.goToSource}: ${text}`, "↗", () =>
              send({ kind: "reveal", place, keepsFocus: false }),
            );
      open?.classList.add("open");
      return element("li", {}, choose, open);
    }),
  );
}

function go(target: number, isRemembered: boolean): void {
  if (shown === null) return;
  const { steps } = shown.answer;
  step = Math.max(0, Math.min(steps.length - 1, target));
  if (isRemembered) remember({ step });
  const current = steps[step];
  if (current === undefined) return;
  const slider = document.querySelector<HTMLInputElement>("#slider");
  if (slider !== null) {
    slider.value = String(step);
    slider.setAttribute("aria-valuetext", shown.stepWords[step] ?? "");
  }
  put("#position", `${step} / ${steps.length - 1}`);
  put("#said", shown.stepWords[step] ?? "");
  put("#text", current.text);
  for (const call of document.querySelectorAll<HTMLElement>(".call")) {
    if (call.dataset.step === String(step)) {
      call.setAttribute("aria-current", "step");
      call.scrollIntoView({ block: "nearest" });
    } else call.removeAttribute("aria-current");
  }
  draw(current, shown.labels.goToSource);
}

function draw(current: HeapStep, goToSource: string): void {
  const made = picture(current.svg);
  const place = document.querySelector("#picture");
  if (place === null) return;
  if (made === null) {
    place.replaceChildren(element("pre", {}, current.text));
    return;
  }
  const places = new Map(
    current.objects.flatMap((each) => (each.range ? [[titleOf(each), each.range] as const] : [])),
  );
  makeClickable(
    made,
    new Set(places.keys()),
    (id) => `${id}: ${goToSource}`,
    (id) => {
      const found = places.get(id);
      if (found !== undefined) send({ kind: "reveal", place: found, keepsFocus: false });
    },
  );
  place.replaceChildren(made);
  fit(made, place);
}

/** Make a wide picture as small as the view wants, but not so small that it cannot be read. */
function fit(made: SVGSVGElement, place: Element): void {
  const { width, height } = made.viewBox.baseVal;
  const scale = Math.max(SMALLEST, Math.min(1, place.clientWidth / width));
  made.setAttribute("width", String(width * scale));
  made.setAttribute("height", String(height * scale));
}

window.addEventListener("resize", () => {
  const made = document.querySelector<SVGSVGElement>("#picture > svg");
  if (made?.parentElement) fit(made, made.parentElement);
});

function put(selector: string, text: string): void {
  const place = document.querySelector(selector);
  if (place !== null) place.textContent = text;
}

function callsOf(steps: readonly HeapStep[]): string {
  return steps.flatMap((each) => (each.call === null ? [] : [each.call])).join("\n");
}
