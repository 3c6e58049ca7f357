// A fresh profile without the clone: the extension asks, makes its environment, and works.
//
// Not part of `all`: it downloads the server's dependencies. `./dev package` runs it.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { goTo, lensSays, statusBar } from "../actions.mjs";
import { until } from "../workbench.mjs";

export const settings = () => ({});

export const files = (examples) => ({
  "node.tiny": { file: join(examples, "node.tiny") },
  "node.py": { file: join(examples, "node.py") },
});

export async function run({ workbench, open, reload, step }) {
  const page = await open("node.tiny");
  const environment = join(
    workbench.data,
    "User",
    "globalStorage",
    "heapwright.heapwright",
    "environment",
  );
  await step("the extension asks before it installs anything", async () => {
    const question = page.locator(".notification-list-item", { hasText: "Create an environment" });
    await question.waitFor({ timeout: 60_000 });
    assert.match(await question.innerText(), /Python 3\.\d+\.\d+/);
    assert.equal(existsSync(environment), false);
  });
  await step("it shows progress", async () => {
    await page
      .locator(".notification-list-item a, .notification-list-item .monaco-button", {
        hasText: "Create",
      })
      .first()
      .click();
    await page
      .locator(".notification-list-item", { hasText: /environment|server/ })
      .first()
      .waitFor({ timeout: 30_000 });
  });
  await step("then everything works", async () => {
    await goTo(page, 31);
    await lensSays(page, "reachable in 3 calls", 400_000);
    assert.ok(existsSync(join(environment, "heapwright.stamp")));
    await until(async () => /heapwright/.test(await statusBar(page)), "the status bar");
  });
  await step("after a reload nothing is asked again", async () => {
    const again = await reload("node.py");
    await goTo(again, 45);
    await lensSays(again, "reachable in 3 calls", 60_000);
    assert.equal(await again.locator(".notification-list-item", { hasText: "Create" }).count(), 0);
  });
}
