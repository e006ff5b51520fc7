"""Keeps an answer to a few notes in their scale.

A network that has heard eight notes of G minor may answer in C major. After more music it hears the
key by itself, and nothing is limited.
"""

from dataclasses import replace

from engine.harmony.keys import estimate_key
from engine.request import DrawingLimits
from engine.values.score import Score

FEWEST, MOST = 5, 40
"""Pitched notes that say a scale, and from which the network needs no help."""


def in_scale(limits: DrawingLimits, heard: Score) -> DrawingLimits:
    """Return limits with the scale of what was played, where it is short and has no other note.

    Args:
        limits: Of the user; a scale that they chose stays.
        heard: The music that was played.
    """
    notes = [*heard.pitched_notes()]
    key = estimate_key(notes) if FEWEST <= len(notes) < MOST else None
    if limits.pitch_classes or key is None:
        return limits
    played = {note.pitch % 12 for note in notes}
    if not played <= key.pitch_classes:
        return limits
    leading = {(key.tonic - 1) % 12}
    return replace(limits, pitch_classes=tuple(sorted(played | leading | {*key.scale})))
