"""A piece's tuning in a MIDI file: system messages of the MIDI Tuning Standard before its music.

The notes stay what they are: a program that knows the standard plays them in tune, any other one
in equal temperament. Bends for each note would be heard almost everywhere, but they would take a
channel for each note that sounds, and other programs would show and edit notes with bends.
"""

from collections.abc import Iterator
from dataclasses import replace

import mido

from engine.midi.channels.state import Row
from engine.midi.file.events import SYSEX
from engine.midi.file.others import is_reset
from engine.midi.tuning_messages import CHOICE_ROWS, is_tuning, tuning_messages, tuning_of_messages
from engine.values.events import Control, Other
from engine.values.score import Score, Track

_CHOICE = tuple((number, value) for _, number, value in CHOICE_ROWS)


def tuned_at(score: Score) -> int | None:
    """Return the tick at which a file is tuned, that of its last reset; None without tuning."""
    if score.tuning is None:
        return None
    return max((other.tick for other in score.others if is_reset(other)), default=0)


def tuning_events(score: Score) -> Iterator[tuple[int, mido.Message]]:
    """Yield the system messages that tune a device, with their tick."""
    tick = tuned_at(score)
    if tick is not None:
        for message in tuning_messages(score.tuning):
            yield tick, mido.Message("sysex", data=tuple(message[1:-1]))


def choice_rows(track: Track, tick: int | None) -> Iterator[tuple[int, Row]]:
    """Yield what has a part's channel play in the tuning; nothing for drums.

    Args:
        track: The part.
        tick: The result of `tuned_at`.
    """
    if tick is not None and not track.is_drum:
        for row in CHOICE_ROWS:
            yield tick, row


def with_tuning(score: Score) -> Score:
    """Return a score with the tuning that its file sets before the first note.

    The messages that set it are taken out. A file that changes its tuning later is left as it is.
    """
    first = min((track.notes[0].start for track in score.tracks if track.notes), default=0)
    every = (*score.others, *(other for track in score.tracks for other in track.others))
    found = [other for other in every if _tunes(other)]
    if not found or any(other.tick > first for other in found):
        return score
    found.sort(key=lambda other: other.tick)
    tracks = tuple(
        replace(track, others=_without(track.others), controls=_without_choice(track.controls))
        for track in score.tracks
    )
    tuning = tuning_of_messages(other.data for other in found)
    return replace(score, tracks=tracks, others=_without(score.others), tuning=tuning)


def _tunes(other: Other) -> bool:
    return other.kind == SYSEX and is_tuning(other.data)


def _without(others: tuple[Other, ...]) -> tuple[Other, ...]:
    return tuple(other for other in others if not _tunes(other))


def _without_choice(controls: tuple[Control, ...]) -> tuple[Control, ...]:
    """Return controllers without the choice of the tuning, as it is written here."""
    left: list[Control] = []
    length, at = len(_CHOICE), 0
    while at < len(controls):
        run = controls[at : at + length]
        if tuple((c.number, c.value) for c in run) == _CHOICE and run[0].tick == run[-1].tick:
            at += length
        else:
            left.append(controls[at])
            at += 1
    return tuple(left)
