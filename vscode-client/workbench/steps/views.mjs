// The heap view and the graph view: steps, marks, keys, search, the chosen state.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { clickLens, command, goTo, lensSays, webview } from "../actions.mjs";
import { until } from "../workbench.mjs";

export const files = (examples) => ({
  "node.tiny": { file: join(examples, "node.tiny") },
});

export async function run({ workbench, open, step }) {
  const page = await open("node.tiny");
  await goTo(page, 31);
  await lensSays(page, "reachable in 3 calls");
  let frame = null;
  const said = () => frame.locator("#said").innerText();
  await step("the heap after all calls", async () => {
    await clickLens(page, "reachable in 3 calls", "draw");
    frame = await webview(page, "#picture svg");
    assert.equal(await frame.locator("h1").innerText(), "TEST");
    assert.equal(await frame.locator("#position").innerText(), "3 / 3");
    assert.equal(await frame.locator("#picture .clickable").count(), 3);
  });
  await step(
    "a step back by key marks the changed field",
    async () => {
      await frame.locator("#slider").focus();
      await page.keyboard.press("ArrowLeft");
      await until(async () => (await said()).startsWith("Step 2 of 3"), "step 2");
      assert.match(await said(), /changed: Node#1\.next is now Node#2/);
      assert.equal(await frame.locator("#picture .hw-mark").count(), 1);
    },
    "heap",
  );
  await step("the slider goes to the empty heap", async () => {
    await frame.locator("#slider").fill("0");
    await until(async () => (await said()) === "Step 0 of 3: the empty heap.", "step 0");
    assert.equal(await frame.locator(".call[aria-current]").count(), 1);
  });
  await step("the picture is exported", async () => {
    const file = join(workbench.workspace, "TEST.svg");
    await frame.locator("button", { hasText: "Export as SVG" }).click();
    const input = page.locator(".quick-input-widget input").first();
    await input.waitFor();
    // The dialog looks at the folder before it offers the name.
    await until(
      async () => (await input.inputValue()).endsWith("TEST.svg"),
      "the name of the file",
    );
    await until(async () => {
      if (!existsSync(file) && (await input.isVisible())) await input.press("Enter");
      await page.waitForTimeout(500);
      return existsSync(file);
    }, "the file");
    assert.match(readFileSync(file, "utf8"), /^<svg [\s\S]*Node#3[\s\S]*<\/svg>\s*$/);
  });
  await step("a click on a call shows its step, its arrow the source", async () => {
    await frame.locator(".call").nth(1).click();
    await until(async () => (await said()).startsWith("Step 1 of 3"), "step 1");
    await frame.locator("li .open").first().click();
    await until(
      async () => /Ln 16,/.test(await page.locator(".statusbar").innerText()),
      "the cursor at Node.create",
      20_000,
      () => page.locator(".statusbar").innerText(),
    );
  });
  await step("a click on an object shows its class", async () => {
    await frame.locator("#picture .clickable").first().click();
    await until(
      async () => /Ln 4,/.test(await page.locator(".statusbar").innerText()),
      "the cursor at class Node",
      20_000,
      () => page.locator(".statusbar").innerText(),
    );
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
      assert.equal(await frame.locator("#details h2").innerText(), "#2");
      assert.equal(await frame.locator("#details .heap svg").count(), 1);
      assert.match(await frame.locator("#details pre.code").innerText(), /Node\.create\(.*\)/);
    },
    "graph",
  );
  await step("keys move to the next state and zoom", async () => {
    await page.keyboard.press("ArrowLeft");
    await until(async () => (await frame.locator("#details h2").innerText()) === "#1", "state 1");
    const width = async () => Number(await frame.locator("svg.graph").getAttribute("width"));
    const before = await width();
    await page.keyboard.press("+");
    assert.ok((await width()) > before * 1.2);
  });
  await step("search finds states by call", async () => {
    await frame.locator("#search").fill("addAfter");
    await until(async () => (await frame.locator(".node.found").count()) > 0, "matches");
    assert.match(await frame.locator("#matches").innerText(), /of \d+ states match/);
  });
}
