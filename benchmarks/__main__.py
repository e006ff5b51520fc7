"""`python -m benchmarks NAME …`: what only measures Segue, from its source tree.

`list` names every benchmark, `NAME --help` tells what one takes. Without a name all those of this
machine are measured, as small as they are.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence

from benchmarks.harness import Figures, output_of, parser_of, run
from benchmarks.registry import GROUPS, MACHINE, ROWS, Row, benchmark_named
from benchmarks.tables import plain
from engine.cli.output import table
from engine.ground.errors import SegueError
from engine.ground.training_part import why_missing

# What `run.py add training` installs.
_OF_TRAINING = {"miditok", "symusic", "torch"}


def main(argv: Sequence[str]) -> int:
    """Measure what is asked for and return the exit code; a mistake is one line on stderr."""
    try:
        return _measure(argv)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _OF_TRAINING:
            raise
        output_of(as_json=False).remark(f"benchmarks: {why_missing()}")
        return 1


def _measure(argv: Sequence[str]) -> int:
    name, *rest = argv or [""]
    if name in ROWS:
        return run(name, benchmark_named(name), rest, says=ROWS[name].says)
    arguments = _parser().parse_args(argv)
    if arguments.what == "list":
        output_of(as_json=arguments.as_json).result(
            {title: {name: row.says for name, row in rows.items()} for title, rows in _titled()},
            _listed(),
        )
        return 0
    return _all_of(GROUPS[MACHINE], as_json=arguments.as_json)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        epilog="\n".join(_listed()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "what", nargs="?", choices=("list", *ROWS), metavar="NAME", help="of a benchmark, or `list`"
    )
    parser.add_argument("--json", action="store_true", dest="as_json", help="one JSON document")
    return parser


def _titled() -> list[tuple[str, Mapping[str, Row]]]:
    return list(GROUPS.items())


def _listed() -> list[str]:
    """Return a line for each benchmark, under the titles of their groups."""
    width = max(map(len, ROWS))
    lines = []
    for title, rows in GROUPS.items():
        lines += ["", f"{title}:"]
        lines += table(((name.ljust(width), row.says) for name, row in rows.items()), indent="  ")
    return lines[1:]


def _all_of(rows: Mapping[str, Row], *, as_json: bool) -> int:
    """Measure each of a group without arguments; what one cannot have here, it says."""
    output = output_of(as_json=as_json)
    made: list[Figures] = []
    lines: list[str] = []
    for name, row in rows.items():
        benchmark = benchmark_named(name)
        arguments = parser_of(name, benchmark, says=row.says).parse_args([])
        try:
            figures = benchmark.measure(arguments, output) or {}
        except SegueError as error:
            figures = {"what": name, "skipped": str(error)}
        made.append(figures)
        show = plain if "skipped" in figures else benchmark.lines or plain
        lines += ["", *show(figures)]
    output.result({"benches": made}, lines[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
