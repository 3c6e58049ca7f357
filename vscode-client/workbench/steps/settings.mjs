// Settings apply while everything runs: no restart, no reload.
import assert from "node:assert/strict";
import { goTo, lenses, lensSays, statusBarSays } from "../actions.mjs";
import { until } from "../workbench.mjs";

const CHAIN = `class Link {
    private Link next;
    private new;
    static Link make() := new Link;
    void add() := { let link := new Link in { link.next := this.next; this.next := link } };
}

spec FOUR(Link l) := l.next.next.next != null;
`;

export const files = () => ({ "chain.tiny": { text: CHAIN } });

export async function run({ workbench, open, step }) {
  const page = await open("chain.tiny");
  await goTo(page, 8);
  await lensSays(page, "reachable in 4 calls");
  await step("a smaller scope changes the verdict", async () => {
    workbench.set({ "heapwright.scope": { Link: 3 } });
    await lensSays(page, "unreachable");
  });
  await step("a bound on calls does, too", async () => {
    workbench.set({ "heapwright.scope": null, "heapwright.calls": 2 });
    await lensSays(page, "not-found");
    workbench.set({ "heapwright.calls": null });
    await lensSays(page, "reachable in 4 calls");
  });
  await step("lenses go when they are switched off, and come back", async () => {
    workbench.set({ "heapwright.lenses": false });
    await until(async () => (await lenses(page)).length === 0, "no lens");
    workbench.set({ "heapwright.lenses": true });
    await lensSays(page, "reachable in 4 calls");
  });
  await step("without automatic checks an edit is not followed by work", async () => {
    workbench.set({ "heapwright.check": false });
    await goTo(page, 8);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type(" && true");
    await lensSays(page, "outdated");
    await statusBarSays(page, /heapwright$/);
    assert.doesNotMatch((await lenses(page)).join("\n"), /queued|running/);
    workbench.set({ "heapwright.check": true });
    await lensSays(page, "reachable in 4 calls");
  });
}
