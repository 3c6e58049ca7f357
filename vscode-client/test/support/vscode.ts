// What of VS Code's own module the unit tests need: texts with their numbers filled in.
//
// Place: test/support/. `build.mjs` puts it where the sources import "vscode". Without a bundle the
// texts are those of the sources, as in an English VS Code.

let bundle: Readonly<Record<string, string>> = {};

/** Take translations for the texts, as VS Code does at the start of an extension. */
export function useBundle(texts: Readonly<Record<string, string>>): void {
  bundle = texts;
}

export const l10n = {
  t(message: string, ...values: readonly (string | number | boolean)[]): string {
    const text = bundle[message] ?? message;
    return text.replace(/\{(\d+)\}/g, (all, at: string) => String(values[Number(at)] ?? all));
  },
};
