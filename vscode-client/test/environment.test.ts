// The extension's own environment: whole or made again, and failures in the user's words.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import * as environment from "../src/python/environment";

interface Folders {
  readonly extension: string;
  readonly own: string;
}

function withFolders(check: (folders: Folders) => void): void {
  const base = mkdtempSync(join(tmpdir(), "heapwright-"));
  try {
    const extension = join(base, "extension");
    mkdirSync(join(extension, "server"), { recursive: true });
    writeFileSync(join(extension, "server", "heapwright-1.0-py3-none-any.whl"), "wheel");
    writeFileSync(join(extension, "server", "constraints.txt"), "lark==1.3.1\n");
    check({ extension, own: join(base, "own") });
  } finally {
    rmSync(base, { recursive: true });
  }
}

function bundleOf({ extension }: Folders): environment.Bundle {
  const bundle = environment.bundled(extension);
  assert.ok(bundle !== null);
  return bundle;
}

function make(folders: Folders): void {
  environment.begin(folders.own);
  const python = environment.environmentPython(folders.own, "linux");
  mkdirSync(dirname(python), { recursive: true });
  writeFileSync(python, "");
}

test("an extension without a wheel has no bundle", () => {
  assert.equal(environment.bundled(join(tmpdir(), "there-is-no-such-folder")), null);
});

test("an environment is whole when it was finished", () => {
  withFolders((folders) => {
    make(folders);
    assert.ok(!environment.isWhole(folders.own, bundleOf(folders), "linux"));
    environment.finish(folders.own, bundleOf(folders));
    assert.ok(environment.isWhole(folders.own, bundleOf(folders), "linux"));
  });
});

test("a new wheel makes the environment anew", () => {
  withFolders((folders) => {
    make(folders);
    environment.finish(folders.own, bundleOf(folders));
    writeFileSync(bundleOf(folders).wheel, "another wheel");
    assert.ok(!environment.isWhole(folders.own, bundleOf(folders), "linux"));
  });
});

test("an environment whose set-up began again is not whole until that ends", () => {
  withFolders((folders) => {
    make(folders);
    environment.finish(folders.own, bundleOf(folders));
    environment.begin(folders.own);
    assert.ok(!environment.isWhole(folders.own, bundleOf(folders), "linux"));
  });
});

test("the wheel is installed with the versions that it was tested with", () => {
  const steps = environment.steps(
    "own",
    { wheel: "w.whl", constraints: "c.txt" },
    "python3",
    "linux",
  );
  assert.deepEqual(steps[0]?.arguments, ["-m", "venv", "--clear", "own"]);
  assert.deepEqual(steps[1]?.arguments.slice(-3), ["--constraint", "c.txt", "w.whl"]);
  assert.equal(steps[1]?.command, join("own", "bin", "python"));
});

test("a Python without venv is told with the package that helps", () => {
  const output = "The virtual environment was not created because ensurepip is not available.";
  assert.match(environment.explainFailure("environment", output), /python3-venv/);
});

test("an unreachable index is told as such", () => {
  for (const output of [
    "ERROR: No matching distribution found for z3-solver",
    "The conflict is caused by:\n    The user requested (constraint) z3-solver==1\nERROR: ResolutionImpossible",
  ])
    assert.match(environment.explainFailure("packages", output), /package index reachable/);
});

test("another failure is told by its last line", () => {
  assert.equal(
    environment.explainFailure("packages", "much\nBoom\n"),
    "The step “packages” failed: Boom",
  );
});
