"""Songs by figures: `python scripts/research/band_music.py DATA BAND [--every N]`.

Prints a line for each band-style collection of DATA (the folder of
`scripts/starter/train_starter.py`) and for the songs that `scripts/starter/band_music` wrote to
BAND, all and by style.

    key      share of pitched time in the best of the 24 diatonic keys (harmonic minor's too)
    lag 1 …  likeness of a bar to the one so many before: shared (sixteenth, pitch) by all of both
    notes    notes a bar, drums included; drums: of the drums
    parts    that play in a bar; mute: bars without a pitched note
    register notes within an octave of their part's median
"""

import argparse
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from engine.library.reading import read_score
from engine.music.score import Note, Score

COLLECTIONS = ("freedoom", "helland", "blasphemer")
LAGS = (1, 2, 4, 5, 7, 8, 16)
_SCALES = ((0, 2, 4, 5, 7, 9, 11), (0, 2, 3, 5, 7, 8, 10, 11))
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
    parts: list[set[int]] = [set() for _ in range(bars + 2)]
    for index, note in score.notes():
        place, tick = divmod(note.start + _EARLY, bar)
        parts[place].add(index)
        if not score.tracks[index].is_drum:
            cells[place].add((tick // 120, note.pitch))
    figures = {"key": _in_key(pitched)}
    figures |= {f"lag {lag}": _likeness(cells[:bars], lag) for lag in LAGS}
    drums = score.note_count - len(pitched)
    return figures | {
        "notes": score.note_count / bars,
        "drums": drums / bars,
        "parts": statistics.mean(len(playing) for playing in parts[:bars]),
        "mute": sum(not cell for cell in cells[:bars]) / bars,
        "register": _in_register(score),
        "bars": bars,
    }


def _in_key(notes: Sequence[Note]) -> float:
    sounding = [0] * 12
    for note in notes:
        sounding[note.pitch % 12] += min(note.duration, 1920)
    keys = (sum(sounding[(t + s) % 12] for s in scale) for scale in _SCALES for t in range(12))
    return max(keys) / sum(sounding)


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


def groups(data: Path, band: Path, every: int) -> Iterator[tuple[str, list[Path]]]:
    """Yield what a line is about and its songs."""
    for name in COLLECTIONS:
        yield name, sorted((data / name / "train").glob("*.mid"))
    written = sorted(band.glob("*/*.mid"), key=lambda path: path.stem.rsplit("-", 1)[1])[::every]
    yield "band_music", written
    styles: dict[str, list[Path]] = defaultdict(list)
    for path in written:
        styles[path.stem.rsplit("-", 1)[0]].append(path)
    yield from sorted(styles.items())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("band", type=Path)
    parser.add_argument(
        "--every", type=int, default=9, help="one song in so many; prime to the styles"
    )
    arguments = parser.parse_args()
    known: dict[Path, dict[str, float] | None] = {}
    for name, paths in groups(arguments.data, arguments.band, arguments.every):
        for path in paths:
            if path not in known:
                known[path] = figures_of(read_score(path).score)
        found = [figures for path in paths if (figures := known[path])]
        means = {key: statistics.mean(f[key] for f in found) for key in found[0]}
        if name == COLLECTIONS[0]:
            print(f"{'':14}{'songs':>6}" + "".join(f"{key:>9}" for key in means))
        print(f"{name:14}{len(found):6}" + "".join(f"{v:9.2f}" for v in means.values()))


if __name__ == "__main__":
    main()
