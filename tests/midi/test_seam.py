"""What is written into a piece sounds as the piece does, and what follows it sounds as before.

`tests.midi.interpreter` says what a note of the written file sounds like.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.state import edits
from app.state.earlier_takes import at_take
from app.state.offer import Alternative, Offer
from engine.generation.continuation import Gathering
from engine.generation.events import AlternativeEnded, NotesDrawn
from engine.midi.channels import seam
from engine.midi.channels.pedalling import habits_of
from engine.midi.file.midifile import write_midi
from engine.piece.composition import Composition
from engine.piece.takes import Take
from engine.request import PartNote, Request
from engine.values.alternative_end import AlternativeEnd
from engine.values.events import ChannelPressure, Control, Note, PitchBend
from engine.values.score import Score, Track
from tests.midi.interpreter import STATE_FIELDS, Sounding, notes_of

QUARTER, BAR = 480, 1920
# The bars that are written into a piece of 12 bars: at its end, or in its middle.
END, GAP = (12 * BAR, 14 * BAR), (8 * BAR, 10 * BAR)
VOLUME, PAN, EXPRESSION, PEDAL = 7, 10, 11, 64

NEW = tuple(Note(k * QUARTER, 72, QUARTER - 20, 70) for k in range(8))


def new_notes(start: int) -> tuple[Note, ...]:
    """Return what is written: two bars of quarter notes."""
    return tuple(replace(note, start=start + note.start) for note in NEW)


def piece(*, bars: int = 12, **events: tuple[object, ...]) -> Score:
    """Return a tune in quarter notes, with events of its track by their field."""
    notes = tuple(Note(k * QUARTER, 48 + k % 12, QUARTER - 20, 80) for k in range(4 * bars))
    return Score(tracks=(Track(notes=notes, **events),))  # type: ignore[arg-type]


def fade(number: int, *, start: int) -> tuple[Control, ...]:
    """Return a fade to 0 in two bars."""
    return tuple(Control(start + k * QUARTER, number, 110 - k * 15) for k in range(8))


AT_THE_END: dict[str, Score] = {
    "the volume faded": piece(controls=fade(VOLUME, start=10 * BAR)),
    "the expression faded": piece(controls=fade(EXPRESSION, start=10 * BAR)),
    "the fade goes on after the last note": piece(controls=fade(VOLUME, start=12 * BAR - QUARTER)),
    "the wheel is bent": piece(pitch_bends=(PitchBend(11 * BAR, -4096),)),
    "the pedal is down": piece(controls=(Control(11 * BAR, PEDAL, 127),)),
    "the sostenuto pedal is down": piece(controls=(Control(11 * BAR, 66, 127),)),
    "the keys are pressed": piece(channel_pressures=(ChannelPressure(11 * BAR, 90),)),
}
IN_THE_MIDDLE: dict[str, Score] = {
    "a fade-out before the gap": piece(
        controls=(*fade(VOLUME, start=6 * BAR), Control(10 * BAR, VOLUME, 100))
    ),
    "a fade-out over the gap": piece(
        controls=(*fade(EXPRESSION, start=7 * BAR), Control(11 * BAR, EXPRESSION, 110))
    ),
    "a pedal held over the gap": piece(
        controls=(Control(7 * BAR, PEDAL, 127), Control(11 * BAR, PEDAL, 0))
    ),
    "a pedal pressed in the gap": piece(
        controls=(Control(9 * BAR, PEDAL, 127), Control(11 * BAR, PEDAL, 0))
    ),
    "a pedal changed where the gap ends": piece(
        controls=(
            Control(7 * BAR, PEDAL, 127),
            Control(10 * BAR, PEDAL, 0),
            Control(10 * BAR, PEDAL, 127),
        )
    ),
    "the wheel bent over the gap": piece(
        pitch_bends=(PitchBend(7 * BAR, 3000), PitchBend(9 * BAR, -3000), PitchBend(11 * BAR, 0))
    ),
}


def as_take(score: Score, start: int, end: int) -> Composition:
    take = Take(
        number=1,
        request=1,
        parent=0,
        end=end,
        notes=tuple(PartNote(0, note) for note in new_notes(start)),
        model="",
        seed=1,
        ask=ask(start, fill=start != END[0]),
    )
    return Composition.of(score).offering([take])


def ask(start: int, *, fill: bool) -> Request:
    return Request(start=start, bars=2, alternatives=1, roles=("write",), fill=fill)


def _gathered(score: Score, request: Request, notes: Sequence[Note], end: int) -> Score:
    gathering = Gathering(score, request)
    parts = tuple(PartNote(0, note) for note in notes)
    gathering.add(NotesDrawn(alternative=0, notes=parts, until=end))
    gathering.add(
        AlternativeEnded(alternative=0, made=AlternativeEnd(end=end, ended=False, seed=1))
    )
    return gathering.continuations()[0].score


def _continued(score: Score, start: int, end: int) -> Score:
    request = ask(start, fill=False)
    if start != END[0]:
        request = replace(request, following=2)
    return _gathered(score, request, new_notes(start), end)


def _filled(score: Score, start: int, end: int) -> Score:
    return _gathered(score, ask(start, fill=True), new_notes(start), end)


def _begun(score: Score, start: int, end: int) -> Score:
    """Return the piece of a request whose first bar is the beginning of all alternatives."""
    notes = new_notes(start)
    first = tuple(PartNote(0, note) for note in notes if note.start < start + BAR)
    request = replace(ask(start, fill=start != END[0]), beginning=first, beginning_end=start + BAR)
    return _gathered(score, request, [n for n in notes if n.start >= start + BAR], end)


def _heard(score: Score, start: int, end: int) -> Score:
    """Return what is played while the offer stands."""
    offer = Offer.of(ask(start, fill=start != END[0]), request=1, piece=score, model="")
    parts = tuple(PartNote(0, note) for note in new_notes(start))
    return offer.with_alternative(0, Alternative(notes=parts, until=end, end=end)).preview(score)


def _heard_while_it_grows(score: Score, start: int, end: int) -> Score:
    offer = Offer.of(ask(start, fill=start != END[0]), request=1, piece=score, model="")
    parts = tuple(PartNote(0, note) for note in new_notes(start))
    return offer.with_alternative(0, Alternative(notes=parts, until=end)).preview(score)


def _kept(score: Score, start: int, end: int) -> Score:
    return as_take(score, start, end).accepting(1).score


def _kept_twice(score: Score, start: int, end: int) -> Score:
    return as_take(score, start, end).accepting(1).accepting(1).score


def _without(score: Score, start: int, end: int) -> Composition:
    """Return a piece whose bars from start to end are empty, its events as they are."""
    track = score.tracks[0]
    rest = [note for note in track.notes if not start <= note.start < end]
    return Composition.of(score.with_track(0, track.with_notes(rest)))


def _pasted(score: Score, start: int, end: int) -> Score:
    return edits.paste(_without(score, start, end), 0, new_notes(0), at=start)[0].score


def _dropped(score: Score, start: int, end: int) -> Score:
    other = Score(tracks=(Track(notes=NEW),))
    before = _without(score, start, end)
    return edits.insert_score(before, other, at=start, track=0).score


Way = Callable[[Score, int, int], Score]
WAYS: dict[str, Way] = {
    "continued": _continued,
    "filled": _filled,
    "begun and gone on with": _begun,
    "heard as an offer": _heard,
    "heard while it grows": _heard_while_it_grows,
    "kept": _kept,
    "kept twice": _kept_twice,
    "pasted": _pasted,
    "dropped": _dropped,
}
each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def parts_of(score: Score, start: int, end: int) -> tuple[list[Sounding], ...]:
    """Return the notes that sound before, in and after the bars that were written."""
    notes = notes_of(write_midi(score))
    return (
        [note for note in notes if note.on < start],
        [note for note in notes if start <= note.on < end],
        [note for note in notes if note.on >= end],
    )


def states(notes: list[Sounding]) -> list[tuple[object, ...]]:
    """Return the whole of how notes sound."""
    return [(note[:4], *(getattr(note, name) for name in STATE_FIELDS)) for note in notes]


@each_way
@pytest.mark.parametrize("name", AT_THE_END)
def test_what_is_added_at_the_end_sounds_as_the_body_of_the_piece(name: str, way: Way) -> None:
    before, new, _ = parts_of(way(AT_THE_END[name], *END), *END)
    assert len(new) == len(NEW)
    for note in new:
        assert note.volume >= 90
        assert note.expression >= 90
        assert note.cents == 0
        assert not note.pedal
        assert note.motion == ()
    assert all(note.silent <= max(note.off, END[0]) for note in before)  # type: ignore[type-var]


@each_way
@pytest.mark.parametrize("name", IN_THE_MIDDLE)
def test_what_follows_a_gap_sounds_as_before(name: str, way: Way) -> None:
    score = IN_THE_MIDDLE[name]
    _, new, after = parts_of(way(score, *GAP), *GAP)
    assert len(new) == len(NEW)
    for note in new:
        assert note.volume >= 90
        assert note.expression >= 90
        assert note.cents == 0
        assert not note.pedal
    assert states(after) == states(parts_of(score, *GAP)[2])


def test_a_quiet_passage_stays_quiet() -> None:
    quiet = (Control(6 * BAR, EXPRESSION, 60), Control(8 * BAR, EXPRESSION, 58))
    _, new, after = parts_of(_filled(piece(controls=quiet), *GAP), *GAP)
    assert {note.expression for note in (*new, *after)} == {58}


def test_a_level_that_is_set_at_the_first_tick_holds_in_new_first_bars() -> None:
    score = piece(controls=(Control(0, VOLUME, 55), Control(1, EXPRESSION, 90)))
    _, new, after = parts_of(_filled(score, 0, 2 * BAR), 0, 2 * BAR)
    assert {(note.volume, note.expression) for note in (*new, *after)} == {(55, 90)}


def test_other_controllers_stay_where_they_are() -> None:
    bends = (Control(0, 101, 0), Control(0, 100, 0), Control(0, 6, 12))
    others = (Control(8 * BAR + 10, 10, 20), Control(9 * BAR, 91, 70), Control(9 * BAR, 0, 8))
    score = piece(controls=(*bends, *others))
    assert _filled(score, *GAP).tracks[0].controls == (*bends, *others)


@pytest.mark.parametrize("selected", ["kept", "thinned"])
def test_where_old_notes_stay_their_state_stays(selected: str) -> None:
    score = IN_THE_MIDDLE["a pedal held over the gap"]
    request = replace(ask(GAP[0], fill=True), selected=selected)  # type: ignore[arg-type]
    filled = _gathered(score, request, new_notes(GAP[0]), GAP[1])
    assert filled.tracks[0].controls == score.tracks[0].controls


def test_notes_that_are_pasted_beside_others_take_over_their_state() -> None:
    score = AT_THE_END["the pedal is down"]
    pasted, _ = edits.paste(Composition.of(score), 0, new_notes(0), at=11 * BAR)
    assert pasted.score.tracks[0].controls == score.tracks[0].controls


def test_a_track_that_plays_along_is_heard_and_the_others_stay_as_they_are() -> None:
    tune = AT_THE_END["the pedal is down"].tracks[0]
    silent = Track(program=32, controls=(Control(0, VOLUME, 80), Control(8 * BAR, PEDAL, 127)))
    score = Score(tracks=(tune, silent))
    request = replace(ask(8 * BAR, fill=True), roles=("context", "write"), selected="kept")
    gathering = Gathering(score, request)
    notes = tuple(PartNote(1, note) for note in new_notes(8 * BAR))
    gathering.add(NotesDrawn(alternative=0, notes=notes, until=10 * BAR))
    gathering.add(
        AlternativeEnded(alternative=0, made=AlternativeEnd(end=10 * BAR, ended=False, seed=1))
    )
    made = gathering.continuations()[0].score
    assert made.tracks[0] == tune
    bass = [note for note in notes_of(write_midi(made)) if note.program == 32]
    assert {(note.volume, note.pedal) for note in bass} == {(80, False)}


def test_the_state_goes_back_with_the_notes() -> None:
    score = IN_THE_MIDDLE["a pedal held over the gap"]
    kept = as_take(score, *END).accepting(1)
    assert at_take(0, kept, earlier=()).score.tracks[0].notes == score.tracks[0].notes
    assert at_take(0, kept, earlier=[Composition.of(score)]).score == score


# --- the class -----------------------------------------------------------------------------------

TICKS = st.integers(0, 14 * BAR)
LEVELS = st.builds(Control, TICKS, st.sampled_from([VOLUME, EXPRESSION]), st.integers(0, 127))
PEDALS = st.builds(Control, TICKS, st.sampled_from([PEDAL, 66, 69]), st.sampled_from([0, 127]))
OTHERS = st.builds(Control, TICKS, st.sampled_from([1, 10, 91, 101, 100, 6]), st.integers(0, 127))
WHEELS = st.builds(PitchBend, TICKS, st.integers(-8192, 8191))
NOTES = st.builds(
    Note,
    start=st.integers(0, 12 * BAR - 1),
    pitch=st.integers(40, 70),
    duration=st.integers(1, BAR),
    velocity=st.integers(1, 127),
)


@st.composite
def scores(draw: st.DrawFn) -> Score:
    controls = draw(st.lists(st.one_of(LEVELS, PEDALS, OTHERS), max_size=20))
    if draw(st.booleans()):
        number = draw(st.sampled_from([VOLUME, EXPRESSION]))
        controls += fade(number, start=draw(st.sampled_from([6 * BAR, 7 * BAR, 10 * BAR])))
    track = Track(
        notes=tuple(sorted(draw(st.lists(NOTES, min_size=1, max_size=30)))),
        controls=tuple(sorted(controls, key=lambda c: c.tick)),
        pitch_bends=tuple(sorted(draw(st.lists(WHEELS, max_size=6)))),
    )
    return Score(tracks=(track,))


@pytest.mark.slow
@given(scores(), st.sampled_from([END, GAP, (0, 2 * BAR)]))
def test_new_notes_are_in_tune_and_what_follows_is_as_before(
    score: Score, span: tuple[int, int]
) -> None:
    start, end = span
    # In a track whose notes all give way the old levels stay.
    assume(any(not start <= note.start < end for note in score.tracks[0].notes))
    written = seam.with_written(score, {0: new_notes(start)}, start=start, end=end)
    before, new, after = parts_of(written, *span)
    assert [note.pitch for note in new] == [72] * len(NEW)
    assert {note.cents for note in new} == {0}
    old = [note for note in score.tracks[0].notes if note.start < start]
    habits = habits_of(old, score.tracks[0].controls, score, guessing=True)
    assert habits is not None or not any(note.pedal for note in new)
    assert len({(note.volume, note.expression) for note in new}) == 1
    assert {lane for note in new for _, lane, _ in note.motion} <= {PAN}
    assert states(after) == states(parts_of(score, *span)[2])
    for old, note in zip(parts_of(score, *span)[0], before, strict=True):
        assert old[:2] == note[:2]
        assert _onset(old) == _onset(note)


def _onset(note: Sounding) -> tuple[object, ...]:
    """Return how a note sounds when it begins."""
    return note[4:12]


@pytest.mark.slow
@given(scores(), st.sampled_from([END, GAP]))
def test_writing_the_same_again_changes_nothing(score: Score, span: tuple[int, int]) -> None:
    start, end = span
    once = seam.with_written(score, {0: new_notes(start)}, start=start, end=end)
    assert seam.with_written(once, {0: new_notes(start)}, start=start, end=end) == once


@pytest.mark.slow
@given(scores())
def test_what_goes_on_is_about_as_loud_as_the_body(score: Score) -> None:
    notes, controls = score.tracks[0].notes, score.tracks[0].controls

    def value(number: int, tick: int) -> int:
        own = [c.value for c in controls if c.number == number and c.tick <= tick]
        return own[-1] if own else {VOLUME: 100, EXPRESSION: 127}[number]

    written = seam.with_written(score, {0: new_notes(END[0])}, start=END[0])
    for note in parts_of(written, *END)[1]:
        for number, heard in ((VOLUME, note.volume), (EXPRESSION, note.expression)):
            values = sorted(value(number, n.start + n.duration // 2) for n in notes)
            assert heard >= 0.8 * values[(len(values) - 1) // 2]
