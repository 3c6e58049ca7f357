// Pictures in hovers take the colours of the editor's theme.
//
// Place: src/. Pure. A picture in a hover is an image, so no style of the workbench reaches into it:
// by itself it follows the system's light or dark scheme, which need not be the editor's. Here the
// choice that its style sheet leaves to the system is made.

const IMAGE = /data:image\/svg\+xml;base64,([A-Za-z0-9+/=]+)/g;
const DARK_ONLY = /@media \(prefers-color-scheme:dark\)\{(\.heapwright\{[^{}]*\})\}/g;

/** Make the pictures of a Markdown text light or dark. */
export function withTheme(markdown: string, isDark: boolean): string {
  return markdown.replace(IMAGE, (_, data: string) => {
    const svg = Buffer.from(data, "base64").toString("utf8");
    const themed = svg.replace(DARK_ONLY, (_all, rule: string) => (isDark ? rule : ""));
    return `data:image/svg+xml;base64,${Buffer.from(themed, "utf8").toString("base64")}`;
  });
}
