"""`--beats other`: a piece by other beats than those that Segue finds, for the command line."""

from collections.abc import Callable
from pathlib import Path

from engine.form.regridding import Regridding
from engine.generation.model import LiveModel
from engine.ground.errors import RequestError
from engine.library.other_bars import other_bars
from engine.piece.composition import Composition
from engine.values.beats import SaidBeats


def with_other_beats(
    composition: Composition,
    number: int,
    *,
    folder: Path,
    beats_in_bar: int = 0,
    say: Callable[[str], None],
    report: Callable[[float], None],
) -> Composition:
    """Return a piece by the other beats with a number, the most likely are number 1.

    Args:
        composition: The piece.
        number: From 1.
        folder: The model's, which orders them.
        beats_in_bar: Beats of each bar; 0 finds them.
        say: Called with one sentence about them.
        report: Told the share that is done.

    Raises:
        ModelFileError: The model cannot be read.
        RequestError: There are no other beats, or fewer.
    """
    said = SaidBeats(beats_in_bar=beats_in_bar)
    others = other_bars(composition.score, LiveModel.load(folder), said=said, report=report)
    count = len(others.grids)
    if not count:
        raise RequestError("Segue found no other beats in this piece.")
    bars = others.correction(number)
    if bars is None:
        raise RequestError(
            "Segue found only {count} other beats.",
            hint="Say other:1 to other:{count}.",
            count=count,
        )
    guess = "" if others.is_steady else "No steady beat was found, so this is a guess. "
    say(
        f"{guess}Other beats, {number} of {count}: {bars.beats} in most bars, about"
        f" {bars.bpm:.0f} a minute. No note changes its time."
    )
    change = Regridding.between(composition.score, bars.score, shift_s=bars.shift_s)
    return composition.regridded(change)
