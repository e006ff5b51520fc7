"""Notes as sentences for screen readers."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from app.views.roll.origins import take_label
from app.views.roll.walk import pitch_names
from engine.harmony.keys import pitch_name
from engine.values.score import Note
from engine.values.time import BarMap


def place(tick: int, bars: BarMap) -> str:
    """Return `bar 5 beat 1`, both from 1."""
    position = bars.position_at(tick)
    return _tr("bar {0} beat {1}").format(position.bar + 1, position.beat + 1)


def sentence(
    notes: tuple[Note, ...],
    bars: BarMap,
    *,
    takes: Mapping[int, str],
    offered: frozenset[Note] = frozenset(),
    fifths: int | None = None,
) -> str:
    """Return a sentence on notes with the same start.

    Args:
        notes: At least one.
        bars: The piece's bars.
        takes: The label of each take, by its number.
        offered: Notes that are only offered.
        fifths: Sharps (positive) or flats of the key; without a key, names have sharps.
    """
    first = notes[0]
    if len(notes) > 1:
        text = _tr("{0}, {1} notes: {2}").format(
            place(first.start, bars), len(notes), pitch_names(notes, fifths)
        )
    else:
        beats = first.duration / bars.beat_length_at(first.start)
        length = _tr("1 beat") if beats == 1 else _tr("{0} beats").format(f"{beats:.3g}")
        text = _tr("{0}, {1}, {2}, velocity {3}").format(
            pitch_name(first.pitch, fifths), place(first.start, bars), length, first.velocity
        )
    if not offered.isdisjoint(notes):
        return _tr("{0}, offered").format(text)
    if len(notes) == 1 and first.origin:
        return f"{text}, {take_label(first, takes)}"
    return text


def _tr(text: str) -> str:
    return QCoreApplication.translate("Spoken", text)
