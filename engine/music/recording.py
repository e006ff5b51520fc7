"""How what was played gets into a track: besides what is there or in its place, in takes. Pure."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from engine.music.ranges import Tick
from engine.music.score import Control, Note, PitchBend, Track

RecordingMode = Literal["overdub", "replace"]
_Event = TypeVar("_Event", Control, PitchBend)
_Key = Callable[[_Event], Hashable]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingStyle:
    """How is recorded.

    Attributes:
        mode: `overdub` adds to what is in the track; `replace` takes its place, where it plays.
        punch_in: Tick from which on something is recorded.
        punch_out: Tick up to which it is; the same as `punch_in` sets no bounds.
        takes: Whether each round of a loop is a take of its own, of which the last one counts;
            otherwise all rounds go into the track together.
    """

    mode: RecordingMode = "overdub"
    punch_in: Tick = 0
    punch_out: Tick = 0
    takes: bool = False

    @property
    def punches(self) -> bool:
        """Whether recording has bounds."""
        return self.punch_out > self.punch_in


def recorded(
    track: Track, laps: Sequence[Track], style: RecordingStyle, *, start: int, end: int
) -> tuple[Track, ...]:
    """Return the track with what was played, once for each take; the last one counts.

    Args:
        track: What is there.
        laps: What was played, for each round of a loop; one without a loop.
        style: How it goes into the track.
        start: Tick where recording began.
        end: Tick where it ended; in a loop, the loop's.
    """
    if style.punches:
        start, end = max(start, style.punch_in), min(end, style.punch_out)
        laps = [punched(lap, start=start, end=end) for lap in laps]
    if not style.takes:
        laps = [together(laps)]
    return tuple(
        replaced(track, lap, start=start, end=end)
        if style.mode == "replace"
        else overdubbed(track, lap)
        for lap in laps
    )


def punched(played: Track, *, start: int, end: int) -> Track:
    """Return what was played between two ticks; what sounds over an edge is cut there.

    A note that began before the first tick is left out: who punches in hears what was there. A
    pedal that was pressed before it is down from there on.
    """
    notes = (
        replace(note, duration=min(note.end, end) - note.start)
        for note in played.notes
        if start <= note.start < end
    )
    return replace(
        played,
        notes=tuple(notes),
        controls=_between(played.controls, start, end, key=_number),
        pitch_bends=_between(played.pitch_bends, start, end, key=_wheel),
    )


def _number(control: Control) -> int:
    return control.number


def _wheel(_: PitchBend) -> int:
    return 0


def _between(
    events: Iterable[_Event], start: int, end: int, *, key: "_Key[_Event]"
) -> tuple[_Event, ...]:
    held: dict[Hashable, _Event] = {}
    within: list[_Event] = []
    for event in events:
        if event.tick < start:
            held[key(event)] = replace(event, tick=start)
        elif event.tick < end:
            within.append(event)
    made: list[_Event] = sorted(held.values()) + within
    return tuple(made)


def together(laps: Iterable[Track]) -> Track:
    """Return all rounds of a loop as one: their notes side by side, the last one's controllers."""
    known = list(laps)
    if not known:
        return Track()
    notes = sorted(note for lap in known for note in lap.notes)
    moved = next((lap for lap in reversed(known) if lap.controls or lap.pitch_bends), known[-1])
    return replace(
        known[-1],
        notes=tuple(notes),
        controls=moved.controls,
        pitch_bends=moved.pitch_bends,
    )


def overdubbed(track: Track, played: Track) -> Track:
    """Return the track with what was played besides.

    A controller takes the place of the same one in the stretch in which it was moved.
    """
    numbers = {control.number for control in played.controls}
    stretch, bent = _stretch(played.controls), _stretch(played.pitch_bends)
    controls = [c for c in track.controls if c.number not in numbers or c.tick not in stretch]
    bends = [b for b in track.pitch_bends if b.tick not in bent]
    both = replace(
        track,
        notes=(*track.notes, *played.notes),
        controls=(*controls, *played.controls),
        pitch_bends=(*bends, *played.pitch_bends),
    )
    return both.in_order()


def _stretch(events: Sequence[Control | PitchBend]) -> range:
    ticks = [event.tick for event in events]
    return range(min(ticks), max(ticks) + 1) if ticks else range(0)


def replaced(track: Track, played: Track, *, start: int, end: int) -> Track:
    """Return the track with what was played in place of all that is between two ticks.

    Notes that sound into the stretch are cut where it begins; those that begin in it go, and so do
    its controllers: what they were when it ends, they are again from there on.
    """
    kept: list[Note] = []
    for note in track.notes:
        if note.start < start < note.end:
            kept.append(replace(note, duration=start - note.start))
        elif not start <= note.start < end:
            kept.append(note)
    return replace(
        track,
        notes=tuple(sorted((*kept, *played.notes))),
        controls=_around(track.controls, played.controls, start, end, key=_number),
        pitch_bends=_around(track.pitch_bends, played.pitch_bends, start, end, key=_wheel),
    )


def _around(
    there: Iterable[_Event],
    played: Iterable[_Event],
    start: int,
    end: int,
    *,
    key: "_Key[_Event]",
) -> tuple[_Event, ...]:
    outside: list[_Event] = []
    last: dict[Hashable, _Event] = {}
    for event in there:
        if not start <= event.tick < end:
            outside.append(event)
        if event.tick <= end:
            last[key(event)] = event
    again: set[_Event] = set()
    again.update(replace(event, tick=end) for event in last.values() if event.tick >= start)
    made: list[_Event] = outside + sorted(again.difference(outside)) + list(played)
    # Those of one tick stay in their order: a pedal that goes down and comes up is up.
    return tuple(sorted(made, key=lambda event: event.tick))
