"""What a benchmark is, and how one is run: its arguments, its figures, the lines that show them."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.tables import plain
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.ground.errors import SegueError

Figures = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """One benchmark.

    Attributes:
        define: Adds its arguments.
        measure: Returns its figures, or None where it printed them itself as they came. A
            `SegueError` becomes one line on stderr and exit code 1.
        lines: Shows figures to people; None where `measure` prints, and then there is no `--json`.
        about: What its help says above its arguments; its line in the list without it.
    """

    define: Callable[[argparse.ArgumentParser], None]
    measure: Callable[[Arguments, Output], Figures | None]
    lines: Callable[[Figures], list[str]] | None = plain
    about: str | None = None


def parser_of(name: str, benchmark: Benchmark, *, says: str) -> argparse.ArgumentParser:
    """Return the parser of a benchmark's arguments.

    Args:
        name: What it is called.
        benchmark: The benchmark.
        says: Its line in the list.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m benchmarks {name}",
        description=benchmark.about or says,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    benchmark.define(parser)
    if benchmark.lines is not None:
        parser.add_argument("--json", action="store_true", dest="as_json", help="one JSON document")
    return parser


def run(name: str, benchmark: Benchmark, argv: Sequence[str], *, says: str) -> int:
    """Run a benchmark with arguments and return the exit code; a mistake is one line on stderr."""
    try:
        # Options may stand between the songs; and what arguments name is looked for here.
        arguments = parser_of(name, benchmark, says=says).parse_intermixed_args(argv)
        output = output_of(as_json=getattr(arguments, "as_json", False))
        figures = benchmark.measure(arguments, output)
    except SegueError as error:
        output_of(as_json=False).remark(f"benchmarks: {error}")
        return 1
    if figures is not None and benchmark.lines is not None:
        output.result(figures, benchmark.lines(figures))
    return 0


def output_of(*, as_json: bool) -> Output:
    """Return this process's output."""
    return Output(as_json=as_json, stdout=sys.stdout, stderr=sys.stderr)
