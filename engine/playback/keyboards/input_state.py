"""The state of one MIDI input: keys, pedals, wheels, and the instruments chosen there. Pure."""

from collections.abc import Iterator

from engine.midi.channels.keys import RELEASES_KEYS
from engine.midi.channels.mpe import MpeZones
from engine.midi.channels.patches import BANKS, Patch, PatchState
from engine.midi.channels.state import ChannelState, Row
from engine.playback import wire
from engine.playback.keyboards.shaping import Shaped
from engine.values.event_kinds import data_bytes


class InputState:
    """Follows the messages of an input, and says what its channel mode messages mean.

    A message that ends all notes of a channel becomes the ends of the notes that are held there,
    and a reset becomes what it puts to rest: player, capture and jam need no book of their own for
    them.

    Args:
        zones: The MPE zones that are there from the start.

    Attributes:
        zones: The MPE zones.
    """

    def __init__(self, zones: MpeZones | None = None) -> None:
        self.zones = zones or MpeZones()
        self._keys: dict[tuple[int, int], Shaped] = {}
        self._channels: dict[int, ChannelState] = {}
        self._patches: dict[int, PatchState] = {}
        self._chosen: dict[int, Patch] = {}

    def chosen(self, channel: int) -> Patch | None:
        """Return the instrument that a program change chose on a channel; None without one.

        The notes of an MPE zone play what its manager's channel chose.
        """
        zone = self.zones.member_zone(channel)
        return self._chosen.get(channel if zone is None else zone.manager)

    def for_books(self, message: bytes) -> bytes:
        """Return a message as notes keep it: the bend of one note has the range of all notes.

        Args:
            message: A message that this state has taken.
        """
        channel = message[0] & 0x0F
        zone = self.zones.member_zone(channel)
        if zone is None or message[0] & 0xF0 != wire.BEND:
            return message
        return bytes((message[0], *zone.note_bend(self._state_of(channel))[1:]))

    def forget_chosen(self) -> None:
        """Forget the instruments that were chosen: the window chose another one since."""
        self._chosen.clear()

    def take(self, made: Shaped) -> Iterator[Shaped]:
        """Yield what a message means, in the order in which it happens."""
        message = made.message
        status, channel = message[0] & 0xF0, message[0] & 0x0F
        if status in {wire.NOTE_ON, wire.NOTE_OFF}:
            yield from self._move_key(made, channel)
        elif status == wire.PROGRAM:
            patches = self._patches_of(channel)
            patches.choose_program(message[1])
            self._chosen[channel] = patches.patch
            yield made
        elif status == wire.CONTROL and message[1] >= wire.FIRST_CHANNEL_MODE:
            yield from self._change_mode(made, channel)
        else:
            if self.zones.take(channel, _row(message)):
                # Keys that are down were pressed on channels that mean something else now.
                for key in tuple(self._keys):
                    yield self._keys.pop(key).ending
            self._move(message, channel)
            yield made

    def holds(self, channel: int, key: int) -> bool:
        """Return whether a key is down."""
        return (channel, key) in self._keys

    def let_go(self, channel: int, key: int) -> Shaped | None:
        """Release a key whose release was lost; return what ends its note, None if it is up."""
        held = self._keys.pop((channel, key), None)
        return None if held is None else held.ending

    def endings(self) -> Iterator[Shaped]:
        """Yield what ends everything that is held on the input; it counts as held still."""
        for channel in sorted({*self._channels, *(channel for channel, _ in self._keys)}):
            state = self._state_of(channel)
            yield from (made.ending for key, made in self._keys.items() if key[0] == channel)
            rows = (*state.pedals_up(), *state.reset(whole=False))
            yield from (_shaped(channel, row) for row in dict.fromkeys(rows))

    def _move_key(self, made: Shaped, channel: int) -> Iterator[Shaped]:
        key = channel, made.key
        before = self._keys.pop(key, None)
        if not wire.lets_go(made.message):
            if before is not None:
                yield before.ending
            self._keys[key] = made
            yield made
        elif before is not None:
            # The end of the note that the key began, with the velocity of this release.
            yield made

    def _move(self, message: bytes, channel: int) -> None:
        status, first, second = _row(message)
        if status == wire.CONTROL and first in BANKS:
            self._patches_of(channel).choose_bank(first, second)
        elif status != wire.KEY_PRESSURE:
            self._state_of(channel).take((status, first, second))

    def _change_mode(self, made: Shaped, channel: int) -> Iterator[Shaped]:
        number = made.message[1]
        if number in RELEASES_KEYS:
            for key in [key for key in self._keys if key[0] == channel]:
                yield self._keys.pop(key).ending
        if number == wire.ALL_SOUND_OFF:
            yield made
        elif number == wire.RESET_CONTROLLERS:
            state = self._state_of(channel)
            for row in tuple(state.reset(whole=False)):
                state.take(row)
                yield _shaped(channel, row)

    def _patches_of(self, channel: int) -> PatchState:
        return self._patches.setdefault(channel, PatchState(channel))

    def _state_of(self, channel: int) -> ChannelState:
        return self._channels.setdefault(channel, ChannelState())


def _row(message: bytes) -> Row:
    return message[0] & 0xF0, message[1], message[2] if len(message) > 2 else 0


def _shaped(channel: int, row: Row) -> Shaped:
    status, *data = row
    return Shaped(bytes((status | channel, *data[: data_bytes(status)])))
