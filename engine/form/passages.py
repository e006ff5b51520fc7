"""Take a score apart at bar lines, and put the passages together in any order.

This is how bars of all tracks are cut, pasted, inserted, repeated and moved: `split` divides a
score, `joined` makes one of passages. The rules are these:

* Everything moves with the bar in which it stands: notes, controllers, tempos, meters, keys,
  markers, chords and whatever else a file had.
* A note that crosses a cut is split there, and each part stays on its side. A part shorter than a
  thirty-second is not split off: such a note goes whole with the side of its longer part, so that
  a note played a little early or held a little long stays one note.
* Parts of one note that meet again are joined. Cut and pasted at the same place, bars are as they
  were; a note held through deleted bars becomes shorter by them.
* Each passage is heard as before: where another tempo, meter, key or controller value holds before
  it now, its own is written at its first tick. An event there that changes nothing is left
  out, but for the beginning of the piece. No key can be written as "unknown": bars without one
  take the key before them.
* A chord that is held over a bar line is written again where another chord would hold; a chord
  that is written is never left out.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from engine.harmony.chord_symbols import Chord
from engine.harmony.chord_track import chord_at, chord_text, end_of, written_chords
from engine.values.channel_numbers import FIRST_MODE_MESSAGE
from engine.values.event_kinds import (
    CONTROL,
    IN_TRACK,
    KEY,
    METER,
    ON_CHANNEL,
    ON_RULER,
    SILENT,
    TEMPO,
    AnyKind,
    ChannelKind,
)
from engine.values.events import (
    Control,
    Note,
    SilentMessage,
    Tempo,
    TimedEvent,
    TimeSignature,
)
from engine.values.score import Score, Track
from engine.values.time import DEFAULT_BPM, BarMap

# A thirty-second is this part of a quarter.
_SHORTEST_PART = 8
# Controllers that select and set a parameter: each means something only after the one before, so
# that none of them says by itself what holds.
_PARAMETERS = frozenset({6, 38, 96, 97, 98, 99, 100, 101})
# It holds no longer than its key.
_KEY_PRESSURE = 0xA0
# The ruler's state where it has no event.
_AT_FIRST: dict[str, TimedEvent] = {
    TEMPO.field: Tempo(0, DEFAULT_BPM),
    METER.field: TimeSignature(0, 4, 4),
}
_HOLDING = (TEMPO, METER, KEY, SILENT)

Held = dict[Hashable, TimedEvent]
Notes = tuple[Note, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Bars of a score with all that stands in them, at the ticks of that score.

    Attributes:
        score: The music of the bars. A note that is played early may begin before them.
        start: Tick of its first bar line.
        end: Tick of the bar line after its last bar; for the last passage of a score the first
            bar line after which nothing stands.
        wholes: For each track the notes that are parts, with the whole note of each.
        held: For each track, then for the ruler, what held when it began.
        chord: The written chord that held when it began, or None.
    """

    score: Score
    start: int
    end: int
    wholes: tuple[dict[Note, Note], ...] = ()
    held: tuple[Held, ...] = ()
    chord: Chord | None = None

    @property
    def length(self) -> int:
        """Ticks from its first bar line to the one after its last bar."""
        return self.end - self.start

    def resampled(self, ticks_per_quarter: int) -> "Passage":
        """Return it on another tick grid, its notes without their wholes: it is of another piece.

        Its notes lose their origins, which are labels of the piece that it was taken from.
        """

        def at(tick: int) -> int:
            return tick * ticks_per_quarter // self.score.ticks_per_quarter

        tracks = [
            track.with_notes(replace(note, origin=0) for note in track.notes)
            for track in self.score.tracks
        ]
        return replace(
            self,
            score=replace(self.score, tracks=tuple(tracks)).resampled(ticks_per_quarter),
            start=at(self.start),
            end=at(self.end),
            wholes=(),
        )


def split(score: Score, at: Sequence[int]) -> tuple[Passage, ...]:
    """Return the passages between bar lines: one more than there are bar lines.

    Args:
        score: Any.
        at: Ticks of bar lines, ascending.
    """
    shortest = max(1, score.ticks_per_quarter // _SHORTEST_PART)
    notes = [_divided(track.notes, at, shortest) for track in score.tracks]
    bars = BarMap.of(score)
    ends = (*at, bars.start_of(bars.bars_until(_end_of_all(score))))
    held = _held_at(score, (0, *at))
    chords = written_chords(score)
    until = end_of(chords, score)
    return tuple(
        Passage(
            score=_events_between(score, start, at[i] if i < len(at) else None, notes, i),
            start=start,
            end=max(start, ends[i]),
            wholes=tuple(divided[i][1] for divided in notes),
            held=held[i],
            chord=_chord_before(chords, start, until),
        )
        for i, start in enumerate((0, *at))
    )


def empty_passage(score: Score, *, at: int, bars: int) -> Passage:
    """Return empty bars in the meter that holds at a bar line, for `joined`.

    At the beginning of the piece they take what is written there: tempo, key, controllers.

    Args:
        score: The piece.
        at: Tick of the bar line before which they will stand.
        bars: How many.
    """
    meter = replace(BarMap.of(score).signature_at(at), tick=0)
    quarter = score.ticks_per_quarter
    own = BarMap((meter,), quarter)
    empty = Score(ticks_per_quarter=quarter, time_signatures=(meter,))
    if at == 0:
        tracks = tuple(Track(**_written_at_0(track, ON_CHANNEL)) for track in score.tracks)
        empty = replace(empty, tracks=tracks, **_written_at_0(score, (TEMPO, KEY, SILENT)))
    return Passage(score=empty, start=0, end=own.start_of(bars))


def _written_at_0(holder: object, kinds: Iterable[AnyKind]) -> dict[str, Any]:
    """Return the fields with the events at tick 0 that say what holds from there on."""
    return {
        kind.field: tuple(e for e in kind.of(holder) if not e.tick and _lane(kind, e) is not None)
        for kind in kinds
    }


def joined(
    passages: Iterable[Passage], of: Score, *, shortened: Callable[[Note], Note] = lambda note: note
) -> Score:
    """Return passages one after another as a score.

    A note that is played before the first bar line of the piece begins there.

    Args:
        passages: In the order in which they will stand, all on the grid of `of`.
        of: The score whose title and tracks (name, instrument) the result has. Tracks that only a
            passage has are added.
        shortened: Changes a note that is only a part of what it was.
    """
    joining = _Joining(of, shortened)
    for passage in passages:
        joining.add(passage)
    return joining.score()


def _end_of_all(score: Score) -> int:
    """Return the tick after everything that stands in a score."""
    holders = [(score, ON_RULER), *((track, IN_TRACK) for track in score.tracks)]
    last: Iterable[int] = (
        k.of(holder)[-1].tick for holder, kinds in holders for k in kinds if k.of(holder)
    )
    return max((score.end, *(tick + 1 for tick in last)))


# --- taking apart --------------------------------------------------------------------------------

_Divided = list[tuple[list[Note], dict[Note, Note]]]


def _divided(notes: Notes, at: Sequence[int], shortest: int) -> _Divided:
    """Return the notes of each passage, and which of them are parts of a whole note."""
    divided: _Divided = [([], {}) for _ in range(len(at) + 1)]
    for note in notes:
        first, past = bisect_right(at, note.start), bisect_left(at, note.start + note.duration)
        if first >= past:
            divided[first][0].append(note)
            continue
        cuts = [c for c in at[first:past] if min(c - note.start, note.end - c) >= shortest]
        edges = (note.start, *cuts, note.end)
        for start, end in pairwise(edges):
            part = note.between(start, end) if cuts else note
            # A part lies in the passage that holds its middle.
            index = bisect_left(at, (start + end) / 2)
            divided[index][0].append(part)
            if cuts:
                divided[index][1][part] = note
    return divided


def _events_between(
    score: Score, start: int, end: int | None, notes: Sequence[_Divided], index: int
) -> Score:
    tracks = tuple(
        replace(track, notes=tuple(divided[index][0])).with_events(
            lambda events: _between(events, start, end)
        )
        for track, divided in zip(score.tracks, notes, strict=True)
    )
    events = score.with_ruler_events(lambda events: _between(events, start, end))
    return replace(events, tracks=tracks)


def _between(events: tuple[TimedEvent, ...], start: int, end: int | None) -> tuple[TimedEvent, ...]:
    first = bisect_left(events, start, key=_tick)
    return events[first:] if end is None else events[first : bisect_left(events, end, key=_tick)]


def _tick(event: TimedEvent) -> int:
    return event.tick


def _held_at(score: Score, ticks: Sequence[int]) -> list[tuple[Held, ...]]:
    """Return what held just before each of the ticks, for each track and for the ruler."""
    holders: list[tuple[object, tuple[AnyKind, ...]]] = [
        *((track, ON_CHANNEL) for track in score.tracks),
        (score, _HOLDING),
    ]
    each = [_held_by(holder, kinds, ticks) for holder, kinds in holders]
    return [tuple(held[i] for held in each) for i in range(len(ticks))]


def _held_by(holder: object, kinds: Iterable[AnyKind], ticks: Sequence[int]) -> list[Held]:
    held: list[Held] = [{} for _ in ticks]
    for kind in kinds:
        now: Held = {}
        events, done = kind.of(holder), 0
        for i, tick in enumerate(ticks):
            before = bisect_left(events, tick, key=_tick)
            for event in events[done:before]:
                if (lane := _lane(kind, event)) is not None:
                    now[lane] = event
            done = before
            held[i].update(now)
    return held


def _lane(kind: AnyKind, event: Any) -> Hashable | None:
    """Return whose value an event changes; None for one that changes no value that holds."""
    if isinstance(kind, ChannelKind):
        is_parameter = isinstance(event, Control) and event.number in _PARAMETERS
        return (kind.field, kind.lane(event)) if kind.holds(event) and not is_parameter else None
    if isinstance(event, SilentMessage):
        return _silent_lane(event)
    return kind.field if kind in _HOLDING else None


def _silent_lane(message: SilentMessage) -> Hashable | None:
    """Return what a message sets on its channel: a program, or the value of a controller, say.

    Sorted by their text, banks come before programs.
    """
    number = -1
    if message.status == CONTROL.message.status:
        number = message.first
        if number in _PARAMETERS or number >= FIRST_MODE_MESSAGE:
            return None
    elif message.status == _KEY_PRESSURE:
        return None
    return (SILENT.field, message.port, message.channel, message.status, number)


def _chord_before(chords: Sequence[Chord], tick: int, until: int) -> Chord | None:
    """Return the chord that began before a tick and holds at it."""
    before = [chord for chord in chords if chord.tick < tick]
    return before[-1] if before and tick < until else None


# --- putting together ----------------------------------------------------------------------------


@dataclass(slots=True)
class _JoinedTrack:
    """A track that grows by a passage at a time.

    Attributes:
        track: Whose name and instrument it has.
        notes: Those that were added.
        wholes: By its place in `notes`, the whole of a note that is a part, and the ticks from the
            whole's place in its score to its place here.
        events: Those that were added, of each kind by its field.
        now: The state at its end.
    """

    track: Track
    notes: list[Note] = field(default_factory=list)
    wholes: dict[int, tuple[Note, int]] = field(default_factory=dict)
    events: dict[str, list[TimedEvent]] = field(default_factory=dict)
    now: Held = field(default_factory=dict)


class _Joining:
    """Puts passages one after another."""

    def __init__(self, of: Score, shortened: Callable[[Note], Note]) -> None:
        self._of, self._shortened = of, shortened
        self._end = 0
        self._tracks = [_JoinedTrack(track) for track in of.tracks]
        self._ruler: dict[str, list[TimedEvent]] = {kind.field: [] for kind in ON_RULER}
        self._now: Held = {}

    def add(self, passage: Passage) -> None:
        """Put a passage at the end."""
        for track in passage.score.tracks[len(self._tracks) :]:
            self._tracks.append(_JoinedTrack(replace(track, notes=()).with_events(lambda _: ())))
        for index, joined_track in enumerate(self._tracks):
            held = passage.held[index] if index < len(passage.held) - 1 else {}
            part = passage.score.tracks[index] if index < len(passage.score.tracks) else Track()
            wholes = passage.wholes[index] if index < len(passage.wholes) else {}
            self._add_notes(joined_track, part.notes, passage, wholes)
            # Bars that were empty from the beginning leave each value as it is.
            if index < len(passage.score.tracks):
                self._add_events(
                    (IN_TRACK, part), joined_track.events, joined_track.now, held, passage
                )
        self._add_chord(passage)
        held = passage.held[-1] if passage.held else {}
        self._add_events((ON_RULER, passage.score), self._ruler, self._now, held, passage)
        self._end += passage.length

    def score(self) -> Score:
        """Return all of it."""
        ruler: dict[str, Any] = {
            kind.field: kind.arranged(self._ruler[kind.field]) for kind in ON_RULER
        }
        tracks = tuple(self._track(each) for each in self._tracks)
        return replace(self._of, tracks=tracks, **ruler)

    def _track(self, joined_track: _JoinedTrack) -> Track:
        notes, events = joined_track.notes, joined_track.events
        for place in joined_track.wholes:
            notes[place] = self._shortened(notes[place])
        changes: dict[str, Any] = {
            kind.field: kind.arranged(events.get(kind.field, ())) for kind in IN_TRACK
        }
        return replace(joined_track.track, notes=tuple(sorted(notes)), **changes)

    # --- notes ------------------------------------------------------------------------------

    def _add_notes(
        self,
        joined_track: _JoinedTrack,
        notes: Notes,
        passage: Passage,
        wholes: dict[Note, Note],
    ) -> None:
        by = self._end - passage.start
        open_ends = self._open_ends(joined_track, wholes, passage)
        for note in notes:
            whole = wholes.get(note)
            placed = note if by == 0 else _moved(note, by)
            before = open_ends and note.start == passage.start
            place = self._joins(joined_track, placed, whole, open_ends, by) if before else None
            if place is None:
                place = len(joined_track.notes)
                joined_track.notes.append(placed)
                if whole is not None:
                    joined_track.wholes[place] = whole, by
            else:
                open_ends.remove(place)

    def _open_ends(
        self, joined_track: _JoinedTrack, wholes: dict[Note, Note], passage: Passage
    ) -> list[int]:
        """Return the places of notes that end here and may go on in the passage."""
        goes_on = any(part.start == passage.start for part in wholes)
        notes = joined_track.notes
        if goes_on:
            return [i for i, note in enumerate(notes) if note.start + note.duration == self._end]
        return [i for i in joined_track.wholes if notes[i].end == self._end]

    def _joins(
        self,
        joined_track: _JoinedTrack,
        part: Note,
        whole: Note | None,
        open_ends: Sequence[int],
        by: int,
    ) -> int | None:
        """Make a part longer by what follows it; return its place, or None where there is none."""
        for place in open_ends:
            before = joined_track.notes[place]
            known, known_by = joined_track.wholes.get(place, (None, 0))
            if not self._are_alike(before, part):
                continue
            if whole is not None and whole == known:
                pass  # They were split just now.
            elif whole is not None and before.duration == part.start - (whole.start + by):
                pass  # The note before is as long as the beginning of the note was.
            elif known is not None and part.duration == known.end + known_by - before.end:
                pass  # The note after is as long as the rest of the note was.
            else:
                continue
            of, of_by = (whole, by) if whole is not None else (known, known_by)
            longer = before.joined(part)
            joined_track.wholes.pop(place, None)
            if of is not None and longer.duration >= of.duration:
                longer = replace(longer, origin=of.origin)
            elif of is not None:
                joined_track.wholes[place] = of, of_by
            joined_track.notes[place] = longer
            return place
        return None

    def _are_alike(self, one: Note, other: Note) -> bool:
        same = (one.pitch, one.velocity) == (other.pitch, other.velocity)
        return same and self._shortened(one).origin == self._shortened(other).origin

    # --- everything else --------------------------------------------------------------------

    def _add_events(
        self,
        kinds: tuple[Sequence[AnyKind], object],
        events: dict[str, list[TimedEvent]],
        now: Held,
        held: Held,
        passage: Passage,
    ) -> None:
        """Add the events of a passage, and first what held when it began if that changes.

        Args:
            kinds: The kinds and what holds their events, a `Track` or `Score`.
            events: By field; they grow.
            now: The state at the end; it becomes the state after the passage.
            held: The state when the passage began.
            passage: The passage.
        """
        by = self._end - passage.start
        for kind in kinds[0]:
            own = kind.of(kinds[1])
            begun = own[: bisect_right(own, passage.start, key=_tick)]
            said = {_lane(kind, event) for event in begun}
            into = events.setdefault(kind.field, [])
            if passage.held and (self._end or passage.start):
                for event in self._again(kind, held, now, said):
                    into.append(replace(event, tick=self._end))
                    now[_lane(kind, event)] = event
            for event in own:
                lane = _lane(kind, event)
                placed = event if by == 0 else replace(event, tick=event.tick + by)
                is_first = event.tick == passage.start and lane is not None and self._end > 0
                if not (is_first and self._holds(kind, placed, now.get(lane))):
                    into.append(placed)
                if lane is not None:
                    now[lane] = event

    def _again(
        self, kind: AnyKind, held: Held, now: Held, said: set[Hashable | None]
    ) -> Iterable[TimedEvent]:
        """Return what must be written for a passage to be heard as it was."""
        own = {lane for lane in (*held, *now) if _is_lane_of(lane, kind)} - said
        for lane in sorted(own, key=str):
            before = held.get(lane) or _at_rest(kind, now.get(lane))
            if before is None:
                continue
            if lane not in now:
                if lane in held:
                    yield before
            elif not self._holds(kind, replace(before, tick=self._end), now[lane]):
                yield before

    def _holds(self, kind: AnyKind, event: TimedEvent, now: TimedEvent | None) -> bool:
        """Return whether an event says what holds already."""
        before = now or _at_rest(kind, event)
        if before is None or replace(before, tick=event.tick) != event:
            return False
        return kind is not METER or self._is_bar_line(event.tick)

    def _is_bar_line(self, tick: int) -> bool:
        meters = [m for m in self._ruler[METER.field] if isinstance(m, TimeSignature)]
        bars = BarMap(tuple(meters), self._of.ticks_per_quarter)
        return bars.start_of(bars.bar_at(tick)) == tick

    def _add_chord(self, passage: Passage) -> None:
        if passage.chord is None:
            return
        if any(chord.tick == passage.start for chord in written_chords(passage.score)):
            return
        others: Any = tuple(self._ruler["others"])
        now = chord_at(written_chords(replace(self._of, others=others)), self._end)
        if replace(now, tick=0) != replace(passage.chord, tick=0):
            self._ruler["others"].append(chord_text(replace(passage.chord, tick=self._end)))


def _moved(note: Note, by: int) -> Note:
    """Return a note at another place; what would begin before 0 begins at 0."""
    start = note.start + by
    if start >= 0:
        return replace(note, start=start)
    cut = note.between(min(note.start - start, note.end - 1), note.end)
    return replace(cut, start=0)


def _is_lane_of(lane: Hashable, kind: AnyKind) -> bool:
    return lane == kind.field or (isinstance(lane, tuple) and lane[0] == kind.field)


def _at_rest(kind: AnyKind, event: TimedEvent | None) -> TimedEvent | None:
    """Return what holds where nothing was written; None where nobody can say."""
    if isinstance(kind, ChannelKind):
        return None if event is None else kind.resting(event, tick=event.tick)
    return _AT_FIRST.get(kind.field)
