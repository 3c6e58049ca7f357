// Tries the packaged extension in a real workbench, step by step, with a picture of each.
//
// Place: workbench/. `./dev editor`, `./dev test` and `./dev package` run
// `node drive.mjs INSTALLED VSIX PYTHON SHOTS NAME…`. Every step asserts something; the first that
// fails ends the run, with a picture of what was there instead.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { closeAll, openFile } from "./actions.mjs";
import { startWorkbench } from "./workbench.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const examples = resolve(here, "..", "..", "examples");
const [installed, extension, python, shots] = process.argv.slice(2, 6).map((path) => resolve(path));
const names = process.argv.slice(6);
const PARTS = [
  ...["story", "tiny", "python", "language", "views", "paths", "settings", "tests"],
  ...["untitled", "welcome", "looks", "cancel", "german", "interpreter", "restricted"],
];
// What the READMEs show is taken here and copied to the extension's pictures/ by hand.
const pictures = join(shots, "readme");
const wanted = names.includes("all") ? PARTS : names;

process.on("SIGINT", () => process.exit(130));
process.on("SIGTERM", () => process.exit(143));

let number = 0;
let exitCode = 0;
rmSync(shots, { recursive: true, force: true });
mkdirSync(shots, { recursive: true });
for (const name of wanted) {
  if (!existsSync(join(here, "steps", `${name}.mjs`)))
    fail(`there is no part ${name}; there are: ${PARTS.join(", ")}, fresh`);
}
const parts = await Promise.all(
  wanted.map(async (name) => [name, await import(`./steps/${name}.mjs`)]),
);
// A workbench is started once. Parts that need settings of their own get a window of their own.
const shared = parts.filter(([, part]) => part.settings === undefined);
const apart = parts.filter(([, part]) => part.settings !== undefined);
const groups = [
  ...(shared.length > 0 ? [{ group: shared, settings: { "heapwright.interpreter": python } }] : []),
  ...apart.map((part) => ({ group: [part], settings: part[1].settings({ python }) })),
];
const folder = join(dirname(shots), "workbench-run");
const offline = !wanted.includes("fresh");
const workbench = await startWorkbench({ installed, folder, extension, offline });
try {
  // The server also checks files that are not open, so what takes long comes when its turn comes.
  for (const [name, part] of parts) if (!part.isLate) put(name, part);
  for (const { group, settings } of groups) await tried(group, settings);
} catch (error) {
  exitCode = 1;
  console.error(`FAILED ${error.message}\n--- extension ---\n${workbench.log()}`);
} finally {
  await workbench.stop();
}
process.exit(exitCode);

/** Run parts in one window. */
async function tried(group, settings) {
  const language = group[0][1].language;
  let page = null;
  workbench.begin(settings);
  try {
    for (const [name, part] of group) {
      if (part.isLate) put(name, part);
      const run = {
        workbench,
        python,
        workspace: join(workbench.workspace, name),
        pictures,
        // The window stays from part to part: a new one would start extension and server anew.
        open: async (file) => {
          if (page === null) page = await workbench.open(join(name, file), language);
          else {
            await closeAll(page);
            await openFile(page, join(name, file));
          }
          return page;
        },
        reload: async (file) => {
          await workbench.close(page);
          page = await workbench.open(join(name, file), language);
          return page;
        },
        step: async (title, work, picture = null) => {
          const started = Date.now();
          try {
            await work(page);
          } catch (error) {
            throw new Error(`${name}: ${title}\n${error.stack ?? error}`);
          }
          await shot(page, `${name}-${title}`);
          if (picture) await page.screenshot({ path: join(pictures, `${picture}.png`) });
          console.log(`ok    ${name}: ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
        },
      };
      await part.run(run);
    }
    await closeAll(page);
    await workbench.close(page);
  } catch (error) {
    await page?.screenshot({ path: join(shots, "failed.png") }).catch(() => {});
    throw error;
  }
}

/** Put the files of a part into its folder in the workspace. */
function put(name, part) {
  for (const [file, source] of Object.entries(part.files(examples)))
    workbench.write(join(name, file), source);
}

async function shot(page, title) {
  number += 1;
  const name = `${String(number).padStart(2, "0")}-${title.replace(/[^A-Za-z0-9]+/g, "-")}.png`;
  await page?.screenshot({ path: join(shots, name) });
}

function fail(message) {
  console.error(`editor: ${message}`);
  process.exit(2);
}
