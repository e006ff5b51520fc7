"""The benchmarks' own command line, for those that need a process of their own."""

import sys


def our_command(*arguments: str) -> list[str]:
    """Return the command line of the benchmarks with arguments."""
    return [sys.executable, "-m", "benchmarks", *arguments]
