// Installs the workbench into one folder, from package registries alone: code-server with its
// native modules built here, playwright-core, and what Debian packages for a headless browser.
//
// Place: workbench/. `./dev editor` runs `node install.mjs FOLDER` once per digest of this folder's
// files. The folder is emptied first, so that an interrupted install is done again from nothing.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2] ?? "");
const npmCli = findNpm();
const nodeGyp = join(dirname(npmCli), "..", "node_modules", "node-gyp", "bin", "node-gyp.js");
// Headers lie beside node where node was installed with them; otherwise node-gyp looks for itself.
const prefix = dirname(dirname(process.execPath));
const headers = existsSync(join(prefix, "include", "node", "node.h"))
  ? [`--nodedir=${prefix}`]
  : [];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of ["package.json", "package-lock.json", ".npmrc"])
  cpSync(join(here, name), join(folder, name));
const codeServer = join(folder, "node_modules", "code-server");
const vscode = join(codeServer, "lib", "vscode");

// Half of the time goes by in downloads, so what can be done at once is.
await Promise.all([installSystemPackages(), installNodePackages()]);
await Promise.all([
  ...["native-watchdog", "@vscode/spdlog", "node-pty"].map((name) =>
    gyp(join(vscode, "node_modules", name)),
  ),
  buildArgon2(),
]);

const ripgrep = join(vscode, "node_modules", "@vscode", "ripgrep", "bin");
mkdirSync(ripgrep, { recursive: true });
link(onPath("rg"), join(ripgrep, "rg"));
link("node_modules", join(vscode, "node_modules.asar"));
link("code-linux.sh", join(vscode, "bin", "remote-cli", "code-server"));
link("browser-linux.sh", join(vscode, "bin", "helpers", "browser.sh"));
await run(process.execPath, [join(codeServer, "out", "node", "entry.js"), "--version"], folder, {
  HOME: folder,
});

async function installNodePackages() {
  await npm(folder, "ci", "--ignore-scripts");
  // The extensions that come along are bundled already; only that for TypeScript would need more.
  await npm(vscode, "install", "--omit=dev", "--ignore-scripts");
}

async function buildArgon2() {
  const tool = join(folder, "node_modules", "@mapbox", "node-pre-gyp", "bin", "node-pre-gyp");
  const rebuild = [tool, "rebuild", "--build-from-source", ...headers];
  await run(process.execPath, rebuild, join(folder, "node_modules", "argon2"), {
    npm_config_node_gyp: nodeGyp,
  });
}

async function installSystemPackages() {
  const missing = [
    ["chromium", onPath("chromium")],
    ["ripgrep", onPath("rg")],
    ["fonts-dejavu-core", existsSync("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")],
    ["g++", onPath("g++")],
    ["make", onPath("make")],
  ].flatMap(([name, found]) => (found ? [] : [name]));
  if (missing.length === 0) return;
  const install = ["install", "-y", "--no-install-recommends", ...missing];
  if (process.getuid?.() !== 0 || !onPath("apt-get"))
    fail(`missing: ${missing.join(", ")}; run: sudo apt-get ${install.join(" ")}`);
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  const first = await ended("apt-get", install, "/", quiet);
  if (first.status === 0) return;
  // A machine that has never listed its packages needs to do so first.
  await run("apt-get", ["update"], "/", quiet);
  await run("apt-get", install, "/", quiet);
}

function findNpm() {
  const beside = join(
    dirname(process.execPath),
    "..",
    "lib",
    "node_modules",
    "npm",
    "bin",
    "npm-cli.js",
  );
  if (existsSync(beside)) return beside;
  const root = spawnSync("npm", ["root", "-g"], { encoding: "utf8" }).stdout?.trim();
  const found = join(root ?? "", "npm", "bin", "npm-cli.js");
  if (!existsSync(found)) fail("npm was not found beside node");
  return found;
}

function npm(where, ...args) {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  return run(process.execPath, [npmCli, ...args, ...quiet], where);
}

function gyp(where) {
  return run(process.execPath, [nodeGyp, "rebuild", ...headers], where);
}

async function run(command, args, cwd, env = {}) {
  const { status, output } = await ended(command, args, cwd, env);
  if (status === 0) return;
  const end = output.trimEnd().split("\n").slice(-15).join("\n    ");
  fail(`${command} ${args.join(" ")} failed in ${cwd}\n    ${end}`);
}

/** Run a command to its end; gives its exit code and what it said. */
function ended(command, args, cwd, env) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ status: null, output: String(error) }));
    child.on("close", (status) => resolve({ status, output }));
  });
}

function link(target, path) {
  if (!existsSync(path)) symlinkSync(target, path);
}

function onPath(name) {
  return (process.env.PATH ?? "")
    .split(":")
    .map((part) => join(part, name))
    .find((path) => existsSync(path));
}

function fail(message) {
  console.error(`workbench: ${message}`);
  process.exit(1);
}
