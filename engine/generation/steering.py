"""Sliders and wishes, reached by tilting the distributions that are drawn from.

A slider or a followed chord sets a target for a mean: the pitch of a part six semitones up, or nine
strong beats of ten on chord tones. A fixed number of nats cannot reach it where the network or the
copier is sure: in a reel, whose next note has a probability of 0.99, two nats change nothing. So
each `Aim` measures the notes so far, and multiplies the probabilities by exp(λ · f(id)) with the
least λ that moves the mean of f to the target (exponential tilting).
The mean is taken over the mixture of network and copier, after all rules, so that neither a habit
of the piece nor its repetition overrules the user. How likely it is that a note, or time, comes
next does not change.

Legend: V vocabulary.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from engine.form.passage_figures import loudness, mean_pitch
from engine.generation.plan import Plan
from engine.generation.reading.chords import StrongBeats, foreign_to
from engine.generation.reading.habits import bars_before
from engine.generation.rules.rule import Logits
from engine.generation.state.decoding import DecodingState
from engine.harmony.chord_symbols import Chord, pitch_classes
from engine.harmony.chord_track import chord_at, end_of
from engine.model.decoding.sampling import Guess
from engine.request import PartNote
from engine.tokens.grammar import Place
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.score import Note, Score
from engine.values.time import BarMap

SEMITONES, VELOCITIES, DOUBLINGS, TIMES = 3.0, 8.0, 0.5, 1.3
"""What one unit of a slider asks for: *Register* in semitones, *Loudness* in velocities, *Note
length* in doublings, *Busy* as a factor on the notes of a bar. A slider has two units each way.
The ends are about as far as they were in pop songs when sliders were nats."""

CHORD_TONES = 0.95
"""Share of the notes on strong beats that are tones of a followed chord."""

_LATELY = 8  # notes of a part over which its mean pitch, velocity and length are taken
_MOST_LEAN = 12.0  # nats between ids that are clearly apart: an octave, a doubling, a sixteenth
_SIXTEENTH = 0.25  # of a quarter
_CLOSE = 0.02  # of an aim that is met
_STEPS = 24  # of the search for λ; each halves the interval


_USUAL = {TokenKind.PITCH: 60.0, TokenKind.VELOCITY: 80.0, TokenKind.DURATION: 0.0}
"""Means of the notes of a part without any: pitch, velocity, log2 of quarters."""

_SLIDERS = {
    TokenKind.PITCH: ("register", SEMITONES, 12.0),
    TokenKind.VELOCITY: ("loudness", VELOCITIES, 16.0),
    TokenKind.DURATION: ("note_length", DOUBLINGS, 1.0),
}
"""By the ids that it moves: the slider, its unit, and the difference of values over which a tilt is
at most `_MOST_LEAN` nats."""

_PLACES: Mapping[TokenKind, frozenset[Place]] = {
    TokenKind.PITCH: frozenset(),  # wherever a note may begin
    TokenKind.VELOCITY: frozenset({Place.PITCH, Place.DRUM}),
    TokenKind.DURATION: frozenset({Place.VELOCITY}),
}


class Aim:
    """A target of the user's; this base class has none."""

    def shape(self, logits: Logits, guess: Guess | None, state: DecodingState) -> bool:  # noqa: ARG002
        """Tilt one row in place; return whether anything changed.

        Args:
            logits: (V,), after the rules.
            guess: The copier's, with the share that the rules leave it.
            state: The state of the row.
        """
        return False

    def add(self, part: PartNote, number: int) -> None:
        """Count a note that was written.

        Args:
            part: The note.
            number: The number of its part.
        """

    def branch(self) -> "Aim":
        """Return a copy for another row."""
        return copy(self)


class NoteAim(Aim):
    """Moves the mean of a value of notes, such as their pitch, that ids of one kind set.

    Args:
        kind: The kind of the ids.
        vocabulary: The vocabulary.
        measure: Returns the value of a note, in the unit of the aim.
        values: The value of each id of the kind, in the same unit.
        wanted: For each written bar, the change of the mean; later bars as the last.
        usual: By number of a part, its mean before the start.
        widest: Difference of values over which a tilt is at most `_MOST_LEAN` nats.
    """

    def __init__(
        self,
        kind: TokenKind,
        vocabulary: Vocabulary,
        measure: Callable[[Note], float],
        *,
        values: NDArray[np.float64],
        wanted: Sequence[float],
        usual: Mapping[int, float],
        widest: float,
    ) -> None:
        self._ids, self._values, self._wanted = vocabulary.span_of(kind), values, wanted
        self._usual, self._measure, self._places = usual, measure, _PLACES[kind]
        self._steepest = _MOST_LEAN / widest
        self._means: Mapping[int, float] = usual

    def shape(self, logits: Logits, guess: Guess | None, state: DecodingState) -> bool:
        """Tilt the ids so that the mean moves to its target."""
        if not self._applies(state):
            return False
        wanted = self._wanted[min(state.bar_number, len(self._wanted) - 1)]
        part = state.part
        if not wanted or part not in self._usual:
            return False
        # The part of the move that is lacking: at most all of it, and never backwards.
        lacking = (self._usual[part] + wanted - self._means[part]) / wanted
        shift = wanted * min(1.0, max(0.0, lacking))
        if abs(shift) < _CLOSE * abs(wanted):
            return False
        return tilt(logits, self._ids, self._values, guess, shift=shift, steepest=self._steepest)

    def _applies(self, state: DecodingState) -> bool:
        if not self._places:
            return state.may_begin_note and not state.voices.is_drums(state.part)
        return state.place in self._places

    def add(self, part: PartNote, number: int) -> None:
        """Take a note into the mean of its part."""
        if number in self._means:
            mean = self._means[number]
            moved = mean + (self._measure(part.note) - mean) / _LATELY
            self._means = {**self._means, number: moved}


class BusyAim(Aim):
    """Moves the mean time until the next onset, so that bars have the wanted number of notes.

    A tune with more notes also needs shorter ones, because its next note waits for the last.

    Args:
        wanted: For each written bar, its notes as a multiple of the usual.
        usual: Notes of a bar before the start.
        vocabulary: The vocabulary.
    """

    def __init__(self, wanted: Sequence[float], usual: float, vocabulary: Vocabulary) -> None:
        self._wanted, self._usual = wanted, usual
        self._positions = vocabulary.span_of(TokenKind.POSITION)
        self._durations = vocabulary.span_of(TokenKind.DURATION)
        self._bar = vocabulary.bar
        self._lengths: list[int] = vocabulary.meter_lengths.tolist()
        count = self._positions.stop - self._positions.start
        self._quarters = np.arange(count + 1) / vocabulary.positions_per_beat
        self._doublings = np.log2(np.maximum(vocabulary.durations, 1).astype(np.float64))

    def shape(self, logits: Logits, guess: Guess | None, state: DecodingState) -> bool:
        """Tilt positions and the bar line towards sooner or later ones."""
        grammar = state.grammar_state
        wanted = self._wanted[min(state.bar_number, len(self._wanted) - 1)]
        if wanted == 1.0 or grammar.meter < 0:
            return False
        waits = state.place == Place.VELOCITY and wanted > 1 and state.part in state.voices.tunes
        if state.is_inside_note and not waits:
            return False
        now, length = max(grammar.position, 0), self._lengths[grammar.meter]
        done = self._done(state, now / length, wanted)
        times = min(1.0, max(1 / wanted, done)) if wanted > 1 else max(1.0, min(1 / wanted, done))
        if abs(times - 1.0) < _CLOSE:
            return False
        if waits:
            return tilt(
                logits,
                self._durations,
                self._doublings,
                guess,
                shift=math.log2(times),
                steepest=_MOST_LEAN,
            )
        ahead = slice(self._positions.start + now + 1, self._positions.start + length)
        return tilt(
            logits,
            np.r_[ahead, self._bar],
            self._quarters[1 : length - now + 1],
            guess,
            factor=times,
            steepest=_MOST_LEAN / _SIXTEENTH,
        )

    def _done(self, state: DecodingState, passed: float, wanted: float) -> float:
        """Return the notes of this bar and the one before, as a share of the wanted number."""
        heard = state.heard
        before = sum(map(len, heard.struck_before.values())) if state.bars_before else self._usual
        return (before + heard.notes) / ((1 + passed) * self._usual * wanted)


class ChordAim(Aim):
    """Keeps notes on strong beats to the tones of followed chords.

    Args:
        chords: At least one, ascending by tick.
        score: The piece.
        vocabulary: The vocabulary.
    """

    def __init__(self, chords: Sequence[Chord], score: Score, vocabulary: Vocabulary) -> None:
        self._chords, self._beats = chords, StrongBeats(score)
        self._end = end_of(chords, score)
        self._pitches = vocabulary.span_of(TokenKind.PITCH)

    def shape(self, logits: Logits, guess: Guess | None, state: DecodingState) -> bool:
        """Raise chord tones to `CHORD_TONES` of all pitches."""
        if not state.may_begin_note or state.voices.is_drums(state.part):
            return False
        tick = state.tick
        if tick >= self._end or tick not in self._beats:
            return False
        tones = pitch_classes(chord_at(self._chords, tick))
        if not tones:
            return False
        values = (~foreign_to(tones)).astype(np.float64)
        return tilt(logits, self._pitches, values, guess, least=CHORD_TONES, steepest=_MOST_LEAN)

    def branch(self) -> "ChordAim":
        """Return this object: it has no state."""
        return self


def tilt(
    logits: Logits,
    ids: slice | NDArray[np.int64],
    values: NDArray[np.float64],
    guess: Guess | None,
    *,
    shift: float = 0.0,
    factor: float = 1.0,
    least: float = -math.inf,
    steepest: float,
) -> bool:
    """Tilt some ids of one row in place so that the mean of their values moves.

    The ids keep their probability as a whole. The mean is that of the mixture with the guess; the
    tilt also changes the share of the guess.

    Args:
        logits: (V,).
        ids: The ids, N of them.
        values: The value of each, (N,).
        guess: The copier's, or None.
        shift: An addition to the mean.
        factor: A factor on the mean.
        least: The smallest mean.
        steepest: Most nats for a difference of 1.

    Returns:
        Whether anything changed.
    """
    own = logits[ids].astype(np.float64)
    whole = np.logaddexp.reduce(own)
    if not np.isfinite(whole):
        return False
    mixed = np.exp(own - whole)
    if guess is not None:
        mixed = _mixed(mixed, logits, ids, float(whole), guess)
    mean = float(mixed @ values)
    wanted = max(least, factor * mean + shift)
    if wanted == mean:
        return False
    lean = _lean(mixed, values, wanted, steepest)
    leant = own + lean * values
    logits[ids] = (leant + (whole - np.logaddexp.reduce(leant))).astype(np.float32)
    return lean != 0.0


def _mixed(
    shares: NDArray[np.float64],
    logits: Logits,
    ids: slice | NDArray[np.int64],
    whole: float,
    guess: Guess,
) -> NDArray[np.float64]:
    """Return the shares of ids in the mixture with a guess, where it is one of them."""
    numbers = np.arange(len(logits))[ids]
    place = np.flatnonzero(numbers == guess.token)
    if not len(place):
        return shares
    total = float(np.logaddexp.reduce(logits.astype(np.float64)))
    others = (1.0 - guess.share) * math.exp(whole - total)
    own = guess.share / (guess.share + others)
    mixed = (1.0 - own) * shares
    mixed[place[0]] += own
    return mixed


def _lean(
    shares: NDArray[np.float64], values: NDArray[np.float64], wanted: float, steepest: float
) -> float:
    """Return the λ that gives values the wanted mean under shares · exp(λ · values)."""
    there = shares > 0.0
    logs, values = np.log(shares[there]), values[there]
    low, high = -steepest, steepest
    for _ in range(_STEPS):
        middle = (low + high) / 2
        weights = logs + middle * values
        weights = np.exp(weights - weights.max())
        if float(weights @ values) / float(weights.sum()) < wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def aims_of(plan: Plan) -> tuple[Aim, ...]:
    """Return the aims of a plan; empty where sliders and wish are neutral."""
    return (*_chord_aims(plan), *_note_aims(plan), *_busy_aims(plan))


def _chord_aims(plan: Plan) -> Iterator[Aim]:
    if plan.written and plan.request.harmony == "followed":
        yield ChordAim(plan.written, plan.score, plan.vocabulary)


def _note_aims(plan: Plan) -> Iterator[Aim]:
    leaning, vocabulary, quarter = plan.leaning, plan.vocabulary, plan.score.ticks_per_quarter
    if all(each.is_neutral for each in leaning):
        return
    usual = _usual(plan)
    measures: Mapping[TokenKind, Callable[[Note], float]] = {
        TokenKind.PITCH: lambda note: float(note.pitch),
        TokenKind.VELOCITY: lambda note: float(note.velocity),
        TokenKind.DURATION: lambda note: math.log2(note.duration / quarter),
    }
    for kind, (slider, unit, widest) in _SLIDERS.items():
        values = vocabulary.values[vocabulary.ids_of(kind)].astype(np.float64)
        if kind == TokenKind.DURATION:
            values = np.log2(np.maximum(values, 1) / vocabulary.positions_per_beat)
        wanted = [unit * getattr(each, slider) for each in leaning]
        if any(wanted):
            yield NoteAim(
                kind,
                vocabulary,
                measures[kind],
                values=values,
                wanted=wanted,
                usual={part: means[kind] for part, means in usual.items()},
                widest=widest,
            )


def _busy_aims(plan: Plan) -> Iterator[Aim]:
    notes = _notes_a_bar(plan) if any(each.busy for each in plan.leaning) else 0.0
    if notes:
        yield BusyAim([TIMES**each.busy for each in plan.leaning], notes, plan.vocabulary)


def _usual(plan: Plan) -> dict[int, Mapping[TokenKind, float]]:
    """Return the means of each written part in the last bars, by its number."""
    quarter = plan.score.ticks_per_quarter
    return {
        part: {
            TokenKind.PITCH: mean_pitch(notes),
            TokenKind.VELOCITY: loudness(notes),
            # Not of the plain length: a slider multiplies it.
            TokenKind.DURATION: fmean(math.log2(note.duration / quarter) for note in notes),
        }
        if notes
        else _USUAL
        for part, notes in _lately(plan).items()
    }


def _notes_a_bar(plan: Plan) -> float:
    """Return the mean number of notes of the written parts in one of the last bars."""
    bars = bars_before(BarMap.of(plan.score), start=plan.usual_until, since=plan.request.since)
    return sum(map(len, _lately(plan).values())) / max(1, len(bars))


def _lately(plan: Plan) -> dict[int, list[Note]]:
    """Return the notes of each written part in the last bars, by its number."""
    bars, until = BarMap.of(plan.score), plan.usual_until
    begin = bars.start_of(bars_before(bars, start=until, since=plan.request.since).start)
    return {
        part: [note for note in notes if begin <= note.start < until]
        for part, notes in plan.parts.notes_of(plan.score.tracks).items()
        if part in plan.voices.parts
    }
