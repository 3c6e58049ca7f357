"""The cache lies where the platform wants it, and never in the workspace."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwright.cache_directory import cache_directory

ENVIRONMENTS = {
    ("linux", "HOME=/house/a"): "/house/a/.cache/heapwright",
    ("linux", "HOME=/house/a XDG_CACHE_HOME=/fast"): "/fast/heapwright",
    ("linux", "HOME=/house/a XDG_CACHE_HOME=relative"): "/house/a/.cache/heapwright",
    ("linux", ""): None,
    ("darwin", "HOME=/house/a"): "/house/a/Library/Caches/heapwright",
    ("win32", "LOCALAPPDATA=/Local HOME=/house/a"): "/Local/heapwright/Cache",
    ("win32", "HOME=/house/a"): None,
    ("linux", "HOME=/house/a HEAPWRIGHT_CACHE_DIR=/mine"): "/mine",
    ("linux", "HOME=/house/a HEAPWRIGHT_CACHE_DIR=here"): "/house/a/.cache/heapwright",
}


@pytest.mark.parametrize(("platform", "variables"), ENVIRONMENTS)
def test_the_directory_follows_the_platform(platform: str, variables: str) -> None:
    environment = dict(variable.split("=") for variable in variables.split())
    expected = ENVIRONMENTS[platform, variables]
    assert cache_directory(environment, platform) == (None if expected is None else Path(expected))
