"""How fast files are imported, how late they are played, and what they sound like."""

import argparse
import tempfile
from pathlib import Path

from benchmarks.harness import Benchmark, Figures
from benchmarks.tables import heard, played
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.ground.paths import demo_pieces


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
    from benchmarks.speed import playback

    progress = output.progress("Playing")
    made: list[Figures] = []
    for figures in playback.measure(arguments.seconds):
        made.append(figures)
        progress.update(len(made) / len(playback.SCENARIOS), figures["name"])
    progress.done()
    return {"what": "playback", "scenarios": made}


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


def _define_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", type=Path, help="MIDI files, instead of our own")


def _define_import(parser: argparse.ArgumentParser) -> None:
    _define_files(parser)
    parser.add_argument(
        "--files", type=positive, help="so many of our own are imported once and then again"
    )
    parser.add_argument(
        "--rows", type=positive, help="instead: search a catalogue of so many made-up rows"
    )
    parser.add_argument("--rounds", type=positive, default=5, help="that count (5)")


def _define_playback(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=positive, default=10, help="of each scenario (10)")
    parser.add_argument("--minutes", type=positive, help="play so long, and see whether it grows")


def _define_sound(parser: argparse.ArgumentParser) -> None:
    _define_files(parser)
    parser.add_argument("--files", type=positive, help="so many of them")
    parser.add_argument("--bank", default="", metavar="FILE.sf2", help="play this one")


BENCHMARKS = {
    "import": Benchmark(define=_define_import, measure=_import),
    "playback": Benchmark(define=_define_playback, measure=_playback, lines=played),
    "sound": Benchmark(define=_define_sound, measure=_sound, lines=heard),
}
