"""`segue COMMAND`: finds the command, runs it, turns mistakes into one clear line."""

import argparse
import os
import sys
from collections.abc import Sequence
from itertools import chain
from typing import TextIO

from engine.cli import (
    bench,
    chords,
    demo,
    doctor,
    evaluate,
    filling,
    jam,
    library,
    models,
    music,
    notation,
    train,
)
from engine.cli.command import Command
from engine.cli.output import Output
from engine.cli.window import open_window, opens_window
from engine.errors import SegueError

COMMANDS: tuple[Command, ...] = tuple(
    chain(
        library.COMMANDS,
        train.COMMANDS,
        music.COMMANDS,
        jam.COMMANDS,
        filling.COMMANDS,
        chords.COMMANDS,
        notation.COMMANDS,
        models.COMMANDS,
        evaluate.COMMANDS,
        bench.COMMANDS,
        demo.COMMANDS,
        doctor.COMMANDS,
    )
)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    root = argparse.ArgumentParser(
        prog="segue",
        description="Go on with your music. Without a command the window opens.",
    )
    commands = root.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for command in COMMANDS:
        sub = commands.add_parser(command.name, help=command.help, description=command.help)
        command.define(sub)
        sub.add_argument(
            "--json", action="store_true", dest="as_json", help="results as one JSON document"
        )
    return root


def main(argv: Sequence[str]) -> int:
    """Run a command line and return its exit code.

    0 is success, 1 a mistake or a fault the user can do something about, 2 a command line that
    makes no sense, 130 a break by the user.

    Args:
        argv: The arguments, without the program's name.
    """
    if opens_window(argv):
        return open_window(argv)
    _widen(sys.stdout)
    arguments = parser().parse_args(argv)
    command = next(c for c in COMMANDS if c.name == arguments.command)
    output = Output(as_json=arguments.as_json, stdout=sys.stdout, stderr=sys.stderr)
    try:
        command.run(arguments, output)
    except SegueError as error:
        output.remark(f"segue: {error}")
        return 1
    except KeyboardInterrupt:
        output.remark("segue: stopped")
        return 130
    except BrokenPipeError:
        # Whoever read our results has heard enough (`segue ports | head -1`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        output.remark(f"segue: {_refusal(error)}")
        return 1
    return 0


def _widen(stdout: TextIO) -> None:
    """Let every result be said whatever the system's encoding: files and pipes get UTF-8.

    A terminal keeps its own, and shows what that lacks as an escape.
    """
    if hasattr(stdout, "reconfigure"):
        encoding = None if stdout.isatty() else "utf-8"
        stdout.reconfigure(encoding=encoding, errors="backslashreplace")


def _refusal(error: OSError) -> str:
    """Return what the system refused, of which file where it says so."""
    reason = error.strerror or str(error)
    return f"‘{os.fsdecode(error.filename)}’: {reason}" if error.filename else reason
