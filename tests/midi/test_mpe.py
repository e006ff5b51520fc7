"""MPE zones: which channels belong to one, who gives way to whom, and how far a note bends."""

import random

import pytest

from engine.midi.channels.mpe import LOWER, UPPER, MpeZone, MpeZones
from engine.midi.channels.state import BEND, CONTROL, ChannelState


def configure(zones: MpeZones, channel: int, count: int) -> None:
    for row in ((CONTROL, 101, 0), (CONTROL, 100, 6), (CONTROL, 6, count)):
        zones.take(channel, row)


def bend_range(zones: MpeZones, channel: int, semitones: int) -> None:
    for row in ((CONTROL, 101, 0), (CONTROL, 100, 0), (CONTROL, 6, semitones), (CONTROL, 38, 0)):
        zones.take(channel, row)


def members(zones: MpeZones) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for channel in range(16):
        there = zones.member_zone(channel)
        if there is not None:
            found.setdefault(there.manager, []).append(channel)
    return found


def state(value: int = 0) -> ChannelState:
    made = ChannelState()
    made.take((BEND, value + 8192 & 0x7F, value + 8192 >> 7))
    return made


@pytest.mark.parametrize(
    ("said", "there"),
    [
        ([], {}),
        ([(LOWER, 15)], {LOWER: [*range(1, 16)]}),
        ([(UPPER, 15)], {UPPER: [*range(15)]}),
        ([(LOWER, 7), (UPPER, 7)], {LOWER: [*range(1, 8)], UPPER: [*range(8, 15)]}),
        # The zone that came last has its channels; the one before gives up those that overlap.
        ([(LOWER, 10), (UPPER, 7)], {LOWER: [*range(1, 8)], UPPER: [*range(8, 15)]}),
        ([(LOWER, 5), (UPPER, 14)], {UPPER: [*range(1, 15)]}),
        ([(UPPER, 5), (LOWER, 15)], {LOWER: [*range(1, 16)]}),
        ([(LOWER, 5), (LOWER, 0)], {}),
        ([(LOWER, 127)], {LOWER: [*range(1, 16)]}),
        ([(3, 5)], {}),  # only the first and the last channel manage zones
    ],
)
def test_zones_are_those_that_were_set_last(
    said: list[tuple[int, int]], there: dict[int, list[int]]
) -> None:
    zones = MpeZones()
    for channel, count in said:
        configure(zones, channel, count)
    assert members(zones) == there


def test_no_channel_is_ever_in_two_zones() -> None:
    draw = random.Random(1)  # noqa: S311 - not for secrets
    zones = MpeZones()
    for _ in range(2000):
        configure(zones, draw.choice((LOWER, UPPER)), draw.randrange(20))
        owned = [c for found in members(zones).values() for c in found]
        managers = list(members(zones))
        assert len({*owned, *managers}) == len(owned) + len(managers) <= 16


def test_data_without_its_parameter_sets_nothing() -> None:
    zones = MpeZones()
    zones.take(LOWER, (CONTROL, 6, 5))
    zones.take(LOWER, (CONTROL, 100, 6))
    zones.take(LOWER, (CONTROL, 6, 5))
    assert members(zones) == {}
    configure(zones, LOWER, 5)
    # A parameter that is not registered is another one.
    for row in ((CONTROL, 99, 0), (CONTROL, 98, 6), (CONTROL, 6, 9)):
        zones.take(LOWER, row)
    assert members(zones) == {LOWER: [1, 2, 3, 4, 5]}


def test_a_note_bends_by_its_own_wheel_and_that_of_all() -> None:
    zones = MpeZones(15)
    # A full bend of all is 2 semitones of 48.
    assert zone(zones).bend(state(), state(8191)) == (BEND, *divmod_7(8192 + round(8191 / 24)))
    assert zone(zones).bend(state(1000), state()) == (BEND, *divmod_7(9192))
    bend_range(zones, 3, 12)
    assert zone(zones).bend(state(), state(8191)) == (BEND, *divmod_7(8192 + round(8191 / 6)))
    bend_range(zones, LOWER, 12)
    assert zone(zones).bend(state(), state(-8192)) == (BEND, 0, 0)
    # One semitone of twelve is one of 48.
    assert zone(zones).note_bend(state(683)) == (BEND, *divmod_7(8192 + 171))


def zone(zones: MpeZones) -> MpeZone:
    found = zones.member_zone(9)
    assert found is not None
    return found


def divmod_7(value: int) -> tuple[int, int]:
    return value & 0x7F, value >> 7
