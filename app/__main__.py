"""`segue`, the window: reads the command line and runs until the window is closed."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from app.controllers.start import run


def main(argv: Sequence[str] | None = None) -> int:
    """Show the window and return the exit code.

    Args:
        argv: Arguments after the program's name; those of this process if None.
    """
    arguments = _parse(sys.argv[1:] if argv is None else list(argv))
    if arguments.bench_roll:
        # Only this option needs it, and the window must not wait for it.
        from app.controllers.roll_bench import bench_roll  # noqa: PLC0415

        sys.stdout.write(json.dumps(bench_roll(), indent=2) + "\n")
        return 0
    return run([Path(name) for name in arguments.files], until=arguments.until)


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="segue", description="Go on with your music, on your own computer."
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="a piece or MIDI file to open")
    parser.add_argument(
        "--bench-roll", action="store_true", help="measure the piano roll and print JSON"
    )
    # For measuring and trying: end as soon as the window is on the screen, or has all its views.
    for moment in ("shown", "ready"):
        parser.add_argument(
            f"--until-{moment}",
            action="store_const",
            dest="until",
            const=moment,
            default="",
            help=argparse.SUPPRESS,
        )
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
