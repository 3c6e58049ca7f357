// Which Python is taken, in which order, and what is said when there is none.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import {
  type Candidate,
  candidates,
  choose,
  describeLooked,
  type Looked,
  PROBE,
  type Probed,
  readProbe,
} from "../src/python/interpreters";

const onPath: Candidate = { command: "python3", origin: "path" };

function python(version: string, heapwright: string | null = null): Probed {
  const [major = 0, minor = 0, micro = 0] = version.split(".").map(Number);
  return { version: [major, minor, micro], executable: `python-${version}`, heapwright };
}

function looked(found: Probed | null, candidate = onPath): Looked {
  return { candidate, found };
}

test("the setting is the only place that is looked at when it is there", () => {
  assert.deepEqual(candidates(" py3 ", "extension", true, "linux"), [
    { command: "py3", origin: "setting" },
  ]);
});

test("the Python extension's choice comes before PATH", () => {
  const commands = candidates("", "extension", true, "linux").map((each) => each.command);
  assert.deepEqual(commands.slice(0, 3), ["extension", "python3", "python"]);
});

test("an interpreter that the workspace may have brought along is not started untrusted", () => {
  const commands = candidates("", "extension", false, "linux").map((each) => each.command);
  assert.ok(!commands.includes("extension"));
  assert.equal(commands[0], "python3");
});

test("Windows has its own names", () => {
  assert.equal(candidates("", null, true, "win32")[0]?.command, "py");
});

test("a Python with the server of our version is preferred to an earlier one without", () => {
  const found = [looked(python("3.12.1")), looked(python("3.11.9", "1.0"))];
  assert.deepEqual(choose(found, "1.0"), { kind: "installed", command: "python-3.11.9" });
});

test("a server of another version is not used", () => {
  assert.deepEqual(choose([looked(python("3.12.1", "0.9"))], "1.0"), {
    kind: "create",
    command: "python-3.12.1",
    version: "3.12.1",
  });
});

test("an old Python is not used, even with the server in it", () => {
  assert.equal(choose([looked(python("3.10.14", "1.0")), looked(null)], "1.0").kind, "missing");
});

test("Python 4 would do", () => {
  assert.equal(choose([looked(python("4.0.0"))], "1.0").kind, "create");
});

test("what was looked at is told with what is wrong with it", () => {
  const lines = describeLooked([
    looked(null, { command: "nothing", origin: "setting" }),
    looked(python("3.9.2")),
    looked(null, { command: "python3.14", origin: "path" }),
  ]);
  assert.deepEqual(lines, [
    "nothing (setting): no Python there",
    "python3 (PATH): Python 3.9.2, older than 3.11",
  ]);
});

test("the probe runs on a real Python and is understood", () => {
  const done = spawnSync("python3", ["-c", PROBE], { encoding: "utf8" });
  const found = readProbe(done.stdout);
  assert.equal(done.status, 0);
  assert.ok(found !== null && found.version[0] >= 3 && found.executable.includes("python"));
});

test("lines that a Python prints before the probe's own do no harm", () => {
  assert.deepEqual(readProbe('welcome\n[[3, 12, 0], "p", null]\n'), {
    version: [3, 12, 0],
    executable: "p",
    heapwright: null,
  });
});

for (const output of [
  "",
  "no",
  "{}",
  '[[3], ""]',
  '[["3"], "p", null]',
  '[[3, 12, 0], "", null]',
]) {
  test(`${JSON.stringify(output)} is not the answer of a Python`, () => {
    assert.equal(readProbe(output), null);
  });
}
