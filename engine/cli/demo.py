"""`segue demo`: all main functions on the music that ships with the program, without a screen."""

import argparse
from pathlib import Path

from engine.cli.command import Arguments, CliCommand, bars, positive
from engine.cli.output import Output
from engine.cli.places import output_folder
from engine.ground.training_part import require_training


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=output_folder, default=Path("segue-demo"), metavar="DIR", help="(segue-demo)"
    )
    parser.add_argument("--bars", type=bars, default=16, help="bars to add (16)")
    parser.add_argument(
        "--seconds", type=positive, default=30, help="how long to train the starter further (30)"
    )
    parser.add_argument("--seed", type=positive, default=1, help="another one, other music (1)")


def _run(arguments: Arguments, output: Output) -> None:
    require_training()
    from engine.cli.demonstration import Demonstration

    demonstration = Demonstration(
        arguments.out,
        output,
        bars=arguments.bars,
        training_s=arguments.seconds,
        seed=arguments.seed,
    )
    report = demonstration.run()
    output.result(report, demonstration.lines(report))


COMMANDS = (
    CliCommand(
        name="demo",
        help="import, train, continue and play what ships with the program",
        define=_define,
        run=_run,
    ),
)
