"""Coroutines and what awaits them.

A coroutine here is a call that was not made yet. Whatever would have to wait for another task
ends the run: what else runs meanwhile is not known.
"""


class coroutine:
    def __init__(self, function, /, *arguments, **named):
        self._function = function
        self._arguments = arguments
        self._named = named

    def _finished(self):
        function = self._function
        if function is None:
            raise RuntimeError
        self._function = None
        try:
            return function(*self._arguments, **self._named)
        except StopIteration:
            raise RuntimeError

    def close(self):
        self._function = None

    def send(self, value, /):
        if self._function is not None and value is not None:
            raise TypeError
        raise StopIteration(self._finished())

    def throw(self, *given):
        _hw_stop("a coroutine that is driven by hand")

    def __await__(self):
        _hw_stop("a coroutine that is driven by hand")


def await_value(awaited):
    if isinstance(awaited, coroutine):
        return awaited._finished()
    if not hasattr(awaited, "__await__"):
        raise TypeError
    return _hw_stop("an object that can be awaited", awaited)


def run_coroutine(main):
    if not isinstance(main, coroutine):
        raise ValueError
    return main._finished()


def is_coroutine(value):
    return isinstance(value, coroutine)


def is_awaitable(value):
    return isinstance(value, coroutine) or hasattr(value, "__await__")


def asyncio_waits(*arguments, **named):
    _hw_stop("a coroutine that waits")


class async_context:
    def __init__(self, inner):
        if not hasattr(inner, "__aenter__") or not hasattr(inner, "__aexit__"):
            raise TypeError
        self._inner = inner

    def __enter__(self):
        return await_value(self._inner.__aenter__())

    def __exit__(self, kind, value, trace):
        return await_value(self._inner.__aexit__(kind, value, trace))


class asyncio_Lock:
    def __init__(self):
        self._locked = False

    def locked(self):
        return self._locked

    def acquire(self):
        return coroutine(self._acquired)

    def release(self):
        if not self._locked:
            raise RuntimeError
        self._locked = False

    def _acquired(self):
        if self._locked:
            _hw_stop("a coroutine that waits")
        self._locked = True
        return True

    def _entered(self):
        self._acquired()

    def _left(self):
        self.release()

    def __aenter__(self):
        return coroutine(self._entered)

    def __aexit__(self, kind, value, trace):
        return coroutine(self._left)
