"""The floor under every figure: how fast this machine reads memory and multiplies matrices."""

import time

import torch
from torch import Tensor

_READ_FLOATS = 16 * 1024 * 1024
"""64 MiB: larger than the caches of the machines people have."""


class Reading:
    """Reads this many bytes of weights, as decoding one token must: a product with one vector.

    Args:
        size: Bytes, rounded down to a matrix of 1,024 columns.
    """

    def __init__(self, size: int = 4 * _READ_FLOATS) -> None:
        rows = max(1, size // 4096)
        self._matrix = torch.randn(rows, 1024)
        self._vector = torch.randn(1024)

    def __call__(self) -> int:
        """Read all of it once and return how many bytes that was."""
        torch.mv(self._matrix, self._vector)
        return 4 * self._matrix.numel()


def bandwidth(*, seconds_s: float = 0.5) -> float:
    """Return bytes a second that one thread reads from memory, the best of several passes."""
    reading = Reading()
    best_s = float("inf")
    size = reading()
    ends_s = time.perf_counter() + seconds_s
    while time.perf_counter() < ends_s:
        began_s = time.perf_counter()
        reading()
        best_s = min(best_s, time.perf_counter() - began_s)
    return size / best_s


def matrix_rate(*, width: int, rows: int, dtype: torch.dtype = torch.float32) -> float:
    """Return operations a second of a product of (rows, width) and (width, 4 * width).

    Args:
        width: Of the model whose training is to be compared.
        rows: Tokens of a step.
        dtype: Of the matrices.
    """
    left = torch.randn(rows, width, dtype=dtype)
    right = torch.randn(width, 4 * width, dtype=dtype)
    out: Tensor = left @ right
    best_s = float("inf")
    for _ in range(8):
        began_s = time.perf_counter()
        torch.mm(left, right, out=out)
        best_s = min(best_s, time.perf_counter() - began_s)
    return 2 * rows * width * 4 * width / best_s
