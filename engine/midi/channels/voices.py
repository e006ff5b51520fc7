"""Notes that move by themselves, on channels: one for each voice, or one for all of them.

A channel has one wheel. Notes that bend by themselves (MPE) therefore need a channel each while
they sound; a part of one voice needs only its own.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.midi.channels.mpe import MANAGER_RANGE, row_of
from engine.midi.channels.parts import moves_of
from engine.midi.channels.state import BEND, PEDAL_DOWN, SUSTAIN, ChannelState, Row, bend_of
from engine.values.event_kinds import BY_STATUS
from engine.values.events import (
    NOTE_AT_REST,
    NOTE_BEND_SEMITONES,
    Control,
    Note,
    NoteLane,
    PitchBend,
    TimedEvent,
)
from engine.values.score import Track

# All channels of a port but a zone's manager and channel 10, whose keys other devices take for
# drums.
MOST_VOICES = 14
# Ranges of the wheel that devices are known to have, in semitones.
_RANGES = (2, 12, 24, 48, 96)
_FULL = 8192


def moves_by_itself(track: Track) -> bool:
    """Return whether a note of a part is moved by itself."""
    return any(note.moves for note in track.notes)


def is_one_voice(track: Track) -> bool:
    """Return whether no two notes of a part sound together, held by the pedal or not."""
    if any(control.number == SUSTAIN and control.value >= PEDAL_DOWN for control in track.controls):
        return False
    silent = 0
    for note in track.notes:
        if note.start < silent:
            return False
        silent = note.end
    return True


def with_one_voice_plain(track: Track) -> Track:
    """Return a part whose notes move its channel, if one voice plays it; else the part."""
    if moves_by_itself(track) and (track.is_drum or is_one_voice(track)):
        return on_one_channel(track, track.notes)
    return track


def voices_of(track: Track, *, most: int = MOST_VOICES) -> tuple[tuple[Note, ...], ...]:
    """Return the notes of a part in voices, each for a channel of its own.

    There is one voice more than notes that sound together, so that a note may ring out. A part
    whose notes do not move by themselves, or that is one voice, has none.

    Args:
        track: The part.
        most: How many voices there are at most; further notes join those that end first.
    """
    if track.is_drum or not moves_by_itself(track) or is_one_voice(track):
        return ()
    count = min(most, _deepest(track.notes) + 1)
    voices: list[list[Note]] = [[] for _ in range(count)]
    ends = [0] * count
    for note in track.notes:
        # Silent for longest, or the first to be silent.
        voice = min(range(count), key=ends.__getitem__)
        voices[voice].append(note)
        ends[voice] = max(ends[voice], note.end)
    return tuple(tuple(voice) for voice in voices if voice)


def _deepest(notes: Iterable[Note]) -> int:
    """Return how many notes sound together at most."""
    edges = sorted((tick, by) for note in notes for tick, by in ((note.start, 1), (note.end, -1)))
    deepest = now = 0
    for _, by in edges:
        now += by
        deepest = max(deepest, now)
    return deepest


def own_rows(notes: Sequence[Note], lanes: Iterable[NoteLane]) -> Iterator[tuple[int, Row]]:
    """Yield the messages that a channel needs for the notes on it; bends have 48 semitones.

    Args:
        notes: The notes of a voice, in order.
        lanes: The lanes that each note sets, to rest where it does not move them.
    """
    for tick, lane, value in _changes(notes, lanes):
        yield tick, row_of(lane, value)


def lanes_of(notes: Iterable[Note]) -> tuple[NoteLane, ...]:
    """Return what some notes move, sorted."""
    return tuple(sorted({move.lane for note in notes for move in note.moves}))


def _changes(
    notes: Sequence[Note], lanes: Iterable[NoteLane]
) -> Iterator[tuple[int, NoteLane, int]]:
    now = {lane: NOTE_AT_REST[lane] for lane in lanes}
    for note in notes:
        moves = note.heard_moves
        begun = {lane: NOTE_AT_REST[lane] for lane in now}
        begun |= {move.lane: move.value for move in moves if not move.after}
        later = ((note.start + m.after, m.lane, m.value) for m in moves if m.after)
        for tick, lane, value in (*((note.start, *each) for each in begun.items()), *later):
            if now[lane] != value:
                now[lane] = value
                yield tick, lane, value


def on_one_channel(track: Track, notes: tuple[Note, ...]) -> Track:
    """Return a part with notes of one voice, whose moves are those of its channel.

    Args:
        track: The part; its own wheel bends the notes as well.
        notes: Its notes, or those of one of its voices.
    """
    lanes = lanes_of(track.notes)
    changes = list(_changes(notes, lanes))
    events: list[TimedEvent] = [*track.channel_events]
    bends = [(tick, value) for tick, lane, value in changes if lane == "bend"]
    if "bend" in lanes:
        events = [event for event in events if not isinstance(event, PitchBend)]
        events += _bends(track, bends)
    for tick, lane, value in changes:
        if lane != "bend":
            status, first, second = row_of(lane, value)
            events.append(BY_STATUS[status].message.read(tick, first, second))
    plain = tuple(replace(note, moves=()) if note.moves else note for note in notes)
    return replace(track, notes=plain).with_channel_events(events)


def _bends(track: Track, own: Sequence[tuple[int, int]]) -> Iterator[TimedEvent]:
    """Yield the wheel of a part and the bends of its notes as one wheel, with its range."""
    state = ChannelState()
    wheel = []
    for tick, row in moves_of(track):
        state.take(row)
        if row[0] == BEND:
            wheel.append((tick, bend_of(row)))
    written = state.bend_range or MANAGER_RANGE
    both = _sums(
        [(tick, value * written / _FULL) for tick, value in wheel],
        [(tick, value * NOTE_BEND_SEMITONES / _FULL) for tick, value in own],
    )
    widest = max([abs(semitones) for _, semitones in both], default=0.0)
    wide = next((r for r in (written, *_RANGES) if r >= max(written, widest)), _RANGES[-1])
    if wide != written:
        for number, value in ((101, 0), (100, 0), (6, int(wide)), (38, 0)):
            yield Control(0, number, value)
    for tick, semitones in both:
        value = round(semitones * _FULL / wide)
        yield PitchBend(tick, min(_FULL - 1, max(-_FULL, value)))


def _sums(
    one: Sequence[tuple[int, float]], other: Sequence[tuple[int, float]]
) -> list[tuple[int, float]]:
    """Return the sum of two values that change at ticks, where it changes."""
    now = [0.0, 0.0]
    found: dict[int, float] = {}
    changes = [(tick, 0, value) for tick, value in one] + [(tick, 1, v) for tick, v in other]
    for tick, which, value in sorted(changes, key=lambda change: change[0]):
        now[which] = value
        found[tick] = sum(now)
    return sorted(found.items())
