"""Settings of a project: `[tool.heapwright]` of the nearest pyproject.toml.

Place: workspace/. `cli` reads them for the file that is asked about. What stands nearer
wins: an option of the command line, then the source, then these, then the defaults.

    [tool.heapwright]
    scope = { Node = 4 }
    calls = 8
    timeout = 30
    memory = 2000
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from heapwright.errors import UsageError
from heapwright.ir.core.program import Program
from heapwright.limits import Limits
from heapwright.records import dataclass, replace

PROJECT = "pyproject.toml"
MOST_BYTES = 1_000_000
DEFAULT_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Settings:
    """What a project asks for; None where it says nothing."""

    scope: tuple[tuple[str, int], ...] = ()
    calls: int | None = None
    timeout: float | None = None
    memory: int | None = None


NO_SETTINGS = Settings()
KNOWN = ("scope", "calls", "timeout", "memory")


def settings_for(path: str, *, is_trusted: bool = True) -> Settings:
    """Read the settings for a file; raises `UsageError` in one line if they make no sense.

    Of a project that is not trusted only what can do no harm counts, and nothing is raised.
    """
    place = project_files(path)[-1]
    table = _table(Path(place))
    if table is None:
        return NO_SETTINGS
    return settings_of(place, table) if is_trusted else _harmless(place, table)


def usable_settings(path: str, *, is_trusted: bool = True) -> tuple[Settings, tuple[str, ...]]:
    """Read what makes sense of the settings for a file, and say in a line each what does not."""
    if not is_trusted:
        return settings_for(path, is_trusted=False), ()
    place = project_files(path)[-1]
    return readable(place, _table(Path(place)) or {})


def readable(place: str, table: Mapping[str, object]) -> tuple[Settings, tuple[str, ...]]:
    """Read what makes sense of a table of settings, and say in a line each what does not."""
    found, mistakes = NO_SETTINGS, []
    for name, value in table.items():
        try:
            found = joined(settings_of(place, {name: value}), found)
        except UsageError as error:
            mistakes.append(str(error))
    return found, tuple(mistakes)


def project_files(path: str) -> tuple[str, ...]:
    """Name the files that may hold the settings for a file, up to the one that does."""
    folder = Path(path).absolute().parent
    files: list[str] = []
    for candidate in (folder, *folder.parents):
        files.append(str(candidate / PROJECT))
        if _table(Path(files[-1])) is not None:
            break
    return tuple(files)


def _harmless(place: str, table: Mapping[str, object]) -> Settings:
    """Take the bounds of a table, and a time limit that is no longer than the usual one.

    Everything else is left out without a word, above all what may name programs or paths: a
    folder that nobody trusts shall neither have its way nor keep itself from being analysed.
    """
    found, _ = readable(place, table)
    return replace(found, timeout=found.timeout and min(found.timeout, DEFAULT_SECONDS))


def joined(nearer: Settings, further: Settings) -> Settings:
    """Join the settings of two places; what stands nearer wins."""
    return Settings(
        scope=tuple(sorted({**dict(further.scope), **dict(nearer.scope)}.items())),
        calls=nearer.calls or further.calls,
        timeout=nearer.timeout or further.timeout,
        memory=nearer.memory or further.memory,
    )


def limits_by_settings(program: Program, settings: Settings) -> Limits:
    """Give the limits of a question: what the source says wins over the settings."""
    own = {bound.class_name: bound.bound for bound in program.scope}
    known = {class_def.name for class_def in program.classes} - own.keys()
    return Limits(
        calls=own.get(None) or settings.calls,
        objects=tuple(pair for pair in settings.scope if pair[0] in known),
        seconds=settings.timeout or DEFAULT_SECONDS,
        memory_mb=settings.memory,
    )


def settings_of(place: str, table: Mapping[str, object]) -> Settings:
    """Read a table of settings; raises `UsageError` in one line, with the place in front."""
    for name in table:
        if name not in KNOWN:
            known = ", ".join(KNOWN)
            raise UsageError(f"{place}: no setting `{name}` in [tool.heapwright] (known: {known})")
    scope = table.get("scope", {})
    if not isinstance(scope, dict):
        raise UsageError(f"{place}: `scope` must be a table such as {{ Node = 4 }}")
    timeout = table.get("timeout")
    if timeout is not None and (
        isinstance(timeout, bool) or not isinstance(timeout, int | float) or timeout <= 0
    ):
        raise UsageError(f"{place}: `timeout` must be a number of seconds above 0")
    return Settings(
        scope=tuple(
            (name, _positive(place, f"scope.{name}", scope[name])) for name in sorted(scope)
        ),
        calls=_optional(place, "calls", table),
        timeout=None if timeout is None else float(timeout),
        memory=_optional(place, "memory", table),
    )


def _table(file: Path) -> Mapping[str, object] | None:
    """Give the table of the file, None if there is none; a broken file is another tool's."""
    try:
        with file.open("rb") as opened:
            text = opened.read(MOST_BYTES).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    import tomllib  # most files are far from any project, and its start takes milliseconds

    try:
        tool = tomllib.loads(text).get("tool", {})
    except tomllib.TOMLDecodeError:
        return None
    table = tool.get("heapwright") if isinstance(tool, dict) else None
    return table if isinstance(table, dict) else None


def _optional(place: str, name: str, table: Mapping[str, object]) -> int | None:
    return _positive(place, name, table[name]) if name in table else None


def _positive(place: str, name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise UsageError(f"{place}: `{name}` must be a number of at least 1")
    return value
