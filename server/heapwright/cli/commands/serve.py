"""`heapwright serve [--tcp HOST:PORT]`: the language server.

Place: cli/commands/. Over stdin and stdout unless told otherwise; one client, then it ends.
"""

from __future__ import annotations

import argparse
import logging
import sys

from heapwright.errors import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument(
        "--tcp", metavar="HOST:PORT", help="wait for one client there; port 0 takes a free one"
    )
    parser.add_argument("--stdio", action="store_true", help="the default; clients may say it")
    parser.add_argument(
        "--log",
        choices=("debug", "info", "warning", "error"),
        default="error",
        help="what is written to stderr (default: errors)",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until the client says so or goes away."""
    address = None if options.tcp is None else _address(options.tcp)
    logging.basicConfig(
        stream=sys.stderr, level=options.log.upper(), format="heapwright: %(message)s"
    )
    # pygls writes every message that goes out at INFO.
    logging.getLogger("pygls").setLevel(max(logging.WARNING, logging.root.level))
    from heapwright.lsp.app import serve_stdio, serve_tcp

    if address is None:
        return serve_stdio()
    try:
        return serve_tcp(*address, announce=_announce)
    except OSError as error:
        raise UsageError(f"--tcp {options.tcp}: {error.strerror or error}") from error


def _address(text: str) -> tuple[str, int]:
    host, separator, port = text.rpartition(":")
    if not separator or not host or not port.isdecimal() or int(port) > 65535:
        raise UsageError(f"--tcp {text}: write HOST:PORT, such as 127.0.0.1:2087")
    return host, int(port)


def _announce(host: str, port: int) -> None:
    print(f"heapwright: waiting for a client on {host}:{port}", file=sys.stderr, flush=True)
