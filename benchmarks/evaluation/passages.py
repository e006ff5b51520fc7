"""Places in songs to go on from: eight bars of prompt, and the sixteen that really follow."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from engine.request import PartNote
from engine.values.score import Note, Score
from engine.values.time import BarMap

PROMPT_BARS = 8
NEW_BARS = 16

# A model, whichever: (score, start tick, bars, seed) to the notes it adds; nothing of the score
# stands at `start` or later.
Continue = Callable[[Score, int, int, int], Iterable[PartNote]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Some bars of prompt and some that follow, real or made.

    Attributes:
        score: Holds both; tracks are parts. What lies outside is not looked at.
        begin: Tick of the prompt's first bar line.
        start: Tick of the bar line where what follows begins.
        end: Tick of the bar line where it ends.
    """

    score: Score
    begin: int
    start: int
    end: int

    @property
    def prompt(self) -> Score:
        """The prompt alone, at its own ticks."""
        return self.score.between(self.begin, self.start)

    @property
    def following(self) -> Score:
        """What follows alone, at its own ticks."""
        return self.score.between(self.start, self.end)

    @property
    def bars(self) -> int:
        """How many bars follow."""
        return len(list(BarMap.of(self.score).bar_starts(self.start, self.end)))


def passage_of(
    score: Score, *, prompt_bars: int = PROMPT_BARS, new_bars: int = NEW_BARS
) -> Passage | None:
    """Return the song's first bars, from the first that holds a note; None where it is too short.

    Args:
        score: A song.
        prompt_bars: Bars of the prompt.
        new_bars: Bars that follow.
    """
    first = min((note.start for _, note in score.notes()), default=None)
    if first is None:
        return None
    bars = BarMap.of(score)
    begin = bars.bar_at(first)
    if bars.bars_until(score.end) < begin + prompt_bars + new_bars:
        return None
    ticks = [bars.start_of(begin + ahead) for ahead in (0, prompt_bars, prompt_bars + new_bars)]
    passage = Passage(score=score, begin=ticks[0], start=ticks[1], end=ticks[2])
    return passage if passage.following.note_count else None


def continued(passage: Passage, continue_: Continue, *, seed: int = 0) -> Passage:
    """Return the same prompt with what a model makes of it in place of the real bars.

    Args:
        passage: Whose prompt it is; the model also hears what stands before the prompt.
        continue_: The model.
        seed: Of what is drawn.
    """
    heard = passage.score.between(0, passage.start)
    notes = continue_(heard, passage.start, passage.bars, seed)
    return with_following(passage, notes)


def with_following(passage: Passage, notes: Iterable[PartNote]) -> Passage:
    """Return the same prompt with other notes after it; those outside the bars are left out."""
    heard = passage.score.between(0, passage.start)
    inside = [part for part in notes if passage.start <= part.note.start < passage.end]
    return replace(passage, score=with_notes(heard, inside))


def with_notes(score: Score, notes: Iterable[PartNote]) -> Score:
    """Return a score with more notes in its tracks."""
    added: list[list[Note]] = [[] for _ in score.tracks]
    for part in notes:
        added[part.track].append(part.note)
    tracks = zip(score.tracks, added, strict=True)
    return replace(score, tracks=tuple(track.adding(more) for track, more in tracks))


def borrowed(passage: Passage, other: Passage) -> Passage:
    """Return the same prompt with the bars that follow in another song: what is surely wrong.

    Tracks are matched by drums and not, in order; what has no partner plays with the last.
    """
    ours = _by_kind(passage.score)
    shift = _shifter(other, passage)
    notes = []
    for is_drum, theirs in _by_kind(other.score).items():
        mine = ours[is_drum] or ours[not is_drum]
        if not ours[is_drum]:
            continue
        for order, index in enumerate(theirs):
            target = mine[min(order, len(mine) - 1)]
            notes += [
                PartNote(target, replace(note, start=shift(note.start)))
                for note in other.following.tracks[index].notes
            ]
    return with_following(passage, notes)


def _by_kind(score: Score) -> dict[bool, list[int]]:
    kinds: dict[bool, list[int]] = {False: [], True: []}
    for index, track in enumerate(score.tracks):
        kinds[track.is_drum].append(index)
    return kinds


def _shifter(source: Passage, target: Passage) -> Callable[[int], int]:
    grid = target.score.ticks_per_quarter, source.score.ticks_per_quarter
    return lambda tick: target.start + (tick - source.start) * grid[0] // grid[1]


def spread(passages: Sequence[Passage], count: int) -> list[Passage]:
    """Return `count` of them that lie evenly among all, all where there are fewer."""
    if len(passages) <= count:
        return list(passages)
    return [passages[index * len(passages) // count] for index in range(count)]
