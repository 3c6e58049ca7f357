// The heap of a spec or of a violated invariant, and how each call changes it.
//
// Place: src/views/. `commands` opens it; webview/heap.ts draws it.
import * as vscode from "vscode";
import type { HeapAnswer } from "../protocol";
import type { Server } from "../server";
import { boundWords, stepWords } from "../wording";
import type { ToView } from "./messages";
import type { View } from "./panel";

export function heapView(server: Server, uri: vscode.Uri, name: string): View {
  return {
    type: "heap",
    uri,
    name,
    title: vscode.l10n.t("Heap: {0}", name),
    async content(token): Promise<ToView> {
      const answer = await server.request<HeapAnswer | null>(
        "heapwright/heap",
        { textDocument: server.identifier(uri), name },
        token,
      );
      if (answer === null)
        return {
          kind: "notice",
          text: vscode.l10n.t("There is no spec or invariant {0} any more.", name),
          isBusy: false,
        };
      return {
        kind: "heap",
        answer,
        boundWords: boundWords(answer.bound, answer.verdict),
        stepWords: answer.steps.map((_, index) => stepWords(answer.steps, index)),
        labels: {
          step: vscode.l10n.t("Step"),
          first: vscode.l10n.t("First step"),
          previous: vscode.l10n.t("Previous step"),
          next: vscode.l10n.t("Next step"),
          last: vscode.l10n.t("Last step"),
          calls: vscode.l10n.t("Calls"),
          emptyHeap: vscode.l10n.t("(empty heap)"),
          asText: vscode.l10n.t("The heap as text"),
          export: vscode.l10n.t("Export as SVG"),
          insert: vscode.l10n.t("Insert the calls"),
          copy: vscode.l10n.t("Copy the calls"),
          goToSource: vscode.l10n.t("Go to the source"),
          heap: vscode.l10n.t("Heap"),
          help: vscode.l10n.t(
            "Arrow keys step through the calls; Enter on an object or a call goes to its source.",
          ),
        },
      };
    },
    svg(message, index): string | null {
      if (message.kind !== "heap") return null;
      return message.answer.steps[index ?? message.answer.steps.length - 1]?.svg ?? null;
    },
  };
}
