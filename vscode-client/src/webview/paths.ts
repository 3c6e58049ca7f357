// The list of a method's paths: one card each, with its picture, found by search or by the arrow keys.
//
// Place: src/webview/. Runs in the page that `views/paths-view` opens. A method may have hundreds of
// paths, so a picture is made when its card comes near what is seen.
import type { MethodPath } from "../protocol";
import type { PathsContent } from "../views/messages";
import { button, element, filled, showContent, showNotice, takesKeys } from "./dom";
import { listen, remember, remembered, send } from "./host";
import { picture } from "./picture";

const NEAR = "600px";

let shown: PathsContent | null = null;
let chosen = 0;

listen((message) => {
  if (message.kind === "notice") {
    // A content that is no longer current stays, marked as such.
    showNotice(message.text, message.isBusy, shown !== null);
    return;
  }
  if (message.kind !== "paths") return;
  const before = shown === null ? remembered().chosen : chosen;
  shown = message;
  build(message);
  choose(typeof before === "number" ? Math.min(before, message.answer.paths.length - 1) : 0, false);
});

document.addEventListener("keydown", (event) => {
  if (shown === null || takesKeys(event.target) || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const act = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Home: () => move(-visible().length),
    End: () => move(visible().length),
    "/": () => document.querySelector<HTMLInputElement>("#search")?.focus(),
  }[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
});

function build(content: PathsContent): void {
  const { answer, counts, labels } = content;
  const search = element("input", {
    id: "search",
    type: "search",
    placeholder: labels.search,
    "aria-label": labels.search,
  });
  search.addEventListener("input", () => find(search.value));
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    search.value = "";
    find("");
  });
  showContent(
    element(
      "header",
      {},
      element("h1", {}, answer.name),
      element("span", { class: "faint" }, counts),
      button(`${labels.goToSource}: ${answer.name}`, "↗", () =>
        send({ kind: "revealMethod", method: answer.name }),
      ),
    ),
    ...answer.reasons.map((reason) => element("p", { class: "reason" }, reason)),
    element(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": labels.list },
      search,
      element("output", { id: "matches", "aria-live": "polite" }),
    ),
    element(
      "ol",
      { class: "paths", "aria-label": labels.list },
      ...answer.paths.map((path, index) => card(content, path, index)),
    ),
    element("p", { class: "faint" }, labels.help),
  );
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        fill(target);
      }
    },
    { rootMargin: NEAR },
  );
  for (const each of document.querySelectorAll(".path .heap")) observer.observe(each);
}

function card({ ends, labels }: PathsContent, path: MethodPath, index: number): HTMLElement {
  const number = index + 1;
  const condition = path.condition === "true" ? labels.always : path.condition;
  const made = element(
    "li",
    {
      class: `path ${path.outcome}`,
      tabindex: "-1",
      "data-path": String(index),
      "aria-label": `${number}: ${labels.condition} ${condition}; ${ends[index]}; ${path.reach}`,
    },
    element(
      "h2",
      {},
      element("span", { class: "faint" }, `${number} `),
      element("code", {}, condition),
    ),
    element(
      "p",
      { class: "end" },
      element("span", { class: "ending" }, ends[index] ?? ""),
      element("span", { class: `verdict ${path.reach}` }, path.reach),
      path.reason === "" ? null : element("span", { class: "faint" }, path.reason),
    ),
    element(
      "div",
      { class: "sides" },
      element(
        "div",
        {},
        element("h3", {}, labels.input),
        element("div", { class: "heap", "data-path": String(index) }),
        element(
          "details",
          {},
          element("summary", {}, labels.asText),
          element("pre", {}, path.example),
        ),
        button(`${labels.export}: ${number}`, labels.export, () =>
          send({ kind: "export", index: number }),
        ),
      ),
      path.code === ""
        ? null
        : element(
            "div",
            {},
            element("h3", {}, labels.calls),
            element("pre", { class: "code" }, path.code),
            button(`${labels.copy}: ${number}`, labels.copy, () =>
              send({ kind: "copy", text: path.code }),
            ),
          ),
    ),
  );
  made.addEventListener("focusin", () => mark(index));
  made.addEventListener("click", () => mark(index));
  return made;
}

/** Put the picture of a path where it belongs. */
function fill(place: Element): void {
  const path = shown?.answer.paths[Number((place as HTMLElement).dataset.path)];
  if (shown === null || path === undefined) return;
  const text =
    path.example.trim() === ""
      ? element("p", { class: "faint" }, shown.labels.noInput)
      : element("pre", {}, path.example);
  place.replaceChildren(picture(path.svg) ?? text);
}

function find(query: string): void {
  if (shown === null) return;
  const { answer, ends, labels } = shown;
  const words = query.trim().toLowerCase();
  let nFound = 0;
  for (const each of document.querySelectorAll<HTMLElement>(".path")) {
    const index = Number(each.dataset.path);
    const path = answer.paths[index];
    const text = [path?.condition, ends[index], path?.reach, path?.reason, path?.code].join("\n");
    each.hidden = !text.toLowerCase().includes(words);
    if (!each.hidden) nFound += 1;
  }
  const place = document.querySelector("#matches");
  if (place !== null)
    place.textContent = words === "" ? "" : filled(labels.matches, nFound, answer.paths.length);
}

function visible(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".path")].filter((each) => !each.hidden);
}

function move(by: number): void {
  const cards = visible();
  const at = cards.findIndex((each) => each.dataset.path === String(chosen));
  const next = cards[Math.max(0, Math.min(cards.length - 1, at + by))];
  if (next !== undefined) choose(Number(next.dataset.path), true);
}

function choose(index: number, isAsked: boolean): void {
  mark(index);
  const card = document.querySelector<HTMLElement>(`.path[data-path="${index}"]`);
  if (!isAsked) return;
  card?.scrollIntoView({ block: "nearest" });
  card?.focus({ preventScroll: true });
}

/** Make a path the one that keys move on from, and the only one that Tab stops at. */
function mark(index: number): void {
  chosen = index;
  remember({ chosen: index });
  for (const each of document.querySelectorAll<HTMLElement>(".path")) {
    const isChosen = each.dataset.path === String(index);
    each.tabIndex = isChosen ? 0 : -1;
    if (isChosen) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
}
