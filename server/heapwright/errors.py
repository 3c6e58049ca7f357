"""What breaks on our side or the machine's: one class per different reaction.

Place: bottom of the package. Caught in the job runner and in `cli/main.py` only.
The user's mistakes are `Problem` values, what we could not decide is a variant.
"""


class EngineError(Exception):
    """Something in heapwright or under it is broken."""


class UnreadableInput(EngineError):
    """A file or folder that the user named cannot be read as text."""


class UsageError(EngineError):
    """The command line or a setting asks for something that does not exist."""
