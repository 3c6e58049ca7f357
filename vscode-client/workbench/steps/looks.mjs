// How the views look: light, dark and high contrast, in a narrow window, with long names, with fifty
// nodes. What can be asserted is; the rest is for eyes.
import assert from "node:assert/strict";
import { join } from "node:path";
import {
  assertFits,
  closeAll,
  command,
  goTo,
  lensSays,
  openFile,
  openView,
  webview,
} from "../actions.mjs";
import { PATIENCE, until } from "../workbench.mjs";

const LONG = "AnExtraordinarilyLongClassNameThatNobodyShouldWriteButSomebodyWill";

const LONG_NAMES = `
class ${LONG} {
    private ${LONG} theNextOneInTheVeryLongChainOfObjects;
    private int aValueWithAnEquallyLongName;
    void setTheValueToSomethingElse(int toWhat) := this.aValueWithAnEquallyLongName := toWhat;
    void append() := if this.theNextOneInTheVeryLongChainOfObjects = null
        then this.theNextOneInTheVeryLongChainOfObjects := new ${LONG}
        else throw;
}

scope ${LONG} <= 2;

spec a_spec_whose_name_is_as_long_as_a_sentence_that_says_what_it_means(${LONG} o) :=
    o.aValueWithAnEquallyLongName = 123456789012345678901234567890
    && o.theNextOneInTheVeryLongChainOfObjects != null;
`;

const FIFTY = `
class Stack {
    private Item top;
    private int size;
    void push(int v) := {
        let item := new Item in { item.value := v; item.next := this.top; this.top := item };
        this.size := this.size + 1
    };
}

class Item {
    int value;
    Item next;
}

scope Item <= 49;

spec FIFTY(Stack s) := s.size = 49;
`;

const TREE = `
class Tree {
    private Cell root;
    void insert(int v) := this.root := this.put(this.root, v);
    private Cell put(Cell c, int v) :=
        if c = null then let fresh := new Cell in { fresh.value := v; fresh }
        else {
            if v < c.value then c.left := this.put(c.left, v)
            else if c.value < v then c.right := this.put(c.right, v);
            c
        };
}

class Cell {
    int value;
    Cell left;
    Cell right;
}

scope Cell <= 6;
`;

// Where the examples' tree asks for six nodes, and where its class begins.
const SIX_LINE = 92;
const CLASS_LINE = 10;
const METHOD_LINE = 31;

const THEMES = {
  light: ["Default Light Modern", "vs"],
  dark: ["Default Dark Modern", "vs-dark"],
  "high contrast": ["Default High Contrast", "hc-black"],
  "high contrast light": ["Default High Contrast Light", "hc-light"],
};

export const files = (examples) => ({
  "avl.tiny": { file: join(examples, "avl.tiny") },
  "long.tiny": { text: LONG_NAMES },
  "fifty.tiny": { text: FIFTY },
  "tree.tiny": { text: TREE },
});

export async function run({ workbench, open, step }) {
  const page = await open("avl.tiny");
  let frame = null;
  /** Take another theme and wait until the workbench and the view have it. */
  const theme = async (name) => {
    const [id, kind] = THEMES[name];
    workbench.set({ "workbench.colorTheme": id });
    await page.locator(`.monaco-workbench.${kind}`).waitFor();
    await hasBackground(page, frame);
  };
  await goTo(page, SIX_LINE);
  await lensSays(page, "reachable in 7 calls");
  await step("a tree of six nodes, dark", async () => {
    frame = await openView(page, "reachable in 7 calls", "draw", "#picture svg");
    assert.equal(await frame.locator("#position").innerText(), "7 / 7");
  });
  for (const name of ["light", "high contrast", "high contrast light"])
    await step(`the same, ${name}`, () => theme(name));
  await step("the state graph, high contrast light", async () => {
    await closeAll(page);
    await openFile(page, "looks/avl.tiny");
    await goTo(page, CLASS_LINE, 8);
    await command(page, "heapwright: Show the state graph of a class");
    frame = await webview(page, "svg.graph");
    await frame.locator('[data-state="5"]').click();
  });
  for (const name of ["high contrast", "light", "dark"])
    await step(`the state graph, ${name}`, () => theme(name));
  await closeAll(page);
  await step("the paths of a method, dark", async () => {
    await openFile(page, "looks/avl.tiny");
    await goTo(page, METHOD_LINE, 10);
    await command(page, "heapwright: Show the paths of a method");
    frame = await webview(page, ".path .heap svg");
    await assertFits(frame);
  });
  for (const name of ["high contrast", "high contrast light", "light"])
    await step(`the paths of a method, ${name}`, () => theme(name));
  await theme("dark");
  await closeAll(page);
  await step("long names", async () => {
    await openFile(page, "looks/long.tiny");
    await goTo(page, 14);
    await lensSays(page, "reachable in 3 calls");
    frame = await openView(page, "reachable in 3 calls", "draw", "#picture svg");
    await assertFits(frame);
  });
  await step("long names in a narrow window", async () => {
    await narrow(page, frame);
    await assertFits(frame);
  });
  await wide(page, frame);
  await step("long names in a narrow graph", async () => {
    await closeAll(page);
    await openFile(page, "looks/long.tiny");
    await goTo(page, 2, 8);
    await command(page, "heapwright: Show the state graph of a class");
    frame = await webview(page, "svg.graph");
    await frame.locator('[data-state="2"]').click();
    await narrow(page, frame);
    await assertFits(frame);
  });
  await wide(page, frame);
  await step("long names in a narrow list of paths", async () => {
    await closeAll(page);
    await openFile(page, "looks/long.tiny");
    await goTo(page, 6, 12);
    await command(page, "heapwright: Show the paths of a method");
    frame = await webview(page, ".path .heap svg");
    await narrow(page, frame);
    await assertFits(frame);
  });
  await wide(page, frame);
  await closeAll(page);
  await step("fifty nodes", async () => {
    await openFile(page, "looks/fifty.tiny");
    await goTo(page, 18);
    await lensSays(page, "reachable in 50 calls");
    frame = await openView(page, "reachable in 50 calls", "draw", "#picture svg");
    assert.equal(await frame.locator("#picture .clickable").count(), 50);
    await assertFits(frame);
  });
  await step("the newest of fifty nodes is reached by the keyboard", async () => {
    const last = frame.locator("#picture .clickable").last();
    await last.focus();
    await until(() => isSeen(frame, last), "the focused object to be seen");
  });
  await closeAll(page);
  await step("a graph of 198 states is folded to fifty", async () => {
    await openFile(page, "looks/tree.tiny");
    await lensSays(page, "state graph");
    frame = await openView(page, "state graph", "state graph", "svg.graph");
    assert.match(await frame.locator("header").innerText(), /198/);
    const nShown = await frame.locator(".node").count();
    assert.ok(nShown > 20 && nShown <= 50, `${nShown} states are shown`);
    assert.ok((await frame.locator(".badge").count()) > 0);
    const start = await frame.locator('[data-state="0"]').boundingBox();
    const viewport = await frame.locator("#viewport").boundingBox();
    assert.ok(start.y > viewport.y && start.y < viewport.y + viewport.height, "the start is seen");
  });
  await step("one state is unfolded", async () => {
    const before = await frame.locator(".node").count();
    await frame.locator(".badge").first().click();
    await until(async () => (await frame.locator(".node").count()) > before, "more states");
  });
  await step("all states are shown, fit into the view, and are folded again", async () => {
    await frame.locator("button", { hasText: "Show all states" }).click();
    await until(async () => (await frame.locator(".node").count()) === 198, "all states");
    await frame.locator("button", { hasText: "Fit" }).click();
    await assertFits(frame);
    await frame.locator("button", { hasText: "Collapse" }).click();
    await until(async () => (await frame.locator(".node").count()) <= 50, "at most fifty states");
    const start = await frame.locator('[data-state="0"] rect').first().boundingBox();
    assert.ok(start.height > 20, "they can be read again");
  });
}

/** Wait until a view has the background that the workbench has. */
async function hasBackground(page, frame) {
  const wanted = () =>
    page
      .locator(".monaco-workbench")
      .evaluate((each) =>
        getComputedStyle(each).getPropertyValue("--vscode-editor-background").trim(),
      );
  const background = () =>
    frame.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  await until(
    async () => (await background()) === asRgb(await wanted()),
    "the view to have the background of the workbench",
    PATIENCE,
    async () => `${await background()} and ${await wanted()}`,
  );
}

async function narrow(page, frame) {
  await page.setViewportSize({ width: 520, height: 800 });
  if (await page.locator(".part.sidebar").isVisible())
    await command(page, "View: Close Primary Side Bar");
  await until(
    async () => (await frame.locator("main").evaluate(() => innerWidth)) < 300,
    "a narrow view",
  );
}

async function wide(page, frame) {
  await page.setViewportSize({ width: 1280, height: 800 });
  await until(
    async () => (await frame.locator("main").evaluate(() => innerWidth)) > 400,
    "a wide view",
  );
}

/** Say whether an element lies within what the picture shows of itself. */
async function isSeen(frame, element) {
  const one = await element.boundingBox();
  const all = await frame.locator("#picture").boundingBox();
  return one !== null && all !== null && one.y + one.height > all.y && one.y < all.y + all.height;
}

function asRgb(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}
