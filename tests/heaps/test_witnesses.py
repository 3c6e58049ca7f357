"""Two rules of [POSE] are unsound as printed; the programs that show it, and their neighbours."""

from __future__ import annotations

import pytest

from support.expect import expect
from support.symbolic import MODELS, check_paths, described, paths_of

NODES = "class N { N n; int f; }\nclass P { "


@pytest.mark.parametrize("model", MODELS)
def test_a_write_through_a_choice_is_seen_through_every_alias(model: str) -> None:
    """mergeHPf, cases 5 and 6: what the other side did not bind must be alias-aware."""
    text = (
        NODES
        + """
        int m(N a, N b) :=
            let u := a.n in
            let v := b.n in {
                v.f := 5;
                if u = v then (if u.f = 5 then 1 else 2) else 3
            };
        }
        """
    )
    values = {path.value for path in paths_of(text, model, "P.m").paths}
    assert "2" not in values
    assert {"1", "3"} <= values


@pytest.mark.parametrize("model", MODELS)
def test_what_was_read_directly_is_not_null_although_a_guard_read_it_before(model: str) -> None:
    """mergePC: a non-null assumption under a guard does not cover a later direct access."""
    text = (
        NODES
        + """
        int m(N a, N b, N u) :=
            let w := { a.n := u; b.n } in {
                w.f;
                u.f;
                if u = null then 2 else 1
            };
        }
        """
    )
    returned = {
        path.value for path in paths_of(text, model, "P.m").paths if path.outcome == "returned"
    }
    assert returned == {"1"}


@pytest.mark.parametrize("model", MODELS)
def test_a_new_object_may_be_what_a_choice_contains(model: str) -> None:
    """Eq (c6) and (c7) are about plain symbols: a choice may lead to a location."""
    text = (
        NODES
        + """
        int m(N a, N b) :=
            let fresh := new N in {
                a.n := fresh;
                if b.n = fresh then 1 else if b.n = null then 2 else 3
            };
        }
        """
    )
    values = {path.value for path in paths_of(text, model, "P.m").paths}
    assert {"1", "2", "3"} <= values


def test_a_new_object_is_no_input_object() -> None:
    check_paths(
        NODES + "int m(N a) := if a = new N then 1 else 2; }", expect("""true: returned 2"""), "P.m"
    )


def test_a_path_tells_when_its_objects_are_the_same() -> None:
    found = paths_of(NODES + "int m(N a, N b) := if a = b then 1 else 2; }", "pose", "P.m")
    assert [described(path) for path in found.paths] == [
        "a = b: returned 1",
        "a != b: returned 2",
    ]
