"""A command: a name, its arguments, and a function that runs it."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from engine.cli.output import Output
from engine.values.ranges import MOST_BARS_AT_ONCE

Arguments = argparse.Namespace


@dataclass(frozen=True, slots=True, kw_only=True)
class CliCommand:
    """One command of the program.

    Attributes:
        name: The word that the user types.
        help: One line for the overview.
        define: Adds its arguments.
        run: Runs it; a `SegueError` becomes one line on stderr and exit code 1.
    """

    name: str
    help: str
    define: Callable[[argparse.ArgumentParser], None]
    run: Callable[[Arguments, Output], None]


def positive(text: str) -> int:
    """Return a whole number of at least 1, or tell argparse why not."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is not at least 1")
    return value


def bars(text: str) -> int:
    """Return a number of bars that one request may take, or tell argparse why not."""
    value = positive(text)
    if value > MOST_BARS_AT_ONCE:
        raise argparse.ArgumentTypeError(
            f"{value:,} bars are too many: the limit is {MOST_BARS_AT_ONCE:,}"
        )
    return value


def not_negative(text: str) -> int:
    """Return a whole number of at least 0, or tell argparse why not."""
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{value} is negative")
    return value
