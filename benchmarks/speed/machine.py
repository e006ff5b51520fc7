"""The floor under every figure: how fast this machine reads memory and multiplies matrices."""

import contextlib
import time
from collections.abc import Iterator

import torch
from torch import Tensor

from engine.model.network.processor import use_processor

_READ_FLOATS = 16 * 1024 * 1024
"""64 MiB: larger than the caches of the machines people have."""


class MemoryReading:
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


class Multiplying:
    """Multiplies (rows, width) by (width, 4 * width), as training's widest product does.

    Args:
        width: Of the model.
        rows: Tokens of a step.
        dtype: Of the matrices.

    Attributes:
        operations: Of one call.
    """

    def __init__(self, *, width: int, rows: int, dtype: torch.dtype = torch.float32) -> None:
        self._left = torch.randn(rows, width, dtype=dtype)
        self._right = torch.randn(width, 4 * width, dtype=dtype)
        self._out: Tensor = self._left @ self._right
        self.operations = 2 * rows * width * 4 * width

    def __call__(self) -> None:
        """Do it once."""
        torch.mm(self._left, self._right, out=self._out)


def matrix_rate(*, width: int, rows: int, dtype: torch.dtype = torch.float32) -> float:
    """Return operations a second of `Multiplying`, the best of several times.

    Args:
        width: Of the model whose training is to be compared.
        rows: Tokens of a step.
        dtype: Of the matrices.
    """
    multiplying = Multiplying(width=width, rows=rows, dtype=dtype)
    best_s = float("inf")
    for _ in range(8):
        began_s = time.perf_counter()
        multiplying()
        best_s = min(best_s, time.perf_counter() - began_s)
    return multiplying.operations / best_s


@contextlib.contextmanager
def threads_of_the_processor(count: int) -> Iterator[None]:
    """Let PyTorch use so many threads."""
    before = torch.get_num_threads()
    use_processor(threads=count)
    try:
        yield
    finally:
        torch.set_num_threads(before)
