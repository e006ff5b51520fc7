"""Ten minutes: does a continuation still sound in its tenth minute as it did in its first?"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from benchmarks.evaluation.likeness import common_share
from benchmarks.evaluation.passages import Continue, with_notes
from engine.evaluation.musicality import bars, longest_loop, pitched, repeated_share
from engine.music.keys import key_clarity
from engine.music.score import Score
from engine.music.time import Timeline

MINUTES = 10
_MINUTE_S = 60.0
# Bars asked for at once: the model goes on with what it made, as with a piece.
_BARS = 16
# A model that adds nothing so often in a row has come to its end.
_PATIENCE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Minute:
    """One minute of music.

    Attributes:
        number: From 1.
        notes: That begin in it.
        key_clarity: How well its pitch classes fit their best key: the correlation, -1 to 1.
        kit: Common part of its drums and the first minute's; None where that has no drums.
        repeated: Share of its bars that equal an earlier one of it.
        longest_loop: Bars in its longest immediate repetition.
    """

    number: int
    notes: int
    key_clarity: float
    kit: float | None
    repeated: float
    longest_loop: int


def gone_on_with(
    score: Score,
    start: int,
    continue_: Continue,
    *,
    seconds: float = MINUTES * _MINUTE_S,
    seed: int = 0,
) -> Iterator[Score]:
    """Yield the piece each time sixteen bars have come, until they last long enough.

    Args:
        score: A piece; what begins at `start` or later is left out.
        start: Tick of a bar line.
        continue_: The model.
        seconds: How much is to be made.
        seed: Of the first bars; the next ones have the next.
    """
    made, now, empty = score.between(0, start), start, 0
    time = Timeline(score)
    end_s = time.tempo.seconds_at(start) + seconds
    while time.tempo.seconds_at(now) < end_s and empty < _PATIENCE:
        notes = list(continue_(made, now, _BARS, seed))
        empty = 0 if notes else empty + 1
        made = with_notes(made, notes)
        now = time.bars.start_of(time.bars.bar_at(now) + _BARS)
        seed += 1
        yield made


def minutes_of(score: Score, start: int, *, minutes: int = MINUTES) -> list[Minute]:
    """Return the figures of each minute from a tick on.

    Args:
        score: A long continuation.
        start: Tick where it begins.
        minutes: How many.
    """
    time = Timeline(score)
    begin_s = time.tempo.seconds_at(start)
    ticks = [round(time.tempo.tick_at(begin_s + _MINUTE_S * n)) for n in range(minutes + 1)]
    parts = [score.between(a, b) for a, b in pairwise(ticks)]
    kits = [[n.pitch for t in part.tracks if t.is_drum for n in t.notes] for part in parts]
    found = []
    for number, (part, kit) in enumerate(zip(parts, kits, strict=True)):
        contents = bars(score, start=ticks[number], end=ticks[number + 1])
        found.append(
            Minute(
                number=number + 1,
                notes=part.note_count,
                key_clarity=key_clarity(pitched(part)),
                kit=common_share(kits[0], kit),
                repeated=repeated_share(contents),
                longest_loop=longest_loop(contents),
            )
        )
    return found
