"""What is proposed while a tiny file is typed."""

import pytest

from support.expect import expect
from support.tiny_editor import check_completion, check_signature

NODE = """
class Node {
    private Node next;
    private int value;
    private new;
    private static Node link(Node next) := null;
    static Node make(int v, bool b) := null;
    void add(int v) := this.next := null;
    invariant ok() := true;
}
"""


def test_behind_a_dot_stand_the_members_that_may_be_used() -> None:
    check_completion(
        NODE + "class Other { Node n; int m() := this.n.$0; }",
        expect("""
        method   add  [void Node.add(int v)]
                 add(${1:v})$0
        """),
    )


def test_specs_see_private_members_too() -> None:
    check_completion(
        NODE + "spec T(Node o) := o.ne$0;",
        expect("""
        replaces `ne`
        method   add  [void Node.add(int v)]
                 add(${1:v})$0
        field    next  [Node]
        method   ok  [invariant Node.ok()]
                 ok()$0
        field    value  [int]
        """),
    )


def test_behind_a_class_stand_its_static_methods() -> None:
    check_completion(
        NODE + "test t { o := Node.$0 }",
        expect("""
        method   make  [static Node Node.make(int v, bool b)]
                 make(${1:v}, ${2:b})$0
        """),
    )


def test_inherited_members_come_after_own_ones() -> None:
    check_completion(
        """
        class A { int a; }
        class B extends A { int z; }
        spec T(B b) := b.$0
        """,
        expect("""
        field    z  [int]
        field    a  [int]
        """),
    )


def test_no_brackets_are_added_where_some_stand() -> None:
    check_completion(
        NODE + "spec T(Node o) := o.ad$0(1);",
        expect("""
        replaces `ad`
        method   add  [void Node.add(int v)]
        method   ok  [invariant Node.ok()]
        """),
    )


def test_an_expression_can_use_what_is_visible() -> None:
    check_completion(
        """
        class A {
            static A make() := new A;
            int m(int x, bool b) :=
                let y := x + 1 in
                if b then $0
        }
        """,
        expect("""
        variable b  [bool]
        variable x  [int]
        variable y  [int]
        class    A  [its static methods]
        class    new A  [a new object]
        class    new Object  [a new object]
        """),
        has_keywords=False,
    )


def test_keywords_are_those_that_the_grammar_accepts() -> None:
    check_completion(
        """
        class A { int m(bool b) := if b $0 }
        """,
        expect("""
        keyword  instanceof
        keyword  then
        """),
    )


def test_behind_then_an_expression_must_follow() -> None:
    check_completion(
        "spec T(bool b) := if b then $0",
        expect("""
        variable b  [bool]
        keyword  assert
        keyword  false
        keyword  if
        keyword  let
        keyword  new
        keyword  null
        keyword  throw
        keyword  true
        keyword  try
        keyword  while
        class    new AssertionFailed  [a new object]
        class    new DivisionByZero  [a new object]
        class    new Error  [a new object]
        class    new NullDereference  [a new object]
        class    new Object  [a new object]
        """),
    )


def test_at_the_top_stand_declarations() -> None:
    check_completion(
        "class A { }\nsp$0\nclass B { }",
        expect("""
        replaces `sp`
        snippet  class  [a class]
                 class ${1:Name} {⏎    $0⏎}
        snippet  include  [another file first]
                 include "${1:file.tiny}";$0
        snippet  scope  [how many objects of a class]
                 scope ${1:Class} <= ${2:3};$0
        snippet  spec  [can calls make this true?]
                 spec ${1:NAME}(${2:Type} ${3:o}) :=⏎    ${0:true};
        snippet  test  [statements that must not fail]
                 test ${1:name} {⏎    $0⏎}
        keyword  if
        keyword  let
        keyword  new
        """),
    )


def test_in_a_class_stand_members() -> None:
    check_completion(
        "class A {\n    int x;\n    $0\n}",
        expect("""
        snippet  hex  [structural invariants]
                 hex {⏎    this(.${1:next})* aliases nothing;$0⏎}
        snippet  invariant  [must hold for every object]
                 invariant ${1:name}() := ${0:true};
        snippet  method  [a method]
                 ${1:void} ${2:name}(${3}) :=⏎    ${0:this};
        snippet  private new  [only the class itself may construct]
                 private new;$0
        snippet  static  [called on the class]
                 static ${1:Type} ${2:name}(${3}) :=⏎    ${0:null};
        keyword  private
        type     bool  [`true` or `false`.]
        type     int  [Whole numbers without bounds.]
        type     void  [The result of a method that gives no value.]
        class    A
        class    AssertionFailed  [extends Error]
        class    DivisionByZero  [extends Error]
        class    Error
        class    NullDereference  [extends Error]
        class    Object
        """),
    )


def test_a_parameter_starts_with_a_type() -> None:
    check_completion(
        "class A { }\nspec T(int x, $0",
        expect("""
    type     bool  [`true` or `false`.]
    type     int  [Whole numbers without bounds.]
    class    A
    class    AssertionFailed  [extends Error]
    class    DivisionByZero  [extends Error]
    class    Error
    class    NullDereference  [extends Error]
    class    Object
    """),
    )


def test_a_new_name_is_nobodys_guess() -> None:
    check_completion("class A { int $0 }", expect(""))


def test_a_parent_is_a_class() -> None:
    check_completion(
        "class A { }\nclass B extends $0",
        expect("""
        class    A
        class    AssertionFailed  [extends Error]
        class    DivisionByZero  [extends Error]
        class    Error
        class    NullDereference  [extends Error]
        class    Object
        """),
    )


def test_a_scope_is_for_a_class_or_for_calls() -> None:
    check_completion(
        "class A { }\nscope $0",
        expect("""
    keyword  calls  [how many calls a sequence has]
    class    A
    class    AssertionFailed  [extends Error]
    class    DivisionByZero  [extends Error]
    class    Error
    class    NullDereference  [extends Error]
    class    Object
    """),
    )


def test_nothing_is_proposed_in_a_comment() -> None:
    check_completion("class A { } // new $0", expect(""))


def test_an_include_names_a_file() -> None:
    check_completion(
        'include "ba$0";',
        expect("""
    replaces `ba`
    file     base.tiny
    file     lib/more.tiny
    """),
        {"base.tiny": "", "lib/more.tiny": ""},
    )


def test_a_formula_starts_with_a_template_or_this() -> None:
    check_completion(
        "class A { A next; hex { $0 } }",
        expect("""
        snippet  this(.next)* aliases  [an object seen before is one of these]
                 this(.${1:next})* aliases ${2:this.next};$0
        snippet  this(.next)* aliases max  [an object seen before is the last of these]
                 this(.${1:next})* aliases max ${2:this.next};$0
        snippet  this(.next)* aliases nothing  [never leads to an object seen before]
                 this(.${1:next})* aliases nothing;$0
        snippet  this(.next)* expands to  [a new object there is of this class]
                 this(.${1:next})* expands to ${2:A};$0
        snippet  this(.next)* not null  [is never null]
                 this(.${1:next})* not null;$0
        keyword  this  [the object]
        """),
    )


def test_a_path_goes_along_reference_fields() -> None:
    check_completion(
        """
        class Tree { int size; Leaf root; hex { this.root(.l$0 } }
        class Leaf { Leaf left; Leaf right; int key; }
        """,
        expect("""
        replaces `l`
        field    root  [Leaf of Tree]
        field    left  [Leaf of Leaf]
        field    right  [Leaf of Leaf]
        """),
    )


def test_behind_a_path_stands_a_claim() -> None:
    check_completion(
        "class A { A next; hex { this.next $0 } }",
        expect("""
    keyword  aliases
    keyword  expands
    keyword  not
    """),
    )


def test_behind_expands_to_stands_a_class() -> None:
    check_completion(
        "class A { A next; hex { this.next expands to $0 } }",
        expect("""
    class    A
    keyword  nothing
    """),
    )


def test_behind_with_stand_the_methods_that_fit() -> None:
    check_completion(
        """
        class A {
            A next; bool fits(A to, int n) := true; bool odd(int n, A to) := true; int no() := 1;
            hex { this.next not null with $0 }
        }
        """,
        expect("""
        method   fits
        """),
    )


@pytest.mark.parametrize(
    "path", ["$0", "root.$0", "root(.$0", "root(.this|.$0", "this.next aliases root.$0"]
)
def test_a_path_may_begin_with_a_parameter(path: str) -> None:
    check_completion(
        f"class A {{ A next; bool meets(A other, int n) := true; hex {{ !{path} }} }}",
        expect("""
        keyword  this  [the object]
        variable other  [a parameter]
        """),
    )


def test_the_parameter_at_the_cursor_is_marked() -> None:
    check_signature(
        NODE + "spec T(Node o) := Node.make(1, $0", expect("static Node Node.make(int v, <bool b>)")
    )


def test_the_innermost_call_counts() -> None:
    check_signature(
        """
        class A { int one(int a) := a; int two(int b, int c) := b; }
        spec T(A a) := a.two(1, a.one( $0 )) = 1;
        """,
        expect("int A.one(<int a>)"),
    )


def test_behind_the_inner_call_the_outer_one_counts_again() -> None:
    check_signature(
        """
        class A { int one(int a) := a; int two(int b, int c) := b; }
        spec T(A a) := a.two(a.one(1), $0
        """,
        expect("int A.two(int b, <int c>)"),
    )


def test_a_spec_has_a_signature_too() -> None:
    check_signature(
        """
        spec T(int n, bool b) := b;
        test t { assert T($0) }
        """,
        expect("spec T(<int n>, bool b)"),
    )


def test_the_core_calls_with_brackets() -> None:
    check_signature("class A { int m(int a) := a; }\n((new A).m[$0])", expect("int A.m(<int a>)"))


def test_a_declaration_is_no_call() -> None:
    check_signature("class A { int m(int a, $0", expect("none"))


def test_outside_of_brackets_there_is_no_signature() -> None:
    check_signature("spec T(int n) := (n$0 = 1);", expect("none"))
