"""What a longer or shorter memory is worth to a model as it stands, without further training.

The songs with the most steps are read, as many of each collection; of each the same steps, in
segments, with memories of other lengths than the model was trained with. Prints nats a note by
notes heard before, and what each memory loses or gains against the model's own, with its 95 %
interval over songs.
"""

import argparse
from collections import Counter

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.arguments import add_model, add_songs
from benchmarks.evaluation.loss_by_note import Said, note_loss, said_of
from benchmarks.evaluation.reading import Reading, reading_of
from benchmarks.evaluation.rows import SongSteps
from benchmarks.evaluation.song import song_of
from benchmarks.harness import Benchmark
from benchmarks.quality.statistics import ratio_of
from benchmarks.songs import Folders, Split, first_songs, folders_of
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.errors import EmptyMusicError
from engine.model.network.checkpoint import load_model
from engine.model.network.processor import use_processor
from engine.tokens.tokenizer import Tokenizer

SEGMENT = 64
"""Steps read at once; the memory carries what lies further back."""


@torch.inference_mode()
def nats_with(reading: Reading, song: SongSteps, mem_len: int) -> NDArray[np.float64]:
    """Return the nats of each id but the first of a song read with a memory, (L - 1,)."""
    memory = reading.empty_memory(1, mem_len=mem_len)
    found = []
    for start in range(0, song.steps - 1, SEGMENT):
        nats, memory = reading.nats(song.rows.between(start, start + SEGMENT), memory)
        found.append(nats[0].numpy())
    return song.by_id(np.concatenate(found))


def longest_songs(
    folders: Folders,
    reading: Reading,
    tokenizer: Tokenizer,
    *,
    split: Split,
    count: int,
    most: int,
) -> list[tuple[str, SongSteps]]:
    """Return the longest songs of each collection, with its name.

    Args:
        folders: By collection.
        reading: Of the network.
        tokenizer: The model's.
        split: The half of the songs, or all.
        count: So many of each collection; 0 is all.
        most: Steps of each that are read.
    """
    read = first_songs(
        folders,
        lambda file, score: (file.collection, song_of(file.name, score, tokenizer).ids),
        split=split,
        count=0,
    )
    ids = sorted(read, key=lambda song: -len(song[1]))
    taken: Counter[str] = Counter()
    found = []
    for collection, song_ids in ids:
        taken[collection] += 1
        if count and taken[collection] > count:
            continue
        song = reading.song(song_ids)
        if song.steps > most:
            song = reading.song(song_ids[: song.id_at(most)])
        found.append((collection, song))
    return found


def heard_with(reading: Reading, songs: list[tuple[str, SongSteps]], mem_len: int) -> list[Said]:
    """Return what predicting songs cost with a memory."""
    return [
        said_of(source, song.ids, nats_with(reading, song, mem_len), reading.vocabulary)
        for source, song in songs
    ]


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=2)
    parser.add_argument("--steps", type=positive, default=2048, help="of each song (2048)")
    parser.add_argument("--memories", type=positive, nargs="+", default=[64, 128, 256, 512, 1024])


def _measure(wanted: Arguments, _output: Output) -> None:
    use_processor(threads=1)
    loaded = load_model(wanted.model)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    reading = reading_of(loaded.model, tokenizer.vocabulary)
    songs = longest_songs(
        folders_of(wanted.folders),
        reading,
        tokenizer,
        split=wanted.split,
        count=wanted.songs,
        most=wanted.steps,
    )
    if not songs:
        raise EmptyMusicError("There is no music in these folders.")
    own_len = loaded.model.config.mem_len
    own = heard_with(reading, songs, own_len)
    print("| memory | notes | nats a note | against its own | by notes heard |")
    print("| --- | --- | --- | --- | --- |")
    for mem_len in wanted.memories:
        other = own if mem_len == own_len else heard_with(reading, songs, mem_len)
        found = note_loss(other)
        more = ratio_of(
            [float(b.nats.sum() - a.nats.sum()) for a, b in zip(own, other, strict=True)],
            [song.notes for song in own],
        )
        by_heard = ", ".join(f"{first}+ {nats:.3f}" for (first, _), nats in found.by_heard.items())
        print(
            f"| {mem_len} | {found.notes} | {found.nats:.4f} |"
            f" {more.value:+.4f} ({more.low:+.4f} to {more.high:+.4f}) | {by_heard} |",
            flush=True,
        )


BENCHMARKS = {"memory": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
