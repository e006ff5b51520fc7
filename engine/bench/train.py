"""`segue bench train`: tokens a second in training, ours beside the others.

A turn is one step forwards and backwards over a batch whose memory is carried; the optimizer,
which is PyTorch's own for everybody, is left out.
"""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import torch
from torch import Tensor, nn

from engine.bench import peers
from engine.bench.machine import matrix_rate
from engine.bench.timing import Speed, Work, taking_turns
from engine.config import ModelConfig
from engine.model.transformer_xl import TransformerXL

OURS = "Segue float32"
OURS_BFLOAT16 = "Segue bfloat16"


def measure(
    config: ModelConfig,
    *,
    rows: int = 8,
    segment_length: int = 256,
    rounds: int = 5,
    threads: int = 1,
) -> Iterator[dict[str, Any]]:
    """Yield the figures after each round; the last are the result.

    Args:
        config: Of all contenders.
        rows: B.
        segment_length: T.
        rounds: Rounds that are counted.
        threads: Threads of the processor.
    """
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        torch.manual_seed(0)
        shape = (rows, segment_length)
        ids = torch.randint(config.vocab_size, shape)
        targets = torch.randint(config.vocab_size, shape)
        contenders = {OURS: _ours(config, ids, targets)}
        if _bfloat16_is_fast():
            contenders[OURS_BFLOAT16] = _ours(config, ids, targets, dtype=torch.bfloat16)
        for name, network, loss in peers.losses(config, rows=rows):
            contenders[name] = _theirs(network, loss, ids, targets)
        reference = next((name for name in contenders if "Segue" not in name), OURS)
        rates = {
            name: matrix_rate(
                width=config.d_model,
                rows=rows * segment_length,
                dtype=torch.bfloat16 if name == OURS_BFLOAT16 else torch.float32,
            )
            for name in contenders
        }
        for speeds in taking_turns(contenders, reference=reference, rounds=rounds):
            yield _figures(speeds, config, ids, rates, threads=threads, reference=reference)
    finally:
        torch.set_num_threads(before)


def token_operations(config: ModelConfig, *, segment_length: int) -> int:
    """Return the operations that the matrices of one token take, forwards and backwards.

    Six for each weight (two forwards, four backwards); content, position and value products over
    memory and segment likewise. A masked half of the segment is counted as well: it is computed.
    """
    attention = 4 * config.d_model * config.n_head * config.head_width
    feed_forward = 2 * config.d_model * config.inner_width
    keys = config.mem_len + segment_length
    products = 3 * keys * config.n_head * config.head_width
    head = config.vocab_size * config.d_model
    return 6 * (config.n_layer * (attention + feed_forward + products) + head)


def _ours(
    config: ModelConfig, ids: Tensor, targets: Tensor, *, dtype: torch.dtype | None = None
) -> Work:
    model = TransformerXL(config).train()
    carried = {"memory": model.empty_memory(ids.shape[0])}

    def work() -> int:
        enabled = dtype is not None
        with torch.autocast("cpu", dtype=dtype or torch.bfloat16, enabled=enabled):
            nll, auxiliary, carried["memory"] = model.losses(ids, targets, carried["memory"])
        (nll.mean() + auxiliary).backward()
        model.zero_grad(set_to_none=True)
        return ids.numel()

    return work


def _theirs(network: nn.Module, loss: peers.Loss, ids: Tensor, targets: Tensor) -> Work:
    def work() -> int:
        loss(ids, targets).backward()
        network.zero_grad(set_to_none=True)
        return ids.numel()

    return work


def _bfloat16_is_fast() -> bool:
    return matrix_rate(width=256, rows=2048, dtype=torch.bfloat16) > 1.2 * matrix_rate(
        width=256, rows=2048
    )


def _figures(
    speeds: dict[str, Speed],
    config: ModelConfig,
    ids: Tensor,
    rates: dict[str, float],
    *,
    threads: int,
    reference: str,
) -> dict[str, Any]:
    rows, segment_length = ids.shape
    operations = token_operations(config, segment_length=segment_length)
    return {
        "what": "train",
        "unit": "tokens a second",
        "layers": config.n_layer,
        "width": config.d_model,
        "memory": config.mem_len,
        "segment": segment_length,
        "rows": rows,
        "threads": threads,
        "reference": reference,
        "contenders": [
            {**asdict(speed), "share_of_matrix_rate": speed.per_s * operations / rates[name]}
            for name, speed in speeds.items()
        ],
    }
