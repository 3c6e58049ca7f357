// The Test Explorer: specs and invariants as tests, run by the user, with the calls that break them.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { command, lensSays, plain } from "../actions.mjs";
import { until } from "../workbench.mjs";

const COUNTER = `
class Counter {
    private int n;
    void up() := this.n := this.n + 1;
    invariant small() := this.n < 2;
}

spec ONE(Counter c) := c.n = 1;
spec NEGATIVE(Counter c) := c.n < 0 && c.n > 1;
`;

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

export async function run({ open, step }) {
  const page = await open("counter.tiny");
  const rows = page.locator(".test-explorer .monaco-list-row");
  const texts = async () =>
    (await rows.allInnerTexts()).map((text) => plain(text).replace(/\s+/g, " "));
  await lensSays(page, "reachable in 2 calls");
  await step("specs and invariants are tests with verdicts", async () => {
    await command(page, "Testing: Focus on Test Explorer View");
    await rows.first().waitFor();
    await rows.filter({ hasText: "counter.tiny" }).first().click();
    await page.keyboard.press("ArrowRight");
    await until(
      async () => /ONE ?reachable in 2 calls/.test((await texts()).join("\n")),
      "the verdict beside the test",
      20_000,
      texts,
    );
    const all = (await texts()).join("\n");
    assert.match(all, /Counter\.small ?violated after 3 calls/);
    assert.match(all, /NEGATIVE ?contradiction/);
  });
  await step("a run gives results, failures with their calls", async () => {
    await rows.filter({ hasText: "closed.tiny" }).first().waitFor();
    await command(page, "Test: Run All Tests");
    const icon = async (name) =>
      /testing-(\w+)-icon/.exec(
        await rows
          .filter({ hasText: name })
          .first()
          .locator(".computed-state")
          .first()
          .getAttribute("class"),
      )?.[1];
    const icons = async () =>
      Object.fromEntries(
        await Promise.all(Object.keys(WANTED).map(async (name) => [name, await icon(name)])),
      );
    await until(
      async () => isDeepStrictEqual(await icons(), WANTED),
      "the results",
      30_000,
      async () => JSON.stringify(await icons()),
    );
    await rows.filter({ hasText: "small" }).first().click();
    await command(page, "Test: Peek Output");
    const peek = page.locator(".test-output-peek, .test-output-peek-message-container").first();
    await until(
      async () =>
        /it := new Counter;\s+it\.up\(\);\s+it\.up\(\);/.test(plain(await peek.innerText())),
      "the calls in the message",
      20_000,
      () => peek.innerText(),
    );
  });
  await command(page, "View: Hide Panel");
}
