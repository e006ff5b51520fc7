"""Raises bars that return or that a wish names.

Music is made of bars that return varied, most of all 4 and 8 bars later, and a small network does
not count bars. `BarLags` therefore raises each id that would repeat the bar 4, 8 or 16 bars ago at
this place. Unlike the copier, which follows runs of ids, it finds its place again after any change.

Pages: experiment 2026-11-22-phrases (lags), 2026-11-23-coming-back (returning phrases).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import asdict, replace
from functools import partial
from statistics import fmean

import numpy as np

from engine.generation.plan import Plan
from engine.generation.planners import bass, chords, departures, form, sections
from engine.generation.priors import LagNats, RepetitionPriors
from engine.generation.reading.prompt import audible
from engine.generation.rules.rule import Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.generation.state.form import ALTERNATING, NEW_PITCHES, Form
from engine.generation.state.heard import NOTHING, Bar, Heard
from engine.generation.wishes import bars_alike, pattern_of
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.config import PITCHES
from engine.values.score import Note, Score
from engine.values.time import BarMap

LAGS = (4, 8, 16)
"""Bars back. Not 1 and 2: a model that repeats the bar before goes in circles."""

WISHED_NATS: dict[TokenKind, float] = {
    TokenKind.PITCH: 1.5,
    TokenKind.DRUM: 5.1,
    TokenKind.POSITION: 1.5,
    TokenKind.PART: 1.2,
    TokenKind.VELOCITY: 2.1,
    TokenKind.DURATION: 3.3,
    TokenKind.BAR: 1.8,
}
"""For ids of a bar that the user wants back; a wish means the same for all models."""

# Plain integers, because looking up an enum member takes longer than the rest.
_PART, _PITCH, _DRUM = int(TokenKind.PART), int(TokenKind.PITCH), int(TokenKind.DRUM)
_VELOCITY = int(TokenKind.VELOCITY)
_OPEN = frozenset(
    map(
        int,
        (
            TokenKind.POSITION,
            TokenKind.CHORD,
            TokenKind.TEMPO,
            TokenKind.PEDAL,
            TokenKind.PEDAL_OFF,
        ),
    )
)
_PITCHES = frozenset({int(TokenKind.PITCH), _DRUM})
_SOUND = frozenset({_VELOCITY, int(TokenKind.DURATION)})
_NO_PARTS: dict[int, dict[int, list[int]]] = {}
_NO_NOTES: dict[int, list[int]] = {}
_NO_SOUND: list[int] = []


class Place:
    """Finds the ids that would repeat a bar at the current place.

    Args:
        vocabulary: The vocabulary.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.kinds: list[int] = vocabulary.kinds.tolist()
        self._bar_line = vocabulary.bar

    def said_by(self, bar: Bar, heard: Heard) -> list[int]:
        """Return the ids that would repeat a bar here."""
        kind, position = heard.kind, heard.position
        parts = bar.get(position, _NO_PARTS)
        notes = parts.get(heard.part, _NO_NOTES)
        ended = kind in _SOUND and self._is_complete(heard)
        if (kind in _PITCHES or kind in _SOUND) and not ended:
            said = notes.get(heard.pitch, _NO_SOUND)
            return said[1:2] if kind == _VELOCITY else said[:1]
        found = []
        if ended or kind in _OPEN:
            found += [part for part in parts if self._may_play(part, heard, ended=ended)]
        if ended or kind in _OPEN or kind == _PART:
            found += [pitch for pitch in notes if pitch > heard.pitch]
        if ended or position == NOTHING:
            found.append(min([each for each in bar if each > position], default=self._bar_line))
        return found

    def raise_bar(self, logits: Logits, bar: Bar, heard: Heard, factor: float) -> None:
        """Add a factor of `WISHED_NATS` to the ids that would repeat a bar here."""
        for token in self.said_by(bar, heard):
            logits[token] += factor * WISHED_NATS[TokenKind(self.kinds[token])]

    def _is_complete(self, heard: Heard) -> bool:
        """Return whether the last id, a velocity or a length, ended a note."""
        drum = heard.pitch != NOTHING and self.kinds[heard.pitch] == _DRUM
        return (heard.kind == _VELOCITY) == drum

    @staticmethod
    def _may_play(part: int, heard: Heard, *, ended: bool) -> bool:
        """Return whether a part may still come at this position; parts come in order."""
        if NOTHING in (part, heard.part):
            return part != NOTHING
        return not ended or part > heard.part


class BarLags(Rule):
    """Raises ids that repeat the bar 4, 8 or 16 bars ago, or a bar of the piece that returns.

    Args:
        priors: The model's strengths.
        vocabulary: The vocabulary.
        piece: The last bars of the piece, which return in turn.
        factor: A factor on all nats.
        returning: Least nats where the form names the bar that returns, as a share of
            `WISHED_NATS`.
        new: Least nats against pitches of bars from before a new section.
        leaving: The same where the new bars leave a phrase that came twice.
        drums_alone: Whether no pitched part is written: then the new bars of drums are new, too.
        form_of: Returns the form of the row with a seed.
    """

    def __init__(
        self,
        priors: RepetitionPriors,
        vocabulary: Vocabulary,
        *,
        piece: Sequence[Bar] = (),
        factor: float = 1.0,
        returning: float = 0.0,
        new: float = 0.0,
        leaving: float = 0.0,
        drums_alone: bool = False,
        form_of: Callable[[int], Form] = lambda _seed: ALTERNATING,
    ) -> None:
        self._least, self._new, self._leaving = returning, new, leaving
        self._drums_alone, self._left = drums_alone, frozenset({_PITCH})
        self._form_of, self._form = form_of, ALTERNATING
        self._place, self._piece, self._factor = Place(vocabulary), piece, factor
        self._nats = {int(kind): nats for kind, nats in nats_by_kind(priors.lags).items()}
        self._returning = {
            kind: (*nats[:-1], priors.returning * fmean(nats[:-1]))
            for kind, nats in self._nats.items()
        }

    @classmethod
    def of(cls, plan: Plan) -> "BarLags | None":
        """Return the rule for a continuation.

        A gap has no such rule: in its prompt other bars stand before it than in the piece.
        """
        form_asked, departure = sections.of(plan), departures.of(plan)
        is_new = form_asked is not None or departure is not None
        is_off = plan.priors.repetition.lags.is_off and not is_new
        if plan.request.fill or is_off or not (plan.echo or departure):
            return None
        return cls(
            plan.priors.repetition,
            plan.vocabulary,
            piece=plan.heard.whole_bars,
            factor=math.sqrt(plan.echo),
            returning=plan.priors.plan.returning if form_asked else 0.0,
            new=plan.priors.plan.new,
            leaving=plan.priors.plan.leaving,
            drums_alone=bass.of(plan) is None,
            form_of=partial(form.of_row, plan),
        )

    def of_row(self, seed: int) -> "BarLags":
        """Return the rule with the form of a row."""
        other, own = copy(self), self._form_of(seed)
        least = {int(kind): self._least * nats for kind, nats in WISHED_NATS.items()}
        other._form = own
        if own.leaves or self._drums_alone:
            other._new = self._leaving
        if self._drums_alone:
            other._left = _PITCHES  # a new section of a beat alone is another beat
        other._returning = {
            kind: (*nats[:-1], max(own.lags * nats[-1], least.get(kind, 0.0)))
            for kind, nats in self._returning.items()
        }
        return other

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Add the nats of all ids that would repeat a bar."""
        for token, nats in self.leaning(state.heard, bars=state.bars_before).items():
            logits[token] += nats

    def leaning(self, heard: Heard, *, bars: int = 0) -> dict[int, float]:
        """Return the nats of the ids that would repeat a bar.

        Args:
            heard: The state of the music.
            bars: Bars that were written before this one.
        """
        returning = self._form.returning_bar(bars, piece=self._piece, heard=heard.bars)
        table = self._nats if returning is None else self._returning
        kinds = self._place.kinds
        since = self._form.since_new(bars)
        nats: dict[int, float] = {}
        for token, lag in self.repeats(heard, returning):
            own = self._factor * table[kinds[token]][lag]
            is_returning = returning is not None and lag == len(LAGS) - 1
            if since is not None and LAGS[lag] > since and not is_returning:
                own *= _IN_NEW_SECTION.get(kinds[token], 0.0)
                if kinds[token] in self._left:
                    own = min(own, -self._new)
            nats[token] = nats.get(token, 0.0) + own
        return nats

    def repeats(self, heard: Heard, returning: Bar | None = None) -> list[tuple[int, int]]:
        """Return each id that would repeat an earlier bar here, and the index of its lag.

        Args:
            heard: The state of the music.
            returning: A bar that takes the place of the one of the longest lag.
        """
        found, bars = [], heard.bars
        for index, lag in enumerate(LAGS):
            bar = bars[-1 - lag] if lag < len(bars) else None
            if returning is not None and lag == LAGS[-1]:
                bar = returning
            if bar is not None:
                found += [(token, index) for token in self._place.said_by(bar, heard)]
        return found


def nats_by_kind(lags: LagNats) -> dict[TokenKind, tuple[float, ...]]:
    """Return the nats of each lag by the kind of id."""
    return {TokenKind[name.upper()]: nats for name, nats in asdict(lags).items()}


_IN_NEW_SECTION = {int(TokenKind.PITCH): NEW_PITCHES, _DRUM: 1.0}
"""Factors on the nats of bars from before a new section: the beat goes on."""


class RecalledBars(Rule):
    """Raises ids that repeat the bars to which a row returns by its plan.

    The beginning of the piece comes again as it was, other blocks as nearly as bars of the piece
    came again before (experiment 2026-11-29-returning-notes).

    Args:
        vocabulary: The vocabulary.
        theme: Nats of a bar of the beginning, as a share of `WISHED_NATS`.
        again: The same of another bar, where bars of the piece came again as they were.
        theme_of: Returns the bars of the beginning that return in the row with a seed, by the bar
            to come.
        form_of: Returns the form of the row with a seed.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        theme: float,
        again: float,
        theme_of: Callable[[int], Mapping[int, Bar]],
        form_of: Callable[[int], Form],
    ) -> None:
        self._place, self._theme_of, self._form_of = Place(vocabulary), theme_of, form_of
        self._theme, self._again = theme, again
        self._bars: Mapping[int, Bar] = {}
        self._form = ALTERNATING

    @classmethod
    def of(cls, plan: Plan) -> "RecalledBars | None":
        """Return the rule where chords are planned, unless the piece may not repeat itself."""
        if not chords.of(plan) or not plan.echo:
            return None
        factor, priors = math.sqrt(plan.echo), plan.priors.plan
        return cls(
            plan.vocabulary,
            theme=factor * priors.theme,
            again=factor * priors.again,
            theme_of=partial(form.theme_bars, plan),
            form_of=partial(form.of_row, plan),
        )

    def of_row(self, seed: int) -> "RecalledBars":
        """Return the rule with the bars that return in a row."""
        other = copy(self)
        other._bars, other._form = self._theme_of(seed), self._form_of(seed)
        return other

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Add the nats of all ids that would repeat the bar that returns."""
        bar, strength = self._bars.get(state.bars_before), self._theme
        if bar is None:
            strength = self._again * self._form.alike
            bar = self._planned(state) if strength else None
        if bar:
            self._place.raise_bar(logits, bar, state.heard, strength)

    def _planned(self, state: DecodingState) -> Bar | None:
        """Return the bar that returns by the plan; None where none does."""
        if self._form.backs is None:
            return None
        return self._form.returning_bar(state.bars_before, piece=(), heard=state.heard.bars)


class WishedBars(Rule):
    """Raises ids that repeat the bars of a wish, one bar after the other.

    Args:
        pattern: The bars, at least one.
        vocabulary: The vocabulary.
        bars: Written bars that repeat the pattern, which begins again after its last bar.
        before: Bars of the same wish before these.
        factor: A factor on all nats.
    """

    def __init__(
        self,
        pattern: Sequence[Bar],
        vocabulary: Vocabulary,
        *,
        bars: int,
        before: int = 0,
        factor: float = 1.0,
    ) -> None:
        self._pattern, self._count, self._before = pattern, bars, before
        self._factor = factor
        self._place = Place(vocabulary)

    @classmethod
    def of(cls, plan: Plan) -> "WishedBars | None":
        """Return the rule for a wish that names bars."""
        bars = bars_alike(plan.request, plan.span)
        first, end = pattern_of(plan.score, plan.request, plan.span)
        if not bars or first == end:
            return None
        places = BarMap.of(plan.score)
        begin, stop = places.bar_at(first), places.bars_until(end)
        music = _moved(audible(plan.score, plan.request.roles, until=end), plan.returns.moved)
        encoded = plan.tokenizer.encode(music, bars=stop, parts=plan.parts)
        # Read from the beginning, because a bar does not name a part that plays on from before.
        ids = encoded.ids[: [*encoded.bars, len(encoded.ids)][stop]]
        written = int(np.sum(encoded.ids[encoded.bars[begin] : len(ids)] == plan.vocabulary.bar))
        return cls(
            tuple(Heard(plan.vocabulary, ids.tolist()).bars)[-written:],
            plan.vocabulary,
            bars=bars,
            before=plan.span.before,
            factor=plan.returns.nats,
        )

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Add the nats of all ids that would repeat the pattern here."""
        if state.bars_before >= self._count:
            return
        bar = self._pattern[(self._before + state.bars_before) % len(self._pattern)]
        self._place.raise_bar(logits, bar, state.heard, self._factor)


def _moved(score: Score, semitones: int) -> Score:
    """Return a score with its pitched notes moved; those that would have no pitch stay."""

    def moved(note: Note) -> Note:
        pitch = note.pitch + semitones
        return replace(note, pitch=pitch) if 0 <= pitch < PITCHES else note

    tracks = (
        track if track.is_drum else track.with_notes(map(moved, track.notes))
        for track in score.tracks
    )
    return replace(score, tracks=tuple(tracks)) if semitones else score
