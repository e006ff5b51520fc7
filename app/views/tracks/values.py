"""The value that a track header shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.widgets.toggles import Role
from engine.values.channel_numbers import DRUM_CHANNEL
from engine.values.track_mix import NO_MIX, TrackMix

# MIDI 1.0.
_CHANNELS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackRow:
    """The content of a track header.

    Attributes:
        name: The track's name.
        colour: Index of its colour.
        role: The model's role for it.
        mix: Its mix.
        program: General MIDI program, 0 to 127.
        is_drum: Whether it is a drum track.
        warning: A sentence for the warning sign, or empty.
    """

    name: str
    colour: int
    role: Role = "write"
    mix: TrackMix = NO_MIX
    program: int = 0
    is_drum: bool = False
    warning: str = ""


def channels_of(rows: Sequence[TrackRow]) -> tuple[int, ...]:
    """Return the MIDI channel of each track, from 1.

    Drums use channel 10. The other tracks get the first free channels of their output, as in the
    player; with more tracks than channels, the last ones share a channel.
    """
    free = {port: _free(rows, port) for port in {row.mix.port for row in rows}}

    def channel_of(row: TrackRow) -> int:
        if row.mix.channel >= 0:
            return row.mix.channel
        return DRUM_CHANNEL if row.is_drum else next(free[row.mix.port])

    return tuple(1 + channel_of(row) for row in rows)


def _free(rows: Sequence[TrackRow], port: str) -> Iterator[int]:
    """Yield the channels of an output that no track requests, then the last one endlessly."""
    taken = {row.mix.channel for row in rows if row.mix.port == port} | {DRUM_CHANNEL}
    yield from (channel for channel in range(_CHANNELS) if channel not in taken)
    while True:
        yield _CHANNELS - 1
