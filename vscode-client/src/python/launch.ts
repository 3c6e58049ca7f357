// Finding or making the Python that runs the server, with the user's consent.
//
// Place: src/python/. `server` calls this before every start. What is decided stands in
// `interpreters` and `environment`; here are the questions to VS Code and to the user.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import * as environment from "./environment";
import {
  type Candidate,
  candidates,
  choose,
  describeLooked,
  type Looked,
  PROBE,
  readProbe,
} from "./interpreters";
import { run } from "./run";

export interface Launch {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
}

const PROBE_MILLISECONDS = 15_000;

/**
 * Give the command of the server, or null: the user was told what is missing, said no, or has
 * cancelled by a change that asks for another start. Only the question whether an environment may
 * be made is waited for.
 */
export async function launch(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  token: vscode.CancellationToken,
): Promise<Launch | null> {
  // Python looks for modules in the folder it is started in, so that must not be the workspace.
  const cwd = context.globalStorageUri.fsPath;
  mkdirSync(cwd, { recursive: true });
  const version = String(context.extension.packageJSON.version);
  const setting = vscode.workspace.getConfiguration("heapwright").get<string>("interpreter", "");
  const found = candidates(
    setting,
    await pythonExtensionChoice(log),
    vscode.workspace.isTrusted,
    process.platform,
  );
  const looked: Looked[] = [];
  for (const candidate of found) {
    const entry = await look(candidate, cwd);
    looked.push(entry);
    // Further Pythons are only of interest until one has the server.
    if (choose([entry], version).kind === "installed") break;
  }
  for (const line of describeLooked(looked)) log.info(line);
  const choice = choose(looked, version);
  if (choice.kind === "installed") return serving(choice.command, cwd);
  const bundle = environment.bundled(context.extensionPath);
  const own = ownEnvironment(context);
  if (bundle && environment.isWhole(own, bundle, process.platform))
    return serving(environment.environmentPython(own, process.platform), cwd);
  if (choice.kind === "missing") {
    void tellMissing(setting, looked);
    return null;
  }
  if (bundle === null) {
    void tellNotInstalled(choice.command);
    return null;
  }
  const isAllowed = await Promise.race([
    mayCreate(choice.version, choice.command),
    cancelled(token).then(() => false),
  ]);
  if (!isAllowed || token.isCancellationRequested) return null;
  const isMade = await create(own, bundle, choice.command, cwd, log, token);
  return isMade ? serving(environment.environmentPython(own, process.platform), cwd) : null;
}

export function ownEnvironment(context: vscode.ExtensionContext): string {
  return join(context.globalStorageUri.fsPath, "environment");
}

/** Let the user pick a Python; gives whether the setting was changed. */
export async function chooseInterpreter(): Promise<boolean> {
  const picked = await vscode.window.showOpenDialog({
    title: vscode.l10n.t("Choose a Python 3.11 or newer for heapwright"),
    canSelectMany: false,
    openLabel: vscode.l10n.t("Use this Python"),
  });
  const [file] = picked ?? [];
  if (file === undefined) return false;
  const settings = vscode.workspace.getConfiguration("heapwright");
  await settings.update("interpreter", file.fsPath, vscode.ConfigurationTarget.Global);
  return true;
}

function serving(python: string, cwd: string): Launch {
  // -P keeps the folder of the start out of the search for modules, whatever it is.
  return { command: python, arguments: ["-P", "-m", "heapwright", "serve"], cwd };
}

async function look(candidate: Candidate, cwd: string): Promise<Looked> {
  const done = await run(candidate.command, ["-c", PROBE], cwd, { timeout: PROBE_MILLISECONDS });
  const found = done.exitCode === 0 ? readProbe(done.stdout) : null;
  // What the user names is started as named: it may be a script around a Python.
  if (found !== null && candidate.origin === "setting")
    return { candidate, found: { ...found, executable: candidate.command } };
  return { candidate, found };
}

interface PythonExtension {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(path: {
      readonly path: string;
    }): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
  };
}

/** Ask the Python extension, if there is one, which interpreter the user has chosen there. */
async function pythonExtensionChoice(log: vscode.LogOutputChannel): Promise<string | null> {
  const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  if (extension === undefined) return null;
  try {
    const { environments } = await extension.activate();
    if (environments === undefined) return null;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const resolved = await environments.resolveEnvironment(
      environments.getActiveEnvironmentPath(folder),
    );
    return resolved?.executable.uri?.fsPath ?? null;
  } catch (error) {
    // Another extension's failure is no reason to stop; PATH may do.
    log.warn(`the Python extension did not answer: ${String(error)}`);
    return null;
  }
}

async function mayCreate(version: string, python: string): Promise<boolean> {
  const create = vscode.l10n.t("Create");
  const choosePython = vscode.l10n.t("Choose a Python…");
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      "heapwright's server is not installed. Create an environment for it with Python {0} ({1})? It lies in the extension's own folder and changes nothing else; about 40 MB are downloaded from the package index.",
      version,
      python,
    ),
    create,
    choosePython,
  );
  if (answer === choosePython) await chooseInterpreter();
  return answer === create;
}

function cancelled(token: vscode.CancellationToken): Promise<void> {
  if (token.isCancellationRequested) return Promise.resolve();
  return new Promise((resolve) => token.onCancellationRequested(() => resolve()));
}

async function create(
  own: string,
  bundle: environment.Bundle,
  python: string,
  cwd: string,
  log: vscode.LogOutputChannel,
  superseded: vscode.CancellationToken,
): Promise<boolean> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: "heapwright",
      cancellable: true,
    },
    async (progress, token) => {
      const abort = new AbortController();
      for (const each of [token, superseded]) each.onCancellationRequested(() => abort.abort());
      environment.begin(own);
      for (const step of environment.steps(own, bundle, python, process.platform)) {
        progress.report({
          message:
            step.title === "packages"
              ? vscode.l10n.t("installing the server")
              : vscode.l10n.t("making the environment"),
        });
        const onOutput = (text: string): void => log.info(text.trimEnd());
        const done = await run(step.command, step.arguments, cwd, {
          signal: abort.signal,
          onOutput,
        });
        if (done.exitCode !== 0) {
          environment.remove(own);
          if (!abort.signal.aborted)
            void tellFailed(environment.explainFailure(step.title, done.output), log);
          return false;
        }
      }
      environment.finish(own, bundle);
      return true;
    },
  );
}

async function tellFailed(reason: string, log: vscode.LogOutputChannel): Promise<void> {
  const showLog = vscode.l10n.t("Show log");
  const answer = await vscode.window.showErrorMessage(
    vscode.l10n.t("heapwright's server could not be installed. {0}", reason),
    showLog,
  );
  if (answer === showLog) log.show();
}

async function tellMissing(setting: string, looked: readonly Looked[]): Promise<void> {
  const places = describeLooked(looked).join("; ");
  const message =
    setting.trim() === ""
      ? vscode.l10n.t(
          "heapwright needs Python 3.11 or newer and found none. Looked at: {0}.",
          places,
        )
      : vscode.l10n.t(
          "heapwright needs Python 3.11 or newer; the setting heapwright.interpreter does not name one: {0}.",
          places,
        );
  const choosePython = vscode.l10n.t("Choose a Python…");
  const settings = vscode.l10n.t("Open settings");
  const answer = await vscode.window.showErrorMessage(message, choosePython, settings);
  if (answer === choosePython) await chooseInterpreter();
  if (answer === settings)
    await vscode.commands.executeCommand("workbench.action.openSettings", "heapwright.interpreter");
}

async function tellNotInstalled(python: string): Promise<void> {
  await vscode.window.showErrorMessage(
    vscode.l10n.t(
      "heapwright is not installed for {0}, and this build of the extension does not contain it.",
      python,
    ),
  );
}
