"""What only a run knows: chance, the time, hashes, and what goes out.

What is not known when a program is read, such as the time, is an input of the run (`_hw_input`):
any value of its kind. What goes out (`logging`, `warnings`) is nothing.
"""


def hash(value):
    """Nobody knows the hash of a string or an object before the program runs."""
    found = _hw_hash(value)
    return _hw_input("hash") if _hw_missing(found) else found


def id(value):
    return _hw_input("int")


def copy_deepcopy(x, memo=None):
    return _hw_deepcopied(x)


def typing_cast(typ, val):
    return val


def nothing(*arguments, **named):
    return None


def random_random():
    return _hw_input("chance")


def random_uniform(a, b):
    return a + (b - a) * _hw_input("chance")


def random_triangular(low=0.0, high=1.0, mode=None):
    high - low
    return _hw_input("computed float")


def random_expovariate(lambd):
    1.0 / lambd
    return _hw_input("computed float")


def random_gammavariate(alpha, beta):
    if alpha <= 0.0 or beta <= 0.0:
        raise ValueError
    return _hw_input("computed float")


def random_normalvariate(mu=0.0, sigma=1.0):
    mu + sigma
    return _hw_input("computed float")


def random_gauss(mu=0.0, sigma=1.0):
    mu + sigma
    return _hw_input("computed float")


def random_lognormvariate(mu, sigma):
    mu + sigma
    return _hw_input("computed float")


def random_weibullvariate(alpha, beta):
    alpha * (1.0 / beta)
    return _hw_input("computed float")


def random_paretovariate(alpha):
    1.0 / alpha
    return _hw_input("computed float")


def random_choices(population, weights=None, *, cum_weights=None, k=1):
    # Which items have no weight is not looked at: chance is an input.
    n = len(population)
    if cum_weights is None and weights is not None:
        sums = []
        total = 0
        for weight in weights:
            total = total + weight
            sums.append(total)
    elif weights is not None:
        raise TypeError
    else:
        sums = cum_weights
    if sums is not None:
        if len(sums) != n:
            raise ValueError
        if sums[-1] <= 0.0:
            raise ValueError
    found = []
    while k > 0:
        found.append(population[_hw_between(0, n - 1) if n > 1 else 0])
        k = k - 1
    return found


def random_randint(a, b):
    return _hw_between(_int(a), _int(b))


def random_randrange(start, stop=None, step=1):
    start, step = _int(start), _int(step)
    if stop is None:
        start, stop = 0, start
    stop = _int(stop)
    if step == 1:
        return _hw_between(start, stop - 1)
    n = len(range(start, stop, step))
    return start + step * _hw_between(0, n - 1)


def random_getrandbits(k, /):
    if _int(k) < 0:
        raise ValueError
    return _hw_between(0, (1 << k) - 1)


def random_choice(seq):
    n = len(seq)
    if n == 0:
        raise IndexError
    return seq[0] if n == 1 else seq[_hw_between(0, n - 1)]


def random_shuffle(x):
    place = len(x) - 1
    while place > 0:
        other = _hw_between(0, place)
        x[place], x[other] = x[other], x[place]
        place = place - 1


def random_sample(population, k):
    pool = list(population)
    if not 0 <= k <= len(pool):
        raise ValueError
    found = []
    while k > 0:
        found.append(pool.pop(_hw_between(0, len(pool) - 1) if len(pool) > 1 else 0))
        k = k - 1
    return found


def time_now():
    return _hw_input("clock")


def time_sleep(seconds, /):
    if seconds < 0:
        raise ValueError


def time_now_ns():
    return _hw_input("clock ns")


class uuid_UUID:
    def __init__(self):
        self._hex = _hw_input("uuid")
        self._text = _hw_input("uuid text")

    @property
    def hex(self):
        return self._hex

    def __eq__(self, other):
        if not isinstance(other, uuid_UUID):
            return NotImplemented
        return self._hex == other._hex

    def __hash__(self):
        return _hw_input("hash")

    def __str__(self):
        return self._text

    def __repr__(self):
        return _hw_input("computed str")


def uuid_uuid4():
    return uuid_UUID()


def secrets_token_hex(nbytes=None):
    nbytes = 32 if nbytes is None else _int(nbytes)
    if nbytes < 0:
        raise ValueError
    if nbytes == 0:
        return ""
    return _hw_input("hex:" + str(2 * nbytes)) if _hw_known(nbytes) else _hw_input("computed str")


class contextlib_suppress:
    def __init__(self, *exceptions):
        self.exceptions = exceptions

    def __enter__(self):
        return None

    def __exit__(self, kind, value, trace):
        return value is not None and isinstance(value, self.exceptions)


class contextlib_nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, kind, value, trace):
        return None


class logging_Logger:
    def debug(self, *arguments, **named):
        return None

    def info(self, *arguments, **named):
        return None

    def warning(self, *arguments, **named):
        return None

    def warn(self, *arguments, **named):
        return None

    def error(self, *arguments, **named):
        return None

    def exception(self, *arguments, **named):
        return None

    def critical(self, *arguments, **named):
        return None

    def log(self, *arguments, **named):
        return None

    def setLevel(self, level):
        return None

    def isEnabledFor(self, level):
        return _hw_input("int") > 0
