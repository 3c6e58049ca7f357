"""Random trees of the tiny language without mistakes in them, for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from heapwright.frontends.hex import tree as hex_tree
from heapwright.frontends.tiny.syntax import tree

Exprs = st.SearchStrategy[tree.Expr]

# Soft words and letters of other scripts are names too; `Z0` looks like a symbol.
NAME_TEXTS = (
    "a b foo Node x1 Z0 é 名 _ spec scope invariant hex test include static private void int"
    " bool calls try catch assert X Y Xa"
)
NAMES = st.sampled_from(NAME_TEXTS.split()).map(tree.Name)
TYPES = st.sampled_from(["int", "bool", "void", "Node", "A"]).map(tree.Name)
# A call of something named `try` or `assert` would be the keyword's own form.
SPEC_NAMES = NAMES.filter(lambda name: name.text not in ("try", "assert"))


def expressions() -> Exprs:
    leaves: Exprs = st.one_of(
        st.integers(0, 10**30).map(tree.IntLiteral),
        st.booleans().map(tree.BoolLiteral),
        st.just(tree.NullLiteral()),
        st.just(tree.This()),
        NAMES.map(tree.Variable),
        st.sampled_from(["X0", "Y12"]).map(tree.Symbol),
        NAMES.map(tree.Marker),
        NAMES.map(tree.New),
        st.just(tree.Throw(None)),
    )
    return st.recursive(leaves, _larger, max_leaves=15)


def _larger(inner: Exprs) -> Exprs:
    some = st.lists(inner, max_size=3).map(tuple)
    operators = [op for row in tree.BINARY_PRECEDENCE for op in row if op != "instanceof"]
    return st.one_of(
        st.builds(tree.FieldAccess, inner, NAMES),
        st.builds(tree.FieldAssign, inner, NAMES, inner),
        st.builds(tree.VariableAssign, NAMES, inner),
        st.builds(tree.Let, NAMES, inner, inner),
        st.builds(tree.If, inner, inner, st.none() | inner),
        st.builds(tree.Binary, st.sampled_from(operators), inner, inner),
        st.builds(tree.Unary, st.sampled_from("-~"), inner),
        st.builds(tree.InstanceOf, inner, NAMES),
        st.builds(tree.Call, inner, NAMES, some),
        st.builds(tree.SpecCall, SPEC_NAMES, some),
        blocks(inner),
        st.builds(tree.While, inner, inner),
        st.builds(tree.Throw, inner),
        st.builds(tree.Try, inner, inner),
        st.builds(tree.Assert, inner),
    )


def blocks(inner: Exprs) -> st.SearchStrategy[tree.Block]:
    return st.builds(tree.Block, st.lists(inner, min_size=1, max_size=4).map(tuple))


def files() -> st.SearchStrategy[tree.File]:
    body = expressions()
    parameters = st.lists(st.builds(tree.Parameter, TYPES, NAMES), max_size=3).map(tuple)
    members: st.SearchStrategy[tree.Member] = st.one_of(
        st.builds(tree.FieldDecl, TYPES, NAMES, st.booleans()),
        st.builds(tree.MethodDecl, TYPES, NAMES, parameters, body, st.booleans(), st.booleans()),
        st.just(tree.PrivateNew()),
        st.builds(tree.InvariantDecl, NAMES, body),
        st.builds(tree.HexDecl, st.lists(formulas(), max_size=3).map(tuple)),
    )
    declarations: st.SearchStrategy[tree.Declaration] = st.one_of(
        st.builds(
            tree.ClassDecl,
            NAMES,
            st.none() | NAMES,
            st.lists(members.map(_placed_member), max_size=4).map(tuple),
        ),
        st.builds(tree.SpecDecl, NAMES, parameters, body),
        st.builds(tree.ScopeDecl, NAMES, st.integers(0, 99).map(tree.IntLiteral)),
        st.sampled_from(["a.tiny", "../lib/b c.tiny"]).map(tree.Name).map(tree.IncludeDecl),
        st.builds(tree.TestDecl, NAMES, blocks(body)),
    )
    main = st.lists(body.map(tree.MainDecl), max_size=1)
    several = st.lists(declarations, max_size=4)
    return st.tuples(several, main, several).map(
        lambda parts: tree.File(tuple(tree.Placed(0, node) for part in parts for node in part))
    )


def _placed_member(member: tree.Member) -> tree.Placed[tree.Member]:
    return tree.Placed(0, member)


# --- HEX ---------------------------------------------------------------------------

WORDS = st.sampled_from(["left", "right", "next", "value", "T", "and", "to"])


def paths() -> st.SearchStrategy[hex_tree.Path]:
    step: st.SearchStrategy[hex_tree.Path] = WORDS.map(hex_tree.Step)
    steps = st.recursive(
        step,
        lambda inner: st.one_of(
            st.lists(inner, min_size=2, max_size=3).map(tuple).map(hex_tree.Sequence),
            st.lists(inner, min_size=2, max_size=3).map(tuple).map(hex_tree.Choice),
            st.builds(hex_tree.Repeat, inner, st.sampled_from("*+?")),
        ),
        max_leaves=6,
    )
    start = st.sampled_from(["this", "root", "p"]).map(hex_tree.Start)
    return st.tuples(start, st.lists(steps, max_size=3)).map(
        lambda parts: hex_tree.Sequence((parts[0], *parts[1])) if parts[1] else parts[0]
    )


def formulas() -> st.SearchStrategy[hex_tree.Formula]:
    companion = st.none() | WORDS
    types = st.sampled_from(["Node", "T"])
    atoms: st.SearchStrategy[hex_tree.Formula] = st.one_of(
        st.builds(hex_tree.NotNull, paths(), companion),
        st.builds(hex_tree.ExpandsTo, paths(), st.none() | types, companion),
        st.builds(hex_tree.AliasesNothing, paths(), companion),
        st.builds(hex_tree.AliasesSome, paths(), types, companion),
        st.builds(hex_tree.Aliases, paths(), paths(), st.booleans(), companion),
    )
    return st.recursive(
        atoms,
        lambda inner: st.one_of(
            st.builds(hex_tree.Not, inner),
            st.builds(hex_tree.And, inner, inner),
            st.builds(hex_tree.Or, inner, inner),
        ),
        max_leaves=5,
    )
