// How the views look: light, dark and high contrast, in a narrow window, with long names, with fifty
// nodes. What can be asserted is; the rest is for eyes.
import assert from "node:assert/strict";
import { join } from "node:path";
import { clickLens, closeAll, command, goTo, lensSays, openFile, webview } from "../actions.mjs";
import { until } from "../workbench.mjs";

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

const THEMES = {
  light: ["Light Modern", "vs"],
  dark: ["Dark Modern", "vs-dark"],
  "high contrast": ["Dark High Contrast", "hc-black"],
  "high contrast light": ["Light High Contrast", "hc-light"],
};

export const files = (examples) => ({
  "avl.tiny": { file: join(examples, "avl.tiny") },
  "long.tiny": { text: LONG_NAMES },
  "fifty.tiny": { text: FIFTY },
  "tree.tiny": { text: TREE },
});

export async function run({ open, step }) {
  const page = await open("avl.tiny");
  let frame = null;
  await goTo(page, SIX_LINE);
  await lensSays(page, "reachable in 7 calls");
  await step("a tree of six nodes, dark", async () => {
    await clickLens(page, "reachable in 7 calls", "draw");
    frame = await webview(page, "#picture svg");
    assert.equal(await frame.locator("#position").innerText(), "7 / 7");
  });
  for (const name of ["light", "high contrast", "high contrast light"]) {
    await step(`the same, ${name}`, async () => {
      await chooseTheme(page, name);
      const wanted = await page
        .locator(".monaco-workbench")
        .evaluate((each) =>
          getComputedStyle(each).getPropertyValue("--vscode-editor-background").trim(),
        );
      const background = () =>
        frame.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
      await until(
        async () => (await background()) === asRgb(wanted),
        `the view to have the background ${wanted}`,
        10_000,
        background,
      );
    });
  }
  await step("the state graph, high contrast light", async () => {
    await page.locator(".tab", { hasText: "avl.tiny" }).first().click();
    await goTo(page, CLASS_LINE, 8);
    await command(page, "heapwright: Show the state graph of a class");
    frame = await webview(page, "svg.graph");
    await frame.locator('[data-state="5"]').click();
  });
  await step("the state graph, light", () => chooseTheme(page, "light"));
  await step("the state graph, dark", () => chooseTheme(page, "dark"));
  await closeAll(page);
  await step("long names", async () => {
    await openFile(page, "looks/long.tiny");
    await goTo(page, 14);
    await lensSays(page, "reachable in 3 calls");
    await clickLens(page, "reachable in 3 calls", "draw");
    frame = await webview(page, "#picture svg");
    const isTooWide = await frame
      .locator("main")
      .evaluate((main) => main.scrollWidth > document.documentElement.clientWidth + 1);
    assert.equal(isTooWide, false);
  });
  await step("long names in a narrow window", async () => {
    await page.setViewportSize({ width: 520, height: 800 });
    await page.keyboard.press("Control+b");
    await until(
      async () => (await frame.locator("main").evaluate(() => innerWidth)) < 300,
      "a narrow view",
    );
    const isTooWide = await frame
      .locator("main")
      .evaluate((main) => main.scrollWidth > document.documentElement.clientWidth + 1);
    assert.equal(isTooWide, false);
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await closeAll(page);
  await step("fifty nodes", async () => {
    await openFile(page, "looks/fifty.tiny");
    await goTo(page, 18);
    await lensSays(page, "reachable in 50 calls", 120_000);
    await clickLens(page, "reachable in 50 calls", "draw");
    frame = await webview(page, "#picture svg");
    assert.equal(await frame.locator("#picture .clickable").count(), 50);
  });
  await closeAll(page);
  await step("a graph of 198 states is folded to fifty", async () => {
    await openFile(page, "looks/tree.tiny");
    await lensSays(page, "state graph");
    await clickLens(page, "state graph", "state graph");
    frame = await webview(page, "svg.graph");
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
    assert.ok((await frame.locator(".node").count()) > before);
  });
}

async function chooseTheme(page, name) {
  const [theme, kind] = THEMES[name];
  await command(page, "Preferences: Color Theme");
  await page.locator(".quick-input-list", { hasText: "Dark Modern" }).waitFor();
  await page.keyboard.type(theme);
  await page.keyboard.press("Enter");
  await page.locator(`.monaco-workbench.${kind}`).waitFor();
}

function asRgb(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}
