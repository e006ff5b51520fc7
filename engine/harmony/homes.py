"""Home: the tonic that some bars come to rest on, and their mode.

`estimate_key` hears which notes sound, and says the key signature well. Home is another question:
D, C, G, D in a loop has the notes of G major, and is at home on D. Mostly the bass tells them
apart: how long it stays, where blocks of four bars begin, where it begins and ends
(experiment 2026-11-29-homes).
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.harmony.keys import MODES, Key, Mode, log_odds_of_keys
from engine.values.score import Note, Score
from engine.values.time import BarMap

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

EVIDENCE = ("key", "bass", "first", "last", "blocks", "falls", "tune")
"""Names of the columns of `evidence`."""

SCALES: tuple[Mode, ...] = ("", "aeolian", "dorian", "phrygian", "lydian", "mixolydian")
"""The scales that are told apart. Minor with a raised leading tone counts as Aeolian."""

# Fitted to generated loops, bands and game music whose homes were annotated, and songs whose keys
# are known, by experiment 2026-11-29-homes. A loop has no cadences, so its bass tells most.
WEIGHTS = (
    (2.43, -1.07, -0.02, -0.13, -0.51, 2.02, 0.17),
    (-1.86, 2.46, -0.24, 0.12, 2.86, -2.65, 1.27),
    (-0.69, 1.35, 0.65, 0.44, -0.24, 1.11, -0.19),
)
"""Of `EVIDENCE`: whatever the music; times its `repetition`; times the share of it in voices."""
SCALE_WEIGHTS = (2.04, 1.67, -0.38, -1.26, -1.47, -0.6)
"""Of `SCALES`."""
ODDS_WEIGHTS = (0.79, 0.51)
"""For the log odds of the key signature, and for those of major or minor in it."""

_PLACES = 4  # of a bar, at which the lowest sounding note is its bass
_BLOCK = 4  # bars
_LAGS = (1, 2, 4, 8)  # bars
_ABOVE = 128  # above all pitches
_FIFTH = 7  # semitones
_UNHEARD = 0.005  # share of sounding time below which a leading tone is none
_LEAST = -25.0  # of log odds


def home_of(notes: Iterable[Note], bar_lines: Sequence[int]) -> Key | None:
    """Return the home of some bars, with its mode; None without notes.

    Args:
        notes: Of these bars, in any order, drums left out.
        bar_lines: Ticks where the bars begin, and where the last one ends.
    """
    pitched = [note for note in notes if note.duration > 0]
    if not pitched or len(bar_lines) < 2:
        return None
    odds = scale_odds(pitched) @ np.array(ODDS_WEIGHTS) + np.array(SCALE_WEIGHTS)
    odds += np.einsum("tke,ke->t", evidence(pitched, bar_lines), np.array(WEIGHTS))[:, None]
    tonic = int(np.logaddexp.reduce(odds, axis=1).argmax())
    return _key(tonic, SCALES[int(odds[tonic].argmax())], _shares(pitched))


def home_between(score: Score, start: int, end: int) -> Key | None:
    """Return the home of the bars of a score in [start, end); None where nothing pitched sounds.

    Bars before the first note are no bars of it.
    """
    notes = [
        note
        for track in score.tracks
        if not track.is_drum
        for note in track.between(start, end).notes
    ]
    if not notes:
        return None
    bars = BarMap.of(score)
    first = bars.bar_at(min(note.start for note in notes))
    past = bars.bars_until(min(end, max(note.end for note in notes)))
    return home_of(notes, [bars.start_of(bar) for bar in range(first, max(past, first + 1) + 1)])


def scale_odds(notes: Sequence[Note]) -> Floats:
    """Return log odds of signature, and of major or minor in it, (12 tonics, scales, 2).

    The second is 0 for the other scales: a key here is major or minor.

    Args:
        notes: At least one.
    """
    keys = np.array(log_odds_of_keys(notes)).reshape(2, 12)
    keys -= np.logaddexp.reduce(keys, axis=None)
    # By the major tonic: its own key, and its relative minor, nine semitones above.
    signatures = np.logaddexp(keys[0], np.roll(keys[1], -9))
    found = np.zeros((12, len(SCALES), 2))
    for number, scale in enumerate(SCALES):
        found[:, number, 0] = np.roll(signatures, MODES[scale].above if scale else 0)
    for number, own in enumerate(keys):
        found[:, number, 1] = own - found[:, number, 0]
    return np.maximum(found, _LEAST)


def evidence(notes: Sequence[Note], bar_lines: Sequence[int]) -> Floats:
    """Return the evidence for each tonic, (12, 3, len(EVIDENCE)), in the order of `WEIGHTS`.

    Its columns are whether `estimate_key` finds this tonic; the root of the share of time that the
    bass stays on it; whether the bass begins with it, and whether it ends with it; the share of
    blocks of four bars that begin with it; the share of the bass's moves that fall a fifth to it;
    and whether it is the last note of the tune.

    Args:
        notes: At least one.
        bar_lines: As for `home_of`.
    """
    bass, voices = _bass(notes, bar_lines)
    heard = bass[bass >= 0]
    moves = heard[np.flatnonzero(np.diff(heard, prepend=-1))]
    falls = moves[1:][(moves[:-1] - moves[1:]) % 12 == _FIFTH]
    key = int(np.argmax(log_odds_of_keys(notes))) % 12
    last = max(notes, key=lambda note: (note.start, note.pitch)).pitch % 12
    columns = (
        np.eye(12)[key],
        np.sqrt(_counted(heard) / max(1, len(heard))),
        _counted(heard[:1]),
        _counted(heard[-1:]),
        _part(bass[::_BLOCK, 0]),
        _counted(falls) / max(1, len(moves) - 1),
        np.eye(12)[last],
    )
    found = np.stack(columns, axis=1)
    return np.stack((found, repetition(bass) * found, voices * found), axis=1)


def repetition(bass: Ints) -> float:
    """Return how much of a bass is that of 1, 2, 4 or 8 bars before, 0 to 1, at the best of them.

    Args:
        bass: Pitch classes, (bars, places).
    """
    lags = (lag for lag in _LAGS if len(bass) >= 2 * lag)
    return max((float(np.mean(bass[lag:] == bass[:-lag])) for lag in lags), default=0.0)


def _bass(notes: Sequence[Note], bar_lines: Sequence[int]) -> tuple[Ints, float]:
    """Return the pitch class of the lowest note at each place, (bars, places); -1 for none.

    The other value is the share of places with another note above it, of those with any.
    """
    bars = np.array(bar_lines)
    into = np.diff(bars)[:, None] * np.arange(_PLACES) // _PLACES
    ticks = (bars[:-1, None] + into).reshape(-1)
    lowest, highest = np.full(len(ticks), _ABOVE), np.full(len(ticks), -1)
    for note in notes:
        first, past = np.searchsorted(ticks, (note.start, note.end))
        np.minimum(lowest[first:past], note.pitch, out=lowest[first:past])
        np.maximum(highest[first:past], note.pitch, out=highest[first:past])
    sounds = highest >= 0
    voices = float(np.mean(lowest[sounds] < highest[sounds])) if sounds.any() else 0.0
    return np.where(sounds, lowest % 12, -1).reshape(-1, _PLACES), voices


def _counted(pitch_classes: Ints) -> Floats:
    """Return how often each pitch class is there, (12,)."""
    return np.bincount(pitch_classes, minlength=12).astype(np.float64)


def _part(pitch_classes: Ints) -> Floats:
    """Return the share of each pitch class, (12,), silence left out."""
    heard = pitch_classes[pitch_classes >= 0]
    return _counted(heard) / max(1, len(heard))


def _shares(notes: Sequence[Note]) -> Floats:
    """Return the share of sounding time of each pitch class, (12,)."""
    pitch_classes = np.array([note.pitch % 12 for note in notes])
    time = np.bincount(pitch_classes, [note.duration for note in notes], 12)
    shares: Floats = time / time.sum()
    return shares


def _key(tonic: int, scale: Mode, shares: Floats) -> Key:
    """Return the key of a tonic and a scale, by the degrees that sound."""
    above = np.roll(shares, -tonic)
    minor = bool(scale) and MODES[scale].minor
    # A Phrygian scale with a major third, as in flamenco, comes to rest on a major chord.
    minor = minor and not (scale == "phrygian" and above[4] > above[3])
    by_degrees = _minor_mode(above) if minor else _major_mode(above)
    is_plain = scale in {"", "aeolian"}
    return Key(tonic, minor=minor, mode=by_degrees if is_plain else scale)


def _major_mode(above: Floats) -> Mode:
    """Return the mode of a key with a major third; empty for plain major.

    Args:
        above: Share of sounding time of each semitone above the tonic, (12,).
    """
    if _only(above, 1, 2):
        return "phrygian"
    if _only(above, 10, 11):
        return "mixolydian"
    return "lydian" if _only(above, 6, 5) else ""


def _minor_mode(above: Floats) -> Mode:
    """Return the mode of a key with a minor third; empty for plain minor, and as `_major_mode`."""
    if above[11] > _UNHEARD:
        return ""
    if _only(above, 1, 2):
        return "phrygian"
    if _only(above, 9, 8):
        return "dorian"
    return "aeolian" if above[10] > _UNHEARD else ""


def _only(above: Floats, degree: int, other: int) -> bool:
    """Return whether one degree sounds and another does not."""
    return bool(above[degree] > _UNHEARD >= above[other])
