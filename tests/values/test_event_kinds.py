"""Every kind of event is read, written, saved, moved, limited, recorded, played and listed."""

from dataclasses import fields, replace
from typing import Any

import pytest

from app.state.changes import difference
from app.state.event_edits import exchange
from app.state.memory_size import extra_bytes_of_score
from app.values import events as shown
from engine.form.moving import moved
from engine.midi.file.midifile import read_midi, write_midi
from engine.midi.file.span import Limits, fit
from engine.midi.recording import RecordingStyle as Style
from engine.midi.recording import punched, recorded
from engine.piece.composition import Composition
from engine.piece.composition_file import from_bytes, from_document, to_bytes, to_document
from engine.playback.sending.chasing import state_at_tick
from engine.playback.sending.schedule import Schedule
from engine.values.event_kinds import (
    BY_META,
    BY_STATUS,
    EVENT_KINDS,
    IN_TRACK,
    NOTE,
    ON_CHANNEL,
    ON_RULER,
    AnyKind,
    ChannelKind,
    RulerKind,
)
from engine.values.events import (
    Direction,
    KeySignature,
    Marker,
    Note,
    Other,
    SilentMessage,
    Tempo,
    TimedEvent,
    TimeSignature,
    WrittenBar,
)
from engine.values.oddities import Oddities
from engine.values.score import Score, Track

_TEXT = 0x01
_BAR = 4 * 480
_ON_RULER: dict[str, TimedEvent] = {
    "tempo": Tempo(_BAR, 100.0),
    "meter": TimeSignature(_BAR, 3, 4),
    "key": KeySignature(_BAR, -3, minor=True),
    "marker": Marker(_BAR, "Verse"),
    "written bar": WrittenBar(_BAR, 2),
    "ruler other": Other(_BAR, _TEXT, b"said"),
    "silent message": SilentMessage(_BAR, port=1, channel=5, status=0xB0, first=7, second=90),
}
_NOTES = (Note(0, 60, 480), Note(4 * _BAR, 62, 480))
# A page has them, and MIDI has no event for them.
_OF_PAGES = {"direction", "written bar"}
by_name = pytest.mark.parametrize("kind", [*IN_TRACK, *ON_RULER], ids=lambda kind: kind.name)
on_channel = pytest.mark.parametrize("kind", ON_CHANNEL, ids=lambda kind: kind.name)
on_ruler = pytest.mark.parametrize("kind", ON_RULER, ids=lambda kind: kind.name)


def example(kind: AnyKind, tick: int = _BAR) -> Any:
    """Return an event of a kind that is not at rest."""
    if isinstance(kind, ChannelKind):
        return replace(kind.new(tick), **{kind.value: 77})
    if kind.name == "direction":
        return Direction(tick, "words", "dolce")
    return replace(_ON_RULER.get(kind.name, Other(tick, _TEXT, b"la")), tick=tick)


def score_with(kind: AnyKind, *events: TimedEvent) -> Score:
    """Return a piece of five bars with events of one kind."""
    changes: dict[str, Any] = {kind.field: events}
    if isinstance(kind, RulerKind):
        return replace(Score(tracks=(Track(notes=_NOTES),)), **changes)
    return Score(tracks=(replace(Track(notes=_NOTES), **changes),))


def held(kind: AnyKind, score: Score) -> tuple[Any, ...]:
    """Return the events of a kind in a piece of one track."""
    return tuple(kind.of(score if isinstance(kind, RulerKind) else score.tracks[0]))


def test_a_track_and_a_score_hold_no_events_that_have_no_row() -> None:
    rows = {kind.field for kind in IN_TRACK}
    assert {f.name for f in fields(Track)} == rows | {
        "name",
        "program",
        "is_drum",
        "port",
        NOTE.field,
    }
    of_the_piece = {"ticks_per_quarter", "tracks", "title", "composer", "tuning", "coding"}
    assert {f.name for f in fields(Score)} == {kind.field for kind in ON_RULER} | of_the_piece


def test_each_name_type_status_and_meta_event_is_of_one_row() -> None:
    assert len({kind.name for kind in EVENT_KINDS}) == len(EVENT_KINDS)
    assert len({kind.event for kind in ON_CHANNEL}) == len(BY_STATUS) == len(ON_CHANNEL)
    metas = [kind for kind in ON_RULER if kind.meta is not None]
    assert len(BY_META) == len(metas)


@pytest.mark.parametrize(
    "kind",
    [kind for kind in (*IN_TRACK, *ON_RULER) if kind.name not in _OF_PAGES],
    ids=lambda kind: kind.name,
)
def test_a_midi_file_has_it_and_gives_it_back(kind: AnyKind) -> None:
    score = score_with(kind, example(kind), example(kind, 2 * _BAR))
    once = read_midi(write_midi(score)).score
    assert held(kind, once) == held(kind, score)
    assert write_midi(once) == write_midi(score)


@on_channel
def test_midi_says_every_value_that_it_may_have(kind: ChannelKind[Any]) -> None:
    events = [replace(kind.new(0), **{kind.value: value}) for value in kind.values]
    for event in (events[0], events[len(events) // 2], events[-1]):
        assert kind.message.read(0, *kind.message.write(event)) == event
        assert all(byte < 128 for byte in kind.message.data(event))


@by_name
def test_a_piece_is_saved_and_opened_with_it(kind: AnyKind) -> None:
    piece = Composition(score=Score()).with_score(score_with(kind, example(kind)))
    assert from_bytes(to_bytes(piece)).score == piece.score


@on_channel
def test_an_older_piece_that_only_passed_it_on_has_it_as_an_event(kind: ChannelKind[Any]) -> None:
    event, text = example(kind), Other(5, _TEXT, b"la")
    passed_on = Other(_BAR, kind.message.status, kind.message.data(event))
    torn = Other(_BAR, kind.message.status, b"")
    older = Track(notes=_NOTES, others=(text, passed_on, torn))
    piece = Composition(score=Score()).with_score(Score(tracks=(older,)))
    (track,) = from_document(to_document(piece)).score.tracks
    assert (kind.of(track), track.others) == ((event,), (text, torn))


@by_name
def test_it_moves_with_the_music(kind: AnyKind) -> None:
    score = moved(score_with(kind, example(kind), example(kind, 2 * _BAR)), _BAR)
    assert [event.tick for event in held(kind, score)] == [2 * _BAR, 3 * _BAR]
    assert [event.tick for event in held(kind, score.resampled(960))] == [4 * _BAR, 6 * _BAR]


@on_ruler
def test_of_several_that_come_to_one_tick_the_last_holds_or_all_do(kind: RulerKind[Any]) -> None:
    score = moved(score_with(kind, example(kind, 10), example(kind, 20)), -_BAR)
    assert len(held(kind, score)) == (1 if kind.replaces else 2)


@by_name
def test_a_stretch_of_the_music_has_it_too(kind: AnyKind) -> None:
    score = score_with(kind, example(kind), example(kind, 3 * _BAR)).between(0, 2 * _BAR)
    assert len(held(kind, score)) == (2 if isinstance(kind, RulerKind) else 1)


@by_name
def test_as_many_are_read_as_the_limits_say(kind: AnyKind) -> None:
    score = score_with(kind, *(example(kind, tick) for tick in range(9)))
    oddities = Oddities()
    cut = fit(score, oddities, Limits(controls=5, changes=6))
    # What nothing understands is counted by the reader of a file, which is not asked here.
    of_ruler = 6 if isinstance(kind, RulerKind) and kind.meta is not None else 9
    most = 5 if isinstance(kind, ChannelKind) else of_ruler
    assert (len(held(kind, cut)), bool(oddities.sentences())) == (most, most < 9)


@by_name
def test_it_weighs_and_tells_that_something_changed(kind: AnyKind) -> None:
    piece = Composition(score=Score()).with_score(score_with(kind))
    changed = piece.with_score(score_with(kind, *(example(kind, tick) for tick in range(50))))
    if not isinstance(kind, RulerKind):
        assert extra_bytes_of_score(piece.score, changed.score) > 50 * 100
    told = difference(piece, changed)
    assert told.ruler == isinstance(kind, RulerKind)
    assert bool(told.notes) == isinstance(kind, ChannelKind)


@on_channel
def test_it_is_played_and_holds_for_who_begins_later(kind: ChannelKind[Any]) -> None:
    event = example(kind)
    schedule = Schedule.of(score_with(kind, event))
    sent = kind.message.write(event)
    played = [(e.tick, e.first, e.second) for e in schedule.events if e.status in BY_STATUS]
    assert played == [(_BAR, *sent)]
    later = [e for e in state_at_tick(schedule, 2 * _BAR, 0) if e.status == kind.message.status]
    assert [(e.first, e.second) for e in later] == [sent]
    before = [e for e in state_at_tick(schedule, 0, 0) if e.status == kind.message.status]
    rest = kind.resting(event, tick=0)
    assert [(e.first, e.second) for e in before] == [kind.message.write(rest)]


@on_channel
def test_what_was_played_takes_its_place(kind: ChannelKind[Any]) -> None:
    there = replace(Track(), **{kind.field: tuple(example(kind, t) for t in (0, 100, 900))})
    played = replace(Track(), **{kind.field: (kind.new(50), kind.new(200))})
    (taken,) = recorded(there, [played], Style(), start=0, end=1000)
    assert [event.tick for event in kind.of(taken)] == [0, 50, 200, 900]
    assert [event.tick for event in kind.of(punched(there, start=50, end=500))] == [50, 100]


@pytest.mark.parametrize("name", [name for name in shown.KINDS if name not in ("note", "program")])
def test_the_table_of_events_lists_adds_and_removes_it(name: str) -> None:
    kind = shown.row_of(name)
    assert kind is not None
    event, piece = example(kind), Composition(score=Score()).with_score(score_with(kind))
    more, _ = exchange(piece, 0, removed=(), added=(event,))
    assert shown.events_of(more.score, more.score.tracks[0], name) == [event]
    assert event in shown.events_of(more.score, more.score.tracks[0], None)
    less, _ = exchange(more, 0, removed=(event,), added=())
    assert held(kind, less.score) == ()
