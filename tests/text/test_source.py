"""Reading files: what becomes a source, and the one line for what does not."""

from pathlib import Path
from typing import NoReturn

import pytest

from heapwright.errors import UnreadableInput
from heapwright.text import source
from heapwright.text.line_index import Encoding, Position
from heapwright.text.source import Source, read_source


def check_read(tmp_path: Path, content: bytes, text: str) -> None:
    file = tmp_path / "a.tiny"
    file.write_bytes(content)
    assert read_source(str(file)) == Source(str(file), text)


def check_unreadable(path: str, reason: str) -> None:
    with pytest.raises(UnreadableInput) as failure:
        read_source(path)
    assert str(failure.value).endswith(f": {reason}")
    assert str(failure.value).isprintable()


def test_text_is_read_as_utf_8_with_its_line_ends(tmp_path: Path) -> None:
    check_read(tmp_path, "é😀\r\n\r\n".encode(), "é😀\r\n\r\n")


def test_a_byte_order_mark_is_dropped_once(tmp_path: Path) -> None:
    check_read(tmp_path, b"\xef\xbb\xbf\xef\xbb\xbfa", "\ufeffa")


def test_an_empty_file_and_nul_characters_are_text(tmp_path: Path) -> None:
    check_read(tmp_path, b"", "")
    check_read(tmp_path, b"a\0b", "a\0b")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    check_unreadable(str(tmp_path / "gone.tiny"), "no such file")


def test_a_folder_is_not_a_source(tmp_path: Path) -> None:
    check_unreadable(str(tmp_path), "a folder, not a file")


def test_a_path_through_a_file_says_so(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    check_unreadable(str(tmp_path / "a" / "b"), "not a directory")


def test_a_file_without_permission_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.tiny").touch()
    # The tests may run as root, whom no permission stops.
    monkeypatch.setattr(Path, "open", refuse)
    check_unreadable(str(tmp_path / "a.tiny"), "no permission to read it")


@pytest.mark.parametrize("path", ["a\0b", "\ud800"])
def test_a_path_that_no_file_can_have_is_shown_in_one_line(path: str) -> None:
    check_unreadable(path, "not a path that can exist")


def test_a_path_with_a_line_break_is_shown_in_one_line(tmp_path: Path) -> None:
    check_unreadable(str(tmp_path / "a\nb"), "no such file")


@pytest.mark.parametrize(
    ("content", "byte", "line"),
    [(b"\xff", "ff", 1), (b"ok\nok\n\xc3(", "c3", 3), ("é".encode("utf-16"), "ff", 1)],
)
def test_bytes_that_are_not_utf_8_are_located(
    tmp_path: Path, content: bytes, byte: str, line: int
) -> None:
    (tmp_path / "a").write_bytes(content)
    check_unreadable(str(tmp_path / "a"), f"not UTF-8 text: byte 0x{byte} in line {line}")


def test_a_surrogate_in_utf_8_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xed\xa0\x80")
    check_unreadable(str(tmp_path / "a"), "not UTF-8 text: byte 0xed in line 1")


def test_a_file_of_the_largest_size_is_read_and_one_byte_more_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert source.MAX_BYTES == 20_000_000
    monkeypatch.setattr(source, "MAX_BYTES", 2_000_000)
    check_read(tmp_path, b"a" * 2_000_000, "a" * 2_000_000)
    (tmp_path / "a.tiny").write_bytes(b"a" * 2_000_001)
    check_unreadable(str(tmp_path / "a.tiny"), "larger than 2 MB")


def test_the_line_index_is_built_once_and_when_it_is_asked_for() -> None:
    made = Source("a", "x\ny")
    assert "line_index" not in vars(made)
    assert made.line_index is made.line_index
    assert made.line_index.position(2, Encoding.UTF_8) == Position(1, 0)
    assert made == Source("a", "x\ny")
    assert hash(made) == hash(Source("a", "x\ny"))
