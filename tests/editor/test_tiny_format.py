"""Formatting: other spaces and line ends, the same program."""

from heapwright.frontends.tiny.layout.layout import apply_edits, format_edits
from heapwright.frontends.tiny.syntax.parse import parse
from heapwright.text.span import Span
from support.expect import expect
from support.tiny_editor import check_format


def test_spaces_and_indents_are_set_in_one_way() -> None:
    check_format(
        """
        class   A{
        int x;A next;
          static A make(int v,bool b):=if b then new A else null;
        void m( ):={
        this.x:=- 1;
            while this.x<3 do{this.x:=this.x+1;};
        this.next.m( );
        };
        }
        spec T(A a):=~(a.x=1)||a.next!=null;
        """,
        expect("""
        class A {
            int x;
            A next;
            static A make(int v, bool b) := if b then new A else null;
            void m() := {
                this.x := -1;
                while this.x < 3 do { this.x := this.x + 1; };
                this.next.m();
            };
        }

        spec T(A a) := ~(a.x = 1) || a.next != null;
        """),
    )


def test_comments_stay_where_they_are() -> None:
    check_format(
        """
        // About the file.

        // About A.
        class A { // behind the brace
          // About x.
          int x; // behind x
          /* inside */ int /* between */ y;
          void m() := {
            this.x := 1; // first
            // before the end
          };
          // last of the class
        }
        // At the end.
        """,
        expect("""
        // About the file.

        // About A.
        class A { // behind the brace
            // About x.
            int x; // behind x
            /* inside */
            int /* between */ y;
            void m() := {
                this.x := 1; // first
                // before the end
            };
            // last of the class
        }

        // At the end.
        """),
    )


def test_what_stands_on_one_line_stays_there_if_it_fits() -> None:
    check_format(
        """
        class A { int x; void up() := { this.x := this.x+1; this.x }; }
        class B { }
        test t { a := new A; a.up(); }
        """,
        expect("""
        class A { int x; void up() := { this.x := this.x + 1; this.x }; }
        class B { }
        test t { a := new A; a.up(); }
        """),
    )


def test_braces_are_on_one_line_or_each_item_has_its_own() -> None:
    check_format(
        """
        class A { int x; int m() := { 1; 2;
            3 }; }
        """,
        expect("""
        class A {
            int x;
            int m() := {
                1;
                2;
                3
            };
        }
        """),
    )


def test_breaks_of_the_writer_stay() -> None:
    check_format(
        """
        spec T(A a) :=
        a.x = 1
        && (a.y = 2
        || a.z = 3);
        class A {
        int m(int x) :=
        if x = 1 then
        1
        else if x = 2 then 2
        else
        let y := x in
        let z := y in
        y + z;
        }
        """,
        expect("""
        spec T(A a) :=
            a.x = 1
            && (a.y = 2
                || a.z = 3);

        class A {
            int m(int x) :=
                if x = 1 then
                    1
                else if x = 2 then 2
                else
                    let y := x in
                    let z := y in
                    y + z;
        }
        """),
    )


def test_a_line_that_is_too_long_is_broken_at_its_loosest_place() -> None:
    check_format(
        """
        spec LONG(Node o) := o.value - o.next.value = 100 &&
            o.next.value - o.next.next.value = 200 && o.value + o.next.next.value = 800;
        class A { Node m(int first, int second) := let node := Node.make(first, second)
        in { node.value := first; node }; }
        """.replace("\n            ", " ").replace("\n        in", " in"),
        expect("""
        spec LONG(Node o) :=
            o.value - o.next.value = 100
            && o.next.value - o.next.next.value = 200
            && o.value + o.next.next.value = 800;

        class A {
            Node m(int first, int second) := let node := Node.make(first, second) in {
                node.value := first;
                node
            };
        }
        """),
    )


def test_formulas_are_set_in_one_way() -> None:
    check_format(
        """
        class A { A l; A r;
        hex{this ( .l | .r ) * aliases nothing;
        ! ( this . l not null ) && (this.r not null or this.l expands to A);}
        }
        """,
        expect("""
        class A {
            A l;
            A r;
            hex {
                this(.l|.r)* aliases nothing;
                !(this.l not null) && (this.r not null or this.l expands to A);
            }
        }
        """),
    )


def test_a_broken_declaration_is_left_as_it_is() -> None:
    check_format(
        """
        class  A  {  int   x;  }
        spec   T(A a)  :=  a.x  =   ;
        spec   U(A a)  :=  a.x  =  1;
        """,
        expect("""
        class A { int x; }
        spec   T(A a)  :=  a.x  =   ;
        spec U(A a) := a.x = 1;
        """),
    )


def test_the_core_keeps_its_brackets() -> None:
    check_format(
        """
        include base.tiny
        class Object { }
        class A extends Object {
        \tint x;
        \tint m(int p) := let foo := (this.x := p) in (this.x) ;
        }
        let a := (new A) in ((a.m[(1)]) + ( a.m [2]))
        """,
        expect("""
        include base.tiny
        class Object { }

        class A extends Object {
            int x;
            int m(int p) := let foo := (this.x := p) in (this.x);
        }

        let a := (new A) in ((a.m[(1)]) + (a.m[2]))
        """),
    )


def test_line_ends_of_the_file_are_kept() -> None:
    text = "class A {\r\nint x;\r\n}\r\n"
    assert apply_edits(text, format_edits(parse(text))) == "class A {\r\n    int x;\r\n}\r\n"


def test_a_file_ends_with_one_line_end() -> None:
    text = "class A { }  \n\n\n"
    assert apply_edits(text, format_edits(parse(text))) == "class A { }\n"
    assert format_edits(parse("")) == []


def test_a_range_formats_the_members_that_it_touches() -> None:
    text = "class A {\n  int x;\n  int  y;\n  int z;\n}\n"
    at = text.index("y")
    edits = format_edits(parse(text), Span(at, at))
    expect("""
    class A {
      int x;
        int y;
      int z;
    }
    """).check(apply_edits(text, edits))
