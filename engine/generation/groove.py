"""The groove stays: where in the bar a part has begun notes in bar after bar, it begins them again.

A small model keeps an accompaniment's density and loses its rhythm: strokes come a sixteenth late,
or not at all, and what was a pattern is chords here and there, of fewer and fewer notes. So a place
of the bar at which a part has begun notes in most bars is not easily passed over, and once it is
reached that part is likelier to play, with as many notes at once as in most bars. Where it usually
does not begin it may all the same: nothing is forbidden, and what the network finds likely there
stays so. A tune's held note is let ring, drummers keep time by themselves. Measured in
`docs/experiments/2026-11-24-groove.md`.

Legend: L positions of a bar, W most notes that a part strikes at once.
"""

from bisect import bisect_left
from collections.abc import Container, Mapping, Sequence
from collections.abc import Set as AbstractSet
from operator import attrgetter
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.generation.draft import Draft, Grid
from engine.generation.presence import bars_before
from engine.generation.processors import Processor
from engine.music.score import Note, Score
from engine.music.time import BarMap
from engine.tokens.grammar import NOTHING, Place
from engine.tokens.parts import Parts
from engine.tokens.vocabulary import TokenKind, Vocabulary

STROKE_NATS = 2.0
"""For a stroke that came in every one of very many bars."""

_MOST_PASSED = 2.0  # strokes: who rests for long rests, and is not drawn back ever more
_USUAL_SHARE = 0.5
_INSIDE_A_NOTE = frozenset({Place.PART, Place.PITCH, Place.DRUM, Place.VELOCITY})

Strokes = Mapping[int, NDArray[np.float64]]
"""By part how sure it is that it begins so many notes at each position of a bar, 0 to 1, (L, W).

Column w is of w + 1 notes or more, so that each row falls.
"""


def strokes_of(
    score: Score,
    parts: Parts,
    written: Container[int],
    *,
    grid: Grid,
    start: int,
    since: int = 0,
) -> Strokes:
    """Return where in the bar parts have begun notes, of the last bars as long as the last one.

    Args:
        score: The piece.
        parts: Which track is which part.
        written: The parts that are written.
        grid: Ticks of the piece as positions of the vocabulary.
        start: Tick at which the continuation begins.
        since: Tick before which the piece is forgotten.
    """
    bars = _whole_bars_before(score, start, since)
    if not bars:
        return {}
    length = grid.position_at(bars[-1].end - bars[-1].begin)
    alike = [bar for bar in bars if grid.position_at(bar.end - bar.begin) == length]
    found = {}
    for part, notes in parts.notes_of(score.tracks).items():
        if part not in written or parts.is_drums(part):
            continue
        sure = _sure(notes, alike, length, grid)
        if sure.any():
            found[part] = sure
    return found


class _Bar(NamedTuple):
    begin: int
    end: int


def _whole_bars_before(score: Score, start: int, since: int) -> list[_Bar]:
    bars = BarMap.of(score)
    lately = bars_before(bars, start=start, since=since)
    found = [_Bar(bars.start_of(bar), bars.start_of(bar + 1)) for bar in lately]
    return [bar for bar in found if bar.end <= start]


def _sure(notes: Sequence[Note], bars: list[_Bar], length: int, grid: Grid) -> NDArray[np.float64]:
    """Return how sure each position is, since the part came in; few bars are sure of nothing.

    Shape (L, W).
    """
    struck = np.zeros((len(bars), length), np.int64)
    for row, bar in enumerate(bars):
        first, end = (bisect_left(notes, tick, key=_start) for tick in bar)
        for note in notes[first:end]:
            struck[row, min(length - 1, grid.nearest(note.start - bar.begin))] += 1
    played = np.flatnonzero(struck.any(axis=1))
    since = len(bars) - int(played[0]) if len(played) else 0
    so_many = struck[:, :, None] > np.arange(max(1, struck.max()))
    share: NDArray[np.float64] = so_many.sum(axis=0) / (since + 1)
    return np.maximum(0.0, share - _USUAL_SHARE) / (1.0 - _USUAL_SHARE)


_start = attrgetter("start")


class Groove(Processor):
    """Leans to the strokes that come in every bar, and against passing them over.

    Args:
        strokes: Where parts begin notes.
        vocabulary: Of the ids.
        tunes: Parts of one voice, whose held notes ring on.
        fullness: Below 1 where bars are to be emptier than they were, of each bar; of all that
            follow, that of the last.
        first_bar: Bar of the piece that the first of them is for.
    """

    def __init__(
        self,
        strokes: Strokes,
        vocabulary: Vocabulary,
        *,
        tunes: AbstractSet[int] = frozenset(),
        fullness: tuple[float, ...] = (1.0,),
        first_bar: int = 0,
    ) -> None:
        self._strokes = strokes
        self._tunes = {part: sure[:, 0] for part, sure in strokes.items() if part in tunes}
        others = [sure[:, 0] for part, sure in strokes.items() if part not in tunes]
        self._length = len(next(iter(strokes.values()), ()))
        self._steady = np.max([np.zeros(self._length), *others], axis=0)
        self._vocabulary = vocabulary
        self._lengths: list[int] = vocabulary.meter_lengths.tolist()
        self._positions = vocabulary.first_of(TokenKind.POSITION)
        pitches = vocabulary.ids_of(TokenKind.PITCH)
        self._pitches = slice(int(pitches[0]), int(pitches[-1]) + 1)
        self._last_part = int(vocabulary.ids_of(TokenKind.PART)[-1])
        self._fullness, self._first_bar = fullness, first_bar

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Lean to who begins here, and against the places beyond a stroke that is due."""
        state, length = draft.state, self._length
        if state.place in _INSIDE_A_NOTE or not self._strokes or state.meter == NOTHING:
            return logits
        if self._lengths[state.meter] != length:
            return logits  # in another meter nobody knows where strokes would fall
        logits = logits.clone()
        nats = STROKE_NATS * min(1.0, self._fullness_of(draft))
        here = max(-1, state.position)
        due = self._due(draft, here)
        for part, sure in due.items():
            logits[self._vocabulary.first_part + part] += nats * sure
        if state.part in due:
            logits[self._pitches] += nats * due[state.part]
            if state.together:  # parts play in order: after another one its chord stays thin
                logits[self._after(state.part)] -= nats * due[state.part]
        passed = np.cumsum(np.concatenate([[0.0], self._coming(draft, here)]))
        passed = np.minimum(_MOST_PASSED, passed + max(due.values(), default=0.0))
        against = torch.from_numpy(nats * passed).to(logits.dtype)
        logits[self._positions + here + 1 : self._positions + length] -= against[:-1]
        logits[[self._vocabulary.bar, self._vocabulary.end]] -= against[-1]
        return logits

    def _due(self, draft: Draft, here: int) -> dict[int, float]:
        """Return the parts that usually begin more notes where it stands, and how surely."""
        if here < 0:
            return {}
        state, due = draft.state, {}
        for part, sure in self._strokes.items():
            struck = state.together if part == state.part else 0
            gone_by = state.together and part < state.part
            if not gone_by and struck < sure.shape[1] and sure[here, struck]:
                due[part] = float(sure[here, struck])
        return due

    def _after(self, part: int) -> slice:
        return slice(self._vocabulary.first_part + part + 1, self._last_part + 1)

    def _coming(self, draft: Draft, here: int) -> NDArray[np.float64]:
        """Return how sure it is that anybody begins at each later position, (L − 1 − here,)."""
        coming: NDArray[np.float64] = self._steady[here + 1 :]
        for part, sure in self._tunes.items():
            later = sure[here + 1 :]
            # A tune's long note is not cut short for the next one.
            free = draft.position_from(draft.voices.rings_until(part)) - here - 1
            coming = np.maximum(coming, np.where(np.arange(len(later)) < free, 0.0, later))
        return coming

    def _fullness_of(self, draft: Draft) -> float:
        bar = draft.bar.piece_bar - self._first_bar
        return self._fullness[min(bar, len(self._fullness) - 1)]
