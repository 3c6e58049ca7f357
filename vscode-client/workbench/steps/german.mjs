// A second language: the extension's own texts are in it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { again, goTo, lensSays, openView, plain } from "../actions.mjs";
import { until } from "../workbench.mjs";

export const settings = ({ python }) => ({ "heapwright.interpreter": python });

export const language = "de";

export const files = (examples) => ({ "node.tiny": { file: join(examples, "node.tiny") } });

export async function run({ open, step }) {
  const page = await open("node.tiny");
  await step("commands have German titles", async () => {
    const input = page.locator(".quick-input-widget:visible input").first();
    const row = page.locator(".quick-input-list .monaco-list-row", {
      hasText: "heapwright: Pfade einer Methode zeigen",
    });
    // The list does not grow while it is open, and the extension may not be there yet.
    await again(
      async () => {
        await page.keyboard.press("Escape");
        await page.keyboard.press("F1");
        await input.fill(">heapwright: Pfade", { timeout: 5_000 }).catch(() => {});
      },
      () => row.first().isVisible(),
      "the command in German",
    );
    await page.keyboard.press("Escape");
  });
  await step("the heap view speaks German", async () => {
    await goTo(page, 31);
    await lensSays(page, "reachable in 3 calls");
    const frame = await openView(page, "reachable in 3 calls", "draw", "#picture svg");
    await until(
      async () => /^Schritt 3 von 3: /.test(await frame.locator("#said").innerText()),
      "the last step in German",
      undefined,
      () => frame.locator("#said").innerText(),
    );
    assert.match(plain(await frame.locator("main").innerText()), /Aufrufe kopieren/);
    assert.equal(await frame.locator("html").getAttribute("lang"), "de");
  });
}
