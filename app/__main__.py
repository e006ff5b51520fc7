"""`segue`, the window: reads the command line and runs until the window is closed."""

import sys
from collections.abc import Sequence
from pathlib import Path

from app.start.start import Until, run

# For measuring and trying: end as soon as the window is on the screen, or has all its views.
MOMENTS: dict[str, Until] = {"--until-shown": "shown", "--until-ready": "ready"}


def main(argv: Sequence[str] | None = None) -> int:
    """Show the window and return the exit code.

    Args:
        argv: Arguments after the program's name; those of this process if None.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    until: Until = next((MOMENTS[word] for word in words if word in MOMENTS), "")
    words = [word for word in words if word not in MOMENTS]
    if any(word.startswith("-") for word in words):
        # A plain start does not wait for the modules that read options.
        from app.start.options import run_with_options  # noqa: PLC0415

        return run_with_options(words)
    return run([Path(word) for word in words], until=until)


if __name__ == "__main__":
    sys.exit(main())
