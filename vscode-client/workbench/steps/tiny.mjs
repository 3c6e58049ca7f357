// The tiny language: lens, hover, Generate heap input, the diagnostic of an unreachable spec.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  chooseCodeAction,
  goTo,
  hover,
  lensSays,
  openCodeActions,
  plain,
  savedAs,
  statusBar,
} from "../actions.mjs";
import { PATIENCE, until } from "../workbench.mjs";

export const files = (examples) => ({ "node.tiny": { text: source(examples) } });

// A character outside the basic plane stands before everything, so that ranges that count wrongly show.
const source = (examples) => `// 😀\n${readFileSync(join(examples, "node.tiny"), "utf8")}`;

export async function run({ workspace, open, step }) {
  const file = join(workspace, "node.tiny");
  const before = readFileSync(file, "utf8");
  const lineOf = (words) => before.slice(0, before.indexOf(words)).split("\n").length;
  const page = await open("node.tiny");
  await step("lens says reachable in 3 calls", async () => {
    await goTo(page, lineOf("spec LOOP"), 7);
    await lensSays(page, "reachable in 3 calls | insert | draw");
    await lensSays(page, "unreachable");
    assert.match(await statusBar(page), /heapwright/);
  });
  await step("hover shows verdict, calls and heap", async () => {
    await goTo(page, lineOf("spec TEST"), 7);
    const text = await hover(page, "reachable");
    assert.match(text, /3 calls/);
    assert.match(text, /Node\.create\(/);
    await page.locator(".monaco-hover:visible img").first().waitFor();
  });
  await page.keyboard.press("Escape");
  await step("diagnostic of the unreachable spec", async () => {
    await page
      .locator(".squiggly-warning")
      .first()
      .waitFor({ state: "attached", timeout: PATIENCE });
    await goTo(page, lineOf("spec LOOP"), 7);
    const text = await hover(page, "HW001");
    assert.match(text, /no sequence of public calls makes it true/);
    assert.equal(text.match(/HW001/g).length, 1, "the diagnostic is there once");
  });
  await page.keyboard.press("Escape");
  await step("Generate heap input is offered", async () => {
    await goTo(page, lineOf("spec TEST"), 7);
    await openCodeActions(page, "Generate heap input");
  });
  await step("Generate heap input writes exactly the calls", async () => {
    await chooseCodeAction(page, "Generate heap input");
    const spec = /spec TEST[^;]*;\n/.exec(before)[0];
    await savedAs(page, file, before.replace(spec, `${spec}${INPUT}`));
    await until(
      async () =>
        /Node#1\(next=null, value=450\)/.test(
          plain(await page.locator(".view-lines").first().innerText()),
        ),
      "the inlay hint with the heap after the first call",
    );
  });
}

const INPUT = `
test TEST_input {
    node := Node.create(225, false);
    node.addAfter(250);
    o := node.addBefore(550);
}
`;
