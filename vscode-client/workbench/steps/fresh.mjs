// A fresh profile without the clone: the extension asks, makes its environment, and works.
//
// Not part of `all`: it downloads the server's dependencies. `./dev package` runs it.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { answer, goTo, lensSays, notification, notifications, statusBarSays } from "../actions.mjs";

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
    assert.match(await notification(page, "Create an environment"), /Python 3\.\d+\.\d+/);
    assert.equal(existsSync(environment), false);
  });
  await step("it shows progress", async () => {
    await answer(page, "Create an environment", "Create");
    await notification(page, /making the environment|installing the server/);
  });
  await step("then everything works", async () => {
    await goTo(page, 31);
    await lensSays(page, "reachable in 3 calls", 600_000);
    assert.ok(existsSync(join(environment, "heapwright.stamp")));
    await statusBarSays(page, /heapwright/);
  });
  await step("after a reload nothing is asked again", async () => {
    const again = await reload("node.py");
    await goTo(again, 45);
    await lensSays(again, "reachable in 3 calls");
    assert.doesNotMatch((await notifications(again)).join("\n"), /Create/);
  });
}
