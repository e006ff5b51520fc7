"""The manual page of `segue` and the shells' completion, made from the parser of the command line.

shtab writes the completion. The manual page is written here: argparse-manpage, which would do it,
has no wheel, and only wheels are locked.
"""

import argparse
import gzip
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import shtab
from project import ROOT, released_s, version

sys.path.insert(0, str(ROOT))
from engine.cli.main import GROUPS, parser

MANUAL = "usr/share/man/man1/segue.1.gz"
COMPLETIONS = {
    "bash": "usr/share/bash-completion/completions/segue",
    "zsh": "usr/share/zsh/vendor-completions/_segue",
}
_FOLDERS = ("DIR", "FOLDER")


def write(tree: Path) -> None:
    """Write the manual page and the completions to where Debian looks for them.

    Args:
        tree: The root folder of a package.
    """
    manual = gzip.compress(manual_page().encode("utf-8"), mtime=0)
    files = {MANUAL: manual}
    files |= {place: completion(shell).encode("utf-8") for shell, place in COMPLETIONS.items()}
    for place, data in files.items():
        target = tree / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def completion(shell: str) -> str:
    """Return the script that completes the command line in a shell.

    Args:
        shell: A key of `COMPLETIONS`.
    """
    made = parser()
    _subparsers(made).help = "what to do"  # shtab leaves out what argparse does not list
    for command in (made, *_commands(made).values()):
        for action in command._actions:  # noqa: SLF001 - argparse has no other way to them
            metavar = action.metavar if isinstance(action.metavar, str) else ""
            if metavar.startswith("FILE"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab looks for it
            elif metavar in _FOLDERS:
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    return str(shtab.complete(made, shell))


def manual_page() -> str:
    """Return the manual page in roff, with the macros of man(7)."""
    made = parser()
    commands = _commands(made)
    day = datetime.fromtimestamp(released_s(), tz=UTC).date().isoformat()
    lines = [
        f'.TH SEGUE 1 "{day}" "Segue {version()}" "User Commands"',
        ".SH NAME",
        r"segue \- go on with your music, on your own computer",
        ".SH SYNOPSIS",
        ".B segue",
        r".RI [ FILE " " ...]",
        ".br",
        ".B segue",
        r".I COMMAND",
        ".RI [ ARGUMENTS ]",
        ".SH DESCRIPTION",
        ".B segue",
        "opens the window, with a piece in it if a file is given.",
        "With a command it needs no screen.",
    ]
    for title, group in GROUPS.items():
        lines.append(f".SS {_escaped(title.capitalize())}")
        for name in group:
            lines += _described(name, commands[name])
    lines += [
        ".SH EXIT STATUS",
        "0: success. 1: an error, told in one sentence. 2: a command line that is not valid.",
        "130: the user stopped it.",
        ".SH ENVIRONMENT",
        ".TP",
        ".B SEGUE_HOME",
        "The one folder for settings, library, models and logs, in place of those of the system.",
    ]
    return "\n".join(lines) + "\n"


def _commands(root: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command."""
    return dict(_subparsers(root).choices)


def _subparsers(root: argparse.ArgumentParser) -> Any:
    (found,) = (a for a in root._actions if isinstance(a, argparse._SubParsersAction))  # noqa: SLF001
    return found


def _described(name: str, command: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the lines about one command: what it does, then each argument and option."""
    positional = [action for action in command._actions if not action.option_strings]  # noqa: SLF001
    words = " ".join(_value(action) for action in positional)
    yield from (".TP", rf"\fBsegue {_escaped(name)}\fR {words}".rstrip())
    yield f"{_escaped(_sentence(command.description or ''))}"
    yield ".RS"
    for action in command._actions:  # noqa: SLF001
        if action.dest == "help" or action.help == argparse.SUPPRESS:
            continue
        names = ", ".join(rf"\fB{_escaped(each)}\fR" for each in action.option_strings)
        yield from (".TP", f"{names} {_value(action)}".strip())
        yield _escaped(_sentence(_help(command, action))) or r"\&"
    yield ".RE"


def _value(action: argparse.Action) -> str:
    """Return what stands for the value of an argument, in italics; nothing for a switch."""
    if action.nargs == 0:
        return ""
    if action.metavar is None and action.choices is not None:
        words: tuple[str, ...] = ("|".join(map(str, action.choices)),)
    elif isinstance(action.metavar, tuple):
        words = action.metavar
    else:
        words = (action.metavar or action.dest.upper(),)
    more = " ..." if action.nargs in {"+", "*"} else ""
    return " ".join(rf"\fI{_escaped(word)}\fR" for word in words) + more


def _help(command: argparse.ArgumentParser, action: argparse.Action) -> str:
    """Return the help of an option with its values filled in, as `--help` shows it."""
    return command._get_formatter()._expand_help(action) if action.help else ""  # noqa: SLF001


def _sentence(text: str) -> str:
    text = text.strip()
    return text and text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _escaped(text: str) -> str:
    """Return text for roff, in which backslash, hyphen and a first dot or quote are commands."""
    made = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{made}" if made.startswith((".", "'")) else made
