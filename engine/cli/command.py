"""What a command is: a name, its arguments, and a function that does it."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from engine.cli.output import Output

Arguments = argparse.Namespace


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command of the program.

    Attributes:
        name: What the user types.
        help: What it does, in one line.
        define: Adds its arguments.
        run: Does it; a `SegueError` becomes one line on stderr and exit code 1.
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


def not_negative(text: str) -> int:
    """Return a whole number of at least 0, or tell argparse why not."""
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{value} is negative")
    return value
