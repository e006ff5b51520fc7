"""What was played live, put together while it is played, and into a track: no Qt, no ports."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from app.state.edits import exchange
from engine import messages
from engine.music.event_kinds import BEND, CONTROL, ON_CHANNEL
from engine.music.events import Control, Note, PitchBend, TimedEvent
from engine.music.recording import RecordingStyle, overdubbed, recorded
from engine.music.score import Track
from engine.piece.composition import Composition


@dataclass(slots=True, kw_only=True)
class Played:
    """Collects what is played to moving music; nothing moves it to a grid.

    Attributes:
        began: Tick where recording began; what was played in the count-in is left out.
        grace: Ticks before that which are still meant for its first note.
    """

    began: int
    grace: int
    _held: dict[int, tuple[int, int]] = field(default_factory=dict)
    _notes: list[Note] = field(default_factory=list)
    # By kind, lane and tick: what moved there last.
    _moves: dict[tuple[str, int, int], TimedEvent] = field(default_factory=dict)

    def _place(self, tick: float) -> int | None:
        place = round(tick)
        return max(self.began, place) if place >= self.began - self.grace else None

    def take_note(self, event: messages.NotePlayed) -> None:
        """Take the beginning or the end of a note."""
        tick = self._place(event.tick)
        self._release(event.pitch, self.began if tick is None else tick)
        if event.velocity and tick is not None:
            self._held[event.pitch] = (tick, event.velocity)

    def take_control(self, event: messages.ControlMoved) -> None:
        """Take a controller: pedal, modulation."""
        # A pedal that is pressed in the count-in is down when the music begins.
        tick = max(self.began, round(event.tick))
        self._moves[CONTROL.name, event.number, tick] = Control(tick, event.number, event.value)

    def take_wheel(self, event: messages.WheelMoved) -> None:
        """Take the pitch wheel."""
        tick = max(self.began, round(event.tick))
        self._moves[BEND.name, 0, tick] = PitchBend(tick, event.value)

    def _release(self, pitch: int, tick: int) -> None:
        held = self._held.pop(pitch, None)
        if held is not None:
            start, velocity = held
            # A loop that jumped back in between leaves an end before the beginning.
            self._notes.append(Note(start, pitch, max(1, tick - start), velocity))

    def release_all(self, tick: int) -> None:
        """Let every key end at a tick."""
        for pitch in tuple(self._held):
            self._release(pitch, tick)

    def so_far(self, tick: int) -> tuple[Note, ...]:
        """Return the notes until now; keys that are down are held until a tick, and stay down."""
        held = (
            Note(start, pitch, max(1, tick - start), velocity)
            for pitch, (start, velocity) in self._held.items()
        )
        return (*self._notes, *held)

    def track(self, end: int) -> Track:
        """Return all of it; a key that is still down ends at a tick, and so does the pedal."""
        self.release_all(end)
        moves = sorted(self._moves.values(), key=lambda event: event.tick)
        last = {(kind, lane): event for (kind, lane, _), event in sorted(self._moves.items())}
        for kind in ON_CHANNEL:
            for event in (event for (name, _), event in last.items() if name == kind.name):
                if kind.lets_go(event) and getattr(event, kind.value) != kind.at_rest(event):
                    moves.append(kind.resting(event, tick=max(end, event.tick + 1)))
        return Track().with_notes(self._notes).with_channel_events(moves)


def with_played(composition: Composition, track: int, played: Track) -> Composition:
    """Return the composition with what was played in a track.

    Its notes join those that are there; its pedal, wheel and other controllers take the place of
    the same ones in the stretch that they were moved in.
    """
    joined, _ = exchange(composition, track, removed=(), added=played.notes)
    new = overdubbed(joined.score.tracks[track], replace(played, notes=()))
    return replace(joined, score=joined.score.with_track(track, new))


def with_takes(
    composition: Composition,
    track: int,
    laps: Sequence[Track],
    style: RecordingStyle,
    *,
    start: int,
    end: int,
) -> tuple[Composition, ...]:
    """Return the composition with each take of what was played; the last one counts.

    Args:
        composition: What is there.
        track: Into which it goes.
        laps: What was played, for each round of a loop; one without a loop.
        style: How it goes into the track.
        start: Tick where recording began.
        end: Tick where it ended; in a loop, the loop's.
    """
    score = composition.score
    if style == RecordingStyle() and len(laps) == 1:
        return (with_played(composition, track, laps[0]),)
    takes = recorded(score.tracks[track], laps, style, start=start, end=end)
    return tuple(replace(composition, score=score.with_track(track, take)) for take in takes)
