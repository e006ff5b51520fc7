"""Dropout with few random numbers (Srivastava et al. 2014).

On a CPU, PyTorch's dropout draws a Bernoulli number for each activation, which takes an eighth of a
training step. Here a draw of 64 bits decides on four activations with 16 bits each: the share is
exact to 1/65,536, and the draw no longer shows in a profile.
"""

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

# 16-bit parts of a draw of 64 bits, and the values of one.
LANES = 4
LEVELS = 2**16


class Dropout(nn.Module):
    """Sets a random share of activations to zero in training and scales the others up.

    Attributes:
        share: The share of activations that are dropped, in [0, 1).
    """

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share

    def forward(self, x: Tensor) -> Tensor:
        """Map any shape to the same shape."""
        if not self.training or self.share == 0.0:
            return x
        if x.device.type != "cpu":
            return F.dropout(x, self.share)
        kept: Tensor = _Dropped.apply(x, self.share)  # type: ignore[no-untyped-call]
        return kept


class _Dropped(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, share: float) -> Tensor:
        dropped_levels = round(share * LEVELS)
        words = torch.empty(-(-x.numel() // LANES), dtype=torch.int64).random_(-(2**63), None)
        lanes = words.view(torch.int16)[: x.numel()].view(x.shape)
        keep = lanes >= dropped_levels - LEVELS // 2
        ctx.scale = LEVELS / (LEVELS - dropped_levels)
        ctx.save_for_backward(keep)
        return _kept(keep, x, ctx.scale)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        (keep,) = ctx.saved_tensors
        return _kept(keep, gradients[0], ctx.scale), None


def _kept(keep: Tensor, x: Tensor, scale: float) -> Tensor:
    """Scale the activations that stay; half the time of `where` with a number."""
    return keep.view(torch.int8).to(x.dtype).mul_(x).mul_(scale)
