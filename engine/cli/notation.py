"""`segue notate`: a piece as a score that notation programs open."""

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.command import Arguments, CliCommand
from engine.cli.output import Output
from engine.cli.places import new_file, piece_file
from engine.errors import DocumentError
from engine.music.formats import NOTATION, written_suffixes

if TYPE_CHECKING:
    from engine.music.score import Score


def _define_notate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=piece_file, metavar="FILE", help="a MIDI, MusicXML, ABC or .segue file"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=_score_file,
        required=True,
        metavar="FILE",
        help="a .musicxml or .abc file",
    )
    parser.add_argument(
        "--no-repeats", action="store_true", help="measures of MusicXML as they stand, once each"
    )
    parser.add_argument("--title", help="what it is called, if not what the file says")
    parser.add_argument("--composer", help="who wrote it, if not who the file says")
    parser.add_argument(
        "--concert", action="store_true", help="clarinets, horns and the like as they sound"
    )


def _score_file(text: str) -> Path:
    path = new_file(text)
    if path.suffix.lower() not in written_suffixes(NOTATION):
        raise DocumentError(
            f"‘{path}’ is no file of notation.", hint="Its name must end in .musicxml or .abc."
        )
    return path


def _notate(arguments: Arguments, output: Output) -> None:
    from engine.cli.pieces import read_piece
    from engine.cli.writing import write_file
    from engine.notation.formats import written
    from engine.notation.not_written import not_written
    from engine.notation.notating import notate

    target: Path = arguments.output
    odd: list[str] = []
    composition = read_piece(arguments.file, repeats=not arguments.no_repeats, warn=odd.extend)
    began_s = time.perf_counter()
    progress = output.progress("Notating")
    page = notate(
        _credited(composition.score, arguments),
        transposing=not arguments.concert,
        report=progress.update,
    )
    data = written(page, target)
    left_out = not_written(composition.score)
    progress.done()
    write_file(target, data)
    measures = len(page.parts[0].measures)
    values = {
        "file": str(target),
        "parts": len(page.parts),
        "measures": measures,
        "performed": page.performed,
        "warnings": odd,
        "left_out": list(left_out),
        "took_seconds": time.perf_counter() - began_s,
    }
    lines = [f"Wrote ‘{target}’: {len(page.parts)} parts, {measures} measures."]
    if page.performed:
        lines.append("It was played freely: the page has the nearest plain rhythms.")
    output.result(values, [*lines, *odd, *left_out])


def _credited(score: "Score", arguments: Arguments) -> "Score":
    """Return a piece with the title and the composer that were asked for."""
    from engine.music.credits import credited

    title, composer = arguments.title, arguments.composer
    return credited(
        score,
        title=score.title if title is None else title,
        composer=score.composer if composer is None else composer,
    )


COMMANDS = (
    CliCommand(
        name="notate",
        help="write a piece as notation, in MusicXML or ABC",
        define=_define_notate,
        run=_notate,
    ),
)
