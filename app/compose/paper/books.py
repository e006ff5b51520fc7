"""Books of a printed score: how wide their lines are, and their pages as a PDF file."""

from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QIODevice, QLocale, QMarginsF
from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter

from app.views.score.line import ScoreLine
from app.views.score.sheets import Book, paint_books
from app.words.instruments import instrument_words
from engine.form.players import players
from engine.values.score import Score

# As many as usual laser printers have.
_DOTS_PER_INCH = 600
# A4 less its margins is 180 mm wide.
_MARGIN_MM = 15.0
WIDE_MM = 180.0
# Engraved height of a staff. (Most staves, printed height): more staves are printed smaller.
_ENGRAVED_MM = 7.2
_STAFF_MM = ((1, 7.0), (4, 6.0), (8, 5.0), (128, 4.0))
# Bounds of the engraved line width in tenths of a millimetre.
_NARROWEST, _WIDEST = 600, 20_000


def player_names(score: Score) -> tuple[str, ...]:
    """Return the name of each player's part."""
    return tuple(_name(score, tracks[0]) for tracks in players(score.tracks))


def _name(score: Score, number: int) -> str:
    track = score.tracks[number]
    return track.name or instrument_words(track.program, is_drum=track.is_drum)


def line_width(tracks: int, wide_mm: float) -> int:
    """Return the engraved line width in tenths of a millimetre that fits the paper."""
    staff_mm = next(staff for most, staff in _STAFF_MM if tracks <= most)
    return min(_WIDEST, max(_NARROWEST, round(10 * wide_mm * _ENGRAVED_MM / staff_mm)))


def bound(
    score: Score,
    title: str,
    composer: str,
    books: tuple[tuple[int, ...], ...],
    lines: Sequence[Sequence[ScoreLine]],
) -> tuple[Book, ...]:
    """Return drawn lines as books.

    Args:
        score: The piece.
        title: Of all books.
        composer: Of all books, or empty.
        books: The tracks of each.
        lines: The lines of each.
    """
    everything = tuple(number for number, track in enumerate(score.tracks) if track.notes)
    return tuple(
        Book(
            title=title,
            part=_name(score, tracks[0]) if tracks != everything else "",
            composer=composer,
            lines=tuple(of_book),
        )
        for tracks, of_book in zip(books, lines, strict=True)
    )


def pdf(books: Sequence[Book]) -> bytes:
    """Return books as a PDF file.

    Raises:
        SegueError: They cannot be painted.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DOTS_PER_INCH)
    writer.setPageLayout(_layout())
    writer.setTitle(books[0].title)
    paint_books(books, writer)
    return bytes(buffer.data().data())


def _layout() -> QPageLayout:
    imperial = QLocale().measurementSystem() == QLocale.MeasurementSystem.ImperialUSSystem
    paper = QPageSize.PageSizeId.Letter if imperial else QPageSize.PageSizeId.A4
    margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
    return QPageLayout(
        QPageSize(paper),
        QPageLayout.Orientation.Portrait,
        margins,
        QPageLayout.Unit.Millimeter,
    )
