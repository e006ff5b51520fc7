"""Live playing becomes a part: the capture, a recording, a jam's own part.

All of them get the same messages. A key is known by input and channel, so that nobody ends
another's note. Ticks are arguments.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from engine.form.regridding import Regridding
from engine.midi.channels.keys import Key
from engine.midi.channels.mpe import move_of
from engine.midi.channels.patches import BANKS
from engine.midi.channels.state import CONTROL as CONTROL_STATUS
from engine.midi.channels.state import PEDALS, Row
from engine.values.event_kinds import BY_STATUS, ON_CHANNEL, in_order
from engine.values.events import (
    NOTE_AT_REST,
    USUAL_RELEASE,
    Note,
    NoteLane,
    NoteMove,
    Other,
    TimedEvent,
)
from engine.values.score import Track

# The status of polyphonic key pressure in MIDI 1.0.
KEY_PRESSURE = 0xA0
Channel = tuple[str, int]


@dataclass(slots=True)
class HeldNote:
    """A note whose key is down.

    Attributes:
        start: Tick of the press.
        moves: Its own moves so far (MPE), by tick.
    """

    start: int
    pitch: int
    velocity: int
    moves: list[NoteMove] = field(default_factory=list)

    def move(self, tick: int, lane: NoteLane, value: int) -> None:
        """Add a move; of several at one tick the last one counts."""
        after = max(0, tick - self.start)
        self.moves = [move for move in self.moves if (move.after, move.lane) != (after, lane)]
        self.moves.append(NoteMove(after, lane, value))

    def until(self, tick: int, *, release: int = USUAL_RELEASE) -> Note:
        """Return the note if its key is let go at a tick, with that velocity."""
        # After a jump back in a loop the end can lie before the start.
        length = max(1, tick - self.start)
        moves = tuple(self.moves)
        return Note(self.start, self.pitch, length, self.velocity, release=release, moves=moves)


@dataclass(slots=True)
class PlayedPart:
    """The notes and movements of one part; keys that are down have no length yet."""

    _held: dict[Key, HeldNote] = field(default_factory=dict)
    _notes: list[Note] = field(default_factory=list)
    # In the order they came in: a pedal may go up and down in one tick.
    _moves: list[TimedEvent] = field(default_factory=list)
    _pressures: list[Other] = field(default_factory=list)
    # How far each pedal of each input's channel is down: one of them may hold what another lifts.
    _pedals: dict[int, dict[Channel, int]] = field(default_factory=dict)
    # The moves of single notes that hold on each channel on which notes move by themselves.
    _note_moves: dict[Channel, dict[NoteLane, int]] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        """Whether a key is down."""
        return bool(self._held)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes whose keys were let go, in that order."""
        return tuple(self._notes)

    @property
    def held(self) -> tuple[HeldNote, ...]:
        """The notes whose keys are down, in the order in which they were pressed."""
        return tuple(self._held.values())

    def press(self, key: Key, tick: int, *, pitch: int, velocity: int) -> None:
        """Begin a note; a note that the same key holds ends."""
        self.release(key, tick)
        self._held[key] = HeldNote(tick, pitch, velocity)
        for lane, value in self._note_moves.get((key.port, key.channel), {}).items():
            if value != NOTE_AT_REST[lane]:
                self._held[key].move(tick, lane, value)

    def release(self, key: Key, tick: int, *, velocity: int = USUAL_RELEASE) -> Note | None:
        """End the note of a key, and return it; None for a key that holds none.

        Args:
            key: The key.
            tick: When.
            velocity: With which it was let go.
        """
        held = self._held.pop(key, None)
        if held is None:
            return None
        note = held.until(tick, release=velocity)
        self._notes.append(note)
        return note

    def release_all(self, tick: int) -> None:
        """End the notes of all keys."""
        for key in tuple(self._held):
            self.release(key, tick)

    def move(
        self, row: Row, tick: int, *, source: Channel = ("", 0), of_note: bool = False
    ) -> None:
        """Take a controller, the wheel or pressure; a bank is the matter of a part's instrument.

        Args:
            row: The message: status without its channel, and both data bytes.
            tick: When.
            source: The input and its channel.
            of_note: Whether it moves only the note of its channel, as in MPE.
        """
        if of_note:
            self._move_note(row, tick, source)
        else:
            self._move(row, tick, source)

    def _move_note(self, row: Row, tick: int, source: Channel) -> None:
        """Take what moves one note; a channel keeps its values for the notes to come."""
        moved = move_of(row)
        if moved is None:
            return
        lane, value = moved
        self._note_moves.setdefault(source, {})[lane] = value
        for key, held in self._held.items():
            if (key.port, key.channel) == source:
                held.move(tick, lane, value)

    def _move(self, row: Row, tick: int, source: Channel) -> None:
        status, first, second = row
        if status == KEY_PRESSURE:
            self._pressures.append(Other(tick, KEY_PRESSURE, bytes((first, second))))
            return
        kind = BY_STATUS[status]
        if status == CONTROL_STATUS and first in BANKS:
            return
        if status == CONTROL_STATUS and first in PEDALS:
            depths = self._pedals.setdefault(first, {})
            depths[source] = second
            second = max(depths.values())
        event = kind.message.read(tick, first, second)
        if kind.holds(event):
            self._moves.append(event)

    def forget_from(self, tick: int) -> None:
        """Forget what begins at a tick or later, and all keys that are down."""
        self._held.clear()
        self._notes = [note for note in self._notes if note.start < tick]
        self._moves = [event for event in self._moves if event.tick < tick]
        self._pressures = [event for event in self._pressures if event.tick < tick]

    def with_own_moves(self, notes: Iterable[Note], tick: int) -> tuple[Note, ...]:
        """Return notes with the moves and the release that each had when it was played here.

        Args:
            notes: Notes that were played here, as somebody else kept them.
            tick: Where those of keys that are down end.
        """
        own = {(note.start, note.pitch): note for note in self.so_far(tick)}

        def whole(note: Note) -> Note:
            played = own.get((note.start, note.pitch), note)
            moves, release = played.moves or note.moves, played.release
            return (
                note
                if release == note.release and moves == note.moves
                else replace(note, moves=moves, release=release)
            )

        return tuple(map(whole, notes))

    def regrid(self, regridding: Regridding) -> None:
        """Move everything to other ticks for the same seconds."""
        at = regridding.at
        self._held = {k: replace(held, start=at(held.start)) for k, held in self._held.items()}
        self._notes = [regridding.note(note) for note in self._notes]
        self._moves = [replace(event, tick=at(event.tick)) for event in self._moves]
        self._pressures = [replace(event, tick=at(event.tick)) for event in self._pressures]

    def replace_notes(self, notes: Iterable[Note]) -> None:
        """Set the notes whose keys were let go."""
        self._notes = sorted(notes)

    def add_moves(self, track: Track) -> None:
        """Add the movements of a track."""
        self._moves += track.channel_events
        self._pressures += [event for event in track.others if event.kind == KEY_PRESSURE]

    def so_far(self, tick: int) -> tuple[Note, ...]:
        """Return the notes; those of keys that are down end at a tick, in the result only."""
        return (*self._notes, *(held.until(tick) for held in self._held.values()))

    def moves_until(self, tick: int) -> tuple[TimedEvent, ...]:
        """Return all movements up to a tick; what hands would hold then is let go there."""
        moves = list(in_order(event for event in self._moves if event.tick <= tick))
        for kind in ON_CHANNEL:
            last = {kind.lane(event): event for event in moves if type(event) is kind.event}
            moves += [
                kind.resting(event, tick=max(tick, event.tick + 1))
                for event in last.values()
                if kind.lets_go(event) and getattr(event, kind.value) != kind.at_rest(event)
            ]
        return tuple(moves)

    def track(self, end: int, *, within: Track | None = None) -> Track:
        """Return the part as a track; keys, pedals, wheel and pressure are let go at a tick."""
        last = max((event.tick for event in self._moves), default=end)
        moves = self.moves_until(max(end, last))
        others = in_order(self._pressures)
        track = (within or Track()).with_notes(self.so_far(end)).with_channel_events(moves)
        return replace(track, others=others)

    def track_until(self, tick: int, *, within: Track) -> Track:
        """Return what begins before a tick as a track; what sounds there goes on."""
        others = (event for event in self._pressures if event.tick < tick)
        notes = (note for note in self.so_far(tick) if note.start < tick)
        track = within.with_notes(notes).with_channel_events(self.moves_until(tick))
        return replace(track, others=tuple(sorted(others, key=lambda event: event.tick)))
