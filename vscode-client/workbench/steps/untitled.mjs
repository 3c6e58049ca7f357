// A document that was never saved is checked like any other; one that lies on no disk is not, and is told why.
import assert from "node:assert/strict";
import { choose, command, lenses, lensSays, statusItem } from "../actions.mjs";
import { PATIENCE, until } from "../workbench.mjs";

const TEXT = "class Box { int n; void put(int v) := this.n := v; }\nspec FULL(Box b) := b.n = 7;\n";

export const files = () => ({ "empty.tiny": { text: "\n" } });

export async function run({ open, step }) {
  const page = await open("empty.tiny");
  await step("an untitled document gets its verdict", async () => {
    await command(page, "File: New Untitled Text File");
    await page.locator(".tab.active", { hasText: "Untitled-1" }).waitFor();
    await command(page, "Change Language Mode");
    await choose(page, "Tiny (heapwright)");
    await page.locator(".statusbar-item", { hasText: "Tiny (heapwright)" }).waitFor();
    await page.locator(".editor-instance .view-line").first().click();
    await page.keyboard.insertText(TEXT);
    await lensSays(page, "reachable in 2 calls");
  });
  await command(page, "View: Revert and Close Editor");
  await step(
    "a file that lies on no disk is not checked, and the status bar says why",
    async () => {
      await command(page, "Open a file that lies on no disk");
      await page.locator(".tab.active", { hasText: "box.tiny" }).waitFor();
      const item = statusItem(page).first().locator("[aria-label]").first();
      const label = async () => (await item.getAttribute("aria-label")) ?? "";
      await until(
        async () => /comes from “memory”, which its server cannot read/.test(await label()),
        "the reason in the status bar",
        PATIENCE,
        label,
      );
      assert.deepEqual(await lenses(page), []);
    },
  );
}
