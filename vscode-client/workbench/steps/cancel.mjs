// A long exploration is seen in the status bar and ends when the user says so.
import assert from "node:assert/strict";
import { command, goTo, lenses, lensSays, statusBar } from "../actions.mjs";
import { until } from "../workbench.mjs";

// A search tree of up to twelve nodes has more shapes than anyone waits for.
const LONG = `
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

scope Cell <= 12;

spec LOOP(Tree t) := t.root.left = t.root;
`;

export const isLate = true;

export const files = () => ({ "long.tiny": { text: LONG } });

export async function run({ open, step }) {
  const page = await open("long.tiny");
  await goTo(page, LONG.split("\n").findIndex((line) => line.startsWith("spec")) + 1);
  await step("the status bar counts states", async () => {
    await until(
      async () => /heapwright: \d+ states/.test(await statusBar(page)),
      "states in the status bar",
      30_000,
      () => statusBar(page),
    );
    await lensSays(page, "running");
  });
  await step("the status bar offers to cancel", async () => {
    await page.locator(".statusbar-item", { hasText: "heapwright" }).first().click();
    await page.locator(".quick-input-list", { hasText: "Cancel running work" }).waitFor();
  });
  await step("cancelled work ends and claims nothing", async () => {
    await page.keyboard.type("Cancel running");
    await page.keyboard.press("Enter");
    await until(
      async () => !/states|queued|working/.test(await statusBar(page)),
      "the work to end",
      10_000,
      () => statusBar(page),
    );
    assert.doesNotMatch((await lenses(page)).join("\n"), /reachable/);
  });
  await step("a restarted server checks again", async () => {
    await command(page, "heapwright: Restart the server");
    await lensSays(page, "running");
    await command(page, "heapwright: Cancel running work");
    await until(async () => !/states|queued|working/.test(await statusBar(page)), "rest");
  });
}
