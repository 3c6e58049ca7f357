"""What the operating system tells a program, and what a program tells it.

What the system says is an input of the run (`_hw_input`): any value of its kind, another one each
time, so what is proven holds whatever it says. Where it may say no, an input decides. That the
machine itself fails (no memory, a working directory that is gone) is not thought of.
"""


def system_int():
    return _hw_input("int")


def system_str():
    return _hw_input("str")


def system_bool():
    return _hw_input("int") > 0


def os_fspath(path):
    if isinstance(path, str):
        return path
    if not hasattr(path, "__fspath__"):
        raise TypeError
    return path.__fspath__()


def six_iteritems(d, **kw):
    return iter(d.items(**kw))


def six_iterkeys(d, **kw):
    return iter(d.keys(**kw))


def six_itervalues(d, **kw):
    return iter(d.values(**kw))


def os_getenv(key, default=None):
    return os_environ().get(key, default)


class os_environ:
    # What is put there may be another thing when it is asked for: it is the world's.

    def __bool__(self):
        return _hw_input("int") > 0

    def get(self, key, default=None):
        if not isinstance(key, str):
            raise TypeError
        return _hw_input("str") if _hw_input("int") > 0 else default

    def __getitem__(self, key):
        if not isinstance(key, str):
            raise TypeError
        if _hw_input("int") > 0:
            raise KeyError(key)
        return _hw_input("str")

    def __contains__(self, key):
        return _hw_input("int") > 0

    def __setitem__(self, key, value):
        if not isinstance(key, str) or not isinstance(value, str):
            raise TypeError

    def setdefault(self, key, value):
        self[key] = value
        return _hw_input("str")


class os_terminal_size:
    def __init__(self):
        self.columns = _hw_input("int")
        self.lines = _hw_input("int")

    def __iter__(self):
        return iter((self.columns, self.lines))

    def __getitem__(self, index):
        return (self.columns, self.lines)[index]

    def __len__(self):
        return 2

    def __eq__(self, other):
        return _hw_stop("comparing sizes of terminals")

    def __hash__(self):
        return _hw_input("int")


def shutil_get_terminal_size(fallback=(80, 24)):
    return os_terminal_size()


def gettext_gettext(message):
    if not isinstance(message, str):
        _hw_stop("a translation of what is no string")
    return _hw_input("str")


def gettext_ngettext(msgid1, msgid2, n):
    return _hw_input("str")


def sys_exit(status=None, /):
    raise SystemExit(status)


def sys_intern(string, /):
    if not isinstance(string, str):
        raise TypeError
    return string


class sys_stream:
    # One of the streams that every program has; what is written there is gone.

    def __bool__(self):
        return True

    def write(self, text, /):
        if not isinstance(text, str):
            raise TypeError
        return len(text)

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)

    def flush(self):
        return None

    def isatty(self):
        return _hw_input("int") > 0

    def fileno(self):
        return _hw_input("int")

    def readline(self, size=-1, /):
        return _hw_input("str")

    def read(self, size=-1, /):
        return _hw_input("str")


def traceback_print_exc(limit=None, file=None, chain=True):
    _printed_trace(limit, file)


def traceback_print_stack(f=None, limit=None, file=None):
    if f is not None:
        _hw_stop("the calls around such a frame")
    _printed_trace(limit, file)


def _printed_trace(limit, file):
    if limit is not None and not isinstance(limit, int):
        _hw_stop("a trace of such a length")
    # Its lines are written one by one, and nobody knows them.
    if file is not None and not isinstance(file, sys_stream):
        _hw_stop("what a trace shows")


def os_path_join(a, *p):
    path = os_fspath(a)
    for part in p:
        part = os_fspath(part)
        if part.startswith("/"):
            path = part
        elif not path or path.endswith("/"):
            path = path + part
        else:
            path = path + "/" + part
    return path


def os_path_basename(p):
    return os_path_split(p)[1]


def os_path_dirname(p):
    return os_path_split(p)[0]


def os_path_split(p):
    p = os_fspath(p)
    place = p.rfind("/") + 1
    head = p[:place]
    if head.strip("/"):
        head = head.rstrip("/")
    return (head, p[place:])


def os_path_splitext(p):
    p = os_fspath(p)
    start = p.rfind("/") + 1
    dot = p.rfind(".")
    # Dots at the start of a name are part of it.
    if dot < start or not p[start:dot].strip("."):
        return (p, "")
    return (p[:dot], p[dot:])


def os_path_isabs(s):
    return os_fspath(s).startswith("/")


def os_path_normpath(path):
    path = os_fspath(path)
    root = ""
    if path.startswith("/"):
        root = "//" if path.startswith("//") and not path.startswith("///") else "/"
    parts = []
    for part in path.split("/"):
        if part == "" or part == ".":
            continue
        if part != ".." or (not root and not parts) or (parts and parts[-1] == ".."):
            parts.append(part)
        elif parts:
            parts.pop()
    return root + "/".join(parts) or "."


def os_path_normcase(s):
    return os_fspath(s)


def os_path_abspath(path):
    path = os_fspath(path)
    if path.startswith("/"):
        return os_path_normpath(path)
    return _hw_input("str")


def os_path_of_system(path):
    os_fspath(path)
    return _hw_input("str")


def os_path_asked(path):
    os_fspath(path)
    return _hw_input("int") > 0


def re_compile(pattern, flags=0):
    if isinstance(pattern, re_Pattern):
        return pattern
    if not isinstance(pattern, str):
        raise TypeError
    if _hw_input("computed int") > 0:
        _hw_stop("a pattern that is none")
    return re_Pattern()


class re_Pattern:
    # Which strings match is not looked into: any string may, in any place.

    def __bool__(self):
        return True

    def match(self, string, pos=0, endpos=0):
        if not isinstance(string, str):
            raise TypeError
        return re_Match() if _hw_input("computed int") > 0 else None

    def search(self, string, pos=0, endpos=0):
        return self.match(string)

    def fullmatch(self, string, pos=0, endpos=0):
        return self.match(string)

    def sub(self, repl, string, count=0):
        if not isinstance(string, str):
            raise TypeError
        if not isinstance(repl, str):
            _hw_stop("a function that replaces what matches")
        return _hw_input("computed str")

    def split(self, string, maxsplit=0):
        if not isinstance(string, str):
            raise TypeError
        return _some_strings()

    def findall(self, string, pos=0, endpos=0):
        if not isinstance(string, str):
            raise TypeError
        _hw_stop("what `findall` gives")

    def finditer(self, string, pos=0, endpos=0):
        if not isinstance(string, str):
            raise TypeError
        while _hw_input("computed int") > 0:
            yield re_Match()


def _some_strings():
    found = [_hw_input("computed str")]
    while _hw_input("computed int") > 0:
        found.append(_hw_input("computed str"))
    return found


class re_Match:
    def __bool__(self):
        return True

    def group(self, *groups):
        if len(groups) > 1:
            return tuple([self.group(one) for one in groups])
        if not groups or (isinstance(groups[0], int) and groups[0] == 0):
            return _hw_input("computed str")
        return _hw_input("computed str") if _hw_input("computed int") > 0 else None

    def __getitem__(self, group):
        return self.group(group)

    def groups(self, default=None):
        _hw_stop("what `groups` gives")

    def groupdict(self, default=None):
        _hw_stop("what `groupdict` gives")

    def start(self, group=0, /):
        return _hw_input("computed int")

    def end(self, group=0, /):
        return _hw_input("computed int")

    def span(self, group=0, /):
        return (_hw_input("computed int"), _hw_input("computed int"))


def re_escape(pattern):
    if not isinstance(pattern, str):
        raise TypeError
    return _hw_input("computed str")


def re_match(pattern, string, flags=0):
    return re_compile(pattern, flags).match(string)


def re_search(pattern, string, flags=0):
    return re_compile(pattern, flags).search(string)


def re_fullmatch(pattern, string, flags=0):
    return re_compile(pattern, flags).fullmatch(string)


def re_sub(pattern, repl, string, count=0, flags=0):
    return re_compile(pattern, flags).sub(repl, string, count)


def re_split(pattern, string, maxsplit=0, flags=0):
    return re_compile(pattern, flags).split(string, maxsplit)
