// What a user does and sees in the workbench, one function each.
//
// Place: workbench/. The steps use these. Keys are preferred to clicks: the workbench lays invisible
// overlays over its menus.
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { until } from "./workbench.mjs";

const SHORT = 20_000;
const LONG = 60_000;

/** Text as a reader sees it: the workbench fills in spaces that do not break. */
export function plain(text) {
  return (text ?? "").replace(/\u00a0/g, " ");
}

/** Put the cursor at a place; lines and columns count from one. */
export async function goTo(page, line, column = 1) {
  await page.keyboard.press("Control+g");
  await page.locator(".quick-input-widget input").first().waitFor({ timeout: SHORT });
  await page.keyboard.type(`:${line}:${column}`);
  // Enter does nothing until the workbench has understood the line.
  await page
    .locator(".quick-input-list .monaco-list-row", { hasText: `line ${line}` })
    .first()
    .waitFor({ timeout: SHORT });
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden", timeout: SHORT });
}

/** Run a command by its title; others that match it better or worse are passed over. */
export async function command(page, title) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").first().waitFor({ timeout: SHORT });
  await page.keyboard.type(title);
  const rows = page.locator(".quick-input-list .monaco-list-row");
  const label = page.locator(".quick-input-list .monaco-list-row.focused .label-name").first();
  await rows.filter({ hasText: title }).first().waitFor({ timeout: SHORT });
  await until(
    async () => {
      if (plain(await label.innerText()) === title) return true;
      await page.keyboard.press("ArrowDown");
      return false;
    },
    `the command “${title}”`,
    SHORT,
    () => rows.allInnerTexts(),
  );
  await page.keyboard.press("Enter");
}

/** Open another file of the workspace, named by its path in it. */
export async function openFile(page, path) {
  await page.keyboard.press("Control+p");
  await page.locator(".quick-input-widget input").first().waitFor({ timeout: SHORT });
  await page.keyboard.type(path);
  // Files that were open before come first until the search is through.
  await page
    .locator(".quick-input-list .monaco-list-row.focused", { hasText: basename(path) })
    .filter({ hasText: dirname(path) })
    .waitFor({ timeout: SHORT });
  await page.keyboard.press("Enter");
  await page
    .locator(".tab.active", { hasText: basename(path) })
    .first()
    .waitFor({ timeout: SHORT });
}

/** Give the lenses that can be seen; others are empty. */
export async function lenses(page) {
  return (await page.locator(".codelens-decoration").allInnerTexts()).map((text) =>
    plain(text).replace(/\s+/g, " "),
  );
}

/** Wait until some lens says this. */
export async function lensSays(page, words, milliseconds = LONG) {
  await until(
    async () => (await lenses(page)).some((text) => text.includes(words)),
    `a lens that says “${words}”`,
    milliseconds,
    async () =>
      `lenses: ${JSON.stringify(await lenses(page))}; status bar: ${await statusBar(page)}`,
  );
}

/** Click on a part of a lens. */
export async function clickLens(page, lens, part) {
  const line = page.locator(".codelens-decoration", { hasText: lens }).first();
  await line.locator("a", { hasText: part }).first().click();
}

/** Show the hover at the cursor and give its text once it says something. */
export async function hover(page, words) {
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Control+i");
  const shown = page.locator(".monaco-hover:visible", { hasText: words }).first();
  await shown.waitFor({ timeout: SHORT });
  return plain(await shown.innerText());
}

/** Open the menu of code actions at the cursor and wait for one of this title. */
export async function openCodeActions(page, title) {
  await page.keyboard.press("Control+.");
  await page.locator(ACTION, { hasText: title }).first().waitFor({ timeout: SHORT });
}

/** Choose a code action from the open menu. */
export async function chooseCodeAction(page, title) {
  const row = page.locator(ACTION, { hasText: title }).first();
  for (let i = 0; i < 20 && !(await row.getAttribute("class")).includes("focused"); i++)
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

const ACTION = ".action-widget .monaco-list-row";

/** Save, and wait until the file holds exactly this text. */
export async function savedAs(page, file, wanted) {
  await until(
    async () => {
      await page.keyboard.press("Control+s");
      return readFileSync(file, "utf8") === wanted;
    },
    `${file} to have the wanted text`,
    SHORT,
    () => readFileSync(file, "utf8"),
  );
}

/** Give the text of our item in the status bar. */
export async function statusBar(page) {
  const items = await page.locator(".statusbar-item", { hasText: "heapwright" }).allInnerTexts();
  return plain(items.join(" | "));
}

/** Give the frame of a web view once it shows what a selector names. */
export async function webview(page, selector, milliseconds = LONG) {
  let found = null;
  await until(
    async () => {
      for (const frame of page.frames()) {
        try {
          if (await frame.locator(selector).first().isVisible()) found = frame;
        } catch {
          // A frame may go while it is asked.
        }
      }
      return found !== null;
    },
    `a web view with ${selector}`,
    milliseconds,
    async () =>
      (
        await Promise.all(
          page.frames().map((f) =>
            f
              .locator("body")
              .innerText()
              .catch(() => ""),
          ),
        )
      ).join("\n---\n"),
  );
  return found;
}

/** Close every editor, dropping what was not saved. */
export async function closeAll(page) {
  await command(page, "View: Close All Editors");
  await page.locator(".tab").first().waitFor({ state: "detached", timeout: SHORT });
}
