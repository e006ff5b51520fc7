"""`segue bench decode`: tokens a second, one token a call, ours beside the others."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

import torch

from engine.bench import peers
from engine.bench.machine import Reading
from engine.bench.timing import Speed, Work, taking_turns
from engine.config import ModelConfig
from engine.model.decoder import Decoder
from engine.model.packed import StepPrecision
from engine.model.products import int8_works
from engine.model.transformer_xl import TransformerXL

OURS = "Segue float32"
FLOOR = "reading the same bytes"
_TOKENS = 24


def measure(
    config: ModelConfig, *, rows: int = 1, rounds: int = 5, threads: int = 1
) -> Iterator[dict[str, Any]]:
    """Yield the figures after each round; the last are the result.

    Args:
        config: Of all contenders.
        rows: Alternatives decoded side by side.
        rounds: Rounds that are counted.
        threads: Threads of the processor.
    """
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        contenders = _contenders(config, rows=rows)
        others = [name for name, _ in peers.decoders(config, rows=rows, tokens=1)]
        reference = others[0] if others else OURS
        for speeds in taking_turns(contenders, reference=reference, rounds=rounds):
            yield _figures(speeds, config, rows=rows, threads=threads, reference=reference)
    finally:
        torch.set_num_threads(before)


def token_bytes(config: ModelConfig) -> int:
    """Return how many bytes must be read for one token of one row, in float32.

    Every matrix of every layer and the head once, and the keys, the values and the position keys
    of the whole memory. Rows share all of it but keys and values.
    """
    attention = 4 * config.d_model * config.n_head * config.head_width
    feed_forward = 2 * config.d_model * config.inner_width
    remembered = 3 * config.mem_len * config.n_head * config.head_width
    head = config.vocab_size * config.d_model
    return 4 * (config.n_layer * (attention + feed_forward + remembered) + head)


def _contenders(config: ModelConfig, *, rows: int) -> Mapping[str, Work]:
    torch.manual_seed(0)
    model = TransformerXL(config).eval()
    contenders: dict[str, Work] = {OURS: _ours(model, "float32", rows=rows)}
    if int8_works():
        contenders["Segue 8-bit"] = _ours(model, "int8", rows=rows)
    contenders |= dict(peers.decoders(config, rows=rows, tokens=_TOKENS))
    contenders[FLOOR] = _floor(config, rows=rows)
    return contenders


def _ours(model: TransformerXL, precision: StepPrecision, *, rows: int) -> Work:
    decoder = Decoder(model, precision=precision)
    decoder.prime([0] * max(1, model.config.mem_len))
    branches = decoder.branches(rows)
    ids = torch.zeros(rows, dtype=torch.int64)

    def work() -> int:
        for _ in range(_TOKENS):
            branches.step(ids)
        return rows * _TOKENS

    return work


def _floor(config: ModelConfig, *, rows: int) -> Work:
    reading = Reading(token_bytes(config))

    def work() -> int:
        for _ in range(_TOKENS):
            reading()
        return rows * _TOKENS

    return work


def _figures(
    speeds: dict[str, Speed], config: ModelConfig, *, rows: int, threads: int, reference: str
) -> dict[str, Any]:
    floor = speeds[FLOOR].per_s
    return {
        "what": "decode",
        "unit": "tokens a second",
        "layers": config.n_layer,
        "width": config.d_model,
        "memory": config.mem_len,
        "rows": rows,
        "threads": threads,
        "reference": reference,
        "contenders": [
            {**asdict(speed), "share_of_floor": speed.per_s / floor} for speed in speeds.values()
        ],
    }
