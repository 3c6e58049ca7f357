"""A scripted editing session against the real server: how long each answer takes.

    ./dev bench editor [tiny|python|lists]

Starts `heapwright serve` with an empty cache and opens a file of 2,000 lines with ten
classes: in tiny, in typed Python, in Python on lists and dicts. Then a spec is typed, key by
key; a comment is edited, inside a method and between declarations; a method of one class is
edited and undone; the document is formatted while somebody hovers; a long exploration is
started and cancelled in every way there is. Printed are percentiles of the times between a
message and its answer, or between a cancellation and the last moment in which the process
that worked used the processor, and how many explorations each edit caused. Counts that must
be 0 or name one class fail the benchmark when they do not; times never do, they depend on the
machine. Branches are not looked at meanwhile.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from time import monotonic, sleep
from typing import Any

from parts.editor_subjects import N_CLASSES, SUBJECTS, Subject

N_REPEATS = 40
N_CANCELLED = 5  # in each way
SECONDS_BETWEEN_KEYS = 0.03
PATIENCE = 120.0
AIMS = {
    "keystroke to syntax diagnostics": 50,
    "hover from cache": 30,
    "code action list": 30,
    "resolve from a warm graph": 150,
    "hover while exploring": 50,
    "hover while formatting": 50,
    "cancelled by command": 200,
    "cancelled request": 200,
    "progress button": 200,
    "newer edit": 200,
}
SECONDS_WATCHED = 0.29  # after an edit the server waits for 0.3 s, and then works again


class Client:
    """Speaks the protocol over pipes; a thread notes when each message arrives."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "HEAPWRIGHT_CACHE_DIR": str(folder / "cache")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "heapwright", "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )
        self.arrived: Queue[tuple[float, dict[str, Any]]] = Queue()
        self.running: set[str] = set()  # questions that were seen running
        self.token: str | None = None  # of the progress that was begun last
        self.answered: set[int] = set()  # requests
        self.n_sent = 0
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while line := stream.readline():
            length = int(line.split(b":")[1])
            stream.readline()
            message = json.loads(stream.read(length))
            self.arrived.put((monotonic(), message))

    def send(self, message: dict[str, Any]) -> float:
        """Send a message; gives the time."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        now = monotonic()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()
        return now

    def wait(self, wanted: Callable[[dict[str, Any]], bool]) -> tuple[float, dict[str, Any]]:
        """Give the first message that is wanted; questions of the server get an answer."""
        while True:
            try:
                at, message = self.arrived.get(timeout=PATIENCE)
            except Empty:
                sys.exit("the server did not answer")
            if message.get("method") == "heapwright/statusChanged":
                items = message["params"]["items"]
                self.running.update(i["name"] for i in items if i["status"] == "running")
            if message.get("method") == "$/progress":
                self.token = message["params"]["token"]
            if "method" not in message:
                self.answered.add(message["id"])
            if "method" in message and "id" in message:
                settings = [{"checkWorkspace": False, "branches": False}]
                result = settings if message["method"] == "workspace/configuration" else None
                self.send({"id": message["id"], "result": result})
            if wanted(message):
                return at, message

    def request(self, method: str, params: Any) -> tuple[float, Any]:  # noqa: ANN401 - JSON
        """Send a request; gives the milliseconds it took and the result."""
        number, start = self.begin(method, params)
        at, reply = self.wait(lambda m: m.get("id") == number and "method" not in m)
        if "error" in reply:
            sys.exit(f"{method}: {reply['error']}")
        return (at - start) * 1000, reply["result"]

    def begin(self, method: str, params: Any) -> tuple[int, float]:  # noqa: ANN401 - JSON
        """Send a request and do not wait for the answer; gives its number and the time."""
        self.n_sent += 1
        return self.n_sent, self.send({"id": self.n_sent, "method": method, "params": params})

    def notify(self, method: str, params: Any) -> float:  # noqa: ANN401 - JSON
        """Send a notification; gives the time."""
        return self.send({"method": method, "params": params})


@dataclass(slots=True)
class Buffer:
    """The file as the editor has it. All of it is ASCII, so columns are easy."""

    client: Client
    uri: str
    text: str
    version: int = 1

    @property
    def identifier(self) -> dict[str, str]:
        """Give what names the document in requests."""
        return {"uri": self.uri}

    def position(self, offset: int) -> dict[str, int]:
        """Give the position of an offset."""
        before = self.text[:offset]
        return {"line": before.count("\n"), "character": offset - before.rfind("\n") - 1}

    def change(self, start: int, end: int, new: str) -> float:
        """Change the text; gives the time."""
        self.version += 1
        change = {
            "range": {"start": self.position(start), "end": self.position(end)},
            "text": new,
        }
        at = self.client.notify(
            "textDocument/didChange",
            {
                "textDocument": {**self.identifier, "version": self.version},
                "contentChanges": [change],
            },
        )
        self.text = self.text[:start] + new + self.text[end:]
        return at

    def edit(self, start: int, end: int, new: str) -> float:
        """Change the text; gives the milliseconds until diagnostics for it arrive."""
        at = self.change(start, end, new)
        done, _ = self.client.wait(
            lambda m: (
                m.get("method") == "textDocument/publishDiagnostics"
                and m["params"].get("version") == self.version
            )
        )
        return (done - at) * 1000

    def type(self, offset: int, text: str) -> list[float]:
        """Type a text key by key."""
        times = []
        for index, key in enumerate(text):
            times.append(self.edit(offset + index, offset + index, key))
            sleep(SECONDS_BETWEEN_KEYS)
        return times

    def settle(self) -> dict[str, Any]:
        """Wait until everything is known about the text; gives the status."""
        params = {"textDocument": self.identifier}
        while not (found := self.client.request("heapwright/status", params)[1])["current"]:
            sleep(0.02)
        assert isinstance(found, dict)
        return found

    def explorations(self) -> int:
        """Count the explorations so far."""
        return int(self.settle()["work"]["explorations"])


def main(arguments: list[str]) -> int:
    """Run the session for some programs, or for all."""
    failures = 0
    for name in arguments or SUBJECTS:
        if name not in SUBJECTS:
            sys.exit(f"no program {name!r}; there are: {', '.join(SUBJECTS)}")
        with tempfile.TemporaryDirectory() as folder:
            failures += session(Path(folder), name)
    return 1 if failures else 0


def session(folder: Path, name: str) -> int:
    """Run the session; gives the number of counts that are wrong."""
    program = SUBJECTS[name]
    language = "tiny" if name == "tiny" else "python"
    client = Client(folder)
    client.request("initialize", {"processId": os.getpid(), "capabilities": CAPABILITIES})
    client.notify("initialized", {})
    path = folder / f"bench{program.ending}"
    buffer = Buffer(client, path.as_uri(), program.text())
    item = {**buffer.identifier, "languageId": language, "version": 1, "text": buffer.text}
    started = monotonic()
    client.notify("textDocument/didOpen", {"textDocument": item})
    status = buffer.settle()
    n_first = buffer.explorations()
    print(
        f"{name}: {buffer.text.count(chr(10))} lines, {N_CLASSES} classes, "
        f"{len(status['items'])} questions; all answered after {monotonic() - started:.1f} s, "
        f"{n_first} explorations"
    )
    wrong = 0
    times: dict[str, list[float]] = {}
    times["keystroke to syntax diagnostics"] = buffer.type(len(buffer.text), program.spec)
    n_before = buffer.explorations()
    at = {"textDocument": buffer.identifier}
    place = buffer.position(buffer.text.index(program.typed) + 1)
    hover = {**at, "position": place}
    times["hover from cache"] = [
        client.request("textDocument/hover", hover)[0] for _ in range(N_REPEATS)
    ]
    actions = {**at, "range": {"start": place, "end": place}, "context": {"diagnostics": []}}
    listed = [client.request("textDocument/codeAction", actions) for _ in range(N_REPEATS)]
    times["code action list"] = [milliseconds for milliseconds, _ in listed]
    action = listed[0][1][0]
    resolved = [client.request("codeAction/resolve", action) for _ in range(N_REPEATS)]
    times["resolve from a warm graph"] = [milliseconds for milliseconds, _ in resolved]
    assert program.call in json.dumps(resolved[0][1]["edit"])

    for where, mark in (
        ("inside a method", program.inner),
        ("between declarations", program.outer),
    ):
        client.running.clear()
        buffer.type(buffer.text.index(mark) + len(mark), " and a few words")
        caused = buffer.explorations() - n_before
        print(f"  a comment {where}: {caused} explorations, {len(client.running)} questions asked")
        wrong += caused != 0
    client.running.clear()
    start = buffer.text.index(program.old)
    buffer.edit(start, start + len(program.old), program.new)
    caused = buffer.explorations() - n_before
    asked = sorted(client.running)
    print(f"  a method of one class: {caused} explorations, asked {', '.join(asked)}")
    wrong += asked != sorted(program.touched)
    n_before = buffer.explorations()
    client.running.clear()
    buffer.edit(start, start + len(program.new), program.old)
    caused = buffer.explorations() - n_before
    print(f"  undoing it: {caused} explorations, asked {', '.join(sorted(client.running))}")
    wrong += caused != 0

    if language == "tiny":
        times["hover while formatting"] = while_formatting(client, at, hover)
    buffer.edit(len(buffer.text), len(buffer.text), program.slow)
    while not client.request("heapwright/status", at)[1]["work"]["states"]:
        sleep(0.02)
    times["hover while exploring"] = [
        client.request("textDocument/hover", hover)[0] for _ in range(N_REPEATS)
    ]
    assert client.request("heapwright/status", at)[1]["work"]["running"]
    times |= stop_times(buffer, program)
    wrong += cancelled(client, at)
    for what, found in times.items():
        print(f"  {what:<32} {percentiles(found)}   aim p95 < {AIMS[what]} ms")
    workers = children(client.process.pid)
    client.request("shutdown", None)
    client.notify("exit", None)
    code = client.process.wait(PATIENCE)
    left = [pid for pid in workers if is_alive(pid)]
    print(f"  exit code {code}, {len(left)} worker processes left")
    return wrong + (code != 0) + bool(left)


def while_formatting(client: Client, at: dict[str, Any], hover: dict[str, Any]) -> list[float]:
    """Hover again and again while the document is being laid out."""
    found: list[float] = []
    options = {"tabSize": 4, "insertSpaces": True}
    while len(found) < N_REPEATS:
        number, _ = client.begin("textDocument/formatting", {**at, "options": options})
        while number not in client.answered:
            found.append(client.request("textDocument/hover", hover)[0])
            sleep(0.01)
    return found


def stop_times(buffer: Buffer, program: Subject) -> dict[str, list[float]]:
    """Cancel a long exploration in every way; gives the milliseconds until it worked no more."""
    client = buffer.client
    at = {"textDocument": buffer.identifier}
    question = {**at, "name": "slow"}

    def command() -> None:
        client.begin("workspace/executeCommand", {"command": "heapwright.cancel", "arguments": []})

    def request() -> None:
        client.notify("$/cancelRequest", {"id": number})

    def button() -> None:
        client.notify("window/workDoneProgress/cancel", {"token": client.token})

    def edit() -> None:
        digit = buffer.text.rindex(program.size) + len(program.size)
        buffer.change(digit, digit + 1, "2" if buffer.text[digit] == "1" else "1")

    found: dict[str, list[float]] = {}
    for name, cancel in (
        ("cancelled by command", command),
        ("cancelled request", request),
        ("progress button", button),
        ("newer edit", edit),
    ):
        found[name] = []
        for _ in range(N_CANCELLED):
            client.request("heapwright/run", question)
            client.token, number = None, 0
            while not client.request("heapwright/status", at)[1]["work"]["states"] or (
                cancel is button and client.token is None
            ):
                sleep(0.02)
            if cancel is request:
                number, _ = client.begin("heapwright/heap", question)
            found[name].append(until_still(busy_processes(client.process.pid), cancel))
    return found


def busy_processes(pid: int) -> list[int]:
    """Give the processes below one that are using the processor, as soon as one does."""
    for _ in range(100):  # on a machine with much else to do, workers come last
        before = {child: nanoseconds(child) for child in children(pid)}
        sleep(0.05)
        busy = [child for child, used in before.items() if nanoseconds(child) > used + 5_000_000]
        if busy:
            return busy
    return []


def until_still(pids: list[int], cancel: Callable[[], None]) -> float:
    """Cancel, and give the milliseconds until the last moment in which one of them worked."""
    assert pids, "something should run"
    used = {pid: nanoseconds(pid) for pid in pids}
    start = last = monotonic()
    cancel()
    while (now := monotonic()) < start + SECONDS_WATCHED:
        for pid in pids:
            so_far = nanoseconds(pid)
            if so_far > used[pid]:
                used[pid], last = so_far, now
        sleep(0.002)
    return (last - start) * 1000


def nanoseconds(pid: int) -> int:
    """Give the processor time that a process has used; what is gone uses none."""
    total = 0
    for task in Path(f"/proc/{pid}/task").glob("*"):
        try:
            total += int((task / "schedstat").read_text().split()[0])
        except (OSError, IndexError):
            continue
    return total


def cancelled(client: Client, at: dict[str, Any]) -> bool:
    """Cancel what runs; gives whether a worker still worked after 200 ms."""
    while not client.request("heapwright/status", at)[1]["work"]["states"]:
        sleep(0.02)  # the last edit is asked about again
    command = {"command": "heapwright.cancel", "arguments": []}
    client.request("workspace/executeCommand", command)
    sleep(0.2)
    before = {pid: ticks(pid) for pid in children(client.process.pid)}
    sleep(0.5)
    # A worker that had to be killed is replaced, and the new one starts up meanwhile.
    busy = sum(ticks(pid) - n for pid, n in before.items() if Path(f"/proc/{pid}").exists())
    running = client.request("heapwright/status", at)[1]["work"]["running"]
    print(
        f"  cancelled: {running} questions running; within the half second that begins 200 ms"
        f" later, workers that were there used {busy * 10} ms"
    )
    return bool(running)


def children(pid: int) -> list[int]:
    """Give all processes below one; nothing where there is no /proc."""
    found = direct_children(pid)
    for child in found:
        found += direct_children(child)  # those that are forked, which do the work
    return found


def direct_children(pid: int) -> list[int]:
    """Give the processes whose parent is one."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(folder.name))
    return found


def is_alive(pid: int) -> bool:
    """Say whether a process has not ended; what nobody has asked about yet has ended too."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ticks(pid: int) -> int:
    """Give the hundredths of a second of processor time that a process has used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


def percentiles(times: list[float]) -> str:
    """Give the median, the 95th percentile and the largest, in milliseconds."""
    ordered = sorted(times)
    at_95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"p50 {ordered[len(ordered) // 2]:6.1f}  p95 {at_95:6.1f}  max {ordered[-1]:6.1f} ms"


CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {"configuration": True, "workspaceEdit": {"documentChanges": True}},
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}},
            "resolveSupport": {"properties": ["edit"]},
            "disabledSupport": True,
        },
    },
    "window": {"workDoneProgress": True},
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
