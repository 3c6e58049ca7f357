"""Setters that a class below does not have any more.

Place: frontends/python/declare/. `declare` asks once all bases are known. A property that
replaces one replaces all of it:

    class Base:                          class Fixed(Base):
        @property                            @property
        def size(self): …                    def size(self): return 1
        @size.setter
        def size(self, n): …             Fixed().size = 2 is an AttributeError
"""

from __future__ import annotations

from heapwright.frontends.python.declare.members import method_info
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name
from heapwright.frontends.python.syntax.parse import functions_at
from heapwright.frontends.python.table.class_table import ClassInfo, ClassTable, FunctionKind
from heapwright.records import replace


def with_hidden_setters(table: ClassTable) -> dict[str, ClassInfo]:
    """Give the classes; a property that replaces one with a setter has none unless it says so."""
    found = dict(table.classes)
    for name, info in table.classes.items():
        for getter in sorted(info.declared):
            function = info.functions.get(getter)
            if function is None or function.kind is not FunctionKind.GETTER or info.parent is None:
                continue
            for sign, word in (("=", "setter"), ("~", "deleter")):
                hidden = f"{getter}{sign}"
                is_kept = hidden in info.functions or _keeps_parts(function.node)
                if is_kept or table.function(info.parent, hidden) is None:
                    continue
                taken = "self, value" if sign == "=" else "self"
                text = f"@{function.name}.{word}\ndef {function.name}({taken}):\n"
                text += "    raise AttributeError\n"
                (node,) = functions_at(text, function.node.name.span)
                private = tree.Mark("private", function.node.name.span)
                made = method_info(info.path, name, replace(node, marks=(private,)))
                if made is not None:
                    info = replace(info, functions={**info.functions, hidden: made})
        found[name] = info
    return found


def _keeps_parts(node: tree.FunctionDef) -> bool:
    """Say whether `@Above.name.getter` stands at a property."""
    return any(decorator_name(one) == "getter" for one in node.decorators)
