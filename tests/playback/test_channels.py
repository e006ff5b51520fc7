"""Allocation with literal numbers: drums, chosen channels, more parts than channels."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from engine.midi.channels.allocation import ChannelNeeds, CrowdedError, Slot, places


def allocate(
    parts: Sequence[ChannelNeeds], banks_of: Callable[[str], int], *, crowds: bool = True
) -> tuple[Slot, ...]:
    return tuple(place.slot for place in places(parts, banks_of, crowds=crowds))


def one(_port: str) -> int:
    return 1


def channels(parts: list[ChannelNeeds], banks: int = 1) -> list[tuple[int, int]]:
    return [(s.bank, s.channel) for s in allocate(parts, lambda _: banks)]


def test_each_part_has_a_channel_and_drums_have_the_tenth() -> None:
    parts = [
        ChannelNeeds(program=0),
        ChannelNeeds(program=0, is_drum=True),
        ChannelNeeds(program=40),
        ChannelNeeds(program=0),
    ]
    assert channels(parts) == [(0, 0), (0, 9), (0, 1), (0, 2)]


def test_a_chosen_channel_is_kept_and_nobody_else_gets_it() -> None:
    parts = [
        ChannelNeeds(program=0),
        ChannelNeeds(program=40, channel=0),
        ChannelNeeds(program=0, channel=9),
    ]
    assert channels(parts) == [(0, 1), (0, 0), (0, 9)]


def test_parts_of_one_program_share_when_there_are_more_than_channels() -> None:
    parts = [ChannelNeeds(program=i % 8) for i in range(20)]
    assert channels(parts) == [(0, i % 8) for i in range(20)]


def test_an_output_with_more_banks_takes_all_parts() -> None:
    got = channels([ChannelNeeds(program=0)] * 20, banks=2)
    assert got[:15] == [(0, c) for c in range(16) if c != 9]
    assert got[15:] == [(1, c) for c in range(5)]
    assert len(set(got)) == 20


def test_more_programs_than_channels_join_their_family() -> None:
    parts = [ChannelNeeds(program=8 * i) for i in range(15)] + [
        ChannelNeeds(program=7),
        ChannelNeeds(program=127),
    ]
    got = channels(parts)
    assert len(set(got[:15])) == 15
    assert got[15] == got[0]  # another piano
    assert got[16] == (0, 1)  # no effect has a channel: the first of those with one part


def test_another_kit_gets_another_banks_tenth_channel_or_shares() -> None:
    kits = [ChannelNeeds(program=0, is_drum=True), ChannelNeeds(program=25, is_drum=True)]
    assert channels(kits, banks=2) == [(0, 9), (1, 9)]
    assert channels(kits, banks=1) == [(0, 9), (0, 9)]


def test_only_drum_channels_left_is_still_a_place() -> None:
    parts = [ChannelNeeds(program=0, channel=9)] + [ChannelNeeds(program=p) for p in range(16)]
    assert len(channels(parts)) == 17
    full = [ChannelNeeds(program=0, is_drum=True, channel=c) for c in range(16)]
    assert channels([*full, ChannelNeeds(program=3)])[-1] == (0, 0)


def test_ports_have_their_own_channels() -> None:
    parts = [
        ChannelNeeds(program=0, port="A"),
        ChannelNeeds(program=0),
        ChannelNeeds(program=0, port="A"),
    ]
    assert allocate(parts, one) == (Slot("A", 0, 0), Slot("", 0, 0), Slot("A", 0, 1))
    assert allocate([], one) == ()


def test_who_lets_no_parts_clash_is_told_that_they_do() -> None:
    kits = [ChannelNeeds(program=kit, is_drum=True) for kit in range(3)]
    slots = allocate(kits, lambda _: 3, crowds=False)
    assert [(slot.bank, slot.channel) for slot in slots] == [(0, 9), (1, 9), (2, 9)]
    with pytest.raises(CrowdedError):
        allocate(kits, lambda _: 2, crowds=False)
    # Those that never sound together take turns.
    turns = [replace(kit, span=(10 * i, 10 * i + 5)) for i, kit in enumerate(kits)]
    assert len(set(allocate(turns, lambda _: 1, crowds=False))) == 1
    with pytest.raises(CrowdedError):
        allocate([ChannelNeeds(program=0)] * 16, lambda _: 1, crowds=False)
