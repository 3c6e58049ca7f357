"""The functions of `heapq`, `bisect` and `copy`."""


def heappush(heap, item):
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    first = heap[0]
    heap[0] = last
    _sink(heap, 0)
    return first


def heapify(heap):
    index = len(heap) // 2 - 1
    while index >= 0:
        _sink(heap, index)
        index = index - 1


def heappushpop(heap, item):
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _sink(heap, 0)
    return item


def heapreplace(heap, item):
    first = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return first


def nlargest(n, iterable, key=None):
    found = sorted(iterable, key=key, reverse=True)
    return found[:n] if n > 0 else []


def nsmallest(n, iterable, key=None):
    found = sorted(iterable, key=key)
    return found[:n] if n > 0 else []


def _rise(heap, top, place):
    item = heap[place]
    while place > top:
        above = (place - 1) // 2
        if not item < heap[above]:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = item


def _sink(heap, place):
    # The hole goes down to a leaf along the smaller children, then the item rises from there.
    top = place
    item = heap[place]
    child = 2 * place + 1
    while child < len(heap):
        if child + 1 < len(heap) and not heap[child] < heap[child + 1]:
            child = child + 1
        heap[place] = heap[child]
        place = child
        child = 2 * place + 1
    heap[place] = item
    _rise(heap, top, place)


def bisect_left(items, value, lo=0, hi=None, *, key=None):
    if hi is None:
        hi = len(items)
    while lo < hi:
        middle = (lo + hi) // 2
        item = items[middle] if key is None else key(items[middle])
        if item < value:
            lo = middle + 1
        else:
            hi = middle
    return lo


def bisect_right(items, value, lo=0, hi=None, *, key=None):
    if hi is None:
        hi = len(items)
    while lo < hi:
        middle = (lo + hi) // 2
        item = items[middle] if key is None else key(items[middle])
        if value < item:
            hi = middle
        else:
            lo = middle + 1
    return lo


def insort_left(items, value, lo=0, hi=None, *, key=None):
    wanted = value if key is None else key(value)
    items.insert(bisect_left(items, wanted, lo, hi, key=key), value)


def insort_right(items, value, lo=0, hi=None, *, key=None):
    wanted = value if key is None else key(value)
    items.insert(bisect_right(items, wanted, lo, hi, key=key), value)


def copy(value):
    kind = type(value)
    if kind in (list, dict, set, deque, collections_OrderedDict, defaultdict, collections_Counter):
        return value.copy()
    if value is None or kind is tuple or isinstance(value, (int, str, float, frozenset)):
        return value
    return _hw_copied(value)
