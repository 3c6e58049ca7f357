// Which Python runs the server: asked for, told clearly, taken from the setting or the Python extension.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  again,
  command,
  goTo,
  lensSays,
  notification,
  notifications,
  statusBarSays,
} from "../actions.mjs";

let python = "";

export const settings = (given) => {
  python = given.python;
  return {};
};

export const files = (examples) => ({ "node.tiny": { file: join(examples, "node.tiny") } });

export async function run({ workbench, open, step }) {
  const page = await open("node.tiny");
  const environment = join(
    ...[workbench.data, "User", "globalStorage", "heapwright.heapwright", "environment"],
  );
  await step("without a server the extension asks, and installs nothing", async () => {
    assert.match(await notification(page, "Create an environment"), /Python 3\.\d+\.\d+/);
    await statusBarSays(page, /heapwright$/);
    assert.equal(existsSync(environment), false);
  });
  await step("a setting that names no Python is told, although the question is open", async () => {
    workbench.set({ "heapwright.interpreter": join(workbench.workspace, "no-python") });
    assert.match(
      await notification(page, "the setting heapwright.interpreter does not name one"),
      /no-python \(setting\): no Python there/,
    );
  });
  await step("a setting that names one is enough, with no answer and no reload", async () => {
    workbench.set({ "heapwright.interpreter": python });
    await goTo(page, 31);
    await lensSays(page, "reachable in 3 calls");
    assert.equal(existsSync(environment), false);
  });
  await step("an environment is made with progress; if it cannot be, it is said why", async () => {
    workbench.set({ "heapwright.interpreter": null });
    const shown = page.locator(".notification-list-item", { hasText: "Create an environment" });
    // An earlier question may still be shown, and whoever answers that one is asked again.
    await again(
      () =>
        shown
          .locator(".monaco-button", { hasText: "Create" })
          .first()
          .click({ timeout: 5_000 })
          .catch(() => {}),
      async () => /making the environment|installing/.test((await notifications(page)).join("\n")),
      "the progress",
      () => notifications(page),
    );
    assert.match(await notification(page, "could not be installed"), /Is the package index reach/);
    assert.equal(existsSync(environment), false);
  });
  await step("the Python that the Python extension names is taken", async () => {
    workbench.set({ "python.defaultInterpreterPath": python });
    await command(page, "heapwright: Restart the server");
    await statusBarSays(page, /heapwright$/);
    await lensSays(page, "reachable in 3 calls");
    assert.match(workbench.log(), /\(Python extension\): Python 3/);
  });
}
