// The extension's own environment: where it lies, whether it is whole, how it is made.
//
// Place: src/python/. `launch` asks the user and runs these steps. The environment lies in the
// extension's storage folder and is whole exactly if its stamp, written last, names the wheel it was
// made from; so an interrupted set-up and a new version of the extension make it anew.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { l10n } from "vscode";

export interface Bundle {
  readonly wheel: string;
  readonly constraints: string;
}

export interface Step {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly string[];
}

/** Find the server that came with the extension. */
export function bundled(extensionFolder: string): Bundle | null {
  const folder = join(extensionFolder, "server");
  if (!existsSync(folder)) return null;
  const [wheel] = readdirSync(folder).filter((name) => name.endsWith(".whl"));
  const constraints = join(folder, "constraints.txt");
  if (wheel === undefined || !existsSync(constraints)) return null;
  return { wheel: join(folder, wheel), constraints };
}

export function environmentPython(environment: string, platform: string): string {
  return platform === "win32"
    ? join(environment, "Scripts", "python.exe")
    : join(environment, "bin", "python");
}

export function isWhole(environment: string, bundle: Bundle, platform: string): boolean {
  const stamp = stampFile(environment);
  return (
    existsSync(environmentPython(environment, platform)) &&
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === digest(bundle)
  );
}

/** Give the commands that make the environment; the stamp is for afterwards. */
export function steps(
  environment: string,
  bundle: Bundle,
  python: string,
  platform: string,
): Step[] {
  const quiet = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"];
  return [
    { title: "environment", command: python, arguments: ["-m", "venv", "--clear", environment] },
    {
      title: "packages",
      command: environmentPython(environment, platform),
      arguments: [
        "-m",
        "pip",
        "install",
        ...quiet,
        "--constraint",
        bundle.constraints,
        bundle.wheel,
      ],
    },
  ];
}

export function begin(environment: string): void {
  rmSync(stampFile(environment), { force: true });
  mkdirSync(environment, { recursive: true });
}

export function finish(environment: string, bundle: Bundle): void {
  writeFileSync(stampFile(environment), digest(bundle));
}

export function remove(environment: string): void {
  rmSync(environment, { recursive: true, force: true });
}

/** Say what a failed step means to the user, from the end of what it printed. */
export function explainFailure(title: string, output: string): string {
  if (/ensurepip|No module named venv/i.test(output))
    return l10n.t(
      "This Python cannot make environments. On Debian and Ubuntu, install the package python3-venv.",
    );
  if (NOT_DOWNLOADED.test(output))
    return l10n.t(
      "The packages that the server needs could not be downloaded. Is the package index reachable from here?",
    );
  if (/No space left/i.test(output)) return l10n.t("There is no space left on the disk.");
  const last = output.trim().split("\n").at(-1) ?? "";
  return last === ""
    ? l10n.t("The step “{0}” failed and printed nothing.", title)
    : l10n.t("The step “{0}” failed: {1}", title, last);
}

// The versions that are asked for fit together, so if pip finds no way, it does not find one of them.
const NOT_DOWNLOADED =
  /Could not find a version|No matching distribution|ResolutionImpossible|Temporary failure|ConnectionError|Failed to establish|timed out/i;

function stampFile(environment: string): string {
  return join(environment, "heapwright.stamp");
}

function digest(bundle: Bundle): string {
  const hash = createHash("sha256");
  for (const file of [bundle.wheel, bundle.constraints])
    hash.update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
