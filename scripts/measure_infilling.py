"""What both sides of a gap are worth to a model: 4 true bars of held-out songs, and those after.

    python scripts/measure_infilling.py MODEL STORE [--songs 10] [--gaps 2] [--beside] [--lead N]

MODEL is a model or a checkpoint that learned to fill gaps, STORE what `train_starter.py prepare`
made. Prints nats a note of the gaps' bars given the left side and given both, of the bars after
them as they are written and after a gap that was filled, for all songs and by collection, and the
gain with its 95 % interval over songs (10,000 resamples, seed 0). A gap is of all parts or, with
`--beside`, of one; what leads into it is read right before it, as many bars as Fill reads or N.
"""

import argparse
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.evaluation.infilling import Infilling, infilling
from engine.evaluation.reading import Reading, reading_of
from engine.model.checkpoint import load_model
from engine.model.processor import use_processor
from engine.tokens.store import TokenStore, open_store
from engine.tokens.tokenizer import Tokenizer

_RESAMPLES = 10_000


def measured(
    reading: Reading,
    store: TokenStore,
    *,
    songs: int,
    gaps: int,
    beside: bool = False,
    lead: int | None = None,
) -> dict[str, list[Infilling]]:
    """Return what the held-out songs' gaps say, by collection.

    Args:
        reading: Of the network.
        store: Of which the split `valid` is read.
        songs: Of each collection, at most.
        gaps: Of each song, at most.
        beside: Whether one part is left out, and not all.
        lead: Bars that lead into a gap; None: as many as Fill reads.
    """
    taken: dict[str, int] = defaultdict(int)
    found: dict[str, list[Infilling]] = defaultdict(list)
    for song in store.songs("valid").tolist():
        source = store.names[song].partition("/")[0]
        taken[source] += 1
        if taken[source] <= songs:
            ids = np.array(store.ids(song))
            found[source] += infilling(reading, [ids], most=gaps, beside=beside, lead=lead)
    return found


def line(name: str, songs: list[Infilling]) -> str:
    """Return a row of the table."""
    whole = sum(songs, start=Infilling())
    notes, after = max(1, whole.notes), max(1, whole.notes_after)
    low, high = interval(songs)
    return (
        f"| {name} | {whole.gaps} | {whole.notes} | {whole.left / notes:.3f} |"
        f" {whole.both / notes:.3f} | {whole.gain:.3f} ({low:.3f} to {high:.3f}) |"
        f" {whole.after_written / after:.3f} | {whole.cost_after:+.3f} |"
    )


def interval(songs: list[Infilling]) -> tuple[float, float]:
    """Return the gain's 95 % interval over songs."""
    if not songs:
        return 0.0, 0.0
    generator = np.random.default_rng(0)
    saved = np.array([song.left - song.both for song in songs])
    notes = np.array([song.notes for song in songs])
    drawn = generator.integers(len(songs), size=(_RESAMPLES, len(songs)))
    low, high = np.quantile(
        saved[drawn].sum(1) / np.maximum(1, notes[drawn].sum(1)), (0.025, 0.975)
    )
    return float(low), float(high)


def main() -> None:
    """Measure one model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("store", type=Path)
    parser.add_argument("--songs", type=int, default=10, help="of each collection")
    parser.add_argument("--gaps", type=int, default=2, help="of each song")
    parser.add_argument("--beside", action="store_true", help="gaps of one part")
    parser.add_argument("--lead", type=int, help="bars; by default as many as Fill reads")
    wanted = parser.parse_args()
    use_processor(threads=1)
    loaded = load_model(wanted.model)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    store = open_store(wanted.store, verify=False).said_by(tokenizer)
    reading = reading_of(loaded.model, tokenizer.vocabulary)
    found = measured(
        reading,
        store,
        songs=wanted.songs,
        gaps=wanted.gaps,
        beside=wanted.beside,
        lead=wanted.lead,
    )
    print("| songs | gaps | notes | left | both | gain | after, written | after, filled |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    print(line("all", [one for songs in found.values() for one in songs]))
    for source, songs in found.items():
        print(line(source, songs))


if __name__ == "__main__":
    main()
