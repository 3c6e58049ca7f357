// The extension's start and end.
//
// Place: src/. Puts the parts together; each part is a function or an object of its own file.
// The server starts with the first document in one of its languages.
import * as vscode from "vscode";
import { commands } from "./commands";
import { Server } from "./server";
import { statusBar } from "./status-bar";
import { TestExplorer } from "./test-explorer";
import { Panels } from "./views/panel";

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("heapwright", { log: true });
  const server = new Server(context, log);
  const panels = new Panels(context, server);
  context.subscriptions.push(
    log,
    server,
    panels,
    statusBar(server),
    new TestExplorer(server),
    commands(context, server, panels),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("heapwright.interpreter")) void server.restart();
    }),
    // The server was told that the workspace is not trusted, and refuses things for that reason.
    vscode.workspace.onDidGrantWorkspaceTrust(() => server.restart()),
  );
  void server.start();
}
