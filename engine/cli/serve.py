"""`segue serve`: the engine for other programs, as JSON lines."""

import argparse
import time

from engine.cli.command import Arguments, CliCommand
from engine.cli.output import Output
from engine.cli.places import model_name


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--model", type=model_name, default="starter", help="a model's name or folder (starter)"
    )


def _run(arguments: Arguments, output: Output) -> None:
    from engine.messages import LoadModel
    from engine.paths import user_paths
    from engine.worker.model_folders import find_model
    from engine.worker.roles import run

    began_s = time.perf_counter()
    folder = find_model(arguments.model, user_paths())
    output.remark("Commands go to standard input, one JSON object a line; its end ends Segue.")
    run("serve", started_s=began_s, first=(LoadModel(folder=str(folder)),))


COMMANDS = (
    CliCommand(
        name="serve",
        help="the engine for other programs: JSON lines on standard input and output",
        define=_define,
        run=_run,
    ),
)
