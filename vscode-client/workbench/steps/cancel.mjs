// A long exploration is seen in the status bar and ends when the user says so.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  answer,
  choose,
  command,
  goTo,
  lenses,
  lensSays,
  notification,
  notifications,
  plain,
  statusBar,
  statusBarSays,
  statusMenu,
} from "../actions.mjs";
import { PATIENCE, until } from "../workbench.mjs";

// A search tree of up to twelve nodes has more shapes than anyone waits for.
export const LONG = `
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

export async function run({ workbench, workspace, python, open, step }) {
  const page = await open("long.tiny");
  await goTo(page, LONG.split("\n").findIndex((line) => line.startsWith("spec")) + 1, 7);
  await step("the status bar counts states, and nothing pops up", async () => {
    await statusBarSays(page, /heapwright: \d+ states/);
    await lensSays(page, "running");
    assert.deepEqual(await notifications(page), []);
  });
  await step("the status bar offers to cancel, restart, log and cache", async () => {
    await statusMenu(page, null);
    const entries = plain(await page.locator(".quick-input-list").innerText());
    for (const entry of [
      ...["Cancel running work", "Restart the server", "Show the log", "Clear the cache"],
      ...["Choose a Python", "Settings"],
    ])
      assert.ok(entries.includes(entry), entry);
  });
  await step("cancelled work ends and claims nothing", async () => {
    await choose(page, "Cancel running work");
    await isAtRest(page);
    await saysUnknown(page);
  });
  await step("work that was asked for shows progress and can be cancelled", async () => {
    await command(page, "heapwright: Generate heap input");
    await notification(page, /LOOP: looking for the calls/);
    await until(
      async () => /\d+ states/.test((await notifications(page)).join("\n")),
      "states in the notification",
      PATIENCE,
      () => notifications(page),
    );
  });
  await step("its Cancel ends it, and nothing is inserted", async () => {
    await answer(page, "LOOP: looking for the calls", "Cancel");
    await until(
      async () => !/LOOP/.test((await notifications(page)).join("\n")),
      "the notification to go",
      PATIENCE,
      () => notifications(page),
    );
    assert.equal(await page.locator(".tab.active.dirty").count(), 0);
    await command(page, "heapwright: Cancel running work");
    await isAtRest(page);
    await saysUnknown(page);
  });
  await step("a restarted server checks again", async () => {
    await statusMenu(page, "Restart the server");
    await lensSays(page, "running");
    await command(page, "heapwright: Cancel running work");
    await isAtRest(page);
  });
  await step("the log is shown", async () => {
    await statusMenu(page, "Show the log");
    await until(
      async () =>
        /-m heapwright serve/.test(
          plain(await page.locator(".output-view .view-lines, .panel .view-lines").innerText()),
        ),
      "the log of the extension",
      PATIENCE,
      () => page.locator(".panel").innerText(),
    );
    await command(page, "View: Hide Panel");
  });
  await step("the cache is emptied", async () => {
    const entries = () => entriesIn(python, workbench.cache);
    assert.ok(entries() > 0, "earlier work has left something in the cache");
    await statusMenu(page, "Clear the cache");
    await until(() => entries() === 0, "the cache to be empty");
  });
  // It would keep the parts after this one waiting.
  rmSync(join(workspace, "long.tiny"));
}

/** Wait until nothing else is said about the spec than that it is not known. */
async function saysUnknown(page) {
  const status = /^(unknown|(un)?reachable|running|queued|outdated)/;
  const said = async () => (await lenses(page)).filter((each) => status.test(each));
  await until(
    async () => (await said()).join() === "unknown",
    "the lens to say unknown",
    PATIENCE,
    () => lenses(page),
  );
}

async function isAtRest(page) {
  await until(
    async () => !/states|queued|working/.test(await statusBar(page)),
    "the work to end",
    PATIENCE,
    () => statusBar(page),
  );
}

function entriesIn(python, folder) {
  const env = { ...process.env, HEAPWRIGHT_CACHE_DIR: folder };
  const command = ["-m", "heapwright", "cache", "info", "--json"];
  return JSON.parse(execFileSync(python, command, { env, encoding: "utf8" })).entries;
}
