"""MIDI clock for devices that follow us: 24 pulses a quarter, and start positions. Pure.

A song position is in sixteenths, and a device begins with the first pulse after `start` or
`continue`, so both are sent exactly on a sixteenth.
"""

import math
from collections.abc import Iterator

from engine.playback import wire
from engine.playback.sending.schedule import ScheduledEvent

# A number that no track of a score has.
CLOCK_TRACK = -3
# MIDI clock has 24 pulses a quarter; the song position counts sixteenths.
PULSES_A_QUARTER = 24
PULSES_A_SIXTEENTH = 6
_LAST_SONG_POSITION = 0x3FFF  # a song position has 14 bits
# Order of sending at the same time: before notes and controllers.
_STARTS = frozenset({wire.START, wire.CONTINUE})
_ORDERS = {wire.STOP: -6, wire.POSITION: -5, wire.START: -4, wire.CONTINUE: -4, wire.PULSE: -3}


def pulses(ticks_per_quarter: int, start: float, end: float) -> Iterator[float]:
    """Yield the ticks of the pulses in [start, end), as fractions where the grid is too coarse."""
    number = max(0, math.ceil(start * PULSES_A_QUARTER / ticks_per_quarter) - 1)
    while (tick := number * ticks_per_quarter / PULSES_A_QUARTER) < end:
        if tick >= start:
            yield tick
        number += 1


def sixteenth_from(ticks_per_quarter: int, tick: float) -> int:
    """Return the number of the first sixteenth at or after a tick."""
    # Tolerate the rounding of a conversion to seconds and back.
    return max(0, math.ceil(tick * 4 / ticks_per_quarter - 1e-6))


def tick_of(ticks_per_quarter: int, sixteenth: int) -> float:
    """Return the tick of a sixteenth, equal to that of its pulse."""
    return sixteenth * PULSES_A_SIXTEENTH * ticks_per_quarter / PULSES_A_QUARTER


def event(status: int, *, tick: float = 0.0, sixteenth: int = 0) -> ScheduledEvent:
    """Return a message of the clock as an event."""
    return ScheduledEvent(
        int(tick), _ORDERS[status], CLOCK_TRACK, status, min(_LAST_SONG_POSITION, sixteenth), 0
    )


def go(sixteenth: int) -> int:
    """Return the status that starts a device at a sixteenth; `start` always means the first."""
    return wire.CONTINUE if sixteenth else wire.START


def message_of(clock_event: ScheduledEvent, *, origin: int = 0) -> bytes:
    """Return the bytes of a clock event.

    Args:
        clock_event: Of a position or a start it has the sixteenth, of the piece.
        origin: The sixteenth that is the first one for other devices.
    """
    sixteenth = max(0, clock_event.first - origin)
    if clock_event.status == wire.POSITION:
        return wire.song_position(sixteenth)
    if clock_event.status in _STARTS:
        return bytes((go(sixteenth),))
    return bytes((clock_event.status,))
