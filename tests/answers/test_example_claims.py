"""The examples have the verdicts that they claim."""

from __future__ import annotations

import pytest

from support.python_engine import check_python_verdicts
from support.repo import ROOT

EXAMPLES = {
    "node": {"TEST": "found in 3", "LOOP": "nowhere"},
    "search_tree": {
        "BALANCED": "found in 4",
        "DISORDERED": "nowhere",
        "SearchTree.ordered": "nowhere",
        "SearchTree.counted": "found in 2",
    },
    "account": {
        "OVERDRAWN": "found in 3",
        "FEE_PAID": "found in 2",
        "BOTTOMLESS": "nowhere",
        "Account.covered": "found in 4",
        "Account.settled": "nowhere",
    },
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_have_the_verdicts_that_they_claim(name: str) -> None:
    text = (ROOT / "examples" / f"{name}.py").read_text(encoding="utf-8")
    check_python_verdicts(text, EXAMPLES[name])
