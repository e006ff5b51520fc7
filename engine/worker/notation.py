"""Notation in the job process: exports pieces as MusicXML, and draws them line by line."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from engine.engraving.engraver import Engraver
from engine.engraving.systems import systems
from engine.errors import DocumentError
from engine.messages import (
    DrawLines,
    ExportNotation,
    LineDrawn,
    LinesDrawn,
    NotationExported,
)
from engine.notation.formats import written
from engine.notation.not_written import not_written
from engine.notation.notating import notate
from engine.notation.page import NotatedPiece
from engine.saving import write_atomically


def export_notation(command: ExportNotation) -> NotationExported:
    """Write a piece as MusicXML.

    Raises:
        DocumentError: The file cannot be written.
    """
    target = Path(command.target)
    data = written(notate(command.score), target)
    try:
        write_atomically(target, data)
    except OSError as error:
        raise DocumentError(
            f"Could not write ‘{target}’ ({error.strerror or error}).",
            hint="Choose another folder.",
        ) from error
    return NotationExported(file=str(target), left_out=not_written(command.score))


def draw_lines(command: DrawLines) -> Iterator[LineDrawn | LinesDrawn]:
    """Draw the lines of a score and of parts; yield them one at a time.

    Raises:
        EngravingError: The lines cannot be drawn.
    """
    page = notate(command.score)
    books = []
    for tracks, width in zip(command.books, command.widths, strict=True):
        engraver = Engraver(width)
        book = _book(page, tracks)
        books.append((engraver, book, systems(book, width=engraver.spaces)))
    count = sum(len(lines) for _, _, lines in books)
    done = 0
    for number, (engraver, book, lines) in enumerate(books):
        for measures in lines:
            picture = engraver.draw(book, measures)
            done += 1
            yield LineDrawn(
                book=number,
                svg=picture.svg,
                width=picture.width,
                height=picture.height,
                share=done / count,
            )
    yield LinesDrawn()


def _book(page: NotatedPiece, tracks: tuple[int, ...]) -> NotatedPiece:
    """Return a page with some parts, the first of which has the tempos and the chord symbols."""
    parts = [part for part in page.parts if part.track in tracks] or list(page.parts)
    if parts[0] is not page.parts[0]:
        signs = page.parts[0].measures
        measures = tuple(
            replace(measure, tempos=sign.tempos, chords=sign.chords)
            for measure, sign in zip(parts[0].measures, signs, strict=True)
        )
        parts[0] = replace(parts[0], measures=measures)
    return replace(page, parts=tuple(parts))
