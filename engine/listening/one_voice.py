"""The notes of one voice: humming, singing, whistling, a wind instrument."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.listening.pitch_path import Line, PitchPath, joined_lines, meant
from engine.listening.salience import STEP_S, Salience
from engine.listening.segmenting import STEADY_CENTS, Segment, segments_of
from engine.listening.tuning import CLEAR, Pitching, pitching_of
from engine.values.hearing import NO_PITCH, HeardNote

LEAST = 50
"""Notes of this strength are those of the cheapest explanation; weaker ones come beside them."""

# Frames of a part whose notes are found together: between a least and a most it ends where it is
# quietest.
_LEAST_PART, _MOST_PART = round(45 / STEP_S), round(60 / STEP_S)
# Weaker notes are found when all notes cost this share.
_CHEAPER = 0.5
# Frames between the beginnings of two explanations of one note.
_SAME = 6
# A note with so much gain is half way to certainty, a weaker one to being likely.
_SURE, _LIKELY = 14.0, 4.0
# Singers are some 25 dB louder in their loudest notes than in their softest ones.
_HISS_DB = 30.0
# A voice sings three octaves at most; where one ends, the network may hear a pitch far below it. Of
# the notes of this strength .99 were right on the tunes for choosing.
_REACH, _CERTAIN = 19, 90
# Velocities: of a note of the usual level, and steps for a decibel.
_USUAL_VELOCITY, _STEPS_A_DB = 80, 3.0
# Frames at each end of a note that do not say its pitch: it comes and goes.
_EDGE = 4
# A longer note says no more about the tuning.
_LONG = round(0.5 / STEP_S)
_SEMITONE = 100.0
# A part is cut in the middle of so many quiet frames.
_WINDOW = np.ones(9) / 9


@dataclass(frozen=True, slots=True, kw_only=True)
class OneVoiceHeard:
    """The notes and the pitch of one voice.

    Attributes:
        notes: By start, those that are unlikely as well; `LEAST` divides them.
        line: Its pitch at each frame in cents, as it was sung; `NO_PITCH` where no voice sounds.
        tuning_cents: How far it was above concert pitch; 0 if that is not clear.
    """

    notes: tuple[HeardNote, ...]
    line: tuple[int, ...]
    tuning_cents: int


class OneVoice:
    """Hears one voice in stretch after stretch; may be asked for its notes at any time."""

    def __init__(self) -> None:
        self._path = PitchPath()
        self._lines: list[Line] = []

    def feed(self, salience: Salience) -> None:
        """Follow the voice through the next stretch."""
        self._lines.append(self._path.feed(salience))

    def heard(self) -> OneVoiceHeard:
        """Return what it sang so far."""
        self._lines = [joined_lines(self._lines)]
        line = joined_lines([*self._lines, self._path.rest()])
        notes: list[_Found] = []
        first_pitching = last = Pitching()
        for first, part in _parts(line):
            pitching = _pitching_of_part(part, before=last)
            first_pitching = first_pitching if first else pitching
            last = replace(pitching, cents=pitching.cents + pitching.drift * len(part) * STEP_S)
            notes += _found_in(part, pitching, first)
        made = tuple(_heard_notes(notes))
        cents = np.where(_of_a_voice(line, made), np.round(line.cents), NO_PITCH)
        return OneVoiceHeard(
            notes=made,
            line=tuple(cents.astype(int).tolist()),
            tuning_cents=round(first_pitching.cents) if first_pitching.clear >= CLEAR else 0,
        )


def one_voice(saliences: Iterable[Salience]) -> OneVoiceHeard:
    """Return what one voice sang in a recording."""
    voice = OneVoice()
    for salience in saliences:
        voice.feed(salience)
    return voice.heard()


def _parts(line: Line) -> Iterator[tuple[int, Line]]:
    """Yield parts of a line with the frames they begin at; they end where it is quietest."""
    first = 0
    while len(line) - first > _MOST_PART:
        chances = line.chances[first + _LEAST_PART : first + _MOST_PART]
        quiet = np.convolve(chances, _WINDOW, "valid")
        end = first + _LEAST_PART + len(_WINDOW) // 2 + int(quiet.argmin())
        yield first, line.between(first, end)
        first = end
    if first < len(line):
        yield first, line.between(first, len(line))


def _pitching_of_part(part: Line, *, before: Pitching) -> Pitching:
    """Return where the keys lie in a part, as near as possible to where they lay before it.

    Frames of which the pitch hardly moves say it first, then the notes that were found so.
    """
    means, moves = meant(part.cents)
    pitching = pitching_of(means, np.where(moves < STEADY_CENTS, part.chances, 0.0))
    segments = segments_of(part, pitching.offsets(0, len(part)))
    middles, lengths = np.full(len(part), np.nan, np.float32), np.zeros(len(part), np.float32)
    for segment in segments:
        middle = (segment.first + segment.end) // 2
        middles[middle] = _pitch_of(part, segment)
        lengths[middle] = min(segment.end - segment.first, _LONG)
    better = pitching_of(middles, lengths)
    if better.clear < CLEAR:
        return replace(pitching, cents=before.cents, drift=0.0) if before.clear else better
    if before.clear:
        # The next of all semitones; a voice that sank stays on its own keys.
        semitones = round((before.cents - better.cents) / _SEMITONE)
        better = replace(better, cents=better.cents + _SEMITONE * semitones)
    return better


def _pitch_of(part: Line, segment: Segment) -> float:
    """Return the median pitch of a note, in cents, without its edges if it is long enough."""
    length = segment.end - segment.first
    edge = min(_EDGE, length // 4)
    cents = part.cents[segment.first + edge : segment.end - edge]
    known = cents[np.isfinite(cents)]
    return float(np.median(known)) if len(known) else float("nan")


@dataclass(frozen=True, slots=True)
class _Found:
    """A note.

    Attributes:
        segment: In frames of the recording.
        cents: How far it lies above its key.
        peak: Its loudest frame, of full scale.
        middle: The median of its frames: beside the end of a note hiss has its peak, too.
        strength: As in `HeardNote`.
    """

    segment: Segment
    cents: float
    peak: float
    middle: float
    strength: int


def _found_in(part: Line, pitching: Pitching, first: int) -> list[_Found]:
    offsets = pitching.offsets(0, len(part))
    likely = segments_of(part, offsets)
    found = [(segment, LEAST) for segment in likely]
    found += [
        (segment, 0)
        for segment in segments_of(part, offsets, cost=_CHEAPER)
        if not any(_is_same(segment, other) for other in likely)
    ]
    made = []
    for segment, least in sorted(found, key=lambda one: one[0].first):
        pitch = _pitch_of(part, segment)
        cents = pitch - float(offsets[(segment.first + segment.end) // 2]) - 100 * segment.key
        moved = replace(segment, first=segment.first + first, end=segment.end + first)
        levels = part.levels[segment.first : segment.end]
        sure = 1 - 0.5 ** (segment.gain / (_SURE if least else _LIKELY))
        made.append(
            _Found(
                segment=moved,
                cents=0.0 if np.isnan(cents) else cents,
                peak=float(levels.max()),
                middle=float(np.median(levels)),
                strength=int(least + LEAST * sure),
            )
        )
    return made


def _is_same(cheap: Segment, likely: Segment) -> bool:
    """Return whether a cheap note is a likely one: begins with it, or before it on its key."""
    if abs(cheap.first - likely.first) <= _SAME:
        return True
    return cheap.key == likely.key and cheap.first < likely.first < cheap.end


def _of_a_voice(line: Line, notes: Iterable[HeardNote]) -> NDArray[np.bool_]:
    """Return which frames have the pitch of a voice: it goes on to a likely note, hiss has none."""
    known, sung = np.isfinite(line.cents), np.zeros(len(line), np.bool_)
    for note in notes:
        if note.strength >= LEAST:
            sung[round(note.start_s / STEP_S) : round(note.end_s / STEP_S)] = True
    stretch = np.cumsum(np.diff(known, prepend=False))
    return known & np.isin(stretch, stretch[known & sung])


def _heard_notes(found: list[_Found]) -> Iterator[HeardNote]:
    """Yield notes; one lasts also through weaker notes that follow at once, should they be left."""
    peaks, middles = (
        20 * np.log10(np.maximum(each, 1e-4))
        for each in ([one.peak for one in found], [one.middle for one in found])
    )
    usual_key = float(np.median([one.segment.key for one in found])) if found else 0.0
    usual, usual_middle = (float(np.median(each)) if found else 0.0 for each in (peaks, middles))
    for number, (one, level) in enumerate(zip(found, peaks.tolist(), strict=True)):
        end = one.segment.end
        for after in found[number + 1 :]:
            if after.segment.first > end or after.strength >= one.strength:
                break
            end = max(end, after.segment.end)
        hisses = middles[number] < usual_middle - _HISS_DB
        strays = one.strength < _CERTAIN and abs(one.segment.key - usual_key) > _REACH
        yield HeardNote(
            start_s=one.segment.first * STEP_S,
            end_s=end * STEP_S,
            pitch=one.segment.key,
            cents=int(np.clip(round(one.cents), -100, 100)),
            velocity=int(np.clip(_USUAL_VELOCITY + _STEPS_A_DB * (level - usual), 20, 120)),
            # Hiss, and an end of a voice, are no notes, however clearly a pitch stands there.
            strength=min(one.strength, LEAST - 1) if hisses or strays else one.strength,
        )
