"""Relative attention for accelerators: PyTorch's fused kernel with the position term as its mask.

Legend: B rows, T queries, S keys, H heads, K head width.

Terms (b) and (d) of Dai et al. 2019, section 3.3, are a (T, S) matrix of scores for each head. A
fused kernel adds such a matrix, in the queries' own type, before its softmax, and gives it a
gradient. PyTorch may take its memory-efficient kernel or plain mathematics, never cuDNN's kernel,
which returns no gradient for the matrix. The memory-efficient kernel needs a multiple of 8 keys.

A kernel is used only after `check_attention` has called `trust`: backends, cards and versions
differ, and a wrong gradient shows only in a model that learns badly.
"""

import torch
from torch import Tensor
from torch.nn import functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

from engine.model.network.positions import relative_shift
from engine.model.network.window import Window

KERNELS = [SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]
# PyTorch's fast kernels take a mask only if its rows are multiples of this many numbers.
ALIGNMENT = 8

_trusted: set[tuple[str, torch.dtype]] = set()


def trusted(device: torch.device, dtype: torch.dtype) -> bool:
    """Return whether the check found `device_attention` right for this device and type."""
    return (device.type, dtype) in _trusted


def trust(device: torch.device, dtype: torch.dtype, *, found: bool) -> None:
    """Record the result of `engine.model.network.attention_check`."""
    (_trusted.add if found else _trusted.discard)((device.type, dtype))


def device_attention(  # noqa: PLR0917 - as `relative_attention`
    content: Tensor,
    position: Tensor,
    keys: Tensor,
    values: Tensor,
    distances: Tensor,
    window: Window,
) -> Tensor:
    """Attend with a fused kernel.

    Args:
        content: (B, T, H, K), (q + u) / √K.
        position: (B, T, H, K), (q + v) / √K.
        keys: (B, S, H, K).
        values: (B, S, H, K).
        distances: (S + 1, H, K), W_R R for the distances S … 0.
        window: The keys that each query may see.

    Returns:
        (B, T, H, K).
    """
    hidden = window.hidden
    spare = -keys.shape[1] % ALIGNMENT
    if spare:
        # Added before the oldest key, so that distances, counted from the end, do not move.
        keys, values = (F.pad(x, (0, 0, 0, 0, spare, 0)) for x in (keys, values))
        distances = F.pad(distances, (0, 0, 0, 0, spare, 0))
        hidden = F.pad(hidden, (spare, 0), value=True)
    by_distance = position.transpose(1, 2) @ distances.permute(1, 2, 0)  # (B, H, T, S + 1)
    mask = relative_shift(by_distance).masked_fill(hidden[:, None], -torch.inf)
    queries, keys, values = (x.transpose(1, 2) for x in (content, keys, values))
    with sdpa_kernel(KERNELS):
        attended = F.scaled_dot_product_attention(
            queries, keys, values, attn_mask=mask.to(content.dtype), scale=1.0
        )
    return attended.transpose(1, 2)
