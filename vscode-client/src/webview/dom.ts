// Building elements. Everything that is shown goes in as text, never as markup.
//
// Place: src/webview/. Used by all views.

type Content = Node | string | null;

/** Make an element with attributes and content; null content is left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content.filter((each): each is Node | string => each !== null));
  return made;
}

export function button(label: string, text: string, click: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", title: label, "aria-label": label }, text);
  made.addEventListener("click", click);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

export function shape(
  name: string,
  attributes: Readonly<Record<string, string | number>> = {},
  ...content: readonly (Node | string)[]
): SVGElement {
  const made = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...content);
  return made;
}

/** Give the element into which a view puts its content. */
export function root(): HTMLElement {
  const found = document.getElementById("root");
  if (found === null) throw new Error("the page has no root");
  return found;
}

/** Show one line: in place of everything, or above a content that is no longer current. */
export function showNotice(text: string, isBusy: boolean, keepsContent: boolean): void {
  const line = element("p", { class: isBusy ? "notice busy" : "notice", role: "status" }, text);
  if (!keepsContent) {
    root().replaceChildren(line);
    return;
  }
  for (const old of root().querySelectorAll(":scope > .notice")) old.remove();
  root().classList.add("outdated");
  root().prepend(line);
}

/** Put content in place of everything. */
export function showContent(...content: readonly Node[]): void {
  root().classList.remove("outdated");
  root().replaceChildren(...content);
}

/** Put numbers into a text of the extension, at `{0}`, `{1}` and so on. */
export function filled(text: string, ...numbers: readonly number[]): string {
  return text.replace(/\{(\d)\}/g, (all, at: string) => String(numbers[Number(at)] ?? all));
}

/** Say whether keys typed into an element are meant for it. */
export function takesKeys(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type !== "range";
}
