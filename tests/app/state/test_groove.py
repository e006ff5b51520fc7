"""Swing, grooves of tracks and humanising: what they do to notes, and one undo step each."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from app.state.document import Document
from app.state.note_commands import NoteCommands
from app.state.selection import Selection
from app.values.groove import FeelChoices, Swing, groove_of, humanised, in_groove, with_feel
from app.values.note_edits import Notes
from app.views.groove_dialog import groove_form
from engine.piece.composition import Composition
from engine.values.score import Note, Score, Tempo, TimeSignature, Track
from engine.values.time import BarMap, TempoMap

EIGHTHS: Notes = tuple(Note(240 * i, 60 + i % 3, 200, 64) for i in range(16))
BARS = BarMap((), 480)
anything = st.builds(
    Note,
    start=st.integers(0, 20_000),
    pitch=st.integers(0, 127),
    duration=st.integers(1, 2000),
    velocity=st.integers(1, 127),
)


def starts(notes: Notes) -> list[int]:
    return [note.start for note in notes]


@pytest.mark.parametrize(("percent", "second"), [(50.0, 240), (66.7, 320), (75.0, 360)])
def test_swing_moves_every_second_eighth_and_is_taken_away_again(
    percent: float, second: int
) -> None:
    swung = in_groove(EIGHTHS, BARS, Swing(step=240, percent=percent), strength=1.0)
    assert starts(swung)[:4] == [0, second, 480, 480 + second]
    again = in_groove(swung, BARS, Swing(step=240, percent=percent), strength=1.0)
    assert again == swung
    assert [n.duration for n in swung] == [200] * 16
    straight = in_groove(swung, BARS, Swing(step=240, percent=50.0), strength=1.0)
    # A dotted eighth is as far from the next beat as from the straight eighth: the earlier counts.
    assert starts(straight) == starts(EIGHTHS)


def test_pairs_are_counted_from_each_bar_line() -> None:
    # 7/8: the last eighth of a bar has no partner and the next bar begins on time.
    bars = BarMap((TimeSignature(0, 7, 8),), 480)
    swung = in_groove(EIGHTHS, bars, Swing(step=240, percent=66.7), strength=1.0)
    assert starts(swung)[:9] == [0, 320, 480, 800, 960, 1280, 1440, 1680, 2000]


def test_strength_goes_a_part_of_the_way() -> None:
    late = tuple(replace(note, start=note.start + 40) for note in EIGHTHS)
    half = in_groove(late, BARS, Swing(step=240), strength=0.5)
    assert starts(half) == [start + 20 for start in starts(EIGHTHS)]
    assert in_groove(late, BARS, Swing(step=240), strength=0.0) == late


def test_a_note_just_before_the_bar_line_belongs_to_the_next_bar() -> None:
    groove = Swing(step=240, percent=60.0)
    (moved,) = in_groove((Note(1900, 60, 100),), BARS, groove, strength=1.0)
    assert moved.start == 1920


def test_the_groove_of_a_track_is_given_to_another() -> None:
    drums = tuple(
        Note(bar * 1920 + tick, 36, 60, velocity)
        for bar in range(4)
        for tick, velocity in ((0, 110), (500, 70), (945, 110), (1460, 70))
    )
    groove = groove_of(drums, BARS, step=240)
    played = tuple(Note(480 * i, 60, 400, 80) for i in range(8))
    followed = in_groove(played, BARS, groove, strength=1.0, accents=0.5)
    assert starts(followed)[:4] == [0, 500, 945, 1460]
    assert starts(followed)[4:] == [1920 + tick for tick in (0, 500, 945, 1460)]
    assert [note.velocity for note in followed][:4] == [90, 70, 90, 70]
    # It plays no eighths between its beats: those stay.
    assert in_groove((Note(250, 60, 100),), BARS, groove, strength=1.0) == (Note(250, 60, 100),)
    # What a bar of another length does at that place, nobody knows.
    three = BarMap((TimeSignature(0, 3, 4),), 480)
    assert in_groove(played, three, groove, strength=1.0) == played


def test_a_grace_note_stays_and_a_repeated_note_ends_before_the_next_one() -> None:
    flam = (Note(0, 38, 100), Note(450, 38, 20), Note(490, 38, 100))
    assert starts(in_groove(flam, BARS, Swing(step=240), strength=1.0)) == [0, 450, 480]
    repeated = (Note(0, 60, 240), Note(240, 60, 240), Note(480, 60, 240))
    swung = in_groove(repeated, BARS, Swing(step=240, percent=66.7), strength=1.0)
    assert [(n.start, n.end) for n in swung] == [(0, 240), (320, 480), (480, 720)]


def test_chance_has_the_bounds_of_the_user_in_seconds_whatever_the_tempo() -> None:
    tempo = TempoMap((Tempo(0, 60.0), Tempo(1920, 240.0)), 480)
    human = humanised(EIGHTHS, tempo, timing_s=0.02, loudness=10, seed=7)
    away_s = [
        tempo.seconds_at(new.start) - tempo.seconds_at(old.start)
        for old, new in zip(EIGHTHS, human, strict=True)
    ]
    assert 0.005 < max(map(abs, away_s)) <= 0.021
    assert all(abs(new.velocity - 64) <= 10 for new in human)
    assert human == humanised(EIGHTHS, tempo, timing_s=0.02, loudness=10, seed=7)
    assert human != humanised(EIGHTHS, tempo, timing_s=0.02, loudness=10, seed=8)
    assert humanised(EIGHTHS, tempo, timing_s=0.0, loudness=0, seed=7) == EIGHTHS


@pytest.mark.slow
@given(
    notes=st.lists(anything, max_size=30).map(tuple),
    meter=st.builds(
        TimeSignature,
        tick=st.just(0),
        numerator=st.integers(1, 13),
        denominator=st.sampled_from([2, 4, 8, 16]),
    ),
    choices=st.builds(
        FeelChoices,
        feel=st.sampled_from(["as_is", "straight", "swing", "track"]),
        lines_a_quarter=st.sampled_from([2, 4]),
        swing=st.floats(50, 75),
        accents=st.just(100.0),
        timing_ms=st.just(20.0),
        loudness=st.just(20),
    ),
)
def test_whatever_the_music_is_notes_stay_notes(
    notes: Notes, meter: TimeSignature, choices: FeelChoices
) -> None:
    score = Score(time_signatures=(meter,), tracks=(Track(notes=tuple(sorted(notes))),))
    changed = with_feel(notes, score, choices, seed=1)
    assert [n.pitch for n in changed] == [n.pitch for n in notes]
    assert all(n.start >= 0 and n.duration >= 1 and 1 <= n.velocity <= 127 for n in changed)
    assert all(new.duration <= old.duration for old, new in zip(notes, changed, strict=True))


def test_it_is_one_undo_step_of_the_selection_or_of_the_track() -> None:
    document = Document()
    document.begin(Composition.of(Score(tracks=(Track(notes=EIGHTHS),))))
    selection = Selection(document)
    commands = NoteCommands(selection)
    selection.choose(EIGHTHS[:2])
    commands.change_feel(FeelChoices(swing=66.7), seed=1)
    assert starts(document.score.tracks[0].notes)[:4] == [0, 320, 480, 720]
    assert document.undo_name == "Change feel of 2 notes"
    document.undo()
    assert document.score.tracks[0].notes == EIGHTHS
    selection.choose(())
    commands.change_feel(FeelChoices(swing=66.7), seed=1)
    assert starts(document.score.tracks[0].notes)[:4] == [0, 320, 480, 800]
    document.undo()
    assert document.score.tracks[0].notes == EIGHTHS
    assert document.undo_name == ""


def test_the_form_gives_back_what_it_shows_and_says_why_a_field_is_off(qtbot: QtBot) -> None:
    choices = FeelChoices(feel="track", track=1, lines_a_quarter=4, accents=40.0, timing_ms=12.0)
    form = groove_form(("Bass", "Drums"), choices)
    qtbot.addWidget(form)
    assert form.value == choices
    assert not form.widget("swing").isEnabled()
    assert form.widget("swing").toolTip() == "Choose the swung grid first."
    feel = form.widget("feel track")
    feel.setCurrentIndex(feel.findText("nowhere else"))
    assert not form.widget("strength").isEnabled()
    # Accents of a track that was left are nothing.
    silent = replace(form.value, accents=0.0)
    score = Score(tracks=(Track(notes=EIGHTHS),) * 2)
    assert with_feel(EIGHTHS, score, form.value, seed=1) == with_feel(
        EIGHTHS, score, silent, seed=1
    )
    # A track that has gone: the first entry is shown.
    other = groove_form((), choices)
    qtbot.addWidget(other)
    assert other.value.feel == "straight"
