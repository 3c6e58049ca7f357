// The heap view and the graph view: steps, marks, keys, search, zoom, the chosen state, export.
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
import { PATIENCE, until } from "../workbench.mjs";

export const files = (examples) => ({
  "node.tiny": { file: join(examples, "node.tiny") },
});

export async function run({ workbench, open, step }) {
  const page = await open("node.tiny");
  await goTo(page, 31);
  await lensSays(page, "reachable in 3 calls");
  let frame = null;
  const said = () => frame.locator("#said").innerText();
  const saysStep = (words) =>
    until(async () => (await said()).startsWith(words), words, PATIENCE, said);
  await step("the heap after all calls", async () => {
    frame = await openView(page, "reachable in 3 calls", "draw", "#picture svg");
    assert.equal(await frame.locator("h1").innerText(), "TEST");
    assert.equal(await frame.locator("#position").innerText(), "3 / 3");
    assert.equal(await frame.locator("#picture .clickable").count(), 3);
  });
  await step(
    "a step back by key marks the changed field",
    async () => {
      await pressIn(frame, "#slider", "ArrowLeft");
      await saysStep("Step 2 of 3");
      assert.match(await said(), /changed: Node#1\.next is now Node#2/);
      assert.equal(await frame.locator("#picture .hw-mark").count(), 1);
      assert.equal(...(await outlineAndFocus(frame)));
    },
    "heap",
  );
  await step("keys go to the ends", async () => {
    await pressIn(frame, "#slider", "Home");
    await saysStep("Step 0 of 3: the empty heap.");
    await pressIn(frame, "body", "End");
    await saysStep("Step 3 of 3");
    await pressIn(frame, "body", "ArrowLeft");
    await saysStep("Step 2 of 3");
    await pressIn(frame, "body", "ArrowRight");
    await saysStep("Step 3 of 3");
  });
  await step("a screen reader is told what each part is", async () => {
    const tree = await frame.locator("main").ariaSnapshot();
    assert.match(tree, /heading "TEST" \[level=1\]/);
    assert.match(tree, /slider "Step"/);
    assert.match(tree, /navigation "Calls"/);
    assert.match(tree, /button "Node#1: Go to the source"/);
    assert.equal(await frame.locator("#said").getAttribute("aria-live"), "polite");
    assert.equal(await frame.locator("#slider").getAttribute("aria-valuetext"), await said());
  });
  await step("the page lets in nothing but its own script and style", async () => {
    await frame.locator("body").evaluate(tryForbidden);
    const refused = () => frame.locator("body").evaluate(() => globalThis.refused.sort().join());
    await until(
      async () => (await refused()) === "connect-src,img-src,script-src-elem,style-src-attr",
      "four refusals",
      PATIENCE,
      refused,
    );
    assert.equal(await frame.locator("body").evaluate(() => globalThis.wasRun), undefined);
  });
  await step("the slider goes to the empty heap", async () => {
    await frame.locator("#slider").fill("0");
    await saysStep("Step 0 of 3: the empty heap.");
    assert.equal(await frame.locator(".call[aria-current]").count(), 1);
  });
  await step("the picture of the shown step is exported", async () => {
    await pressIn(frame, "#slider", "ArrowRight");
    await saysStep("Step 1 of 3");
    const svg = await exported(page, frame, join(workbench.workspace, "TEST-1.svg"));
    assert.match(svg, /^<svg [\s\S]*Node#1[\s\S]*<\/svg>\s*$/);
    assert.doesNotMatch(svg, /Node#2/);
  });
  await step("a click on a call shows its step and its source, and keys go on", async () => {
    await frame.locator(".call").nth(2).click();
    await saysStep("Step 2 of 3");
    // The status bar tells of the place of a cursor only in what has the focus.
    const line = page.locator(".editor-instance .active-line-number").first();
    await until(
      async () => (await line.innerText()) === "23",
      "the method beside",
      PATIENCE,
      () => line.innerText(),
    );
    await page.keyboard.press("ArrowLeft");
    await saysStep("Step 1 of 3");
  });
  await step("the arrow beside a call goes to its source", async () => {
    await frame.locator("li .open").first().click();
    await cursorAt(page, 16);
    await page.locator(".editor-instance .monaco-editor.focused").first().waitFor();
  });
  await step("Enter on an object shows its class", async () => {
    await pressIn(frame, "#picture .clickable", "Enter");
    await cursorAt(page, 4);
  });
  await step("a click on an object does, too", async () => {
    await goTo(page, 31);
    await frame.locator("#picture .clickable").first().click();
    await cursorAt(page, 4);
  });
  await step("the state graph of a class", async () => {
    await goTo(page, 4, 8);
    await command(page, "heapwright: Show the state graph of a class");
    frame = await webview(page, "svg.graph");
    assert.ok((await frame.locator(".node").count()) > 3);
    assert.match(await frame.locator("header").innerText(), /complete/);
  });
  await step(
    "a chosen state shows heap, constraint and calls",
    async () => {
      await frame.locator('[data-state="2"]').click();
      await chosen(frame, "#2");
      const state = await frame.locator('[data-state="2"]').boundingBox();
      const viewport = await frame.locator("#viewport").boundingBox();
      assert.ok(state.x + state.width <= viewport.x + viewport.width + 1, "it is seen as a whole");
      assert.equal(await frame.locator("#details .heap svg").count(), 1);
      assert.match(await frame.locator("#details pre.code").innerText(), /Node\.create\(.*\)/);
    },
    "graph",
  );
  await step("a screen reader is told what each part of the graph is", async () => {
    const tree = await frame.locator("main").ariaSnapshot();
    assert.match(tree, /heading "Node" \[level=1\]/);
    assert.match(tree, /searchbox "Search states, calls, constraints"/);
    assert.match(tree, /group "State graph"/);
    assert.match(tree, /button "#1, 1 object, after 1 call"/);
    assert.match(tree, /button "#2, [^"]*" \[pressed\]/);
    assert.equal(await frame.locator("#details").getAttribute("aria-live"), "polite");
    assert.equal(await frame.locator('.node[tabindex="0"]').count(), 1, "Tab stops once");
  });
  await step("keys move to the next state and zoom", async () => {
    await pressIn(frame, '[data-state="2"]', "ArrowLeft");
    await chosen(frame, "#1");
    const width = async () => Number(await frame.locator("svg.graph").getAttribute("width"));
    const before = await width();
    await pressIn(frame, '[data-state="1"]', "+");
    await until(async () => (await width()) > before * 1.2, "a larger graph");
    await frame.locator("button", { hasText: "−" }).click();
    await until(async () => Math.abs((await width()) - before) < 1, "the size it had");
  });
  await step("Enter folds what follows a state, and unfolds it", async () => {
    const count = () => frame.locator(".node").count();
    const before = await count();
    await pressIn(frame, '[data-state="1"]', "Enter");
    await until(async () => (await count()) < before, "fewer states");
    assert.equal(await frame.locator(".badge").count(), 1);
    await pressIn(frame, '[data-state="1"]', "Enter");
    await until(async () => (await count()) === before, "all states");
  });
  await step("search finds states by call, Enter goes through them", async () => {
    await pressIn(frame, '[data-state="1"]', "/");
    await frame.locator("#search").fill("addAfter");
    await until(async () => (await frame.locator(".node.found").count()) > 0, "matches");
    assert.match(await frame.locator("#matches").innerText(), /of \d+ states match/);
    await pressIn(frame, "#search", "Enter");
    assert.equal(await frame.locator(".node.found.chosen").count(), 1);
  });
  await step("the graph is exported", async () => {
    const svg = await exported(page, frame, join(workbench.workspace, "Node.svg"));
    assert.match(svg, /^<svg [\s\S]*addAfter[\s\S]*<\/svg>\s*$/);
  });
}

/** In the page: try what its policy forbids, and note what is refused. */
function tryForbidden() {
  globalThis.refused = [];
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
    globalThis.refused.push(effectiveDirective),
  );
  const script = document.createElement("script");
  script.textContent = "globalThis.wasRun = true";
  const image = document.createElement("img");
  image.src = `${location.origin}/picture.png`;
  const styled = document.createElement("p");
  styled.setAttribute("style", "color: red");
  document.body.append(script, image, styled);
  void fetch(location.href).catch(() => {});
  for (const each of [script, image, styled]) each.remove();
}

/** Give the colour of the line around the slider, which has the focus, and the theme's for that. */
function outlineAndFocus(frame) {
  return frame.locator("#slider").evaluate((slider) => {
    const sample = document.createElement("p");
    sample.className = "faint";
    document.body.append(sample);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("p.faint:last-child { color: var(--vscode-focusBorder); }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const wanted = getComputedStyle(sample).color;
    sample.remove();
    return [getComputedStyle(slider).outlineColor, wanted];
  });
}

async function chosen(frame, id) {
  await until(
    async () => (await frame.locator("#details h2").allInnerTexts()).join() === id,
    `the state ${id} to be chosen`,
  );
}
