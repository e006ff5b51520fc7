"""MIDI clock for devices that keep time with us: 24 pulses a quarter, and where to begin. Pure.

A device is told a place in sixteenths (song position) and begins with the first pulse after `start`
or `continue`, so that both come exactly where a sixteenth lies.
"""

import math
from collections.abc import Iterator

from engine.playback import wire
from engine.playback.schedule import Event

CLOCK_TRACK = -3
PULSES_A_QUARTER = 24
PULSES_A_SIXTEENTH = 6
_FURTHEST = 0x3FFF  # a song position has 14 bits
# Sending order at the same time: all of it before notes and controllers.
_ORDERS = {wire.STOP: -6, wire.POSITION: -5, wire.START: -4, wire.CONTINUE: -4, wire.PULSE: -3}


def pulses(ticks_per_quarter: int, start: float, end: float) -> Iterator[float]:
    """Yield the ticks of the pulses in [start, end); fractions where the grid has no such tick."""
    number = max(0, math.ceil(start * PULSES_A_QUARTER / ticks_per_quarter) - 1)
    while (tick := number * ticks_per_quarter / PULSES_A_QUARTER) < end:
        if tick >= start:
            yield tick
        number += 1


def sixteenth_from(ticks_per_quarter: int, tick: float) -> int:
    """Return the number of the first sixteenth at or after a tick."""
    # What a float lost on its way through seconds and back is not a whole sixteenth.
    return max(0, math.ceil(tick * 4 / ticks_per_quarter - 1e-6))


def tick_of(ticks_per_quarter: int, sixteenth: int) -> float:
    """Return the tick of a sixteenth; the same number as its pulse's."""
    return sixteenth * PULSES_A_SIXTEENTH * ticks_per_quarter / PULSES_A_QUARTER


def event(status: int, *, tick: float = 0.0, sixteenth: int = 0) -> Event:
    """Return one message of the clock as an event."""
    return Event(int(tick), _ORDERS[status], CLOCK_TRACK, status, min(_FURTHEST, sixteenth), 0)


def go(sixteenth: int) -> int:
    """Return the status that begins at a sixteenth: `start` can only mean the first one."""
    return wire.CONTINUE if sixteenth else wire.START


def message_of(clock_event: Event) -> bytes:
    """Return the bytes of an event of the clock."""
    if clock_event.status == wire.POSITION:
        return wire.song_position(clock_event.first)
    return bytes((clock_event.status,))
