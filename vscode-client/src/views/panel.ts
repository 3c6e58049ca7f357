// A web view panel for one question, kept up to date while the document changes.
//
// Place: src/views/. `heap-view`, `graph-view` and `paths-view` say what is shown. One panel per document and
// name; asking again brings the panel to the front and refreshes it.
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Place } from "../protocol";
import type { Server } from "../server";
import { isPending } from "../wording";
import type { FromView, ToView } from "./messages";
import { nonce, page } from "./page";

const IDLE_MILLISECONDS = 500;

export interface View {
  readonly type: "heap" | "graph" | "paths";
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly title: string;
  /** Ask the server for what is shown. */
  content(token: vscode.CancellationToken): Promise<ToView>;
  /** Give the picture that an export writes, if there is one: the whole, or one of several. */
  svg(message: ToView, index: number | null): string | null;
}

export class Panels implements vscode.Disposable {
  private readonly open = new Map<string, Panel>();

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
  ) {}

  show(view: View): void {
    const key = `${view.type} ${view.uri.toString()} ${view.name}`;
    const there = this.open.get(key);
    if (there !== undefined) {
      there.reveal();
      return;
    }
    const panel = new Panel(this.context, this.server, view);
    this.open.set(key, panel);
    panel.onClosed(() => this.open.delete(key));
  }

  dispose(): void {
    for (const panel of this.open.values()) panel.dispose();
  }
}

class Panel implements vscode.Disposable {
  private readonly panel: vscode.WebviewPanel;
  private readonly subscriptions: vscode.Disposable[] = [];
  private asking: vscode.CancellationTokenSource | null = null;
  private shown: ToView | null = null;
  private isReady = false;
  private verdict: string | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    context: vscode.ExtensionContext,
    private readonly server: Server,
    private readonly view: View,
  ) {
    const dist = vscode.Uri.joinPath(context.extensionUri, "dist");
    this.panel = vscode.window.createWebviewPanel(
      `heapwright.${view.type}`,
      view.title,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false },
      { enableScripts: true, localResourceRoots: [dist], retainContextWhenHidden: false },
    );
    const { webview } = this.panel;
    this.panel.onDidDispose(() => this.dispose(), null, this.subscriptions);
    webview.onDidReceiveMessage(
      (message: FromView) => this.receive(message),
      null,
      this.subscriptions,
    );
    vscode.workspace.onDidChangeTextDocument(
      ({ document, contentChanges }) => {
        if (document.uri.toString() === view.uri.toString() && contentChanges.length > 0)
          this.refreshSoon();
      },
      null,
      this.subscriptions,
    );
    this.server.onStatus(
      (status) => {
        const uri = this.server.identifier(view.uri).uri;
        const item = status.items.find((each) => each.uri === uri && each.name === view.name);
        if (item === undefined || isPending(item.status)) return;
        const verdict = JSON.stringify([item.status, item.reason, item.calls]);
        if (this.verdict !== null && this.verdict !== verdict) this.refreshSoon();
        this.verdict = verdict;
      },
      null,
      this.subscriptions,
    );
    webview.html = page({
      title: view.title,
      language: vscode.env.language,
      cspSource: webview.cspSource,
      script: webview.asWebviewUri(vscode.Uri.joinPath(dist, `${view.type}.js`)).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(dist, "view.css")).toString(),
      nonce: nonce(randomBytes),
    });
  }

  onClosed(closed: () => void): void {
    this.panel.onDidDispose(closed);
  }

  reveal(): void {
    this.panel.reveal();
    void this.refresh();
  }

  dispose(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.asking?.cancel();
    for (const each of this.subscriptions.splice(0)) each.dispose();
    this.panel.dispose();
  }

  /** Ask again when the text has been left alone for a moment. */
  private refreshSoon(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), IDLE_MILLISECONDS);
  }

  private async refresh(): Promise<void> {
    if (!this.isReady) return;
    this.asking?.cancel();
    const asking = new vscode.CancellationTokenSource();
    this.asking = asking;
    const text = vscode.l10n.t("Working on {0} …", this.view.name);
    void this.panel.webview.postMessage({ kind: "notice", text, isBusy: true });
    try {
      const content = await this.view.content(asking.token);
      if (!asking.token.isCancellationRequested) this.post(content);
    } catch (error) {
      if (asking.token.isCancellationRequested) return;
      this.server.log.warn(`${this.view.title}: ${String(error)}`);
      const text = error instanceof Error ? error.message : String(error);
      void this.panel.webview.postMessage({ kind: "notice", text, isBusy: false });
    }
  }

  private post(content: ToView): void {
    this.shown = content;
    void this.panel.webview.postMessage(content);
  }

  private async receive(message: FromView): Promise<void> {
    switch (message.kind) {
      case "ready":
        this.isReady = true;
        await this.refresh();
        return;
      case "refresh":
        await this.refresh();
        return;
      case "reveal":
        await reveal(message.place, message.keepsFocus);
        return;
      case "revealMethod":
        await revealMethod(this.view.uri, message.method);
        return;
      case "copy":
        await vscode.env.clipboard.writeText(message.text);
        return;
      case "insert":
        await vscode.commands.executeCommand("heapwright.generateInput", {
          uri: this.view.uri.toString(),
          name: this.view.name,
        });
        return;
      case "export":
        await this.export(message.index);
        return;
    }
  }

  private async export(index: number | null): Promise<void> {
    const svg = this.shown === null ? null : this.view.svg(this.shown, index);
    if (svg === null) return;
    const name = index === null ? this.view.name : `${this.view.name}-${index}`;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const target = await vscode.window.showSaveDialog({
      ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, `${name}.svg`) }),
      filters: { SVG: ["svg"] },
    });
    if (target === undefined) return;
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(svg));
  }
}

async function reveal(place: Place, preserveFocus = false): Promise<void> {
  const { start, end } = place.range;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri));
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.One,
    selection,
    preserveFocus,
  });
}

/** Show where a method is declared, by its name `Class.method`. */
async function revealMethod(uri: vscode.Uri, method: string): Promise<void> {
  const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
    "vscode.executeDocumentSymbolProvider",
    uri,
  );
  const [className, name] = method.split(".");
  const inClass = symbols?.find((symbol) => symbol.name === className);
  const found = inClass?.children?.find((symbol) => symbol.name === name) ?? inClass;
  if (found === undefined) return;
  await reveal({ uri: uri.toString(), range: found.selectionRange });
}
