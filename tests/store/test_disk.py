"""Whatever happens to the files, the store answers: as before, or with a miss."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import diskcache
import pytest

from heapwright.store.disk import DATABASE, DEFAULT_SIZE_LIMIT, Store, StoreInfo, open_store
from support.repo import ROOT


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "cache")
    yield opened
    opened.close()


def database(store: Store) -> Path:
    assert store.path is not None
    return store.path / DATABASE


def check_usable(store: Store) -> None:
    assert store.put("fresh", b"data")
    assert store.get("fresh") == b"data"


def check_useless(store: Store) -> None:
    assert store.get("key") is None
    assert not store.put("key", b"data")
    assert store.get("key") is None
    assert store.clear() == 0
    assert store.info() == StoreInfo(store.path, 0, 0, DEFAULT_SIZE_LIMIT)


def test_what_was_put_is_there_for_the_next_process(store: Store) -> None:
    assert store.get("key") is None
    assert store.put("key", b"\x00data")
    store.close()
    assert open_store(store.path).get("key") == b"\x00data"


def test_the_last_one_put_wins(store: Store) -> None:
    assert store.put("key", b"first")
    assert store.put("key", b"second")
    assert store.get("key") == b"second"
    assert store.info().entries == 1


def test_clearing_drops_everything(store: Store) -> None:
    for number in range(250):
        assert store.put(f"key {number}", b"data")
    assert store.clear() == 250
    assert store.get("key 7") is None
    assert store.info().entries == 0


def test_info_counts_entries_and_bytes(store: Store) -> None:
    assert store.put("key", b"x" * 100_000)
    info = store.info()
    assert (info.path, info.entries, info.limit) == (store.path, 1, DEFAULT_SIZE_LIMIT)
    assert 100_000 < info.bytes < 300_000


def test_all_is_in_the_database_and_no_other_file(store: Store) -> None:
    assert store.put("key", os.urandom(1_000_000))
    assert store.path is not None
    names = {path.name for path in store.path.iterdir()}
    assert names <= {DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"}


def test_the_oldest_entries_make_room(tmp_path: Path) -> None:
    store = open_store(tmp_path, 2_000_000)
    for number in range(30):
        assert store.put(f"key {number}", os.urandom(300_000))
        assert store.info().bytes <= 2_000_000
        assert store.get(f"key {number}") is not None
    assert store.get("key 0") is None
    assert store.get("key 28") is not None


def test_an_entry_written_again_is_no_longer_the_oldest(tmp_path: Path) -> None:
    store = open_store(tmp_path, 2_000_000)
    for name in "abcde":
        assert store.put(name, os.urandom(300_000))
    assert store.put("a", os.urandom(300_000))
    assert store.put("f", os.urandom(300_000))
    assert store.put("g", os.urandom(300_000))
    assert store.get("a") is not None
    assert store.get("b") is None


def test_one_entry_may_not_drive_out_all_others(tmp_path: Path) -> None:
    store = open_store(tmp_path, 1_000_000)
    assert store.put("small", b"data")
    assert not store.put("large", bytes(300_000))
    assert store.get("small") == b"data"


GARBAGE = {
    "nothing": b"",
    "text": b"not a database, but long enough to be one" * 200,
    "a header only": b"SQLite format 3\x00",
    "zeros": bytes(8192),
}


@pytest.mark.parametrize("content", GARBAGE.values(), ids=GARBAGE)
def test_a_foreign_file_is_replaced(tmp_path: Path, content: bytes) -> None:
    (tmp_path / DATABASE).write_bytes(content)
    store = open_store(tmp_path)
    assert store.get("key") is None
    check_usable(store)
    store.close()
    assert open_store(tmp_path).get("fresh") == b"data"


@pytest.mark.parametrize("part", [0.01, 0.3, 0.5, 0.9])
def test_a_truncated_database_is_a_miss_or_the_truth(store: Store, part: float) -> None:
    values = {f"key {number}": os.urandom(20_000) for number in range(20)}
    for key, value in values.items():
        assert store.put(key, value)
    store.close()
    content = database(store).read_bytes()
    database(store).write_bytes(content[: int(len(content) * part)])
    for key, value in values.items():
        assert store.get(key) in (None, value)
    check_usable(store)


def test_a_database_truncated_while_open_is_a_miss_or_the_truth(store: Store) -> None:
    values = {f"key {number}": os.urandom(20_000) for number in range(20)}
    for key, value in values.items():
        assert store.put(key, value)
    with closing(sqlite3.connect(database(store))) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    os.truncate(database(store), 5_000)
    for key, value in values.items():
        assert store.get(key) in (None, value)


def test_pages_of_nonsense_are_misses_or_the_truth(store: Store) -> None:
    values = {f"key {number}": os.urandom(3_000) for number in range(40)}
    for key, value in values.items():
        assert store.put(key, value)
    store.close()
    intact = database(store).read_bytes()
    for page in range(0, len(intact), 4096):
        damaged = bytearray(intact)
        damaged[page : page + 4096] = b"\xa5" * 4096
        database(store).write_bytes(damaged)
        again = open_store(store.path)
        for key in values:
            again.get(key)
        again.put("fresh", b"data")
        assert again.get("fresh") in (None, b"data")
        again.close()


def test_a_damaged_database_is_kept_aside_once(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(GARBAGE["text"])
    store = open_store(tmp_path)
    check_usable(store)
    assert (tmp_path / f"{DATABASE}.damaged").read_bytes() == GARBAGE["text"]
    store.clear()
    assert not (tmp_path / f"{DATABASE}.damaged").exists()


def test_a_database_of_another_program_is_replaced(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        connection.execute("CREATE TABLE Settings (a, b, c)")
        connection.execute("CREATE TABLE Cache (key, value)")
        connection.commit()
    check_usable(open_store(tmp_path))


def test_settings_that_are_not_ours_are_not_believed(store: Store) -> None:
    check_usable(store)
    store.close()
    for key, value in (("eviction_policy", "unheard of"), ("_disk", 1), ("count", "many")):
        with closing(sqlite3.connect(database(store))) as connection:
            connection.execute("INSERT OR REPLACE INTO Settings VALUES (?, ?)", (key, value))
            connection.commit()
        check_usable(open_store(store.path))


def test_a_database_that_was_not_finished_is_finished(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        connection.execute("CREATE TABLE Settings (key TEXT NOT NULL UNIQUE, value)")
        connection.execute("INSERT INTO Settings VALUES ('cull_limit', 0)")
        connection.commit()
    check_usable(open_store(tmp_path))
    assert not (tmp_path / f"{DATABASE}.damaged").exists()


def test_a_locked_database_is_a_miss(store: Store) -> None:
    assert store.put("key", b"data")
    with closing(sqlite3.connect(database(store), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        # In this mode readers need no lock, so what is there can still be read.
        assert store.get("key") == b"data"
        assert not store.put("key", b"other")
        assert open_store(store.path).get("key") == b"data"
        assert not open_store(store.path).put("key", b"other")
        assert store.clear() == 0
        other.execute("ROLLBACK")
    assert store.get("key") == b"data"
    assert store.put("key", b"other")


def test_a_database_locked_for_reading_too_is_a_miss(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        check_useless(open_store(tmp_path))
        other.execute("ROLLBACK")


def test_no_wait_is_longer_than_patience(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A clock that moves only by sleeping shows how long the store was ready to wait.
    slept: list[float] = []
    monkeypatch.setattr("heapwright.store.disk.monotonic", lambda: sum(slept))
    monkeypatch.setattr("heapwright.store.disk.sleep", slept.append)
    store = open_store(tmp_path)
    check_usable(store)
    with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert not store.put("key", b"data")
        other.execute("ROLLBACK")
    assert 0.09 < sum(slept) < 0.11


def test_a_directory_that_is_a_file_is_a_miss(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    check_useless(open_store(tmp_path / "file"))
    check_useless(open_store(tmp_path / "file" / "below"))
    assert (tmp_path / "file").read_text() == "in the way"


def test_a_directory_in_place_of_the_database_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / DATABASE).mkdir()
    check_usable(open_store(tmp_path))


def test_a_database_that_may_not_be_written_is_a_miss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever runs the tests may be allowed to write everywhere, so SQLite is told to refuse.
    connect = sqlite3.connect

    def connect_read_only(path: object, **options: object) -> sqlite3.Connection:
        return connect(f"file:{path}?mode=ro", uri=True, **options)  # type: ignore[call-overload, no-any-return]

    store = open_store(tmp_path)
    assert store.put("key", b"data")
    store.close()
    monkeypatch.setattr(sqlite3, "connect", connect_read_only)
    assert store.get("key") == b"data"
    assert not store.put("key", b"other")
    assert store.get("key") == b"data"
    check_useless(open_store(tmp_path / "new"))


def test_a_full_disk_is_a_put_that_does_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def connect_to_little_space(path: object, **options: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(path, **options)  # type: ignore[call-overload]
        connection.execute("PRAGMA max_page_count = 20")
        return connection

    assert store.put("key", b"data")
    store.close()
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", connect_to_little_space)
        assert not store.put("large", os.urandom(1_000_000))
        assert store.get("large") is None
        assert store.get("key") == b"data"
        store.close()
    check_usable(store)


def test_no_directory_at_all_is_a_miss() -> None:
    check_useless(Store(None, DEFAULT_SIZE_LIMIT))


def run(code: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def check_ran(process: subprocess.Popen[str]) -> str:
    output, errors = process.communicate()
    assert process.returncode == 0, errors
    return output


WRITER = """
import sys
from pathlib import Path
from heapwright.store.disk import open_store
name, done = sys.argv[2], 0
store = open_store(Path(sys.argv[1]))
for number in range(60):
    done += store.put(f"{name} {number}", f"{name} {number}".encode() * 500)
    done += store.put(f"shared {number}", b"shared" * 500)
    found = store.get(f"shared {number}")
    assert found in (None, b"shared" * 500), found
print(done)
"""


def test_processes_that_write_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    processes = [run(WRITER, str(tmp_path), name) for name in ("one", "two", "three")]
    n_done = sum(int(check_ran(process)) for process in processes)
    assert n_done > 0
    store = open_store(tmp_path)
    n_found = 0
    for name in ("one", "two", "three"):
        for number in range(60):
            found = store.get(f"{name} {number}")
            n_found += found is not None
            assert found in (None, f"{name} {number}".encode() * 500)
    assert n_found > 0
    assert not (tmp_path / f"{DATABASE}.damaged").exists()


def with_pickled_rows(database: Path, bait: Path) -> None:
    """Add rows that, unpickled as a key or as a value, make a directory."""
    data = b"cos\nmkdir\n(V" + str(bait).encode("raw_unicode_escape") + b"\ntR."
    with closing(sqlite3.connect(database)) as connection:
        for key, raw, mode in (("key", 1, 4), (data, 0, 1)):
            connection.execute(
                "INSERT INTO Cache (key, raw, store_time, access_time, mode, value)"
                " VALUES (?, ?, 0, 0, ?, ?)",
                (key, raw, mode, data),
            )
        connection.commit()


def test_a_pickled_row_is_never_unpickled(tmp_path: Path) -> None:
    store = open_store(tmp_path / "cache", 400_000)
    check_usable(store)
    with_pickled_rows(database(store), tmp_path / "executed")
    assert store.get("key") is None
    assert store.info().entries == 3
    # Now every key is looked at, to make room.
    for number in range(10):
        assert store.put(f"key {number}", os.urandom(90_000))
    assert store.clear() > 0
    assert not (tmp_path / "executed").exists()


def test_the_pickled_rows_of_these_tests_would_do_harm(tmp_path: Path) -> None:
    plain = diskcache.Cache(str(tmp_path / "cache"))
    with_pickled_rows(tmp_path / "cache" / DATABASE, tmp_path / "executed")
    plain.get("key")
    assert (tmp_path / "executed").is_dir()
    plain.close()


@pytest.mark.parametrize("mode", [2, 3, 4])
def test_a_row_that_names_a_file_neither_reads_nor_deletes_it(
    store: Store, tmp_path: Path, mode: int
) -> None:
    check_usable(store)
    precious = tmp_path / "precious.txt"
    precious.write_text("keep me")
    with closing(sqlite3.connect(database(store))) as connection:
        connection.execute(
            "UPDATE Cache SET mode = ?, filename = ?, value = NULL", (mode, "../precious.txt")
        )
        connection.commit()
    assert store.get("fresh") is None
    check_usable(store)
    store.clear()
    assert precious.read_text() == "keep me"
