"""Notation in the job process: pieces written as MusicXML, and read from it under guard."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec

from engine.engraving.engraver import Engraver
from engine.engraving.systems import systems
from engine.errors import DocumentError, NotationFileError, SegueError
from engine.library.guard import Guard
from engine.messages import (
    DrawLines,
    ExportNotation,
    LineDrawn,
    LinesDrawn,
    NotationExported,
    NotationRead,
    ReadNotation,
)
from engine.music.files import read_file
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.notation.page import Page
from engine.notation.reading import EXPORT_FIRST, MUSESCORE_SUFFIXES, read_musicxml
from engine.saving import write_atomically

_WAIT_S = 0.1


def export_notation(command: ExportNotation) -> NotationExported:
    """Write a piece as MusicXML.

    Raises:
        DocumentError: The file cannot be written.
    """
    target = Path(command.target)
    data = write(notate(command.score))
    try:
        write_atomically(target, data)
    except OSError as error:
        raise DocumentError(
            f"Could not write ‘{target}’ ({error.strerror or error}).",
            hint="Choose another folder.",
        ) from error
    return NotationExported(file=str(target))


def draw_lines(command: DrawLines) -> Iterator[LineDrawn | LinesDrawn]:
    """Draw the lines of a score and of parts, one at a time.

    Raises:
        EngravingError: They cannot be drawn.
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


def _book(page: Page, tracks: tuple[int, ...]) -> Page:
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


def read_notation(command: ReadNotation) -> NotationRead:
    """Read a MusicXML file in a process of its own, with limits on time and memory.

    Raises:
        NotationFileError: It cannot be read; the sentence says why.
    """
    shown = Path(command.file).name
    if Path(command.file).suffix.lower() in MUSESCORE_SUFFIXES:
        raise NotationFileError(f"‘{shown}’ cannot be opened.", hint=EXPORT_FIRST)
    with Guard(do, workers=1) as guard:
        guard.submit(msgspec.msgpack.encode(command))
        answers = guard.answers(_WAIT_S)
        while not answers:
            answers = guard.answers(_WAIT_S)
    answer = answers[0]
    if answer.data is None:
        raise NotationFileError(f"‘{shown}’ cannot be opened.", hint=answer.problem)
    found = msgspec.msgpack.decode(answer.data, type=NotationRead | str)
    if isinstance(found, str):
        raise NotationFileError(f"‘{shown}’ cannot be opened.", hint=found)
    return found


def do(task: bytes) -> bytes:
    """Return what a guarded worker read, or one sentence on why it did not."""
    command = msgspec.msgpack.decode(task, type=ReadNotation)
    answer: NotationRead | str
    try:
        data = read_file(Path(command.file))
        reading = read_musicxml(data, title=command.title, repeats=command.repeats)
        answer = NotationRead(score=reading.score, warnings=reading.warnings)
    except SegueError as error:
        answer = error.message
    except MemoryError:
        answer = "Reading it takes more memory than one file may."
    return msgspec.msgpack.encode(answer)
