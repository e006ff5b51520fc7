"""`python -m benchmarks WHAT`: what only measures Segue, from its source tree.

All that `segue bench` measures beside other implementations, and what it leaves out. Those with
arguments of their own: `ablate` (`python -m benchmarks ablate --help`).
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.tables import by_work, heard
from engine.cli.bench import all_threads, define_model, measure, model_of, play
from engine.cli.bench_tables import compared, played
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.errors import SegueError
from engine.paths import demo_pieces

Figures = dict[str, Any]


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "what", nargs="?", choices=tuple(_BENCHES), help="one of them; all without it"
    )
    define_model(parser)
    parser.add_argument(
        "--no-footprint", action="store_true", help="do not measure the memory each one takes"
    )
    parser.add_argument(
        "--only", nargs="+", default=[], help="besides ours, those whose names hold one of these"
    )
    # One contender's memory, in this process, which `footprint` starts.
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    parser.add_argument(
        "--folder",
        type=Path,
        help="MIDI files for `import`, `denormals` and `sound`, instead of our own",
    )
    parser.add_argument("--bank", default="", metavar="FILE.sf2", help="of `sound`: play this one")
    parser.add_argument(
        "--files",
        type=positive,
        help="of `import`: so many of our own, once and then again; of `sound`: so many",
    )
    parser.add_argument(
        "--notes", action="store_true", help="of `steady`: of a network that reads notes"
    )
    parser.add_argument("--seconds", type=positive, default=10, help="of `playback` (10)")
    parser.add_argument(
        "--minutes", type=positive, help="of `playback`: play so long, see whether it grows"
    )
    parser.add_argument("--json", action="store_true", dest="as_json", help="one JSON document")
    return parser


def main(argv: Sequence[str]) -> int:
    """Measure what is asked for and return the exit code; a mistake is one line on stderr."""
    if argv and argv[0] in _COMMANDS:
        return _COMMANDS[argv[0]](argv[1:])
    arguments = parser().parse_args(argv)
    output = Output(as_json=arguments.as_json, stdout=sys.stdout, stderr=sys.stderr)
    try:
        measure(_BENCHES, _LINES, arguments, output)
    except SegueError as error:
        output.remark(f"benchmarks: {error}")
        return 1
    return 0


def _decode(arguments: Arguments, output: Output) -> Figures:
    from benchmarks.speed import contenders

    config, rows = model_of(arguments, memory=512), arguments.rows or 1
    if arguments.alone:
        return {"what": "alone", **contenders.decoding_alone(config, arguments.alone, rows=rows)}

    def rounds(threads: int) -> Iterator[Figures]:
        return contenders.decoding(
            config, rows=rows, rounds=arguments.rounds, threads=threads, among=arguments.only
        )

    return _with_footprints(all_threads("Decoding", rounds, arguments, output), arguments, output)


def _train(arguments: Arguments, output: Output) -> Figures:
    from benchmarks.speed import contenders

    config, rows = model_of(arguments, memory=256), arguments.rows or 8
    if arguments.alone:
        return {"what": "alone", **contenders.training_alone(config, arguments.alone, rows=rows)}

    def rounds(threads: int) -> Iterator[Figures]:
        return contenders.training(
            config, rows=rows, rounds=arguments.rounds, threads=threads, among=arguments.only
        )

    return _with_footprints(all_threads("Training", rounds, arguments, output), arguments, output)


def _with_footprints(figures: Figures, arguments: Arguments, output: Output) -> Figures:
    """Add the memory that each contender takes in a process of its own, if it is wanted."""
    if arguments.no_footprint:
        return figures
    from benchmarks.speed import footprint

    runs = figures.get("runs", [figures])
    names = [made["name"] for made in runs[0]["contenders"] if runs[0]["floor"] not in made["name"]]
    progress = output.progress("Memory")
    for number, name in enumerate(names, 1):
        taken = footprint.of([runs[0]["what"], "--alone", name, *_of_model(arguments)])
        for run in runs:
            for made in run["contenders"]:
                if made["name"] == name:
                    made.update(taken)
        progress.update(number / len(names), name)
    progress.done()
    return figures


def _of_model(arguments: Arguments) -> list[str]:
    """Return the arguments that make the same model in another process."""
    names = ("width", "layers", "heads", "vocabulary", "memory", "rows")
    given = ((name, getattr(arguments, name)) for name in names)
    return [
        word for name, value in given if value is not None for word in (f"--{name}", str(value))
    ]


def _steady(arguments: Arguments, output: Output) -> Figures:
    from benchmarks.speed import notes, steady

    config = model_of(arguments, memory=512)
    progress = output.progress("Going on for long")
    figures: Figures = {}
    for share, figures in steady.measure(  # noqa: B007 - the last ones count
        notes.of_notes(config) if arguments.notes else config, rounds=max(20, arguments.rounds)
    ):
        progress.update(share, "")
    progress.done()
    return figures


def _notes(arguments: Arguments, output: Output) -> Figures:
    from benchmarks.speed import notes

    progress = output.progress("Notes beside ids")
    figures: Figures = {}
    for share, figures in notes.measure(  # noqa: B007 - the last ones count
        model_of(arguments, memory=256),
        rows=arguments.rows or 64,
        rounds=arguments.rounds,
        threads=arguments.threads[0],
    ):
        progress.update(share, "")
    progress.done()
    return figures


def _denormals(arguments: Arguments, output: Output) -> Figures:
    from benchmarks.speed import denormals

    progress = output.progress("With and without denormal numbers")
    figures: Figures = {}
    for share, figures in denormals.measure(  # noqa: B007 - the last ones count
        songs=arguments.folder, rows=arguments.rows or 8, rounds=arguments.rounds
    ):
        progress.update(share, "")
    progress.done()
    return figures


def _import(arguments: Arguments, output: Output) -> Figures:
    from benchmarks.speed import import_speed

    progress = output.progress("Importing")
    figures: Figures = {}
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        if arguments.rows:
            return import_speed.panel(
                place / "library.sqlite", rows=arguments.rows, rounds=arguments.rounds
            )
        folder = arguments.folder or place / "songs"
        if not arguments.folder:
            folder.mkdir()
            import_speed.copies(demo_pieces(), folder, count=arguments.files or import_speed.FILES)
        measure = import_speed.again if arguments.files else import_speed.measure
        for event in measure(folder, place / "made", rounds=arguments.rounds):
            if isinstance(event, dict):
                figures = event
            else:
                progress.update(event.done / max(1, event.total), f"{event.done} files")
    progress.done()
    return figures


def _playback(arguments: Arguments, output: Output) -> Figures:
    if arguments.minutes:
        return _soak(arguments.minutes, output)
    from benchmarks.window.playback import SCENARIOS

    return play(SCENARIOS, arguments.seconds, output)


def _soak(minutes: int, output: Output) -> Figures:
    from benchmarks.speed.soak import soak

    progress = output.progress("Playing")
    figures: Figures = {}
    for figures in soak(minutes):
        progress.update(min(1.0, figures["minutes"] / minutes), f"{figures['minutes']} minutes")
    progress.done()
    return {"what": "soak", **figures}


def _sound(arguments: Arguments, output: Output) -> Figures:
    from benchmarks.speed import sound

    progress = output.progress("Listening")
    pieces = sorted((arguments.folder or demo_pieces()).glob("*.mid"))[
        : arguments.files or sound.PIECES
    ]
    figures: Figures = {}
    for share, figures in sound.measure(pieces, bank=arguments.bank):
        progress.update(share, f"{len(figures['pieces'])} pieces")
    progress.done()
    return figures


def _roll(_arguments: Arguments, output: Output) -> Figures:
    from benchmarks.window.process import measure

    output.remark("Drawing the piano roll.")
    return measure()


def _ablate(argv: Sequence[str]) -> int:
    from benchmarks.quality import command

    return command.main(argv)


_COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {"ablate": _ablate}
"""Those with arguments of their own, which are measured only when they are named."""

_BENCHES: dict[str, Callable[[Arguments, Output], Figures]] = {
    "decode": _decode,
    "train": _train,
    "steady": _steady,
    "notes": _notes,
    "denormals": _denormals,
    "import": _import,
    "playback": _playback,
    "roll": _roll,
    "sound": _sound,
}
_LINES: dict[str, Callable[[Figures], list[str]]] = {
    "decode": compared,
    "train": compared,
    "notes": by_work,
    "denormals": by_work,
    "playback": played,
    "sound": heard,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
