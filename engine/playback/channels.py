"""Which track sounds on which output and channel: pure allocation, more than 16 tracks included."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.music.score import DRUM_CHANNEL

CHANNELS = 16
_MELODIC = tuple(channel for channel in range(CHANNELS) if channel != DRUM_CHANNEL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What allocation needs to know of a track.

    Attributes:
        program: General MIDI program, or drum kit.
        is_drum: Whether it belongs on channel 10.
        port: Name of its output; empty for the default one.
        channel: 0 to 15 if the user chose it, else -1.
    """

    program: int
    is_drum: bool = False
    port: str = ""
    channel: int = -1


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A place to send to.

    Attributes:
        port: Name of the output; empty for the default one.
        bank: Which set of 16 channels of that output; a MIDI cable has only bank 0.
        channel: 0 to 15.
    """

    port: str
    bank: int
    channel: int


def allocate(parts: Sequence[Part], banks_of: Callable[[str], int]) -> tuple[Slot, ...]:
    """Return one slot for each part.

    A channel the user chose is kept. The others get one of their own while there are any, in all
    banks of their output; then parts of the same program share a channel, and when even programs
    outnumber channels, a part joins the nearest program of its family, or the emptiest channel.

    Args:
        parts: The tracks, in order.
        banks_of: Returns how many sets of 16 channels an output has, at least 1.
    """
    slots: list[Slot | None] = [None] * len(parts)
    for port in dict.fromkeys(part.port for part in parts):
        here = [i for i, part in enumerate(parts) if part.port == port]
        _allocate_port(parts, here, slots, port=port, banks=max(1, banks_of(port)))
    return tuple(slot for slot in slots if slot is not None)


def _allocate_port(
    parts: Sequence[Part], here: list[int], slots: list[Slot | None], *, port: str, banks: int
) -> None:
    taken: dict[Slot, int] = {}

    def give(i: int, slot: Slot) -> None:
        slots[i] = slot
        taken.setdefault(slot, parts[i].program)

    for i in here:
        if parts[i].channel >= 0:
            give(i, Slot(port, 0, parts[i].channel))
    waiting = [i for i in here if slots[i] is None]
    for i in waiting:
        if parts[i].is_drum:
            give(i, _drum_slot(parts[i].program, taken, port=port, banks=banks))
    melodic = [i for i in waiting if slots[i] is None]
    free = [Slot(port, bank, c) for bank in range(banks) for c in _MELODIC]
    free = [slot for slot in free if slot not in taken]
    share = len(melodic) > len(free)
    by_program: dict[int, Slot] = {}
    load = Counter(slot for slot in slots if slot is not None)
    for i in melodic:
        slot = by_program.get(parts[i].program) if share else None
        if slot is None:
            slot = free.pop(0) if free else _nearest(parts[i].program, taken, load)
        by_program.setdefault(parts[i].program, slot)
        load[slot] += 1
        give(i, slot)


def _drum_slot(kit: int, taken: dict[Slot, int], *, port: str, banks: int) -> Slot:
    """Return channel 10 of the first bank that has this kit or none yet."""
    for bank in range(banks):
        slot = Slot(port, bank, DRUM_CHANNEL)
        if taken.get(slot, kit) == kit:
            return slot
    return Slot(port, 0, DRUM_CHANNEL)


def _nearest(program: int, taken: dict[Slot, int], load: Counter[Slot]) -> Slot:
    """Return a taken melodic slot: the same family first (programs come in eights), then load."""

    def distance(slot: Slot) -> tuple[bool, int, Slot]:
        return (taken[slot] // 8 != program // 8, load[slot], slot)

    melodic = [slot for slot in taken if slot.channel != DRUM_CHANNEL]
    return min(melodic or taken, key=distance)
