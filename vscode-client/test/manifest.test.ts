// What the manifest and the translations promise is there, and nothing is promised twice.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const folder = process.cwd();
const read = (name: string): string => readFileSync(join(folder, name), "utf8");
const manifest = JSON.parse(read("package.json"));
const sources = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => read(join("src", name)))
  .join("\n");

test("every %name% of the manifest has a text, and every text is used", () => {
  const used = [...read("package.json").matchAll(/"%([^%"]+)%"/g)].map((match) => match[1]).sort();
  assert.deepEqual([...new Set(used)], Object.keys(JSON.parse(read("package.nls.json"))).sort());
});

test("every text of the sources is in the bundle that translators start from", () => {
  const texts = [...sources.matchAll(/l10n\.t\(\s*"((?:[^"\\]|\\.)*)"/g)].map(
    (match) => match[1] ?? "",
  );
  assert.ok(texts.length > 20);
  assert.deepEqual(
    [...new Set(texts)].sort(),
    Object.keys(JSON.parse(read("l10n/bundle.l10n.json"))).sort(),
  );
});

test("every command of the manifest is registered", () => {
  for (const { command } of manifest.contributes.commands)
    assert.ok(sources.includes(`register("${command}"`), command);
});

test("the commands of the contract are there", () => {
  const names = manifest.contributes.commands.map((each: { command: string }) => each.command);
  for (const name of [
    "generateInput",
    "generateTest",
    "draw",
    "showGraph",
    "cancel",
    "clearCache",
    "restart",
  ])
    assert.ok(names.includes(`heapwright.${name}`), name);
});

test("every setting is described", () => {
  for (const [name, setting] of Object.entries<Record<string, unknown>>(
    manifest.contributes.configuration.properties,
  ))
    assert.ok(setting.description ?? setting.markdownDescription, name);
});

test("the settings are those that the documentation of the server names", () => {
  const page = readFileSync(join(folder, "..", "docs", "configuration.md"), "utf8");
  const named = [...page.matchAll(/`(heapwright\.[a-zA-Z.]+)`/g)].map((match) => match[1] ?? "");
  const { properties } = manifest.contributes.configuration;
  assert.deepEqual(Object.keys(properties).sort(), [...new Set(named)].sort());
});

test("files that the manifest names are there", () => {
  const { languages, grammars, snippets, walkthroughs } = manifest.contributes;
  const files: string[] = [
    manifest.icon,
    languages[0].configuration,
    languages[0].icon.light,
    languages[0].icon.dark,
    ...grammars.map((each: { path: string }) => each.path),
    ...snippets.map((each: { path: string }) => each.path),
    ...walkthroughs[0].steps.map((each: { media: { markdown: string } }) => each.media.markdown),
  ];
  for (const file of files) assert.ok(existsSync(join(folder, file)), file);
});

test("the README shows the pictures that are there, and all of them", () => {
  const shown = [...read("README.md").matchAll(/\]\(pictures\/([\w.]+)\)/g)].map(
    (match) => match[1],
  );
  assert.deepEqual(shown.sort(), readdirSync(join(folder, "pictures")).sort());
});

test("the workspace need not be trusted, but then names no interpreter", () => {
  const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  assert.equal(supported, "limited");
  assert.ok(restrictedConfigurations.includes("heapwright.interpreter"));
});

test("the extension has the version of the server and its license", () => {
  const project = readFileSync(join(folder, "..", "pyproject.toml"), "utf8");
  assert.equal(/^version = "(.*)"$/m.exec(project)?.[1], manifest.version);
  assert.equal(read("LICENSE"), readFileSync(join(folder, "..", "LICENSE"), "utf8"));
});

test("nothing is sent anywhere: the sources open no connection and log no telemetry", () => {
  const connection =
    /\b(fetch|XMLHttpRequest|WebSocket|sendBeacon|createTelemetryLogger)\b|node:(https?|http2|net|tls|dgram)/;
  assert.doesNotMatch(sources, connection);
});

test("every dependency has one exact version", () => {
  for (const version of Object.values<string>({
    ...manifest.dependencies,
    ...manifest.devDependencies,
  }))
    assert.match(version, /^\d+\.\d+\.\d+$/);
});

test("the words that the grammar of the language has are highlighted", () => {
  const lark = readFileSync(join(folder, "..", "grammar", "tiny.lark"), "utf8");
  const words = [...lark.matchAll(/^[A-Z]+: "([a-z]+)"$/gm)].map((match) => match[1] ?? "");
  const grammar = read("syntaxes/tiny.tmLanguage.json");
  assert.ok(words.length > 20);
  for (const word of words) assert.match(grammar, new RegExp(`[(|]${word}[)|]|b${word}\\\\`), word);
});
