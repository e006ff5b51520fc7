"""What 8 bits save and cost a model as it stands, beside float32, in turns.

Of each song so many notes are read id by id as in drawing, by one decoder of each precision:
nats a note, and how often both expect the same id most. Then one, four and eight rows go on with
the ids that follow in the first song, both precisions in turns; notes a second of processor time,
for others on the machine are not in it.
"""

import argparse
from collections.abc import Sequence

import torch

from benchmarks.arguments import add_model, add_songs
from benchmarks.harness import Benchmark
from benchmarks.songs import first_songs, folders_of
from benchmarks.speed.timing import Work, taking_turns
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.errors import EmptyMusicError
from engine.generation.model import LiveModel
from engine.model.packed import StepPrecision
from engine.model.processor import use_processor
from engine.music.score import Score
from engine.tokens.vocabulary import TokenKind, Vocabulary

PRECISIONS: tuple[StepPrecision, ...] = ("float32", "int8")
ROWS = (1, 4, 8)


def ids_of(model: LiveModel, score: Score, most: int) -> list[int]:
    """Return a piece's ids from its begin until so many notes were said."""
    vocabulary = model.tokenizer.vocabulary
    said = model.tokenizer.encode(score).ids
    ids = [vocabulary.begin, *map(int, said)]
    notes = 0
    for count, token in enumerate(ids, 1):
        notes += is_note(vocabulary, token)
        if notes == most:
            return ids[:count]
    return ids


def is_note(vocabulary: Vocabulary, token: int) -> bool:
    """Tell whether an id is a note's pitch."""
    return vocabulary.kinds[token] in (TokenKind.PITCH, TokenKind.DRUM)


def heard(model: LiveModel, ids: Sequence[int]) -> tuple[float, list[int]]:
    """Return the nats of all ids from the first bar on, and the likeliest id at each.

    What parts there are is said before it, and is not predicted.
    """
    decoder, nats, likeliest = model.decoder, 0.0, list[int]()
    first = ids.index(model.tokenizer.bar)
    decoder.rewind(0)
    decoder.prime(ids[:first])
    for token in ids[first:]:
        said = torch.log_softmax(decoder.logits.double(), 0)
        nats -= float(said[token])
        likeliest.append(int(said.argmax()))
        decoder.prime([token])
    return nats, likeliest


def drawing(model: LiveModel, ids: Sequence[int], rows: int) -> Work:
    """Return the work of going on with the later half of some ids in several rows."""
    half, vocabulary = len(ids) // 2, model.tokenizer.vocabulary
    notes = rows * sum(is_note(vocabulary, token) for token in ids[half:])

    def work() -> int:
        model.decoder.rewind(half)
        branches = model.decoder.branches(rows)
        for token in ids[half:]:
            branches.step([token] * rows)
        return notes

    model.decoder.rewind(0)
    model.decoder.prime(ids)
    return work


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=6)
    parser.add_argument("--notes", type=positive, default=200, help="of each song (200)")
    parser.add_argument("--rounds", type=positive, default=5, help="that count (5)")


def _measure(wanted: Arguments, _output: Output) -> None:
    use_processor(threads=1)
    songs = list(
        first_songs(
            folders_of(wanted.folders),
            lambda file, score: (file.name, score),
            split=wanted.split,
            count=wanted.songs,
        )
    )
    if not songs:
        raise EmptyMusicError("There is no music in these folders.")
    models = [LiveModel.load(wanted.model, precision=kind) for kind in PRECISIONS]
    print("| piece | notes | float32 | 8 bits | same id likeliest |")
    print("| --- | --- | --- | --- | --- |")
    for name, score in songs:
        ids = ids_of(models[0], score, wanted.notes)
        notes = sum(is_note(models[0].tokenizer.vocabulary, token) for token in ids)
        (full, expected), (small, other) = (heard(model, ids) for model in models)
        same = sum(a == b for a, b in zip(expected, other, strict=True)) / len(expected)
        row = (f"{full / notes:.4f}", f"{small / notes:.4f}", f"{100 * same:.1f} %")
        print(f"| {name} | {notes} | {' | '.join(row)} |", flush=True)
    ids = ids_of(models[0], songs[0][1], wanted.notes)
    print("\n| rows | float32 | 8 bits | ratio |\n| --- | --- | --- | --- |")
    for rows in ROWS:
        works: dict[str, Work] = {
            kind: drawing(model, ids, rows) for kind, model in zip(PRECISIONS, models, strict=True)
        }
        *_, speeds = taking_turns(works, reference="float32", rounds=wanted.rounds)
        full_speed, small_speed = (speeds[kind] for kind in PRECISIONS)
        rates = f"{full_speed.per_cpu_s:.0f} | {small_speed.per_cpu_s:.0f}"
        print(f"| {rows} | {rates} | {small_speed.cpu_ratio:.2f} |", flush=True)


BENCHMARKS = {"eight-bits": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
