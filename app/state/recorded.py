"""What was played live, put together while it is played, and into a track: no Qt, no ports."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from app.state.edits import exchange
from engine import messages
from engine.music.recording import RecordingStyle, recorded
from engine.music.score import Control, Note, PitchBend, Track
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
    _controls: dict[tuple[int, int], Control] = field(default_factory=dict)
    _bends: dict[int, PitchBend] = field(default_factory=dict)

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
        self._controls[tick, event.number] = Control(tick, event.number, event.value)

    def take_wheel(self, event: messages.WheelMoved) -> None:
        """Take the pitch wheel."""
        tick = max(self.began, round(event.tick))
        self._bends[tick] = PitchBend(tick, event.value)

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
        controls = sorted(self._controls.values())
        pedal = [c for c in controls if c.number == _SUSTAIN]
        if pedal and pedal[-1].value:
            controls.append(Control(max(end, pedal[-1].tick + 1), _SUSTAIN, 0))
        bends = sorted(self._bends.values())
        if bends and bends[-1].value:
            bends.append(PitchBend(max(end, bends[-1].tick + 1), 0))
        return Track(
            notes=tuple(sorted(self._notes)),
            controls=tuple(controls),
            pitch_bends=tuple(bends),
        )


_SUSTAIN = 64


def with_played(composition: Composition, track: int, played: Track) -> Composition:
    """Return the composition with what was played in a track.

    Its notes join those that are there; its pedal, wheel and other controllers take the place of
    the same ones in the stretch that they were moved in.
    """
    joined, _ = exchange(composition, track, removed=(), added=played.notes)
    old = joined.score.tracks[track]
    numbers = {c.number for c in played.controls}
    kept = [
        c
        for c in old.controls
        if c.number not in numbers or not _within(c.tick, (p.tick for p in played.controls))
    ]
    bends = [
        b for b in old.pitch_bends if not _within(b.tick, (p.tick for p in played.pitch_bends))
    ]
    new = replace(
        old,
        controls=tuple(sorted((*kept, *played.controls))),
        pitch_bends=tuple(sorted((*bends, *played.pitch_bends))),
    )
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


def _within(tick: int, ticks: Iterable[int]) -> bool:
    known = tuple(ticks)
    return bool(known) and min(known) <= tick <= max(known)
