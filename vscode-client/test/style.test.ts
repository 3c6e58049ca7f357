// The views take every colour from VS Code's theme.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const folder = join(process.cwd(), "src", "webview");
const NAMES = "white|black|red|green|blue|yellow|orange|purple|gr[ae]y|navy|silver|gold|pink";
const COLOUR = new RegExp(
  `#[0-9a-f]{3,8}\\b|\\b(rgba?|hsla?|lab|lch|color)\\(|\\b(${NAMES})\\b`,
  "i",
);

/** Give the values of a style sheet that name a colour, also as the fallback of a variable. */
function ownColours(css: string): string[] {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/--[\w-]+/g, "--");
  return [...text.matchAll(/:([^;{}]+);/g)].flatMap(([, value = ""]) =>
    COLOUR.test(value) ? [value.trim()] : [],
  );
}

test("no colour of our own is in the style sheet", () => {
  assert.deepEqual(ownColours(readFileSync(join(folder, "view.css"), "utf8")), []);
});

test("the search for colours of our own finds some", () => {
  const css =
    "a { color: #123; fill: rgb(1, 2, 3); background: var(--vscode-red, white); border: 1px; }";
  assert.deepEqual(ownColours(css), ["#123", "rgb(1, 2, 3)", "var(--, white)"]);
});

test("scripts of the views set no colours and no styles", () => {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".ts")))
    assert.doesNotMatch(
      readFileSync(join(folder, name), "utf8"),
      /#[0-9a-f]{6}\b|rgb\(|\.style\b|(fill|stroke): "/,
      name,
    );
});
