"""Whether a strong last note at a multiple of bars tells a phrase's end before the silence does.

    python -m scripts.research.phrase_cues ../shared/data/clean --source groove --every 2

An end is a silence of two beats or more, or the end of the piece, with all keys up. For silences
that have lasted so long: how many of those with a cue are ends, and how many are none.
"""

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from engine.errors import SegueError
from engine.music.midifile import read_midi
from engine.music.score import Score
from engine.music.time import Timeline
from scripts.research.phrase_ends import BEATS, moves

NEAR = 0.07  # of a bar
LASTED = (0.75, 1.0, 1.25)


class Silence(NamedTuple):
    """A silence, and what was known as it began.

    Attributes:
        beats: Its length.
        strong: Whether the last note began on a bar line.
        bars: From the bar line at which the phrase began to the last note.
    """

    beats: float
    strong: bool
    bars: float


def silences(score: Score, *, drums: bool) -> Iterator[Silence]:
    """Yield the silences of half a beat and more; the end of the piece is one."""
    time = Timeline(score)
    beat_s = 60.0 / time.tempo.bpm_at(0)
    bar_s = time.tempo.seconds_at(time.bars.start_of(1))
    down: set[int] = set()
    first: float | None = None
    since: float | None = None
    last, strong = 0.0, False
    for seconds, kind, value, on_bar in moves(score, time, drums=drums):
        if kind == 2:
            beats = 0.0 if since is None else (seconds - since) / beat_s
            if first is not None and beats >= 0.5:
                yield Silence(beats, strong, _bars(first, last, bar_s))
            first = seconds if first is None or beats >= BEATS else first
            down.add(value)
            since, last, strong = None, seconds, on_bar
        elif kind == 0:
            down.discard(value)
            since = seconds if not down and since is None else since
    if first is not None:
        yield Silence(math.inf, strong, _bars(first, last, bar_s))


def _bars(first: float, last: float, bar_s: float) -> float:
    return last / bar_s - math.floor(first / bar_s + 0.1)


def at_multiple(of: int) -> Callable[[Silence], bool]:
    """Return whether a phrase's last note begins at a multiple of so many bars."""

    def cue(silence: Silence) -> bool:
        off = silence.bars % of
        return silence.bars >= of - NEAR and min(off, of - off) < NEAR

    return cue


def main() -> int:
    """Print a line for each cue and length."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--source", choices=("groove", "giantmidi"), default="groove")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    found: list[Silence] = []
    for path in sorted((options.folder / options.source).rglob("*.mid*"))[:: options.every]:
        try:
            score = read_midi(path.read_bytes()).score
        except SegueError:
            continue
        found += silences(score, drums=options.source == "groove")
    cues: dict[str, Callable[[Silence], bool]] = {
        "any": lambda _: True,
        "strong": lambda silence: silence.strong,
        **{f"at a multiple of {bars} bars": at_multiple(bars) for bars in (1, 2, 4)},
    }
    ends = sum(silence.beats >= BEATS for silence in found)
    for lasted in LASTED:
        for name, cue in cues.items():
            said = [each for each in found if each.beats >= lasted and cue(each)]
            right = sum(each.beats >= BEATS for each in said)
            wrong = (len(said) - right) / max(1, ends)
            shares = f"told {right / max(1, ends):.3f}, wrong {wrong:.3f}"
            sys.stdout.write(f"after {lasted:g} beats, {name}: {shares} of {ends}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
