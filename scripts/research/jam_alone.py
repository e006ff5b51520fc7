"""What Segue plays alone for long: does it go round in a circle?

    python scripts/research/jam_alone.py --minutes 20 --seeds 1 2

An endless turn by a clock that only the work's own processor time moves, without a sound: after
nothing at all, and after a phrase that was played first. A bar is what begins in it and where; one
that is the same as one of the sixteen before it is a repeat.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.jam.reckoned import Reckoned
from engine.config import SamplingConfig
from engine.generation.model import LiveModel
from engine.messages import JamVoice, StartJam
from engine.music.keys import estimate_key
from engine.music.score import Note
from engine.paths import starter_model
from engine.request import Request

BPM, BAR, BACK = 120.0, 1920, 16
BAR_S = 4 * 60.0 / BPM
SCALE = (0, 2, 4, 5, 7, 9, 11)
Bar = frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some minutes of what was played.

    Attributes:
        bars: In it.
        distinct: Of them.
        repeats: Share of bars that are one of the sixteen before them.
        silent: Share of bars in which nothing begins.
        notes: A bar.
        pitches: Of the twelve, that make 95 of 100 notes.
        key: Its name.
    """

    bars: int
    distinct: int
    repeats: float
    silent: float
    notes: float
    pitches: int
    key: str

    def told(self) -> dict[str, float | str]:
        """Return it as it is printed."""
        return {name: getattr(self, name) for name in self.__slots__}


def bars_of(notes: Sequence[Note], *, first: int, last: int) -> list[Bar]:
    """Return what begins in each bar of [first, last)."""
    bars: list[set[tuple[int, int]]] = [set() for _ in range(first, last)]
    for note in notes:
        bar, place = divmod(note.start, BAR)
        if first <= bar < last:
            bars[bar - first].add((place, note.pitch))
    return [frozenset(bar) for bar in bars]


def stretch(notes: Sequence[Note], *, first: int, last: int) -> Stretch:
    """Return the figures of the bars [first, last)."""
    early = max(0, first - BACK)
    bars = bars_of(notes, first=early, last=last)
    own = bars[first - early :]
    again = sum(
        bool(bar) and bar in bars[max(0, place - BACK) : place]
        for place, bar in enumerate(bars)
        if place >= first - early
    )
    within = [note for note in notes if first * BAR <= note.start < last * BAR]
    key = estimate_key(within)
    return Stretch(
        bars=len(own),
        distinct=len(set(own)),
        repeats=round(again / max(1, len(own)), 3),
        silent=round(sum(not bar for bar in own) / max(1, len(own)), 3),
        notes=round(len(within) / max(1, len(own)), 2),
        pitches=_most_of(Counter(note.pitch % 12 for note in within)),
        key=key.name if key else "",
    )


def _most_of(counts: Counter[int]) -> int:
    left = 0.95 * sum(counts.values())
    for index, (_, count) in enumerate(counts.most_common()):
        left -= count
        if left <= 0:
            return index + 1
    return 0


def alone(model: LiveModel, minutes: float, seed: int, *, phrase: bool) -> tuple[Note, ...]:
    """Return what Segue plays alone.

    Args:
        model: Loaded.
        minutes: Of music.
        seed: Of what is drawn, and of the phrase.
        phrase: Whether one is played first.
    """
    start = StartJam(
        mode="answer" if phrase else "endless",
        me=JamVoice(track=0),
        segue=JamVoice(track=1),
        bpm=BPM,
        bars=0,
        ask=Request(sampling=SamplingConfig(seed=seed)),
    )
    jam = Reckoned(model, start)
    if phrase:
        _play(jam, random.Random(seed))  # noqa: S311 - a script, not a secret
    jam.until(minutes * 60.0)
    return jam.segue_notes


def _play(jam: Reckoned, draw: random.Random) -> None:
    """Play four bars of quarters and eighths, walking, and hand over by falling silent."""
    place, beat_s = draw.randrange(7), 60.0 / BPM
    jam.until(BAR_S)
    while jam.now_s < 5 * BAR_S - 0.1:
        pitch = 60 + SCALE[place % 7] + 12 * (place // 7)
        length_s = beat_s * draw.choice((0.5, 0.5, 1.0))
        begin_s = jam.now_s
        jam.press(pitch)
        jam.until(begin_s + 0.9 * length_s)
        jam.press(pitch, on=False)
        jam.until(begin_s + length_s)
        place = min(13, max(0, place + draw.choice((-2, -1, -1, 1, 1, 2))))


def measured(
    model: LiveModel, minutes: float, seed: int, *, every: int
) -> Iterator[dict[str, object]]:
    """Yield the figures of each stretch of so many minutes, after nothing and after a phrase."""
    for phrase in (False, True):
        notes = alone(model, minutes, seed, phrase=phrase)
        step = round(every * 60 / BAR_S)
        for first in range(0, round(minutes * 60 / BAR_S), step):
            figures = stretch(notes, first=first, last=first + step).told()
            yield {
                "seed": seed,
                "phrase": phrase,
                "minutes": f"{first * BAR_S / 60:g} to {(first + step) * BAR_S / 60:g}",
                **figures,
            }


def main() -> int:
    """Print a line of figures for each stretch."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--every", type=int, default=2)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    options = parser.parse_args()
    model = LiveModel.load(starter_model())
    for seed in options.seeds:
        for figures in measured(model, options.minutes, seed, every=options.every):
            sys.stdout.write(json.dumps(figures) + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
