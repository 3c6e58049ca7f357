// The first minutes with the extension, as one moving picture for the README.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  chooseCodeAction,
  command,
  goTo,
  hover,
  lenses,
  lensSays,
  openCodeActions,
  openView,
  plain,
  pressIn,
} from "../actions.mjs";
import { moving } from "../moving.mjs";
import { until } from "../workbench.mjs";

export const files = (examples) => ({ "node.py": { file: join(examples, "node.py") } });

const SPEC_LINE = 39;
const LOOP_LINE = 49;

export async function run({ open, step, pictures }) {
  const page = await open("node.py");
  const taken = [];
  const take = async (seconds) => taken.push({ png: await page.screenshot(), seconds });
  const text = async () => plain(await page.locator(".view-lines").first().innerText());
  let frame = null;
  await page.setViewportSize({ width: 1000, height: 640 });
  if (await page.locator(".part.sidebar").isVisible())
    await command(page, "View: Close Primary Side Bar");
  await step("a verdict stands above each spec", async () => {
    // Where the second one is in the middle, the first one is seen, too.
    await goTo(page, LOOP_LINE, 5);
    await lensSays(page, "reachable in 3 calls");
    await lensSays(page, "unreachable");
    await take(2.5);
  });
  await step("the hover of an unreachable one says why", async () => {
    await hover(page, "HW001");
    await take(3.5);
    await page.keyboard.press("Escape");
  });
  await step("the hover of a reachable one shows calls and heap", async () => {
    await goTo(page, SPEC_LINE, 5);
    await hover(page, "reachable");
    await page.locator(".monaco-hover:visible img").first().waitFor();
    await take(3.5);
    await page.keyboard.press("Escape");
  });
  await step("Generate heap input writes the calls", async () => {
    await openCodeActions(page, "Generate heap input");
    await take(2);
    await chooseCodeAction(page, "Generate heap input");
    await until(async () => /Node#1\(.*_value=450\)/.test(await text()), "the heap after a call");
    await take(3.5);
  });
  await step("the heap view steps through them", async () => {
    frame = await openView(page, "reachable in 3 calls", "draw", "#picture svg");
    // The verdict is outdated for a moment after the edit.
    await until(
      async () => !/outdated|queued|running/.test((await lenses(page)).join()),
      "the verdict on the new text",
      undefined,
      () => lenses(page),
    );
    await pressIn(frame, "#slider", "Home");
    for (const number of [1, 2, 3]) {
      await pressIn(frame, "#slider", "ArrowRight");
      await until(
        async () => (await frame.locator("#position").innerText()) === `${number} / 3`,
        `step ${number}`,
      );
      await take(2);
    }
  });
  await step("all of this is one picture that moves", async () => {
    const picture = moving(taken);
    mkdirSync(pictures, { recursive: true });
    writeFileSync(join(pictures, "story.png"), picture);
    assert.equal(await nFrames(page, picture), taken.length);
  });
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Let the browser count the pictures in an animated one. */
function nFrames(page, picture) {
  return page.evaluate(async (bytes) => {
    const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: "image/png" });
    await Promise.all([decoder.completed, decoder.tracks.ready]);
    const { frameCount } = decoder.tracks.selectedTrack;
    for (let index = 0; index < frameCount; index += 1) await decoder.decode({ frameIndex: index });
    return frameCount;
  }, picture.toString("base64"));
}
