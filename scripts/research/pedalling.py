"""Does the pedal that Segue adds agree with the pedal of performed pieces?

    python scripts/research/pedalling.py DATA

DATA has `music/pop909`, `music/giantmidi` and `asap_eval`. The first 60 % of a piece's notes tell
the habits; the pedal of the rest is then decided from its notes alone, and compared with the real
one.
Every second file of each source fits the weights; the others are the unseen ones. Printed are the
fitted weights, and for both halves: the share of the time in which both pedals are up or both are
down, the F1 of the presses (a match lies within a quarter of a quarter note), the median ratio of
their numbers, and the share of the time in which each is down. The same is printed of two simple
rules: a new press with each bar, and one long press.
"""

import argparse
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from engine.music.channels import pedalling  # noqa: E402
from engine.music.channels.pedalling import (  # noqa: E402
    PedalHabits,
    UnderPedal,
    changes_of,
    habits_of,
    pedal_for,
    presses_of,
    strokes_of,
)
from engine.music.channels.state import SUSTAIN  # noqa: E402
from engine.music.events import Note  # noqa: E402
from engine.music.midifile import read_midi  # noqa: E402
from engine.music.time import BarMap  # noqa: E402

_HEARD = 0.6
_ROUNDS = 30
_MOST_STROKES = 1500
_SOURCES = {
    "pop909": "music/pop909/*/*.mid",
    "giantmidi": "music/giantmidi/*/*.mid",
    "asap": "asap_eval/*[!e].mid",
}

Presses = list[tuple[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Performed:
    """A performed piece: what is heard of it, and the rest with its real pedal."""

    source: str
    habits: PedalHabits
    bars: BarMap
    start: int
    notes: tuple[Note, ...]
    real: Presses

    @property
    def end(self) -> int:
        """The tick where its last note ends."""
        return max(note.end for note in self.notes)


def performed(path: Path, source: str) -> Performed | None:
    """Return a piece; None where what is heard of it has no pedal."""
    score = read_midi(path.read_bytes()).score
    track = max(score.tracks, key=lambda t: sum(c.number == SUSTAIN for c in t.controls))
    if not track.notes:
        return None
    start = track.notes[int(len(track.notes) * _HEARD)].start
    before = [note for note in track.notes if note.start < start]
    habits = habits_of(before, [c for c in track.controls if c.tick < start], score)
    if habits is None:
        return None
    pedal = [c for c in track.controls if c.number == SUSTAIN and c.tick >= start]
    rest = tuple(note for note in track.notes if note.start >= start)
    return Performed(
        source=source,
        habits=habits,
        bars=BarMap.of(score),
        start=start,
        notes=rest,
        real=presses_of(pedal),
    )


def examples(piece: Performed) -> Iterator[tuple[tuple[float, ...], bool]]:
    """Yield what speaks for a change at each stroke, and whether the pedal was changed."""
    strokes = strokes_of(piece.notes, piece.habits.quarter)
    changed = {stroke.tick for stroke, _, _ in changes_of(piece.real, strokes)}
    under = UnderPedal(piece.start)
    for stroke in strokes[:_MOST_STROKES]:
        yield piece.habits.features(stroke, under, piece.bars), stroke.tick in changed
        if stroke.tick in changed:
            under = UnderPedal(stroke.tick)
        under.take(stroke)


def fitted(pieces: Iterable[Performed]) -> tuple[float, ...]:
    """Return the weights of a logistic regression, by Newton's method."""
    rows = [row for piece in pieces for row in examples(piece)]
    inputs = np.array([row[0] for row in rows])
    wanted = np.array([row[1] for row in rows], float)
    weights = np.zeros(inputs.shape[1])
    ridge = 1e-3 * np.eye(len(weights))
    for _ in range(_ROUNDS):
        odds = 1 / (1 + np.exp(-inputs @ weights))
        curvature = (inputs * (odds * (1 - odds))[:, None]).T @ inputs + ridge
        weights += np.linalg.solve(curvature, inputs.T @ (wanted - odds) - ridge @ weights)
    return tuple(round(float(weight), 2) for weight in weights)


def by_rule(piece: Performed) -> Presses:
    """Return the presses that Segue adds."""
    return presses_of(pedal_for(piece.notes, piece.habits, piece.bars, end=piece.end))


def each_bar(piece: Performed) -> Presses:
    """Return a press for each bar."""
    bars, end = piece.bars, piece.end
    lines = [bars.start_of(b) for b in range(bars.bar_at(piece.start), bars.bars_until(end) + 1)]
    return [
        (max(piece.start, line) + piece.habits.press, following)
        for line, following in pairwise(lines)
    ]


def one_press(piece: Performed) -> Presses:
    """Return one press from the first note to the last."""
    return [(piece.start, piece.end)]


def _mask(piece: Performed, presses: Presses) -> np.ndarray:
    mask = np.zeros(piece.end - piece.start, bool)
    for down, up in presses:
        mask[max(0, down - piece.start) : max(0, up - piece.start)] = True
    return mask


def _matched(ticks: Sequence[int], others: Sequence[int], within: int) -> float:
    """Return the share of ticks that have another one near."""
    near = 0
    for tick in ticks:
        index = bisect_left(others, tick)
        near += any(abs(other - tick) <= within for other in others[max(0, index - 1) : index + 1])
    return near / max(1, len(ticks))


def figures(piece: Performed, presses: Presses) -> tuple[float, float, float, float, float]:
    """Return agreement, F1, ratio of numbers, and the shares in which each pedal is down."""
    real, made = _mask(piece, piece.real), _mask(piece, presses)
    true = [down for down, _ in piece.real if down < piece.end]
    ours = [down for down, _ in presses]
    within = piece.habits.quarter // 4
    precision, recall = _matched(ours, true, within), _matched(true, ours, within)
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    agreed = float((real == made).mean())
    return agreed, f1, len(ours) / max(1, len(true)), float(real.mean()), float(made.mean())


def report(name: str, pieces: Sequence[Performed], rule: Callable[[Performed], Presses]) -> None:
    """Print the figures of a rule, for each source and for all."""
    for source in (*_SOURCES, "all"):
        rows = [figures(p, rule(p)) for p in pieces if source in {p.source, "all"}]
        if rows:
            agreed, f1, ratios, real, made = zip(*rows, strict=True)
            print(
                f"{name:18} {source:10} {len(rows):4} agree {fmean(agreed):.3f} F1 {fmean(f1):.3f}"
                f" numbers {median(ratios):.2f} down {fmean(real):.2f} made {fmean(made):.2f}"
            )


def main() -> None:
    """Fit, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path)
    data = parser.parse_args().data
    halves: tuple[list[Performed], list[Performed]] = ([], [])
    for source, pattern in _SOURCES.items():
        for index, path in enumerate(sorted(data.glob(pattern))):
            piece = performed(path, source)
            if piece is not None:
                halves[index % 2].append(piece)
    print("fitted", fitted(halves[0]), "in use", pedalling.WEIGHTS)
    for half, pieces in zip(("fitted", "unseen"), halves, strict=True):
        report(f"{half} rule", pieces, by_rule)
        report(f"{half} each bar", pieces, each_bar)
        report(f"{half} one press", pieces, one_press)


if __name__ == "__main__":
    main()
