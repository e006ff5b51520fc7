"""Collect live input while music plays, and put it into a track. Uses neither Qt nor ports."""

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
class InputRecorder:
    """Collects notes and controllers from a keyboard, without quantisation.

    Attributes:
        began: Tick where recording began; notes of the count-in are dropped.
        grace: Ticks before `began` in which an early first note still counts.
    """

    began: int
    grace: int
    _held: dict[int, tuple[int, int]] = field(default_factory=dict)
    _notes: list[Note] = field(default_factory=list)
    # The last value by kind, lane and tick.
    _moves: dict[tuple[str, int, int], TimedEvent] = field(default_factory=dict)

    def _place(self, tick: float) -> int | None:
        place = round(tick)
        return max(self.began, place) if place >= self.began - self.grace else None

    def add_note(self, event: messages.NotePlayed) -> None:
        """Record the start or the end of a note."""
        tick = self._place(event.tick)
        self._release(event.pitch, self.began if tick is None else tick)
        if event.velocity and tick is not None:
            self._held[event.pitch] = (tick, event.velocity)

    def add_control(self, event: messages.ControlMoved) -> None:
        """Record a controller value, such as the pedal."""
        # A pedal pressed in the count-in is down when the music begins.
        tick = max(self.began, round(event.tick))
        self._moves[CONTROL.name, event.number, tick] = Control(tick, event.number, event.value)

    def add_wheel(self, event: messages.WheelMoved) -> None:
        """Record a pitch wheel value."""
        tick = max(self.began, round(event.tick))
        self._moves[BEND.name, 0, tick] = PitchBend(tick, event.value)

    def _release(self, pitch: int, tick: int) -> None:
        held = self._held.pop(pitch, None)
        if held is not None:
            start, velocity = held
            # After a jump back in a loop the end can lie before the start.
            self._notes.append(Note(start, pitch, max(1, tick - start), velocity))

    def release_all(self, tick: int) -> None:
        """End all held notes at a tick."""
        for pitch in tuple(self._held):
            self._release(pitch, tick)

    def so_far(self, tick: int) -> tuple[Note, ...]:
        """Return the notes so far; held keys end at `tick` in the result only."""
        held = (
            Note(start, pitch, max(1, tick - start), velocity)
            for pitch, (start, velocity) in self._held.items()
        )
        return (*self._notes, *held)

    def track(self, end: int) -> Track:
        """Return the recorded track; held keys, the pedal and the wheel are released at `end`."""
        self.release_all(end)
        moves = sorted(self._moves.values(), key=lambda event: event.tick)
        last = {(kind, lane): event for (kind, lane, _), event in sorted(self._moves.items())}
        for kind in ON_CHANNEL:
            for event in (event for (name, _), event in last.items() if name == kind.name):
                if kind.lets_go(event) and getattr(event, kind.value) != kind.at_rest(event):
                    moves.append(kind.resting(event, tick=max(end, event.tick + 1)))
        return Track().with_notes(self._notes).with_channel_events(moves)


def with_recorded_track(composition: Composition, track: int, played: Track) -> Composition:
    """Return the composition with a recorded track merged into one of its tracks.

    Notes are added. Recorded controllers replace the same controllers in the span in which they
    were moved.
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
    """Return one composition for each recorded take; the last one becomes the document.

    Args:
        composition: The piece before.
        track: Index of the track that receives the recording.
        laps: The recorded track of each loop round; a single one without a loop.
        style: How a recording is merged into the track.
        start: Tick where recording began.
        end: Tick where recording ended; in a loop, the loop's end.
    """
    score = composition.score
    if style == RecordingStyle() and len(laps) == 1:
        return (with_recorded_track(composition, track, laps[0]),)
    takes = recorded(score.tracks[track], laps, style, start=start, end=end)
    return tuple(replace(composition, score=score.with_track(track, take)) for take in takes)
