"""Other beats of a piece, the most likely first; the caller offers them, none is chosen."""

from collections.abc import Callable, Iterator

from engine.beats.candidates import candidates
from engine.beats.finding import find_beats, logits_of
from engine.beats.notes import notes_of
from engine.generation.beat_order import in_order
from engine.generation.model import LiveModel
from engine.library.normalizing import correction
from engine.library.table import table_of_score
from engine.messages import RightBars
from engine.values.score import Score


def other_bars(
    score: Score,
    model: LiveModel,
    *,
    beats_in_bar: int = 0,
    report: Callable[[float], None] = lambda _share: None,
) -> Iterator[RightBars]:
    """Yield corrections of a piece's bars by other beats than those that Segue finds in it.

    Nothing is yielded where the piece has no steady beat.

    Args:
        score: The piece.
        model: Orders them. Its decoder forgets what it read.
        beats_in_bar: Beats of each bar; 0 finds them.
        report: Told the share that is done, several times; it may raise to stop.
    """
    table, notes = table_of_score(score), notes_of(score)
    found = find_beats(notes)
    if found is None:
        return
    logits = logits_of(notes)
    grids = list(candidates(notes, found, logits, beats_in_bar=beats_in_bar))
    for beats in in_order(notes, grids, logits, model, report=report):
        yield correction(score, beats, table)
