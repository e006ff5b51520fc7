"""Tracks as their headers show them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.music.score import DRUM_CHANNEL

Role = Literal["write", "context", "ignore"]
ROLES: tuple[Role, ...] = ("write", "context", "ignore")
_CHANNELS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackRow:
    """What a header shows.

    Attributes:
        name: The track's name.
        colour: Index of its colour.
        role: What the model may do with it.
        mute: Not heard.
        solo: Heard alone.
        program: General MIDI program, 0 to 127.
        is_drum: Whether it is drums.
        volume: 0 to 127.
        port: Name of its own output, or empty for the default one.
        channel: 0 to 15, or -1 for any.
        warning: A sentence that is shown as a sign with tooltip, or empty.
    """

    name: str
    colour: int
    role: Role = "write"
    mute: bool = False
    solo: bool = False
    program: int = 0
    is_drum: bool = False
    volume: int = 100
    port: str = ""
    channel: int = -1
    warning: str = ""


def channels_of(rows: Sequence[TrackRow]) -> tuple[int, ...]:
    """Return the channel of each track as musicians count, from 1.

    Drums are on channel 10; the others have the first ones that are free on their output, as the
    player gives them. Where there are more tracks than channels, the last of them share one.
    """
    free = {port: _free(rows, port) for port in {row.port for row in rows}}

    def channel_of(row: TrackRow) -> int:
        if row.channel >= 0:
            return row.channel
        return DRUM_CHANNEL if row.is_drum else next(free[row.port])

    return tuple(1 + channel_of(row) for row in rows)


def _free(rows: Sequence[TrackRow], port: str) -> Iterator[int]:
    """Yield the channels of an output that no track asks for, and the last one for ever."""
    taken = {row.channel for row in rows if row.port == port} | {DRUM_CHANNEL}
    yield from (channel for channel in range(_CHANNELS) if channel not in taken)
    while True:
        yield _CHANNELS - 1
