"""The window's command line, where there is an option in it."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from app.controllers.roll_bench import bench_roll
from app.start.start import run


def run_with_options(argv: Sequence[str]) -> int:
    """Do what the options say and return the exit code.

    Args:
        argv: The arguments, without the program's name.
    """
    parser = argparse.ArgumentParser(
        prog="segue", description="Go on with your music, on your own computer."
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="a piece or MIDI file to open")
    parser.add_argument(
        "--bench-roll", action="store_true", help="measure the piano roll and print JSON"
    )
    arguments = parser.parse_args(argv)
    if arguments.bench_roll:
        sys.stdout.write(json.dumps(bench_roll(), indent=2) + "\n")
        return 0
    return run([Path(name) for name in arguments.files])
