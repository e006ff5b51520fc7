"""MusicXML from outside: what sounds in it, and one sentence for what cannot be read."""

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from engine.ground.errors import EmptyMusicError, LimitError, NotationFileError, SegueError
from engine.harmony.chord_symbols import parse_chord
from engine.harmony.chord_track import with_chords, written_chords
from engine.library.reading import read_music, read_score
from engine.library.scanning import ArchiveMembers, FoundSong, Unreadable, scan
from engine.messages import ReadNotation
from engine.midi.file.midifile import read_midi
from engine.midi.file.span import Limits
from engine.midi.file.writing import write_midi
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.notation.page import Spelling
from engine.notation.reading import is_musicxml, read_musicxml
from engine.notation.renotating import renotated
from engine.values.score import KeySignature, Note, Score, TimeSignature, Track
from engine.worker.notation_reading import read_notation

DEMOS = Path(__file__).resolve().parents[2] / "assets" / "demo"
CONTAINER = (
    '<?xml version="1.0"?><container><rootfiles>'
    '<rootfile full-path="music/score.xml"/></rootfiles></container>'
)


def note(step: str, length: int = 4, *, more: str = "", octave: int = 4) -> str:
    return (
        f"<note><pitch><step>{step}</step><octave>{octave}</octave></pitch>"
        f"<duration>{length}</duration>{more}</note>"
    )


def document(*measures: str, about: str = "", head: str = "") -> bytes:
    """A MusicXML file of one part in 4/4 with a division of 1."""
    attributes = (
        "<attributes><divisions>1</divisions><time><beats>4</beats><beat-type>4</beat-type></time>"
        f"{head}</attributes>"
    )
    inside = "".join(
        f'<measure number="{n}">{attributes if n == 1 else ""}{measure}</measure>'
        for n, measure in enumerate(measures, 1)
    )
    return (
        '<?xml version="1.0"?><!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 3.1'
        ' Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">'
        f'<score-partwise><part-list><score-part id="P1"><part-name>Violin</part-name>{about}'
        f'</score-part></part-list><part id="P1">{inside}</part></score-partwise>'
    ).encode()


def packed(data: bytes, *, container: str = CONTAINER, name: str = "music/score.xml") -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        if container:
            archive.writestr("META-INF/container.xml", container)
        archive.writestr(name, data)
    return target.getvalue()


def notes_in(data: bytes, **how: bool) -> list[tuple[float, int, float]]:
    score = read_musicxml(data, **how).score
    quarter = score.ticks_per_quarter
    return [
        (n.start / quarter, n.pitch, n.duration / quarter)
        for track in score.tracks
        for n in track.notes
    ]


def test_what_we_write_is_read_again() -> None:
    score = read_midi((DEMOS / "waltz-for-two.mid").read_bytes()).score
    again = read_musicxml(write(notate(score))).score
    tracks = [track for track in score.tracks if track.notes]
    for track, found in zip(tracks, again.tracks, strict=True):
        assert (found.program, found.is_drum) == (track.program, track.is_drum)
        expected = sorted((n.start, n.pitch) for n in track.notes)
        assert sorted((n.start, n.pitch) for n in found.notes) == expected
    assert again.time_signatures == score.time_signatures
    assert round(again.tempos[0].bpm) == round(score.tempos[0].bpm)


def test_clarinets_and_drums_come_back_as_they_sound() -> None:
    clarinet = Track(program=71).with_notes([Note(0, 61, 480), Note(480, 65, 960)])
    drums = Track(is_drum=True).with_notes([Note(0, 36, 480), Note(0, 42, 240)])
    score = Score(tracks=(clarinet, drums), key_signatures=(KeySignature(0, -3),))
    again = read_musicxml(write(notate(score))).score
    assert [n.pitch for n in again.tracks[0].notes] == [61, 65]
    assert {n.pitch for n in again.tracks[1].notes} == {36, 42}
    assert again.tracks[1].is_drum
    assert again.key_signatures == (KeySignature(0, -3),)


def test_what_was_played_freely_comes_back_as_it_was_played() -> None:
    played = tuple(Note(463 * i + 17 * (i % 3), 60 + i % 7, 401 - 11 * (i % 4)) for i in range(40))
    page = notate(Score(tracks=(Track().with_notes(played),)))
    assert page.performed
    back = read_musicxml(write(page)).score.tracks[0].notes
    assert [(note.start, note.pitch) for note in back] == [(n.start, n.pitch) for n in played]
    assert all(abs(a.end - b.end) <= 2 for a, b in zip(back, played, strict=True))


def test_a_piece_that_waits_for_its_first_grace_note_comes_back_as_late() -> None:
    notes = [Note(0, 71, 27)] + [Note(27 + 480 * i, 72 - i, 480) for i in range(8)]
    page = notate(Score(tracks=(Track(program=73).with_notes(notes),)))
    assert page.parts[0].measures[0].voices[0].symbols[0].grace
    back = read_musicxml(write(page)).score.tracks[0].notes
    assert [note.start for note in back] == [note.start for note in notes]


def test_a_grace_note_at_the_very_beginning_is_heard() -> None:
    grace = note("C", 0).replace("<note>", "<note><grace/>").replace("<duration>0</duration>", "")
    score = read_musicxml(document(grace + note("D"))).score
    assert [one.pitch for one in score.tracks[0].notes] == [60, 62]


def test_chord_symbols_come_back_and_those_of_others_are_understood() -> None:
    chords = (parse_chord("Dm7/F"), parse_chord("B♭", tick=960), parse_chord("N.C.", tick=1920))
    track = Track(program=73).with_notes([Note(0, 60, 3840)])
    score = with_chords(Score(tracks=(track,)), chords)
    assert written_chords(read_musicxml(write(notate(score))).score) == chords
    kinds = {"dominant-13th": "7", "major-sixth": "maj", "minor-ninth": "min7", "power": None}
    for kind, quality in kinds.items():
        harmony = f"<harmony><root><root-step>D</root-step></root><kind>{kind}</kind></harmony>"
        found = written_chords(read_musicxml(document(harmony + note("C"))).score)
        assert [chord.quality for chord in found] == ([quality] if quality else [])


def test_chord_symbols_over_a_clarinet_stand_in_its_key() -> None:
    chords = (parse_chord("Cm7/E♭"), parse_chord("N.C.", tick=1920))
    track = Track(program=71).with_notes([Note(0, 60, 3840)])
    page = notate(with_chords(Score(tracks=(track,)), chords))
    first = page.parts[0].measures[0].chords[0]
    assert (first.root, first.bass) == (Spelling("D", 0, 4), Spelling("F", 0, 4))
    assert written_chords(read_musicxml(write(page)).score) == chords
    transpose = "<transpose><diatonic>-1</diatonic><chromatic>-2</chromatic></transpose>"
    harmony = "<harmony><root><root-step>D</root-step></root><kind>major</kind></harmony>"
    found = written_chords(read_musicxml(document(harmony + note("D"), head=transpose)).score)
    assert found == (parse_chord("C"),)


def test_ties_are_one_note_and_chords_begin_together() -> None:
    start, stop = '<tie type="start"/>', '<tie type="stop"/>'
    chord = note("E").replace("<note>", "<note><chord/>")
    data = document(note("C", more=start) + chord, note("C", 2, more=stop) + note("D", 2))
    assert notes_in(data) == [(0, 60, 6), (0, 64, 4), (6, 62, 2)]


def test_voices_go_back_and_grace_notes_take_little() -> None:
    grace = note("B", octave=3).replace("<note>", '<note><grace slash="yes"/>')
    grace = grace.replace("<duration>4</duration>", "")
    data = document(
        note("C", 2) + grace + note("D", 2) + "<backup><duration>4</duration></backup>" + note("A")
    )
    found = notes_in(data)
    assert [pitch for _, pitch, _ in found] == [60, 69, 59, 62]
    assert 1.8 < found[2][0] < 2.0


def test_grace_notes_after_the_last_note_of_a_voice_stay_in_it() -> None:
    graces = "".join(
        f"<note><grace/><pitch><step>{step}</step><octave>4</octave></pitch></note>"
        for step in ("B", "A")
    )
    back = "<backup><duration>4</duration></backup>"
    upper, lower = note("G") + graces + back, note("C") + graces
    found = notes_in(document(upper + lower, note("E")))
    assert [pitch for at, pitch, _ in found if at == 0] == [60, 67]
    late = [pitch for at, pitch, _ in found if 3.7 < at < 4]
    assert late == [71, 71, 69, 69]


def test_dynamics_hold_from_their_beat_on_in_both_hands() -> None:
    def mark(name: str, staff: int = 1) -> str:
        return (
            f"<direction><direction-type><dynamics><{name}/></dynamics></direction-type>"
            f"<staff>{staff}</staff></direction>"
        )

    def hand(step: str, staff: int) -> str:
        return note(step, 2, more=f"<staff>{staff}</staff>")

    back = "<backup><duration>4</duration></backup>"
    upper = mark("pp") + hand("G", 1) + mark("ff") + hand("A", 1)
    together = upper + back + hand("C", 2) + hand("D", 2)
    apart = mark("f") + hand("G", 1) + hand("A", 1) + back + mark("p", 2) + hand("C", 2)
    (track,) = read_musicxml(
        document(together, apart, hand("A", 1) + back + hand("D", 2))
    ).score.tracks
    found = [(n.start // 960, n.pitch, n.velocity) for n in track.notes]
    assert found[:4] == [(0, 60, 33), (0, 67, 33), (1, 62, 112), (1, 69, 112)]
    # Where each hand has a dynamic of its own, it keeps that.
    assert found[4:] == [(2, 60, 49), (2, 67, 96), (3, 69, 96), (4, 62, 49), (4, 69, 96)]


def test_the_only_drum_of_a_part_need_not_be_named() -> None:
    snare = (
        '<score-instrument id="P1-I39"><instrument-name>Snare</instrument-name></score-instrument>'
        '<midi-instrument id="P1-I39"><midi-channel>10</midi-channel>'
        "<midi-unpitched>39</midi-unpitched></midi-instrument>"
    )
    stroke = (
        "<note><unpitched><display-step>E</display-step><display-octave>4</display-octave>"
        "</unpitched><duration>4</duration></note>"
    )
    assert notes_in(document(stroke, about=snare)) == [(0, 38, 4)]


def test_repeats_are_unfolded_on_wish() -> None:
    repeat = '<barline location="right"><repeat direction="backward"/></barline>'
    data = document(note("C"), note("D") + repeat, note("E"))
    assert [pitch for _, pitch, _ in notes_in(data)] == [60, 62, 60, 62, 64]
    assert [pitch for _, pitch, _ in notes_in(data, repeats=False)] == [60, 62, 64]


def bracket(kind: str, numbers: str, *, repeat: bool = False) -> str:
    again = '<repeat direction="backward"/>' if repeat else ""
    side = "left" if kind == "start" else "right"
    return f'<barline location="{side}"><ending number="{numbers}" type="{kind}"/>{again}</barline>'


def test_each_of_three_endings_is_heard() -> None:
    data = document(
        note("C"),
        bracket("start", "1, 2") + note("D") + bracket("stop", "1, 2", repeat=True),
        bracket("start", "3") + note("E") + bracket("discontinue", "3"),
        note("G"),
    )
    assert [pitch for _, pitch, _ in notes_in(data)] == [60, 62, 60, 62, 60, 64, 67]


def test_an_ending_that_nobody_closed_ends_with_the_next_repeat() -> None:
    forward = '<barline location="left"><repeat direction="forward"/></barline>'
    backward = '<barline location="right"><repeat direction="backward"/></barline>'
    data = document(
        note("C"),
        bracket("start", "1") + note("D") + backward,
        bracket("start", "2") + note("E"),
        forward + note("F") + backward,
        note("G"),
    )
    assert [pitch for _, pitch, _ in notes_in(data)] == [60, 62, 60, 64, 65, 65, 67]


def test_after_a_jump_back_the_tempo_of_that_place_holds_again() -> None:
    slow, fast = '<sound tempo="60"/>', '<sound tempo="90"/>'
    again = '<barline location="right"><repeat direction="backward"/></barline>'
    score = read_musicxml(document(note("C"), slow + note("D") + again, fast + note("E"))).score
    found = [(tempo.tick // 1920, tempo.bpm) for tempo in score.tempos]
    assert found == [(1, 60), (2, 120), (3, 60), (4, 90)]


def test_a_tempo_of_the_first_ending_does_not_reach_the_second() -> None:
    data = document(
        '<sound tempo="100"/>' + note("C"),
        bracket("start", "1")
        + '<sound tempo="50"/>'
        + note("D")
        + bracket("stop", "1", repeat=True),
        bracket("start", "2") + note("E") + bracket("stop", "2"),
    )
    found = [(tempo.tick // 1920, tempo.bpm) for tempo in read_musicxml(data).score.tempos]
    assert found == [(0, 100), (1, 50), (2, 100)]


def test_verses_follow_the_repeats() -> None:
    verses = '<lyric number="1"><text>one</text></lyric><lyric number="2"><text>two</text></lyric>'
    repeat = '<barline location="right"><repeat direction="backward"/></barline>'
    (track,) = read_musicxml(document(note("C", more=verses) + repeat)).score.tracks
    assert [other.data for other in track.others] == [b"one", b"two"]


def test_a_syllable_of_the_second_verse_is_not_sung_in_the_first() -> None:
    both = '<lyric number="1"><text>one</text></lyric><lyric number="2"><text>two</text></lyric>'
    second = '<lyric number="part1verse2"><text>deux</text></lyric>'
    repeat = '<barline location="right"><repeat direction="backward"/></barline>'
    sung = note("C", 2, more=both) + note("D", 2, more=second)
    (track,) = read_musicxml(document(sung + repeat)).score.tracks
    assert [other.data for other in track.others] == [b"one", b"two", b"deux"]
    (track,) = read_musicxml(document(sung)).score.tracks
    assert [other.data for other in track.others] == [b"one", b"[2] two", b"[2] deux"]


def test_an_upbeat_has_a_meter_of_its_own() -> None:
    score = read_musicxml(document(note("C", 1), note("D"))).score
    assert score.time_signatures == (TimeSignature(0, 1, 4), TimeSignature(480, 4, 4))


def test_a_bar_cut_within_a_triplet_keeps_its_length() -> None:
    third = Track(program=73).with_notes([Note(160 * i, 60 + i, 160) for i in range(40)])
    meters = (TimeSignature(0, 4, 4), TimeSignature(2720, 4, 4), TimeSignature(4640, 3, 4))
    score = Score(tracks=(third,), time_signatures=meters)
    again = read_musicxml(write(notate(score))).score
    assert [n.start for n in again.tracks[0].notes] == [n.start for n in third.notes]
    assert {signature.tick for signature in again.time_signatures} >= {0, 2720, 4640}


def test_measures_before_parts_are_read_too() -> None:
    part = document(note("C")).decode()
    inside = part[part.index("<attributes>") : part.index("</measure>")]
    data = (
        '<score-timewise><part-list><score-part id="P1"><part-name>A</part-name></score-part>'
        f'</part-list><measure number="1"><part id="P1">{inside}</part></measure></score-timewise>'
    )
    assert notes_in(data.encode()) == [(0, 60, 4)]


def test_a_packed_file_is_read_by_what_its_container_names() -> None:
    assert notes_in(packed(document(note("C")))) == [(0, 60, 4)]
    assert notes_in(packed(document(note("C")), container="", name="a.xml")) == [(0, 60, 4)]


def test_an_instrument_without_a_program_goes_by_its_name() -> None:
    (track,) = read_musicxml(document(note("C"))).score.tracks
    assert (track.name, track.program) == ("Violin", 40)


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><score-partwise>&b;</score-partwise>'
OUTSIDE = (
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><score-partwise>&a;</score-partwise>'
)
REFUSED = {
    "entities": (BOMB.encode(), "entities"),
    "a file of the machine": (OUTSIDE.encode(), "entities"),
    "cut short": (document(note("C"))[:-40], "no sound XML"),
    "nested": (b"<a>" * 5000, "nested"),
    "web page": (b"<html><body>Hello</body></html>", "no MusicXML"),
    "no text at all": (b"<?xml version='1.0'?>", "no sound XML"),
    "endless text": (b"<score-partwise>" + b"x" * 100_000, "endless text"),
    "archive without a score": (packed(b"", container="", name="a.txt"), "no score"),
    "broken archive": (packed(document(note("C")))[:-30], "damaged"),
    "MuseScore's own": (packed(b"<x/>", container="", name="a.mscx"), "export it as MusicXML"),
    "another encoding": (b"<?xml version='1.0' encoding='klingon'?><a/>", "no MusicXML score"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_gets_one_sentence(name: str) -> None:
    data, why = REFUSED[name]
    assert is_musicxml(data)
    with pytest.raises(NotationFileError, match=why) as told:
        read_musicxml(data)
    assert told.value.message.endswith(".")


def test_silence_is_told_apart_from_damage() -> None:
    rest = "<note><rest/><duration>4</duration></note>"
    with pytest.raises(EmptyMusicError):
        read_musicxml(document(rest))


@pytest.mark.slow
def test_a_bomb_costs_no_more_than_its_limit() -> None:
    blank = b" " * (40 << 20)
    limits = Limits(file_bytes=1 << 20)
    with pytest.raises(LimitError, match="1 MiB"):
        read_musicxml(packed(document(note("C")) + blank), limits=limits)
    with pytest.raises(NotationFileError, match="1 MiB"):
        read_musicxml(document(note("C")) + blank, limits=limits)


def test_too_many_measures_and_too_much_repetition_are_refused() -> None:
    repeat = (
        '<barline location="left"><repeat direction="forward"/></barline>{}'
        '<barline location="right"><repeat direction="backward" times="99"/></barline>'
    )
    data = document(*(repeat.format(note("C")) for _ in range(40)))
    with pytest.raises(LimitError, match="repeats"):
        read_musicxml(data, limits=Limits(bars=1000))
    with pytest.raises(LimitError, match="measures"):
        read_musicxml(data, limits=Limits(bars=10))


@pytest.mark.parametrize(
    "odd",
    [
        "<note/>",
        "<note><pitch/><duration>4</duration></note>",
        "<note><pitch><step>H</step><octave>99</octave></pitch><duration>4</duration></note>",
        "<note><pitch><step>C</step><octave>4</octave></pitch><duration>-4</duration></note>",
        "<note><pitch><step>C</step><octave>4</octave></pitch><duration>999999999</duration></note>",
        "<backup><duration>500</duration></backup>",
        "<attributes><divisions>0</divisions></attributes>",
        "<attributes><time><beats>x</beats><beat-type>7</beat-type></time></attributes>",
        "<attributes><key><fifths>700</fifths></key></attributes>",
        '<sound tempo="1e999"/><sound tempo="-3"/><sound dynamics="lots"/>',
        '<barline><ending number="last" type="start"/></barline>',
        '<barline><repeat direction="backward" times="-1"/></barline>',
        "<direction><direction-type><metronome/></direction-type></direction>",
        "<note><chord/><unpitched/><duration>1</duration></note>",
    ],
)
def test_odd_elements_cost_nothing_else(odd: str) -> None:
    score = read_musicxml(document(odd + note("C"), note("D"))).score
    assert {62} <= {n.pitch for track in score.tracks for n in track.notes}


def test_the_library_takes_musicxml_as_it_takes_midi(tmp_path: Path) -> None:
    (tmp_path / "a.musicxml").write_bytes(document(note("C")))
    (tmp_path / "b.mxl").write_bytes(packed(document(note("D"))))
    (tmp_path / "c.mscz").write_bytes(b"PK")
    found = list(scan([tmp_path], unchanged_archives=ArchiveMembers()))
    taken = [entry.place.file for entry in found if isinstance(entry, FoundSong)]
    assert [path.name for path in taken] == ["a.musicxml", "b.mxl"]
    (refused,) = [entry for entry in found if isinstance(entry, Unreadable)]
    assert "export it as MusicXML" in refused.reason
    scores = [read_score(path).score for path in taken]
    assert [score.note_count for score in scores] == [1, 1]
    assert len(read_music(taken[0].read_bytes()).table) == 1


@pytest.mark.slow
def test_a_guarded_process_reads_it_for_the_window(tmp_path: Path) -> None:
    path = tmp_path / "a.musicxml"
    path.write_bytes(document(note("C")))
    read = read_notation(ReadNotation(file=str(path), title="Mine"))
    assert (read.score.title, read.score.note_count) == ("Mine", 1)
    path.write_bytes(BOMB.encode())
    with pytest.raises(SegueError, match="entities"):
        read_notation(ReadNotation(file=str(path)))
    with pytest.raises(SegueError, match="export it"):
        read_notation(ReadNotation(file=str(tmp_path / "a.mscz")))
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("b/a.musicxml", document(note("C"), note("D")))
    read = read_notation(ReadNotation(file=str(tmp_path / "all.zip"), tune="b/a.musicxml"))
    assert read.score.note_count == 2


REST = '<note><rest measure="yes"/><duration>4</duration></note>'


@pytest.mark.parametrize("rests", [1, 2, 9])
def test_bars_of_rest_at_the_end_stay(rests: int) -> None:
    score = read_musicxml(document(note("C"), *[REST] * rests)).score
    page = notate(score)
    assert len(page.parts[0].measures) == 1 + rests
    data = write(page)
    assert data.count(b"<time>") == 1
    again = read_musicxml(data).score
    assert again.time_signatures == score.time_signatures
    through_midi = read_midi(write_midi(score)).score
    assert len(notate(through_midi).parts[0].measures) == 1 + rests


def test_no_bar_is_added_where_the_last_one_sounds() -> None:
    score = read_musicxml(document(REST, note("C"))).score
    assert score.time_signatures == (TimeSignature(0, 4, 4),)
    assert len(notate(score).parts[0].measures) == 2


def test_a_meter_far_behind_the_music_makes_no_page() -> None:
    meters = (TimeSignature(0, 4, 4), TimeSignature(1920 * 100_000, 4, 4))
    score = Score(tracks=(Track(notes=(Note(0, 60, 480),)),), time_signatures=meters)
    assert len(notate(score).parts[0].measures) == 1


def test_an_edit_keeps_the_bars_of_rest() -> None:
    before = read_musicxml(document(note("C"), REST, REST)).score
    track = before.tracks[0]
    after = replace(before, tracks=(track.with_notes([replace(track.notes[0], pitch=72)]),))
    page, changed = renotated(notate(before), before, after)
    assert page == notate(after)
    assert changed == range(2)


@pytest.mark.slow
def test_a_guarded_process_names_the_tunes_of_an_abc_file(tmp_path: Path) -> None:
    path = tmp_path / "book.abc"
    path.write_text("X:1\nT:One\nK:C\nCDEF|\n\nX:2\nT:Two\nK:C\nGABc|\n")
    first = read_notation(ReadNotation(file=str(path)))
    assert first.tunes == ("0001 One.abc", "0002 Two.abc")
    second = read_notation(ReadNotation(file=str(path), tune=first.tunes[1]))
    assert second.tunes == ()
    assert [note.pitch for note in second.score.tracks[0].notes] == [67, 69, 71, 72]
