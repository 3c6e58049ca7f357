// What a user does and sees in the workbench, one function each.
//
// Place: workbench/. The steps use these. Every function waits until what it did is seen, and does it
// again if nothing came of it: on a loaded machine a key may arrive before the part that it is meant
// for listens. Keys are preferred to clicks: the workbench lays invisible overlays over its menus.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { PATIENCE, until } from "./workbench.mjs";

// After this long without an effect, something is done once more.
const AGAIN = 6_000;

/** Text as a reader sees it: the workbench fills in spaces that do not break. */
export function plain(text) {
  return (text ?? "").replace(/\u00a0/g, " ");
}

/** Do something until it has an effect. */
export async function again(act, hasEffect, what, details = () => "", milliseconds = PATIENCE) {
  let next = 0;
  await until(
    async () => {
      if (await hasEffect()) return true;
      if (Date.now() >= next) {
        await act();
        next = Date.now() + AGAIN;
      }
      return false;
    },
    what,
    milliseconds,
    details,
  );
}

/** Open the quick input by a key, put a text into it, and choose the row that a test accepts. */
async function quickInput(page, key, text, isWanted, what) {
  const input = page.locator(".quick-input-widget:visible input").first();
  const focused = page.locator(".quick-input-list .monaco-list-row.focused").first();
  const rows = page.locator(".quick-input-list .monaco-list-row");
  const isThere = () => input.isVisible().catch(() => false);
  if (key !== null) {
    await again(
      () => page.keyboard.press(key),
      isThere,
      `the quick input after ${key}`,
      () => "",
    );
  }
  await input.fill(text);
  let nRight = 0;
  await until(
    async () => {
      const seen = (await focused.count()) > 0 ? plain(await textOf(focused)) : "";
      nRight = isWanted(seen) ? nRight + 1 : 0;
      // The list may still change under the eyes; what stays is meant.
      if (nRight >= 2) return true;
      if (nRight === 0 && (await rows.count()) > 0) await input.press("ArrowDown");
      return false;
    },
    what,
    PATIENCE,
    async () => JSON.stringify(await rows.allInnerTexts()),
  );
  await input.press("Enter");
}

async function textOf(locator) {
  return locator.innerText({ timeout: 1_000 }).catch(() => "");
}

/** Put the cursor at a place; lines and columns count from one. */
export async function goTo(page, line, column = 1) {
  const wanted = new RegExp(`line ${line}\\b`, "i");
  await quickInput(
    page,
    "Control+g",
    `:${line}:${column}`,
    (text) => wanted.test(text),
    `line ${line}`,
  );
  await cursorAt(page, line);
}

/** Wait until the cursor stands in a line. */
export async function cursorAt(page, line) {
  const place = page.locator(".statusbar-item", { hasText: /Ln \d+/ }).first();
  await until(
    async () => new RegExp(`Ln ${line}\\b`).test(await textOf(place)),
    `the cursor in line ${line}`,
    PATIENCE,
    () => textOf(place),
  );
}

/** Run a command by its title; others that match it better or worse are passed over. */
export async function command(page, title) {
  await quickInput(
    page,
    "F1",
    `>${title}`,
    (text) => text.split("\n")[0].trim() === title,
    `the command “${title}”`,
  );
}

/** Choose from the quick input that is open. */
export async function choose(page, text, row = text) {
  await page.locator(".quick-input-widget:visible").first().waitFor({ timeout: PATIENCE });
  await quickInput(page, null, text, (seen) => seen.includes(row), `the entry “${row}”`);
}

/** Open another file of the workspace, named by its path in it. */
export async function openFile(page, path) {
  // Files that were open before come first until the search is through.
  await quickInput(
    page,
    "Control+p",
    path,
    (text) => text.includes(basename(path)) && text.includes(dirname(path)),
    `the file ${path}`,
  );
  await page
    .locator(".tab.active", { hasText: basename(path) })
    .first()
    .waitFor({ timeout: PATIENCE });
  await page.locator(".editor-instance .view-line").first().waitFor({ timeout: PATIENCE });
}

/** Give the lenses that can be seen; others are empty. */
export async function lenses(page) {
  return (await page.locator(".codelens-decoration").allInnerTexts()).map((text) =>
    plain(text).replace(/\s+/g, " "),
  );
}

/** Wait until some lens says this. */
export async function lensSays(page, words, milliseconds = PATIENCE) {
  await until(
    async () => (await lenses(page)).some((text) => text.includes(words)),
    `a lens that says “${words}”`,
    milliseconds,
    async () =>
      `lenses: ${JSON.stringify(await lenses(page))}; status bar: ${await statusBar(page)}`,
  );
}

/** Click on a part of a lens until that has an effect. */
export async function clickLens(page, lens, part, hasEffect, what = `what “${part}” does`) {
  const line = page.locator(".codelens-decoration", { hasText: lens }).first();
  const link = line.locator("a", { hasText: part }).first();
  await again(
    // Lenses are drawn anew whenever something becomes known, so the click may come too late.
    () => link.click({ timeout: AGAIN }).catch(() => {}),
    hasEffect,
    what,
    () => lenses(page),
  );
}

/** Click on a part of a lens and give the frame of the view that it opens. */
export async function openView(page, lens, part, selector) {
  let frame = null;
  await clickLens(
    page,
    lens,
    part,
    async () => {
      frame = await frameWith(page, selector);
      return frame !== null;
    },
    `a web view with ${selector}`,
  );
  return frame;
}

/** Show the hover at the cursor and give its text once it says something. */
export async function hover(page, words) {
  const shown = page.locator(".monaco-hover:visible", { hasText: words }).first();
  await again(
    async () => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.keyboard.press("Control+i");
    },
    () => shown.isVisible(),
    `a hover that says “${words}”`,
    async () => JSON.stringify(await page.locator(".monaco-hover:visible").allInnerTexts()),
  );
  return plain(await shown.innerText());
}

/** Open the menu of code actions at the cursor and wait for one of this title. */
export async function openCodeActions(page, title) {
  await again(
    async () => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+.");
    },
    () => page.locator(ACTION, { hasText: title }).first().isVisible(),
    `the code action “${title}”`,
    async () => JSON.stringify(await page.locator(ACTION).allInnerTexts()),
  );
}

/** Choose a code action from the open menu. */
export async function chooseCodeAction(page, title) {
  const row = page.locator(`${ACTION}.focused`, { hasText: title }).first();
  await until(
    async () => {
      if (await row.isVisible()) return true;
      await page.keyboard.press("ArrowDown");
      return false;
    },
    `the code action “${title}” to be chosen`,
    PATIENCE,
    async () => JSON.stringify(await page.locator(ACTION).allInnerTexts()),
  );
  await page.keyboard.press("Enter");
  await page.locator(ACTION).first().waitFor({ state: "detached", timeout: PATIENCE });
}

const ACTION = ".action-widget .monaco-list-row";

/** Save, and wait until the file holds exactly this text. */
export async function savedAs(page, file, wanted) {
  await until(
    async () => {
      if (readFileSync(file, "utf8") === wanted) return true;
      await page.keyboard.press("Control+s");
      await page.waitForTimeout(400);
      return readFileSync(file, "utf8") === wanted;
    },
    `${file} to have the wanted text`,
    PATIENCE,
    () => readFileSync(file, "utf8"),
  );
}

/** Give the text of our item in the status bar. */
export async function statusBar(page) {
  return plain((await statusItem(page).allInnerTexts()).join(" | "));
}

/** Find our item in the status bar; the name of the language beside it also has our name in it. */
export function statusItem(page) {
  return page.locator(".statusbar-item", { hasText: "heapwright", hasNotText: "Tiny" });
}

/** Wait until our item in the status bar says something. */
export async function statusBarSays(page, words) {
  await until(
    async () => words.test(await statusBar(page)),
    `the status bar to say ${words}`,
    PATIENCE,
    () => statusBar(page),
  );
}

/** Choose an entry of the menu behind our item in the status bar. */
export async function statusMenu(page, entry) {
  await again(
    () =>
      statusItem(page)
        .first()
        .click({ timeout: AGAIN })
        .catch(() => {}),
    () => page.locator(".quick-input-list", { hasText: "Cancel running work" }).isVisible(),
    "the menu of the status bar item",
  );
  if (entry !== null) await choose(page, entry);
}

/** Give the texts of the notifications that are shown. */
export async function notifications(page) {
  return (await page.locator(".notification-list-item").allInnerTexts()).map(plain);
}

/** Wait for a notification and give its text. */
export async function notification(page, words, milliseconds = PATIENCE) {
  const shown = page.locator(".notification-list-item", { hasText: words }).first();
  await until(
    () => shown.isVisible(),
    `a notification that says ${words}`,
    milliseconds,
    async () => `${await notifications(page)}; status bar: ${await statusBar(page)}`,
  );
  return plain(await shown.innerText());
}

/** Click on a button of a notification. */
export async function answer(page, words, label) {
  const shown = page.locator(".notification-list-item", { hasText: words }).first();
  await again(
    () =>
      shown
        .locator("a, .monaco-button", { hasText: label })
        .first()
        .click({ timeout: AGAIN })
        .catch(() => {}),
    async () => !(await shown.locator(".monaco-button", { hasText: label }).first().isVisible()),
    `the answer “${label}” to be taken`,
    () => notifications(page),
  );
}

/** Give the frame of a web view once it shows what a selector names. */
export async function webview(page, selector, milliseconds = PATIENCE) {
  let found = null;
  await until(
    async () => {
      found = await frameWith(page, selector);
      return found !== null;
    },
    `a web view with ${selector}`,
    milliseconds,
    async () =>
      (
        await Promise.all(
          page.frames().map((frame) =>
            frame
              .locator("body")
              .innerText({ timeout: 1_000 })
              .catch(() => ""),
          ),
        )
      ).join("\n---\n"),
  );
  return found;
}

async function frameWith(page, selector) {
  for (const frame of page.frames()) {
    try {
      if (await frame.locator(selector).first().isVisible()) return frame;
    } catch {
      // A frame may go while it is asked.
    }
  }
  return null;
}

/** Give the focus to a place in a web view and press a key there. */
export async function pressIn(frame, selector, key) {
  await frame.locator(selector).first().press(key, { timeout: PATIENCE });
}

/** Close every editor, dropping what was not saved. */
export async function closeAll(page) {
  const drop = page.locator(".monaco-dialog-box .monaco-button", { hasText: "Don't Save" }).first();
  await command(page, "View: Close All Editors");
  await until(
    async () => {
      if (await drop.isVisible()) await drop.click({ timeout: AGAIN }).catch(() => {});
      return (await page.locator(".tab").count()) === 0;
    },
    "all editors to be closed",
    PATIENCE,
    () => page.locator(".tab").allInnerTexts(),
  );
}

/** Fail unless a view fits into its window, without a bar to scroll sideways. */
export async function assertFits(frame) {
  const [content, window] = await frame
    .locator("main")
    .evaluate((main) => [main.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(content <= window + 1, `the content is ${content} wide, the view ${window}`);
}

/** Export a picture of a view to the file that the dialog offers, and give what was written. */
export async function exported(page, frame, file) {
  await frame.locator("button", { hasText: "Export as SVG" }).first().click();
  const input = page.locator(".quick-input-widget:visible input").first();
  // The dialog looks at the folder before it offers the name, and before it takes an Enter.
  await until(
    async () =>
      (await input.isVisible()) && (await input.inputValue().catch(() => "")).endsWith(file),
    `the dialog to offer ${file}`,
    PATIENCE,
    () => input.inputValue().catch(() => "there is no dialog"),
  );
  await until(async () => {
    if (existsSync(file) && readFileSync(file, "utf8") !== "") return true;
    await input.press("Enter", { timeout: 1_000 }).catch(() => {});
    await page.waitForTimeout(500);
    return false;
  }, `the file ${file}`);
  return readFileSync(file, "utf8");
}
