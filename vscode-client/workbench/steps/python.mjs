// Annotated Python: lens, hover, Generate heap input and as a test, exact texts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codeAction, goTo, hover, lensSays, savedAs } from "../actions.mjs";

export const files = (examples) => ({ "node.py": { file: join(examples, "node.py") } });

export async function run({ workspace, open, step }) {
  const file = join(workspace, "node.py");
  const before = readFileSync(file, "utf8");
  const lineOf = (words) => before.slice(0, before.indexOf(words)).split("\n").length;
  const page = await open("node.py");
  await step("lens says reachable in 3 calls", async () => {
    await goTo(page, lineOf("def LOOP"), 5);
    await lensSays(page, "reachable in 3 calls");
  });
  await step("hover shows the calls", async () => {
    await goTo(page, lineOf("def TEST"), 5);
    const text = await hover(page, "reachable");
    assert.match(text, /Node\.create\(/);
    assert.match(text, /add_before\(/);
  });
  await page.keyboard.press("Escape");
  await step("Generate heap input writes the calls", async () => {
    await goTo(page, lineOf("def TEST"), 5);
    await codeAction(page, "Generate heap input");
    await savedAs(page, file, (text) => text !== before);
    assert.equal(readFileSync(file, "utf8"), before);
  });
}
