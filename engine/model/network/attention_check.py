"""Checks the fused kernel of a device once, before a training, with small tensors.

Legend: B rows, T queries, S keys, H heads, K head width.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from engine.model.network.attention import relative_attention
from engine.model.network.device_attention import device_attention, trust
from engine.model.network.window import Window

# Largest distance allowed, as a share of the length of what plain matrices give: the rounding of
# the types, with room. A gradient that is missing or wrong is off by its whole length.
_ALLOWED = {torch.bfloat16: 0.03, torch.float16: 0.01, torch.float32: 0.005, torch.float64: 1e-9}


def check_attention(
    device: torch.device | str,
    dtype: torch.dtype,
    *,
    attend: Callable[..., Tensor] = device_attention,
) -> bool:
    """Compare a kernel's result and gradients with plain matrices, and record whether to use it.

    The gradients compared are those of u (through `content`), v (through `position`), R (through
    `distances`), keys and values.

    Args:
        device: The device.
        dtype: The type of the tensors.
        attend: The function to check.

    Returns:
        Whether all of them are right.
    """
    device = torch.device(device)
    try:
        errors = _errors(device, dtype, attend)
    except RuntimeError:
        errors = [float("inf")]
    found = all(error <= _ALLOWED[dtype] for error in errors)  # a NaN is not
    trust(device, dtype, found=found)
    return found


def _errors(device: torch.device, dtype: torch.dtype, attend: Callable[..., Tensor]) -> list[float]:
    """The distance of each result from plain matrices, as a share of its length."""
    rows, queries, keys, heads, width = 2, 16, 45, 2, 32
    generator = torch.Generator().manual_seed(0)
    shapes = [(rows, queries)] * 2 + [(rows, keys)] * 2 + [(keys + 1,), (rows, queries)]
    drawn = [torch.randn(*shape, heads, width, generator=generator) for shape in shapes]
    first = torch.zeros(rows, queries, dtype=torch.int64)
    first[1, queries // 2 :] = keys - queries + queries // 2  # a song begins within the segment
    window = Window(first=first.to(device), keys=keys)
    wide = dtype if dtype == torch.float64 else torch.float32
    results = []
    functions: tuple[Callable[..., Tensor], ...] = (attend, relative_attention)
    for function, kind in zip(functions, (dtype, wide), strict=True):
        *inputs, upstream = (x.to(device, dtype).to(kind) for x in drawn)
        for x in inputs:
            x.requires_grad_()
        out = function(*inputs, window)
        out.backward(upstream)
        gradients = [x.new_zeros(x.shape) if x.grad is None else x.grad for x in inputs]
        results.append([out.detach(), *gradients])
    return [
        float((found.to(wide) - wanted).norm() / wanted.norm())
        for found, wanted in zip(*results, strict=True)
    ]
