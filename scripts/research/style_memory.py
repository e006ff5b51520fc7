"""Is an initial memory that was fitted to a few pieces worth more than one of the pieces itself?

    python scripts/research/style_memory.py NAME=LEARN:JUDGE... --out FILE [--pieces N...]

For each style, a model begins pieces of JUDGE that it never read: with no memory, with the memory
after one piece of LEARN, with a memory that was fitted to N pieces of LEARN while the weights stood
still (the tuned states of MIDI-RWKV), and after fine-tuning on the same pieces. LEARN and JUDGE are
folders; pieces are the first ones of the half *choose* of LEARN and *judge* of JUDGE.

A fitted memory is what the program fits (`engine/training/style.py`), by the processor's clock.
Prints nats a note of the first 128 steps, of those up to 512 and up to 1,024, each with the gain
over no memory and its interval over pieces, and the processor seconds.

Legend: L layers, K positions that are fitted, D width.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import torch

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.evaluation.reading import NoteReading, reading_of  # noqa: E402
from benchmarks.evaluation.rows import Rows, SongSteps  # noqa: E402
from benchmarks.evaluation.song import song_of  # noqa: E402
from benchmarks.measures.fine_tuning import trained  # noqa: E402
from benchmarks.quality.statistics import ratio_of  # noqa: E402
from benchmarks.songs import SongFile, Split, first_songs, folders_of  # noqa: E402
from engine.model.network.checkpoint import load_model  # noqa: E402
from engine.model.network.memory import Memory  # noqa: E402
from engine.model.network.note_xl import NoteXL  # noqa: E402
from engine.model.network.processor import use_processor  # noqa: E402
from engine.music.score import Score  # noqa: E402
from engine.paths import starter_model  # noqa: E402
from engine.tokens.augmentation import Augmentation, AugmentationConfig  # noqa: E402
from engine.tokens.steps import steps_of  # noqa: E402
from engine.tokens.store import open_store  # noqa: E402
from engine.tokens.tokenizer import Tokenizer  # noqa: E402
from engine.training.prepare import Song, own_score, prepare  # noqa: E402
from engine.training.style import SECONDS, StyleFitting  # noqa: E402

WINDOW = 256
PLACES = ((0, 128), (128, 512), (512, 1024))


class Piece(NamedTuple):
    """A piece as a file gives it, and in the steps of a network."""

    name: str
    score: Score
    song: SongSteps


class Nats(NamedTuple):
    """Nats of a piece's notes in some steps, and how many notes these are."""

    nats: float
    notes: int


def main() -> None:
    """Measure each style and write all rows."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("styles", nargs="+", metavar="NAME=LEARN:JUDGE")
    parser.add_argument("--model", type=Path, default=starter_model())
    parser.add_argument("--pieces", type=int, nargs="+", default=[1, 3, 10])
    parser.add_argument("--judged", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of processor time (60)")
    parser.add_argument("--judge-split", default="judge", choices=["choose", "judge"])
    parser.add_argument("--tune", action="store_true", help="also the preset Taste, as long")
    parser.add_argument("--out", type=Path, required=True)
    wanted = parser.parse_args()
    use_processor(threads=1)
    loaded = load_model(wanted.model)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    network = loaded.model
    if not isinstance(network, NoteXL):
        parser.error("the model reads ids; this compares models of notes")
    reading = NoteReading(network, tokenizer.vocabulary)
    rows = []
    for style in wanted.styles:
        name, _, places = style.partition("=")
        learn, _, judge = places.partition(":")
        learned = pieces(learn, reading, tokenizer, split="choose", count=max(wanted.pieces))
        judged = pieces(judge, reading, tokenizer, split=wanted.judge_split, count=wanted.judged)
        rows += figures_of(name, reading, tokenizer, learned, judged, wanted=wanted)
        wanted.out.write_text(json.dumps(rows, indent=1) + "\n")


def pieces(
    folder: str, reading: NoteReading, tokenizer: Tokenizer, *, split: Split, count: int
) -> list[Piece]:
    """Return the first pieces of a folder that are longer than a window."""

    def taken(file: SongFile, score: Score) -> Piece | None:
        song = reading.song(song_of(file.name, score, tokenizer).ids)
        return Piece(file.name, score, song) if song.steps > song.head + WINDOW else None

    return list(first_songs(folders_of([folder]), taken, split=split, count=count))


def figures_of(
    style: str,
    reading: NoteReading,
    tokenizer: Tokenizer,
    learned: Sequence[Piece],
    judged: Sequence[Piece],
    *,
    wanted: argparse.Namespace,
) -> list[dict[str, object]]:
    """Measure all ways of beginning, and print a row of each."""
    songs = [piece.song for piece in judged]
    none = [halves(reading, song, None) for song in songs]
    rows = [row_of(style, "no memory", none, none, seconds=0.0)]
    primed = [after(reading, piece.song) for piece in learned[:3]]
    for place, memory in enumerate(primed):
        found = [halves(reading, song, memory) for song in songs]
        rows.append(row_of(style, f"after piece {place + 1}", found, none, seconds=0.0))
    for count in wanted.pieces:
        some = learned[:count]
        began = time.process_time()
        memory = fitted(reading, tokenizer, some, seconds=wanted.seconds)
        seconds = time.process_time() - began
        found = [halves(reading, song, memory) for song in songs]
        rows.append(row_of(style, f"fitted to {count}", found, none, seconds=seconds))
        if wanted.tune and count > 1:
            rows.append(tuned(style, some, songs, none, wanted))
    return rows


def tuned(
    style: str,
    some: Sequence[Piece],
    songs: Sequence[SongSteps],
    none: Sequence[Sequence[Nats]],
    wanted: argparse.Namespace,
) -> dict[str, object]:
    """Fine-tune as the program does, as long as a memory is fitted, and measure the last step."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        named = [(piece.name, piece.score) for piece in some]
        how = trained(wanted.model, named, place, minutes=wanted.seconds / 60)
        last = max((place / "steps").iterdir())
        loaded = load_model(last)
        vocabulary = Tokenizer.from_description(loaded.tokenizer).vocabulary
        reading = reading_of(loaded.model, vocabulary)
        found = [halves(reading, song, None) for song in songs]
    name = f"fine-tuned on {len(some)}"
    return row_of(style, name, found, none, seconds=how["cpu_seconds"])


@torch.inference_mode()
def after(reading: NoteReading, song: SongSteps) -> Memory:
    """Return the memory after a piece."""
    memory = reading.empty_memory(1)
    for start in range(0, song.steps - 1, WINDOW):
        memory = reading.hear(song.rows.between(start, start + WINDOW), memory)
    return memory


def begun(rows: Rows) -> Rows:
    """Return rows whose songs do not hide the memory before them."""
    return replace(rows, starts=torch.zeros_like(rows.starts))


@torch.inference_mode()
def halves(reading: NoteReading, song: SongSteps, memory: Memory | None) -> list[Nats]:
    """Return the nats of a piece's first steps that begin with a memory, or with none."""
    rows = song.rows if memory is None else begun(song.rows)
    carried = reading.empty_memory(1) if memory is None else without_key(reading, memory)
    found = []
    for start in range(0, min(song.steps - 1, PLACES[-1][1]), WINDOW):
        nats, carried = reading.nats(rows.between(start, start + WINDOW), carried)
        found.append(nats[0].sum(dim=1))
    by_step = torch.cat(found)
    # The declarations of the parts are given, not drawn.
    by_step[: song.head - 1] = 0.0
    return [
        Nats(
            float(by_step[low:high].sum()),
            int(song.notes[low + 1 : min(high, len(by_step)) + 1].sum()),
        )
        for low, high in PLACES
    ]


def without_key(reading: NoteReading, memory: Memory) -> Memory:
    """Return a memory whose key summary has heard nothing, as at the beginning of a piece."""
    return replace(memory, summary=reading.empty_memory(1).summary)


def fitted(
    reading: NoteReading, tokenizer: Tokenizer, some: Sequence[Piece], *, seconds: float
) -> Memory:
    """Return the memory of a style, fitted to pieces as the program fits it."""
    network = reading.network
    with tempfile.TemporaryDirectory() as folder:
        songs = [Song(name=piece.name, source=piece.score, split="train") for piece in some]
        list(prepare(songs, Path(folder), tokenizer=tokenizer, read=own_score))
        fitting = StyleFitting(
            network,
            open_store(Path(folder)),
            steps=steps_of(network.config, tokenizer.vocabulary),
            augmentation=Augmentation(tokenizer.vocabulary, AugmentationConfig(tempo_steps=0)),
            seconds=seconds,
            clock=time.process_time,
        )
        *_, last = fitting.updates()
    return fitting.memory(last.hidden)


def row_of(
    style: str,
    name: str,
    found: Sequence[Sequence[Nats]],
    none: Sequence[Sequence[Nats]],
    *,
    seconds: float,
) -> dict[str, object]:
    """Return and print a row: nats a note, and what was gained with its interval."""
    row: dict[str, object] = {"style": style, "begins": name, "seconds": round(seconds, 1)}
    for half, (low, high) in enumerate(PLACES):
        there = [(a[half], b[half]) for a, b in zip(found, none, strict=True) if b[half].notes]
        weights = [b.notes for _, b in there]
        nats = ratio_of([a.nats for a, _ in there], weights).value
        gain = ratio_of([b.nats - a.nats for a, b in there], weights)
        row[f"nats {low}-{high}"] = round(nats, 3)
        row[f"gain {low}-{high}"] = [round(n, 3) for n in (gain.value, gain.low, gain.high)]
    print(json.dumps(row), flush=True)
    return row


if __name__ == "__main__":
    main()
