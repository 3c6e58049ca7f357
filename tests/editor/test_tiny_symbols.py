"""The outline of a tiny file."""

from support.expect import expect
from support.tiny_editor import check_symbols


def test_the_outline_has_all_declarations_with_their_members() -> None:
    check_symbols(
        """
        include "base.tiny";
        class Node extends Base {
            private Node next;
            private new;
            static Node make(int v, bool b) := null;
            invariant short() := this.next = null;
            hex { this.next aliases nothing; }
        }
        scope Node <= 3;
        spec TEST(Node o) :=
            o.next = null;
        test one { assert true; }
        1 + 2
        """,
        expect("""
        include base.tiny []  include "base.tiny";
        class Node [extends Base]  class Node extends Base { … }
            field next [Node]  private Node next;
            method make [static Node (int v, bool b)]  static Node make(int v, bool b) := null;
            invariant short []  invariant short() := this.next = null;
            hex hex []  hex { this.next aliases nothing; }
        scope Node [<= 3]  scope Node <= 3;
        spec TEST [(Node o)]  spec TEST(Node o) := … o.next = null;
        test one []  test one { assert true; }
        main main []  1 + 2
        """),
        {},
    )


def test_specs_and_invariants_show_their_status() -> None:
    check_symbols(
        """
        class A { invariant ok() := true; }
        spec T(A a) := true;
        spec U(A a) := true;
        """,
        expect("""
        class A []  class A { invariant ok() := true; }
            invariant ok [running]  invariant ok() := true;
        spec T [(A a) · reachable]  spec T(A a) := true;
        spec U [(A a)]  spec U(A a) := true;
        """),
        {"T": "reachable", "A.ok": "running"},
    )


def test_what_has_no_name_yet_is_called_by_its_kind() -> None:
    check_symbols(
        """
        class { int ; }
        spec (A a) := true;
        """,
        expect("""
        class (class) []  class { int ; }
            field (field) [int]  int ;
        main main []  spec (A a) := true;
        """),
        {},
    )
