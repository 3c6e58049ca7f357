"""What can run and which objects can appear."""

from __future__ import annotations

from hypothesis import given

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.types import BOOL, INT, VOID
from heapwright.ir.reach.reach import (
    api_reach,
    call_reach,
    reach_index,
    spec_reach,
    with_acting_classes,
)
from support.ir_build import (
    NULL,
    THIS,
    TRUE,
    call,
    catch,
    class_,
    exactly,
    field,
    get,
    give,
    invariant,
    list_program,
    local,
    method,
    num,
    program,
    put,
    spec,
    static,
    try_,
)
from support.ir_programs import Plan, built, plans


def check_api(whole: Program, class_name: str, classes: str, functions: str) -> None:
    """Check the classes and functions, as words, that clients of a class reach."""
    reach = api_reach(reach_index(whole), (class_name,))
    assert " ".join(reach.classes) == classes
    assert " ".join(reach.functions) == functions


def check_calls(whole: Program, function: str, classes: str, functions: str) -> None:
    """Check the classes and functions, as words, that one run of a function reaches."""
    reach = call_reach(reach_index(whole), function)
    assert " ".join(reach.classes) == classes
    assert " ".join(reach.functions) == functions


def test_a_list_reaches_its_nodes_and_its_subclass_in_program_order() -> None:
    check_api(
        list_program(),
        "List",
        "Node List DoubleList",
        "List.append List.weight List.size List.at DoubleList.weight",
    )


def test_nodes_do_not_reach_the_list_that_holds_them() -> None:
    check_api(list_program(), "Node", "Node", "")


def test_a_subclass_runs_the_code_above_without_reaching_its_siblings() -> None:
    whole = program(
        class_("Base", method("m", (), VOID)),
        class_("One", parent="Base"),
        class_("Two", parent="Base"),
    )
    check_api(whole, "One", "One", "Base.m")
    assert api_reach(reach_index(whole), ("One",)).inherited == ("Object", "Base")


def test_the_root_class_reaches_all_where_it_is_taken_but_not_where_it_is_made_or_given() -> None:
    def reached(*members: Function) -> tuple[str, ...]:
        whole = program(class_("Maker", *members), class_("Other"))
        return api_reach(reach_index(whole), ("Maker",)).classes

    made = method("mark", (), VOID, ir.Evaluate(ir.New("Object")))
    taken = method("take", ("Object",), VOID)
    given = method("give", (), "Object", give(NULL))
    assert reached(made) == ("Object", "Maker")
    assert reached(given) == ("Object", "Maker")
    # It makes no difference what is met first.
    assert "Other" in reached(taken)
    assert "Other" in reached(made, taken)
    assert "Other" in reached(taken, made)


@given(plan=plans())
def test_every_way_to_name_a_class_reaches_it_and_what_is_below(plan: Plan) -> None:
    index = reach_index(built(plan))
    for number, name in enumerate(plan.names):
        expected = tuple(plan.names[one] for one in sorted(plan.reached(number)))
        assert api_reach(index, (name,)).classes == expected


def test_a_handler_that_keeps_what_it_caught_reaches_the_faults() -> None:
    def reached(slot: int | None) -> tuple[str, ...]:
        keeper = method("m", (), VOID, try_((), catch(None, slot=slot)))
        return api_reach(reach_index(program(class_("A", keeper))), ("A",)).classes

    assert reached(None) == ("A",)
    assert reached(1) == ("NullDereference", "DivisionByZero", "A")


def test_the_calls_of_a_function_are_not_the_whole_api() -> None:
    check_calls(
        list_program(),
        "List.append",
        "Node List DoubleList",
        "List.append List.weight DoubleList.weight",
    )
    check_calls(list_program(), "List.size", "Node List DoubleList", "List.size")


def test_a_call_runs_the_methods_of_classes_that_can_appear_and_no_others() -> None:
    whole = program(
        class_("Shape", method("area", (), INT, give(num(0)))),
        class_("Square", method("area", (), INT, give(num(1))), parent="Shape"),
        class_("Room", method("area", (), INT, give(num(2)))),
        class_("User", method("use", ("Shape",), INT, give(call(local(1), "area")))),
    )
    check_calls(whole, "User.use", "Shape Square User", "Shape.area Square.area User.use")


def test_a_class_that_first_appears_in_a_callee_is_dispatched_to() -> None:
    whole = program(
        class_("Base", method("m", (), INT, give(num(0)))),
        class_("Late", method("m", (), INT, give(num(1)))),
        class_("Maker", static("make", (), "Late", give(ir.New("Late")))),
        class_(
            "User",
            method("use", ("Base",), INT, ir.Evaluate(call(local(1), "m")), give(num(1))),
            method(
                "both",
                ("Base",),
                INT,
                ir.Evaluate(exactly("Maker.make")),
                give(call(THIS, "use", local(1))),
            ),
        ),
    )
    check_calls(whole, "User.use", "Base User", "Base.m User.use")
    check_calls(
        whole,
        "User.both",
        "Base Late User",
        "Base.m Late.m Maker.make User.use User.both",
    )


def test_a_call_of_the_method_above_does_not_bring_in_siblings() -> None:
    whole = program(
        class_("Base", method("m", (), VOID)),
        class_("One", method("m", (), VOID, ir.Evaluate(exactly("Base.m", THIS))), parent="Base"),
        class_("Two", method("m", (), VOID), parent="Base"),
    )
    check_calls(whole, "One.m", "One", "Base.m One.m")


def test_invariants_are_reached_only_where_code_calls_them() -> None:
    check = invariant("i", give(TRUE))
    check_api(program(class_("A", check)), "A", "A", "")
    ask = method("ask", (), BOOL, give(call(THIS, "i")))
    check_api(program(class_("A", check, ask)), "A", "A", "A.i A.ask")


def test_a_body_that_is_left_out_reaches_nothing() -> None:
    broken = method("m", (), VOID, ir.Evaluate(ir.New("B")), left_out="a reason")
    check_api(program(class_("A", broken), class_("B")), "A", "A", "A.m")


def test_a_spec_reaches_what_it_runs_and_the_api_of_its_parameters() -> None:
    whole = program(
        class_("A", field("f"), method("m", (), VOID)),
        class_("Helper", static("ask", ("A",), BOOL, give(TRUE)), static("other", (), VOID)),
        functions=(spec("s", ("A",), give(exactly("Helper.ask", local(0)))),),
    )
    reach = spec_reach(reach_index(whole), "s")
    assert reach.classes == ("A",)
    assert reach.functions == ("A.m", "Helper.ask", "s")


# --- Who acts on a class from outside ----------------------------------------


def check_acting(whole: Program, class_name: str, classes: str) -> None:
    """Check the classes, as words, whose calls decide about a class."""
    assert " ".join(with_acting_classes(reach_index(whole), (class_name,))) == classes


TREE = class_("Tree", field("size"), is_constructible=False)


def test_a_class_that_gives_out_objects_acts() -> None:
    builder = class_("Builder", method("build", (), "Tree", give(ir.New("Tree"))))
    check_acting(program(TREE, builder), "Tree", "Tree Builder")


def test_a_class_that_writes_fields_acts_also_through_others() -> None:
    hand = class_("Hand", static("cut", ("Tree",), VOID, put(local(0), "size", num(0))))
    gardener = class_(
        "Gardener", method("work", ("Tree",), VOID, ir.Evaluate(exactly("Hand.cut", local(1))))
    )
    check_acting(program(TREE, hand, gardener), "Tree", "Tree Hand Gardener")


def test_a_class_that_only_looks_does_not_act() -> None:
    viewer = class_("Viewer", method("look", ("Tree",), INT, give(get(local(1), "size"))))
    check_acting(program(TREE, viewer), "Tree", "Tree")


def test_a_class_with_a_field_of_the_same_name_does_not_act() -> None:
    other = class_("Stack", field("size"), method("push", (), VOID, put(THIS, "size", num(1))))
    check_acting(program(TREE, other), "Tree", "Tree")


def test_a_private_function_does_not_act() -> None:
    builder = class_("Builder", method("build", (), "Tree", give(NULL), is_public=False))
    check_acting(program(TREE, builder), "Tree", "Tree")


def test_who_acts_on_an_acting_class_joins_too() -> None:
    builder = class_(
        "Builder",
        field("n"),
        method("build", (), "Tree", give(ir.New("Tree"))),
        is_constructible=False,
    )
    agency = class_("Agency", method("hire", (), "Builder", give(ir.New("Builder"))))
    check_acting(program(TREE, builder, agency), "Tree", "Tree Builder Agency")
