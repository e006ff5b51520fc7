"""What both sides of a gap are worth: its true bars, given the left side alone and given both.

The same network reads the same bars twice: as they are written, and in the order in which the gap's
bars follow what stands right of them (`engine/tokens/ordering.py`).

Legend: T steps, K ids of the longest step.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.evaluation.reading import Reading, song_nats
from engine.evaluation.song import Ids, Nats
from engine.tokens.events import Events, events_of, said
from engine.tokens.ordering import Gap, reordered
from engine.tokens.vocabulary import TokenKind, Vocabulary

BARS = 4
_CONTEXT = 256  # steps that are read before a gap
# Steps of a gap, and from its beginning to the end of what is read right of it, so that what stands
# before it is in reach while it is filled.
_MOST_LEFT_OUT, _MOST_TOGETHER = 110, 200
_NOTES = (TokenKind.DURATION, TokenKind.VELOCITY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Infilling:
    """How well the bars of gaps are predicted, and those after them.

    Attributes:
        gaps: How many.
        notes: In them.
        left: Nats of their bars, given what stands before.
        both: The same, given what stands on both sides.
        notes_after: In the bars that are read next.
        after_written: Nats of these, read as they are written.
        after_filled: The same, after the gap was filled.
    """

    gaps: int = 0
    notes: int = 0
    left: float = 0.0
    both: float = 0.0
    notes_after: int = 0
    after_written: float = 0.0
    after_filled: float = 0.0

    @property
    def gain(self) -> float:
        """Nats a note that the right side saves."""
        return (self.left - self.both) / max(1, self.notes)

    @property
    def cost_after(self) -> float:
        """Nats a note that the bars after the gap cost more."""
        return (self.after_filled - self.after_written) / max(1, self.notes_after)

    def __add__(self, other: "Infilling") -> "Infilling":
        return Infilling(
            gaps=self.gaps + other.gaps,
            notes=self.notes + other.notes,
            left=self.left + other.left,
            both=self.both + other.both,
            notes_after=self.notes_after + other.notes_after,
            after_written=self.after_written + other.after_written,
            after_filled=self.after_filled + other.after_filled,
        )


def infilling(reading: Reading, songs: Iterable[Ids], *, most: int = 2) -> Iterator[Infilling]:
    """Yield, for each song that has one, what its gaps' other sides are worth.

    Args:
        reading: Of a network whose vocabulary has announcements.
        songs: Ids, begin and end included.
        most: Gaps of a song.
    """
    for ids in songs:
        found = [_measured(reading, *one) for one in gaps_of(ids, reading.vocabulary, most=most)]
        if found:
            yield sum(found, start=Infilling())


def gaps_of(ids: Ids, vocabulary: Vocabulary, *, most: int) -> Iterator[tuple[Ids, Gap]]:
    """Yield parts of a song with a gap of 4 bars of all parts and as many bars after them.

    Args:
        ids: Of the song, begin and end included.
        vocabulary: With announcements.
        most: How many, spread over the song.
    """
    events = events_of(ids, vocabulary)
    bars = len(events.bar_starts) - 1
    if bars < 4 * BARS:
        return
    places = np.linspace(BARS, bars - 3 * BARS, most, dtype=np.int64)
    for first in np.unique(places).tolist():
        found = _gap_at(events, first, vocabulary)
        if found is not None:
            yield found


def _gap_at(events: Events, first: int, vocabulary: Vocabulary) -> tuple[Ids, Gap] | None:
    starts = events.bar_starts
    after, until, end = (first + BARS * n for n in (1, 2, 3))
    left_out, together = starts[after] - starts[first], starts[until] - starts[first]
    if left_out > _MOST_LEFT_OUT or together > _MOST_TOGETHER:
        return None
    begin = int(np.searchsorted(starts, starts[first] - _CONTEXT))
    head = np.arange(starts[0])
    order = np.concatenate((head, np.arange(starts[begin], starts[end]), [len(events.kind) - 1]))
    gap = Gap(first=first - begin, after=after - begin, until=until - begin)
    return said(events, order, vocabulary), gap


def _measured(reading: Reading, ids: Ids, gap: Gap) -> Infilling:
    vocabulary = reading.vocabulary
    written = events_of(ids, vocabulary)
    starts = written.bar_starts
    filled = events_of(reordered(ids, [gap], vocabulary), vocabulary)
    before, after = _by_step(reading, written.ids), _by_step(reading, filled.ids)
    kinds = vocabulary.kinds[filled.ids[filled.begins]]
    fill = int(np.flatnonzero(kinds == TokenKind.FILL)[0]) + 1
    rejoin = int(np.flatnonzero(kinds == TokenKind.REJOIN)[0]) + 1
    last = len(starts) - 1
    gap_bars = slice(int(starts[gap.first]), int(starts[gap.after]))
    # A bar's own ids are not compared: after a block nobody has to find out that a bar is over.
    next_bars = slice(int(starts[gap.until]) + 1, int(starts[last]))
    notes = np.isin(written.kind, _NOTES)
    return Infilling(
        gaps=1,
        notes=int(notes[gap_bars].sum()),
        left=float(before[gap_bars].sum()),
        both=float(after[fill:rejoin].sum()),
        notes_after=int(notes[next_bars].sum()),
        after_written=float(before[next_bars].sum()),
        after_filled=float(after[rejoin + 1 : len(filled.kind) - 1].sum()),
    )


def _by_step(reading: Reading, ids: Ids) -> Nats:
    """Return the nats of each step, (S,); none of the first."""
    song = reading.song(ids)
    found: Nats = np.append(0.0, song_nats(reading, song, song.rows).sum(axis=-1))
    return found
