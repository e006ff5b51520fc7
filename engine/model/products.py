"""The products of packed weights with a few rows: one call each where decoding has one row.

Legend: N rows, I inputs, O outputs.

With one row an operator's call costs as much as reading tens of kilobytes of weights. So a product
adds its bias or the residual connection itself, and writes where its result is wanted.

In 8 bits a weight is an integer, with one scale for each output. The kernel is made for bfloat16
activations; with float32 ones it is thirteen times slower. It reads whole vector registers of
inputs without looking where a row ends: with a width that they do not divide it returns garbage
or ends the process (torch 2.13), so such a matrix stays as it is.
"""

from collections.abc import Callable
from typing import Protocol

import torch
from torch import Tensor
from torch.nn import functional as F

EIGHT_BIT_LANES = 32
"""Inputs that the 8-bit kernel reads at once, on the widest machine."""

FLOAT_LANES = 16
"""Floats of a vector register, on the widest machine."""


class Affine(Protocol):
    """W x + b, the product that other things are made of."""

    def __call__(self, x: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Map (N, I) to (N, O), into `out` where it is given."""


Rectified = Callable[[Tensor], Tensor]
"""max(0, W x + b): (N, I) to (N, at least O), what is more meaning nothing but to its `Added`."""

Added = Callable[[Tensor, Tensor], Tensor]
"""r + W x + b: (N, I) and the residual r (N, O), which is written over, to (N, O)."""


def int8_works() -> bool:
    """Tell whether this PyTorch multiplies by 8-bit weights: the function is not public."""
    multiply = getattr(torch, "_weight_int8pack_mm", None)
    if multiply is None:
        return False
    try:
        ones = torch.ones(32, 32, dtype=torch.int8)
        out: Tensor = multiply(
            torch.ones(1, 32, dtype=torch.bfloat16), ones, torch.ones(32, dtype=torch.bfloat16)
        )
    except (RuntimeError, TypeError):
        return False
    return bool((out == 32).all())


def affine(weight: Tensor, bias: Tensor, *, eight_bits: bool) -> Affine:
    """Pack W (O, I) and b (O,) as they are; `eight_bits` where the kernel can read W."""
    if eight_bits and _readable(weight):
        product, offset = _eight_bit_product(weight), bias.clone()
        return lambda x, *, out=None: torch.add(offset, product(x), out=out)
    matrix, added = _laid_out(weight), bias.clone()
    return lambda x, *, out=None: torch.addmm(added, x, matrix, out=out)


def residual(weight: Tensor, *, eight_bits: bool) -> Added:
    """Pack W (O, I) of a map without bias whose result is added to a residual connection."""
    if eight_bits and _readable(weight):
        product = _eight_bit_product(weight)
        return lambda x, onto: onto.add_(product(x))
    matrix = _laid_out(weight)
    return lambda x, onto: onto.addmm_(x, matrix)


def feed_forward(
    wide: tuple[Tensor, Tensor], tall: tuple[Tensor, Tensor], *, eight_bits: bool
) -> tuple[Rectified, Added]:
    """Pack the two maps of a feed-forward block, W and b each.

    In full precision the second bias goes into its matrix, as the weights of one more input that
    the first map makes 1; zeros fill up what is then left of a vector register.
    """
    (weight, bias), (second, offset) = wide, tall
    if eight_bits and _readable(weight) and _readable(second):
        return _rectified_eight_bits(weight, bias), _added_eight_bits(second, offset)
    more = FLOAT_LANES - weight.shape[0] % FLOAT_LANES
    one = F.pad(bias.new_ones(1), (0, more - 1))
    matrix, added = _laid_out(F.pad(weight, (0, 0, 0, more))), torch.cat([bias, one])
    outer = residual(torch.cat([second, offset[:, None] * one], dim=1), eight_bits=False)
    return lambda x: torch.addmm(added, x, matrix).relu_(), outer


def _laid_out(weight: Tensor) -> Tensor:
    """Copy W (O, I) so that a product with very few rows reads it fastest: (I, O)."""
    wide = weight.shape[0] >= weight.shape[1]
    return weight.t().clone(memory_format=torch.contiguous_format) if wide else weight.clone().t()


def _readable(weight: Tensor) -> bool:
    return weight.shape[1] % EIGHT_BIT_LANES == 0


def _eight_bit_product(weight: Tensor) -> Callable[[Tensor], Tensor]:
    """W x of any activations, in bfloat16."""
    scale = weight.float().abs().amax(dim=1).clamp(min=1e-12) / 127
    whole = (weight.float() / scale[:, None]).round().to(torch.int8)
    narrow = scale.to(torch.bfloat16)
    multiply: Callable[[Tensor, Tensor, Tensor], Tensor] = torch._weight_int8pack_mm  # noqa: SLF001
    return lambda x: multiply(x.to(torch.bfloat16), whole, narrow)


def _rectified_eight_bits(weight: Tensor, bias: Tensor) -> Rectified:
    # What is added to stays in bfloat16: the next product takes nothing else.
    product, offset = _eight_bit_product(weight), bias.to(torch.bfloat16)
    return lambda x: product(x).add_(offset).relu_()


def _added_eight_bits(weight: Tensor, bias: Tensor) -> Added:
    product, offset = _eight_bit_product(weight), bias.clone()
    return lambda x, onto: onto.add_(offset).add_(product(x))
