"""The queue of jobs with workers that misbehave in ways a real one rarely does."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from heapwright.lsp import jobs
from heapwright.lsp.jobs import Job, JobFailed, Jobs, JobStopped
from support.lsp import PATIENCE

READY = "import os, sys, time; print('{\"ready\": %d}' % os.getpid(), flush=True); "


def worker(monkeypatch: pytest.MonkeyPatch, code: str, n_workers: int = 1) -> Jobs:
    """Give a queue whose workers run this code."""
    monkeypatch.setattr(jobs, "COMMAND", (sys.executable, "-c", code))
    return Jobs(lambda: None, n_workers, megabytes=0)


def test_a_worker_runs_no_code_of_the_folder_it_starts_in(tmp_path: Path) -> None:
    planted = tmp_path / "heapwright"
    planted.mkdir()
    (planted / "__init__.py").write_text("raise SystemExit('planted')")
    done = subprocess.run(
        jobs.COMMAND, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")


async def test_a_worker_that_cannot_start_is_tried_a_few_times_and_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queue = worker(monkeypatch, "raise SystemExit(3)")
    for _ in range(2):
        with pytest.raises(JobFailed, match="the worker process cannot be started"):
            await queue.run(Job(("a",), {}))
    await queue.close()


async def test_a_worker_that_hangs_is_killed_and_the_job_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jobs, "GRACE_SECONDS", 0.1)
    queue = worker(monkeypatch, READY + "time.sleep(600)")
    with pytest.raises(JobFailed, match=r"it did not stop at its time limit of 0\.1 s"):
        await queue.run(Job(("a",), {}, seconds=0.1))
    await queue.close()


async def test_a_worker_that_does_not_listen_is_killed_when_its_job_is_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queue = worker(monkeypatch, READY + "time.sleep(600)")
    begun = asyncio.Event()
    task = asyncio.ensure_future(queue.run(Job(("a",), {}, on_start=begun.set)))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert list(queue.progress()) == []
    await queue.close()


async def test_jobs_with_one_key_are_one_job(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = 'sys.stdin.readline(); print(\'{"id": 1, "result": 7}\', flush=True); time.sleep(600)'
    queue = worker(monkeypatch, READY + answer)
    job = Job(("a",), {})
    assert list(await asyncio.gather(queue.run(job), queue.run(job))) == [7, 7]
    await queue.close()


async def test_a_result_that_comes_too_late_takes_nothing_from_the_job_that_came_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The first job ends with a result although it was told to stop.
    answers = ['{"id": 1, "result": "late"}', '{"id": 2, "result": "new"}']
    code = "; ".join(
        [
            "sys.stdin.readline()",
            *(f"sys.stdin.readline(); print({a!r}, flush=True)" for a in answers),
        ]
    )
    monkeypatch.setattr(jobs, "SECONDS_TO_STOP", 600)
    queue = worker(monkeypatch, READY + code + "; time.sleep(600)")
    begun = asyncio.Event()
    first = asyncio.ensure_future(queue.run(Job(("a",), {}, on_start=begun.set)))
    await begun.wait()
    first.cancel()
    second = asyncio.ensure_future(queue.run(Job(("a",), {})))
    assert await asyncio.wait_for(second, PATIENCE) == "new"
    await queue.close()


async def test_nonsense_from_a_worker_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "print('half a li'); print('{\"id\": 99}'); sys.stdin.readline(); sys.exit(5)"
    queue = worker(monkeypatch, READY + code)
    with pytest.raises(JobFailed, match="the worker process ended with exit code 5"):
        await queue.run(Job(("a",), {}))
    await queue.close()
    with pytest.raises(JobStopped):
        await queue.run(Job(("a",), {}))


# Answers a job with its name as soon as a file of that name is there, unless told to give up.
DUTIFUL = """
import json, os, sys, threading, time
print(json.dumps({"ready": os.getpid()}), flush=True)
stopped = set()
def work(job):
    while job["id"] not in stopped and not os.path.exists(job["file"]):
        time.sleep(0.005)
    outcome = {"cancelled": True} if job["id"] in stopped else {"result": job["name"]}
    print(json.dumps({"id": job["id"], **outcome}), flush=True)
for line in sys.stdin:
    job = json.loads(line)
    if "cancel" in job:
        stopped.add(job["cancel"])
    else:
        threading.Thread(target=work, args=(job,), daemon=True).start()
"""


class Desk:
    """A queue, and the jobs that have begun."""

    def __init__(self, queue: Jobs, folder: Path) -> None:
        self.queue = queue
        self.folder = folder
        self.begun: list[str] = []

    def run(self, name: str, priority: int, group: str = "") -> asyncio.Task[str]:
        message = {"name": name, "file": str(self.folder / name)}
        start = partial(self.begun.append, name)
        job = Job((name,), message, priority, on_start=start, group=group)
        return asyncio.ensure_future(self.queue.run(job))

    def finish(self, name: str) -> None:
        (self.folder / name).touch()

    async def until_begun(self, names: list[str]) -> None:
        while self.begun != names:
            await asyncio.sleep(0.01)


@pytest_asyncio.fixture
async def desk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Desk]:
    found = Desk(worker(monkeypatch, DUTIFUL), tmp_path)
    yield found
    await found.queue.close()


@pytest_asyncio.fixture
async def two_workers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Desk]:
    found = Desk(worker(monkeypatch, DUTIFUL, n_workers=2), tmp_path)
    yield found
    await found.queue.close()


async def test_jobs_of_one_group_run_one_after_the_other(
    two_workers: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SECONDS_TO_HOLD", 600.0)
    desk = two_workers
    first = desk.run("first", 10, "graph")
    await desk.until_begun(["first"])
    second = desk.run("second", 10, "graph")
    other = desk.run("other", 10, "other graph")
    await desk.until_begun(["first", "other"])
    desk.finish("other")
    assert await other == "other"
    assert desk.begun == ["first", "other"], "there is a worker, but the graph is being explored"
    for name in ("first", "second"):
        desk.finish(name)
    assert (await first, await second) == ("first", "second")


async def test_nobody_waits_for_long_for_another_of_the_group(
    two_workers: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SECONDS_TO_HOLD", 0.01)
    desk = two_workers
    first = desk.run("first", 10, "graph")
    await desk.until_begun(["first"])
    desk.finish("second")
    assert await desk.run("second", 10, "graph") == "second"
    assert not first.done()
    desk.finish("first")
    assert await first == "first"


async def test_work_in_the_background_gives_way_and_is_done_afterwards(desk: Desk) -> None:
    idle = desk.run("idle", jobs.BACKGROUND)
    await desk.until_begun(["idle"])
    desk.finish("open")
    assert await desk.run("open", 10) == "open"
    assert not idle.done()
    desk.finish("idle")
    assert await idle == "idle"
    assert desk.begun == ["idle", "open", "idle"]


async def test_what_somebody_waits_for_waits_for_no_exploration(desk: Desk) -> None:
    long = desk.run("long", 10)
    await desk.until_begun(["long"])
    other = desk.run("other", 10)
    desk.finish("urgent")
    assert await desk.run("urgent", jobs.URGENT) == "urgent"
    assert desk.begun == ["long", "urgent"], "the last worker is for what is urgent"
    assert not long.done() and not other.done()
    await desk.queue.close()
    outcomes = await asyncio.gather(long, other, return_exceptions=True)
    assert all(isinstance(outcome, JobStopped) for outcome in outcomes)
