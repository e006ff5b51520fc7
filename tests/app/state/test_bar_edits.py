"""Bars of all tracks are cut, pasted, inserted, repeated, moved and transposed whole."""

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.state import bar_edits
from engine.harmony.chord_symbols import parse_chord
from engine.harmony.chord_track import with_chords, written_chords
from engine.messages import PartNote
from engine.piece.composition import Composition
from engine.piece.takes import Take
from engine.request import Request
from engine.values.event_kinds import IN_TRACK, ON_CHANNEL, ON_RULER, AnyKind, ChannelKind
from engine.values.events import (
    ChannelPressure,
    Control,
    KeySignature,
    Marker,
    Note,
    Other,
    PitchBend,
    SilentMessage,
    Tempo,
    TimedEvent,
    TimeSignature,
)
from engine.values.score import Score, Track
from engine.values.time import BarMap

QUARTER = 480
BAR = 4 * QUARTER
BARS = 8
# Ticks: a thirty-second, the shortest part that a note is split into.
SHORTEST = QUARTER // 8
_RULER: dict[str, TimedEvent] = {
    "tempo": Tempo(0, 100.0),
    "meter": TimeSignature(0, 3, 4),
    "key": KeySignature(0, -3, minor=True),
    "marker": Marker(0, "Verse"),
    "ruler other": Other(0, 0x05, b"la"),
    "silent message": SilentMessage(0, port=0, channel=5, status=0xB0, first=7, second=90),
}


def example(kind: AnyKind, tick: int) -> Any:
    """Return an event of a kind that is not at rest."""
    if isinstance(kind, ChannelKind):
        return replace(kind.new(tick), **{kind.value: 77})
    return replace(_RULER.get(kind.name, Other(tick, 0x05, b"la")), tick=tick)


def of_notes(*notes: Note, **score: Any) -> Composition:
    """Return a piece of one track."""
    return Composition.of(Score(tracks=(Track(notes=tuple(sorted(notes))),), **score))


def notes_of(composition: Composition, track: int = 0) -> tuple[Note, ...]:
    """Return the notes of a track."""
    return composition.score.tracks[track].notes


def _changing(
    draw: st.DrawFn, places: st.SearchStrategy[int], values: st.SearchStrategy[Any], make: Any
) -> tuple[Any, ...]:
    """Return events at tick 0 and some places, each with another value than the one before."""
    made: list[tuple[int, Any]] = []
    for at in sorted({0, *draw(st.lists(places, max_size=4))}):
        value = draw(values)
        if not made or made[-1][1] != value:
            made.append((at, value))
    return tuple(make(at, value) for at, value in made)


def _track(
    draw: st.DrawFn, places: st.SearchStrategy[int], starts: st.SearchStrategy[int]
) -> Track:
    note = st.builds(
        Note,
        starts,
        st.integers(40, 44),
        st.integers(1, 24).map(lambda n: n * SHORTEST),
        st.sampled_from([64, 80]),
        st.sampled_from([0, 1, -1]),
    )
    unique = st.lists(note, max_size=12, unique_by=lambda note: (note.start, note.pitch))
    words = sorted(draw(st.lists(places, max_size=3)))
    changing = partial(_changing, draw, places)
    return Track(
        notes=tuple(sorted(draw(unique))),
        controls=changing(st.integers(0, 127), lambda at, v: Control(at, 64, v)),
        pitch_bends=changing(st.integers(-9, 9), PitchBend),
        channel_pressures=changing(st.integers(0, 9), ChannelPressure),
        others=tuple(Other(at, 0x05, b"la") for at in words),
    )


@st.composite
def pieces(draw: st.DrawFn, *, early: bool = True) -> Composition:
    """Return a piece of eight bars or more with changes of everything inside.

    What is written says something new wherever it stands, as a bar line may be a cut.
    """
    meters = [(4, 4), (3, 4), (6, 8), (5, 4)]
    changes = draw(st.lists(st.sampled_from(meters), min_size=BARS, max_size=BARS))
    signatures, lines, tick = [], [], 0
    for meter in changes:
        lines.append(tick)
        if not signatures or (signatures[-1].numerator, signatures[-1].denominator) != meter:
            signatures.append(TimeSignature(tick, *meter))
        tick += meter[0] * QUARTER * 4 // meter[1]
    end = tick
    places = st.one_of(st.sampled_from(lines), st.integers(0, end - 1))

    starts = places if early else places.map(lambda at: at // SHORTEST * SHORTEST)
    changing = partial(_changing, draw, places)
    score = Score(
        tracks=(_track(draw, places, starts), _track(draw, places, starts)),
        time_signatures=tuple(signatures),
        tempos=changing(st.sampled_from([60.0, 90.0, 120.0]), Tempo),
        key_signatures=changing(st.integers(-3, 3), KeySignature),
        markers=tuple(
            Marker(at, f"at {at}") for at in sorted(set(draw(st.lists(places, max_size=3))))
        ),
    )
    symbols = draw(st.lists(st.sampled_from(["Am", "F", "C", "G7"]), min_size=BARS, max_size=BARS))
    chords = (parse_chord(s, tick=at) for s, at in zip(symbols, lines, strict=True))
    return Composition.of(with_chords(score, chords))


def line(composition: Composition, bar: int) -> int:
    """Return the tick of a bar line."""
    return BarMap.of(composition.score).start_of(bar)


def spans(first: int = 0) -> st.SearchStrategy[tuple[int, int]]:
    """Return two numbers of bars of a piece."""
    return st.tuples(st.integers(first, BARS - 1), st.integers(1, 4)).map(
        lambda pair: (pair[0], min(BARS, pair[0] + pair[1]))
    )


def of_bars(composition: Composition, bars: tuple[int, int]) -> bar_edits.Span:
    """Return the ticks of some bars."""
    return line(composition, bars[0]), line(composition, bars[1])


def without_held_notes(piece: Composition, *at: int) -> Composition:
    """Return a piece in which no note is held over these ticks."""
    tracks = tuple(
        track.with_notes(n for n in track.notes if not any(n.start < tick < n.end for tick in at))
        for track in piece.score.tracks
    )
    return piece.with_score(replace(piece.score, tracks=tracks))


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(pieces(), spans(1))
def test_bars_cut_and_pasted_at_the_same_place_are_as_they_were(
    piece: Composition, bars: tuple[int, int]
) -> None:
    span = of_bars(piece, bars)
    without, taken = bar_edits.cut(piece, span)
    assert bar_edits.pasted(without, taken, span[0]) == piece


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(pieces(early=False), st.integers(1, 4))
def test_the_first_bars_too_come_back(piece: Composition, end: int) -> None:
    span = of_bars(piece, (0, end))
    without, taken = bar_edits.cut(piece, span)
    assert bar_edits.pasted(without, taken, 0) == piece


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(pieces(), spans(1), st.integers(1, BARS))
def test_bars_moved_there_and_back_are_as_they_were(
    piece: Composition, bars: tuple[int, int], to: int
) -> None:
    span, place = of_bars(piece, bars), line(piece, to)
    piece = without_held_notes(piece, *span, place)
    there = bar_edits.place_of_moved(span, place)
    back = span[1] if there[0] < span[0] else span[0]
    again = bar_edits.moved(bar_edits.moved(piece, span, place), there, back)
    assert again == piece


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(pieces(early=False), spans(1))
def test_bars_moved_to_the_beginning_and_back_are_as_they_were(
    piece: Composition, bars: tuple[int, int]
) -> None:
    span = of_bars(piece, bars)
    piece = without_held_notes(piece, *span)
    again = bar_edits.moved(bar_edits.moved(piece, span, 0), (0, span[1] - span[0]), span[1])
    assert again == piece


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(pieces(), st.integers(0, BARS), st.integers(1, 3))
def test_inserted_bars_that_are_deleted_leave_no_trace(
    piece: Composition, bar: int, count: int
) -> None:
    at = line(piece, bar)
    piece = without_held_notes(piece, at)
    more = bar_edits.inserted(piece, at, bars=count)
    bars = BarMap.of(more.score)
    span = at, bars.start_of(bars.bar_at(at) + count)
    assert not [n for _, n in more.score.notes() if span[0] <= n.start < span[1]]
    assert bar_edits.deleted(more, span) == piece


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(pieces(), spans(1))
def test_no_music_is_lost_or_made_by_moving(piece: Composition, bars: tuple[int, int]) -> None:
    def sounding(composition: Composition) -> Counter[tuple[int, int]]:
        lengths: Counter[tuple[int, int]] = Counter()
        for index, note in composition.score.notes():
            lengths[index, note.pitch] += note.duration
        return lengths

    last = line(piece, BARS)
    assert sounding(bar_edits.moved(piece, of_bars(piece, bars), last)) == sounding(piece)


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(pieces(), spans())
def test_what_follows_is_heard_as_before(piece: Composition, bars: tuple[int, int]) -> None:
    span = of_bars(piece, bars)
    rest = bar_edits.deleted(piece, span)
    by = span[1] - span[0]
    for kind, old, new in (
        *((k, piece.score, rest.score) for k in ON_RULER if k.replaces),
        *((k, piece.score.tracks[i], rest.score.tracks[i]) for i in range(2) for k in ON_CHANNEL),
    ):
        for tick in range(span[1], line(piece, BARS), QUARTER):
            before = [replace(e, tick=0) for e in kind.of(old) if e.tick <= tick][-1:]
            now = [replace(e, tick=0) for e in kind.of(new) if e.tick <= tick - by][-1:]
            assert before == now, (kind.name, tick)


@pytest.mark.parametrize("kind", [*IN_TRACK, *ON_RULER], ids=lambda kind: kind.name)
def test_every_kind_of_event_comes_along(kind: AnyKind) -> None:
    event = example(kind, 2 * BAR + QUARTER)
    changes: dict[str, Any] = {kind.field: (event,)}
    notes = (Note(0, 60, QUARTER), Note(5 * BAR, 62, QUARTER))
    in_track = kind in IN_TRACK
    track = Track(notes=notes, **(changes if in_track else {}))
    score = Score(tracks=(track,), **({} if in_track else changes))
    holder = (lambda s: s.tracks[0]) if in_track else (lambda s: s)
    piece, span = Composition.of(score), (2 * BAR, 3 * BAR)

    def of_kind(composition: Composition) -> list[TimedEvent]:
        return [e for e in kind.of(holder(composition.score)) if e == replace(event, tick=e.tick)]

    without, taken = bar_edits.cut(piece, span)
    assert replace(event, tick=2 * BAR + QUARTER) not in of_kind(without)
    assert bar_edits.pasted(without, taken, 2 * BAR) == piece
    early = bar_edits.moved(piece, span, 0)
    assert replace(event, tick=QUARTER) in of_kind(early)
    twice = [e.tick for e in of_kind(bar_edits.repeated(piece, (2 * BAR, 3 * BAR)))]
    # A value that holds already when the bars are repeated is written at their beginning no more.
    assert twice[0] == 2 * BAR + QUARTER
    assert twice[-1] == 3 * BAR + QUARTER or kind.field == "time_signatures"


# --- notes that cross a cut ----------------------------------------------------------------------


def set_up(*, tick: int) -> Composition:
    """Return a piece whose file said at a tick what plays on a channel without notes."""
    said = ((0xB0, 0, 8), (0xC0, 40, 0), (0xB0, 7, 90), (0xB0, 101, 0), (0xA0, 60, 9))
    silent = (SilentMessage(tick, 0, 5, status, *data) for status, *data in said)
    piece = of_notes(*(Note(bar * BAR, 60, QUARTER) for bar in range(BARS)))
    return piece.with_score(replace(piece.score, silent_messages=tuple(silent)))


def test_a_silent_channel_that_was_set_up_in_deleted_bars_is_set_up_behind_them() -> None:
    rest = bar_edits.deleted(set_up(tick=QUARTER), (0, 2 * BAR)).score.silent_messages
    said = [(message.tick, message.status, message.first) for message in rest]
    # The bank comes before its program. A parameter means nothing alone, and a key was let go.
    assert said == [(0, 0xB0, 0), (0, 0xB0, 7), (0, 0xC0, 40)]


def test_bars_in_front_of_a_piece_begin_with_its_set_up() -> None:
    piece = set_up(tick=0)
    more = bar_edits.inserted(piece, 0, bars=2).score
    assert {m.tick for m in more.silent_messages if m.status == 0xC0} == {0}
    assert bar_edits.deleted(piece.with_score(more), (0, 2 * BAR)).score.note_count == BARS


def test_a_note_held_into_deleted_bars_ends_at_the_cut_and_one_out_of_them_begins_there() -> None:
    into, out = Note(BAR - QUARTER, 60, BAR, 80, 3), Note(2 * BAR - QUARTER, 64, BAR, 80, 3)
    rest = bar_edits.deleted(of_notes(into, out), (BAR, 2 * BAR))
    assert notes_of(rest) == (
        Note(BAR - QUARTER, 60, QUARTER, 80, -3),
        Note(BAR, 64, 3 * QUARTER, 80, -3),
    )


def test_a_note_held_through_deleted_bars_becomes_shorter_by_them() -> None:
    rest = bar_edits.deleted(of_notes(Note(0, 60, 4 * BAR, 80, 3)), (BAR, 2 * BAR))
    assert notes_of(rest) == (Note(0, 60, 3 * BAR, 80, -3),)


def test_a_note_that_is_struck_again_after_deleted_bars_is_not_tied() -> None:
    notes = Note(BAR - QUARTER, 60, BAR), Note(2 * BAR, 60, QUARTER)
    rest = bar_edits.deleted(of_notes(*notes), (BAR, 2 * BAR))
    assert [(n.start, n.duration) for n in notes_of(rest)] == [
        (BAR - QUARTER, QUARTER),
        (BAR, QUARTER),
    ]


@pytest.mark.parametrize(
    ("start", "end", "stays"),
    [
        (BAR - SHORTEST + 1, 2 * BAR, False),
        (0, BAR + SHORTEST - 1, True),
        (BAR - 10, BAR + 12, False),
        (BAR - 12, BAR + 10, True),
        (BAR - 12, BAR + 12, True),
    ],
)
def test_no_part_shorter_than_a_thirty_second_is_split_off(
    start: int,
    end: int,
    stays: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    note = Note(start, 60, end - start, 80, 3)
    more = bar_edits.inserted(of_notes(note), BAR, bars=1)
    assert notes_of(more) == (note if stays else replace(note, start=start + BAR),)


def test_what_was_played_early_begins_with_the_piece_when_its_bar_does() -> None:
    rest = bar_edits.deleted(of_notes(Note(BAR - 10, 60, QUARTER)), (0, BAR))
    assert notes_of(rest) == (Note(0, 60, QUARTER - 10),)


# --- ruler, chords, tracks, takes ----------------------------------------------------------------


def test_an_inserted_bar_has_the_meter_of_its_place_and_the_next_bars_keep_theirs() -> None:
    score = Score(time_signatures=(TimeSignature(0, 4, 4), TimeSignature(2 * BAR, 3, 4)))
    more = bar_edits.inserted(Composition.of(score), 2 * BAR, bars=2)
    bars = BarMap.of(more.score)
    assert [bars.start_of(bar) for bar in range(2, 6)] == [
        2 * BAR + i * 3 * QUARTER for i in range(4)
    ]


def test_a_short_bar_stays_a_bar() -> None:
    score = Score(time_signatures=(TimeSignature(0, 4, 4), TimeSignature(QUARTER, 4, 4)))
    piece = Composition.of(score)
    later = bar_edits.moved(piece, (0, QUARTER), QUARTER + BAR)
    bars = BarMap.of(later.score)
    assert [bars.start_of(bar) for bar in range(3)] == [0, BAR, BAR + QUARTER]


def test_a_held_chord_is_written_again_where_another_would_hold() -> None:
    chords = (parse_chord("Am", tick=0), parse_chord("F", tick=2 * BAR))
    piece = Composition.of(with_chords(Score(), chords))
    early = bar_edits.moved(piece, (2 * BAR, 3 * BAR), BAR)
    assert [(c.tick, c.root) for c in written_chords(early.score)] == [
        (0, 9),
        (BAR, 5),
        (2 * BAR, 9),
    ]


def test_transposing_bars_takes_chords_and_keys_along_and_leaves_drums() -> None:
    tune, drums = (
        Track(notes=(Note(BAR, 60, 480),)),
        Track(notes=(Note(BAR, 36, 480),), is_drum=True),
    )
    score = Score(tracks=(tune, drums), key_signatures=(KeySignature(0, 0),))
    score = with_chords(score, (parse_chord("C", tick=0), parse_chord("G7", tick=BAR)))
    up = bar_edits.transposed_bars(Composition.of(score), (BAR, 2 * BAR), 2).score
    assert (up.tracks[0].notes[0].pitch, up.tracks[1].notes[0].pitch) == (62, 36)
    assert [(c.tick, c.root) for c in written_chords(up)] == [(0, 0), (BAR, 9)]
    assert up.key_signatures == (
        KeySignature(0, 0),
        KeySignature(BAR, 2),
        KeySignature(2 * BAR, 0),
    )


def test_transposing_stops_where_the_first_note_would_leave_the_range() -> None:
    piece = of_notes(Note(0, 126, 480), Note(0, 60, 480))
    assert [n.pitch for n in notes_of(bar_edits.transposed_bars(piece, (0, BAR), 12))] == [61, 127]


def with_take(start: int) -> Composition:
    """Return a piece of six bars with a take of two bars at a tick."""
    note = Note(start, 60, QUARTER, 80, 1)
    piece = of_notes(note, Note(0, 50, QUARTER), Note(5 * BAR, 50, QUARTER))
    ask = Request(start=start, bars=2, alternatives=1, roles=("write",))
    take = Take(
        number=1,
        request=1,
        parent=0,
        end=start + 2 * BAR,
        notes=(PartNote(0, note),),
        model="m",
        seed=1,
        ask=ask,
    )
    return piece.offering([take])


def test_a_take_stands_where_its_bars_stand() -> None:
    piece = with_take(2 * BAR)
    for changed, start in (
        (bar_edits.inserted(piece, 0, bars=1), 3 * BAR),
        (bar_edits.deleted(piece, (0, BAR)), BAR),
        (bar_edits.moved(piece, (2 * BAR, 4 * BAR), 0), 0),
        (bar_edits.deleted(piece, (BAR, 3 * BAR)), BAR),
        (bar_edits.repeated(piece, (2 * BAR, 4 * BAR)), 2 * BAR),
        (bar_edits.transposed_bars(piece, (0, BAR), 1), 2 * BAR),
    ):
        take = changed.take(1)
        assert (take.start, take.end, take.notes[0].note.start) == (start, start + 2 * BAR, start)


def test_a_cut_take_comes_back_with_its_bars_and_its_notes_keep_their_origin() -> None:
    without, taken = bar_edits.cut(with_take(2 * BAR), (2 * BAR, 4 * BAR))
    assert without.take(1).start == 2 * BAR
    assert not [n for n in notes_of(without) if n.origin]
    there = bar_edits.pasted(without, taken, 0)
    assert there.take(1).start == 0
    assert [n for n in notes_of(there) if n.origin] == [Note(0, 60, QUARTER, 80, 1)]


def test_bars_for_another_piece_bring_tracks_and_no_origins() -> None:
    taken = bar_edits.copied(with_take(0), (0, 2 * BAR)).elsewhere()
    other = Composition.of(Score(ticks_per_quarter=960))
    there = bar_edits.pasted(other, taken, 0)
    assert notes_of(there) == (Note(0, 50, 960), Note(0, 60, 960))
    assert len(there.settings) == 1


def test_sections_go_from_marker_to_marker_in_whole_bars() -> None:
    markers = Marker(BAR + 5, "Verse"), Marker(BAR + 9, "same bar"), Marker(3 * BAR, "Chorus")
    score = of_notes(Note(4 * BAR, 60, QUARTER), markers=markers).score
    assert bar_edits.sections(score) == (
        bar_edits.Section(BAR, 3 * BAR, "Verse"),
        bar_edits.Section(3 * BAR, 5 * BAR, "Chorus"),
    )
    assert bar_edits.section_at(score, 0) is None
    assert bar_edits.section_at(score, 2 * BAR) == 0


def test_ten_thousand_notes_are_made_anew_only_where_they_move() -> None:
    notes = tuple(Note(i * 120, 40 + i % 40, 100) for i in range(10_000))
    piece, at = of_notes(*notes), 1_000 * BAR // 16 // BAR * BAR
    rest = bar_edits.deleted(piece, (at, at + BAR))
    before = sum(note.start < at for note in notes)
    assert all(a is b for a, b in zip(notes[:before], notes_of(rest), strict=False))
    assert len(notes_of(rest)) == 10_000 - 16
