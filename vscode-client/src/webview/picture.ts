// A picture of the server inside the page: parsed, cleaned, coloured by the theme, clickable.
//
// Place: src/webview/. The server draws an object as a group whose title is the object's name, so the
// title is how a group is found again. Only elements that the server's pictures use are let in.

const ALLOWED = new Set([
  "svg",
  "title",
  "desc",
  "style",
  "g",
  "rect",
  "path",
  "text",
  "circle",
  "line",
]);

/** Parse a picture; null if the text is none. */
export function picture(svg: string): SVGSVGElement | null {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return null;
  const made = document.importNode(parsed, true) as unknown as SVGSVGElement;
  for (const each of [...made.querySelectorAll("*")]) {
    if (!ALLOWED.has(each.nodeName)) each.remove();
    for (const { name } of [...each.attributes])
      if (name.startsWith("on") || name === "href" || name === "xlink:href")
        each.removeAttribute(name);
  }
  for (const style of made.querySelectorAll("style")) adopt(style);
  return made;
}

const adopted = new Set<string>();

/** Take over a picture's style sheet, once; in this form the page's policy lets it in. */
function adopt(style: Element): void {
  const text = style.textContent ?? "";
  style.remove();
  if (adopted.has(text)) return;
  adopted.add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Make the groups with these titles respond to click and Enter. */
export function makeClickable(
  made: SVGSVGElement,
  titles: ReadonlySet<string>,
  label: (title: string) => string,
  click: (title: string) => void,
): void {
  for (const group of made.querySelectorAll("g")) {
    const title = [...group.children].find((each) => each.nodeName === "title")?.textContent ?? "";
    if (!titles.has(title)) continue;
    group.classList.add("clickable");
    group.setAttribute("tabindex", "0");
    group.setAttribute("role", "button");
    group.setAttribute("aria-label", label(title));
    group.addEventListener("click", () => click(title));
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      click(title);
    });
  }
}
