// The commands of the extension. Lenses and code actions of the server name the same ones.
//
// Place: src/. A command called without arguments, from the palette, is about what stands at the
// cursor; if nothing does, the user picks.
import * as vscode from "vscode";
import type { Status } from "./protocol";
import { remove } from "./python/environment";
import { chooseInterpreter, ownEnvironment } from "./python/launch";
import type { Server } from "./server";
import { statusMenu } from "./status-bar";
import { graphView } from "./views/graph-view";
import { heapView } from "./views/heap-view";
import type { Panels } from "./views/panel";

interface Subject {
  readonly uri: vscode.Uri;
  readonly name: string;
}

type Kind = "question" | "class";

export function commands(
  context: vscode.ExtensionContext,
  server: Server,
  panels: Panels,
): vscode.Disposable {
  const register = (name: string, run: (...args: unknown[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(name, run);
  const generate =
    (command: string) =>
    async (...args: unknown[]) => {
      const subject = await chosen(server, args, "question");
      if (subject === null) return;
      await withNotice(vscode.l10n.t("{0}: looking for the calls", subject.name), (token) =>
        server.execute(
          command,
          [server.identifier(subject.uri).uri, subject.name, ...args.slice(2)],
          token,
        ),
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
    register("heapwright.cancel", (...args) => server.execute("heapwright.cancel", args)),
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

/** Find what a command is about: its arguments, or what stands at the cursor, or what the user picks. */
async function chosen(
  server: Server,
  args: readonly unknown[],
  kind: Kind,
): Promise<Subject | null> {
  const [uri, name] = args;
  if (typeof uri === "string" && typeof name === "string")
    return { uri: vscode.Uri.parse(uri), name };
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return null;
  const names = await namesIn(server, editor.document.uri, kind);
  const cursor = editor.selection.active;
  const here = names.filter(({ range }) => range.contains(cursor)).at(-1);
  if (here !== undefined) return { uri: editor.document.uri, name: here.name };
  if (names.length === 0) {
    void vscode.window.showInformationMessage(
      kind === "class"
        ? vscode.l10n.t("There is no class in this file.")
        : vscode.l10n.t("There is no spec or invariant in this file."),
    );
    return null;
  }
  const picked = await vscode.window.showQuickPick(names.map((each) => each.name));
  return picked === undefined ? null : { uri: editor.document.uri, name: picked };
}

async function namesIn(
  server: Server,
  uri: vscode.Uri,
  kind: Kind,
): Promise<{ readonly name: string; readonly range: vscode.Range }[]> {
  const status = await server.request<Status>("heapwright/status", {
    textDocument: server.identifier(uri),
  });
  return status.items
    .filter((item) => (item.kind === "class") === (kind === "class"))
    .map(({ name, range: { start, end } }) => ({
      name,
      range: new vscode.Range(start.line, start.character, end.line, end.character),
    }));
}

/** Do what the user asked for; a notification with Cancel appears only if it takes a while. */
async function withNotice<Answer>(
  title: string,
  work: (token: vscode.CancellationToken) => Promise<Answer>,
): Promise<void> {
  const source = new vscode.CancellationTokenSource();
  const running = work(source.token);
  const isDone = await Promise.race([running.then(() => true), delay(800).then(() => false)]);
  if (isDone) return;
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_, token) => {
      token.onCancellationRequested(() => source.cancel());
      try {
        await running;
      } catch (error) {
        if (!source.token.isCancellationRequested) throw error;
      }
    },
  );
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
