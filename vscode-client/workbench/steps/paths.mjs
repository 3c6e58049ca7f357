// The paths of a method: how many a lens says, the list with pictures, calls where there are some.
import assert from "node:assert/strict";
import { join } from "node:path";
import {
  command,
  cursorAt,
  exported,
  goTo,
  lensSays,
  openView,
  pressIn,
  webview,
} from "../actions.mjs";
import { until } from "../workbench.mjs";

const STACK = `class Cell { int v; Cell next; }

class Stack {
    private Cell top;
    private new;
    static Stack make() := new Stack;
    void push(int x) := let c := new Cell in { c.v := x; c.next := this.top; this.top := c };
    int first() := if this.top = null then 0 else if this.top.next = this.top then 1 else 2;
}

spec empty(Stack s) := s.first() = 0;
`;

const COUNTER = `class Counter:
    def __init__(self) -> None:
        self._n: int = 0

    def up(self, by: int) -> int:
        if by > 10:
            raise ValueError("too much")
        self._n += by
        return self._n


# heapwright: spec
def FIVE(c: Counter) -> bool:
    return c._n == 5
`;

export const files = () => ({ "stack.tiny": { text: STACK }, "counter.py": { text: COUNTER } });

export async function run({ workbench, open, step }) {
  const page = await open("stack.tiny");
  let frame = null;
  await goTo(page, 8, 9);
  await step("the lens of a method counts its paths", () => lensSays(page, "3 paths"));
  await step(
    "the paths with their pictures, and whether calls lead there",
    async () => {
      frame = await openView(page, "3 paths", "3 paths", ".path .heap svg");
      assert.equal(await frame.locator("h1").innerText(), "Stack.first");
      const cards = frame.locator(".path");
      assert.equal(await cards.count(), 3);
      await until(
        async () => (await frame.locator(".path .heap svg").count()) === 3,
        "three pictures",
      );
      const byEnd = async (words) => cards.filter({ hasText: words }).first().innerText();
      assert.match(await byEnd("returns 0"), /\breachable\b[\s\S]*it := Stack\.make\(\);/);
      assert.match(await byEnd("returns 1"), /unreachable[\s\S]*no public calls lead to it/);
      assert.match(
        await byEnd("returns 2"),
        /\breachable\b[\s\S]*it := Stack\.make\(\);\nit\.push\(0\);/,
      );
    },
    "paths",
  );
  await step("a screen reader is told of each path when it is taken and how it ends", async () => {
    const tree = await frame.locator("main").ariaSnapshot();
    assert.match(tree, /heading "Stack\.first" \[level=1\]/);
    assert.match(tree, /searchbox "Search conditions, endings, calls"/);
    assert.match(tree, /listitem "1: [^"]*this\.top = null; returns 0; reachable"/);
    assert.match(tree, /button "Export as SVG: 1"/);
  });
  await step("the input of a path is exported", async () => {
    const svg = await exported(page, frame, join(workbench.workspace, "Stack.first-1.svg"));
    assert.match(svg, /^<svg [\s\S]*Stack#1[\s\S]*<\/svg>\s*$/);
  });
  await step("keys move from path to path, and search narrows the list", async () => {
    await pressIn(frame, '.path[data-path="0"]', "ArrowDown");
    await until(
      async () =>
        (await frame.locator(".path[aria-current]").getAttribute("data-path")) === "1" &&
        (await frame.locator(".path:focus").count()) === 1,
      "the second path",
    );
    await frame.locator("#search").fill("unreachable");
    await until(
      async () => (await frame.locator("#matches").innerText()) === "1 of 3 paths match",
      "one match",
    );
    assert.equal(await frame.locator(".path:visible").count(), 1);
    await pressIn(frame, "#search", "Escape");
    await until(async () => (await frame.locator(".path:visible").count()) === 3, "all paths");
  });
  await step("the arrow goes to the method", async () => {
    await frame.locator("header button").click();
    await cursorAt(page, 8);
  });
  await step("the list follows an edit", async () => {
    await goTo(page, 8, 92);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("2");
    frame = await webview(page, ".path .heap svg");
    await until(
      async () => /returns 22/.test(await frame.locator("main").innerText()),
      "the changed ending",
    );
    await page.keyboard.press("Control+z");
  });
  const python = await open("counter.py");
  await step("the palette shows the paths of the Python method at the cursor", async () => {
    await goTo(python, 5, 10);
    await lensSays(python, "2 paths");
    await command(python, "heapwright: Show the paths of a method");
    frame = await webview(python, ".path .heap svg");
    assert.equal(await frame.locator("h1").innerText(), "Counter.up");
    assert.match(await frame.locator("main").innerText(), /throws/);
  });
}
