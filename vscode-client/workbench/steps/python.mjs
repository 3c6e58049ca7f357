// Annotated Python: lens, hover, Generate heap input and as a test, exact texts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  chooseCodeAction,
  clickLens,
  goTo,
  hover,
  lensSays,
  openCodeActions,
  savedAs,
} from "../actions.mjs";

export const files = (examples) => ({ "node.py": { file: join(examples, "node.py") } });

export async function run({ workspace, open, step }) {
  const file = join(workspace, "node.py");
  const before = readFileSync(file, "utf8");
  const lineOf = (words) => before.slice(0, before.indexOf(words)).split("\n").length;
  const end = "+ o._next._next._value == 800\n    )\n";
  const after = before.replace(end, `${end}${INPUT}`);
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
    await openCodeActions(page, "Generate heap input");
    await chooseCodeAction(page, "Generate heap input");
    await savedAs(page, file, after);
  });
  await step("Undo takes them back", async () => {
    await page.keyboard.press("Control+z");
    await savedAs(page, file, before);
  });
  await step("Generate heap input as test writes a test that asserts the spec", async () => {
    await goTo(page, lineOf("def TEST"), 5);
    await openCodeActions(page, "Generate heap input as test");
    await chooseCodeAction(page, "Generate heap input as test");
    await savedAs(page, file, before.replace(end, `${end}${TEST}`));
    await page.keyboard.press("Control+z");
    await savedAs(page, file, before);
  });
  await step("insert in the lens writes the same", async () => {
    await lensSays(page, "reachable in 3 calls");
    await clickLens(page, "reachable in 3 calls", "insert", () =>
      page.locator(".tab.active.dirty").isVisible(),
    );
    await savedAs(page, file, after);
  });
}

const INPUT = `

# heap input for TEST
node = Node.create(225, False)
node.add_after(250)
o = node.add_before(550)
`;

const TEST = `

def test_TEST() -> None:
    node = Node.create(225, False)
    node.add_after(250)
    o = node.add_before(550)
    assert TEST(o)
`;
