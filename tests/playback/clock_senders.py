"""Devices that send MIDI clock: random tempo curves, and the delays of USB and of DIN cables.

A curve is a list of pulses with the tempo at each, a delivery turns the times of sending into times
of arrival. Both draw from a seeded generator, so that a failure can be looked at again.
"""

import math
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from engine.playback.clocks.pulse_line import FASTEST_BPM, SLOWEST_BPM
from engine.playback.sending.pulses import PULSES_A_QUARTER

# A MIDI message of one byte takes this long in a DIN cable: 10 bits at 31,250 a second.
DIN_BYTE_S = 0.00032
USB_FRAME_S = 0.001


class SentPulse(NamedTuple):
    """A pulse as sent: its time, and the tempo from it to the next pulse."""

    at_s: float
    bpm: float


def any_bpm(draw: Random) -> float:
    """Return a tempo; equal ratios are equally likely."""
    return math.exp(draw.uniform(math.log(SLOWEST_BPM), math.log(FASTEST_BPM)))


def sent(tempos: Iterator[tuple[float, float]]) -> list[SentPulse]:
    """Return the pulses of a curve.

    Args:
        tempos: For each pulse its tempo, and the seconds of a pause before it.
    """
    pulses: list[SentPulse] = []
    at_s = 1.0
    for bpm, pause_s in tempos:
        at_s += pause_s
        pulses.append(SentPulse(at_s, bpm))
        at_s += 60.0 / (bpm * PULSES_A_QUARTER)
    return pulses


# --- curves ---------------------------------------------------------------------------------


def steps(draw: Random) -> Iterator[tuple[float, float]]:
    """Yield tempos that jump: to any other, to half, to double, or by a little; some pause."""
    bpm = any_bpm(draw)
    for _ in range(draw.randint(2, 4)):
        pause_s = draw.uniform(0.02, 0.9) if draw.random() < 0.5 else 0.0
        for number in range(PULSES_A_QUARTER * draw.randint(3, 6)):
            yield bpm, pause_s if number == 0 else 0.0
        wanted = draw.choice((any_bpm(draw), bpm / 2, bpm * 2, bpm * draw.uniform(0.85, 1.18)))
        bpm = min(FASTEST_BPM, max(SLOWEST_BPM, wanted))


def ramps(draw: Random) -> Iterator[tuple[float, float]]:
    """Yield tempos that rise and fall evenly, by up to a factor of two, over 1 to 16 beats."""
    bpm = any_bpm(draw)
    for _ in range(draw.randint(2, 3)):
        goal = min(FASTEST_BPM, max(SLOWEST_BPM, bpm * draw.uniform(0.5, 2.0)))
        count = PULSES_A_QUARTER * draw.choice((1, 2, 4, 8, 12))
        for number in range(count):
            yield bpm + (goal - bpm) * number / count, 0.0
        bpm = goal
        for _ in range(PULSES_A_QUARTER * draw.randint(0, 3)):
            yield bpm, 0.0


def rubato(draw: Random) -> Iterator[tuple[float, float]]:
    """Yield a tempo that sways by up to a quarter, and rests now and then on a pause."""
    depth, beats = draw.uniform(0.02, 0.25), draw.uniform(2.0, 8.0)
    bpm = draw.uniform(SLOWEST_BPM / (1 - depth), FASTEST_BPM / (1 + depth))
    for number in range(PULSES_A_QUARTER * 12):
        sway = math.sin(2 * math.pi * number / (beats * PULSES_A_QUARTER))
        held = draw.random() < 1 / 200
        yield bpm * (1 + depth * sway), draw.uniform(0.05, 0.6) if held else 0.0


CURVES: tuple[Callable[[Random], Iterator[tuple[float, float]]], ...] = (steps, ramps, rubato)

# --- deliveries -----------------------------------------------------------------------------


def by_usb(pulses: list[SentPulse], draw: Random) -> list[float]:
    """Return arrivals by USB: at frames of 1 ms, and now and then late together in one packet.

    A busy host reads a packet late, by up to a quarter; all pulses until then arrive with it. The
    first packet of half of the devices is late, too.
    """
    arrivals: list[float] = []
    busy_until_s = pulses[0].at_s + draw.choice((0.0, draw.uniform(0.0, 0.1)))
    for pulse in pulses:
        if pulse.at_s >= busy_until_s and draw.random() < 1 / 300:
            busy_until_s = pulse.at_s + draw.uniform(0.0, min(0.9, 60.0 / pulse.bpm))
        at_s = math.ceil(max(pulse.at_s, busy_until_s) / USB_FRAME_S) * USB_FRAME_S
        # Messages of a packet are handed on one after another.
        arrivals.append(max(at_s, arrivals[-1] + 1e-5) if arrivals else at_s)
    return arrivals


def by_din(pulses: list[SentPulse], draw: Random) -> list[float]:
    """Return arrivals by a cable: behind other messages of the device, one byte after another."""
    arrivals: list[float] = []
    free_s = 0.0
    for pulse in pulses:
        waiting = draw.randint(1, 9) if draw.random() < 0.4 else 0  # up to three notes
        at_s = pulse.at_s + DIN_BYTE_S * waiting + abs(draw.gauss(0.0, 0.0003))
        free_s = max(at_s, free_s) + DIN_BYTE_S
        arrivals.append(free_s)
    return arrivals


DELIVERIES: tuple[Callable[[list[SentPulse], Random], list[float]], ...] = (by_usb, by_din)
