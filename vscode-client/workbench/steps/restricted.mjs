// A folder that is not trusted: everything is analysed, and nothing that the folder names is run.
import assert from "node:assert/strict";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { again, command, goTo, lensSays, notification } from "../actions.mjs";

export const settings = ({ python }) => ({
  "heapwright.interpreter": python,
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
});

export const files = (examples) => ({ "node.tiny": { file: join(examples, "node.tiny") } });

export async function run({ workbench, workspace, open, step }) {
  const trap = join(workspace, "python");
  const proof = join(workspace, "it-was-run");
  writeFileSync(trap, `#!/bin/sh\ntouch '${proof}'\n`);
  chmodSync(trap, 0o755);
  const named = { text: JSON.stringify({ "heapwright.interpreter": trap }) };
  workbench.write(join(".vscode", "settings.json"), named);
  const page = await open("node.tiny");
  await step("verdicts in a folder that is not trusted", async () => {
    await page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor();
    await goTo(page, 31);
    await lensSays(page, "reachable in 3 calls");
    assert.equal(existsSync(proof), false, "the folder's interpreter was started");
  });
  await step("once it is trusted, its interpreter is tried", async () => {
    await command(page, "Workspaces: Manage Workspace Trust");
    const trust = page.locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" });
    await again(
      () =>
        trust
          .first()
          .click({ timeout: 5_000 })
          .catch(() => {}),
      async () =>
        (await page.locator(".statusbar-item", { hasText: "Restricted Mode" }).count()) === 0,
      "the folder to be trusted",
    );
    assert.match(await notification(page, "does not name one"), /no Python there/);
    assert.equal(existsSync(proof), true);
  });
}
