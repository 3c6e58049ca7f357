// Editing the tiny language: snippets, completion, rename, formatting, folding, comments, colours.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { again, command, goTo, lensSays, openFile, plain, savedAs } from "../actions.mjs";
import { PATIENCE, until } from "../workbench.mjs";

// A character outside the basic plane stands before what is edited, so that ranges that count wrongly show.
const UGLY = `/* 😀 */ class   Box{
private int n;void put(int v):=this.n:=v;}



spec   FULL( Box b ):=b.n=7;
`;

const PRETTY = `/* 😀 */
class Box {
    private int n;
    void put(int v) := this.n := v;
}

spec FULL(Box b) := b.n = 7;
`;

const RENAMED = PRETTY.replaceAll(/\bn\b/g, "content");

export const files = () => ({
  "box.tiny": { text: UGLY },
  "new.tiny": { text: "\n" },
});

export async function run({ workspace, open, step }) {
  const box = join(workspace, "box.tiny");
  const fresh = join(workspace, "new.tiny");
  const page = await open("box.tiny");
  const suggestions = page.locator(".suggest-widget:visible .monaco-list-row");
  const labels = async () => (await suggestions.allInnerTexts()).map(plain).join("\n");
  await lensSays(page, "reachable in 2 calls");
  await step("Format Document lays the text out", async () => {
    await command(page, "Format Document");
    await savedAs(page, box, PRETTY);
  });
  await step("Rename changes every use, and nothing else", async () => {
    await goTo(page, 3, 17);
    const input = page.locator(".rename-box .rename-input, .rename-box input").first();
    await again(
      () => page.keyboard.press("F2"),
      () => input.isVisible(),
      "the field for the new name",
    );
    await input.fill("content");
    await input.press("Enter");
    await savedAs(page, box, RENAMED);
  });
  await step("a refused rename says why", async () => {
    await goTo(page, 3, 17);
    const input = page.locator(".rename-box .rename-input, .rename-box input").first();
    await again(
      () => page.keyboard.press("F2"),
      () => input.isVisible(),
      "the field for the new name",
    );
    await input.fill("class");
    await input.press("Enter");
    await until(
      async () =>
        /class/.test(
          plain(
            (
              await page
                .locator(".monaco-editor-overlaymessage, .notification-list-item")
                .allInnerTexts()
            ).join(" "),
          ),
        ),
      "the reason",
    );
    assert.equal(readFileSync(box, "utf8"), RENAMED);
  });
  await page.keyboard.press("Escape");
  await step("completion offers what fits after a dot", async () => {
    await goTo(page, 7, 23);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type(" && b.");
    await again(
      () => page.keyboard.press("Control+Space"),
      async () => /content/.test(await labels()),
      "the field among the suggestions",
      labels,
    );
    assert.match(await labels(), /\bput\b/);
    assert.doesNotMatch(await labels(), /\bclass\b/);
  });
  await step("a completion is put in as it is shown", async () => {
    await page.keyboard.type("cont");
    await until(async () => /^content\b/.test(await labels()), "one suggestion", PATIENCE, labels);
    await page.keyboard.press("Enter");
    await page.keyboard.type(" > 6");
    await savedAs(page, box, RENAMED.replace("= 7;", "= 7 && b.content > 6;"));
    await lensSays(page, "reachable in 2 calls");
  });
  await step("a line becomes a comment and back", async () => {
    const before = readFileSync(box, "utf8");
    await goTo(page, 7);
    await page.keyboard.press("Control+/");
    await savedAs(page, box, before.replace("spec FULL", "// spec FULL"));
    await page.keyboard.press("Control+/");
    await savedAs(page, box, before);
  });
  await step("a class folds", async () => {
    const lines = () => page.locator(".editor-instance .view-lines").first().innerText();
    await command(page, "Fold All");
    await until(async () => !/void put/.test(plain(await lines())), "the folded class");
    await command(page, "Unfold All");
    await until(async () => /void put/.test(plain(await lines())), "the unfolded class");
  });
  await step("words have their colour from the server, too", async () => {
    await goTo(page, 3, 17);
    await command(page, "Developer: Inspect Editor Tokens and Scopes");
    const inspect = page.locator(".token-inspect-widget");
    await until(
      async () => /property/.test(await inspect.innerText()),
      "the semantic token of a field",
      PATIENCE,
      () => inspect.innerText(),
    );
    assert.match(await inspect.innerText(), /source\.tiny/);
    await page.keyboard.press("Escape");
  });
  await openFile(page, "language/new.tiny");
  await step("a bracket brings its partner", async () => {
    await goTo(page, 1);
    await page.keyboard.type("class A {");
    await savedAs(page, fresh, "class A {}\n");
  });
  for (const [prefix, label, wanted] of SNIPPETS) {
    // The name of a snippet stands beside its prefix; keywords of the same spelling have none.
    const snippet = suggestions.filter({ hasText: new RegExp(`${prefix}\\s*${label}`) });
    await step(`the snippet ${prefix}`, async () => {
      await goTo(page, 1);
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await page.keyboard.type(prefix);
      await again(
        () => page.keyboard.press("Control+Space"),
        async () => (await snippet.count()) > 0,
        `the snippet “${label}” among the suggestions`,
        labels,
      );
      await until(async () => {
        if ((await snippet.first().getAttribute("class")).includes("focused")) return true;
        await page.keyboard.press("ArrowDown");
        return false;
      }, `the snippet “${label}” to be chosen`);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
      await savedAs(page, fresh, wanted);
    });
  }
}

const SNIPPETS = [
  [
    ...["class", "Class"],
    "class Node {\n    private int value;\n\n    void set(int v) := this.value := v;\n}",
  ],
  ["spec", "Spec", "spec NAME(Node o) := o.value = 1;"],
  ["invariant", "Invariant", "invariant name() := true;"],
  ["scope", "Scope of a class", "scope Node <= 3;"],
  ["hex", "HEX invariants", "hex { this.root(.left|.right)* aliases nothing; }"],
];
