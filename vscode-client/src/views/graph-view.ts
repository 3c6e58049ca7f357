// The state graph of a class: every heap that public calls can build within the scope.
//
// Place: src/views/. `commands` opens it; webview/graph.ts draws it.
import * as vscode from "vscode";
import type { GraphAnswer } from "../protocol";
import type { Server } from "../server";
import { stateSize, stateWords } from "../wording";
import type { ToView } from "./messages";
import type { View } from "./panel";

export function graphView(server: Server, uri: vscode.Uri, name: string): View {
  return {
    type: "graph",
    uri,
    name,
    title: vscode.l10n.t("States: {0}", name),
    async content(token): Promise<ToView> {
      const answer = await server.request<GraphAnswer | null>(
        "heapwright/graph",
        { textDocument: server.identifier(uri), name },
        token,
      );
      if (answer === null)
        return {
          kind: "notice",
          text: vscode.l10n.t("There is no class {0} any more.", name),
          isBusy: false,
        };
      return {
        kind: "graph",
        answer,
        sizes: answer.states.map(stateSize),
        stateWords: answer.states.map(stateWords),
        labels: {
          search: vscode.l10n.t("Search states, calls, constraints"),
          zoomIn: vscode.l10n.t("Zoom in"),
          zoomOut: vscode.l10n.t("Zoom out"),
          fit: vscode.l10n.t("Fit"),
          expandAll: vscode.l10n.t("Show all states"),
          collapse: vscode.l10n.t("Collapse"),
          export: vscode.l10n.t("Export as SVG"),
          copy: vscode.l10n.t("Copy the calls"),
          constraint: vscode.l10n.t("Constraint"),
          noConstraint: vscode.l10n.t("any values"),
          calls: vscode.l10n.t("Shortest calls"),
          noCalls: vscode.l10n.t("none: this is where every sequence starts"),
          unknownCalls: vscode.l10n.t("not found within the limits"),
          heap: vscode.l10n.t("Heap"),
          asText: vscode.l10n.t("The heap as text"),
          complete: vscode.l10n.t("complete: no further call makes a new state"),
          incomplete: vscode.l10n.t("not complete; stopped by {0}", answer.stoppedBy ?? ""),
          choose: vscode.l10n.t(
            "Choose a state to see its heap, its constraint and the shortest calls to it.",
          ),
          graph: vscode.l10n.t("State graph"),
          help: vscode.l10n.t(
            "Arrow keys move between states; Enter shows or hides what follows a state; plus and minus zoom.",
          ),
          size: vscode.l10n.t(
            "States: {0}. Calls between them: {1}.",
            answer.states.length,
            answer.edges.length,
          ),
          matches: vscode.l10n.t("{0} of {1} states match"),
          hidden: vscode.l10n.t("{0} hidden"),
        },
      };
    },
    svg(message): string | null {
      return message.kind === "graph" ? message.answer.svg : null;
    },
  };
}
