// The walkthrough for the first five minutes, and the settings with their descriptions.
import assert from "node:assert/strict";
import { choose, command, plain } from "../actions.mjs";
import { PATIENCE, until } from "../workbench.mjs";

export const files = () => ({ "empty.tiny": { text: "\n" } });

export async function run({ open, step }) {
  const page = await open("empty.tiny");
  const content = page.locator(".gettingStartedContainer").first();
  const text = async () => plain(await content.innerText({ timeout: 1_000 }).catch(() => ""));
  await step("the walkthrough opens and has five steps", async () => {
    await command(page, "Welcome: Open Walkthrough...");
    await choose(page, "Get started with heapwright");
    await until(async () => /Write a spec/.test(await text()), "the first step", PATIENCE, text);
    for (const title of [
      ...["Insert the calls", "Look at the heap", "See every reachable heap"],
      "Know what a verdict claims",
    ])
      assert.ok((await text()).includes(title), title);
  });
  await step("each step shows its page", async () => {
    await page.locator(".getting-started-step", { hasText: "Know what a verdict claims" }).click();
    await until(async () => {
      for (const frame of page.frames()) {
        const body = await frame
          .locator("body")
          .innerText({ timeout: 1_000 })
          .catch(() => "");
        if (/calls were found and replayed/.test(body)) return true;
      }
      return false;
    }, "the page of the last step");
  });
  await step("every setting is described", async () => {
    await command(page, "Preferences: Open Settings (UI)");
    const input = page.locator(".settings-editor .suggest-input-container").first();
    await input.click();
    await page.keyboard.insertText("@ext:heapwright.heapwright");
    const settings = page.locator(".settings-editor .setting-item-contents");
    await until(
      async () => (await settings.allInnerTexts()).some((each) => /Scope/.test(each)),
      "the settings",
    );
    const shown = (await settings.allInnerTexts()).map(plain).join("\n");
    assert.match(shown, /How many objects of a class heaps may have/);
    assert.match(shown, /How many calls a sequence may have/);
  });
}
