"""What is written is heard: each sign of the table of interpretations, in files of its own."""

from collections import Counter
from pathlib import Path

import pytest

from engine.form import interpretation
from engine.form.interpretation import SIGNS
from engine.notation.reading import read_musicxml
from engine.values.score import Control, Score
from tests.notation.musicxml import (
    direction,
    document,
    notations,
    note,
    pitches,
    score,
    sounding,
    words,
)

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "score.md"


def velocities(music: Score) -> list[int]:
    return [n.velocity for n in music.tracks[0].notes]


def controls(music: Score, number: int) -> list[tuple[float, int]]:
    quarter = music.ticks_per_quarter
    return [(c.tick / quarter, c.value) for c in music.tracks[0].controls if c.number == number]


def ornament(name: str, *, inside: str = "") -> str:
    return notations(f"<ornaments><{name}/>{inside}</ornaments>")


def articulation(*names: str) -> str:
    return notations("<articulations>" + "".join(f"<{n}/>" for n in names) + "</articulations>")


# --- ties ---


def test_ties_that_are_only_seen_join_notes() -> None:
    start, stop = notations('<tied type="start"/>'), notations('<tied type="stop"/>')
    assert sounding(score(note("C", more=start), note("C", 2, more=stop) + note("D", 2))) == [
        (0, 60, 6),
        (6, 62, 2),
    ]


def test_a_tie_that_nobody_ends_leads_to_the_next_note_of_its_voice() -> None:
    start = '<tie type="start"/>'
    assert sounding(score(note("C", 2, more=start) + note("C", 2))) == [(0, 60, 4)]
    other = note("C", 2, more=start + "<voice>1</voice>") + note("C", 2, more="<voice>2</voice>")
    assert len(sounding(score(other))) == 2
    ringing = note("C", 2, more=notations('<tied type="let-ring"/>')) + note("C", 2)
    assert len(sounding(score(ringing))) == 2


def test_a_tie_that_nobody_ends_does_not_lead_over_a_repeat() -> None:
    repeat = '<barline location="right"><repeat direction="backward"/></barline>'
    music = score(note("C", 2) + note("C", 2, more='<tie type="start"/>') + repeat, note("D"))
    assert len(sounding(music)) == 4 or sounding(music)[1][2] == 4


# --- finer than a part ---


def test_each_staff_has_its_own_transposition_and_key() -> None:
    head = (
        '<staves>2</staves><transpose number="1"><diatonic>0</diatonic><chromatic>-12</chromatic>'
        "</transpose>"
    )
    upper, lower = note("C", more="<staff>1</staff>"), note("C", more="<staff>2</staff>")
    back = "<backup><duration>4</duration></backup>"
    assert sorted(pitches(score(upper + back + lower, head=head))) == [48, 60]


def two_instruments() -> str:
    return (
        '<score-instrument id="A"><instrument-name>Flute</instrument-name></score-instrument>'
        '<score-instrument id="B"><instrument-name>Oboe</instrument-name></score-instrument>'
        '<midi-instrument id="A"><midi-program>74</midi-program></midi-instrument>'
        '<midi-instrument id="B"><midi-program>69</midi-program></midi-instrument>'
    )


def test_notes_of_several_instruments_are_tracks_of_their_own() -> None:
    first, second = '<instrument id="A"/>', '<instrument id="B"/>'
    music = score(note("C", 2, more=first) + note("D", 2, more=second), about=two_instruments())
    assert [(t.name, t.program, [n.pitch for n in t.notes]) for t in music.tracks] == [
        ("Part", 73, [60]),
        ("Part (Oboe)", 68, [62]),
    ]


@pytest.mark.parametrize(
    "change",
    [
        '<midi-instrument id="A"><midi-program>57</midi-program></midi-instrument>',
        '<instrument-change id="A"><instrument-sound>brass.trumpet</instrument-sound>'
        "</instrument-change>",
    ],
)
def test_an_instrument_that_changes_goes_on_in_another_track(change: str) -> None:
    about = (
        '<score-instrument id="A"><instrument-name>Violin</instrument-name></score-instrument>'
        '<midi-instrument id="A"><midi-program>41</midi-program></midi-instrument>'
    )
    music = score(note("C"), f"<sound>{change}</sound>" + note("D"), about=about)
    assert [(t.name, t.program, [n.pitch for n in t.notes]) for t in music.tracks] == [
        ("Part", 40, [60]),
        ("Part (Trumpet in B♭)", 56, [62]),
    ]


def test_pitched_notes_beside_drums_stay_pitched() -> None:
    drum = (
        "<note><unpitched><display-step>C</display-step><display-octave>5</display-octave>"
        "</unpitched><duration>2</duration></note>"
    )
    music = score(note("C", 2) + drum, note("D"))
    assert [(t.is_drum, len(t.notes)) for t in music.tracks] == [(False, 2), (True, 1)]


def test_volume_pan_and_bank_hold_from_the_beginning() -> None:
    about = (
        '<midi-instrument id="A"><midi-bank>130</midi-bank><midi-program>41</midi-program>'
        "<volume>50</volume><pan>-90</pan></midi-instrument>"
    )
    music = score(note("C"), about=about)
    assert music.tracks[0].controls == (
        Control(0, 0, 1),
        Control(0, 32, 1),
        Control(0, 7, 64),
        Control(0, 10, 1),
    )


# --- dynamics ---


def test_dynamics_and_strokes_of_one_chord() -> None:
    marks = [direction(f"<dynamics><{name}/></dynamics>") for name in ("p", "sfz", "fp", "ff")]
    notes = [marks[0], note("C", 1), marks[1], note("C", 1), note("C", 1), marks[2], note("C", 1)]
    music = score("".join(notes), note("C", 2) + marks[3] + note("C", 2))
    assert velocities(music) == [49, 112, 49, 96, 49, 112]


def test_a_hairpin_leads_to_the_dynamic_behind_it() -> None:
    music = score(
        direction("<dynamics><p/></dynamics>")
        + direction('<wedge type="crescendo"/>')
        + "".join(note("C", 1) for _ in range(4))
        + direction('<wedge type="stop"/>')
        + direction("<dynamics><f/></dynamics>"),
        note("C"),
    )
    assert velocities(music) == [49, 61, 72, 84, 96]


def test_a_hairpin_without_a_goal_is_one_dynamic_and_stays_there() -> None:
    music = score(
        direction('<wedge type="diminuendo"/>')
        + note("C", 2)
        + note("C", 2)
        + direction('<wedge type="stop"/>'),
        note("C"),
    )
    assert velocities(music) == [80, 72, 64]


def test_a_word_swells_until_the_next_dynamic() -> None:
    music = score(
        words("cresc.") + note("C", 2) + note("C", 2),
        direction("<dynamics><ff/></dynamics>") + note("C"),
    )
    assert velocities(music) == [80, 96, 112]


def test_a_long_note_of_a_wind_swells_by_expression_and_one_of_a_piano_does_not() -> None:
    measures = (
        direction("<dynamics><p/></dynamics>")
        + direction('<wedge type="crescendo"/>')
        + note("C")
        + direction('<wedge type="stop"/>'),
        direction("<dynamics><f/></dynamics>") + note("D"),
    )
    flute = '<midi-instrument id="A"><midi-program>74</midi-program></midi-instrument>'
    music = score(*measures, about=flute)
    swell = controls(music, 11)
    assert velocities(music) == [93, 96]
    assert [value for _, value in swell[:-1]] == sorted(value for _, value in swell[:-1])
    assert swell[0][0] == 0
    assert swell[0][1] < 72
    assert swell[-1] == (3.75, 127)
    assert controls(score(*measures), 11) == []


def test_a_velocity_of_a_note_s_own_counts_more_than_dynamics_and_accents() -> None:
    loud = note("C", more=articulation("accent")).replace("<note>", '<note dynamics="50">')
    assert velocities(score(direction("<dynamics><ff/></dynamics>") + loud)) == [45]


# --- pedals ---


def test_pedals_go_down_and_up_and_the_last_one_is_lifted() -> None:
    music = score(
        direction('<pedal type="start"/>')
        + note("C", 2)
        + direction('<pedal type="change"/>')
        + note("C", 2),
        direction('<pedal type="stop"/>') + direction('<pedal type="sostenuto"/>') + note("C"),
    )
    assert controls(music, 64) == [(0, 127), (2, 0), (2.0625, 127), (4, 0)]
    assert controls(music, 66) == [(4, 127), (8, 0)]


def test_a_pedal_s_sound_says_it_once() -> None:
    both = direction('<pedal type="start"/>', more='<sound damper-pedal="yes"/>')
    assert controls(score(both + note("C")), 64) == [(0, 127), (4, 0)]


# --- articulations, ornaments, tremolos ---


@pytest.mark.parametrize("name", [n for n, row in SIGNS.items() if row.length != 1])
def test_articulations_shorten_the_whole_chord(name: str) -> None:
    chord = note("C", more=articulation(name)) + note("E", first="<chord/>")
    assert {length for _, _, length in sounding(score(chord))} == {4 * SIGNS[name].length}


@pytest.mark.parametrize("name", [n for n, row in SIGNS.items() if row.louder])
def test_accents_are_louder(name: str) -> None:
    assert velocities(score(note("C", more=articulation(name)))) == [80 + SIGNS[name].louder]


FIGURES = {
    "trill-mark": [72, 74] * 4,
    "mordent": [72, 71, 72],
    "inverted-mordent": [72, 74, 72],
    "turn": [74, 72, 71, 72],
    "inverted-turn": [71, 72, 74, 72],
    "delayed-turn": [72, 74, 72, 71, 72],
}


@pytest.mark.parametrize("name", FIGURES)
def test_ornaments_are_played_with_the_notes_of_the_key(name: str) -> None:
    music = score(note("C", 1, octave=5, more=ornament(name)))
    assert pitches(music) == FIGURES[name]
    assert sounding(music)[-1][0] + sounding(music)[-1][2] == 1


def test_an_ornament_has_the_key_s_signs_and_its_own() -> None:
    key = "<key><fifths>-3</fifths></key>"
    assert pitches(score(note("D", more=ornament("mordent")), head=key)) == [62, 60, 62]
    assert pitches(score(note("G", more=ornament("inverted-mordent")), head=key)) == [67, 68, 67]
    sharp = '<accidental-mark placement="above">sharp</accidental-mark>'
    assert pitches(score(note("G", more=ornament("inverted-mordent", inside=sharp)))) == [
        67,
        70,
        67,
    ]


def test_a_trill_lasts_as_long_as_its_wavy_line() -> None:
    wave = '<ornaments><trill-mark/><wavy-line type="{}"/></ornaments>'
    start, stop = notations(wave.format("start")), '<ornaments><wavy-line type="stop"/></ornaments>'
    music = score(
        note("C", 1, more=start) + note("D", 1) + note("E", 1, more=notations(stop)) + note("F", 1)
    )
    assert Counter(int(start) for start, *_ in sounding(music)) == {0: 8, 1: 8, 2: 8, 3: 1}


def tremolo(strokes: int, kind: str = "single") -> str:
    return notations(f'<ornaments><tremolo type="{kind}">{strokes}</tremolo></ornaments>')


@pytest.mark.parametrize(("length", "strokes", "count"), [(4, 3, 32), (2, 1, 4), (1, 2, 4)])
def test_a_tremolo_of_one_note_is_measured(length: int, strokes: int, count: int) -> None:
    music = score(note("C", length, more=tremolo(strokes)))
    assert len(pitches(music)) == count
    assert {duration for _, _, duration in sounding(music)} == {length / count}


def test_a_tremolo_of_a_short_note_counts_its_flags() -> None:
    assert len(pitches(score(note("C", 1, more=tremolo(1)), divisions=2))) == 2
    assert len(pitches(score(note("C", 1, more=tremolo(1)), divisions=3))) == 2


def test_an_unmeasured_tremolo_is_as_fast_as_three_strokes() -> None:
    assert len(pitches(score(note("C", 1, more=tremolo(0, "unmeasured"))))) == 8


def test_a_tremolo_between_two_chords_plays_them_in_turn() -> None:
    first = note("C", 2, more=tremolo(2, "start")) + note("E", 2, first="<chord/>")
    music = score(first + note("G", 2, more=tremolo(2, "stop")))
    found = sounding(music)
    assert len([pitch for _, pitch, _ in found if pitch == 67]) == 8
    assert found[:3] == [(0, 60, 0.25), (0, 64, 0.25), (0.25, 67, 0.25)]
    assert max(start + length for start, _, length in found) == 4


def test_arpeggios_go_up_and_down_and_over_staves() -> None:
    up, down = notations("<arpeggiate/>"), notations('<arpeggiate direction="down"/>')
    for sign, order in ((up, [60, 64]), (down, [64, 60])):
        music = score(note("C", more=sign) + note("E", more=sign, first="<chord/>"))
        assert [pitch for _, pitch, _ in sorted(sounding(music))] == order
        assert {start + length for start, _, length in sounding(music)} == {4}
    staves = (
        note("C", more=up + "<staff>1</staff>", octave=5)
        + "<backup><duration>4</duration></backup>"
        + note("C", more=up + "<staff>2</staff>", octave=3)
    )
    assert [start > 0 for start, _, _ in sorted(sounding(score(staves)))] == [False, True]


def test_a_glissando_goes_by_semitones_to_the_next_note() -> None:
    start, stop = (notations(f'<glissando type="{kind}"/>') for kind in ("start", "stop"))
    music = score(note("C", 2, more=start) + note("E", 2, more=stop))
    assert sounding(music) == [
        (0, 60, 0.5),
        (0.5, 61, 0.5),
        (1, 62, 0.5),
        (1.5, 63, 0.5),
        (2, 64, 2),
    ]


def test_a_fermata_slows_the_time_of_its_note() -> None:
    sound = '<sound tempo="90"/>'
    music = score(sound + note("C", 2, more=notations("<fermata/>")) + note("D", 2))
    assert [(t.tick / 480, t.bpm) for t in music.tempos] == [(0, 60), (2, 90)]


# --- grace notes ---


def grace(step: str, attributes: str = "", *, first: str = "") -> str:
    pitch = f"<pitch><step>{step}</step><octave>4</octave></pitch>"
    return f"<note><grace {attributes}/>{first}{pitch}</note>"


def test_a_slashed_grace_note_stands_before_the_beat_and_one_without_on_it() -> None:
    slashed = score(note("C", 2) + grace("E", 'slash="yes"') + note("D", 2))
    assert [pitch for start, pitch, _ in sounding(slashed) if start == 2] == [62]
    appoggiatura = score(note("C", 2) + grace("E") + note("D", 2))
    assert sounding(appoggiatura)[1:] == [(2, 64, 1), (3, 62, 1)]
    dotted = score(note("C", 1) + grace("E") + note("D", 3, more="<dot/>"))
    assert sounding(dotted)[1:] == [(1, 64, 2), (3, 62, 1)]


def test_a_grace_note_takes_what_the_file_says() -> None:
    music = score(note("C", 2) + grace("E", 'steal-time-following="25"') + note("D", 2))
    assert sounding(music)[1:] == [(2, 64, 0.5), (2.5, 62, 1.5)]


def test_chords_of_grace_notes_are_struck_together() -> None:
    music = score(note("C", 2) + grace("E") + grace("G", first="<chord/>") + note("D", 2))
    assert [start for start, pitch, _ in sounding(music) if pitch in {64, 67}] == [2, 2]


def test_a_grace_note_at_the_very_beginning_delays_its_main_note() -> None:
    found = sounding(score(grace("C", 'slash="yes"') + note("D")))
    assert found[0][:2] == (0, 60)
    assert found[1][0] > 0


# --- what a note itself says, and the table ---


def test_a_note_with_its_own_timing_is_played_so() -> None:
    timed = note("C", more=articulation("staccato")).replace("<note>", '<note release="-1">')
    assert sounding(score(timed)) == [(0, 60, 3)]


def test_sevenths_and_elevenths_stand_exactly() -> None:
    seven = "".join(note("C", 11) for _ in range(7)) + "".join(note("C", 7) for _ in range(11))
    music = score(seven, divisions=77)
    starts = [n.start for n in music.tracks[0].notes]
    quarter = music.ticks_per_quarter
    sevenths = [quarter // 7 * k for k in range(7)]
    assert starts == [*sevenths, *(quarter + quarter // 11 * k for k in range(11))]
    assert quarter % 77 == 0
    assert score(note("C")).ticks_per_quarter == 480


@pytest.mark.slow
def test_too_many_tremolo_notes_are_refused_in_one_sentence() -> None:
    measure = "".join(note("C", more=tremolo(8)) for _ in range(40))
    with pytest.raises(Exception, match=r"Segue reads up to|with its tremolos"):
        read_musicxml(document(*([measure] * 60)))


def test_the_guide_names_every_sign_of_the_table() -> None:
    guide = GUIDE.read_text(encoding="utf-8").lower()
    for row in SIGNS.values():
        assert row.shown in guide, row.shown
    for words_ in ("pedal", "hairpin", "tremolo", "arpeggio", "glissando", "grace note"):
        assert words_ in guide
    assert str(interpretation.DEFAULT_VELOCITY) in guide
