"""`segue notate`: a piece as a score that notation programs open."""

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.beats import define_beats, with_asked_beats
from engine.cli.command import Arguments, CliCommand
from engine.cli.output import Output, counted
from engine.cli.places import define_piece, new_file
from engine.ground.errors import DocumentError
from engine.values.formats import NOTATION, PDF, written_suffixes

if TYPE_CHECKING:
    from engine.notation.page import NotatedPiece
    from engine.sentence import Text
    from engine.values.line_picture import LinePicture
    from engine.values.score import Score

_FORMATS = (*NOTATION, PDF)
_ENDINGS = " or ".join(each.written[0] for each in _FORMATS)


def _define_notate(parser: argparse.ArgumentParser) -> None:
    define_piece(parser)
    parser.add_argument(
        "-o",
        "--output",
        type=_score_file,
        required=True,
        metavar="FILE",
        help=f"a {_ENDINGS} file",
    )
    parser.add_argument(
        "--no-repeats", action="store_true", help="measures as they stand on the page, once each"
    )
    parser.add_argument("--title", help="what it is called, if not what the file says")
    parser.add_argument("--composer", help="who wrote it, if not who the file says")
    parser.add_argument(
        "--concert", action="store_true", help="clarinets, horns and the like as they sound"
    )
    define_beats(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--part",
        action="append",
        metavar="NAME",
        help="only this player's part, by its name on the page; may be given several times",
    )
    which.add_argument(
        "--parts",
        action="store_true",
        help="each player's part as well, beside the score: ‘FILE - NAME.musicxml’",
    )


def _score_file(text: str) -> Path:
    path = new_file(text)
    if path.suffix.lower() not in written_suffixes(_FORMATS):
        hint = f"Its name must end in {_ENDINGS}."
        raise DocumentError(f"‘{path}’ is no file of notation.", hint=hint)
    return path


def _notate(arguments: Arguments, output: Output) -> None:
    from engine.cli.pieces import read_asked
    from engine.cli.writing import check_place, write_file
    from engine.notation.notating import notate

    target: Path = arguments.output
    if _is_pdf(target):
        check_place(target)
    odd: list[str] = []
    composition = read_asked(arguments, output, repeats=not arguments.no_repeats, warn=odd.extend)
    composition = with_asked_beats(composition, arguments, output, adds=False)
    began_s = time.perf_counter()
    progress = output.progress("Notating")
    score = _credited(composition.score, arguments)
    page = notate(
        score,
        transposing=not arguments.concert,
        report=progress.update,
    )
    if arguments.part:
        page = _only_parts(page, composition.score, arguments.part)
    missing = _not_written(composition.score, page, target)
    files = {target: page}
    if arguments.parts:
        files |= _of_players(page, composition.score, target)
    made = {path: _bytes_of(each, score, path) for path, each in files.items()}
    progress.done()
    for path, data in made.items():
        write_file(path, data)
    measures = len(page.parts[0].measures)
    values = {
        "file": str(target),
        "files": [str(path) for path in files],
        "parts": len(page.parts),
        "measures": measures,
        "performed": page.performed,
        "warnings": odd,
        "left_out": list(missing),
        "took_seconds": time.perf_counter() - began_s,
    }
    lines = [
        f"Wrote ‘{target}’: {counted(len(page.parts), 'part')}, {counted(measures, 'measure')}."
    ]
    if len(files) > 1:
        lines.append(f"Wrote the parts of {counted(len(files) - 1, 'player')} beside it.")
    if page.performed:
        lines.append("It was played freely: the page has the nearest plain rhythms.")
    output.result(values, [*lines, *odd, *missing])


def _is_pdf(path: Path) -> bool:
    return path.suffix.lower() in PDF.written


def _not_written(score: "Score", page: "NotatedPiece", path: Path) -> "tuple[Text, ...]":
    """Return sentences on what a file does not have; of a PDF nobody expects what is heard."""
    from engine.notation.formats import left_out

    return () if _is_pdf(path) else left_out(score, page, path)


def _bytes_of(page: "NotatedPiece", score: "Score", path: Path) -> bytes:
    """Return a page as a file of the kind that its path says."""
    from engine.notation.formats import written

    if not _is_pdf(path):
        return written(page, path)
    from engine.cli.window import pdf_of
    from engine.worker.notation import drawn_lines

    def draw(
        books: tuple[tuple[int, ...], ...], widths: tuple[int, ...]
    ) -> "list[list[tuple[LinePicture, bool]]]":
        lines: list[list[tuple[LinePicture, bool]]] = [[] for _ in books]
        for line in drawn_lines(page, books, widths):
            lines[line.book].append((line.picture, line.may_turn))
        return lines

    book = tuple(sorted({part.track for part in page.parts}))
    title = score.title or path.stem
    return pdf_of(score, title=title, composer=score.composer, books=(book,), draw=draw)


def _players(page: "NotatedPiece", score: "Score") -> dict[tuple[int, ...], str]:
    """Return the name of each player's part by its tracks, from the top of the page."""
    from engine.form.players import players

    names = {part.track: part.name for part in page.parts}
    return {tracks: names[tracks[0]] for tracks in players(score.tracks) if tracks[0] in names}


def _only_parts(page: "NotatedPiece", score: "Score", wanted: list[str]) -> "NotatedPiece":
    from engine.notation.extracting import extracted

    found = _players(page, score)
    tracks: list[int] = []
    for name in wanted:
        named = [each for each, shown in found.items() if shown.lower() == name.strip().lower()]
        if not named:
            raise DocumentError(
                f"There is no part called ‘{name}’.",
                hint=f"Its parts are: {', '.join(found.values())}.",
            )
        tracks += [track for each in named for track in each]
    return extracted(page, tracks)


def _of_players(page: "NotatedPiece", score: "Score", target: Path) -> "dict[Path, NotatedPiece]":
    from engine.form.players import part_paths
    from engine.notation.extracting import extracted

    found = _players(page, score)
    paths = part_paths(target, tuple(found.values()))
    return {path: extracted(page, tracks) for path, tracks in zip(paths, found, strict=True)}


def _credited(score: "Score", arguments: Arguments) -> "Score":
    """Return a piece with the title and the composer that were asked for."""
    from engine.form.credits import credited

    title, composer = arguments.title, arguments.composer
    return credited(
        score,
        title=score.title if title is None else title,
        composer=score.composer if composer is None else composer,
    )


COMMANDS = (
    CliCommand(
        name="notate",
        help="write a piece as notation, in MusicXML, ABC or PDF",
        define=_define_notate,
        run=_notate,
    ),
)
