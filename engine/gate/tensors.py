"""The header of a safetensors file, checked before any tensor is loaded.

The file has eight bytes with the length of the header, the header as JSON with the name, type,
shape and offsets of each tensor, then the data (https://github.com/huggingface/safetensors). The
offsets must add up exactly to the size of the file.
"""

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, BinaryIO

import msgspec

from engine.gate import documents
from engine.gate.documents import DocumentBounds
from engine.gate.files import open_regular, why_unreadable
from engine.gate.refusal import RefusedError

# The header of a file of weights: far more than the largest model needs.
MOST = DocumentBounds(text_bytes=8 << 20, containers=65_536, values=524_288)
# A safetensors file begins with the length of its header, 8 bytes, little-endian.
_LENGTH = struct.Struct("<Q")
_METADATA = "__metadata__"
_ITEM_BYTES: Mapping[str, int] = MappingProxyType(
    {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "I8": 1, "U8": 1}
    | {"BOOL": 1}
)
_Size = Annotated[int, msgspec.Meta(ge=0, le=1 << 40)]


@dataclass(frozen=True, slots=True)
class Stored:
    """A tensor in a file.

    Attributes:
        dtype: The name of the type in safetensors, such as `F32` or `I8`.
        shape: The size of each dimension.
        data_offsets: First byte and the one past the last, after the header.
    """

    dtype: str
    shape: tuple[_Size, ...]
    data_offsets: tuple[_Size, _Size]


def header(path: Path) -> dict[str, Stored]:
    """Return the tensors in a file, by name.

    Raises:
        UnreadableError: The file cannot be read.
        RefusedError: The header is too large or damaged, or does not fit the file.
    """
    with open_regular(path) as file:
        try:
            size = file.seek(0, 2)
            file.seek(0)
            return header_of(file, size)
        except OSError as error:
            raise RefusedError(why_unreadable(error)) from error


def header_of(file: BinaryIO, size: int) -> dict[str, Stored]:
    """Return the tensors in an open file of `size` bytes, read from its start.

    Raises:
        RefusedError: The header is too large or damaged, or does not fit the size.
    """
    begin = file.read(_LENGTH.size)
    if len(begin) < _LENGTH.size:
        raise RefusedError("it is shorter than its header")
    (length,) = _LENGTH.unpack(begin)
    if length > min(MOST.text_bytes, size - _LENGTH.size):
        raise RefusedError(f"its header says that it has {length:,} bytes")
    found = documents.decode(file.read(length), dict[str, msgspec.Raw], MOST)
    stored = {
        name: documents.decode(bytes(raw), Stored, MOST)
        for name, raw in found.items()
        if name != _METADATA
    }
    _check_places(stored, size - _LENGTH.size - length)
    return stored


def _check_places(stored: Mapping[str, Stored], size: int) -> None:
    """Refuse tensors with holes between them, over each other, or past the end."""
    end = 0
    for name, tensor in sorted(stored.items(), key=lambda item: item[1].data_offsets):
        first, last = tensor.data_offsets
        wanted = math.prod(tensor.shape) * _ITEM_BYTES.get(tensor.dtype, 0)
        if tensor.dtype not in _ITEM_BYTES or first != end or last - first != wanted:
            raise RefusedError(f"its header does not fit its weight {name[:80]!r}")
        end = last
    if end != size:
        raise RefusedError(f"it has {size:,} bytes of weights and should have {end:,}")
