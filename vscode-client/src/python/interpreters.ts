// Which Python runs the server: where to look, what a probe must say, and how to tell the user.
//
// Place: src/python/. Asks VS Code for translations only; `launch` feeds it with what it found on the
// machine. The order is: the setting alone if there is one, else the Python extension's choice, else
// what is on PATH.
import { l10n } from "vscode";

export const OLDEST: readonly [number, number] = [3, 11];

export type Origin = "setting" | "python extension" | "path";

export interface Candidate {
  readonly command: string;
  readonly origin: Origin;
}

export interface Probed {
  readonly version: readonly [number, number, number];
  readonly executable: string;
  readonly heapwright: string | null;
}

export interface Looked {
  readonly candidate: Candidate;
  readonly found: Probed | null;
}

export type Choice =
  | { readonly kind: "installed"; readonly command: string }
  | { readonly kind: "create"; readonly command: string; readonly version: string }
  | { readonly kind: "missing"; readonly looked: readonly Looked[] };

/** Give the interpreters to look at, best first. */
export function candidates(
  setting: string,
  pythonExtension: string | null,
  isTrusted: boolean,
  platform: string,
): Candidate[] {
  if (setting.trim() !== "") return [{ command: setting.trim(), origin: "setting" }];
  const onPath = platform === "win32" ? ["py", "python", "python3"] : ["python3", "python"];
  const newer =
    platform === "win32" ? [] : ["python3.14", "python3.13", "python3.12", "python3.11"];
  const found: Candidate[] = [];
  // The Python extension may have chosen a Python that lies in the workspace; to start it would be
  // to run what an untrusted folder brings along.
  if (pythonExtension !== null && isTrusted)
    found.push({ command: pythonExtension, origin: "python extension" });
  for (const command of [...onPath, ...newer]) found.push({ command, origin: "path" });
  return found;
}

/** The program that a candidate runs to say what it is; it must also run on old Pythons. */
export const PROBE = [
  "import json, sys",
  "try:",
  "    from importlib.metadata import version",
  "    heapwright = version('heapwright')",
  "except Exception:",
  "    heapwright = None",
  "print(json.dumps([list(sys.version_info[:3]), sys.executable, heapwright]))",
].join("\n");

/** Read what a probe printed; anything else than its one line of JSON is no Python of ours. */
export function readProbe(output: string): Probed | null {
  let read: unknown;
  try {
    read = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  } catch {
    return null;
  }
  if (!Array.isArray(read) || read.length !== 3) return null;
  const [version, executable, heapwright] = read as unknown[];
  if (!Array.isArray(version) || !version.every((part) => Number.isInteger(part))) return null;
  if (typeof executable !== "string" || executable === "") return null;
  const [major = 0, minor = 0, micro = 0] = version as number[];
  return {
    version: [major, minor, micro],
    executable,
    heapwright: typeof heapwright === "string" ? heapwright : null,
  };
}

export function isNewEnough(probed: Probed): boolean {
  const [major, minor] = probed.version;
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** Choose among what was looked at: an installed server of our version, else a Python to build on. */
export function choose(looked: readonly Looked[], wanted: string): Choice {
  const usable = looked.flatMap(({ found }) => (found && isNewEnough(found) ? [found] : []));
  const installed = usable.find((probed) => probed.heapwright === wanted);
  if (installed) return { kind: "installed", command: installed.executable };
  const [first] = usable;
  if (first) return { kind: "create", command: first.executable, version: first.version.join(".") };
  return { kind: "missing", looked };
}

/** Say in one line per place what was found there. */
export function describeLooked(looked: readonly Looked[]): string[] {
  return looked
    .filter(
      ({ candidate, found }) => found !== null || candidate.origin !== "path" || isPlain(candidate),
    )
    .map(({ candidate, found }) => {
      const where = `${candidate.command} (${originWords(candidate.origin)})`;
      if (found === null) return l10n.t("{0}: no Python there", where);
      const version = found.version.join(".");
      return isNewEnough(found)
        ? l10n.t("{0}: Python {1}", where, version)
        : l10n.t("{0}: Python {1}, older than {2}", where, version, OLDEST.join("."));
    });
}

function originWords(origin: Origin): string {
  switch (origin) {
    case "setting":
      return l10n.t("setting");
    case "python extension":
      return l10n.t("Python extension");
    case "path":
      return "PATH";
  }
}

function isPlain(candidate: Candidate): boolean {
  return /^(py|python3?)$/.test(candidate.command);
}
