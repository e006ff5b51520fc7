"""In which precision a model is decoded fastest on this machine, measured at once."""

import time
from collections.abc import Callable

import torch

from engine.model.packed import PackedTrunk, StepPrecision, eight_bits_of, pack
from engine.model.trunk import Trunk

_ROUNDS = 7
_WORTH_IT = 0.8
"""8 bits are a little less exact: they have to save a fifth of the time at least."""


@torch.no_grad()
def fastest_precision(
    model: Trunk, *, clock: Callable[[], float] = time.perf_counter
) -> StepPrecision:
    """Return `int8` where one row goes through all matrices of the layers clearly faster so.

    Both ways take turns, so that whatever else the machine does befalls both, and each is judged
    by its quickest round. It takes some tens of milliseconds for a model of five million weights.

    Args:
        model: Of which the layers are packed in both ways.
        clock: Seconds.
    """
    if not eight_bits_of(model, "int8"):
        return "float32"
    exact = pack(model, distances=1, precision="float32")
    rounded = pack(model, distances=1, precision="int8")
    row = torch.ones(1, model.config.d_model, dtype=model.u.dtype)
    attended = torch.ones(1, model.u.shape[1] * model.u.shape[2], dtype=model.u.dtype)
    seconds: dict[int, list[float]] = {id(exact): [], id(rounded): []}
    for _ in range(_ROUNDS):
        for trunk in (exact, rounded):
            began_s = clock()
            _through(trunk, row.clone(), attended)
            seconds[id(trunk)].append(clock() - began_s)
    faster = min(seconds[id(rounded)]) < _WORTH_IT * min(seconds[id(exact)])
    return "int8" if faster else "float32"


def _through(trunk: PackedTrunk, x: torch.Tensor, attended: torch.Tensor) -> None:
    """Multiply by every matrix of every layer, as a step does besides attending."""
    for layer in trunk.layers:
        layer.project(trunk.norm(x))
        x = layer.output(attended, x)
        x = layer.contract(layer.expand(trunk.norm(x)), x)
