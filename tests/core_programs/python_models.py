"""What the core programs compute, written in Python.

Place: tests/core_programs. Each function has the name of a file beside it and takes
the values of `X0`, `X1`, … in order. The trees are plain tuples that are never
changed, so that a mistake with aliases in the programs cannot be repeated here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

# (key, left, right), and (is red, key, left, right).
AvlTree: TypeAlias = "tuple[int, AvlTree, AvlTree] | None"
RedBlackTree: TypeAlias = "tuple[bool, int, RedBlackTree, RedBlackTree] | None"


def linked_list(xs: Sequence[int]) -> int:
    """Insert three keys in order, remove one, and look for one."""
    keys = sorted(xs[:3])
    if xs[3] in keys:
        keys.remove(xs[3])
    return _digits(keys) if xs[4] in keys else -_digits(keys)


def caching_list(xs: Sequence[int]) -> int:
    """Append three values, remove one twice, append 7; a removed node is used again."""
    values = list(xs[:3])
    n_removed = min(values.count(xs[3]), 2)
    for _ in range(n_removed):
        values.remove(xs[3])
    n_cached = min(n_removed, max(xs[4], 0))
    answer = 10 * _digits([*values, 7]) + max(n_cached - 1, 0)
    return answer if n_cached else -answer


def avl_tree(xs: Sequence[int]) -> int:
    """Insert six keys, the first of them twice, and give a number for the shape."""
    tree: AvlTree = None
    for key in (*xs[:6], xs[0]):
        tree = _avl_inserted(tree, key)
    return _shape(tree)


def red_black_map(xs: Sequence[int]) -> int:
    """Put seven keys with the values 100, 101, …; give the black height plus one value."""
    tree: RedBlackTree = None
    values: dict[int, int] = {}
    for value, key in enumerate(xs[:7], start=100):
        tree = _red_black_inserted(tree, key)
        assert tree is not None
        tree = (False, *tree[1:])
        values[key] = value
    return _black_height(tree) + values.get(xs[7], 0)


def _digits(numbers: Sequence[int]) -> int:
    return sum(number * 10**place for place, number in enumerate(numbers))


# --- AVL ------------------------------------------------------------------------


def _avl_inserted(tree: AvlTree, key: int) -> AvlTree:
    if tree is None:
        return (key, None, None)
    top, left, right = tree
    if key < top:
        return _avl_balanced(top, _avl_inserted(left, key), right)
    if key > top:
        return _avl_balanced(top, left, _avl_inserted(right, key))
    return tree


def _avl_balanced(key: int, left: AvlTree, right: AvlTree) -> AvlTree:
    match _height(left) - _height(right), left, right:
        case 2, (k, a, (m, b, c)), _ if _height(a) < _height((m, b, c)):
            return (m, (k, a, b), (key, c, right))
        case 2, (k, a, b), _:
            return (k, a, (key, b, right))
        case -2, _, (k, (m, a, b), c) if _height((m, a, b)) > _height(c):
            return (m, (key, left, a), (k, b, c))
        case -2, _, (k, a, b):
            return (k, (key, left, a), b)
        case _:
            return (key, left, right)


def _height(tree: AvlTree) -> int:
    return 0 if tree is None else 1 + max(_height(tree[1]), _height(tree[2]))


def _shape(tree: AvlTree) -> int:
    return 1 if tree is None else 3 * _shape(tree[1]) + 2 * _shape(tree[2]) + tree[0]


# --- Red and black --------------------------------------------------------------


def _red_black_inserted(tree: RedBlackTree, key: int) -> RedBlackTree:
    if tree is None:
        return (True, key, None, None)
    red, top, left, right = tree
    if key < top:
        return _red_black_balanced(red, top, _red_black_inserted(left, key), right)
    if key > top:
        return _red_black_balanced(red, top, left, _red_black_inserted(right, key))
    return tree


def _red_black_balanced(
    red: bool, key: int, left: RedBlackTree, right: RedBlackTree
) -> RedBlackTree:
    match red, left, right:
        case False, (True, y, (True, x, a, b), c), d:
            return (True, y, (False, x, a, b), (False, key, c, d))
        case False, (True, x, a, (True, y, b, c)), d:
            return (True, y, (False, x, a, b), (False, key, c, d))
        case False, a, (True, z, (True, y, b, c), d):
            return (True, y, (False, key, a, b), (False, z, c, d))
        case False, a, (True, y, b, (True, z, c, d)):
            return (True, y, (False, key, a, b), (False, z, c, d))
        case _:
            return (red, key, left, right)


def _black_height(tree: RedBlackTree) -> int:
    if tree is None:
        return 1
    red, _, left, right = tree
    height = _black_height(left)
    assert height == _black_height(right)
    return height if red else height + 1
