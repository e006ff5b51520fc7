"""What is heard is written: pedals, dynamics and fermatas on the page, and back again."""

from dataclasses import replace
from xml.etree import ElementTree as ET

from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.notation.page import DynamicMark, NotatedPiece, PedalMark, TempoMark
from engine.notation.reading import read_musicxml
from engine.notation.renotating import renotated
from engine.values.mark_kinds import Mark, in_words
from engine.values.score import Control, Note, Score, Tempo, Track
from tests.notation.others import problems

BAR = 1920


def piece(*velocities: int, controls: tuple[Control, ...] = (), drum: bool = False) -> Score:
    """A piece of four notes a bar, each bar as loud as is said."""
    notes = [
        Note(BAR * bar + 480 * beat, 60 + beat, 480, velocity)
        for bar, velocity in enumerate(velocities)
        for beat in range(4)
    ]
    return Score(tracks=(Track(notes=tuple(notes), controls=controls, is_drum=drum),))


def dynamics(page: NotatedPiece) -> list[tuple[int, str]]:
    return [
        (bar, mark.name)
        for bar, measure in enumerate(page.parts[0].measures)
        for mark in measure.dynamics
    ]


def pedals(score: Score) -> list[tuple[int, int]]:
    return [(c.tick, c.value) for c in score.tracks[0].controls if c.number == 64]


def test_phrases_get_dynamics_and_single_bars_do_not() -> None:
    soft_then_loud = piece(*[50] * 8, *[100] * 8)
    assert dynamics(notate(soft_then_loud)) == [(0, "p"), (8, "f")]
    one_loud_bar = piece(*[64] * 6, 75, *[64] * 6)
    assert dynamics(notate(one_loud_bar)) == [(0, "mp")]


def test_one_velocity_and_drums_have_no_dynamics() -> None:
    assert dynamics(notate(piece(*[80] * 8))) == []
    assert dynamics(notate(piece(*[50] * 8, *[100] * 8, drum=True))) == []


def accented(score: Score, velocity_added: int) -> Score:
    (track,) = score.tracks
    notes = (
        replace(n, velocity=n.velocity + velocity_added, marks=in_words((Mark("accent"),)))
        for n in track.notes
    )
    return Score(tracks=(replace(track, notes=tuple(notes)),))


def test_accents_are_no_part_of_the_dynamic() -> None:
    played = piece(*(62, 66) * 4)
    assert dynamics(notate(played)) == [(0, "mp")]
    assert dynamics(notate(accented(played, 16))) == [(0, "mp")]


def test_notes_that_differ_by_their_accents_alone_have_no_dynamic() -> None:
    plain, loud = piece(*[80] * 4).tracks[0], accented(piece(*[80] * 4), 16).tracks[0]
    mixed = tuple(
        one for pair in zip(plain.notes[::2], loud.notes[1::2], strict=True) for one in pair
    )
    assert dynamics(notate(Score(tracks=(replace(plain, notes=mixed),)))) == []


def test_a_dynamic_stands_at_the_first_note_of_its_bar() -> None:
    notes = (Note(480, 60, 480, 50), Note(BAR * 2, 60, 480, 52))
    page = notate(Score(tracks=(Track(notes=notes),)))
    (mark,) = page.parts[0].measures[0].dynamics
    assert mark == DynamicMark(page.parts[0].measures[0].length // 4, "p")


def test_velocities_come_back_exactly_although_dynamics_are_written() -> None:
    score = piece(*range(40, 100, 5))
    data = write(notate(score))
    assert b"<dynamics><" in data
    assert problems(data) == []
    again = read_musicxml(data).score
    assert [n.velocity for n in again.tracks[0].notes] == [
        n.velocity for n in score.tracks[0].notes
    ]


def test_the_pedal_is_on_the_page_and_comes_back() -> None:
    controls = (
        Control(0, 64, 100),
        Control(960, 64, 20),
        Control(960, 64, 127),
        Control(BAR, 64, 0),
        Control(BAR + 1, 64, 127),
        Control(2 * BAR, 64, 0),
    )
    score = piece(80, 80, controls=controls)
    page = notate(score)
    first = page.parts[0].measures[0]
    half = first.length // 2
    assert first.pedals == (PedalMark(0, True), PedalMark(half, False), PedalMark(half, True))
    data = write(page)
    assert problems(data) == []
    back = pedals(read_musicxml(data).score)
    assert [value for _, value in back] == [127, 0, 127, 0, 127, 0]
    assert [tick for tick, _ in back] == [0, 960, 960, BAR, BAR, 2 * BAR]


def test_half_pedals_that_flutter_are_one_pedal() -> None:
    controls = tuple(Control(tick, 64, value) for tick, value in ((0, 70), (3, 80), (960, 50)))
    measure = notate(piece(80, controls=controls)).parts[0].measures[0]
    assert [mark.is_down for mark in measure.pedals] == [True, False]


def test_a_pedal_that_changes_is_on_the_page_after_the_edit() -> None:
    before = piece(80, 80)
    after = piece(80, 80, controls=(Control(0, 64, 127), Control(BAR, 64, 0)))
    page, changed = renotated(notate(before), before, after)
    assert page == notate(after)
    assert changed == range(2)


def test_a_fermata_is_written_and_not_played_twice() -> None:
    notes = (Note(0, 60, 960), Note(960, 62, 960))
    tempos = (Tempo(0, 90.0), Tempo(960, 60.0), Tempo(BAR, 90.0))
    score = Score(tracks=(Track(notes=(*notes, Note(BAR, 60, BAR))),), tempos=tempos)
    page = notate(score)
    measures = page.parts[0].measures
    assert [symbol.fermata for symbol in measures[0].voices[0].symbols] == [False, True]
    assert [mark.bpm for measure in measures for mark in measure.tempos] == [90.0]
    data = write(page)
    assert problems(data) == []
    assert read_musicxml(data).score.tempos == tempos


def test_another_change_of_tempo_is_no_fermata() -> None:
    tempos = (Tempo(0, 90.0), Tempo(960, 70.0), Tempo(BAR, 90.0))
    score = Score(tracks=(Track(notes=(Note(0, 60, 2 * BAR),)),), tempos=tempos)
    marks = [mark.bpm for m in notate(score).parts[0].measures for mark in m.tempos]
    assert marks == [90.0, 70.0, 90.0]


def test_a_note_just_before_the_end_is_on_the_page() -> None:
    notes = (Note(0, 60, BAR - 2), Note(BAR - 2, 61, 1), Note(BAR - 1, 62, 1))
    score = Score(tracks=(Track(notes=notes),))
    again = read_musicxml(write(notate(score))).score
    assert [(n.start, n.pitch) for n in again.tracks[0].notes] == [
        (n.start, n.pitch) for n in notes
    ]


def test_ticks_of_any_grid_come_back_to_the_tick() -> None:
    for quarter in (96, 480, 960, 5280, 15360):
        starts = [0, quarter + 3, 2 * quarter + quarter // 7, 3 * quarter + quarter // 11]
        notes = tuple(Note(start, 60, quarter // 2 + 1) for start in starts)
        score = Score(ticks_per_quarter=quarter, tracks=(Track(notes=notes),))
        again = read_musicxml(write(notate(score))).score
        assert again.ticks_per_quarter == quarter
        assert again.tracks[0].notes == notes


def played(tempos: tuple[Tempo, ...], *, bars: int) -> Score:
    return Score(
        tracks=(Track(notes=tuple(Note(480 * n, 60, 480) for n in range(4 * bars))),), tempos=tempos
    )


def marks_of(page: NotatedPiece) -> list[tuple[int, TempoMark]]:
    return [
        (bar, mark)
        for bar, measure in enumerate(page.parts[0].measures)
        for mark in measure.tempos
        if mark.is_seen
    ]


def free_tempos(bars: int, slow: range, *, bpm: float = 124.3) -> tuple[Tempo, ...]:
    """Tempos for each quarter that sway by 3 % and fall by a quarter for some quarters."""
    return tuple(
        Tempo(480 * n, bpm * (1.03 if n % 2 else 0.97) * (0.75 if n in slow else 1.0))
        for n in range(4 * bars)
    )


def test_a_played_page_has_one_number_and_all_tempos_sound() -> None:
    score = played(free_tempos(16, range(28, 32)), bars=16)
    page = notate(score)
    seen = marks_of(page)
    assert [(bar, mark.words, mark.is_numbered) for bar, mark in seen] == [
        (0, "Freely", True),
        (7, "rit.", False),
        (8, "a tempo", False),
    ]
    assert abs(seen[0][1].usual - 124.3) < 5
    data = write(page)
    assert problems(data) == []
    assert data.count(b"<metronome") == 1
    heard = [(t.tick, round(t.bpm, 2)) for t in read_musicxml(data).score.tempos]
    assert heard == [(t.tick, round(t.bpm, 2)) for t in score.tempos]


def test_a_tempo_that_is_only_heard_has_blank_words() -> None:
    """MuseScore 3 prints the number of a bare `sound`, but no number beside words."""
    score = played(free_tempos(16, range(28, 32)), bars=16)
    data = write(notate(score))
    assert problems(data) == []
    root = ET.fromstring(data)  # noqa: S314 - made here
    assert root.findall(".//measure/sound[@tempo]") == []
    heard = root.findall(".//direction/sound[@tempo]/..")
    assert len(heard) == len(score.tempos)
    words = [each.findtext("direction-type/words") for each in heard]
    assert [each for each in words if each and each.strip()] == ["Freely", "rit.", "a tempo"]
    assert all(words)


def test_a_played_page_says_a_new_tempo_but_not_each_late_beat() -> None:
    late = {5, 21, 37}
    tempos = tuple(
        Tempo(480 * n, (101.7 if n < 48 else 143.1) * (0.8 if n in late else 1 + n % 3 / 100))
        for n in range(96)
    )
    seen = marks_of(notate(played(tempos, bars=24)))
    assert [(bar, mark.words, mark.is_numbered) for bar, mark in seen] == [
        (0, "Freely", True),
        (12, "", True),
    ]


def test_a_ramp_of_tempos_is_a_rit_and_numbers_of_a_composer_stay() -> None:
    ramp = tuple(Tempo(BAR * 3 + 240 * n, 120.0 - 5 * n) for n in range(8))
    tempos = (Tempo(0, 120.0), *ramp[1:], Tempo(BAR * 4, 120.0))
    seen = marks_of(notate(played(tempos, bars=8)))
    assert [(bar, mark.words) for bar, mark in seen] == [(0, ""), (3, "rit."), (4, "a tempo")]
    for each in (100.0, 103.0, 90.0, 140.0), (120.0, 60.0, 90.0, 30.0):
        written = tuple(Tempo(480 * n, bpm) for n, bpm in enumerate(each))
        seen = marks_of(notate(played(written, bars=8)))
        assert [mark.bpm for _, mark in seen] == list(each)


def test_a_new_number_at_each_bar_line_stays() -> None:
    tempos = tuple(Tempo(BAR * n, 100.0 + 3 * n) for n in range(16))
    seen = marks_of(notate(played(tempos, bars=16)))
    assert [mark.bpm for _, mark in seen] == [tempo.bpm for tempo in tempos]


def test_the_screen_leaves_out_tempos_that_are_only_heard() -> None:
    page = notate(played(free_tempos(16, range(28, 32)), bars=16))
    line = write(page, only=range(8))
    assert problems(line) == []
    assert line.count(b"<sound tempo") == 2


def swayed(*, performed: bool) -> Score:
    """Eight bars with a change of the pedal after each bar line, and a foot that sways."""
    controls = [Control(0, 64, 100)]
    for bar in range(1, 8):
        at = BAR * bar
        controls += [Control(at + move, 64, value) for move, value in ((0, 20), (120, 90))]
        controls += [Control(at + 700, 64, 60), Control(at + 760, 64, 75)]
    off = (17, 61, 113, 29, 83) if performed else (0,)
    notes = tuple(Note(480 * n + off[n % len(off)], 60 + n % 5, 300) for n in range(32))
    return Score(tracks=(Track(notes=notes, controls=tuple(controls)),))


def test_a_player_changes_the_pedal_in_one_sign_and_a_half_pedal_is_down() -> None:
    page = notate(swayed(performed=True))
    assert page.performed
    for measure in page.parts[0].measures[1:8]:
        assert measure.pedals == (PedalMark(0, False), PedalMark(0, True))
    line = write(page, only=range(4))
    assert problems(line) == []
    assert line.count(b'<pedal type="change"') == 3
    assert line.count(b"<pedal ") == 4
    assert b'"change"' not in write(page)


def test_a_written_pedal_stays_where_it_is_pressed() -> None:
    page = notate(swayed(performed=False))
    assert not page.performed
    sixteenth = page.parts[0].measures[0].length // 16
    for measure in page.parts[0].measures[1:8]:
        assert measure.pedals == (PedalMark(0, False), PedalMark(sixteenth, True))


def test_music_without_a_pedal_has_no_sign_of_one() -> None:
    controls = (Control(0, 7, 100), Control(960, 67, 127), Control(960, 64, 40))
    assert b"<pedal" not in write(notate(piece(80, 80, controls=controls)))


def test_own_words_beside_a_tempo_are_not_named_as_left_out() -> None:
    page = notate(played(free_tempos(16, range(28, 32)), bars=16))
    assert not read_musicxml(write(page)).warnings
