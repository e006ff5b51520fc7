"""The command line of the window. Imported only if there is an option in it."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from app.start.start import run


def run_with_options(argv: Sequence[str]) -> int:
    """Run the program with these options and return the exit code.

    Args:
        argv: The arguments, without the program's name.
    """
    parser = argparse.ArgumentParser(
        prog="segue", description="Go on with your music, on your own computer."
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="a piece or MIDI file to open")
    return run([Path(name) for name in parser.parse_args(argv).files])
