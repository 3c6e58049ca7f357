// A workbench of VS Code with the extension in it, in a browser that nobody sees.
//
// Place: workbench/. `drive` asks it for pages. Each run has folders of its own: profile, extensions,
// home, cache and workspace, so that nothing of the user's own VS Code is read or changed.
import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const START_MILLISECONDS = 60_000;

/** Start a workbench; `settings` are the user's. Gives the workspace folder and ways to open pages. */
export async function startWorkbench({ installed, folder, extension, settings }) {
  const require = createRequire(join(installed, "package.json"));
  const { chromium } = require("playwright-core");
  const entry = join(installed, "node_modules", "code-server", "out", "node", "entry.js");
  rmSync(folder, { recursive: true, force: true });
  const places = Object.fromEntries(
    ["data", "extensions", "home", "cache", "workspace"].map((name) => [name, join(folder, name)]),
  );
  for (const place of Object.values(places)) mkdirSync(place, { recursive: true });
  const user = join(places.data, "User");
  mkdirSync(user, { recursive: true });
  writeFileSync(join(user, "settings.json"), JSON.stringify({ ...QUIET, ...settings }));
  const environment = {
    ...process.env,
    HOME: places.home,
    XDG_CONFIG_HOME: join(places.home, "config"),
    XDG_DATA_HOME: join(places.home, "data"),
    XDG_CACHE_HOME: join(places.home, "cache"),
    HEAPWRIGHT_CACHE_DIR: places.cache,
  };
  const where = ["--user-data-dir", places.data, "--extensions-dir", places.extensions];
  const done = spawnSync(process.execPath, [entry, ...where, "--install-extension", extension], {
    env: environment,
    encoding: "utf8",
  });
  if (done.status !== 0)
    throw new Error(`the extension was not installed: ${done.stdout}${done.stderr}`);
  const server = spawn(
    process.execPath,
    [
      ...[entry, ...where, "--bind-addr", "127.0.0.1:0", "--auth", "none"],
      ...["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"],
      places.workspace,
    ],
    { env: environment, stdio: ["ignore", "pipe", "pipe"], detached: true },
  );
  let log = "";
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding("utf8").on("data", (text) => (log += text));
  await until(
    () => /listening on http/.test(log),
    "the workbench to start",
    START_MILLISECONDS,
    () => log,
  );
  const address = /listening on http:\/\/([\d.]+:\d+)/.exec(log)?.[1];
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  return {
    workspace: places.workspace,
    /** Put a file into the workspace: a `text`, or a copy of a `file`. */
    write(name, source) {
      const target = join(places.workspace, name);
      mkdirSync(dirname(target), { recursive: true });
      if ("file" in source) cpSync(source.file, target);
      else writeFileSync(target, source.text);
    },
    data: places.data,
    /** What the extension and the workbench have written. */
    log: () => `${logOf(places.data)}--- workbench ---\n${log.slice(-600)}`,
    async open(name) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      const file = `vscode-remote://${address}${join(places.workspace, name)}`;
      const payload = encodeURIComponent(JSON.stringify([["openFile", file]]));
      const query = `folder=${encodeURIComponent(places.workspace)}&payload=${payload}`;
      await page.goto(`http://${address}/?${query}`);
      await page.waitForSelector(".monaco-editor .view-line", { timeout: START_MILLISECONDS });
      return page;
    },
    async stop() {
      await browser.close();
      // The workbench has children of its own; the group takes them along.
      process.kill(-server.pid, "SIGTERM");
    },
  };
}

const QUIET = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.colorTheme": "Default Dark Modern",
  "window.commandCenter": false,
  "editor.minimap.enabled": false,
  "editor.hover.delay": 100,
  "editor.hover.sticky": true,
  "editor.fontFamily": "DejaVu Sans Mono",
  "extensions.ignoreRecommendations": true,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "files.autoSave": "off",
  "telemetry.telemetryLevel": "off",
  "security.workspace.trust.enabled": false,
  "git.enabled": false,
  "chat.commandCenter.enabled": false,
};

function logOf(data) {
  const logs = join(data, "logs");
  if (!existsSync(logs)) return "";
  const files = readdirSync(logs, { recursive: true, encoding: "utf8" }).filter((name) =>
    /heapwright[^/]*\.log$/.test(name),
  );
  return files.map((name) => readFileSync(join(logs, name), "utf8").slice(-2500)).join("");
}

/** Wait until something holds; otherwise fail with what was waited for. */
export async function until(holds, what, milliseconds = 30_000, details = () => "") {
  const end = Date.now() + milliseconds;
  for (;;) {
    if (await holds()) return;
    if (Date.now() > end)
      throw new Error(`waited in vain for ${what}\n${String(await details()).slice(-3000)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
