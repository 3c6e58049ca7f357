"""Names of generated tests say the branch condition in words."""

from __future__ import annotations

import pytest

from heapwright.answers.branches.case_names import case_name, condition_words


@pytest.mark.parametrize(
    ("text", "when_true", "when_false"),
    [
        ("node is None", "node_is_none", "node_is_not_none"),
        ("self._left is not None", "left_is_not_none", "left_is_none"),
        ("x < node.element", "x_is_below_node_element", "x_is_at_least_node_element"),
        ("this.n > 3", "n_is_above_3", "n_is_at_most_3"),
        ("x not in self.items", "x_is_not_in_items", "x_is_in_items"),
        ("!this.isOpen()", "not_is_open", "is_open"),
        ("len(self.items) == 0", "size_items_is_0", "size_items_is_not_0"),
        ("a < 3 and not b", "a_is_below_3_and_not_b", "a_is_at_least_3_or_b"),
        ("a || b && c", "a_or_b_and_c", "not_a_or_b_and_c"),
        ("not 0 <= x <= 9", "not_0_is_at_most_x_is_at_most_9", "0_is_at_most_x_is_at_most_9"),
        ("1 | 2", "1_or_2", "not_1_or_2"),
        ("for self.items", "items_goes_on", "items_ends"),
    ],
)
def test_a_condition_is_said_as_it_came_out(text: str, when_true: str, when_false: str) -> None:
    assert (condition_words(text, True), condition_words(text, False)) == (when_true, when_false)


def test_a_long_condition_ends_before_what_joins_it() -> None:
    text = "self.first.next.element < other.first.next.element and self.size == other.size"
    assert condition_words(text, True) == "first_next_element_is_below_other_first_next"


def test_a_name_has_the_method_the_ending_and_the_condition() -> None:
    assert case_name("removeAll", "raises_underflow", "n_is_0") == (
        "remove_all_raises_underflow_when_n_is_0"
    )


def test_a_shortened_or_does_not_claim_that_its_first_part_holds() -> None:
    text = "price <= 0 or self._total + price > self._limit_of_account"
    assert condition_words(text, True) == "price_is_at_most_0_or_otherwise"
    assert condition_words(text, False) == "price_is_above_0"
