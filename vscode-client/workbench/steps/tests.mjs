// The Test Explorer: specs and invariants as tests, run by the user, with the calls that break them.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  again,
  closeAll,
  command,
  goTo,
  lensSays,
  openFile,
  plain,
  savedAs,
  statusBarSays,
} from "../actions.mjs";
import { PATIENCE, until } from "../workbench.mjs";
import { LONG } from "./cancel.mjs";

const COUNTER = `
class Counter {
    private int n;
    void up() := this.n := this.n + 1;
    invariant small() := this.n < 2;
}

spec ONE(Counter c) := c.n = 1;
spec NEGATIVE(Counter c) := c.n < 0 && c.n > 1;
`;

const MENDED = COUNTER.replace("c.n < 0 && c.n > 1", "c.n = 2");

const CLOSED =
  "class Box { int n; void put(int v) := this.n := v; }\nspec FULL(Box b) := b.n = 7;\n";

// `closed.tiny` is not open; its file passes because its only test does.
const WANTED = {
  "Counter.small": "failed",
  ONE: "passed",
  NEGATIVE: "failed",
  "closed.tiny": "passed",
};

export const files = () => ({ "counter.tiny": { text: COUNTER }, "closed.tiny": { text: CLOSED } });

export async function run({ workbench, workspace, open, step }) {
  const page = await open("counter.tiny");
  const rows = page.locator(".test-explorer .monaco-list-row");
  const texts = async () =>
    (await rows.allInnerTexts()).map((text) => plain(text).replace(/\s+/g, " "));
  const summary = page.locator(".test-explorer .result-summary").first();
  const icon = async (name) => {
    const row = rows.filter({ hasText: name }).first().locator(".computed-state").first();
    const kind = await row.getAttribute("class", { timeout: 1_000 }).catch(() => "");
    return /testing-([\w-]+)-icon/.exec(kind)?.[1];
  };
  const icons = async (names) =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await icon(name)])));
  const haveIcons = (wanted) =>
    until(
      async () => isDeepStrictEqual(await icons(Object.keys(wanted)), wanted),
      `the results ${JSON.stringify(wanted)}`,
      PATIENCE,
      async () => JSON.stringify([await icons(Object.keys(wanted)), await texts()]),
    );
  await lensSays(page, "reachable in 2 calls");
  await step("specs and invariants are tests with verdicts", async () => {
    await command(page, "Testing: Focus on Test Explorer View");
    await rows.first().waitFor();
    await again(
      async () => {
        await rows.filter({ hasText: "counter.tiny" }).first().click();
        await page.keyboard.press("ArrowRight");
      },
      async () => /ONE ?reachable in 2 calls/.test((await texts()).join("\n")),
      "the verdict beside the test",
      texts,
    );
    const all = (await texts()).join("\n");
    assert.match(all, /Counter\.small ?violated after 3 calls/);
    assert.match(all, /NEGATIVE ?contradiction/);
  });
  await step("a run gives results, failures with their calls", async () => {
    await rows.filter({ hasText: "closed.tiny" }).first().waitFor();
    await command(page, "Test: Run All Tests");
    await haveIcons(WANTED);
    const peek = page.locator(".test-output-peek, .test-output-peek-message-container").first();
    const message = async () => plain(await peek.innerText({ timeout: 1_000 }).catch(() => ""));
    // What was run last is shown, and of several failures any may have come last.
    await goTo(page, 5, 17);
    await command(page, "Test: Run Test at Cursor");
    await until(
      async () => /^\S*0\/1\b/.test(plain(await summary.innerText({ timeout: 1_000 }))),
      "the result of one test",
      PATIENCE,
      () => summary.innerText(),
    );
    await again(
      async () => {
        await page.keyboard.press("Escape");
        await command(page, "Test: Peek Output");
      },
      async () => /it := new Counter;\s+it\.up\(\);\s+it\.up\(\);/.test(await message()),
      "the calls in the message",
      message,
    );
  });
  if (await page.locator(".part.panel").isVisible()) await command(page, "View: Hide Panel");
  await step("failed tests run again once the text is mended", async () => {
    await openFile(page, "tests/counter.tiny");
    await goTo(page, 9);
    await page.keyboard.press("Shift+End");
    await page.keyboard.insertText("spec NEGATIVE(Counter c) := c.n = 2;");
    await savedAs(page, join(workspace, "counter.tiny"), MENDED);
    await lensSays(page, "reachable in 3 calls");
    await command(page, "Test: Rerun Failed Tests");
    await haveIcons({ "Counter.small": "failed", NEGATIVE: "passed", ONE: "passed" });
  });
  await step("a run that takes long is cancelled from the Test Explorer", async () => {
    workbench.write(join("tests", "endless.tiny"), { text: LONG });
    await openFile(page, "tests/endless.tiny");
    await rows.filter({ hasText: "endless.tiny" }).first().waitFor();
    await command(page, "Test: Run Tests in Current File");
    await statusBarSays(page, /heapwright: \d+ states/);
    const stop = page.locator('.action-label[aria-label^="Cancel Test Run"]').first();
    await again(
      () => stop.click({ timeout: 5_000 }).catch(() => {}),
      async () => !(await stop.isVisible()),
      "the run to end",
      texts,
    );
    await statusBarSays(page, /heapwright$/);
    assert.ok(
      !["passed", "failed"].includes(await icon("endless.tiny")),
      await icon("endless.tiny"),
    );
    assert.doesNotMatch((await texts()).join("\n"), /LOOP ?(un)?reachable/);
  });
  await step("a file that is deleted has no tests", async () => {
    // It also would keep the parts after this one waiting.
    await closeAll(page);
    rmSync(join(workspace, "endless.tiny"));
    await until(
      async () => !/endless\.tiny/.test((await texts()).join("\n")),
      "its tests to go",
      PATIENCE,
      texts,
    );
  });
}
