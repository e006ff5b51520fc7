"""What a longer or shorter memory is worth to a model as it stands, without further training.

    python scripts/measure_memory.py MODEL STORE [--songs 20] [--steps 2048] [--memories 64 …]

STORE is what `train_starter.py prepare` made. The held-out songs with the most steps are read, as
many of each collection; of each the same steps, in segments, with memories of other lengths than
the model was trained with. Prints nats a note by notes heard before, and what each memory loses or
gains against the model's own, with its 95 % interval over songs (10,000 resamples, seed 0).
"""

import argparse
import sys
from collections import defaultdict
from itertools import zip_longest
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.evaluation.loss_by_note import Said, note_loss, said_of
from engine.evaluation.reading import Reading, reading_of
from engine.evaluation.rows import SongSteps
from engine.model.checkpoint import load_model
from engine.model.processor import use_processor
from engine.tokens.store import TokenStore, open_store
from engine.tokens.tokenizer import Tokenizer

SEGMENT = 64
_RESAMPLES = 10_000


def longest_songs(store: TokenStore, count: int) -> list[int]:
    """Return held-out songs, the longest first, collections in turns."""
    lengths = {int(song): len(store.ids(song)) for song in store.songs("valid").tolist()}
    by_source: dict[str, list[int]] = defaultdict(list)
    for song in sorted(lengths, key=lengths.__getitem__, reverse=True):
        by_source[store.names[song].partition("/")[0]].append(song)
    turns = zip_longest(*by_source.values())
    return [song for turn in turns for song in turn if song is not None][:count]


@torch.inference_mode()
def nats_with(reading: Reading, song: SongSteps, mem_len: int) -> NDArray[np.float64]:
    """Return the nats of each id but the first of a song read with a memory, (L - 1,)."""
    memory = reading.empty_memory(1, mem_len=mem_len)
    found = []
    for start in range(0, song.steps - 1, SEGMENT):
        nats, memory = reading.nats(song.rows.between(start, start + SEGMENT), memory)
        found.append(nats[0].numpy())
    return song.by_id(np.concatenate(found))


def songs_of(
    reading: Reading, store: TokenStore, numbers: list[int], most: int
) -> list[tuple[str, SongSteps]]:
    """Return songs with the collections they are of, so many steps of each at most."""
    found = []
    for number in numbers:
        ids = np.array(store.ids(number))
        song = reading.song(ids)
        if song.steps > most:
            song = reading.song(ids[: song.id_at(most)])
        found.append((store.names[number].partition("/")[0], song))
    return found


def heard_with(reading: Reading, songs: list[tuple[str, SongSteps]], mem_len: int) -> list[Said]:
    """Return what predicting songs cost with a memory."""
    return [
        said_of(source, song.ids, nats_with(reading, song, mem_len), reading.vocabulary)
        for source, song in songs
    ]


def interval(own: list[Said], other: list[Said]) -> tuple[float, float]:
    """Return the 95 % interval over songs of what another memory costs a note more."""
    generator = np.random.default_rng(0)
    more = np.array([b.nats.sum() - a.nats.sum() for a, b in zip(own, other, strict=True)])
    notes = np.array([song.notes for song in own])
    drawn = generator.integers(len(own), size=(_RESAMPLES, len(own)))
    low, high = np.quantile(more[drawn].sum(1) / notes[drawn].sum(1), (0.025, 0.975))
    return float(low), float(high)


def main() -> None:
    """Measure one model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("store", type=Path)
    parser.add_argument("--songs", type=int, default=20)
    parser.add_argument("--steps", type=int, default=2048, help="of each song, at most")
    parser.add_argument("--memories", type=int, nargs="+", default=[64, 128, 256, 512, 1024])
    wanted = parser.parse_args()
    use_processor(threads=1)
    loaded = load_model(wanted.model)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    store = open_store(wanted.store, verify=False).said_by(tokenizer)
    reading = reading_of(loaded.model, tokenizer.vocabulary)
    songs = songs_of(reading, store, longest_songs(store, wanted.songs), wanted.steps)
    own_len = loaded.model.config.mem_len
    own = heard_with(reading, songs, own_len)
    print("| memory | notes | nats a note | against its own | by notes heard |")
    print("| --- | --- | --- | --- | --- |")
    for mem_len in wanted.memories:
        other = own if mem_len == own_len else heard_with(reading, songs, mem_len)
        found, (low, high) = note_loss(other), interval(own, other)
        more = found.nats - note_loss(own).nats
        by_heard = ", ".join(f"{first}+ {nats:.3f}" for (first, _), nats in found.by_heard.items())
        print(
            f"| {mem_len} | {found.notes} | {found.nats:.4f} |"
            f" {more:+.4f} ({low:+.4f} to {high:+.4f}) | {by_heard} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
