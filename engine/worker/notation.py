"""Notation in the job process: exports pieces and parts, and draws them line by line."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.engraving.engraver import Engraver
from engine.engraving.systems import systems
from engine.ground.errors import DocumentError
from engine.ground.saving import write_atomically
from engine.messages import (
    DrawLines,
    ExportNotation,
    ExportParts,
    LineDrawn,
    LinesDrawn,
    NotationExported,
    PartsExported,
)
from engine.notation.extracting import can_turn, extracted
from engine.notation.folding import folded
from engine.notation.formats import left_out, written
from engine.notation.notating import notate
from engine.notation.page import NotatedPiece


def export_notation(command: ExportNotation) -> NotationExported:
    """Write a piece as MusicXML or ABC.

    Raises:
        DocumentError: The file cannot be written.
    """
    target = Path(command.target)
    page = notate(command.score)
    _write(target, written(page, target))
    return NotationExported(file=str(target), left_out=left_out(command.score, page, target))


def export_parts(command: ExportParts) -> PartsExported:
    """Write the parts of players, each as a file of its own.

    Raises:
        DocumentError: A file cannot be written; those before it are.
    """
    page = notate(command.score)
    for tracks, name in zip(command.parts, command.targets, strict=True):
        target = Path(name)
        _write(target, written(extracted(page, tracks), target))
    # All parts are of one format.
    missing = left_out(command.score, page, Path(command.targets[0])) if command.targets else ()
    return PartsExported(files=command.targets, left_out=missing)


def _write(target: Path, data: bytes) -> None:
    try:
        write_atomically(target, data)
    except OSError as error:
        raise DocumentError(
            "Could not write ‘{target}’ ({error}).",
            target=target,
            error=error.strerror or error,
            hint="Choose another folder.",
        ) from error


def draw_lines(command: DrawLines) -> Iterator[LineDrawn | LinesDrawn]:
    """Draw the lines of a score and of parts; yield them one at a time.

    Raises:
        EngravingError: The lines cannot be drawn.
    """
    yield from drawn_lines(notate(command.score), command.books, command.widths)
    yield LinesDrawn()


def drawn_lines(
    page: NotatedPiece, books: Iterable[tuple[int, ...]], widths: Iterable[int]
) -> Iterator[LineDrawn]:
    """Draw the lines of books of a page; yield them one at a time.

    Args:
        page: The page.
        books: The tracks of each book.
        widths: Of the lines of each book, in tenths of a millimetre.

    Raises:
        EngravingError: The lines cannot be drawn.
    """
    paper = folded(page)
    made = []
    for tracks, width in zip(books, widths, strict=True):
        engraver = Engraver(width)
        book = extracted(paper, tracks)
        made.append((engraver, book, systems(book, width=engraver.spaces)))
    count = sum(len(lines) for _, _, lines in made)
    done = 0
    for number, (engraver, book, lines) in enumerate(made):
        for measures in lines:
            done += 1
            yield LineDrawn(
                book=number,
                picture=engraver.draw(book, measures),
                may_turn=can_turn(book, measures.stop),
                share=done / count,
            )
