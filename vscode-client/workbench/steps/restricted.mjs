// A folder that is not trusted: everything is analysed, and nothing that the folder names is run.
import assert from "node:assert/strict";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lensSays } from "../actions.mjs";

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
    await lensSays(page, "state graph");
    assert.equal(existsSync(proof), false, "the folder's interpreter was started");
  });
}
