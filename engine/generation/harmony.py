"""The chords that are written over a piece: said as the model draws, and held to when asked.

A model that says chords before their notes was trained with them as a condition; here it is given
those of the piece's chord track, bar by bar, and draws none of its own as far as the track goes.

Legend: V vocabulary.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor

from engine.generation.draft import Draft, Grid
from engine.generation.processors import Processor
from engine.music.chord_symbols import Chord, pitch_classes
from engine.music.chord_track import chord_at, end_of
from engine.music.chords import beats_in_bar, find_chords
from engine.music.score import Score
from engine.music.time import BarMap
from engine.request import PartNote
from engine.tokens.grammar import Place
from engine.tokens.vocabulary import TokenKind, Vocabulary

_AROUND = 2  # bars that are listened to on both sides of some


class ChordTrack(Processor):
    """Chords are those of the track: at a bar's beginning, and where they change inside it.

    Args:
        chords: Of the track, ascending; at least one.
        score: The piece.
        grid: Ticks to positions.
        vocabulary: With chords.
        silent: Whether a chord that is none leaves the model to say one: nobody said that there
            is none where nothing was heard.
    """

    def __init__(
        self,
        chords: Sequence[Chord],
        score: Score,
        grid: Grid,
        vocabulary: Vocabulary,
        *,
        silent: bool = False,
    ) -> None:
        self._chords = chords
        self._silent = silent
        self._span = (chords[0].tick, end_of(chords, score))
        self._ticks = [chord.tick for chord in chords]
        self._score, self._grid, self._vocabulary = score, grid, vocabulary
        self._ids = torch.from_numpy(vocabulary.ids_of(TokenKind.CHORD))
        self._said_until = -1

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Leave no other chord to be drawn where the track says one."""
        if not self._span[0] <= draft.bar.start < self._span[1]:
            return logits
        now = chord_at(self._chords, draft.bar.start)
        if self._silent and now.root < 0:
            return logits
        logits = logits.clone()
        if draft.state.place == Place.METER:
            wanted = self._id(now)
            only = torch.full_like(logits, -torch.inf)
            only[wanted] = 0.0
            return only
        logits[self._ids] = -torch.inf
        return logits

    def instead(self, token: int, draft: Draft) -> Sequence[int]:
        """Return the ids of the next change if it comes before what was drawn."""
        bar = draft.bar
        first = bisect_right(self._ticks, max(self._said_until, bar.start))
        for index in range(first, bisect_left(self._ticks, bar.end)):
            chord = self._chords[index]
            position = self._grid.position_at(chord.tick - bar.start)
            if not self._is_due(token, position):
                break
            self._said_until = chord.tick
            if position <= draft.state.position or (self._silent and chord.root < 0):
                continue  # it falls together with what was said before, or says nothing
            place = self._vocabulary.first_of(TokenKind.POSITION) + position
            return (place, self._id(chord))
        return ()

    def branch(self) -> "ChordTrack":
        """Return one that has said nothing yet."""
        return ChordTrack(
            self._chords, self._score, self._grid, self._vocabulary, silent=self._silent
        )

    def _is_due(self, token: int, position: int) -> bool:
        kind = self._vocabulary.kinds[token]
        if kind == TokenKind.POSITION:
            return bool(self._vocabulary.values[token] >= position)
        return token == self._vocabulary.bar or kind == TokenKind.SPECIAL

    def _id(self, chord: Chord) -> int:
        ids = self._vocabulary.chord_ids
        return ids.get((chord.root, chord.quality), ids[-1, "none"])


class ChordTones(Processor):
    """On strong beats nothing but tones of the chord is struck; drums are free.

    Args:
        chords: Of the track, ascending; at least one.
        score: The piece.
        vocabulary: Of the ids.
    """

    def __init__(self, chords: Sequence[Chord], score: Score, vocabulary: Vocabulary) -> None:
        self._chords = chords
        self._end = end_of(chords, score)
        self._score = score
        self._pitches = torch.from_numpy(vocabulary.ids_of(TokenKind.PITCH))

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Forbid what is foreign to the chord."""
        if not draft.may_begin_a_note or draft.voices.is_drums(draft.part):
            return logits
        tones = self._tones(draft.tick)
        if not tones:
            return logits
        foreign = torch.tensor([pitch % 12 not in tones for pitch in range(len(self._pitches))])
        without = logits.clone()
        without[self._pitches[foreign]] = -torch.inf
        # Where nothing is left the note is drawn, and left out when it is complete.
        return without if without.isfinite().any() else logits

    def admits(self, part: PartNote, draft: Draft) -> bool:
        """Leave out what came to be for want of anything else."""
        tones = self._tones(part.note.start)
        return not tones or draft.voices.is_drums(draft.part) or part.note.pitch % 12 in tones

    def _tones(self, tick: int) -> frozenset[int]:
        """Return the pitch classes that may be struck at a tick; none where all may."""
        if tick >= self._end or not is_strong(tick, self._score):
            return frozenset()
        return pitch_classes(chord_at(self._chords, tick))


def heard_between(score: Score, *, start: int, end: int) -> tuple[Chord, ...]:
    """Return the chords that are heard in some bars, the last of them up to their end.

    Args:
        score: What is listened to.
        start: Tick of a bar line.
        end: Of another.

    Returns:
        Ascending; none where no chord is heard.
    """
    bars = BarMap.of(score)
    first, last = bars.bar_at(start), bars.bar_at(end)
    around = (bars.start_of(max(0, first - _AROUND)), bars.start_of(last + _AROUND))
    chords = [chord for chord in find_chords(score.between(*around)) if chord.tick < end]
    if not any(chord.root >= 0 for chord in chords):
        return ()
    silent = bars.start_of(bars.bars_until(max(t.end for t in score.tracks if not t.is_drum)))
    if chords[-1].tick < silent < end:
        chords.append(Chord(silent))
    # What is written over a piece holds for the bar of its last chord; what is heard goes on.
    holds = replace(chords[-1], tick=bars.start_of(last - 1))
    return (*chords, holds) if holds.tick > chords[-1].tick else tuple(chords)


def is_strong(tick: int, score: Score) -> bool:
    """Return whether a tick is a strong beat: a bar's first, and where it has a middle, that."""
    bars = BarMap.of(score)
    meter = bars.signature_at(tick)
    into_bar = tick - bars.start_of(bars.bar_at(tick))
    beats = beats_in_bar(meter.numerator, meter.denominator, score.ticks_per_quarter)
    middle = beats[len(beats) // 2] if len(beats) % 2 == 0 else 0
    return into_bar in {0, middle}
