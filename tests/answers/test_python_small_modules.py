"""JSON and parts of small modules, in questions about classes that use them."""

from __future__ import annotations

from support.python_engine import check_python_verdicts


def test_known_values_are_written_as_json_and_read_again() -> None:
    text = """
import json

class Config:
    def __init__(self, level: int) -> None:
        self.text = json.dumps({"level": "high" if level > 3 else "low", "tags": [1, None]})

    def read(self) -> None:
        self.level = json.loads(self.text)["level"]

@spec
def HIGH(c: Config) -> bool:
    return c.text == '{"level": "high", "tags": [1, null]}'

@spec
def READ(c: Config) -> bool:
    return c.level == "low"

@spec
def OTHER(c: Config) -> bool:
    return c.level == "middle"
"""
    check_python_verdicts(text, {"HIGH": "found in 1", "READ": "found in 2", "OTHER": "nowhere"})


def test_what_an_unknown_text_holds_is_not_known_but_it_may_be_no_json() -> None:
    text = """
import json

class Store:
    def __init__(self) -> None:
        self.state = 0

    def load(self, text: str) -> None:
        try:
            found = json.loads(text)
            self.state = 4 if found == {"a": [text]} else 1
        except ValueError:
            self.state = 2

@spec
def LOADED(s: Store) -> bool:
    return s.state == 1

@spec
def HELD(s: Store) -> bool:
    return s.state == 4

@spec
def LOST(s: Store) -> bool:
    return s.state == 3
"""
    why = "what an unknown JSON text holds is not followed"
    held = f"undecided: `Store.load`: {why}"
    check_python_verdicts(text, {"LOADED": "found in 2", "HELD": held, "LOST": "nowhere"})


def test_an_object_is_not_written_as_json() -> None:
    text = """
import json

class Store:
    def __init__(self) -> None:
        self.state = 0

    def save(self, n: int) -> None:
        try:
            json.dumps([n, self])
            self.state = 1
        except TypeError:
            self.state = 2

@spec
def SAVED(s: Store) -> bool:
    return s.state == 1

@spec
def FAILED(s: Store) -> bool:
    return s.state == 2
"""
    check_python_verdicts(text, {"SAVED": "nowhere", "FAILED": "found in 2"})


def test_the_median_of_what_a_client_gives_is_computed() -> None:
    text = """
import statistics

class Sample:
    def __init__(self, values: list[int]) -> None:
        self.middle = statistics.median_low(values)

@spec
def FIVE(s: Sample) -> bool:
    return s.middle == 5
"""
    check_python_verdicts(text, {"FIVE": "found in 1"})


def test_what_the_library_alone_may_raise_is_known() -> None:
    """Files are read by code that raises `UnicodeDecodeError`, which this text never names."""
    check_python_verdicts(
        """
import json

class Exporter:
    def __init__(self) -> None:
        self.n = 0

    def write(self, node, handle) -> None:
        self.n += 1
        json.dump(node, handle)

@spec
def MADE(x: Exporter) -> bool:
    return x.n == 0
""",
        {"MADE": "found in 1"},
    )


def test_a_file_that_codecs_opened_takes_texts_and_does_not_say_how_much_it_wrote() -> None:
    text = """
import codecs

class Out:
    def __init__(self) -> None:
        self.state = 0

    def save(self, name: str, text: str) -> None:
        try:
            with codecs.open(name, "w", "utf-8") as file:
                self.state = 1 if file.write(text) is None else 2
        except OSError:
            self.state = 3

    def close(self) -> None:
        codecs.open("a", "rt", "utf-8")

@spec
def COUNTED(out: Out) -> bool:
    return out.state == 2

@spec
def FAILED(out: Out) -> bool:
    return out.state == 3
"""
    mode = "`Out.close`: a file of such a mode is not followed"
    system = "`Out.save`: what happens depends on the time, chance or the system"
    check_python_verdicts(
        text, {"COUNTED": f"undecided: {mode}", "FAILED": f"undecided: {system}; {mode}"}
    )
    whole = text.replace('"rt", ', '"r", ')
    check_python_verdicts(whole, {"COUNTED": "nowhere", "FAILED": f"undecided: {system}"})
