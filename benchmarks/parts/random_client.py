"""Random public calls on a class of a Python module, and what they give.

    python benchmarks/parts/random_client.py FOLDER MODULE CLASS SEED SEQUENCES

Prints one line per sequence: the results of its calls in order. Two versions of a module
that differ in what they print differ in what clients can see. `benchmarks/tests.py` runs
this for mutants, and, as a Hypothesis search, for branches that are called unreachable.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any, TypeAlias

# What a module under test gives or takes; nothing is known about it.
Thing: TypeAlias = Any

MOST_CALLS = 9
INTS = 6
TEXTS = ("", "a", "b", "ab")
MOST_LINES = 20_000  # executed in one call; a mutant may loop for ever


class TooLong(Exception):
    """A call did not come to an end."""


class Client:
    """Holds objects of the module's classes and calls what is public on them."""

    def __init__(self, module: ModuleType, class_name: str) -> None:
        self.module = module
        self.class_name = class_name
        self.objects: list[Thing] = []
        self.values = [None, *(object() for _ in range(3))]

    def step(self, choose: Callable[[int], int]) -> str:
        """Make one call; `choose(n)` picks a number below n. Says what came out."""
        cls = getattr(self.module, self.class_name)
        if not self.objects:
            return self._made(cls, choose)
        target = self.objects[choose(len(self.objects))]
        names = [
            name
            for name, member in inspect.getmembers(type(target), callable)
            if not name.startswith("_") or name in ("__len__", "__contains__")
        ]
        if not names:
            return ""
        name = names[choose(len(names))]
        return f"{name}: {self._called(getattr(target, name), choose)}"

    def _made(self, cls: Thing, choose: Callable[[int], int]) -> str:
        factories = [cls] if not hasattr(cls, "create") else [cls.create]
        return self._called(factories[0], choose)

    def _called(self, function: Thing, choose: Callable[[int], int]) -> str:
        arguments = [
            self._argument(str(parameter.annotation), choose)
            for parameter in inspect.signature(function).parameters.values()
        ]
        lines = 0

        def count(frame: Thing, event: str, argument: Thing) -> Thing:
            nonlocal lines
            lines += 1
            if lines > MOST_LINES:
                raise TooLong
            return count

        before = sys.gettrace()
        if before is None:
            sys.settrace(count)
        try:
            result = function(*arguments)
        except TooLong:
            return "too long"
        except RecursionError:
            return "too deep"
        except Exception as error:  # noqa: BLE001 - whatever the subject raises is its result
            return type(error).__name__
        finally:
            if before is None:
                sys.settrace(None)
        return self._shown(result)

    def _argument(self, annotation: str, choose: Callable[[int], int]) -> Thing:
        if annotation == "bool":
            return bool(choose(2))
        if annotation == "int":
            return choose(INTS) - 1
        if annotation == "str":
            return TEXTS[choose(len(TEXTS))]
        fitting = [
            found for found in self.objects if type(found).__name__ in annotation.split(" | ")
        ]
        if fitting:
            return fitting[choose(len(fitting))]
        if hasattr(self.module, annotation.split(" | ")[0]):
            return None
        return self.values[choose(len(self.values))]

    def _shown(self, result: Thing) -> str:
        if result is None or isinstance(result, bool | int | str):
            return repr(result)
        for index, value in enumerate(self.values):
            if result is value:
                return f"value {index}"
        if type(result).__module__ == self.module.__name__:
            if not any(result is found for found in self.objects):
                self.objects.append(result)
            at = next(i for i, found in enumerate(self.objects) if found is result)
            return f"object {at}"
        return type(result).__name__


def main() -> None:
    """Print what random sequences give."""
    folder, module_name, class_name, seed, n_sequences = sys.argv[1:]
    sys.path.insert(0, folder)
    module = importlib.import_module(module_name)
    random = Random(int(seed))
    for _ in range(int(n_sequences)):
        client = Client(module, class_name)
        steps = [client.step(random.randrange) for _ in range(random.randint(2, MOST_CALLS))]
        print("; ".join(steps))


if __name__ == "__main__":
    main()
