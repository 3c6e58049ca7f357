"""A graph that was kept is found again by the same question, and only by it."""

from __future__ import annotations

from pathlib import Path

from heapwright.store.disk import open_store
from heapwright.store.kept_graphs import keep_graph, stored_graph
from heapwright.store.recipe import recipe_digest
from store.graphs import check_same, explore_some, explored, subject_setting


def test_a_kept_graph_is_found_by_an_equal_setting(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    graph = explored(subject_setting("kiasan_avl", 3))
    assert stored_graph(store, graph.setting) is None
    assert keep_graph(store, graph)
    store.close()
    check_same(stored_graph(open_store(tmp_path), subject_setting("kiasan_avl", 3)), graph)
    assert stored_graph(open_store(tmp_path), subject_setting("kiasan_avl", 2)) is None


def test_a_graph_that_went_on_replaces_its_prefix(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    setting = subject_setting("kiasan_avl", 3)
    assert keep_graph(store, explored(setting, 1))
    graph = stored_graph(store, setting)
    assert graph is not None
    explore_some(graph, 1_000)
    assert keep_graph(store, graph)
    check_same(stored_graph(store, setting), explored(setting))
    assert store.info().entries == 1


def test_a_graph_under_the_key_of_another_is_a_miss(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    graph = explored(subject_setting("kiasan_avl", 2))
    other = subject_setting("kiasan_avl", 3)
    assert keep_graph(store, graph)
    data = store.get(recipe_digest(graph.setting).hex())
    assert data is not None
    assert store.put(recipe_digest(other).hex(), data)
    assert stored_graph(store, other) is None


def test_without_a_directory_nothing_is_kept_and_nothing_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = open_store(tmp_path / "file")
    graph = explored(subject_setting("kiasan_avl", 2))
    assert not keep_graph(store, graph)
    assert stored_graph(store, graph.setting) is None
