"""Parts of players: both hands together, rests counted, a place to turn the page."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.engraving.engraver import Engraver
from engine.engraving.systems import systems
from engine.form.players import part_paths, players
from engine.gate import xml
from engine.ground.errors import DocumentError
from engine.harmony.chord_symbols import parse_chord
from engine.messages import DrawLines, ExportParts, LineDrawn
from engine.notation.extracting import can_turn, extracted
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.notation.reading import read_musicxml
from engine.values.score import KeySignature, Note, Score, Tempo, Track
from engine.worker.notation import draw_lines, export_parts
from tests.notation.musicxml import note, score
from tests.notation.others import problems

BAR = 1920


def whole_notes(*bars: int, pitch: int = 72) -> tuple[Note, ...]:
    return tuple(Note(BAR * bar, pitch, BAR) for bar in bars)


def band(*, bars: int = 24) -> Score:
    """A piano in two tracks, a clarinet that rests in bars 3 to 12, a cello that plays on."""
    return Score(
        tracks=(
            Track(notes=whole_notes(*range(bars))),
            Track(notes=whole_notes(*range(bars), pitch=48)),
            Track(program=71, notes=whole_notes(0, 1, *range(12, bars))),
            Track(),
            Track(program=42, name="Cello", notes=whole_notes(*range(bars), pitch=50)),
        )
    )


def rests(score: Score, track: int) -> dict[int, int]:
    """How many measures of rest are one sign, by the measure it stands in."""
    (part,) = extracted(notate(score), (track,)).parts
    return {n: m.counted_rests for n, m in enumerate(part.measures) if m.counted_rests}


def test_a_player_has_both_hands_and_no_silent_track() -> None:
    assert players(band().tracks) == ((0, 1), (2,), (4,))


@pytest.mark.parametrize(
    "names", [("Melody", "Chords"), ("MELODY", "BRIDGE"), ("Piano", "Lead vocal")]
)
def test_a_sung_line_and_its_accompaniment_are_no_hands(names: tuple[str, str]) -> None:
    score = named(*names)
    assert players(score.tracks) == ((0,), (1,), (2,), (4,))
    assert b"brace" not in write(notate(score))


@pytest.mark.parametrize(
    "names",
    [("", ""), ("Piano", "Piano"), ("upper:", "lower:"), ("Voice 1", "Voice 2"), ("Leading", "")],
)
def test_other_names_say_nothing_against_hands(names: tuple[str, str]) -> None:
    assert players(named(*names).tracks)[0] == (0, 1)


def named(upper: str, lower: str) -> Score:
    first, second, *others = band().tracks
    return replace(
        band(), tracks=(replace(first, name=upper), replace(second, name=lower), *others)
    )


def test_two_hands_are_joined_by_a_brace_and_named_once() -> None:
    page = notate(band())
    root = xml.parse(write(page))
    group = root.find("part-list/part-group")
    assert group is not None
    assert group.findtext("group-symbol") == "brace"
    upper, lower = root.findall("part-list/score-part/part-name")[:2]
    assert upper.get("print-object") is None
    assert lower.get("print-object") == "no"
    first = Engraver().draw(page, range(2)).svg
    assert first.count("Grand piano") == 1
    for measures in (range(2), range(2, 4)):
        assert 'class="grpSym"' in Engraver().draw(page, measures).svg


def test_rests_are_counted_and_a_sign_ends_the_count() -> None:
    score = band()
    assert rests(score, 2) == {2: 10}
    faster = replace(score, tempos=(Tempo(0, 120.0), Tempo(6 * BAR, 90.0)))
    assert rests(faster, 2) == {2: 4, 6: 6}
    other_key = replace(score, key_signatures=(KeySignature(0, 0), KeySignature(11 * BAR, 2)))
    assert rests(other_key, 2) == {2: 9}
    assert rests(score, 4) == {}


def test_chord_symbols_stand_where_their_player_plays() -> None:
    score = band()
    chords = [replace(parse_chord("C"), tick=BAR * bar) for bar in range(24)]
    page = notate(score, chords=chords)
    (clarinet,) = extracted(page, (2,)).parts
    assert [n for n, m in enumerate(clarinet.measures) if m.chords] == [0, 1, *range(12, 24)]
    lead = Score(tracks=(Track(notes=whole_notes(0, 5)), score.tracks[4]))
    (first,) = extracted(notate(lead, chords=chords[:6]), (0,)).parts
    assert [n for n, m in enumerate(first.measures) if m.chords] == [0, 1, 2, 3, 4, 5]


def test_a_part_is_valid_and_sounds_as_its_track() -> None:
    score = band()
    for tracks in players(score.tracks):
        data = write(extracted(notate(score), tracks))
        assert problems(data) == []
        heard = read_musicxml(data).score
        assert [t.notes for t in heard.tracks] == [score.tracks[n].notes for n in tracks]


def test_a_counted_rest_is_one_sign_on_one_line() -> None:
    part = extracted(notate(band()), (2,))
    engraver = Engraver(1200)
    lines = systems(part, width=engraver.spaces)
    assert [m for line in lines for m in line] == list(range(24))
    (line,) = [line for line in lines if 2 in line]
    assert line.start <= 2
    assert line.stop >= 12
    svg = engraver.draw(part, line).svg
    assert svg.count('class="multiRest"') == 1
    assert svg.count('class="mRest"') == 0


def test_a_page_is_turned_in_a_rest_or_at_the_end() -> None:
    part = extracted(notate(band()), (2,))
    assert [can_turn(part, measure) for measure in (1, 2, 12, 13, 24)] == [
        False, True, True, False, True,
    ]  # fmt: skip


def test_a_job_says_where_a_page_may_be_turned() -> None:
    job = DrawLines(score=band(), books=((2,),), widths=(1200,))
    lines = [event for event in draw_lines(job) if isinstance(event, LineDrawn)]
    assert lines[-1].may_turn
    assert not all(line.may_turn for line in lines)


def test_files_of_parts_stand_beside_the_score() -> None:
    song = Path("/a/Song.musicxml")
    paths = part_paths(song, ("Violin", "violin", "Clarinet in B♭", "a/b: c", ""))
    assert [path.name for path in paths] == [
        "Song - Violin 1.musicxml",
        "Song - violin 2.musicxml",
        "Song - Clarinet in B♭.musicxml",
        "Song - a-b- c.musicxml",
        "Song - part.musicxml",
    ]
    assert {path.parent for path in paths} == {song.parent}


def test_a_job_writes_each_part_transposed(tmp_path: Path) -> None:
    targets = tuple(str(tmp_path / name) for name in ("piano.musicxml", "clarinet.musicxml"))
    done = export_parts(ExportParts(score=band(), parts=((0, 1), (2,)), targets=targets))
    assert done.files == targets
    clarinet = xml.parse((tmp_path / "clarinet.musicxml").read_bytes())
    assert clarinet.findtext("part-list/score-part/part-name") == "Clarinet in B♭"
    # It sounds C5 and is written D5, a whole tone higher.
    assert clarinet.findtext("part/measure/note/pitch/step") == "D"
    assert clarinet.findtext("part/measure/attributes/measure-style/multiple-rest") == "10"


def test_a_part_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    target = str(tmp_path / "no" / "a.musicxml")
    with pytest.raises(DocumentError, match=r"a\.musicxml"):
        export_parts(ExportParts(score=band(), parts=((2,),), targets=(target,)))


def test_paper_has_the_bars_of_the_page_with_its_repeats() -> None:
    bar = "".join(note(step, 1) for step in "CDEF")
    again = '<barline location="right"><repeat direction="backward"/></barline>'
    music = score(bar, bar + again, bar)
    pictures = [
        event.picture.svg
        for event in draw_lines(DrawLines(score=music, books=((0,),), widths=(1200,)))
        if isinstance(event, LineDrawn)
    ]
    assert sum(svg.count('class="measure') for svg in pictures) == 3
    assert music.end == 5 * 4 * music.ticks_per_quarter
