// Every text that users read can be translated, and every translation is whole.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { verdictWords, workWords } from "../src/wording";
import { useBundle } from "./support/vscode";

const folder = process.cwd();
const read = (name: string): string => readFileSync(join(folder, name), "utf8");
const texts = (name: string): Record<string, string> => JSON.parse(read(name));
const sources = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts"),
);

// Where a text stands that no user of the views reads: the log, which is for whoever helps, and
// errors that mean a mistake of our own.
const NOT_FOR_USERS = /(\blog\.(info|warn|error|debug)|\bnew Error)\(\s*$/;

// The program that a Python runs, tags of the page, selectors of style sheets.
const CODE = /^(import |from |try:|except |print\(| {4}|<|:scope |#picture )/;

/** Give the texts of a source that read like words for people and do not go through `l10n.t`. */
function untranslatable(source: string): string[] {
  const code = source.replace(/^\s*(\/\/|\/?\*).*$/gm, "");
  const found: string[] = [];
  for (const match of code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)) {
    const before = code.slice(0, match.index);
    // What is filled into a template is code, not words.
    const text = (match[1] ?? match[2] ?? "").replace(/\$\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, "…");
    const isWords = /\p{L}{2,}[,:;]? \p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}+[.!?…]*$/u.test(text);
    if (!isWords || /l10n\.t\(\s*$/.test(before) || NOT_FOR_USERS.test(before) || CODE.test(text))
      continue;
    if (!ALLOWED.has(text)) found.push(text);
  }
  return found;
}

// Names of keys and elements, kinds that the code compares with, and names that are the same everywhere.
const ALLOWED = new Set([
  ...["Enter", "Escape", "Home", "End", "Scripts", "python extension"],
  "width=device-width, initial-scale=1",
  ...["notice busy", "verdict holds", "verdict unknown", "split graph"],
]);

test("no text bypasses the translations", () => {
  const found = sources.flatMap((name) =>
    untranslatable(read(join("src", name))).map((text) => `${name}: ${text}`),
  );
  assert.deepEqual(found, []);
});

test("the search for texts that bypass the translations finds some", () => {
  const source = [
    'window.show("The server has gone.");',
    "show(`There are $\u007bcount} states`);",
    'button("Restart");',
    'show(vscode.l10n.t("This one is fine."));',
    "log.info(`and so is $\u007bthis} one`);",
    "// a comment with “Words here” is none",
  ].join("\n");
  assert.deepEqual(untranslatable(source), [
    "The server has gone.",
    "There are … states",
    "Restart",
  ]);
});

const languages = readdirSync(join(folder, "l10n")).flatMap((name) => {
  const match = /^bundle\.l10n\.(\w[\w-]*)\.json$/.exec(name);
  return match ? [match[1] ?? ""] : [];
});

test("there is a second language", () => {
  assert.ok(languages.includes("de"));
});

for (const language of languages) {
  test(`the translation ${language} has every text, with the same gaps`, () => {
    for (const [english, other] of [
      ["l10n/bundle.l10n.json", `l10n/bundle.l10n.${language}.json`],
      ["package.nls.json", `package.nls.${language}.json`],
    ] as const) {
      const [wanted, there] = [texts(english), texts(other)];
      assert.deepEqual(Object.keys(there).sort(), Object.keys(wanted).sort());
      for (const [key, text] of Object.entries(wanted)) {
        const gaps = (each: string): string[] => (each.match(/\{\d+\}/g) ?? []).sort();
        assert.deepEqual(gaps(there[key] ?? ""), gaps(text), key);
        const commands = (each: string): string[] => each.match(/\(command:[\w.]+\)/g) ?? [];
        assert.deepEqual(commands(there[key] ?? ""), commands(text), key);
      }
    }
  });
}

test("words about verdicts and work are given in the user's language", () => {
  after(() => useBundle({}));
  useBundle(texts("l10n/bundle.l10n.de.json"));
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const item = {
    ...{ uri: "", name: "S", kind: "spec", range, status: "reachable", verdict: null },
    ...{ reason: null, calls: ["a"], code: null, elapsed: null, cached: null },
  };
  assert.equal(verdictWords(item), "erreichbar mit 1 Aufruf");
  const work = { running: 1, queued: 2, states: 5, frontier: 0, calls: 0, elapsed: 0 };
  assert.equal(workWords(work), "5 Zustände · 2 wartend");
});
