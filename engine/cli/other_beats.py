"""`--beats other`: a piece by other beats than those that Segue finds, for the command line."""

from collections.abc import Callable
from pathlib import Path

from engine.form.regridding import Regridding
from engine.generation.model import LiveModel
from engine.ground.errors import RequestError
from engine.library.other_bars import other_bars
from engine.piece.composition import Composition


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
    found = list(
        other_bars(
            composition.score, LiveModel.load(folder), beats_in_bar=beats_in_bar, report=report
        )
    )
    if not found:
        raise RequestError("Segue found no other beats in this piece.")
    if number > len(found):
        raise RequestError(
            "Segue found only {count} other beats.",
            hint="Say other:1 to other:{count}.",
            count=len(found),
        )
    bars = found[number - 1]
    say(
        f"Other beats, {number} of {len(found)}: {bars.beats} in most bars, about {bars.bpm:.0f} a"
        " minute. No note changes its time."
    )
    change = Regridding.between(composition.score, bars.score, shift_s=bars.shift_s)
    return composition.regridded(change)
