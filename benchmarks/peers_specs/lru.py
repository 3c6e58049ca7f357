"""What to ask of a cache that forgets what was used least recently."""

from lru_cache import LruCache

from heapwright import scope, spec


# easy, reachable
@spec
def HOLDS_SEVEN(cache: LruCache) -> bool:
    return 7 in cache


# arithmetic, reachable: the value depends on the key
@spec
def VALUE_FROM_KEY(cache: LruCache) -> bool:
    return cache._newest.value == 3 * cache._newest.key + 1 and cache._newest.value > 900


# deep, reachable: three keys in a given order, the newest first
@scope(_Entry=3)
@spec
def IN_ORDER(cache: LruCache) -> bool:
    first = cache._newest
    return first.key == 3 and first.after.key == 1 and first.after.after.key == 2


# deep and arithmetic, reachable: three keys in given steps
@scope(_Entry=3)
@spec
def IN_STEPS(cache: LruCache) -> bool:
    first = cache._newest
    second = first.after
    third = second.after
    return (
        second.key - first.key == 100
        and third.key - second.key == 250
        and first.value + second.value + third.value == 1000
    )


# unreachable: the oldest goes before there are too many
@scope(_Entry=3)
@spec
def OVERFULL(cache: LruCache) -> bool:
    return len(cache) > cache._capacity
