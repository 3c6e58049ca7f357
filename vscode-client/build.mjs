// Bundles the extension and its web views into dist/, or the unit tests with --tests.
//
// Place: vscode-client/. `npm run build` and `./dev` call it. Nothing is minified away that a reader
// of a bug report would need: names stay, only white space goes.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const common = { absWorkingDir: here, bundle: true, logLevel: "warning", legalComments: "linked" };

if (process.argv.includes("--tests")) {
  await build({
    ...common,
    entryPoints: readdirSync(join(here, "test"))
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => join("test", name)),
    outdir: join(here, "..", ".dev", "client-tests"),
    platform: "node",
    format: "cjs",
    sourcemap: "inline",
    // Outside of VS Code there is no module of that name; this one has what the tests need.
    alias: { vscode: "./test/support/vscode.ts" },
  });
} else {
  const small = { ...common, minifyWhitespace: true, outdir: "dist" };
  await build({
    ...small,
    entryPoints: ["src/extension.ts"],
    platform: "node",
    target: "node20",
    format: "cjs",
    external: ["vscode"],
  });
  await build({
    ...small,
    entryPoints: ["heap.ts", "graph.ts", "paths.ts", "view.css"].map(
      (name) => `src/webview/${name}`,
    ),
    platform: "browser",
    target: "es2022",
    format: "iife",
  });
}
