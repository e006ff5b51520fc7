"""Figures of a song of the band: likeness of bars, registers, bars without a pitched note."""

import statistics
from collections.abc import Sequence

from engine.values.score import Score

LAGS = (4, 7, 8)
# Drawn notes are up to an eighth of a sixteenth early.
_EARLY = 20


def figures_of(score: Score) -> dict[str, float] | None:
    """Return a song's figures, or None where it is too short for any."""
    score = score.resampled(480)
    meter = score.time_signatures[-1:] or None
    bar = 480 * 4 * meter[0].numerator // meter[0].denominator if meter else 1920
    pitched = [note for track in score.tracks if not track.is_drum for note in track.notes]
    bars = score.end // bar
    if len(pitched) < 50 or bars < 20:
        return None
    cells: list[set[tuple[int, int]]] = [set() for _ in range(bars + 2)]
    for index, note in score.notes():
        place, tick = divmod(note.start + _EARLY, bar)
        if not score.tracks[index].is_drum:
            cells[place].add((tick // 120, note.pitch))
    figures = {f"lag {lag}": _likeness(cells[:bars], lag) for lag in LAGS}
    return figures | {
        "mute": sum(not cell for cell in cells[:bars]) / bars,
        "register": _in_register(score),
    }


def _likeness(cells: Sequence[set[tuple[int, int]]], lag: int) -> float:
    pairs = [(now, then) for then, now in zip(cells, cells[lag:], strict=False) if now | then]
    return statistics.mean(len(a & b) / len(a | b) for a, b in pairs) if pairs else 0.0


def _in_register(score: Score) -> float:
    shares = []
    for track in score.tracks:
        if len(track.notes) >= 8 and not track.is_drum:
            middle = statistics.median(note.pitch for note in track.notes)
            shares.append(statistics.mean(abs(n.pitch - middle) <= 12 for n in track.notes))
    return statistics.mean(shares) if shares else 1.0
