"""Two hands stay two hands: a part that plays low and high at once goes on in both.

A piano is one part and two of them to the ear: a bass and chords, and what is above. A small model
that has left the low notes out for a bar finds them ever less likely, and goes on with the right
hand alone. So who spans more than a hand does is divided above its basses, which are what sounds
lowest in each bar and lies in the lower half of what it spans, and the hand that has played less of
what it usually plays by this place of the bar is likelier than the other. Who plays at all is not
decided here (`presence.py`). Measured in `docs/experiments/2026-11-25-hands.md`.

Legend: V vocabulary.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import product
from statistics import median
from typing import NamedTuple

import torch
from torch import Tensor

from engine.generation.draft import Draft
from engine.generation.presence import KEPT, LACKED_NATS, bars_before, how_late, how_steady
from engine.generation.processors import Processor
from engine.music.score import Note, Score
from engine.music.time import BarMap
from engine.tokens.parts import NO_PART, Parts
from engine.tokens.vocabulary import TokenKind, Vocabulary

HAND_NATS = 2.0
"""For the hand that lacks wholly where the other one lacks nothing."""

SPAN = 19
"""Semitones, an octave and a fifth: who spans more has two hands, or two players."""

_FEWEST = 16  # notes; of fewer nobody can tell
_TRIMMED = 0.05  # of the notes at either end are not looked at: one high cry is no hand


_Hand = tuple[int, bool]  # a part, and whether it is the upper one


class Hands(NamedTuple):
    """A part of two hands.

    Attributes:
        split: The lowest pitch of the upper hand.
        usual: Notes of a bar, of the lower hand and of the upper one.
        steady: How sure it is that each plays in a bar, as in `Usual`.
    """

    split: int
    usual: tuple[float, float]
    steady: tuple[float, float]


def hands_of(
    score: Score, parts: Parts, written: Iterable[int], *, start: int, since: int = 0
) -> dict[int, Hands]:
    """Return the parts that were two hands in the last bars.

    Args:
        score: The piece.
        parts: Which track is which part.
        written: The parts that are written.
        start: Tick at which the continuation begins.
        since: Tick before which the piece is forgotten.
    """
    bars = BarMap.of(score)
    lately = bars_before(bars, start=start, since=since)
    begin = bars.start_of(lately.start)
    wanted = frozenset(written)
    found = {}
    for part, played in parts.notes_of(score.tracks).items():
        if part not in wanted or parts.is_drums(part):
            continue
        notes = [note for note in played if begin <= note.start < start]
        hands = _hands(notes, bars, lately.stop - 1)
        if hands is not None:
            found[part] = hands
    return found


def _hands(notes: Sequence[Note], bars: BarMap, last: int) -> Hands | None:
    """Return how two hands play some notes; None where one does."""
    pitches = sorted(note.pitch for note in notes)
    trimmed = int(_TRIMMED * len(pitches))
    if len(pitches) < _FEWEST or pitches[-1 - trimmed] - pitches[trimmed] < SPAN:
        return None
    middle = (pitches[-1 - trimmed] + pitches[trimmed]) / 2
    split = 1 + max(low for low in _lowest(notes, bars, last).values() if low < middle)
    both = [[note for note in notes if (note.pitch >= split) == upper] for upper in (False, True)]
    begun = [Counter(bars.bar_at(note.start) for note in hand) for hand in both]
    low, high = (float(median(each.values())) for each in begun)
    steady = [how_steady(_sounding(hand, bars, last), last) for hand in both]
    return Hands(split, (low, high), (steady[0], steady[1]))


def _lowest(notes: Iterable[Note], bars: BarMap, last: int) -> dict[int, int]:
    """Return the lowest pitch that sounds in each bar in which one does."""
    lowest: dict[int, int] = {}
    for note in notes:
        for bar in _sounding([note], bars, last):
            lowest[bar] = min(note.pitch, lowest.get(bar, note.pitch))
    return lowest


def _sounding(notes: Iterable[Note], bars: BarMap, last: int) -> set[int]:
    """Return the bars in which some of the notes sound, up to the last one."""
    return {
        bar
        for note in notes
        for bar in range(bars.bar_at(note.start), min(last, bars.bar_at(note.end - 1)) + 1)
    }


class TwoHands(Processor):
    """Leans to the hand that lacks.

    Args:
        hands: By part.
        vocabulary: Of the ids.
        begun: Ids of the bar that has begun.
    """

    def __init__(
        self, hands: Mapping[int, Hands], vocabulary: Vocabulary, begun: Sequence[int] = ()
    ) -> None:
        self._hands = hands
        self._vocabulary = vocabulary
        self._pitches = torch.from_numpy(vocabulary.ids_of(TokenKind.PITCH))
        heights = torch.from_numpy(vocabulary.values[self._pitches.numpy()])
        self._upper = {part: heights >= hand.split for part, hand in hands.items()}
        self._kinds: list[int] = vocabulary.kinds.tolist()
        self._values: list[int] = vocabulary.values.tolist()
        self._part = NO_PART
        self._heard: Mapping[_Hand, int] = {}  # notes of this bar
        self._lacked: Mapping[_Hand, float] = {}  # bars, those long ago for less
        self._bars = 0  # that were begun
        for token in begun:
            self.accept(token)

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Lean to the hand that has played less of what it usually plays by now."""
        if draft.part not in self._hands or not draft.may_begin_a_note:
            return logits
        low, high = (self._lean((draft.part, upper), draft) for upper in (False, True))
        if low == high:
            return logits
        lacking = self._upper[draft.part] == (high > low)
        added = abs(high - low) * lacking
        return logits.index_add(0, self._pitches, added.to(logits.dtype))

    def _lean(self, hand: _Hand, draft: Draft) -> float:
        """Return how much a hand lacks, in nats; one whose keys are held does not."""
        part, upper = hand
        held = draft.voices.held(part, draft.tick)
        if not self._heard.get(hand) and any(
            (pitch >= self._hands[part].split) == upper for pitch in held
        ):
            return 0.0
        passed = draft.share_of_bar
        late = how_late(self._heard.get(hand, 0), self._wanted(hand), passed)
        long_ = LACKED_NATS * self._lacked.get(hand, 0.0) * (1.0 - passed)
        return self._hands[part].steady[upper] * (HAND_NATS + long_) * late

    def _wanted(self, hand: _Hand) -> float:
        """Return how many notes of a hand a bar should have."""
        part, upper = hand
        return max(1.0, self._hands[part].usual[upper])

    def _lacking(self) -> Iterator[tuple[_Hand, float]]:
        """Yield how much each hand has lacked of late, now that a bar is over."""
        for hand in product(self._hands, (False, True)):
            share = self._heard.get(hand, 0) / self._wanted(hand)
            yield hand, KEPT * self._lacked.get(hand, 0.0) + max(0.0, 1.0 - share)

    def accept(self, token: int) -> None:
        """Hear an id."""
        kind = self._kinds[token]
        if kind == TokenKind.BAR:
            self._lacked = dict(self._lacking()) if self._bars else {}
            self._heard, self._bars = {}, self._bars + 1
        elif kind == TokenKind.PART:
            self._part = token - self._vocabulary.first_part
        elif kind == TokenKind.PITCH and self._part in self._hands:
            hand = (self._part, self._values[token] >= self._hands[self._part].split)
            self._heard = {**self._heard, hand: self._heard.get(hand, 0) + 1}

    def branch(self) -> "TwoHands":
        """Return one that has heard the same and goes on by itself."""
        return copy(self)  # what it knows is replaced, never written to
