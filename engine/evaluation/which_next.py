"""Which comes next? The real next bars among three others, told apart by likelihood.

The implicit task of MIREX's "Patterns for Prediction" (2018-): a model that understands a prompt
finds its own continuation likelier than foils. A quarter is chance.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.evaluation.against_real import Interval, Song, mean_interval
from engine.evaluation.musicality import bars
from engine.evaluation.passages import Passage, with_following
from engine.music.keys import estimate_key
from engine.music.score import Note, Score
from engine.music.time import BarMap
from engine.request import PartNote

CANDIDATES = 4
# Foils whose bars are as alike to the real ones are no other music.
_TOO_ALIKE = 0.8
# Bars from one foil to the next, at least: they may overlap, but stand elsewhere in the phrase.
_APART = 4

# Nats a note of what stands in [start, end) of a score, after what stands before.
Nats = Callable[[Passage], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Four ways to go on from one prompt.

    Attributes:
        name: The song's.
        collection: The song's.
        candidates: The real bars first.
    """

    name: str
    collection: str
    candidates: tuple[Passage, ...]


def choices_of(songs: Sequence[Song]) -> Iterator[Choice]:
    """Yield a choice for each song that has three other places, or songs that can lend them.

    Foils are taken from elsewhere in the same song; what is missing from songs of the same
    collection in the same meter, brought into the same key.
    """
    for song in songs:
        foils = list(_elsewhere(song.passage))[: CANDIDATES - 1]
        for other in songs:
            if len(foils) == CANDIDATES - 1:
                break
            if other is not song and other.collection == song.collection:
                foils += _lent(song.passage, other.passage)
        if len(foils) == CANDIDATES - 1:
            yield Choice(
                name=song.name, collection=song.collection, candidates=(song.passage, *foils)
            )


def chosen(choice: Choice, nats: Nats) -> int:
    """Return which candidate a model finds likeliest, by nats a note; 0 is the real one."""
    values = [nats(candidate) for candidate in choice.candidates]
    return values.index(min(values))


def share_right(picks: Sequence[int]) -> Interval:
    """Return the share of choices in which the real bars were chosen, with its interval.

    Raises:
        ValueError: Nothing was chosen.
    """
    return mean_interval([float(pick == 0) for pick in picks])


def _elsewhere(passage: Passage) -> Iterator[Passage]:
    """Yield stretches of the same song that are neither prompt nor real, spread over the rest."""
    score, bar_map = passage.score, BarMap.of(passage.score)
    first, real = bar_map.bar_at(passage.begin), bar_map.bar_at(passage.start)
    count = passage.bars
    last = bar_map.bars_until(score.end)
    starts = [*range(first - count + 1), *range(real + count, last - count + 1)]
    step = max(_APART, (len(starts) - 1) // (CANDIDATES - 2))
    for place in starts[::step]:
        foil = _moved(passage, score, bar_map.start_of(place), bar_map.start_of(place + count))
        if foil is not None:
            yield foil


def _lent(passage: Passage, other: Passage) -> list[Passage]:
    """Return the real bars of another song as a foil, transposed into the prompt's key."""
    keys = [
        estimate_key(n for t in p.score.tracks if not t.is_drum for n in t.notes)
        for p in (passage, other)
    ]
    if keys[0] is None or keys[1] is None or keys[0].minor != keys[1].minor:
        return []
    up = (keys[0].tonic - keys[1].tonic + 5) % 12 - 5
    source = other.score.resampled(passage.score.ticks_per_quarter)
    scale = passage.score.ticks_per_quarter / other.score.ticks_per_quarter
    start, end = round(other.start * scale), round(other.end * scale)
    foil = _moved(passage, source, start, end, up=up)
    return [foil] if foil is not None else []


def _moved(passage: Passage, source: Score, start: int, end: int, *, up: int = 0) -> Passage | None:
    """Return the prompt with bars of a score after it; None where they fit or differ too little."""
    meters = [
        BarMap.of(s).signature_at(tick)
        for s, tick in ((passage.score, passage.start), (source, start))
    ]
    if (meters[0].numerator, meters[0].denominator) != (meters[1].numerator, meters[1].denominator):
        return None
    if end - start != passage.end - passage.start or len(source.tracks) > len(passage.score.tracks):
        return None
    notes = [
        PartNote(index, _at(note, passage.start - start, 0 if track.is_drum else up))
        for index, track in enumerate(source.tracks)
        for note in track.between(start, end).notes
    ]
    if any(
        track.is_drum != passage.score.tracks[index].is_drum
        for index, track in enumerate(source.tracks)
    ):
        return None
    foil = with_following(passage, notes)
    return foil if notes and _likeness(foil, passage) < _TOO_ALIKE else None


def _at(note: Note, later: int, up: int) -> Note:
    return replace(note, start=note.start + later, pitch=min(127, max(0, note.pitch + up)))


def _likeness(a: Passage, b: Passage) -> float:
    pairs = zip(*(bars(p.score, start=p.start, end=p.end) for p in (a, b)), strict=True)
    shares = [len(x & y) / len(x | y) for x, y in pairs if x | y]
    return sum(shares) / len(shares) if shares else 1.0
