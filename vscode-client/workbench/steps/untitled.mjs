// A document that was never saved is checked like any other.
import { command, lensSays } from "../actions.mjs";

const TEXT = "class Box { int n; void put(int v) := this.n := v; }\nspec FULL(Box b) := b.n = 7;\n";

export const files = () => ({ "empty.tiny": { text: "\n" } });

export async function run({ open, step }) {
  const page = await open("empty.tiny");
  await step("an untitled document gets its verdict", async () => {
    await command(page, "File: New Untitled Text File");
    await page.locator(".tab.active", { hasText: "Untitled-1" }).waitFor();
    await command(page, "Change Language Mode");
    await page.keyboard.type("Tiny (heapwright)");
    await page.keyboard.press("Enter");
    await page.locator(".statusbar-item", { hasText: "Tiny (heapwright)" }).waitFor();
    await page.locator(".editor-instance .view-line").first().click();
    await page.keyboard.insertText(TEXT);
    await lensSays(page, "reachable in 2 calls");
  });
  await command(page, "View: Revert and Close Editor");
}
