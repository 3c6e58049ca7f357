"""Bytes by key in the user's cache directory, shared by all processes of the user.

Place: store/. The only importer of diskcache; `kept_graphs` puts encoded graphs here.

A cache may vanish, be damaged or be locked at any time, and nobody may notice: every
fault is a miss, or a put that does nothing. What is not to be expected of diskcache as
it comes, and how it is kept from it:

- It pickles what it does not know. Our `_BytesOnly` neither pickles nor unpickles, and
  a row that says it is pickled is a miss.
- It keeps long values in files and believes the names of them in the database, also
  when it deletes them. Here every value is in the database, and no file is touched.
- It believes the settings in the database. They are compared with ours before opening.
- It waits a minute for a locked database. Here all waiting together ends after PATIENCE.
- It maps the database into memory, and a map over a file that shrinks ends the process.
- It evicts ten entries at a time, the newest among them where there are fewer.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import NoReturn, TypeVar

import diskcache

from heapwright.cache_directory import cache_directory
from heapwright.records import dataclass

DEFAULT_SIZE_LIMIT = 256 * 1024 * 1024
PATIENCE = 0.1  # seconds that one operation may wait for other processes

DATABASE = "cache.db"  # as diskcache calls it
DAMAGED = "cache.db.damaged"

# The raw mode of diskcache: the value stands in the row as it is.
MODE_RAW = 1

SETTINGS: dict[str, int | str] = {
    **diskcache.DEFAULT_SETTINGS,
    "cull_limit": 0,  # `_evict` does this
    "eviction_policy": "none",
    "sqlite_mmap_size": 0,
    "disk_min_file_size": 2**62,
}
METADATA = ("count", "hits", "misses", "size")
SCHEMA = frozenset(
    {
        ("table", "Cache"),
        ("table", "Settings"),
        ("index", "sqlite_autoindex_Settings_1"),
        ("index", "Cache_key_raw"),
        ("index", "Cache_expire_time"),
        ("trigger", "Settings_count_insert"),
        ("trigger", "Settings_count_delete"),
        ("trigger", "Settings_size_insert"),
        ("trigger", "Settings_size_update"),
        ("trigger", "Settings_size_delete"),
    }
)

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class StoreInfo:
    """What is in a store; zeros where it cannot be read."""

    path: Path | None
    entries: int
    bytes: int
    limit: int


def open_store(directory: Path | None = None, size_limit: int = DEFAULT_SIZE_LIMIT) -> Store:
    """Give the store in a directory, by default that of the user; never fails.

    Nothing is read or created before the first use.
    """
    return Store(directory if directory is not None else cache_directory(), size_limit)


class Store:
    """Bytes by key on disk. Mutable: it holds the connection to the database."""

    __slots__ = ("_cache", "_may_recreate", "path", "size_limit")

    def __init__(self, path: Path | None, size_limit: int) -> None:
        self.path = path
        self.size_limit = size_limit
        self._cache: _QuickCache | None = None
        self._may_recreate = True  # once per store, so that nothing goes round in circles

    def get(self, key: str) -> bytes | None:
        """Give what was put under the key, unless it is gone or cannot be read."""
        value = self._with_cache(lambda cache: cache.get(key), None)
        return value if isinstance(value, bytes) else None

    def put(self, key: str, data: bytes) -> bool:
        """Keep data under a key, dropping the oldest where space is short; say if it worked."""
        # One entry must not drive out all the others.
        if len(data) > self.size_limit // 4:
            return False

        def put(cache: _QuickCache) -> bool:
            # An entry that is written again becomes the newest, hence no update in place.
            cache.delete(key)
            cache.set(key, data)
            _evict(cache, key, self.size_limit)
            return True

        return self._with_cache(put, False)

    def clear(self) -> int:
        """Drop everything, also a database that was damaged; say how many entries."""
        if self.path is not None:
            with suppress(OSError):
                (self.path / DAMAGED).unlink()
        return self._with_cache(lambda cache: int(cache.clear()), 0)

    def info(self) -> StoreInfo:
        """Count what is there."""
        entries, size = self._with_cache(lambda cache: (len(cache), cache.volume()), (0, 0))
        return StoreInfo(self.path, entries, size, self.size_limit)

    def close(self) -> None:
        """Let go of the database; the next use opens it again."""
        cache, self._cache = self._cache, None
        if cache is not None:
            with suppress(sqlite3.Error):
                cache.close()

    def _with_cache(self, action: Callable[[_QuickCache], Result], otherwise: Result) -> Result:
        """Do something with the database, or give what stands for a fault."""
        if self.path is None:
            return otherwise
        deadline = monotonic() + PATIENCE
        while True:
            try:
                if self._cache is None:
                    self._cache = _opened(self.path, deadline)
                self._cache.deadline = deadline
                return action(self._cache)
            except diskcache.Timeout:
                self.close()
                return otherwise
            except (sqlite3.Error, OSError, ValueError, TypeError, _Foreign) as fault:
                # diskcache unpacks rows without looking: what is missing there is a
                # ValueError, and what is of another type a TypeError.
                self.close()
                if not (self._may_recreate and _is_damage(fault)):
                    return otherwise
                self._may_recreate = False
                if not _moved_aside(self.path):
                    return otherwise


class _Foreign(Exception):
    """A database that we have not made."""


class _BytesOnly(diskcache.Disk):  # type: ignore[misc]  # diskcache has no types
    """Keys are texts and values bytes, both as they are; everything else is refused."""

    def put(self, key: object) -> tuple[str, bool]:
        assert type(key) is str
        return key, True

    def get(self, key: object, raw: bool) -> object:
        return key if raw and type(key) is str else ""

    def store(
        self, value: object, read: bool, key: object = None
    ) -> tuple[int, int, None, memoryview]:
        assert type(value) is bytes and not read
        return 0, MODE_RAW, None, memoryview(value)

    def fetch(self, mode: int, filename: str | None, value: object, read: bool) -> bytes:
        if mode != MODE_RAW or filename is not None or type(value) is not bytes or read:
            # diskcache takes this for an entry that has just been deleted.
            raise OSError("an entry that the store has not written")
        return value

    def filename(self, key: object = None, value: object = None) -> NoReturn:
        raise OSError("the store keeps no files")

    def remove(self, file_path: str) -> None:
        """Leave the file alone: its name was not written by us."""


class _QuickCache(diskcache.Cache):  # type: ignore[misc]  # diskcache has no types
    """A cache that gives up on a locked database at its deadline.

    Opening a database that is complete writes nothing. diskcache would write each
    setting again, which takes 20 ms (measured) and a lock that nobody else may hold.
    """

    def __init__(self, directory: str, deadline: float, *, is_complete: bool) -> None:
        self.deadline = deadline
        self.is_read_only = is_complete
        super().__init__(directory, timeout=0, disk=_BytesOnly, **SETTINGS)
        self.is_read_only = False

    @property
    def _sql(self) -> Callable[..., sqlite3.Cursor]:
        """Run a statement; all of diskcache's own loops of retrying come through here."""
        execute = self._con.execute

        def execute_in_time(statement: str, *arguments: object) -> sqlite3.Cursor:
            if self.is_read_only and not statement.startswith(("SELECT", "PRAGMA")):
                statement, arguments = "SELECT NULL", ()
            while True:
                try:
                    cursor: sqlite3.Cursor = execute(statement, *arguments)
                    return cursor
                except sqlite3.OperationalError as error:
                    if _primary_code(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                        raise
                    if monotonic() >= self.deadline:
                        raise diskcache.Timeout from None
                    sleep(0.001)

        return execute_in_time


def _opened(path: Path, deadline: float) -> _QuickCache:
    if os.path.expandvars(str(path.expanduser())) != str(path):
        raise OSError("diskcache would take this for another directory")
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = path / DATABASE
    is_complete = database.exists() and _is_complete(database)
    return _QuickCache(str(path), deadline, is_complete=is_complete)


def _is_complete(database: Path) -> bool:
    """Look at a database before diskcache does, which would believe what it says.

    Says whether it needs no more tables or settings; raises `_Foreign` if it has others.
    """
    if not database.is_file():
        raise _Foreign
    with closing(sqlite3.connect(database, timeout=PATIENCE, isolation_level=None)) as connection:
        found = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
        if not SCHEMA.issuperset(found):
            raise _Foreign
        if ("table", "Settings") not in found:
            return False
        settings = connection.execute("SELECT key, value FROM Settings").fetchall()
    for key, value in settings:
        is_ours = value == SETTINGS[key] if key in SETTINGS else key in METADATA
        if not is_ours or type(value) not in (int, str):
            raise _Foreign
        if key in METADATA and type(value) is not int:
            raise _Foreign
    return len(found) == len(SCHEMA) and len(settings) == len(SETTINGS) + len(METADATA)


def _evict(cache: _QuickCache, newest: str, size_limit: int) -> None:
    """Drop the oldest entries, but never the newest, until there is room again."""
    if cache.volume() <= size_limit:
        return
    for key in list(cache):
        if key != newest:
            cache.delete(key)
            if cache.volume() <= size_limit * 9 // 10:
                return


def _is_damage(fault: Exception) -> bool:
    """Tell a database that will never work again from one that cannot be used now."""
    if isinstance(fault, sqlite3.Error):
        return _primary_code(fault) in (
            sqlite3.SQLITE_CORRUPT,
            sqlite3.SQLITE_NOTADB,
            sqlite3.SQLITE_ERROR,  # a table without the columns that it should have
        )
    return not isinstance(fault, OSError)


def _primary_code(error: sqlite3.Error) -> int:
    # Errors that the sqlite3 module raises by itself have no code.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _moved_aside(path: Path) -> bool:
    """Make room for a new database; the old one stays beside it for whoever is curious."""
    try:
        (path / DATABASE).replace(path / DAMAGED)
        for name in ("cache.db-wal", "cache.db-shm"):
            (path / name).unlink(missing_ok=True)
    except OSError:
        return False
    return True
