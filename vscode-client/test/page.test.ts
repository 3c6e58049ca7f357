// The page of a web view lets in its own script and style sheet and nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nonce, page } from "../src/views/page";

const parts = {
  title: 'Heap: a"<b>',
  language: "en",
  cspSource: "vscode-resource:",
  script: "vscode-resource:/heap.js",
  style: "vscode-resource:/view.css",
  nonce: "abc",
};

function policy(html: string): string[] {
  const found = /Content-Security-Policy" content="([^"]*)"/.exec(html);
  return (found?.[1] ?? "").split("; ");
}

test("the policy allows one script by nonce, the extension's style sheet, and nothing else", () => {
  assert.deepEqual(policy(page(parts)), [
    "default-src 'none'",
    "style-src vscode-resource:",
    "script-src 'nonce-abc'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

test("nothing remote and nothing inline is in the page", () => {
  const html = page(parts);
  assert.ok(!/https?:|unsafe|style=|onclick/.test(html));
  assert.equal([...html.matchAll(/<script/g)].length, 1);
  assert.match(html, /<script nonce="abc" src="vscode-resource:\/heap.js"><\/script>/);
});

test("a title cannot break out of the page", () => {
  assert.match(page(parts), /<title>Heap: a&quot;&lt;b&gt;<\/title>/);
});

test("a nonce is 128 bits of what it is given", () => {
  assert.equal(
    nonce((count) => new Uint8Array(count).fill(255)),
    `${"_".repeat(21)}w`,
  );
});
