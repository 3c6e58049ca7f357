"""`python -m heapwright`: the command, wherever the package is installed.

Place: beside the folders. Does what the script `heapwright` does.
"""

from __future__ import annotations

from heapwright.cli.main import entry

if __name__ == "__main__":
    entry()
