"""Marks of a page come back as they were written, and go with their notes."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.form.marking import with_mark
from engine.form.passages import joined, split
from engine.form.shading import with_dynamic
from engine.gate import xml
from engine.notation.folding import folded, with_times
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.notation.reading import read_musicxml
from engine.notation.renotating import renotated
from engine.values.mark_kinds import MARK_KINDS, Mark, MarkGroup, marks_in
from engine.values.score import Note, Score
from tests.notation.musicxml import direction, document, notations, note, words
from tests.notation.others import problems

ALONE = sorted(
    name
    for name, kind in MARK_KINDS.items()
    if kind.group in {MarkGroup.ARTICULATION, MarkGroup.ORNAMENT, MarkGroup.TECHNIQUE}
    and not kind.has_detail
)
BAR = "".join(note(step, 1) for step in "CDEF")
OTHER_BAR = "".join(note(step, 1) for step in "GABA")
FORWARD = '<barline location="left"><repeat direction="forward"/></barline>'
BACKWARD = '<barline location="right"><repeat direction="backward"/></barline>'
ENDING = '<barline location="left"><ending type="start" number="{}"/></barline>'
ENDED = (
    '<barline location="right"><ending type="stop" number="{}"/><repeat direction="backward"/>'
    "</barline>"
)
LAST = '<barline location="right"><ending type="discontinue" number="2"/></barline>'
SLUR, SLUR_END = '<slur type="start" number="1"/>', '<slur type="stop" number="1"/>'


def again(music: Score) -> bytes:
    """Return the file of a piece, its page with the repeats that fit."""
    made = write(folded(notate(music)))
    assert problems(made) == []
    return made


def read(*measures: str) -> Score:
    return read_musicxml(document(*measures)).score


def count(made: bytes, tag: str) -> int:
    return sum(1 for _ in xml.parse(made).iter(tag))


def slurred() -> Score:
    first, last = note("C", 1, more=notations(SLUR)), note("F", 1, more=notations(SLUR_END))
    return read(first + note("D", 1) + note("E", 1) + last)


@pytest.mark.parametrize("name", ALONE)
def test_a_mark_comes_back_at_its_note(name: str) -> None:
    group = MARK_KINDS[name].group.value
    marked = note("D", 2, more=notations(f"<{group}><{name}/></{group}>"))
    made = again(read(note("C", 1) + marked + note("E", 1)))
    bearers = [
        e for e in xml.parse(made).iter("note") if e.find(f"notations/{group}/{name}") is not None
    ]
    assert [e.findtext("pitch/step") for e in bearers] == ["D"]
    assert [e.findtext("type") for e in xml.parse(made).iter("note")] == [
        "quarter",
        "half",
        "quarter",
    ]


@pytest.mark.parametrize(
    "written",
    [
        '<fermata type="inverted">angled</fermata>',
        "<technical><bend><bend-alter>2</bend-alter><release/></bend></technical>",
        '<accidental-mark placement="above">sharp</accidental-mark>',
        '<ornaments><turn/><accidental-mark placement="below">three-quarters-flat</accidental-mark>'
        "</ornaments>",
    ],
)
def test_what_belongs_to_a_mark_comes_back(written: str) -> None:
    made = again(read(note("D", 4, more=notations(written))))
    assert f"<notations>{written}</notations>".encode() in made.replace(b" />", b"/>")


def test_lines_in_groups_come_back_with_both_ends() -> None:
    hammer = '<technical><hammer-on type="{0}" number="1">H</hammer-on></technical>'
    wavy = '<ornaments><wavy-line type="{0}" number="1"/></ornaments>'
    lines = [hammer.format("start"), hammer.format("stop") + wavy.format("start")]
    lines += [wavy.format("continue"), wavy.format("stop")]
    steps = zip("CDEF", lines, strict=True)
    made = again(read("".join(note(step, 1, more=notations(line)) for step, line in steps)))
    ends = [
        (e.findtext("pitch/step"), end.tag, end.get("type"), end.get("number"))
        for e in xml.parse(made).iter("note")
        for end in e.findall("notations/*/*")
    ]
    assert ends == [
        ("C", "hammer-on", "start", "1"),
        ("D", "wavy-line", "start", "2"),
        ("D", "hammer-on", "stop", "1"),
        ("E", "wavy-line", "continue", "2"),
        ("F", "wavy-line", "stop", "2"),
    ]


def test_a_line_over_one_note_begins_before_it_ends() -> None:
    wavy = '<wavy-line type="start" number="1"/><wavy-line type="stop" number="1"/>'
    trill = note("D", 4, more=notations(f"<ornaments><trill-mark/>{wavy}</ornaments>"))
    assert wavy.encode() in again(read(trill)).replace(b" />", b"/>")


@pytest.mark.parametrize("at_first", [True, False])
@pytest.mark.parametrize("mark", ["<breath-mark/>", "<accent/>"])
def test_a_mark_stays_at_its_end_of_a_tie(mark: str, *, at_first: bool) -> None:
    articulated = notations(f"<articulations>{mark}</articulations>")
    of_first, of_last = (articulated, "") if at_first else ("", articulated)
    tied = [
        note("C", 4, more='<tie type="start"/>' + of_first),
        note("C", 4, more='<tie type="stop"/>' + of_last),
    ]
    measures = xml.parse(again(read(*tied))).iter("measure")
    there = [measure.find(f"note/notations/articulations/{mark[1:-2]}") for measure in measures]
    assert [element is not None for element in there] == [at_first, not at_first]


def test_a_file_of_segue_is_read_as_it_was_written() -> None:
    first = read(BAR, note("C", 4, more=notations("<ornaments><trill-mark/></ornaments>")))
    second = read_musicxml(again(first)).score
    assert second.tracks == first.tracks
    assert again(second) == again(first)


def test_a_trill_whose_notes_were_changed_is_written_note_by_note() -> None:
    music = read(note("C", 4, more=notations("<ornaments><trill-mark/></ornaments>")))
    track = music.tracks[0]
    struck = list(track.notes)
    struck[2] = replace(struck[2], pitch=struck[2].pitch + 3)
    made = again(music.with_track(0, track.with_notes(struck)))
    assert count(made, "trill-mark") == 0
    assert count(made, "note") == len(struck)


def test_a_slur_needs_both_its_notes() -> None:
    music = slurred()
    track = music.tracks[0]
    assert count(again(music), "slur") == 2
    without_last = music.with_track(0, track.with_notes(track.notes[:-1]))
    assert count(again(without_last), "slur") == 0


def test_marks_go_with_notes_that_are_moved_and_pasted() -> None:
    music = slurred()
    track = music.tracks[0]
    quarter = music.ticks_per_quarter
    moved = [replace(n, start=n.start + 4 * quarter, pitch=n.pitch + 2) for n in track.notes]
    made = again(music.with_track(0, track.with_notes([*track.notes, *moved])))
    bearers = [
        (e.findtext("pitch/step"), slur.get("type"))
        for e in xml.parse(made).iter("note")
        for slur in e.iter("slur")
    ]
    assert bearers == [("C", "start"), ("F", "stop"), ("D", "start"), ("G", "stop")]


def test_a_note_that_is_cut_has_its_marks_once() -> None:
    music = read(note("C", 4, more=notations("<articulations><accent/></articulations>")))
    quarter = music.ticks_per_quarter
    parts = split(music, (2 * quarter,))
    halves = [n.marks for part in parts for n in part.score.tracks[0].notes]
    assert halves == ["accent", ""]
    assert joined(parts, of=music).tracks[0].notes == music.tracks[0].notes


def test_bars_that_move_take_their_directions_along() -> None:
    dolce = direction("<dynamics><p/></dynamics>") + words("dolce")
    music = read(BAR, dolce + OTHER_BAR)
    bar = 4 * music.ticks_per_quarter
    first, second = split(music, (bar,))
    swapped = joined((second, first), of=music)
    assert [(d.tick, d.text) for d in swapped.tracks[0].directions] == [(0, "p"), (0, "dolce")]


@pytest.mark.parametrize(
    "measures",
    [
        (BAR, FORWARD + OTHER_BAR + BACKWARD, BAR),
        (BAR + BACKWARD, OTHER_BAR),
        (BAR, ENDING.format(1) + OTHER_BAR + ENDED.format(1), ENDING.format(2) + BAR + LAST),
        (BAR, OTHER_BAR + words("Fine"), BAR + words("D.C. al Fine")),
        (
            direction("<segno/>") + BAR,
            OTHER_BAR + words("To Coda"),
            BAR + words("D.S. al Coda"),
            direction("<coda/>") + OTHER_BAR,
        ),
    ],
)
def test_the_way_through_a_page_stays(measures: tuple[str, ...]) -> None:
    music = read(*measures)
    made = again(music)
    assert count(made, "measure") == len(measures)
    for tag in ("repeat", "ending", "segno", "coda", "words"):
        assert count(made, tag) == sum(measure.count(f"<{tag}") for measure in measures), tag
    assert read_musicxml(made).score.tracks == music.tracks


def test_a_repeat_whose_second_time_was_changed_is_written_out() -> None:
    music = read(BAR + BACKWARD, OTHER_BAR)
    track = music.tracks[0]
    changed = [replace(n, pitch=n.pitch + 1) if n.start == 4 * 480 else n for n in track.notes]
    made = again(music.with_track(0, track.with_notes(changed)))
    assert count(made, "measure") == 3
    assert count(made, "repeat") == 0


def test_bars_that_are_new_after_a_repeat_follow_it() -> None:
    music = read(BAR + BACKWARD)
    track = music.tracks[0]
    new = [Note(8 * 480 + 480 * n, 72 + n, 480) for n in range(4)]
    made = again(music.with_track(0, track.adding(new)))
    assert count(made, "measure") == 2
    assert count(made, "repeat") == 1
    assert read_musicxml(made).score.note_count == 12


def test_directions_come_back_with_their_places() -> None:
    wedge, end = '<wedge type="crescendo" number="1"/>', '<wedge type="stop" number="1"/>'
    music = read(
        direction("<dynamics><p/></dynamics>") + direction(wedge) + BAR + direction(end),
        direction("<dynamics><f/></dynamics>") + OTHER_BAR + words("D.C. al Fine"),
    )
    made = again(read_musicxml(again(music)).score)
    kinds = Counter(e.tag for e in xml.parse(made).iter() if e.tag in {"p", "f", "wedge"})
    assert kinds == {"p": 1, "f": 1, "wedge": 2}
    first = xml.parse(made).find("part/measure")
    assert first is not None
    assert [w.get("type") for w in first.iter("wedge")] == ["crescendo", "stop"]


def test_words_that_are_no_marks_are_passed_over() -> None:
    assert marks_in("nonsense staccato :x") == marks_in("staccato")


WEDGE = '<wedge type="{}" number="1"/>'


def ends_on(made: bytes, tag: str) -> list[tuple[str, str, str]]:
    """Return (measure, step of its note, type) of the ends of lines in a file."""
    return [
        (measure.get("number", ""), each.findtext("pitch/step", ""), end.get("type", ""))
        for measure in xml.parse(made).iter("measure")
        for each in (*measure.iter("note"), *measure.iter("direction-type"))
        for end in each.iter(tag)
    ]


def over_three_lines() -> Score:
    begin, end = (direction(WEDGE.format(kind)) for kind in ("crescendo", "stop"))
    opened = note("C", 1) + begin + note("D", 1, more=notations(SLUR)) + note("E", 2)
    closed = note("C", 1) + note("D", 1, more=notations(SLUR_END)) + end + note("E", 2)
    return read(BAR, opened, BAR, closed, BAR)


@pytest.mark.parametrize(
    ("only", "slur"),
    [
        (range(2), [("2", "D", "start"), ("2", "E", "stop")]),
        (range(2, 3), [("3", "C", "start"), ("3", "F", "stop")]),
        (range(3, 5), [("4", "C", "start"), ("4", "D", "stop")]),
        (range(4, 5), []),
    ],
)
def test_a_line_of_the_screen_has_its_share_of_slurs_and_hairpins(
    only: range, slur: list[tuple[str, str, str]]
) -> None:
    line = write(notate(over_three_lines()), only=only)
    assert ends_on(line, "slur") == slur
    kinds = [kind for _, _, kind in ends_on(line, "wedge")]
    assert kinds == (["crescendo", "stop"] if slur else [])


def test_a_slur_that_ends_with_the_first_note_of_a_line_is_not_drawn_there() -> None:
    music = read(note("C", 4, more=notations(SLUR)), note("D", 4, more=notations(SLUR_END)))
    page = notate(music)
    assert ends_on(write(page, only=range(1, 2)), "slur") == []
    assert ends_on(write(page), "slur") == [("1", "C", "start"), ("2", "D", "stop")]


def test_an_edit_of_marks_makes_the_page_as_a_new_one() -> None:
    before = over_three_lines()
    track = before.tracks[0]
    after = before.with_track(0, with_dynamic(track, 4 * 480, "ff", 480))
    unslurred = [replace(n, marks="") if "start" in n.marks else n for n in track.notes]
    for edited in (after, before.with_track(0, track.with_notes(unslurred))):
        page, changed = renotated(notate(before), before, edited)
        assert page == notate(edited)
        assert set(range(1, 4)) <= set(changed)


def with_endings() -> Score:
    first = ENDING.format(1) + BAR + ENDED.format(1)
    return read(FORWARD + OTHER_BAR, BAR, first, ENDING.format(2) + OTHER_BAR + LAST, BAR)


def test_the_window_says_which_time_a_bar_is_played_and_paper_has_repeats() -> None:
    page = notate(with_endings())
    seen = with_times(page).parts[0].measures
    assert [[d.text for d in measure.directions] for measure in seen] == [
        ["1×"],
        [],
        [],
        ["2×"],
        [],
        [],
        [],
    ]
    assert [sorted(measure.signs.endings) for measure in seen] == [[], [], [1], [], [], [2], []]
    assert not any(measure.signs.forward or measure.signs.backward for measure in seen)
    assert len(folded(page).parts[0].measures) == 5
    assert with_times(folded(page)) == folded(page)


def test_an_ending_that_goes_over_a_line_of_the_screen_is_on_both() -> None:
    one, two = ENDING.format(1) + BAR, OTHER_BAR + ENDED.format(1)
    page = with_times(notate(read(FORWARD + OTHER_BAR, one, two, ENDING.format(2) + BAR + LAST)))
    for only in (range(2), range(2, 3)):
        assert count(write(page, only=only), "ending") == 2


def metronome(unit: str, number: str, *, about: str = "", sound: str = "") -> str:
    inside = f"<beat-unit>{unit}</beat-unit>{about}<per-minute>{number}</per-minute>"
    return direction(f"<metronome>{inside}</metronome>", more=sound)


def numbers(made: bytes) -> list[str]:
    return ["".join(e.itertext()) for e in xml.parse(made).iter("metronome")]


def test_a_tempo_keeps_its_number_as_it_was_written() -> None:
    dot = "<beat-unit-dot/>"
    music = read(
        metronome("half", "c. 66", about=dot) + BAR, '<sound tempo="90"/>' + BAR, words("Adagio")
    )
    made = again(music)
    assert numbers(made) == ["halfc. 66"]
    assert b"<beat-unit-dot" in made
    assert read_musicxml(made).score.tempos == music.tempos


def test_a_new_tempo_has_its_own_number() -> None:
    music = read(metronome("eighth", "100") + BAR + BAR)
    changed = replace(music, tempos=(replace(music.tempos[0], bpm=72.0),))
    assert numbers(again(changed)) == ["quarter72"]


def test_fermatas_in_a_row_are_no_tempos() -> None:
    held = "".join(note(step, 1, more=notations("<fermata/>")) for step in "CDEF")
    music = read(held, BAR)
    made = again(music)
    assert numbers(made) == []
    assert read_musicxml(made).score.tempos == music.tempos


def test_a_sign_between_the_fractions_of_a_beat_stays_there() -> None:
    late = direction("<dynamics><f/></dynamics>", more="<offset>31</offset>")
    music = read_musicxml(document(note("C", 512) + late + note("D", 512), divisions=256)).score
    (mark,) = music.tracks[0].directions
    (same,) = read_musicxml(again(music)).score.tracks[0].directions
    assert mark == same
    assert mark.tick % (music.ticks_per_quarter // 64)


def test_a_pedal_that_changes_stays_one_sign() -> None:
    pedals = [f'<pedal type="{kind}"/>' for kind in ("start", "change", "stop")]
    started, changed, stopped = map(direction, pedals)
    music = read(started + note("C", 2) + changed + note("D", 2) + stopped)
    made = again(music)
    assert [e.get("type") for e in xml.parse(made).iter("pedal")] == ["start", "change", "stop"]
    assert read_musicxml(made).score.tracks[0].controls == music.tracks[0].controls


def test_a_page_that_says_no_dynamics_gets_none() -> None:
    loud = "".join(f'<note dynamics="{90 + 5 * n}"' + note("C", 1)[5:] for n in range(4))
    assert count(again(read(metronome("quarter", "90") + loud)), "dynamics") == 0


def test_a_trill_goes_on_under_its_wavy_line() -> None:
    wavy = '<ornaments>{}<wavy-line type="{}" number="1"/></ornaments>'
    lines = [wavy.format("<trill-mark/>", "start"), "", wavy.format("", "stop")]
    held = "".join(note("C", 1, more=notations(line) if line else "") for line in lines)
    music = read(held + note("D", 1))
    made = again(music)
    assert [e.findtext("type") for e in xml.parse(made).iter("note")] == ["quarter"] * 4
    assert read_musicxml(made).score.tracks[0].notes == music.tracks[0].notes
    # Where the line has gone, its strikes are notes.
    first, *others = music.tracks[0].notes
    bare = [replace(first, marks=""), *others]
    assert count(again(music.with_track(0, music.tracks[0].with_notes(bare))), "note") > 4


def test_a_page_that_is_written_out_says_no_jumps() -> None:
    music = read(BAR, OTHER_BAR + words("Fine"), BAR + words("D.C. al Fine"))
    track = music.tracks[0]
    changed = music.with_track(0, track.with_notes(track.notes[:-1]))
    made = again(changed)
    assert count(made, "words") == 0
    assert read_musicxml(made).score.note_count == changed.note_count


def test_both_chords_of_a_tremolo_come_back() -> None:
    def chord(low: str, high: str, kind: str) -> str:
        mark = notations(f'<ornaments><tremolo type="{kind}">2</tremolo></ornaments>')
        return note(low, 2, more=mark) + note(high, 2, first="<chord/>")

    music = read(chord("C", "E", "start") + chord("F", "A", "stop"))
    assert count(again(music), "note") == 4
    assert read_musicxml(again(music)).score.tracks[0].notes == music.tracks[0].notes


def test_a_hairpin_that_ends_in_a_first_ending_keeps_the_repeat() -> None:
    begin, end = (direction(WEDGE.format(kind)) for kind in ("crescendo", "stop"))
    first = ENDING.format(1) + BAR + end + ENDED.format(1)
    made = again(read(begin + OTHER_BAR, first, ENDING.format(2) + BAR + LAST))
    assert count(made, "measure") == 3
    assert count(made, "wedge") == 2


def test_a_fermata_by_hand_gives_a_page_with_a_tempo_no_other_number() -> None:
    music = read(metronome("quarter", "90") + BAR, BAR)
    last = music.tracks[0].notes[-1]
    marked, _ = with_mark(music, 0, (last,), Mark("fermata"))
    assert len(marked.tempos) > len(music.tempos)
    assert numbers(again(marked)) == ["quarter90"]


def test_signs_of_music_fonts_stay_in_words() -> None:
    made = again(read(words("\ue048") + BAR))
    assert xml.parse(made).findtext(".//words") == "\ue048"


def test_a_fermata_in_a_piece_without_a_tempo_gives_it_none() -> None:
    music = read(BAR, note("C", 2) + note("D", 2, more=notations("<fermata/>")), BAR)
    assert numbers(again(music)) == []
    assert read_musicxml(again(music)).score.tempos == music.tempos
