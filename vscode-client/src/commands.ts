// The commands of the extension. Lenses and code actions of the server name the same ones.
//
// Place: src/. A command called without arguments, from the palette, is about what stands at the
// cursor; if nothing does, the user picks.
import * as vscode from "vscode";
import type { MethodsAnswer, Status } from "./protocol";
import { remove } from "./python/environment";
import { chooseInterpreter, ownEnvironment } from "./python/launch";
import type { Server } from "./server";
import { statusMenu } from "./status-bar";
import { graphView } from "./views/graph-view";
import { heapView } from "./views/heap-view";
import type { Panels } from "./views/panel";
import { pathsView } from "./views/paths-view";
import { workWords } from "./wording";

interface Subject {
  readonly uri: vscode.Uri;
  readonly name: string;
}

type Kind = "question" | "class" | "method";

export function commands(
  context: vscode.ExtensionContext,
  server: Server,
  panels: Panels,
): vscode.Disposable {
  const register = (name: string, run: (...args: unknown[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(name, async (...args: unknown[]) => {
      try {
        return await run(...args);
      } catch (error) {
        // Left to itself, the workbench would put a dialog in the way.
        server.log.warn(`${name}: ${String(error)}`);
        void vscode.window.showWarningMessage(error instanceof Error ? error.message : `${error}`);
        return undefined;
      }
    });
  const generate =
    (command: string) =>
    async (...args: unknown[]) => {
      const subject = await chosen(server, args, "question");
      if (subject === null) return;
      const target = { ...server.identifier(subject.uri), name: subject.name };
      await withNotice(
        server,
        vscode.l10n.t("{0}: looking for the calls", subject.name),
        async (token) => {
          await askAgainIfUndecided(server, subject);
          return server.execute(command, [target], token);
        },
      );
    };
  return vscode.Disposable.from(
    register("heapwright.generateInput", generate("heapwright.generateInput")),
    register("heapwright.generateTest", generate("heapwright.generateTest")),
    register("heapwright.draw", async (...args) => {
      const subject = await chosen(server, args, "question");
      if (subject !== null) panels.show(heapView(server, subject.uri, subject.name));
    }),
    register("heapwright.showGraph", async (...args) => {
      const subject = await chosen(server, args, "class");
      if (subject !== null) panels.show(graphView(server, subject.uri, subject.name));
    }),
    register("heapwright.showPaths", async (...args) => {
      const subject = await chosen(server, args, "method");
      if (subject !== null) panels.show(pathsView(server, subject.uri, subject.name));
    }),
    register("heapwright.cancel", () => server.execute("heapwright.cancel", [])),
    register("heapwright.clearCache", async () => {
      await server.execute("heapwright.clearCache", []);
      vscode.window.setStatusBarMessage(vscode.l10n.t("heapwright's cache is empty."), 5_000);
    }),
    register("heapwright.restart", () => server.restart()),
    register("heapwright.showLog", () => server.log.show()),
    register("heapwright.statusMenu", statusMenu),
    register("heapwright.chooseInterpreter", chooseInterpreter),
    register("heapwright.removeEnvironment", async () => {
      await server.stop();
      remove(ownEnvironment(context));
    }),
  );
}

/** Find what a command is about: its argument, or what stands at the cursor, or what is picked. */
async function chosen(
  server: Server,
  args: readonly unknown[],
  kind: Kind,
): Promise<Subject | null> {
  const named = subjectOf(args[0]);
  if (named !== null) return named;
  const document = vscode.window.activeTextEditor?.document;
  const cursor = vscode.window.activeTextEditor?.selection.active;
  if (document === undefined || cursor === undefined) return null;
  const places = await placesOf(server, document.uri, kind);
  const here = places.filter(({ range }) => range?.contains(cursor)).at(-1);
  if (here !== undefined) return { uri: document.uri, name: here.name };
  if (places.length === 0) {
    void vscode.window.showInformationMessage(nothingThere(kind));
    return null;
  }
  const picked = await vscode.window.showQuickPick(places.map(({ name }) => name));
  return picked === undefined ? null : { uri: document.uri, name: picked };
}

interface NamedPlace {
  readonly name: string;
  readonly range: vscode.Range | null;
}

/** Give what a command may be about, outer things before those within them. */
async function placesOf(server: Server, uri: vscode.Uri, kind: Kind): Promise<NamedPlace[]> {
  const params = { textDocument: server.identifier(uri) };
  if (kind === "method") {
    const { methods } = await server.request<MethodsAnswer>("heapwright/methods", params);
    return methods.map(({ name, range: { start } }) => ({
      name,
      // The line of the name; where a method ends is not known for every language.
      range: new vscode.Range(start.line, 0, start.line + 1, 0),
    }));
  }
  const symbols = await symbolsOf(uri);
  if (kind === "class")
    return symbols
      .filter(({ symbol }) => symbol.kind === vscode.SymbolKind.Class)
      .map(({ name, symbol }) => ({ name, range: symbol.range }));
  const { items } = await server.request<Status>("heapwright/status", params);
  return items.map(({ name }) => ({
    name,
    range: symbols.find((each) => each.name === name)?.symbol.range ?? null,
  }));
}

function nothingThere(kind: Kind): string {
  switch (kind) {
    case "class":
      return vscode.l10n.t("There is no class in this file.");
    case "method":
      return vscode.l10n.t("There is no method in this file.");
    case "question":
      return vscode.l10n.t("There is no spec or invariant in this file.");
  }
}

/** Read the argument that lenses and code actions of the server carry. */
function subjectOf(argument: unknown): Subject | null {
  if (typeof argument !== "object" || argument === null) return null;
  const { uri, name } = argument as { readonly uri?: unknown; readonly name?: unknown };
  if (typeof uri !== "string" || typeof name !== "string") return null;
  return { uri: vscode.Uri.parse(uri), name };
}

interface NamedSymbol {
  readonly name: string;
  readonly symbol: vscode.DocumentSymbol;
}

/** Give the symbols of a document, members as `Class.member`, outer ones first. */
async function symbolsOf(uri: vscode.Uri): Promise<NamedSymbol[]> {
  const found = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
    "vscode.executeDocumentSymbolProvider",
    uri,
  );
  const outer = (found ?? []).map((symbol) => ({ name: symbol.name, symbol }));
  const inner = outer.flatMap(({ name, symbol }) =>
    (symbol.children ?? []).map((child) => ({ name: `${name}.${child.name}`, symbol: child })),
  );
  return [...outer, ...inner];
}

/** Let the server work once more on what was given up or cancelled before: now the user asks. */
async function askAgainIfUndecided(server: Server, { uri, name }: Subject): Promise<void> {
  const params = { textDocument: server.identifier(uri) };
  const { items } = await server.request<Status>("heapwright/status", params);
  if (items.some((item) => item.name === name && item.status === "unknown"))
    await server.request("heapwright/run", { ...params, name });
}

/** Do what the user asked for; a notification with Cancel appears only if it takes a while. */
async function withNotice<Answer>(
  server: Server,
  title: string,
  work: (token: vscode.CancellationToken) => Promise<Answer>,
): Promise<void> {
  const source = new vscode.CancellationTokenSource();
  const running = work(source.token);
  const isDone = await Promise.race([running.then(() => true), delay(800).then(() => false)]);
  if (isDone) return;
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      token.onCancellationRequested(() => source.cancel());
      const told = server.onStatus(({ work }) =>
        progress.report({ message: workWords(work) ?? "" }),
      );
      try {
        await running;
      } catch (error) {
        if (!source.token.isCancellationRequested) throw error;
      } finally {
        told.dispose();
      }
    },
  );
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
