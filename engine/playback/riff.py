"""Reads and writes the chunks of RIFF files, such as sound banks."""

import struct
from collections.abc import Iterator

_HEAD = 8  # bytes of a chunk before its body: name and size


Data = bytes | memoryview


def chunks(data: Data) -> Iterator[tuple[bytes, Data]]:
    """Yield (name, body) of each chunk; bodies of a memory view are views, without copies.

    Raises:
        ValueError: A chunk reaches beyond the end.
    """
    at = 0
    while at + _HEAD <= len(data):
        name, size = bytes(data[at : at + 4]), int.from_bytes(data[at + 4 : at + _HEAD], "little")
        if at + _HEAD + size > len(data):
            raise ValueError("it is cut short")
        yield name, data[at + _HEAD : at + _HEAD + size]
        at += _HEAD + size
        # Odd chunks have a pad byte, but FluidR3Mono.sf3 leaves it out.
        if size % 2 and data[at : at + 1] == b"\0":
            at += 1


def lists(data: Data) -> dict[bytes, Data]:
    """Return the chunks inside all LIST chunks of a file, by name.

    Raises:
        ValueError: A chunk reaches beyond the end.
    """
    found: dict[bytes, Data] = {}
    for name, body in chunks(data[12:]):
        if name == b"LIST":
            found |= dict(chunks(body[4:]))
    return found


def chunk(name: bytes, body: bytes) -> bytes:
    """Return a chunk, its body padded to an even size: some readers skip no separate pad byte."""
    body += b"\0" * (len(body) % 2)
    return name + struct.pack("<I", len(body)) + body
