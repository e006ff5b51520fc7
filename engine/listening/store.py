"""The saliences of a whole recording, packed: an hour takes about 70 MB."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.listening.network import BINS, KEYS, Floats
from engine.listening.salience import Salience

# Of zlib: the fastest. Others pack hardly smaller.
_LEVEL = 1
_WIDTHS = (KEYS * BINS, KEYS, KEYS)


@dataclass(frozen=True, slots=True)
class _Packed:
    first: int
    levels: Floats
    rest: bytes


class SalienceStore:
    """Keeps the stretches of a recording, so that its notes can be found again in another way."""

    def __init__(self) -> None:
        self._parts: list[_Packed] = []

    def add(self, part: Salience) -> None:
        """Keep the next stretch."""
        chances = np.concatenate([part.contours, part.notes, part.onsets], axis=1)
        self._parts.append(_Packed(part.first, part.levels, zlib.compress(chances.data, _LEVEL)))

    def __iter__(self) -> Iterator[Salience]:
        for part in self._parts:
            flat = np.frombuffer(zlib.decompress(part.rest), np.uint8)
            chances = flat.reshape(len(part.levels), sum(_WIDTHS))
            contours, notes, onsets = np.split(chances, np.cumsum(_WIDTHS)[:-1], axis=1)
            yield Salience(part.first, contours, notes, onsets, part.levels)
