// The status bar item: what the server is doing; a click offers what can be done about it.
//
// Place: src/. Shown for documents the server reads. Quiet: it never pops up anything by itself.
import * as vscode from "vscode";
import type { Work } from "./protocol";
import { LANGUAGES, SCHEMES, type Server } from "./server";
import { workDetails, workWords } from "./wording";

const AT_REST: Work = { running: 0, queued: 0, states: 0, frontier: 0, calls: 0, elapsed: 0 };

export function statusBar(server: Server): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    "heapwright.status",
    vscode.StatusBarAlignment.Left,
    50,
  );
  item.name = "heapwright";
  item.command = "heapwright.statusMenu";
  let work = AT_REST;

  const show = (): void => {
    const document = documentInView();
    if (document === undefined) {
      item.hide();
      return;
    }
    const { text, tooltip, isWarning } = content(server, document.uri.scheme, work);
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: tooltip.replace(/\n+/g, " "), role: "button" };
    item.backgroundColor = isWarning
      ? new vscode.ThemeColor("statusBarItem.warningBackground")
      : undefined;
    item.show();
  };

  show();
  return vscode.Disposable.from(
    item,
    server.onStatus((status) => {
      work = status.work;
      show();
    }),
    server.onHealth(() => {
      work = AT_REST;
      show();
    }),
    vscode.window.onDidChangeActiveTextEditor(show),
    vscode.window.onDidChangeVisibleTextEditors(show),
  );
}

/** Give the document that the item is about: the active one, or one beside an active view. */
function documentInView(): vscode.TextDocument | undefined {
  const active = vscode.window.activeTextEditor;
  const editors = active === undefined ? vscode.window.visibleTextEditors : [active];
  return editors
    .map((editor) => editor.document)
    .find((document) => (LANGUAGES as readonly string[]).includes(document.languageId));
}

interface Content {
  readonly text: string;
  readonly tooltip: string;
  readonly isWarning: boolean;
}

function content(server: Server, scheme: string, work: Work): Content {
  if (!(SCHEMES as readonly string[]).includes(scheme)) {
    return {
      text: "$(circle-slash) heapwright",
      tooltip: vscode.l10n.t(
        "heapwright reads files on disk and untitled documents. This document comes from “{0}”, which its server cannot read.",
        scheme,
      ),
      isWarning: false,
    };
  }
  switch (server.health) {
    case "starting":
      return {
        text: "$(loading~spin) heapwright",
        tooltip: vscode.l10n.t("heapwright is starting."),
        isWarning: false,
      };
    case "failed":
    case "stopped":
      return {
        text: "$(warning) heapwright",
        tooltip: vscode.l10n.t(
          "heapwright's server is not running. Click to restart it or to read the log.",
        ),
        isWarning: true,
      };
    case "running": {
      const words = workWords(work);
      return {
        text: words === null ? "$(check) heapwright" : `$(sync~spin) heapwright: ${words}`,
        tooltip: workDetails(work).join("\n"),
        isWarning: false,
      };
    }
  }
}

/** Offer what can be done about the server. */
export async function statusMenu(): Promise<void> {
  const entries = [
    {
      label: `$(debug-stop) ${vscode.l10n.t("Cancel running work")}`,
      command: "heapwright.cancel",
    },
    {
      label: `$(debug-restart) ${vscode.l10n.t("Restart the server")}`,
      command: "heapwright.restart",
    },
    { label: `$(output) ${vscode.l10n.t("Show the log")}`, command: "heapwright.showLog" },
    { label: `$(trash) ${vscode.l10n.t("Clear the cache")}`, command: "heapwright.clearCache" },
    {
      label: `$(python) ${vscode.l10n.t("Choose a Python…")}`,
      command: "heapwright.chooseInterpreter",
    },
    {
      label: `$(gear) ${vscode.l10n.t("Settings")}`,
      command: "workbench.action.openSettings",
      argument: "@ext:heapwright.heapwright",
    },
  ];
  const picked = await vscode.window.showQuickPick(entries, { title: "heapwright" });
  if (picked === undefined) return;
  if (picked.argument === undefined) await vscode.commands.executeCommand(picked.command);
  else await vscode.commands.executeCommand(picked.command, picked.argument);
}
