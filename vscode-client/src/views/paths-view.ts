// The paths of a method on an input heap that is not known: when each is taken, how it ends, an input
// that takes it, and whether public calls lead there.
//
// Place: src/views/. `commands` opens it; webview/paths.ts draws it.
import * as vscode from "vscode";
import type { PathsAnswer } from "../protocol";
import type { Server } from "../server";
import { pathCounts, pathEnd } from "../wording";
import type { ToView } from "./messages";
import type { View } from "./panel";

export function pathsView(server: Server, uri: vscode.Uri, name: string): View {
  return {
    type: "paths",
    uri,
    name,
    title: vscode.l10n.t("Paths: {0}", name),
    async content(token): Promise<ToView> {
      const answer = await server.request<PathsAnswer>(
        "heapwright/paths",
        { textDocument: server.identifier(uri), name },
        token,
      );
      return {
        kind: "paths",
        answer,
        counts: pathCounts(answer),
        ends: answer.paths.map(pathEnd),
        labels: {
          search: vscode.l10n.t("Search conditions, endings, calls"),
          matches: vscode.l10n.t("{0} of {1} paths match"),
          list: vscode.l10n.t("Paths"),
          condition: vscode.l10n.t("Taken when"),
          always: vscode.l10n.t("always"),
          input: vscode.l10n.t("An input that takes it"),
          noInput: vscode.l10n.t("any input"),
          asText: vscode.l10n.t("The heap as text"),
          calls: vscode.l10n.t("Public calls that lead to it"),
          copy: vscode.l10n.t("Copy the calls"),
          export: vscode.l10n.t("Export as SVG"),
          goToSource: vscode.l10n.t("Go to the source"),
          help: vscode.l10n.t("Arrow keys move between paths; slash goes to the search."),
        },
      };
    },
    svg(message, index): string | null {
      if (message.kind !== "paths" || index === null) return null;
      return message.answer.paths[index - 1]?.svg ?? null;
    },
  };
}
