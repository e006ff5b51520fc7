"""Which part is played or written on which channel: pure, for more than 16 parts as well."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.midi.channels.mpe import LOWER, UPPER, MpeZone
from engine.values.channel_numbers import DRUM_CHANNEL

# Of a MIDI port.
CHANNELS = 16
_MELODIC = tuple(channel for channel in range(CHANNELS) if channel != DRUM_CHANNEL)
# Ticks: no piece ends later.
_ALWAYS = (0, 1 << 62)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelNeeds:
    """The input of allocation for one track.

    Attributes:
        program: General MIDI program, or drum kit.
        is_drum: Whether it belongs on channel 10.
        port: Name of its output; empty for the default one.
        channel: 0 to 15 if the user chose it, else -1.
        bank: The set of 16 channels that it prefers.
        kit: Further numbers that tell one drum kit from another.
        span: The ticks from its first note to where it is silent.
        voices: How many channels its notes need besides, as an MPE zone; 0 for none.
    """

    program: int
    is_drum: bool = False
    port: str = ""
    channel: int = -1
    bank: int = 0
    kit: tuple[int, ...] = ()
    span: tuple[int, int] = _ALWAYS
    voices: int = 0

    def overlaps(self, other: "ChannelNeeds") -> bool:
        """Return whether both sound at some time together."""
        return self.span[0] < other.span[1] and other.span[0] < self.span[1]


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


class Place(NamedTuple):
    """Where a part is played.

    Attributes:
        slot: Its own channel.
        members: The channels of its voices; none where it has no voices, or where there is no room
            for them.
    """

    slot: Slot
    members: tuple[Slot, ...] = ()

    @property
    def zone(self) -> MpeZone | None:
        """The MPE zone of its channels; None without members."""
        if not self.members:
            return None
        manager, last = self.slot.channel, self.members[-1].channel
        return MpeZone(manager, abs(last - manager))


class CrowdedError(Exception):
    """A part found no channel where nothing else is in its way."""


def places(
    parts: Sequence[ChannelNeeds],
    banks_of: Callable[[str], int],
    *,
    agree: Callable[[int, int], bool] = lambda *_: True,
    crowds: bool = True,
    avoided: Collection[Slot] = (),
) -> tuple[Place, ...]:
    """Return the place of each part.

    A channel the user chose is kept. The others get one of their own while there are any. Then
    parts that never sound together take turns on a channel; then further banks are used; then
    parts of the same program share a channel, and when even programs outnumber channels, a part
    joins the nearest program of its family, or the emptiest channel. Drum parts of one kit share a
    channel 10 where they agree. A part with voices gets the channels of an MPE zone, if it chose
    no channel and there are enough in a row.

    Args:
        parts: The tracks, in order.
        banks_of: Returns how many sets of 16 channels an output has, at least 1.
        agree: Returns whether two drum parts, by index, want the same state of a channel.
        crowds: Whether parts that clash share a channel where channels run out.
        avoided: Slots that pitched parts take only where a bank has no others.

    Raises:
        CrowdedError: Parts clash, and `crowds` does not let them.
    """
    found: dict[int, Place] = {}
    for port in dict.fromkeys(part.port for part in parts):
        here = [index for index, part in enumerate(parts) if part.port == port]
        banks = max(1, banks_of(port))
        allocation = _Allocation(
            parts, port=port, banks=banks, agree=agree, crowds=crowds, avoided=avoided
        )
        found |= allocation.places_of(here)
    return tuple(found[index] for index in range(len(parts)))


class _Allocation:
    """The slots of one output while they are dealt."""

    def __init__(
        self,
        parts: Sequence[ChannelNeeds],
        *,
        port: str,
        banks: int,
        agree: Callable[[int, int], bool],
        crowds: bool,
        avoided: Collection[Slot],
    ) -> None:
        self._parts = parts
        self._port, self._banks, self._agree = port, banks, agree
        self._crowds, self._avoided = crowds, avoided
        self._users: dict[Slot, list[int]] = defaultdict(list)
        self._slots: dict[int, Slot] = {}
        self._members: dict[int, tuple[Slot, ...]] = {}

    def places_of(self, here: Sequence[int]) -> dict[int, Place]:
        """Return the place of each of some parts."""
        self._deal_all(here)
        return {i: Place(slot, self._members.get(i, ())) for i, slot in self._slots.items()}

    def _deal_all(self, here: Sequence[int]) -> None:
        parts = self._parts
        for index in here:
            if parts[index].channel >= 0:
                self._give(index, Slot(self._port, 0, parts[index].channel))
        spare = self._banks * len(_MELODIC) - sum(not parts[index].is_drum for index in here)
        for index in here:
            voices = parts[index].voices
            if not voices or index in self._slots:
                continue
            if voices <= spare and self._give_zone(index):
                spare -= voices
            elif not self._crowds:
                raise CrowdedError
        waiting = [index for index in here if index not in self._slots]
        for index in waiting:
            if parts[index].is_drum:
                self._give(index, self._drum_slot(index))
        self._deal([index for index in waiting if not parts[index].is_drum])

    def _give_zone(self, index: int) -> bool:
        """Give a part the channels of an MPE zone; return False where no bank has enough of them.

        Its voices leave channel 10 out: most devices would play drums.
        """
        part = self._parts[index]
        for bank in self._banks_from(part.bank):
            ends = [self._zone_slots(bank, part.voices, *end) for end in ((LOWER, 1), (UPPER, -1))]
            for slots in sorted(filter(None, ends), key=self._count_avoided):
                if not any(self._users[slot] for slot in slots):
                    self._give(index, slots[0])
                    for slot in slots[1:]:
                        self._users[slot].append(index)
                    self._members[index] = tuple(
                        slot for slot in slots[1:] if slot.channel != DRUM_CHANNEL
                    )
                    return True
        return False

    def _zone_slots(self, bank: int, voices: int, manager: int, step: int) -> list[Slot]:
        """Return the slots of a zone in a row, its manager first; none where it is too large."""
        channels = [manager + step * i for i in range(CHANNELS)]
        used = [channel for channel in channels if channel != DRUM_CHANNEL][: voices + 1]
        whole = channels[: channels.index(used[-1]) + 1]
        return [Slot(self._port, bank, c) for c in whole] if len(used) > voices else []

    def _count_avoided(self, slots: Sequence[Slot]) -> int:
        return sum(slot in self._avoided for slot in slots)

    def _give(self, index: int, slot: Slot) -> None:
        self._slots[index] = slot
        self._users[slot].append(index)

    def _banks_from(self, first: int) -> Iterator[int]:
        """Yield all banks, the preferred one first."""
        for offset in range(self._banks):
            yield (first + offset) % self._banks

    def _drum_slot(self, index: int) -> Slot:
        """Return channel 10 of the first bank where nothing is in the part's way."""
        part = self._parts[index]
        for bank in self._banks_from(part.bank):
            slot = Slot(self._port, bank, DRUM_CHANNEL)
            shares = all(self._can_share(index, user) for user in self._users[slot])
            if shares and not self._is_in_zone(slot):
                return slot
        if not self._crowds:
            raise CrowdedError
        return Slot(self._port, 0, DRUM_CHANNEL)

    def _can_share(self, index: int, user: int) -> bool:
        part, other = self._parts[index], self._parts[user]
        if not part.overlaps(other):
            return True
        alike = (part.program, part.kit) == (other.program, other.kit)
        return alike and self._agree(index, user)

    def _deal(self, melodic: Sequence[int]) -> None:
        """Give pitched parts channels."""
        parts = self._parts
        share = len(melodic) > self._banks * len(_MELODIC) - self._melodic_in_use()
        by_program: dict[int, Slot] = {}
        crowded = Counter(min(parts[index].bank, self._banks - 1) for index in melodic)
        for index in melodic:
            part = parts[index]
            slot = by_program.get(part.program) if share and self._crowds else None
            if slot is None:
                slot = self._melodic_slot(part, crowded)
            if slot is None:
                if not self._crowds:
                    raise CrowdedError
                slot = self._nearest(part.program)
            by_program.setdefault(part.program, slot)
            self._give(index, slot)

    def _melodic_in_use(self) -> int:
        """Return how many channels for pitched parts have a user."""
        return sum(
            slot.channel != DRUM_CHANNEL and bool(users) for slot, users in self._users.items()
        )

    def _melodic_slot(self, part: ChannelNeeds, crowded: Counter[int]) -> Slot | None:
        """Return a channel of the part's own, or one that is free whenever it sounds."""
        for bank in self._banks_from(part.bank):
            slots = [Slot(self._port, bank, channel) for channel in _MELODIC]
            free = [slot for slot in slots if not self._users[slot]]
            if free:
                return next((slot for slot in free if slot not in self._avoided), free[0])
            if crowded[bank] > len(_MELODIC):
                for slot in slots:
                    users = self._users[slot]
                    parts = [self._parts[user] for user in users]
                    if not self._is_in_zone(slot) and not any(map(part.overlaps, parts)):
                        return slot
        return None

    def _is_in_zone(self, slot: Slot) -> bool:
        return any(user in self._members for user in self._users[slot])

    def _nearest(self, program: int) -> Slot:
        """Return a taken melodic slot: the same family (programs come in eights), then load."""

        def distance(slot: Slot) -> tuple[bool, int, Slot]:
            first = self._parts[self._users[slot][0]].program
            return first // 8 != program // 8, len(self._users[slot]), slot

        taken = [slot for slot, users in self._users.items() if users]
        shared = [slot for slot in taken if not self._is_in_zone(slot)]
        melodic = [slot for slot in shared if slot.channel != DRUM_CHANNEL]
        return min(melodic or shared or taken, key=distance)
