"""`segue messages`: what another client of the engine must know, as a JSON Schema."""

import argparse
import json

from engine.cli.command import Arguments, CliCommand
from engine.cli.output import Output


def _define(_parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""


def _run(_arguments: Arguments, output: Output) -> None:
    from engine.messages.schema import schema

    document = schema()
    output.result(document, json.dumps(document, indent=2, ensure_ascii=False).splitlines())


COMMANDS = (
    CliCommand(
        name="messages",
        help="the messages between window and engine, as a JSON Schema",
        define=_define,
        run=_run,
    ),
)
