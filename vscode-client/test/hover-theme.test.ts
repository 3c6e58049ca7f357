// Pictures in hovers are light in light themes and dark in dark ones.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withTheme } from "../src/hover-theme";

const LIGHT = ".heapwright{--hw-paper:white}";
const DARK = ".heapwright{--hw-paper:black}";
const PICTURE = `<svg><style>${LIGHT}@media (prefers-color-scheme:dark){${DARK}}text{}</style>…</svg>`;

function hover(svg: string): string {
  return `**reachable**\n\n![heap](data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")})\n`;
}

test("a dark theme takes the dark colours, whatever the system says", () => {
  assert.equal(
    withTheme(hover(PICTURE), true),
    hover(`<svg><style>${LIGHT}${DARK}text{}</style>…</svg>`),
  );
});

test("a light theme takes the light colours", () => {
  assert.equal(
    withTheme(hover(PICTURE), false),
    hover(`<svg><style>${LIGHT}text{}</style>…</svg>`),
  );
});

test("a text without pictures stays as it is", () => {
  assert.equal(withTheme("data: image/svg+xml", true), "data: image/svg+xml");
});

test("the server's pictures leave the choice to the system in just this form", () => {
  const source = readFileSync(
    join(process.cwd(), "..", "server", "heapwright", "pictures", "svg_page.py"),
    "utf8",
  );
  assert.ok(
    source.includes('f"@media (prefers-color-scheme:dark){{.heapwright{{{_properties(2)}}}}}"'),
  );
});
