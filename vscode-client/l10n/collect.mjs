// Writes bundle.l10n.json: every text of the sources, for translators to start from.
//
// Place: l10n/. Run by hand after texts have changed; a unit test notices if it was forgotten.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, "..", "src");
const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .flatMap((name) => [
    ...readFileSync(join(folder, name), "utf8").matchAll(/l10n\.t\(\s*"((?:[^"\\]|\\.)*)"/g),
  ])
  .map((match) => JSON.parse(`"${match[1]}"`));
const bundle = Object.fromEntries([...new Set(texts)].sort().map((text) => [text, text]));
writeFileSync(join(here, "bundle.l10n.json"), `${JSON.stringify(bundle, null, 2)}\n`);
