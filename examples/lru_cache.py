"""A cache that forgets what was used least recently: a dict into a doubly linked list."""

from __future__ import annotations

from heapwright import invariant, scope, spec


class _Entry:
    def __init__(self, key: int, value: int) -> None:
        self.key = key
        self.value = value
        self.before: _Entry | None = None
        self.after: _Entry | None = None


class LruCache:
    def __init__(self, capacity: int = 2) -> None:
        if capacity < 1:
            raise ValueError("a cache needs room for one entry")
        self._capacity = capacity
        self._entries: dict[int, _Entry] = {}
        self._newest: _Entry | None = None
        self._oldest: _Entry | None = None

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: int) -> bool:
        return key in self._entries

    def get(self, key: int, default: int = -1) -> int:
        entry = self._entries.get(key)
        if entry is None:
            return default
        self._unlink(entry)
        self._link(entry)
        return entry.value

    def put(self, key: int, value: int) -> None:
        entry = self._entries.get(key)
        if entry is not None:
            entry.value = value
            self._unlink(entry)
        else:
            if len(self._entries) == self._capacity:
                oldest = self._oldest
                self._unlink(oldest)
                del self._entries[oldest.key]
            entry = _Entry(key, value)
            self._entries[key] = entry
        self._link(entry)

    def _unlink(self, entry: _Entry) -> None:
        if entry.before is None:
            self._newest = entry.after
        else:
            entry.before.after = entry.after
        if entry.after is None:
            self._oldest = entry.before
        else:
            entry.after.before = entry.before
        entry.before = entry.after = None

    def _link(self, entry: _Entry) -> None:
        entry.after = self._newest
        if self._newest is not None:
            self._newest.before = entry
        self._newest = entry
        if self._oldest is None:
            self._oldest = entry

    # holds
    @invariant
    def is_within_capacity(self) -> bool:
        return len(self._entries) <= self._capacity

    # holds
    @invariant
    def lists_all_entries(self) -> bool:
        count = 0
        entry = self._newest
        while entry is not None:
            if self._entries[entry.key] is not entry:
                return False
            count += 1
            entry = entry.after
        return count == len(self._entries)


# reachable: the second key was used after the first
@scope(_Entry=2)
@spec
def SECOND_IS_OLDEST(cache: LruCache) -> bool:
    return cache._oldest.key == 2 and cache._newest.key == 1 and cache._newest.value == 10


# unreachable: the oldest entry has nothing after it
@spec
def OLDER_THAN_OLDEST(cache: LruCache) -> bool:
    return cache._oldest.after is not None
