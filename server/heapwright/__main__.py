"""`python -m heapwright`: the command line, for whoever knows the interpreter and no path.

Place: top of the package.
"""

from heapwright.cli.main import entry

if __name__ == "__main__":
    entry()
