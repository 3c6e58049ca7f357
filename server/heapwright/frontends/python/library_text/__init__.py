"""The classes and functions that Python brings along, written in Python.

Place: frontends/python/. `library` lowers this text once. It is read like any other file
and never run by Python itself. `_hw_…` are operations of the IR (see `ir.operations`); all
else is made of them here, so both interpreters get it for nothing.

The parts use each other and are one text in the end. Order of evaluation, exceptions and
laziness are CPython's. What a class here does not have, a program cannot use.
"""

from heapwright.frontends.python.library_text.algorithms import ALGORITHMS
from heapwright.frontends.python.library_text.builtins_ import BUILTINS
from heapwright.frontends.python.library_text.bytes_ import BYTES
from heapwright.frontends.python.library_text.class_methods import CLASS_METHODS
from heapwright.frontends.python.library_text.collections_ import COLLECTIONS
from heapwright.frontends.python.library_text.containers_ import MORE_CLASSES
from heapwright.frontends.python.library_text.coroutines_ import COROUTINES
from heapwright.frontends.python.library_text.datetimes import DATETIMES
from heapwright.frontends.python.library_text.decimal_steps import DECIMAL_STEPS
from heapwright.frontends.python.library_text.decimals import DECIMALS
from heapwright.frontends.python.library_text.dicts import DICTS
from heapwright.frontends.python.library_text.elements import ELEMENTS
from heapwright.frontends.python.library_text.files_ import FILES
from heapwright.frontends.python.library_text.foreign_ import FOREIGN_VALUES
from heapwright.frontends.python.library_text.inputs import INPUTS
from heapwright.frontends.python.library_text.json_ import JSON
from heapwright.frontends.python.library_text.modules import MODULES
from heapwright.frontends.python.library_text.paths_ import PATHS
from heapwright.frontends.python.library_text.random_objects import RANDOM_OBJECTS
from heapwright.frontends.python.library_text.sequences import SEQUENCES
from heapwright.frontends.python.library_text.sets import SETS
from heapwright.frontends.python.library_text.small_modules import SMALL_MODULES
from heapwright.frontends.python.library_text.system import SYSTEM
from heapwright.frontends.python.library_text.text_objects import TEXT_OBJECTS
from heapwright.frontends.python.library_text.timedeltas import TIMEDELTAS
from heapwright.frontends.python.library_text.values import VALUES

PARTS = (SEQUENCES, DICTS, SETS, COLLECTIONS, VALUES, BUILTINS, ALGORITHMS, MODULES, INPUTS)
MORE = (SYSTEM, MORE_CLASSES, BYTES, RANDOM_OBJECTS, COROUTINES, ELEMENTS, TEXT_OBJECTS)
OUTSIDE = (TIMEDELTAS, DATETIMES, PATHS, FILES, FOREIGN_VALUES)
NUMBERS = (DECIMALS, DECIMAL_STEPS)
TEXT = "\n".join((*PARTS, *MORE, *OUTSIDE, *NUMBERS, JSON, SMALL_MODULES, CLASS_METHODS))
