// Specs and invariants in the Test Explorer, with their verdicts.
//
// Place: src/. Fed by `heapwright/statusChanged`; a run asks the server to check and follows the
// same notifications. A verdict that comes without a run, because the server checked by itself, is
// shown as a run of its own, so that tests are never older than the lenses.
import * as vscode from "vscode";
import type { Status, StatusItem } from "./protocol";
import type { Server } from "./server";
import { failureMessage, isPending, outcome, verdictWords } from "./wording";

const LANGUAGE_FILES = "**/*.{tiny,py}";

interface Waiting {
  readonly run: vscode.TestRun;
  readonly test: vscode.TestItem;
  readonly done: () => void;
}

export class TestExplorer implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("heapwright", "heapwright");
  private readonly waiting = new Map<string, Waiting>();
  private readonly shown = new Map<string, string>();
  private readonly subscriptions: vscode.Disposable[] = [];

  constructor(private readonly server: Server) {
    this.controller.createRunProfile(
      vscode.l10n.t("Check"),
      vscode.TestRunProfileKind.Run,
      (request, token) => this.run(request, token),
      true,
    );
    this.controller.refreshHandler = () => this.refresh();
    this.subscriptions.push(
      this.controller,
      server.onStatus((status) => this.update(status)),
      server.onHealth((health) => {
        if (health === "running") void this.refresh();
      }),
      ...gone(LANGUAGE_FILES, (uri) => this.forget(uri)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        // Files of the workspace are checked whether they are open or not.
        if (vscode.workspace.getWorkspaceFolder(uri) === undefined) this.forget(uri);
      }),
    );
  }

  dispose(): void {
    for (const each of this.subscriptions) each.dispose();
  }

  /** Ask for everything anew. */
  private async refresh(): Promise<void> {
    this.update(await this.server.request<Status>("heapwright/status", {}));
  }

  private forget(uri: vscode.Uri): void {
    const key = this.server.identifier(uri).uri;
    this.controller.items.delete(key);
    for (const id of [...this.shown.keys()]) if (id.startsWith(`${key}::`)) this.shown.delete(id);
  }

  private update(status: Status): void {
    const byFile = new Map<string, StatusItem[]>();
    for (const item of status.items) byFile.set(item.uri, [...(byFile.get(item.uri) ?? []), item]);
    if (status.uri !== undefined && status.items.length === 0)
      this.controller.items.delete(status.uri);
    for (const [uri, items] of byFile) this.updateFile(uri, items);
  }

  private updateFile(uri: string, items: readonly StatusItem[]): void {
    const file = this.controller.items.get(uri) ?? this.addFile(uri);
    file.children.replace(items.map((item) => this.test(file, item)));
    const fresh = items.filter((item) => !isPending(item.status) && this.isNews(item));
    const background = fresh.filter((item) => !this.waiting.has(idOf(item)));
    for (const item of fresh) this.finish(item);
    if (background.length === 0) return;
    const run = this.controller.createTestRun(new vscode.TestRunRequest(), undefined, false);
    for (const item of background) {
      const test = file.children.get(idOf(item));
      if (test !== undefined) report(run, test, item, false);
    }
    run.end();
  }

  private addFile(uri: string): vscode.TestItem {
    const parsed = vscode.Uri.parse(uri);
    const path = vscode.workspace.asRelativePath(parsed, false);
    const end = path.lastIndexOf("/");
    const file = this.controller.createTestItem(uri, path.slice(end + 1), parsed);
    // Files of the same name are told apart by their folders.
    if (end > 0) file.description = path.slice(0, end);
    this.controller.items.add(file);
    return file;
  }

  private test(file: vscode.TestItem, item: StatusItem): vscode.TestItem {
    const { start, end } = item.range;
    const test =
      file.children.get(idOf(item)) ??
      this.controller.createTestItem(idOf(item), item.name, file.uri);
    test.range = new vscode.Range(start.line, start.character, end.line, end.character);
    test.description = verdictWords(item);
    test.busy = item.status === "queued" || item.status === "running";
    return test;
  }

  /** Say whether a verdict differs from what was last shown for the test. */
  private isNews(item: StatusItem): boolean {
    const now = JSON.stringify([item.status, item.reason, item.calls]);
    const isNew = this.shown.get(idOf(item)) !== now || this.waiting.has(idOf(item));
    this.shown.set(idOf(item), now);
    return isNew;
  }

  private finish(item: StatusItem): void {
    const waiting = this.waiting.get(idOf(item));
    if (waiting === undefined) return;
    report(waiting.run, waiting.test, item, true);
    waiting.done();
  }

  private async run(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const run = this.controller.createTestRun(request);
    const tests = this.chosen(request);
    const all = tests.map((test) => this.check(run, test, token));
    token.onCancellationRequested(() => {
      void this.server.execute("heapwright.cancel", []);
      for (const test of tests) this.waiting.get(test.id)?.done();
    });
    await Promise.all(all);
    run.end();
  }

  private async check(
    run: vscode.TestRun,
    test: vscode.TestItem,
    token: vscode.CancellationToken,
  ): Promise<void> {
    if (test.uri === undefined) return;
    run.started(test);
    // Whoever waited for the same test before would wait for ever.
    this.waiting.get(test.id)?.done();
    const ended = new Promise<void>((resolve) => {
      const done = (): void => {
        this.waiting.delete(test.id);
        resolve();
      };
      this.waiting.set(test.id, { run, test, done });
    });
    try {
      // The server runs what is open; a test may be of a file that nobody looks at.
      await vscode.workspace.openTextDocument(test.uri);
      // What is asked after the work was cancelled would go on.
      if (token.isCancellationRequested) return;
      await this.server.request("heapwright/run", {
        textDocument: this.server.identifier(test.uri),
        name: test.label,
      });
    } catch (error) {
      run.errored(test, new vscode.TestMessage(String(error)));
      this.waiting.get(test.id)?.done();
    }
    await ended;
  }

  /** Give the tests that a request names, without files and without what it excludes. */
  private chosen(request: vscode.TestRunRequest): vscode.TestItem[] {
    const pending = [...(request.include ?? valuesOf(this.controller.items))];
    const excluded = new Set(request.exclude?.map((test) => test.id) ?? []);
    const found = new Set<vscode.TestItem>();
    for (const test of pending) {
      if (excluded.has(test.id)) continue;
      if (test.children.size > 0) pending.push(...valuesOf(test.children));
      else if (test.parent !== undefined) found.add(test);
    }
    return [...found];
  }
}

/** Report a verdict. Messages stand in the text, so they are for runs that the user asked for. */
function report(
  run: vscode.TestRun,
  test: vscode.TestItem,
  item: StatusItem,
  isAsked: boolean,
): void {
  const milliseconds = item.elapsed === null ? undefined : item.elapsed * 1000;
  const messages = isAsked ? [new vscode.TestMessage(failureMessage(item))] : [];
  switch (outcome(item.status)) {
    case "passed":
      run.passed(test, milliseconds);
      return;
    case "failed":
      run.failed(test, messages, milliseconds);
      return;
    case "undecided":
      run.errored(test, messages, milliseconds);
      return;
    case "pending":
      run.enqueued(test);
  }
}

/** Tell which files of a kind are deleted. */
function gone(pattern: string, tell: (uri: vscode.Uri) => void): vscode.Disposable[] {
  const watcher = vscode.workspace.createFileSystemWatcher(pattern, true, true, false);
  return [watcher, watcher.onDidDelete(tell)];
}

function idOf(item: StatusItem): string {
  return `${item.uri}::${item.name}`;
}

function valuesOf(items: vscode.TestItemCollection): vscode.TestItem[] {
  return [...items].map(([, item]) => item);
}
