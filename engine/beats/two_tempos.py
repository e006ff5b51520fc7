"""Tell two players in two tempos at once from one music.

Where the low and the high notes have each a tempo of their own, both keep a steady pulse for some
seconds, and the beats that are found in all notes fit one of them or none.
"""

from collections.abc import Iterator

import numpy as np

from engine.beats.notes import Bools, Floats, Ints, PlayedNotes

# Seconds that are looked at one after the other, in which a tempo hardly changes, and the onsets
# that tell a pulse there: 16 at random times agree by 0.6.
_WINDOW_S, _FEWEST_ONSETS = 16.0, 16
# Onsets so near (seconds) are a chord, and one onset.
_CHORD_S = 0.03
# The pulses (Hz) that are tried, from a slow beat to a fast sixteenth, dense enough to miss none.
_PULSES_HZ = np.arange(1.6, 12.5, 0.25 / _WINDOW_S)
# Parts of a beat that a voice may move in.
_PARTS = (1, 2, 3, 4, 6, 8)
# The agreement of both voices with a pulse of their own at least, and by how much less, in the mean
# of both, with the beats. Made-up pairs of players lose 0.25 or more, songs of POP909 and
# performances of ASAP whose voices have a pulse less than 0.01
# (experiment 2026-11-26-two-tempos).
_LEAST_PULSE, _LEAST_LOSS = 0.75, 0.15


def are_two_tempos(notes: PlayedNotes, beats_s: Floats) -> bool:
    """Return whether the low and the high notes have each a tempo of their own.

    Args:
        notes: All notes, at least one.
        beats_s: The beats found in them, rising, at least two.
    """
    losses = []
    low = _is_low(notes.pitch)
    for voice in (notes.chosen(low & ~notes.drum), notes.chosen(~low & ~notes.drum)):
        agreements = [
            (_with_pulse(onsets), _with_beats(onsets, beats_s)) for onsets in _windows(voice)
        ]
        if not agreements:
            return False
        pulse, beats = np.mean(agreements, axis=0)
        if pulse < _LEAST_PULSE:
            return False
        losses.append(pulse - beats)
    return float(np.mean(losses)) >= _LEAST_LOSS


def _windows(voice: PlayedNotes) -> Iterator[Floats]:
    """Yield the onsets of a voice, some seconds each."""
    if not len(voice):
        return
    onsets = voice.start_s[np.diff(voice.start_s, prepend=-1.0) > _CHORD_S]
    window = np.floor((onsets - onsets[0]) / _WINDOW_S)
    for each in np.unique(window):
        chosen = onsets[window == each]
        if len(chosen) >= _FEWEST_ONSETS:
            yield chosen


def _with_pulse(onsets_s: Floats) -> float:
    """Return how strongly onsets agree with the steady pulse that fits them best, 0 to 1."""
    turns = _PULSES_HZ[:, None] * (onsets_s - onsets_s[0])
    return float(np.abs(np.exp(2j * np.pi * turns).mean(axis=1)).max())


def _with_beats(onsets_s: Floats, beats_s: Floats) -> float:
    """Return how strongly onsets agree with beats, or with parts of them, 0 to 1."""
    turns = np.interp(onsets_s, beats_s, np.arange(len(beats_s)))
    inside = turns[(beats_s[0] <= onsets_s) & (onsets_s <= beats_s[-1])]
    if not len(inside):
        return 0.0
    return float(max(abs(np.exp(2j * np.pi * parts * inside).mean()) for parts in _PARTS))


def _is_low(pitch: Ints) -> Bools:
    """Split the pitches into the two groups furthest apart (Otsu 1979); mark the lower one."""
    bounds = np.unique(pitch)[1:]
    if not len(bounds):
        return np.zeros(len(pitch), np.bool_)
    apart = []
    for bound in bounds:
        low = pitch < bound
        between = pitch[low].mean() - pitch[~low].mean()
        apart.append(low.sum() * (~low).sum() * between**2)
    chosen: Bools = pitch < bounds[int(np.argmax(apart))]
    return chosen
