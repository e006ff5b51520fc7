"""`segue COMMAND`: find and run the command; show an error as one line."""

import argparse
import importlib
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TextIO

from engine import __version__
from engine.cli.command import CliCommand
from engine.cli.output import Output
from engine.cli.places import is_recording
from engine.cli.window import PIECES, open_window, opens_window
from engine.ground import interrupts
from engine.ground.errors import SegueError

# The module of each command, in the order of the help. Only the module of the given command is
# imported, because some need PyTorch.
GROUPS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "write music": {
            "continue": "music",
            "fill": "filling",
            "accompany": "filling",
            "chords": "chords",
            "listen": "listen",
        },
        "play, print and export": {
            "play": "music",
            "jam": "jam",
            "render": "music",
            "notate": "notation",
        },
        "your pieces and models": {
            "import": "library",
            "library": "library",
            "train": "train",
            "models": "models",
        },
        "this computer": {
            "ports": "music",
            "doctor": "doctor",
            "demo": "demo",
            "serve": "serve",
            "messages": "messages",
        },
    }
)
MODULES: Mapping[str, str] = MappingProxyType(
    {name: module for group in GROUPS.values() for name, module in group.items()}
)
_OPENED = ", ".join(sorted(PIECES))


def command_named(name: str) -> CliCommand:
    """Return one of the commands in `MODULES`; its module is imported."""
    module = importlib.import_module(f"engine.cli.{MODULES[name]}")
    command: CliCommand = next(each for each in module.COMMANDS if each.name == name)
    return command


def parser(names: Iterable[str] = MODULES) -> argparse.ArgumentParser:
    """Return the parser of the command line.

    Args:
        names: The commands that it knows.
    """
    known = {name: command_named(name) for name in names}
    root = argparse.ArgumentParser(
        prog="segue",
        usage="segue [FILE …]\n       segue COMMAND …",
        description="Go on with your music, on your own computer.",
        epilog=_overview(known),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    root.add_argument("-V", "--version", action="version", version=f"Segue {__version__}")
    commands = root.add_subparsers(
        dest="command", metavar="COMMAND", help=argparse.SUPPRESS, prog="segue"
    )
    for name, command in known.items():
        # The overview shows `help`. argparse does not: the help of `commands` is suppressed.
        sub = commands.add_parser(name, help=command.help, description=command.help)
        command.define(sub)
        sub.add_argument(
            "--json", action="store_true", dest="as_json", help="results as one JSON document"
        )
    return root


def _overview(known: Mapping[str, CliCommand]) -> str:
    """Return the text of `segue --help`: the commands, and what a file does."""
    rows = [
        ("window:", "", ""),
        ("", "segue", "open the window"),
        ("", "segue FILE.mid", f"open a piece in it ({_OPENED})"),
    ]
    for title, group in GROUPS.items():
        rows.append((f"{title}:", "", ""))
        rows += [("", name, known[name].help) for name in group if name in known]
    width = max(len(name) for _, name, _ in rows)
    lines = [
        f"\n{title}" if title else f"  {name.ljust(width)}  {text}" for title, name, text in rows
    ]
    return "\n".join([*lines, "", "segue COMMAND --help tells what a command takes."]).lstrip("\n")


def main(argv: Sequence[str]) -> int:
    """Run a command line and return its exit code.

    0 is success, 1 an error that the user can act on, 2 an invalid command line, 130 an
    interruption by the user.

    Args:
        argv: The arguments, without the program's name.
    """
    if opens_window(argv):
        return open_window(argv)
    for stream in (sys.stdout, sys.stderr):
        _widen(stream)
    errors = Output(as_json=False, stdout=sys.stdout, stderr=sys.stderr)
    try:
        _refuse_other_files(argv[0])
        # Parsing also checks that the named files exist.
        arguments = parser([argv[0]] if argv[0] in MODULES else MODULES).parse_args(argv)
        output = Output(as_json=arguments.as_json, stdout=sys.stdout, stderr=sys.stderr)
        command_named(arguments.command).run(arguments, output)
    except SegueError as error:
        errors.remark(f"segue: {error}")
        return 1
    except KeyboardInterrupt:
        interrupts.caught()
        errors.remark("segue: stopped")
        return interrupts.STOPPED
    except BrokenPipeError:
        # The reader of the pipe has closed it (`segue ports | head -1`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        errors.remark(f"segue: {_refusal(error)}")
        return 1
    return 0


def _refuse_other_files(word: str) -> None:
    """Refuse a file or a folder in the place of a command.

    Raises:
        SegueError: The word is a path; the window opens only pieces.
    """
    path = Path(word)
    if word in MODULES or word.startswith("-"):
        return
    if path.is_dir():
        raise SegueError(
            f"‘{word}’ is a folder; Segue opens files.",
            hint=f"To add it to the library: segue import {word}",
        )
    if path.suffix or path.is_file():
        hint = f"Its notes: segue listen {word} -o {path.stem}.mid" if is_recording(path) else ""
        raise SegueError(f"‘{word}’ is no file that Segue opens: those are {_OPENED}.", hint=hint)


def _widen(stream: TextIO) -> None:
    """Make every text printable: files and pipes get UTF-8.

    A terminal keeps its encoding, and shows other characters as escapes.
    """
    if hasattr(stream, "reconfigure"):
        encoding = None if stream.isatty() else "utf-8"
        stream.reconfigure(encoding=encoding, errors="backslashreplace")


def _refusal(error: OSError) -> str:
    """Return a sentence on an error of the system, with its file if it names one."""
    reason = error.strerror or str(error)
    return f"‘{os.fsdecode(error.filename)}’: {reason}" if error.filename else reason
