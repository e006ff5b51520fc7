"""The channels of notes that the score does not hold: of keyboards, and of single notes heard."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from engine.midi.channels.allocation import Slot
from engine.midi.channels.keys import Key
from engine.midi.channels.mpe import MpeZone, MpeZones
from engine.midi.channels.parts import patch_rows
from engine.midi.channels.patches import BANKS, Patch
from engine.midi.channels.state import BEND, CONTROL, PEDALS, ChannelState, Row, rest_of
from engine.playback import wire
from engine.playback.sending.sounding_notes import SoundingNote, SoundingNotes
from engine.values.channel_numbers import DRUM_CHANNEL
from engine.values.event_kinds import data_bytes

# A number that no track of a score has.
AUDITION_TRACK = -2
# The channel of single notes that the window asks for; inputs have 0 to 15.
_AUDITION_CHANNEL = -1
# Controllers that belong to the patch, or end notes.
_NO_STATE = BANKS | {wire.ALL_SOUND_OFF}


class LiveSource(NamedTuple):
    """A player of notes: each gets a channel of its own while there are any.

    Attributes:
        port: Name of the input; empty for the computer's keys.
        channel: 0 to 15, as the input says it.
        program: The General MIDI program, or drum kit, of all inputs or of a zone of this one.
        is_drum: Whether it plays drums.
        track: The track through which it plays; -1 without one.
    """

    port: str
    channel: int
    program: int
    is_drum: bool
    track: int = -1

    @property
    def is_audition(self) -> bool:
        """Whether it is the window that asks for single notes."""
        return self.channel == _AUDITION_CHANNEL


AUDITION = LiveSource("", _AUDITION_CHANNEL, 0, is_drum=False)


class LiveChannels:
    """Plays live sources on channels that no track uses.

    A source keeps its channel. When it must leave it, or shares none with another source, what it
    holds goes along: pedals, controllers and the wheel are moved to its next channel and put to
    rest on the one before.

    Args:
        sounding: Begins and ends notes.
        send: Sends a message to a slot at a time.
        clock: Returns seconds, monotonic.
        drum_slot: Where drums are played.
    """

    def __init__(
        self,
        sounding: SoundingNotes,
        send: Callable[[Slot, bytes, float], bool],
        clock: Callable[[], float],
        *,
        drum_slot: Slot,
    ) -> None:
        self._sounding = sounding
        self._send = send
        self._clock = clock
        self._drum_slot = drum_slot
        # All melodic slots, the best first; those of tracks, each with the track's program.
        self._slots: tuple[Slot, ...] = ()
        self._tracks: dict[Slot, int] = {}
        # The slot of each track whose output is another program or device.
        self._homes: dict[int, Slot] = {}
        # The slot of each source, the one that was used last at the end.
        self._places: dict[LiveSource, Slot] = {}
        self._held: dict[Key, tuple[LiveSource, SoundingNote]] = {}
        # The inputs on which a key was pressed; the others have pedals or knobs only.
        self._with_keys: set[str] = set()
        # The state of each channel of an input, and the state that was sent to each slot.
        self._said: dict[tuple[str, int], ChannelState] = {}
        self._told: dict[Slot, ChannelState] = {}
        self._patches: dict[Slot, Patch] = {}
        self._zones: dict[str, MpeZones] = {}

    # --- what others use ---------------------------------------------------------------------

    def set_slots(
        self, slots: Sequence[Slot], tracks: dict[Slot, int], homes: dict[int, Slot]
    ) -> None:
        """Set the slots there are, the best first.

        Args:
            slots: All melodic ones.
            tracks: Those that tracks use, each with a track's program.
            homes: The slot of each track that is heard from another program or device: who plays
                through such a track plays on its channel.
        """
        self._slots, self._tracks, self._homes = tuple(slots), tracks, homes
        for slot in tracks:
            self._patches.pop(slot, None)
        for source, slot in tuple(self._places.items()):
            if not self._may_stay(source, slot, Patch(source.program, is_drum=source.is_drum)):
                self._leave(source)

    def set_zones(self, port: str, zones: MpeZones) -> None:
        """Set the MPE zones of an input."""
        self._zones[port] = zones

    def forget(self, port: str) -> None:
        """Forget what was sent to an output: it is gone."""
        self._places = {source: s for source, s in self._places.items() if s.port != port}
        self._held = {k: held for k, held in self._held.items() if held[1].slot.port != port}
        self._told = {slot: state for slot, state in self._told.items() if slot.port != port}
        self._patches = {slot: p for slot, p in self._patches.items() if slot.port != port}

    def forget_patch(self, slot: Slot) -> None:
        """Forget what a slot plays: a track has chosen something else there."""
        self._patches.pop(slot, None)

    def keep_only(self, sounds: Iterable[tuple[int, bool]], tracks: Iterable[int] = ()) -> None:
        """Free the channels of sources whose sound nobody chooses any more, if they hold nothing.

        Args:
            sounds: (number, whether a drum kit) of all inputs and zones.
            tracks: The tracks through which somebody plays.
        """
        wanted, played = frozenset(sounds), frozenset((*tracks, -1))
        holding = {source for source, _ in self._held.values()}
        for source in tuple(self._places):
            stays = (source.program, source.is_drum) in wanted and source.track in played
            if not stays and source not in holding:
                self._leave(source)

    # --- notes -------------------------------------------------------------------------------

    def press(
        self, key: Key, source: LiveSource, patch: Patch, *, pitch: int, velocity: int
    ) -> None:
        """Begin the note of a key."""
        self.release(key)
        if not source.is_audition and key.port not in self._with_keys:
            self._with_keys.add(key.port)
            # Until now it looked like a pedal for all; from now on it plays for itself.
            self._bring_all()
        slot = self._slot_of(source, patch)
        self._select(slot, patch)
        note = self._sounding.begin(
            slot, pitch=pitch, velocity=velocity, track=AUDITION_TRACK, at_s=self._clock()
        )
        # A key that holds the same note here was struck again with it: it ends with the last key.
        for other, (owner, held) in self._held.items():
            if (held.slot, held.pitch) == (slot, pitch):
                self._held[other] = owner, note
        self._held[key] = source, note

    def release(self, key: Key, *, velocity: int | None = None) -> None:
        """End the note of a key, unless another key holds the same one.

        Args:
            key: The key.
            velocity: Of the release; None for the usual one.
        """
        _, note = self._held.pop(key, (None, None))
        if note is not None and all(note != held for _, held in self._held.values()):
            self._sounding.end(note, self._clock(), release=velocity)

    def press_harder(self, key: Key, value: int) -> None:
        """Send key pressure for the note of a key."""
        _, note = self._held.get(key, (None, None))
        if note is not None:
            self._tell(note.slot, (wire.KEY_PRESSURE, note.pitch, value))

    def silence(self, channel_of: LiveSource) -> None:
        """Cut off all sound of an input's channel."""
        for source, slot in tuple(self._places.items()):
            if source[:2] == channel_of[:2] and not self._is_shared(slot):
                self._tell(slot, (CONTROL, wire.ALL_SOUND_OFF, 0))

    def lift_pedals(self, *, port: str | None = None, wheels: bool = False) -> None:
        """Take note that all pedals of an output, or of all, were lifted; perhaps all wheels."""
        for slot, state in self._told.items():
            if port not in {None, slot.port}:
                continue
            for row in tuple(state.reset(whole=True)) if wheels else ():
                state.take(row)
            for pedal in PEDALS:
                state.lanes.pop((CONTROL, pedal), None)

    # --- controllers -------------------------------------------------------------------------

    def move(self, source: LiveSource, patch: Patch, row: Row) -> None:
        """Send a controller, the wheel or pressure of an input's channel.

        It reaches whatever that channel plays. An input without keys, as a pedal with a plug of its
        own, reaches what all others play.
        """
        zones = self._zones.get(source.port)
        if zones is not None and zones.sets_zone(source.channel, row):
            for other in tuple(self._places):
                if other.port == source.port and not other.is_audition:
                    self._bring(other)
            return
        if not any(other[:2] == source[:2] for other in self._places):
            self._slot_of(source, patch)
        self._said.setdefault(source[:2], ChannelState()).take(row)
        reached = {
            slot: self._row_for(other, row)
            for other, slot in self._places.items()
            if self._reaches(source, other)
        }
        for slot, own in reached.items():
            self._tell(slot, own)

    def _row_for(self, source: LiveSource, row: Row) -> Row:
        """Return a message as a source gets it: the note of an MPE zone bends with all others."""
        zone = self._zone_of(source)
        if zone is None or row[0] != BEND:
            return row
        own = self._said.get(source[:2], ChannelState())
        return zone.bend(own, self._said.get((source.port, zone.manager), ChannelState()))

    def choose(self, source: LiveSource, patch: Patch) -> None:
        """Have a source play something else from its next note on."""
        self._select(self._slot_of(source, patch), patch)

    def _reaches(self, mover: LiveSource, other: LiveSource) -> bool:
        if other.is_audition:
            return False
        if mover[:2] == other[:2] or mover.port not in self._with_keys:
            return True
        zone = self._zone_of(other)
        return zone is not None and mover[:2] == (other.port, zone.manager)

    def _zone_of(self, source: LiveSource) -> MpeZone | None:
        """Return the MPE zone of which a source plays one note."""
        zones = self._zones.get(source.port)
        return zones.member_zone(source.channel) if zones else None

    def _state_of(self, source: LiveSource) -> ChannelState:
        """Return what holds for a source: what its channel says, and inputs that have no keys."""
        own = self._said.get(source[:2], ChannelState())
        if source.is_audition:
            return ChannelState()
        without_keys = [
            state
            for (port, channel), state in self._said.items()
            if port not in self._with_keys and (port, channel) != source[:2]
        ]
        zone = self._zone_of(source)
        if zone is None:
            return own.joined(*without_keys)
        of_all = self._said.get((source.port, zone.manager), ChannelState())
        both = of_all.joined(own, *without_keys)
        both.take(zone.bend(own, of_all))
        for row in zone.range_rows:
            both.take(row)
        return both

    # --- slots -------------------------------------------------------------------------------

    def _slot_of(self, source: LiveSource, patch: Patch) -> Slot:
        """Return the slot of a source, which may be another one than before."""
        before = self._places.pop(source, None)
        stays = before is not None and self._may_stay(source, before, patch)
        slot = before if before is not None and stays else self._find(source, patch)
        # At the end: it was used last.
        self._places[source] = slot
        if slot != before:
            if before is not None:
                self._put_to_rest(before)
            self._bring(source)
        return slot

    def _home_of(self, source: LiveSource, patch: Patch) -> Slot | None:
        """Return the channel of the track through which a source plays a patch; None without one.

        An instrument of its own, and notes that bend by themselves, need channels of their own.
        """
        plays_the_track = patch == Patch(source.program, is_drum=source.is_drum)
        if not plays_the_track or self._zone_of(source) is not None:
            return None
        return self._homes.get(source.track)

    def _is_tracks(self, slot: Slot) -> bool:
        return slot in self._tracks or slot in self._homes.values()

    def _may_stay(self, source: LiveSource, slot: Slot, patch: Patch) -> bool:
        home = self._home_of(source, patch)
        if home is not None:
            return slot == home
        if slot == self._drum_slot:
            return patch.is_drum
        if patch.is_drum or slot not in self._slots:
            return False
        owner = self._tracks.get(slot)
        return owner is None or (owner == patch.program and self._free() is None)

    def _find(self, source: LiveSource, patch: Patch) -> Slot:
        home = self._home_of(source, patch)
        if home is not None:
            return home
        if patch.is_drum:
            return self._drum_slot
        if source.is_audition:
            alike = (s for s in self._places.values() if self._patches.get(s) == patch)
            slot = next(alike, None)
            if slot is not None and slot not in self._tracks:
                return slot
        free = self._free() or self._vacated()
        if free is not None:
            return free
        same = [slot for slot, program in self._tracks.items() if program == patch.program]
        shared = [slot for slot in self._slots if slot not in self._tracks]
        playing = [slot for slot in shared if self._patches.get(slot) == patch]
        return (*playing, *same, *shared, *self._slots, self._drum_slot)[0]

    def _free(self) -> Slot | None:
        taken = {*self._tracks, *self._places.values()}
        return next((slot for slot in self._slots if slot not in taken), None)

    def _vacated(self) -> Slot | None:
        """Return the slot of the source that has been silent for longest, and take it away."""
        holding = {note.slot for _, note in self._held.values()}
        for source, slot in self._places.items():
            kept = slot in holding or self._is_tracks(slot) or slot == self._drum_slot
            if not kept and not any(self._told.get(slot, ChannelState()).pedals_up()):
                self._leave(source)
                if slot not in self._places.values():
                    return slot
        return None

    def _leave(self, source: LiveSource) -> None:
        self._put_to_rest(self._places.pop(source))

    def _is_shared(self, slot: Slot) -> bool:
        users = [source[:2] for source, place in self._places.items() if place == slot]
        return self._is_tracks(slot) or len(frozenset(users)) > 1

    def _put_to_rest(self, slot: Slot) -> None:
        """Lift the pedals that no source on a slot holds; centre its wheel if none is left."""
        state = self._told.get(slot)
        if state is None:
            return
        left = [source for source, place in self._places.items() if place == slot]
        held = {row for source in left for row in self._state_of(source).pedals_up()}
        wheel = [] if left else [rest_of(lane) for lane in state.lanes if lane == (BEND, 0)]
        for row in (*(row for row in tuple(state.pedals_up()) if row not in held), *wheel):
            self._tell(slot, row)

    def _bring_all(self) -> None:
        for source in tuple(self._places):
            if not source.is_audition:
                self._bring(source)

    def _bring(self, source: LiveSource) -> None:
        """Bring the slot of a source into the state that holds for it."""
        slot = self._places[source]
        told = self._told.get(slot)
        for row in tuple(self._state_of(source).rows(after=told)):
            self._tell(slot, row)

    def _select(self, slot: Slot, patch: Patch) -> None:
        """Have a slot play a patch, unless a track chose what it plays."""
        before = self._patches.get(slot)
        if self._is_tracks(slot) or before == patch:
            return
        for row in patch_rows(patch, after=before):
            self._tell(slot, row)
        self._patches[slot] = patch

    def _tell(self, slot: Slot, row: Row) -> None:
        status, *data = row
        is_state = status in {BEND, wire.PRESSURE} or (
            status == CONTROL and row[1] not in _NO_STATE
        )
        if is_state:
            self._told.setdefault(slot, ChannelState()).take(row)
        self._sounding.touch(slot)
        message = bytes((status | slot.channel, *data[: data_bytes(status)]))
        self._send(slot, message, self._clock())


def key_of_audition(pitch: int, *, is_drum: bool) -> Key:
    """Return the key of a note that the window asks for."""
    return Key("drums" if is_drum else "", _AUDITION_CHANNEL, pitch)


def drum_slot(port: str) -> Slot:
    """Return where drums are played on an output."""
    return Slot(port, 0, DRUM_CHANNEL)
