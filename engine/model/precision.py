"""In which precision a model is decoded on this machine.

Told by what the processor can do and not by a clock: the same model, piece and request have to give
the same notes tomorrow, however busy the machine is then.
"""

import torch

from engine.model.packed import StepPrecision, eight_bits_of
from engine.model.trunk import Trunk


def suited_precision(model: Trunk) -> StepPrecision:
    """Return `int8` where one row of a step goes through the layers faster so, else `float32`.

    A step of few rows is the reading of its weights, of which 8 bits are a quarter: with products
    of bytes (VNNI) that is 1.5 times as fast (docs/experiments/2026-11-22-note-speed.md). With AMX
    float32 is as fast.

    Args:
        model: To be decoded.
    """
    gains = _can("_is_vnni_supported") and not _can("_is_amx_tile_supported")
    return "int8" if gains and eight_bits_of(model, "int8") else "float32"


def _can(what: str) -> bool:
    # PyTorch tells what the processor has under these names only; one without them is not asked.
    probe = getattr(torch.cpu, what, None)
    return bool(probe()) if probe is not None else False
