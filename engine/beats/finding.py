"""Find the beats and bars of played notes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from engine.beats.adapting import as_tapped
from engine.beats.bars import down_beats, with_lines
from engine.beats.certainty import bar_certainty
from engine.beats.features import FRAMES_A_SECOND, Frames, features_of
from engine.beats.looking import Look, on_and_on
from engine.beats.network import BeatNetwork
from engine.beats.notes import Bools, Floats, Ints, PlayedNotes
from engine.beats.one_voice import is_one_voice, voice_bars
from engine.beats.taps import LEAST_AGREEMENT, agreement, taps_on, with_beats, with_taps
from engine.beats.tracking import TRACKING, at_one_level, beat_frames, beat_seconds
from engine.beats.two_tempos import are_two_tempos
from engine.ground import paths

# Ten notes or four bars say nothing about a beat that one could rely on.
_FEWEST_NOTES, _FEWEST_BEATS = 16, 8
# One voice has its beats from this many notes on, if they begin this near to parts of the beats.
_FEWEST_SUNG, _LEAST_FIT = 8, 0.62
# The features end so long after the last onset, for the beat that follows it.
_TAIL_S = 1.0
# The mean probability of the beats below which there is no steady beat. Onsets at random times
# reach 0.27 to 0.334 (24 pieces), 52 of 54 performances more than this.
_LEAST_CERTAINTY = 0.337
# Longer performances are not searched: they take 0.15 s of processor time a minute, and memory for
# each frame.
_LONGEST_S = 3 * 3600.0


@dataclass(frozen=True, slots=True)
class FoundBeats:
    """The beats of a performance.

    Attributes:
        seconds: Time of each beat, rising, (beats,).
        down: Which beats begin a bar, (beats,).
        triple: Whether a beat divides into three, as in 6/8.
        certainty: Mean probability that the network gives the beats that fit it best, whether they
            stay at one level or not, 0 to 1.
        sure: Certainty of the bar from each bar line to the next, 0 to 1, (bars,); see
            `bar_certainty`.
        is_click: Whether they are those of a click that the file was recorded to, and not heard.
    """

    seconds: Floats
    down: Bools
    triple: bool
    certainty: float
    sure: Floats
    is_click: bool = False


@dataclass(frozen=True, slots=True)
class KnownBeats:
    """The beats and bar lines of which a person is sure.

    Attributes:
        lines_s: Bar lines.
        beats_in_bar: Beats of each bar; 0 if nobody said.
        until_s: When the last beat is that a person tapped.
        beat_s: The length of a beat; 0 if nobody said.
    """

    lines_s: tuple[float, ...] = ()
    beats_in_bar: int = 0
    until_s: float = 0.0
    beat_s: float = 0.0


NOTHING_KNOWN = KnownBeats()


@dataclass(frozen=True, slots=True)
class HeardBeats:
    """The most probable beats of a performance, be they steady or not.

    Attributes:
        found: The beats.
        logits: The network's, with known bar lines as beats, (frames, HEADS).
        is_steady: Whether one may rely on them.
    """

    found: FoundBeats
    logits: Frames
    is_steady: bool


@cache
def network() -> BeatNetwork:
    """Return the network that comes with the program; it is read once."""
    return BeatNetwork.load(paths.beat_network())


def find_beats(
    notes: PlayedNotes, *, lines_s: Sequence[float] = (), beats_in_bar: int = 0
) -> FoundBeats | None:
    """Return the beats of played notes; None where there is no steady beat, or two tempos at once.

    Args:
        notes: All notes, or those so far of a performance that goes on.
        lines_s: Bar lines that are known, in seconds; the others are found around them.
        beats_in_bar: Beats of each bar if they are known; 0 if not.
    """
    heard = hear_beats(notes, KnownBeats(lines_s=tuple(lines_s), beats_in_bar=beats_in_bar))
    return heard.found if heard is not None and heard.is_steady else None


def hear_beats(
    notes: PlayedNotes, known: KnownBeats = NOTHING_KNOWN, *, look: Look = on_and_on
) -> HeardBeats | None:
    """Return the most probable beats of played notes; None for too few notes, or too long music.

    Args:
        notes: All notes, or those so far of a performance that goes on.
        known: The bar lines that are known; the others are found around them.
        look: Called often; it may raise to stop.
    """
    sung = known == NOTHING_KNOWN and len(notes) >= _FEWEST_SUNG and is_one_voice(notes)
    if not (sung or len(notes) >= _FEWEST_NOTES) or notes.start_s[-1] > _LONGEST_S:
        return None
    look()
    logits = with_beats(network().logits(_features(notes), look=look), known.lines_s)
    if sung:
        return _heard_of_one_voice(notes, logits, look)
    found = _found(notes, logits, known, look=look)
    if found is None:
        return None
    found = with_lines_put(found, known.lines_s)
    look()
    steady = found.certainty >= _LEAST_CERTAINTY and not are_two_tempos(notes, found.seconds)
    return HeardBeats(found, logits, steady)


def _heard_of_one_voice(notes: PlayedNotes, logits: Frames, look: Look) -> HeardBeats | None:
    bars = voice_bars(notes, logits, look=look)
    if bars is None:
        return None
    at = logits_at(bars.seconds, logits)
    certainty = float(_probability(at[:, 0]).mean())
    found = barred(bars.seconds, at, bars.down, triple=bars.triple, certainty=certainty)
    return HeardBeats(found, logits, bars.fit >= _LEAST_FIT)


def find_tapped_beats(
    notes: PlayedNotes,
    taps_s: Sequence[float],
    *,
    accents_s: Sequence[float] = (),
    lines_s: Sequence[float] = (),
    beats_in_bar: int = 0,
) -> FoundBeats | None:
    """Return beats that follow taps, and go on before and after them; None if none do.

    Args:
        notes: All notes.
        taps_s: Times of the taps, in any order; the first one is the first beat of a bar.
        accents_s: Which of these taps begin a bar, too.
        lines_s: Bar lines that are known, in seconds.
        beats_in_bar: Beats of each bar; 0 if nobody said how many.
    """
    if not len(notes) or notes.start_s[-1] > _LONGEST_S:
        return None
    hidden = network().hidden(_features(notes))
    heard = network().heads(hidden)
    taps = taps_on(notes, taps_s, heard)
    if taps is None:
        return None
    logits = with_taps(as_tapped(heard, hidden, taps.seconds), taps.seconds)
    accents = [max(at - taps.delay_s, 0.0) for at in accents_s]
    known = KnownBeats(
        lines_s=(*lines_s, float(taps.seconds[0]), *accents),
        beats_in_bar=beats_in_bar or _beats_between(accents, taps.seconds),
        until_s=float(taps.seconds[-1]),
        beat_s=float(np.median(np.diff(taps.seconds))),
    )
    found = _found(notes, with_beats(logits, lines_s), known)
    found = None if found is None else with_lines_put(found, lines_s)
    if found is None or agreement(taps.seconds, found.seconds) < LEAST_AGREEMENT:
        return None
    return found


def _beats_between(accents_s: Sequence[float], taps_s: Floats) -> int:
    """Return how many beats each accented tap is after the one before; 0 if that changes."""
    numbers = {int(np.abs(taps_s - at).argmin()) for at in accents_s} | {0}
    apart = set(np.diff(sorted(numbers)).tolist())
    return int(apart.pop()) if len(apart) == 1 else 0


def _features(notes: PlayedNotes) -> Frames:
    return features_of(notes, seconds_s=float(notes.start_s[-1]) + _TAIL_S)


def beats_at(
    seconds: Floats,
    logits: Frames,
    *,
    triple: bool,
    certainty: float,
    known: KnownBeats = NOTHING_KNOWN,
) -> FoundBeats | None:
    """Return beats at some times with the most probable bars; None if they have no bar line.

    Args:
        seconds: Times of the beats, rising, inside the frames, (beats,).
        logits: The network's, (frames, HEADS).
        triple: Whether a beat divides into three.
        certainty: See `FoundBeats`.
        known: The bar lines that are known.
    """
    at = logits_at(seconds, logits, known)
    down = down_beats(at[:, 1], beats_in_bar=known.beats_in_bar)
    if len(at) < _FEWEST_BEATS or not down.any():
        return None
    found = barred(seconds, at, down, triple=triple, certainty=certainty)
    return with_lines_put(found, known.lines_s)


def with_lines_put(found: FoundBeats, lines_s: Sequence[float]) -> FoundBeats:
    """Return beats whose bar lines are exactly where a person put them.

    Args:
        found: Beats near these lines.
        lines_s: The lines, in seconds.
    """
    if not lines_s:
        return found
    seconds = found.seconds.copy()
    for line in lines_s:
        nearest = int(np.abs(seconds - line).argmin())
        # Another beat that would come before or after it leaves the order as it is.
        if (nearest == 0 or seconds[nearest - 1] < line) and (
            nearest + 1 == len(seconds) or line < seconds[nearest + 1]
        ):
            seconds[nearest] = line
    return replace(found, seconds=seconds)


def logits_at(seconds: Floats, logits: Frames, known: KnownBeats = NOTHING_KNOWN) -> Floats:
    """Return the network's logits of beats, (beats, HEADS), where bar lines are known with them.

    Args:
        seconds: Times of the beats, rising, inside the frames, (beats,).
        logits: The network's, (frames, HEADS).
        known: The bar lines that are known.
    """
    frames = np.clip(np.rint(seconds * FRAMES_A_SECOND), 0, len(logits) - 1).astype(np.int64)
    return _at(frames, logits, known)


def barred(
    seconds: Floats, at: Floats, down: Bools, *, triple: bool, certainty: float
) -> FoundBeats:
    """Return beats with bars.

    Args:
        seconds: Times of the beats, (beats,).
        at: The network's logits of them, (beats, HEADS).
        down: Which beats begin a bar, (beats,), at least one.
        triple: Whether a beat divides into three.
        certainty: See `FoundBeats`.
    """
    sure = bar_certainty(seconds, at[:, 0], at[:, 1], down)
    return FoundBeats(seconds, down, triple, certainty, sure)


def _found(
    notes: PlayedNotes, logits: Frames, known: KnownBeats, *, look: Look = on_and_on
) -> FoundBeats | None:
    beat = logits[:, 0].astype(np.float64)
    first = beat_frames(beat, replace(TRACKING, usual_s=known.beat_s), look=look)
    if len(first) < _FEWEST_BEATS:
        return None
    frames = first if known.beat_s else at_one_level(beat, first, look=look)
    look()
    at = _at(frames, logits, known)
    down = down_beats(at[:, 1], beats_in_bar=known.beats_in_bar)
    if len(frames) < _FEWEST_BEATS or not down.any():
        return None
    certainty = float(_probability(beat[first]).mean())
    triple = bool(at[:, 2].mean() > 0)
    return barred(beat_seconds(frames, notes), at, down, triple=triple, certainty=certainty)


def _at(frames: Ints, logits: Frames, known: KnownBeats) -> Floats:
    at = logits[frames].astype(np.float64)
    if known.lines_s:
        at[:, 1] = _with_known_lines(at[:, 1], frames, known)
    return at


def _with_known_lines(logits: Floats, frames: Ints, known: KnownBeats) -> Floats:
    """Return the bar-line logits of beats, (beats,), with the lines that are known."""
    at_s = frames / FRAMES_A_SECOND
    lines = np.unique([int(np.abs(at_s - line).argmin()) for line in known.lines_s])
    last = int(np.abs(at_s - max((known.until_s, *known.lines_s))).argmin())
    return with_lines(logits, lines.astype(np.int64), beats_in_bar=known.beats_in_bar, last=last)


def _probability(logits: Floats) -> Floats:
    probability: Floats = 1 / (1 + np.exp(-logits))
    return probability
