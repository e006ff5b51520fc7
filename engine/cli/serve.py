"""`segue serve`: the engine for other programs, as JSON lines."""

import argparse
import time

from engine.cli.command import Arguments, CliCommand
from engine.cli.output import Output
from engine.cli.places import model_name
from engine.ground.errors import RequestError

_HIGHEST_PORT = 65_535  # of UDP
# Letters of a token; the same bounds as those of `OpenOsc`.
_SHORTEST, _LONGEST = 8, 64


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--model", type=model_name, default="starter", help="a model's name or folder (starter)"
    )
    parser.add_argument(
        "--osc", type=_port, metavar="PORT", help="also OSC, on 127.0.0.1 alone (needs --token)"
    )
    parser.add_argument(
        "--token",
        type=_token,
        metavar="T",
        help=f"begins each OSC message: {_SHORTEST} to {_LONGEST} letters and digits",
    )


def _port(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= number <= _HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"‘{text}’ is no port: 1 to {_HIGHEST_PORT}")
    return number


def _token(text: str) -> str:
    if not (text.isascii() and text.isalnum() and _SHORTEST <= len(text) <= _LONGEST):
        raise argparse.ArgumentTypeError(
            f"a token has {_SHORTEST} to {_LONGEST} letters and digits"
        )
    return text


def _run(arguments: Arguments, output: Output) -> None:
    from engine.ground.paths import user_paths
    from engine.making.model_folders import find_model
    from engine.messages import Command, LoadModel, OpenOsc
    from engine.worker.roles import run

    began_s = time.perf_counter()
    if (arguments.osc is None) != (arguments.token is None):
        raise RequestError("--osc PORT and --token T belong together.")
    folder = find_model(arguments.model, user_paths())
    output.remark("Commands go to standard input, one JSON object a line; its end ends Segue.")
    first: list[Command] = [LoadModel(folder=str(folder))]
    if arguments.osc:
        first.append(OpenOsc(port=arguments.osc, token=arguments.token))
    run("serve", started_s=began_s, first=first)


COMMANDS = (
    CliCommand(
        name="serve",
        help="the engine for other programs: JSON lines on standard input and output",
        define=_define,
        run=_run,
    ),
)
