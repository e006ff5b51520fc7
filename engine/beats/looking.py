"""A callback of the searches for beats, which can stop them."""

from collections.abc import Callable

Look = Callable[[], None]
"""Called often, some times in a tenth of a second; it raises to stop."""


def on_and_on() -> None:
    """Stop nothing."""
