"""What strings with open letters are asked as wholes comes out as letter by letter."""

from __future__ import annotations

import pytest

from support.python_engine import check_python_verdicts

CHECKS = {
    "t.isdigit()": "t != '' and all('0' <= c <= '9' for c in t)",
    "t.isalpha()": "t != '' and all('a' <= c.lower() <= 'z' for c in t)",
    "t.isalnum()": "t != '' and all(c.isalpha() or c.isdigit() for c in t)",
    "t.isupper()": "t == t.upper() and t != t.lower()",
    "t.islower()": "t == t.lower() and t != t.upper()",
    "t.startswith('ab')": "t[:2] == 'ab'",
    "t.endswith(('ab', 'b'))": "t[-1:] == 'b'",
    "('x' + t).startswith(t)": "t in ('', 'x', 'xx')",
    "t.startswith('b', 1)": "t[1:] == 'b'",
    "t.isspace()": "t != '' and all(c in ' \\t\\n\\r\\v\\f\\x1c\\x1d\\x1e\\x1f' for c in t)",
    "all(c in 'aeiou-' for c in t)": "t.strip('aeiou-') == ''",
    "'b' in t": "any(c == 'b' for c in t)",
    "t.rfind('b') == 1": "t[1:] == 'b'",
    "t.partition('-')[1] == ''": "all(c != '-' for c in t)",
    "t.rpartition('-')[0] == ''": "t[:1] == '-' != t[1:] or all(c != '-' for c in t)",
    "t.strip() == ''": "t == '' or t.isspace()",
    "t.rstrip('ab') == 'c'": "t[:1] == 'c' and t[1:] in ('', 'a', 'b')",
    "t.lower() == t": "not any('A' <= c <= 'Z' for c in t)",
    "t.capitalize() == t": "not 'a' <= t[:1] <= 'z' and not 'A' <= t[1:] <= 'Z'",
}


@pytest.mark.parametrize("check", CHECKS)
def test_a_check_of_a_whole_string_is_one_of_its_letters(check: str) -> None:
    text = f"""
class It:
    def __init__(self, text: str) -> None:
        if any(ord(c) > 127 for c in text):
            raise ValueError(text)
        self.text = text

def check(t: str) -> bool:
    return {check}

def by_letters(t: str) -> bool:
    return {CHECKS[check]}

@spec
def SOME(it: It) -> bool:
    return check(it.text)

@spec
def OTHERS(it: It) -> bool:
    return not check(it.text)

@spec
def DIFFERENT(it: It) -> bool:
    return check(it.text) != by_letters(it.text)
"""
    expected = {"SOME": "found in 1", "OTHERS": "found in 1", "DIFFERENT": "nowhere"}
    check_python_verdicts(text, expected, scope={"characters": 2})


def test_the_case_of_letters_beyond_ascii_that_are_known_is_pythons() -> None:
    text = """
class It:
    def __init__(self, text: str) -> None:
        self.text = "é" + text

@spec
def SMALL(it: It) -> bool:
    return it.text.islower() and it.text.isalpha()

@spec
def LARGE(it: It) -> bool:
    return it.text.isupper()
"""
    expected = {"SMALL": "found in 1", "LARGE": "nowhere"}
    check_python_verdicts(text, expected, scope={"characters": 1})
