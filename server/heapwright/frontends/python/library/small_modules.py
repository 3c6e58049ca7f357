"""Parts of small modules that classes use."""

from statistics import StatisticsError


def dataclasses_replace(obj, /, **changes):
    if isinstance(obj, type) or not hasattr(obj, "_dataclass_replace_"):
        raise TypeError
    return obj._dataclass_replace_(**changes)


def dataclasses_asdict(obj, *, dict_factory=dict):
    if isinstance(obj, type) or not hasattr(obj, "_dataclass_items_"):
        raise TypeError
    return _as_dicts(obj, dict_factory)


def _as_dicts(obj, dict_factory):
    if not isinstance(obj, type) and hasattr(obj, "_dataclass_items_"):
        pairs = [(name, _as_dicts(one, dict_factory)) for name, one in obj._dataclass_items_()]
        return dict_factory(pairs)
    if _hw_type(obj) is list:
        return [_as_dicts(one, dict_factory) for one in obj]
    if _hw_type(obj) is tuple:
        return tuple([_as_dicts(one, dict_factory) for one in obj])
    if _hw_type(obj) is dict:
        return {
            _as_dicts(key, dict_factory): _as_dicts(one, dict_factory) for key, one in obj.items()
        }
    if isinstance(obj, (list, tuple, dict)):
        _hw_stop("such a container in a dataclass")
    return copy_deepcopy(obj)


def dataclasses_astuple(obj, *, tuple_factory=tuple):
    if isinstance(obj, type) or not hasattr(obj, "_dataclass_items_"):
        raise TypeError
    return _as_tuples(obj, tuple_factory)


def _as_tuples(obj, tuple_factory):
    if not isinstance(obj, type) and hasattr(obj, "_dataclass_items_"):
        return tuple_factory([_as_tuples(one, tuple_factory) for _, one in obj._dataclass_items_()])
    if _hw_type(obj) is list:
        return [_as_tuples(one, tuple_factory) for one in obj]
    if _hw_type(obj) is tuple:
        return tuple([_as_tuples(one, tuple_factory) for one in obj])
    if _hw_type(obj) is dict:
        return {
            _as_tuples(key, tuple_factory): _as_tuples(one, tuple_factory)
            for key, one in obj.items()
        }
    if isinstance(obj, (list, tuple, dict)):
        _hw_stop("such a container in a dataclass")
    return copy_deepcopy(obj)


def statistics_mean(data):
    items = list(data)
    if not items:
        raise StatisticsError
    for one in items:
        if _hw_type(one) is not int:
            _hw_stop("the mean of other numbers than ints")
    total = sum(items)
    return total // len(items) if total % len(items) == 0 else total / len(items)


def statistics_median(data):
    items = sorted(data)
    n = len(items)
    if n == 0:
        raise StatisticsError
    return items[n // 2] if n % 2 == 1 else (items[n // 2 - 1] + items[n // 2]) / 2


def statistics_median_low(data):
    items = sorted(data)
    if not items:
        raise StatisticsError
    return items[(len(items) - 1) // 2]


def statistics_median_high(data):
    items = sorted(data)
    if not items:
        raise StatisticsError
    return items[len(items) // 2]


def statistics_mode(data):
    found = statistics_multimode(data)
    if not found:
        raise StatisticsError
    return found[0]


def statistics_multimode(data):
    counts = collections_Counter(data)
    most = max(counts.values(), default=0)
    return [value for value, count in counts.items() if count == most]


class hashlib_hash:
    # Only known bytes have a digest that is known.

    def __init__(self, name, string):
        self.name = name
        self._codes = ()
        self.update(string)

    def update(self, obj, /):
        if isinstance(obj, str) or not isinstance(obj, (bytes, bytearray, memoryview)):
            raise TypeError
        if not isinstance(obj, bytes) or obj._codes is None or self._codes is None:
            self._codes = None
        else:
            self._codes = self._codes + obj._codes

    def copy(self):
        found = hashlib_hash(self.name, b"")
        found._codes = self._codes
        return found

    def hexdigest(self):
        if self._codes is None or not _hw_known(self._codes):
            return _hw_input("computed str")
        return _hw_digest(self.name, self._codes)

    def digest(self):
        _hw_stop("the bytes of a digest")


def hashlib_md5(string=b"", *, usedforsecurity=True):
    return hashlib_hash("md5", string)


def hashlib_sha1(string=b"", *, usedforsecurity=True):
    return hashlib_hash("sha1", string)


def hashlib_sha224(string=b"", *, usedforsecurity=True):
    return hashlib_hash("sha224", string)


def hashlib_sha256(string=b"", *, usedforsecurity=True):
    return hashlib_hash("sha256", string)


def hashlib_sha384(string=b"", *, usedforsecurity=True):
    return hashlib_hash("sha384", string)


def hashlib_sha512(string=b"", *, usedforsecurity=True):
    return hashlib_hash("sha512", string)


class types_MappingProxyType:
    def __init__(self, mapping):
        if not isinstance(mapping, dict):
            _hw_stop("a read-only view of an object")
        self._mapping = mapping

    def __getitem__(self, key):
        return self._mapping[key]

    def __contains__(self, key):
        return key in self._mapping

    def __len__(self):
        return len(self._mapping)

    def __iter__(self):
        return iter(self._mapping)

    def __bool__(self):
        return len(self._mapping) > 0

    def get(self, key, default=None, /):
        return self._mapping.get(key, default)

    def keys(self):
        return self._mapping.keys()

    def values(self):
        return self._mapping.values()

    def items(self):
        return self._mapping.items()

    def copy(self):
        return self._mapping.copy()

    def __eq__(self, other):
        if isinstance(other, types_MappingProxyType):
            return self._mapping == other._mapping
        return self._mapping == other

    def __or__(self, other):
        if isinstance(other, types_MappingProxyType):
            return self._mapping | other._mapping
        return self._mapping | other

    def __str__(self):
        return str(self._mapping)

    def __repr__(self):
        return "mappingproxy(" + repr(self._mapping) + ")"
