"""What `from module import *` brings that no text tells.

Place: frontends/python/modules/. `declare` asks per file. Names that the file itself gives no
meaning may come from such a module, and it may hide what Python calls so: `sum` after `from numpy
import *` is another function. Of the standard library it is known what is hidden; of other
packages nothing.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable, Iterator, Mapping

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import nodes_below
from heapwright.frontends.python.table.class_table import ForeignName, Meaning

_PYTHON = frozenset(name for name in dir(builtins) if not name.startswith("_"))
# What modules of the standard library hide; all others hide nothing. A test compares this.
HIDDEN: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        (
            *("aifc", "bz2", "codecs", "dbm", "gzip", "lzma", "os", "ossaudiodev", "posix"),
            *("shelve", "sunau", "tarfile", "wave", "webbrowser"),
        ),
        frozenset(("open",)),
    ),
    **dict.fromkeys(("py_compile", "re", "sre_compile"), frozenset(("compile",))),
    **dict.fromkeys(("curses", "fnmatch"), frozenset(("filter",))),
    **dict.fromkeys(("pdb", "pydoc"), frozenset(("help",))),
    "ast": frozenset(("Ellipsis", "slice")),
    "audioop": frozenset(("max",)),
    "enum": frozenset(("property",)),
    "fileinput": frozenset(("input",)),
    "locale": frozenset(("format", "str")),
    "math": frozenset(("pow",)),
    "multiprocessing": frozenset(("TimeoutError",)),
    "operator": frozenset(("abs", "pow")),
    "reprlib": frozenset(("repr",)),
    "sqlite3": frozenset(("Warning",)),
    "sys": frozenset(("copyright", "exit")),
    "threading": frozenset(("enumerate",)),
}
# Modules inside of packages of the standard library that hide nothing.
HARMLESS = frozenset(
    (
        *("os.path", "collections.abc", "concurrent.futures", "urllib.parse", "urllib.request"),
        *("xml.etree.ElementTree", "unittest.mock", "logging.handlers"),
        *("tkinter.ttk", "tkinter.messagebox", "tkinter.constants", "tkinter.filedialog"),
    )
)


def names_from_stars(
    modules: Iterable[str], body: tree.Block, known: Mapping[str, Meaning]
) -> Iterator[tuple[str, Meaning]]:
    """Give the names of a file that may come from modules of which it takes everything."""
    stars = list(dict.fromkeys(modules))
    if not stars:
        return
    mentioned = {node.text for node in nodes_below(body) if isinstance(node, tree.Name)}
    for name in mentioned:
        if name.startswith("_") or name in known:
            continue
        # The last one that may have it hides those before.
        givers = [star for star in stars if name not in _PYTHON or may_hide(star, name)]
        if givers:
            yield name, ForeignName(givers[-1], name)


def may_hide(module: str, name: str) -> bool:
    """Say whether a module may have a name that Python has, too."""
    if module in HIDDEN:
        return name in HIDDEN[module]
    return module not in HARMLESS and module not in sys.stdlib_module_names
