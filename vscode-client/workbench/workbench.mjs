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
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** How long anything is waited for. Nobody waits that long where the machine is free. */
export const PATIENCE = 1_000 * Number(process.env.EDITOR_SECONDS ?? 120);

/**
 * Start a workbench; one that is `offline` has no package index. Gives the workspace folder and ways
 * to open windows.
 */
export async function startWorkbench({ installed, folder, extension, offline }) {
  const require = createRequire(join(installed, "package.json"));
  const { chromium } = require("playwright-core");
  const entry = join(installed, "node_modules", "code-server", "out", "node", "entry.js");
  // What an earlier run left may still be written to for a moment.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  const places = Object.fromEntries(
    ["data", "extensions", "home", "cache", "workspace"].map((name) => [name, join(folder, name)]),
  );
  for (const place of Object.values(places)) mkdirSync(place, { recursive: true });
  let current = QUIET;
  // The workbench runs in a browser, away from the machine of the extension, so settings that name
  // things of that machine count only in its own file; in the user's they are there until the
  // workbench has learned what they are for, and then no longer.
  const writeSettings = () => {
    for (const name of ["User", "Machine"]) {
      mkdirSync(join(places.data, name), { recursive: true });
      const target = join(places.data, name, "settings.json");
      writeFileSync(`${target}.new`, JSON.stringify(current, null, 2));
      renameSync(`${target}.new`, target);
    }
  };
  const environment = {
    ...process.env,
    HOME: places.home,
    XDG_CONFIG_HOME: join(places.home, "config"),
    XDG_DATA_HOME: join(places.home, "data"),
    XDG_CACHE_HOME: join(places.home, "cache"),
    HEAPWRIGHT_CACHE_DIR: places.cache,
    // Nobody listens on this port.
    ...(offline ? { PIP_INDEX_URL: "http://127.0.0.1:9/", PIP_RETRIES: "0" } : {}),
  };
  const where = ["--user-data-dir", places.data, "--extensions-dir", places.extensions];
  const wanted = [extension, packed(folder, "memory-files"), packed(folder, "python-choice")];
  const install = wanted.flatMap((file) => ["--install-extension", file]);
  const done = spawnSync(process.execPath, [entry, ...where, ...install], {
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
  // Whoever ends us ends the workbench, too.
  process.on("exit", () => killGroup(server.pid, "SIGKILL"));
  let log = "";
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding("utf8").on("data", (text) => (log += text));
  await until(
    () => /listening on http/.test(log),
    "the workbench to start",
    PATIENCE,
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
    cache: places.cache,
    /** Give the user other settings than before, for the windows that are opened from now on. */
    begin(settings) {
      current = { ...QUIET, ...settings };
      writeSettings();
    },
    /** Change the user's settings, as an edit of the settings file does; null takes one out. */
    set(change) {
      current = Object.fromEntries(
        Object.entries({ ...current, ...change }).filter(([, value]) => value !== null),
      );
      writeSettings();
    },
    /** What the extension and the workbench have written. */
    log: () => `${logOf(places.data)}--- workbench ---\n${log.slice(-600)}`,
    /** Open a window with a file of the workspace, as a user would who was never here. */
    async open(name, language = "en") {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      page.setDefaultTimeout(PATIENCE);
      if (language !== "en")
        await page.addInitScript((name) => (globalThis._VSCODE_NLS_LANGUAGE = name), language);
      const file = `vscode-remote://${address}${join(places.workspace, name)}`;
      const payload = encodeURIComponent(JSON.stringify([["openFile", file]]));
      const query = `folder=${encodeURIComponent(places.workspace)}&payload=${payload}`;
      await page.goto(`http://${address}/?${query}`);
      await page.waitForSelector(".monaco-editor .view-line", { timeout: PATIENCE });
      return page;
    },
    /** Close a window; only when the workbench is left does it let go of its extensions. */
    async close(page) {
      await page.goto("about:blank");
      await page.context().close();
    },
    async stop() {
      await browser.close();
      killGroup(server.pid, "SIGTERM");
      let waited = 0;
      await until(
        () => {
          waited += 1;
          // Whoever does not go when asked is not asked again.
          if (waited === 100) killGroup(server.pid, "SIGKILL");
          return !isAlive(server.pid);
        },
        "the workbench to end",
        PATIENCE,
      );
    },
  };
}

/** Package one of the extensions that stand for others. */
function packed(folder, name) {
  const here = dirname(fileURLToPath(import.meta.url));
  const vsce = join(here, "..", "node_modules", "@vscode", "vsce", "vsce");
  const file = join(folder, `${name}.vsix`);
  const flags = ["--no-dependencies", "--allow-missing-repository", "--skip-license"];
  const done = spawnSync(process.execPath, [vsce, "package", ...flags, "--out", file], {
    cwd: join(here, name),
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`vsce failed: ${done.stdout}${done.stderr}`);
  return file;
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
  "testing.automaticallyOpenTestResults": "neverOpen",
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

// The workbench has children of its own; the group takes them along.
function killGroup(group, signal) {
  try {
    process.kill(-group, signal);
  } catch {
    // There is nobody left.
  }
}

function isAlive(group) {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

/** Wait until something holds; otherwise fail with what was waited for. */
export async function until(holds, what, milliseconds = PATIENCE, details = () => "") {
  const end = Date.now() + milliseconds;
  for (;;) {
    if (await holds()) return;
    if (Date.now() > end)
      throw new Error(`waited in vain for ${what}\n${String(await details()).slice(-3000)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
