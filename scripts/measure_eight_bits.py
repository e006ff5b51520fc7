"""What 8 bits save and cost a model as it stands, beside float32, in turns.

    python scripts/measure_eight_bits.py MODEL PIECE… [--notes 200] [--rounds 5]

Of each MIDI file so many notes are read id by id as in drawing, by one decoder of each precision:
nats a note, and how often both expect the same id most. Then one, four and eight rows go on with
the ids that follow in the first file, both precisions in turns; notes a second of processor time,
for others on the machine are not in it.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.bench.timing import Work, taking_turns
from engine.generation.model import LiveModel
from engine.model.packed import StepPrecision
from engine.model.processor import use_processor
from engine.music.midifile import read_midi
from engine.tokens.vocabulary import TokenKind, Vocabulary

PRECISIONS: tuple[StepPrecision, ...] = ("float32", "int8")
ROWS = (1, 4, 8)


def ids_of(model: LiveModel, piece: Path, most: int) -> list[int]:
    """Return a piece's ids from its begin until so many notes were said."""
    vocabulary = model.tokenizer.vocabulary
    said = model.tokenizer.encode(read_midi(piece.read_bytes()).score).ids
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


def main() -> None:
    """Measure one model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("pieces", type=Path, nargs="+")
    parser.add_argument("--notes", type=int, default=200, help="of each piece, at most")
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    use_processor(threads=1)
    models = [LiveModel.load(wanted.model, precision=kind) for kind in PRECISIONS]
    print("| piece | notes | float32 | 8 bits | same id likeliest |")
    print("| --- | --- | --- | --- | --- |")
    for piece in wanted.pieces:
        ids = ids_of(models[0], piece, wanted.notes)
        notes = sum(is_note(models[0].tokenizer.vocabulary, token) for token in ids)
        (full, expected), (small, other) = (heard(model, ids) for model in models)
        same = sum(a == b for a, b in zip(expected, other, strict=True)) / len(expected)
        row = (f"{full / notes:.4f}", f"{small / notes:.4f}", f"{100 * same:.1f} %")
        print(f"| {piece.stem} | {notes} | {' | '.join(row)} |", flush=True)
    ids = ids_of(models[0], wanted.pieces[0], wanted.notes)
    print("\n| rows | float32 | 8 bits | ratio |\n| --- | --- | --- | --- |")
    for rows in ROWS:
        works = {
            kind: drawing(model, ids, rows) for kind, model in zip(PRECISIONS, models, strict=True)
        }
        *_, speeds = taking_turns(works, reference="float32", rounds=wanted.rounds)
        full_speed, small_speed = (speeds[kind] for kind in PRECISIONS)
        rates = f"{full_speed.per_cpu_s:.0f} | {small_speed.per_cpu_s:.0f}"
        print(f"| {rows} | {rates} | {small_speed.cpu_ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
