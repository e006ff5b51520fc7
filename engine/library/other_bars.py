"""Other beats and bars of a piece, the most likely first: offered by the caller, never chosen."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.beats.candidates import bar_candidates, candidates
from engine.beats.finding import FoundBeats, KnownBeats, hear_beats
from engine.beats.notes import notes_of
from engine.generation.beat_order import in_order
from engine.generation.model import LiveModel
from engine.library.normalizing import correction
from engine.library.table import NoteTable, table_of_score
from engine.messages import RightBars
from engine.values.beats import NOTHING_SAID, SaidBeats
from engine.values.score import Score


@dataclass(frozen=True, slots=True)
class OtherBars:
    """Other beats and bars of a piece.

    Attributes:
        score: The piece.
        table: Its note table.
        grids: The most likely first.
        is_steady: Whether Segue finds a steady beat in the piece: they are other ones than that.
            If not, they are its guesses.
    """

    score: Score
    table: NoteTable
    grids: tuple[FoundBeats, ...]
    is_steady: bool

    def correction(self, number: int) -> RightBars | None:
        """Return the correction by the grid with a number, from 1; None if there are fewer."""
        if number > len(self.grids):
            return None
        return correction(self.score, self.grids[number - 1], self.table)


def other_bars(
    score: Score,
    model: LiveModel,
    *,
    said: SaidBeats = NOTHING_SAID,
    report: Callable[[float], None] = lambda _share: None,
) -> OtherBars:
    """Return other beats and bars of a piece than those that Segue finds in it.

    Where it finds no steady beat, the most probable beats are among them. There are none where the
    piece has too few notes.

    Args:
        score: The piece.
        model: Orders them. Its decoder forgets what it read.
        said: The bar lines that a person is sure of, which all of them have, and how many beats a
            bar has. Taps are not read.
        report: Told the share that is done, some times in a tenth of a second; it may raise to
            stop.
    """

    def look() -> None:
        report(0.0)

    look()
    table = table_of_score(score)
    look()
    notes = notes_of(score)
    known = KnownBeats(lines_s=said.lines_s, beats_in_bar=said.beats_in_bar)
    heard = hear_beats(notes, known, look=look)
    if heard is None:
        return OtherBars(score, table, (), is_steady=False)
    found, logits = heard.found, heard.logits
    guesses = () if heard.is_steady else (found,)
    grids = (*guesses, *candidates(notes, found, logits, known=known, look=look))
    look()
    bars = tuple(bar_candidates(found, logits, known=known))
    look()
    ordered = in_order(notes, grids, logits, model, bars=bars, report=report)
    return OtherBars(score, table, tuple(ordered), is_steady=heard.is_steady)
