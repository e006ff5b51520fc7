"""`python -m benchmarks denormals`: what it is worth that numbers below 1.2e-38 are zero.

Random weights show nothing of it, since their attention is flat. So the model that ships reads the
pieces that ship: each turn is done twice, with such numbers kept and with them flushed.

Legend: B rows, T segment.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from benchmarks.speed.machine import threads_of_the_processor
from benchmarks.speed.timing import Work, taking_turns
from engine.library.reading import read_score
from engine.model.decoding.decoder import Decoder
from engine.model.network.checkpoint import load_model, weights_of
from engine.model.network.kinds import of_ids
from engine.model.network.transformer_xl import TransformerXL
from engine.paths import demo_pieces, starter_model
from engine.tokens.tokenizer import Tokenizer

KEPT, FLUSHED = "kept", "flushed"
TRAINING, DECODING = "training", "decoding"
_TOKENS = 96


def measure(
    *,
    model: Path | None = None,
    songs: Path | None = None,
    rows: int = 8,
    segment_length: int = 256,
    rounds: int = 5,
) -> Iterator[tuple[float, dict[str, Any]]]:
    """Yield the share that is done, and at last the figures with it.

    One thread: the threads of PyTorch's pool keep what was set when they began.

    Args:
        model: A trained model's folder; None takes the starter.
        songs: A folder of MIDI files; None takes the pieces that ship.
        rows: B of a training step.
        segment_length: T of a training step.
        rounds: Rounds that are counted.
    """
    loaded = load_model(model or starter_model())
    ids = _ids(songs or demo_pieces(), Tokenizer.from_description(loaded.tokenizer))
    kinds = [TRAINING, DECODING]
    figures: dict[str, Any] = {"what": "denormals", "reference": KEPT, "works": {}}
    with threads_of_the_processor(1):
        try:
            for number, kind in enumerate(kinds):
                torch.manual_seed(0)
                works = {
                    name: _set_before(
                        _work(kind, of_ids(loaded.model), ids, (rows, segment_length)), flush
                    )
                    for name, flush in ((KEPT, False), (FLUSHED, True))
                }
                for done, speeds in enumerate(
                    taking_turns(works, reference=KEPT, rounds=rounds), start=1
                ):
                    figures["works"][kind] = {name: asdict(it) for name, it in speeds.items()}
                    yield (number + done / rounds) / len(kinds), figures
        finally:
            torch.set_flush_denormal(True)


def _ids(folder: Path, tokenizer: Tokenizer) -> Tensor:
    """Join the ids of a folder's pieces end to end: (N,) int64."""
    joined: list[int] = []
    for path in sorted(folder.glob("*.mid")):
        joined += [tokenizer.begin, *map(int, tokenizer.encode(read_score(path).score).ids)]
    return torch.tensor(joined)


def _set_before(work: Work, flush: bool) -> Work:  # noqa: FBT001 - one of two
    def set_then_work() -> int:
        torch.set_flush_denormal(flush)
        return work()

    return set_then_work


def _work(kind: str, model: TransformerXL, ids: Tensor, shape: tuple[int, int]) -> Work:
    if kind == TRAINING:
        return _training(model, ids, shape)
    return _decoding(model, ids.tolist())


def _training(model: TransformerXL, ids: Tensor, shape: tuple[int, int]) -> Work:
    """Go forwards and backwards over the next segment of each row, memory carried."""
    rows, length = shape
    learner = TransformerXL(model.config)
    learner.load_state_dict(model.state_dict())
    learner.train()
    carried = learner.empty_memory(rows)
    begin = torch.arange(rows)[:, None] * (len(ids) // rows)
    step = 0

    def work() -> int:
        nonlocal carried, step
        places = begin + step * length + torch.arange(length)
        segment, targets = ids[places % len(ids)], ids[(places + 1) % len(ids)]
        nll, auxiliary, carried = learner.losses(segment, targets, carried)
        (nll.mean() + auxiliary).backward()
        learner.zero_grad(set_to_none=True)
        step += 1
        return segment.numel()

    # Until the memory is full a step has less to do.
    for _ in range(-(-model.config.mem_len // length)):
        work()
    return work


def _decoding(model: TransformerXL, ids: Sequence[int]) -> Work:
    """Read the piece on, one token a call."""
    decoder = Decoder(weights_of(model))
    upcoming = itertools.cycle(ids)
    decoder.prime(list(itertools.islice(upcoming, model.config.mem_len + 1)))

    def work() -> int:
        for token in itertools.islice(upcoming, _TOKENS):
            decoder.prime([token])
        return _TOKENS

    return work
