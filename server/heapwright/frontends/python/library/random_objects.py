"""Sources of chance of a program's own, and texts that are broken into lines.

What `random.Random(7)` gives is as much an input as what the module itself gives: that two with
one seed agree is not made use of. How `textwrap` breaks a text is not looked into.
"""


class random_Random:
    def __init__(self, x=None):
        self.seed(x)

    def seed(self, a=None, version=2):
        if not (a is None or isinstance(a, (int, float, str, bytes))):
            raise TypeError

    def getstate(self):
        _hw_stop("the state of a source of chance")

    def setstate(self, state):
        _hw_stop("the state of a source of chance")

    def random(self):
        return random_random()

    def uniform(self, a, b):
        return random_uniform(a, b)

    def triangular(self, low=0.0, high=1.0, mode=None):
        return random_triangular(low, high, mode)

    def randint(self, a, b):
        return random_randint(a, b)

    def randrange(self, start, stop=None, step=1):
        return random_randrange(start, stop, step)

    def getrandbits(self, k, /):
        return random_getrandbits(k)

    def choice(self, seq):
        return random_choice(seq)

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        return random_choices(population, weights, cum_weights=cum_weights, k=k)

    def shuffle(self, x):
        return random_shuffle(x)

    def sample(self, population, k):
        return random_sample(population, k)

    def expovariate(self, lambd):
        return random_expovariate(lambd)

    def gammavariate(self, alpha, beta):
        return random_gammavariate(alpha, beta)

    def normalvariate(self, mu=0.0, sigma=1.0):
        return random_normalvariate(mu, sigma)

    def gauss(self, mu=0.0, sigma=1.0):
        return random_gauss(mu, sigma)

    def lognormvariate(self, mu, sigma):
        return random_lognormvariate(mu, sigma)

    def weibullvariate(self, alpha, beta):
        return random_weibullvariate(alpha, beta)

    def paretovariate(self, alpha):
        return random_paretovariate(alpha)

    def __hash__(self):
        return _hw_input("int")


def textwrap_wrap(text, width=70, **options):
    if not isinstance(text, str):
        _hw_stop("lines of what is no text")
    if width <= 0:
        raise ValueError
    found = []
    while _hw_input("computed int") > 0:
        found.append(_hw_input("computed str"))
    return found


def textwrap_fill(text, width=70, **options):
    if not isinstance(text, str):
        _hw_stop("lines of what is no text")
    if width <= 0:
        raise ValueError
    return _hw_input("computed str")


def textwrap_dedent(text):
    if not isinstance(text, str):
        _hw_stop("lines of what is no text")
    return _hw_input("computed str")


def int_of_text(text, base):
    if isinstance(text, bytes):
        _hw_stop("a number in bytes")
    if not isinstance(text, str):
        raise TypeError
    if not isinstance(base, int):
        _hw_stop("a base that is no int")
    if base != 0 and not 2 <= base <= 36:
        raise ValueError
    rest = text.strip()
    sign = 1
    if rest[:1] == "-" or rest[:1] == "+":
        sign = -1 if rest[0] == "-" else 1
        rest = rest[1:]
    prefix = rest[:2].lower()
    marked = {"0b": 2, "0o": 8, "0x": 16}.get(prefix, 0)
    is_free = base == 0
    if marked and (base == 0 or base == marked):
        base = marked
        rest = rest[2:]
        if rest[:1] == "_":
            rest = rest[1:]
        is_free = False
    if base == 0:
        base = 10
    number = 0
    was_digit = False
    for letter in rest:
        if letter == "_":
            if not was_digit:
                raise ValueError
            was_digit = False
            continue
        code = ord(letter)
        if code > 127:
            _hw_stop("digits of other alphabets")
        if 48 <= code <= 57:
            digit = code - 48
        elif 97 <= code <= 122:
            digit = code - 87
        elif 65 <= code <= 90:
            digit = code - 55
        else:
            raise ValueError
        if digit >= base:
            raise ValueError
        number = number * base + digit
        was_digit = True
    if not was_digit:
        raise ValueError
    if is_free and number != 0 and rest[:1] == "0":
        raise ValueError
    return sign * number
