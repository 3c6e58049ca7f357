"""Values as JSON and JSON as values.

What is known is written and read exactly. Where a part is not known, the whole text may be any;
whether writing it raises is found out all the same. What an unknown text holds is not followed.
"""

from json import JSONDecodeError


class _json_writer:
    def __init__(self, indent, separators, default, sort_keys, skipkeys, ensure_ascii, allow_nan):
        self.indent = " " * indent if isinstance(indent, int) else indent
        if separators is None:
            self.between = ", " if indent is None else ","
            self.colon = ": "
        else:
            self.between, self.colon = separators
        self.default = default
        self.sort_keys = sort_keys
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.allow_nan = allow_nan
        self.around = []
        self.known = True

    def text(self, value, depth):
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "true" if value else "false"
        kind = _hw_type(value)
        if kind is str:
            return self.quoted(value)
        if kind is int:
            if not _hw_known(value):
                self.known = False
                return ""
            return str(value)
        if kind is float:
            return self.real(value)
        if isinstance(value, (str, int, float)):
            _hw_stop("JSON of an object that is also a string or a number")
        if isinstance(value, (list, tuple)):
            return self.within(value, depth, False)
        if isinstance(value, dict):
            return self.within(value, depth, True)
        if self.default is None:
            raise TypeError
        self.enter(value)
        shown = self.text(self.default(value), depth)
        self.around.pop()
        return shown

    def enter(self, value):
        for one in self.around:
            if not isinstance(one, tuple) and not isinstance(value, tuple) and one is value:
                raise ValueError
        self.around.append(value)

    def within(self, value, depth, is_dict):
        self.enter(value)
        shown = []
        if is_dict:
            items = list(value.items())
            if self.sort_keys:
                items = sorted(items)
            for key, item in items:
                name = self.key(key)
                if name is not None:
                    shown.append(name + self.colon + self.text(item, depth + 1))
        else:
            for item in value:
                shown.append(self.text(item, depth + 1))
        self.around.pop()
        before, after = ("{", "}") if is_dict else ("[", "]")
        if not shown or not self.known:
            return before + after
        if self.indent is None:
            return before + self.between.join(shown) + after
        line = "\n" + self.indent * (depth + 1)
        inside = line + (self.between + line).join(shown)
        return before + inside + "\n" + self.indent * depth + after

    def key(self, key):
        if key is None or isinstance(key, (bool, int, float)):
            if key is not None and not isinstance(key, bool):
                kind = _hw_type(key)
                if kind is not int and kind is not float:
                    _hw_stop("JSON of an object that is also a number")
            shown = self.text(key, 0)
            return '"' + shown + '"'
        if isinstance(key, str):
            if _hw_type(key) is not str:
                _hw_stop("JSON of an object that is also a string")
            return self.quoted(key)
        if self.skipkeys:
            return None
        raise TypeError

    def real(self, value):
        if not _hw_known(value):
            self.known = False
            return ""
        if value != value or value == _hw_float("inf") or value == _hw_float("-inf"):
            if not self.allow_nan:
                raise ValueError
            if value != value:
                return "NaN"
            return "Infinity" if value > 0 else "-Infinity"
        return repr(value)

    def quoted(self, value):
        if not _hw_known(value):
            self.known = False
            return ""
        shown = '"'
        for one in value:
            code = ord(one)
            if one == '"' or one == "\\":
                shown = shown + "\\" + one
            elif code == 10:
                shown = shown + "\\n"
            elif code == 13:
                shown = shown + "\\r"
            elif code == 9:
                shown = shown + "\\t"
            elif code == 12:
                shown = shown + "\\f"
            elif code == 8:
                shown = shown + "\\b"
            elif code < 32 or (self.ensure_ascii and code > 126):
                if code > 65535:
                    code = code - 65536
                    shown = shown + _json_code(55296 + code // 1024)
                    shown = shown + _json_code(56320 + code % 1024)
                else:
                    shown = shown + _json_code(code)
            else:
                shown = shown + one
        return shown + '"'


def _json_code(code):
    digits = "0123456789abcdef"
    shown = digits[code // 4096] + digits[code // 256 % 16]
    return "\\u" + shown + digits[code // 16 % 16] + digits[code % 16]


def json_dumps(
    obj,
    *,
    skipkeys=False,
    ensure_ascii=True,
    check_circular=True,
    allow_nan=True,
    cls=None,
    indent=None,
    separators=None,
    default=None,
    sort_keys=False,
):
    if cls is not None:
        _hw_stop("a class of its own for JSON")
    if not check_circular:
        _hw_stop("JSON of what may contain itself")
    writer = _json_writer(indent, separators, default, sort_keys, skipkeys, ensure_ascii, allow_nan)
    shown = writer.text(obj, 0)
    return shown if writer.known else _hw_input("computed str")


def json_dump(obj, fp, **named):
    if not isinstance(fp, (io_StringIO, io_file)):
        _hw_stop("JSON written to an object of the program")
    try:
        shown = json_dumps(obj, **named)
    except (TypeError, ValueError):
        if isinstance(fp, io_StringIO):
            _hw_stop("JSON of which a part was written")
        raise
    fp.write(shown)


class _json_reader:
    def __init__(self, text):
        self.text = text
        self.at = 0

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else ""

    def skip(self):
        while self.at < len(self.text) and self.text[self.at] in " \t\n\r":
            self.at = self.at + 1

    def wrong(self):
        raise JSONDecodeError

    def word(self, word):
        if self.text[self.at : self.at + len(word)] == word:
            self.at = self.at + len(word)
            return True
        return False

    def value(self):
        first = self.peek()
        if first == '"':
            return self.string()
        if first == "[":
            return self.items()
        if first == "{":
            return self.pairs()
        if self.word("null"):
            return None
        if self.word("true"):
            return True
        if self.word("false"):
            return False
        if self.word("NaN"):
            return _hw_float("nan")
        if self.word("Infinity"):
            return _hw_float("inf")
        if self.word("-Infinity"):
            return _hw_float("-inf")
        return self.number()

    def items(self):
        found = []
        self.at = self.at + 1
        self.skip()
        if self.peek() == "]":
            self.at = self.at + 1
            return found
        while True:
            found.append(self.value())
            self.skip()
            if self.peek() == "]":
                self.at = self.at + 1
                return found
            if self.peek() != ",":
                self.wrong()
            self.at = self.at + 1
            self.skip()

    def pairs(self):
        found = {}
        self.at = self.at + 1
        self.skip()
        if self.peek() == "}":
            self.at = self.at + 1
            return found
        while True:
            if self.peek() != '"':
                self.wrong()
            key = self.string()
            self.skip()
            if self.peek() != ":":
                self.wrong()
            self.at = self.at + 1
            self.skip()
            found[key] = self.value()
            self.skip()
            if self.peek() == "}":
                self.at = self.at + 1
                return found
            if self.peek() != ",":
                self.wrong()
            self.at = self.at + 1
            self.skip()

    def string(self):
        self.at = self.at + 1
        found = ""
        while True:
            one = self.peek()
            if one == "" or ord(one) < 32:
                self.wrong()
            self.at = self.at + 1
            if one == '"':
                return found
            if one != "\\":
                found = found + one
                continue
            one = self.peek()
            self.at = self.at + 1
            if one == "u":
                code = self.code()
                if 55296 <= code <= 56319 and self.text[self.at : self.at + 2] == "\\u":
                    start = self.at
                    self.at = self.at + 2
                    second = self.code()
                    if 56320 <= second <= 57343:
                        code = 65536 + (code - 55296) * 1024 + second - 56320
                    else:
                        self.at = start
                found = found + chr(code)
            elif one == '"' or one == "\\" or one == "/":
                found = found + one
            elif one != "" and one in "bfnrt":
                found = found + "\b\f\n\r\t"["bfnrt".index(one)]
            else:
                self.wrong()

    def code(self):
        digits = self.text[self.at : self.at + 4]
        self.at = self.at + 4
        if len(digits) != 4:
            self.wrong()
        code = 0
        for one in digits:
            place = "0123456789abcdef".find(one.lower())
            if place < 0:
                self.wrong()
            code = code * 16 + place
        return code

    def digits(self):
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in "0123456789":
            self.at = self.at + 1
        return self.at > start

    def number(self):
        start = self.at
        if self.peek() == "-":
            self.at = self.at + 1
        if self.peek() == "0":
            self.at = self.at + 1
        elif not self.digits():
            self.wrong()
        end = self.at
        is_whole = True
        if self.peek() == ".":
            self.at = self.at + 1
            if self.digits():
                end = self.at
                is_whole = False
            self.at = end
        if self.peek() != "" and self.peek() in "eE":
            self.at = self.at + 1
            if self.peek() != "" and self.peek() in "+-":
                self.at = self.at + 1
            if self.digits():
                end = self.at
                is_whole = False
            self.at = end
        shown = self.text[start:end]
        return _hw_int(shown) if is_whole else _hw_float(shown)


def json_loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, **named):
    if not isinstance(s, str):
        if isinstance(s, (bytes, bytearray)):
            _hw_stop("JSON in bytes")
        raise TypeError
    if cls is not None or object_hook is not None or named:
        _hw_stop("JSON that is read in a way of its own")
    if parse_float is not None or parse_int is not None:
        _hw_stop("JSON that is read in a way of its own")
    if not _hw_known(s):
        if _hw_input("computed int") > 0:
            raise JSONDecodeError
        _hw_stop("what an unknown JSON text holds")
    reader = _json_reader(s)
    reader.skip()
    found = reader.value()
    reader.skip()
    if reader.at < len(s):
        raise JSONDecodeError
    return found


def json_load(fp, **named):
    return json_loads(fp.read(), **named)
