"""The events of a MIDI file as columns, whichever of the two scanners found them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.midi.file.events import Meta, RawTrack
from engine.values.encodings import TextCoding

Bytes = npt.NDArray[np.uint8]
Ticks = npt.NDArray[np.int64]


def distinct(numbers: npt.NDArray[np.integer[Any]]) -> list[int]:
    """Return the different ones of some small numbers, none negative, sorted."""
    # Several times as fast as `numpy.unique`.
    return np.flatnonzero(np.bincount(numbers)).tolist() if len(numbers) else []


@dataclass(frozen=True, slots=True, kw_only=True)
class ByteColumns:
    """Channel messages, one row each.

    Attributes:
        track: The number of the track that says it, (N,).
        tick: (N,).
        status: The status byte, (N,).
        first: The first data byte, (N,).
        second: The second data byte, 0 where there is none, (N,).
    """

    track: npt.NDArray[np.int32]
    tick: Ticks
    status: Bytes
    first: Bytes
    second: Bytes

    def __len__(self) -> int:
        return len(self.tick)


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageColumns(ByteColumns):
    """All channel messages of a file in file order, track after track.

    The ticks of a track never fall.
    """

    @property
    def kind(self) -> Bytes:
        """The status bytes without the channel."""
        kind: Bytes = self.status & np.uint8(0xF0)
        return kind

    @property
    def note_ons(self) -> npt.NDArray[np.bool_]:
        """Which messages begin a note."""
        which: npt.NDArray[np.bool_] = (self.kind == 0x90) & (self.second > 0)
        return which

    def where(self, kept: npt.NDArray[np.bool_]) -> "MessageColumns":
        """Return the messages that a mask keeps."""
        return MessageColumns(
            track=self.track[kept],
            tick=self.tick[kept],
            status=self.status[kept],
            first=self.first[kept],
            second=self.second[kept],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RawFile:
    """Everything in the tracks of a file.

    Attributes:
        messages: The channel messages.
        metas: The meta events and system exclusive messages of each track, in file order.
        ends: The tick where each track ends.
        coding: In which encoding the texts were, if not in UTF-8, which they are now.
    """

    messages: MessageColumns
    metas: tuple[tuple[Meta, ...], ...]
    ends: tuple[int, ...]
    coding: TextCoding | None = None

    @classmethod
    def of(cls, tracks: Sequence[RawTrack]) -> "RawFile":
        """Return tracks that were read event by event as columns."""
        rows = [message for track in tracks for message in track.messages]
        table = np.array(rows, np.int64).reshape(-1, 4)
        lengths = [len(track.messages) for track in tracks]
        messages = MessageColumns(
            track=np.repeat(np.arange(len(tracks), dtype=np.int32), lengths),
            tick=table[:, 0],
            status=table[:, 1].astype(np.uint8),
            first=table[:, 2].astype(np.uint8),
            second=table[:, 3].astype(np.uint8),
        )
        metas = tuple(tuple(track.metas) for track in tracks)
        return cls(messages=messages, metas=metas, ends=tuple(track.end for track in tracks))

    def shifted(self, offsets: Sequence[int]) -> "RawFile":
        """Return the file with each track moved by some ticks."""
        by = np.array(offsets, np.int64)
        messages = replace(self.messages, tick=self.messages.tick + by[self.messages.track])
        metas = tuple(
            tuple(meta._replace(tick=meta.tick + offset) for meta in of_track)
            for of_track, offset in zip(self.metas, offsets, strict=True)
        )
        ends = tuple(end + offset for end, offset in zip(self.ends, offsets, strict=True))
        return RawFile(messages=messages, metas=metas, ends=ends)

    def until(self, tick: int) -> "RawFile":
        """Return the file without the channel messages behind a tick."""
        messages = self.messages.where(self.messages.tick <= tick)
        ends = tuple(min(end, tick) for end in self.ends)
        return RawFile(messages=messages, metas=self.metas, ends=ends)
