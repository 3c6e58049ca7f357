// Installs the workbench into one folder, from package registries alone: code-server with its
// native modules built here, playwright-core, and what Debian packages for a headless browser.
//
// Place: workbench/. `./dev editor` runs `node install.mjs FOLDER` once per digest of this folder's
// files. The folder is emptied first, so that an interrupted install is done again from nothing.
import { spawnSync } from "node:child_process";
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

installSystemPackages();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of ["package.json", "package-lock.json", ".npmrc"])
  cpSync(join(here, name), join(folder, name));

say("code-server and playwright-core");
npm(folder, "ci", "--ignore-scripts");
const codeServer = join(folder, "node_modules", "code-server");
const vscode = join(codeServer, "lib", "vscode");
say("what VS Code needs");
npm(vscode, "install", "--omit=dev", "--ignore-scripts");
npm(join(vscode, "extensions"), "install", "--omit=dev", "--ignore-scripts");

for (const name of ["native-watchdog", "@vscode/spdlog", "node-pty"]) {
  say(`building ${name}`);
  gyp(join(vscode, "node_modules", name));
}
say("building argon2");
const argon2 = join(folder, "node_modules", "argon2");
run(
  process.execPath,
  [
    join(folder, "node_modules", "@mapbox", "node-pre-gyp", "bin", "node-pre-gyp"),
    "rebuild",
    "--build-from-source",
    ...headers,
  ],
  argon2,
  {
    npm_config_node_gyp: nodeGyp,
  },
);

const ripgrep = join(vscode, "node_modules", "@vscode", "ripgrep", "bin");
mkdirSync(ripgrep, { recursive: true });
link(onPath("rg"), join(ripgrep, "rg"));
link("node_modules", join(vscode, "node_modules.asar"));
link("code-linux.sh", join(vscode, "bin", "remote-cli", "code-server"));
link("browser-linux.sh", join(vscode, "bin", "helpers", "browser.sh"));
run(process.execPath, [join(codeServer, "out", "node", "entry.js"), "--version"], folder, {
  HOME: folder,
});

function installSystemPackages() {
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
  say(`apt-get ${install.join(" ")}`);
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  // A machine that has never listed its packages needs to do so first.
  if (!succeeds("apt-get", install, quiet)) {
    run("apt-get", ["update"], "/", quiet);
    run("apt-get", install, "/", quiet);
  }
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
  run(process.execPath, [npmCli, ...args, "--no-audit", "--no-fund", "--loglevel=error"], where);
}

function gyp(where) {
  run(process.execPath, [nodeGyp, "rebuild", ...headers], where);
}

function run(command, args, cwd, env = {}) {
  const done = spawnSync(command, args, { cwd, env: { ...process.env, ...env }, encoding: "utf8" });
  if (done.status !== 0) {
    const end = `${done.stdout}${done.stderr}`.trimEnd().split("\n").slice(-15).join("\n    ");
    fail(`${command} ${args.join(" ")} failed in ${cwd}\n    ${end}`);
  }
}

function succeeds(command, args, env) {
  return spawnSync(command, args, { env: { ...process.env, ...env } }).status === 0;
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

function say(message) {
  console.log(`workbench: ${message}`);
}

function fail(message) {
  console.error(`workbench: ${message}`);
  process.exit(1);
}
