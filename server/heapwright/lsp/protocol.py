"""The protocol of pygls, cured of what was measured to be wrong with it.

Place: lsp/. `app` makes the server with this. What is different from pygls 2.1.1:

- A request that is cancelled is cancelled, commands included: everything that runs
  longer than a moment is one asyncio task, and cancelling it reaches what it awaits.
- Futures of finished work are dropped; pygls keeps one for every notification.
- A message that makes no sense gets an answer: -32700, -32600, -32601, -32602, -32002.
- Texts of documents are not kept here at all. `session` keeps them and splits lines as
  the protocol says; pygls splits at form feeds as well, and then corrupts the text.
- After `shutdown` requests are refused and nothing runs on; after `exit` nothing is sent.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
from collections.abc import Callable, Generator
from typing import Any, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams, JsonRpcMethodNotFound
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import JsonRPCNotification, JsonRPCRequestMessage
from pygls.protocol.language_server import lsp_method

logger = logging.getLogger(__name__)

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
NOT_INITIALIZED = -32002
BEFORE_INITIALIZE = (types.INITIALIZE, types.EXIT)


def _left_to_session(method: str) -> Callable[..., Generator[Any, Any, None]]:
    """Give a method that leaves texts and folders to the session, where pygls keeps its own."""

    def leave(self: Protocol, params: Any) -> Generator[Any, Any, None]:  # noqa: ANN401
        yield self.fm.features[method], (params,), None

    left: Callable[..., Generator[Any, Any, None]] = lsp_method(method)(leave)
    return left


class Protocol(LanguageServerProtocol):
    """One connection with one client."""

    exit_code: int | None = None  # set by `exit`
    is_initialized = False
    offers_pulling = True  # of diagnostics

    # --- Messages in ---------------------------------------------------------------

    def receive(self, body: bytes) -> None:
        """Handle one message, whatever it is; never raises."""
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            self._refuse(None, PARSE_ERROR, "the message is not JSON")
            return
        if not isinstance(data, dict) or data.get("jsonrpc") != self.VERSION:
            self._refuse(None, INVALID_REQUEST, 'a message is an object with "jsonrpc": "2.0"')
            return
        msg_id, method = data.get("id"), data.get("method")
        is_request = method is not None and "id" in data
        if is_request and not (isinstance(msg_id, str) or type(msg_id) is int):
            self._refuse(None, INVALID_REQUEST, "the id of a request is a string or an integer")
            return
        if method is not None and not isinstance(method, str):
            self._refuse(msg_id if is_request else None, INVALID_REQUEST, "a method is a string")
            return
        if method is None and msg_id not in self._request_futures:
            return  # an answer to a question that nobody asked, or asks no more
        if method is not None and self._is_refused(method, msg_id if is_request else None):
            return
        # Messages of the protocol without parameters may say so or leave them out.
        data.setdefault("params", None)
        try:
            self.handle_message(self._message(data))
        except JsonRpcException as error:
            if is_request and msg_id is not None:
                self._send_response(msg_id, error=error.to_response_error())
            elif method is None:
                future = self._request_futures.pop(data["id"], None)
                if future is not None and not future.done():
                    future.set_exception(error)
            else:
                logger.warning("ignored %s, whose parameters make no sense", method)
        except AttributeError:
            # pygls looks for what a message has; a message may have nothing.
            self._refuse(msg_id, INVALID_REQUEST, "the message is neither request nor answer")

    def _message(self, data: dict[str, Any]) -> Any:  # noqa: ANN401 - a type of pygls
        """Give a message its type; one of our own keeps its parameters as they came."""
        method = data.get("method")
        if method is None or method in types.METHOD_TO_TYPES:
            return self.structure_message(data)
        if "id" in data:
            return JsonRPCRequestMessage(data["id"], method, self.VERSION, data["params"])
        return JsonRPCNotification(method, self.VERSION, data["params"])

    def _is_refused(self, method: str, msg_id: str | int | None) -> bool:
        """Refuse what comes before `initialize` or after `shutdown`."""
        if self._shutdown and method != types.EXIT:
            if msg_id is not None:
                self._refuse(msg_id, INVALID_REQUEST, "the server was shut down")
            return True
        if not self.is_initialized and method not in BEFORE_INITIALIZE:
            if msg_id is not None:
                self._refuse(msg_id, NOT_INITIALIZED, "`initialize` comes first")
            return True
        if self.is_initialized and method == types.INITIALIZE:
            self._refuse(msg_id, INVALID_REQUEST, "`initialize` comes once")
            return True
        return False

    def _refuse(self, msg_id: str | int | None, code: int, message: str) -> None:
        error = {"code": code, "message": message}
        self._send_data({"jsonrpc": self.VERSION, "id": msg_id, "error": error})

    # --- Running handlers ------------------------------------------------------------

    def _execute_handler(
        self,
        msg_id: str | int,
        handler: Callable[..., Any],
        callback: Callable[[Any], None],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        future = self._started(handler, args or (), kwargs or {})
        if future.done():
            callback(future)
            return
        self._request_futures[msg_id] = cast(Any, future)

        def done(finished: asyncio.Future[Any]) -> None:
            self._request_futures.pop(msg_id, None)
            callback(finished)

        future.add_done_callback(done)

    def _started(
        self, handler: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> asyncio.Future[Any]:
        """Run a handler as far as it goes without waiting, so that order is kept."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        try:
            outcome = handler(*args, **kwargs)
            if inspect.isgenerator(outcome):
                return self._stepped(outcome)
            if inspect.isawaitable(outcome):
                return asyncio.ensure_future(outcome)
            future.set_result(outcome)
        except Exception as error:  # noqa: BLE001 - whatever a handler raises is its result
            future.set_exception(error)
        return future

    def _stepped(self, steps: Generator[Any, Any, Any]) -> asyncio.Future[Any]:
        """Run a built-in handler of pygls, which yields the handlers it wants to be run."""
        finished: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        value: Any = None
        try:
            while True:
                handler, args, kwargs = steps.send(value)
                inner = self._started(handler, args or (), kwargs or {})
                if not inner.done():
                    return asyncio.ensure_future(self._continued(steps, inner))
                value = inner.result()
        except StopIteration as stop:
            finished.set_result(stop.value)
        except Exception as error:  # noqa: BLE001 - as above
            finished.set_exception(error)
        return finished

    async def _continued(self, steps: Generator[Any, Any, Any], inner: asyncio.Future[Any]) -> Any:  # noqa: ANN401 - what a handler gives is its own affair
        value = await inner
        while True:
            try:
                handler, args, kwargs = steps.send(value)
            except StopIteration as stop:
                return stop.value
            value = await self._started(handler, args or (), kwargs or {})

    def _handle_cancel_notification(self, msg_id: str | int) -> None:
        future = self._request_futures.get(msg_id)
        if future is not None:
            future.cancel()

    # --- Built-in methods that pygls has otherwise --------------------------------------

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, Any]:
        """Answer `initialize` as pygls does, and from then on take everything."""
        result = yield from super().lsp_initialize(params)
        if not self.offers_pulling:
            result.capabilities.diagnostic_provider = None
        self.is_initialized = True
        return result

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: Any) -> Generator[Any, Any, None]:  # noqa: ANN401
        """Stop all work, then take nothing but `exit`."""
        for future in [*self._request_futures.values()]:
            future.cancel()
        self._shutdown = True
        if (handler := self.fm.features.get(types.SHUTDOWN)) is not None:
            yield handler, args, None

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: Any) -> Generator[Any, Any, None]:  # noqa: ANN401
        """End the main loop; 0 after a `shutdown`, else 1, as the protocol says."""
        self.exit_code = 0 if self._shutdown else 1
        yield from ()

    lsp_text_document__did_open = _left_to_session(types.TEXT_DOCUMENT_DID_OPEN)
    lsp_text_document__did_change = _left_to_session(types.TEXT_DOCUMENT_DID_CHANGE)
    lsp_text_document__did_close = _left_to_session(types.TEXT_DOCUMENT_DID_CLOSE)
    lsp_workspace__did_change_workspace_folders = _left_to_session(
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS
    )

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    def lsp_workspace__execute_command(
        self, params: types.ExecuteCommandParams
    ) -> Generator[Any, Any, Any]:
        """Run a command with its arguments as they came."""
        command = self.fm.commands.get(params.command)
        if command is None:
            raise JsonRpcInvalidParams.of(ValueError(f"no command `{params.command}`"))
        return (yield command, (params.arguments or (),), None)

    def _send_handler_result(self, future: Any, *, msg_id: str | int) -> None:  # noqa: ANN401
        """Answer a request; a refusal that is meant is no reason to write to the log."""
        if not future.cancelled() and isinstance(future.exception(), JsonRpcException):
            self._request_futures.pop(msg_id, None)
            self._send_response(msg_id, error=future.exception().to_response_error())
            return
        super()._send_handler_result(future, msg_id=msg_id)

    # --- Messages out ------------------------------------------------------------------

    def _send_data(self, data: Any) -> None:  # noqa: ANN401
        if self.exit_code is None and self.writer is not None:
            body = json.dumps(data, default=self._serialize_message).encode(self.CHARSET)
            self.writer.write(f"Content-Length: {len(body)}\r\n\r\n".encode() + body)

    def _get_handler(self, feature_name: str) -> Callable[..., Any]:
        handler = self.fm.builtin_features.get(feature_name) or self.fm.features.get(feature_name)
        if handler is None:
            raise JsonRpcMethodNotFound.of(feature_name)
        return handler  # type: ignore[no-any-return]
