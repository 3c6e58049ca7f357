"""What the client's user has set: `heapwright.*`.

Place: lsp/. `session` keeps one and replaces it when the client says that it changed. What
makes no sense is left out, with a message; the rest counts. There are no settings that
name programs or paths, so an untrusted workspace can set what it likes.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.records import dataclass
from heapwright.workspace.settings import DEFAULT_SECONDS, KNOWN, NO_SETTINGS, Settings, readable

DEFAULT_MEGABYTES = 2_000


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """The settings, with defaults for what is not set."""

    of_questions: Settings = NO_SETTINGS
    delay: float = 0.3  # seconds without an edit after which work begins
    checks_automatically: bool = True
    checks_workspace: bool = True
    surveys: bool = True  # whether branches are looked at
    n_workers: int = 2
    shows_lenses: bool = True
    shows_hints: bool = True

    @property
    def seconds(self) -> float:
        """Give the time limit of a question, as far as the client sets it."""
        return max(self.of_questions.timeout or 0.0, DEFAULT_SECONDS)

    @property
    def megabytes(self) -> int:
        """Give the memory limit of a worker."""
        return self.of_questions.memory or DEFAULT_MEGABYTES


def client_settings(data: object) -> tuple[ClientSettings, tuple[str, ...]]:
    """Read what the client sent; gives the settings and what is wrong with them."""
    if not isinstance(data, Mapping):
        return ClientSettings(), ()
    asked = {name: data[name] for name in KNOWN if data.get(name) is not None}
    questions, mistakes = readable("heapwright", asked)
    complaints = list(mistakes)
    defaults = ClientSettings()

    def flag(name: str, default: bool) -> bool:
        value = data.get(name)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        complaints.append(f"heapwright.{name} must be true or false")
        return default

    def number(name: str, default: float, least: float, most: float) -> float:
        value = data.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float):
            complaints.append(f"heapwright.{name} must be a number")
            return default
        return min(max(float(value), least), most)

    return ClientSettings(
        questions,
        delay=number("delay", defaults.delay, 0.0, 60.0),
        checks_automatically=flag("check", defaults.checks_automatically),
        checks_workspace=flag("checkWorkspace", defaults.checks_workspace),
        surveys=flag("branches", defaults.surveys),
        n_workers=int(number("workers", defaults.n_workers, 1, 8)),
        shows_lenses=flag("lenses", defaults.shows_lenses),
        shows_hints=flag("inlayHints", defaults.shows_hints),
    ), tuple(complaints)
