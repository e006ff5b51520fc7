"""Lets work that takes long hear that nobody waits for it any more.

A request about a large piece takes seconds in places that know nothing of a child's inbox. They
call `look_up` some hundredths of a second apart, and the caller who can be cancelled is asked.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

Made = TypeVar("Made")
Cancelled = Callable[[], bool]
"""Returns whether nobody waits any more; called often, so it takes microseconds."""


class _CancelledError(Exception):
    """Nobody waits for what is being made."""


_asked: ContextVar[Cancelled | None] = ContextVar("asked", default=None)


def never() -> bool:
    """Return False: never stop."""
    return False


def look_up() -> None:
    """End the work here if it was cancelled; without `unless_cancelled` around it do nothing."""
    cancelled = _asked.get()
    if cancelled is not None and cancelled():
        raise _CancelledError


def unless_cancelled(cancelled: Cancelled, make: Callable[[], Made]) -> Made | None:
    """Return what a function makes; None if it was cancelled meanwhile.

    Args:
        cancelled: Asked wherever the function, or what it calls, looks up.
        make: Yields nothing in between: all its work is done in this call.
    """
    token = _asked.set(cancelled)
    try:
        look_up()
        return make()
    except _CancelledError:
        return None
    finally:
        _asked.reset(token)
