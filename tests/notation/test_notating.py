"""A score becomes a page: nothing is lost, and it looks as a musician expects."""

from dataclasses import replace

import numpy as np
import pytest

from engine.harmony.chord_symbols import parse_chord
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.notation.page import QUARTER, Clef, Head, NotatedPart, NotatedPiece, Symbol, Value
from engine.values.mark_kinds import Mark
from engine.values.score import KeySignature, Note, Other, Score, Tempo, TimeSignature, Track
from tests.notation.others import problems

STACCATO = Mark("staccato")


def page_of(*notes: Note, program: int = 73, **about: object) -> NotatedPiece:
    track = Track(program=program).with_notes(notes)
    return notate(replace(Score(tracks=(track,)), **about))  # type: ignore[arg-type]


def symbols(part: NotatedPart, measure: int = 0, staff: int = 1) -> list[Symbol]:
    found = [v for v in part.measures[measure].voices if v.staff == staff]
    return [symbol for voice in found for symbol in voice.symbols]


def heads(page: NotatedPiece) -> list[Head]:
    return [
        head
        for part in page.parts
        for measure in part.measures
        for voice in measure.voices
        for symbol in voice.symbols
        for head in symbol.heads
    ]


def sounding(page: NotatedPiece) -> list[tuple[float, int, float]]:
    """(start, pitch, length) in quarters, ties joined by the heads' names."""
    found: dict[str, list[float]] = {}
    pitches: dict[str, int] = {}
    for part in page.parts:
        at = 0
        for measure in part.measures:
            for voice in measure.voices:
                for symbol in voice.symbols:
                    for head in symbol.heads:
                        name = "-".join(head.id.split("-")[:2])
                        entry = found.setdefault(name, [(at + symbol.start) / QUARTER, 0.0])
                        entry[1] += symbol.duration / QUARTER
                        pitches[name] = head.pitch
            at += measure.length
    return sorted((start, pitches[name], length) for name, (start, length) in found.items())


def test_every_measure_is_full_in_its_first_voice() -> None:
    page = page_of(Note(0, 60, 240), Note(1000, 62, 333), Note(4000, 64, 480))
    for measure in page.parts[0].measures:
        assert sum(symbol.duration for symbol in measure.voices[0].symbols) == measure.length


def test_a_note_over_the_bar_line_is_tied() -> None:
    page = page_of(Note(1440, 60, 960))
    first, second = heads(page)
    assert (first.tied_from, first.tied_to) == (False, True)
    assert (second.tied_from, second.tied_to) == (True, False)
    assert first.id != second.id


def test_an_articulated_melody_is_written_in_whole_beats() -> None:
    page = page_of(*(Note(480 * beat, 60 + beat, 440) for beat in range(4)))
    values = [symbol.value for symbol in symbols(page.parts[0])]
    assert values == [Value(0)] * 4


def test_staccato_that_was_written_out_stays() -> None:
    page = page_of(*(Note(480 * beat, 60 + beat, 240) for beat in range(4)))
    assert sounding(page) == [(float(beat), 60 + beat, 0.5) for beat in range(4)]


def test_a_performance_is_put_on_a_grid_and_said() -> None:
    wobble = [3, -22, 17, 31, -14, 9, -27, 21, 13, -8, 26, -19]
    page = page_of(*(Note(max(0, 480 * i + w), 60 + i, 400 + w) for i, w in enumerate(wobble)))
    assert page.performed
    assert [start for start, _, _ in sounding(page)] == [float(beat) for beat in range(12)]


def _to_a_click(*, late_ms: float, bpm: int) -> NotatedPiece:
    """Return the page of eighths that a person plays to a click, 15 ms uneven."""
    random = np.random.default_rng(5)
    places = [i / 2 + (late_ms + random.normal(0, 15)) / 60_000 * bpm for i in range(96)]
    starts = [max(0, round(480 * place)) for place in places]
    ends = [*starts[1:], starts[-1] + 240]
    notes = (
        Note(start, 60 + i % 7, max(60, round(0.9 * (end - start))))
        for i, (start, end) in enumerate(zip(starts, ends, strict=True))
    )
    return page_of(*notes, tempos=(Tempo(0, float(bpm)),))


@pytest.mark.parametrize("late_ms", [0, 20, 40, 58, 70, 90, -40])
@pytest.mark.parametrize("bpm", [80, 104, 126])
def test_a_late_keyboard_gets_the_page_of_one_in_time(late_ms: float, bpm: int) -> None:
    page = _to_a_click(late_ms=late_ms, bpm=bpm)
    places = [start for start, _, _ in sounding(page)]
    plain = [i / 2 for i in range(96)]
    assert sum(place in plain for place in places) >= 0.94 * len(plain)


def test_an_empty_piece_is_a_measure_of_rest() -> None:
    page = notate(Score())
    (part,) = page.parts
    (symbol,) = symbols(part)
    assert symbol.heads == ()
    assert symbol.duration == 4 * QUARTER


def test_sixty_voices_keep_every_note() -> None:
    notes = [Note(120 * i, 30 + i, 120 * 64) for i in range(60)]
    page = page_of(*notes)
    assert len(page.parts[0].measures[0].voices) <= 4
    expected = sorted((note.start / 480, note.pitch, note.duration / 480) for note in notes)
    assert sounding(page) == expected


def test_unisons_of_two_voices_are_both_there() -> None:
    page = page_of(Note(0, 60, 480), Note(0, 60, 960), Note(480, 60, 480))
    assert len(sounding(page)) == 3


def test_the_hands_of_a_piano_stand_on_two_staves() -> None:
    right = [Note(480 * i, 72 + i, 480) for i in range(4)]
    left = [Note(480 * i, 41 + i, 480) for i in range(4)]
    page = page_of(*right, *left, program=0)
    (part,) = page.parts
    assert part.staves == 2
    assert {h.pitch for s in symbols(part, staff=1) for h in s.heads} == {72, 73, 74, 75}
    assert {h.pitch for s in symbols(part, staff=2) for h in s.heads} == {41, 42, 43, 44}
    assert [clef.sign for _, clef in part.measures[0].clefs] == ["G", "F"]


def test_a_hand_strikes_nothing_out_of_reach_of_what_it_holds() -> None:
    bass = [Note(0, pitch, 960) for pitch in (38, 50)]
    figure = [Note(120 + 120 * i, pitch, 120) for i, pitch in enumerate((57, 62, 69, 68, 69, 65))]
    (part,) = notate(Score(tracks=(Track().with_notes([*bass, *figure]),))).parts
    assert part.staves == 2
    hands: dict[int, set[int]] = {1: set(), 2: set()}
    for voice in part.measures[0].voices:
        hands[voice.staff] |= {head.pitch for symbol in voice.symbols for head in symbol.heads}
    assert hands == {1: {57, 62, 65, 68, 69}, 2: {38, 50}}


def test_drums_have_lines_and_heads_of_their_own() -> None:
    track = Track(is_drum=True).with_notes([Note(0, 36, 5), Note(0, 42, 5), Note(480, 38, 5)])
    page = notate(Score(tracks=(track,)))
    shapes = {head.pitch: (head.shape, head.spelling.step) for head in heads(page)}
    assert shapes == {36: ("normal", "F"), 42: ("x", "G"), 38: ("normal", "C")}
    assert {symbol.value for symbol in symbols(page.parts[0]) if symbol.heads} == {Value(0)}


def test_meter_and_key_changes_stand_where_they_begin() -> None:
    page = page_of(
        *(Note(480 * i, 60, 480) for i in range(7)),
        time_signatures=(TimeSignature(0, 4, 4), TimeSignature(1920, 3, 4)),
        key_signatures=(KeySignature(0, -3), KeySignature(1920, 2)),
    )
    first, second = page.parts[0].measures
    assert (first.meter, first.fifths) == ((4, 4), -3)
    assert (second.meter, second.fifths) == ((3, 4), 2)


def test_seven_sixteenths_are_a_measure() -> None:
    page = page_of(
        *(Note(120 * i, 60 + i, 120) for i in range(14)),
        time_signatures=(TimeSignature(0, 7, 16),),
    )
    assert [measure.length for measure in page.parts[0].measures] == [7 * QUARTER // 4] * 2
    beams = [symbol.beams[0] for symbol in symbols(page.parts[0])]
    assert beams == ["begin", "end", "begin", "end", "begin", "continue", "end"]


def test_triplets_of_128ths_lose_no_note() -> None:
    played = [Note(1920 + 10 * i, 60 + i % 12, 10) for i in range(48)]
    page = page_of(*(Note(480 * i, 60, 480) for i in range(4)), *played)
    assert {head.id.split("-")[1] for head in heads(page)} == {str(n) for n in range(52)}
    assert problems(write(page)) == []


def test_an_accidental_holds_to_the_bar_line() -> None:
    scale = [67, 69, 71, 72, 74, 76, 77, 79]
    page = page_of(
        *(Note(480 * i, pitch, 480) for i, pitch in enumerate([66, 66, 65, 67, 66, *scale])),
        key_signatures=(KeySignature(0, 0),),
    )
    assert [head.accidental for head in heads(page)[:5]] == [1, None, 0, None, 1]


def test_grace_notes_of_an_engraver_take_no_time() -> None:
    track = Track(program=73).with_notes(
        [Note(0, 60, 363), Note(363, 71, 21), Note(384, 72, 384), Note(768, 74, 768)]
    )
    page = notate(Score(ticks_per_quarter=384, tracks=(track,)))
    found = symbols(page.parts[0])
    assert [symbol.grace for symbol in found] == [False, True, False, False]
    assert [symbol.value for symbol in found] == [Value(0), Value(-1), Value(0), Value(1)]


def test_a_piece_that_waits_for_its_first_grace_note_is_no_performance() -> None:
    late = 21
    melody = [Note(late + 384 * i, 60 + i, 384) for i in range(8)]
    track = Track(program=73).with_notes([Note(0, 71, late), *melody])
    page = notate(Score(ticks_per_quarter=384, tracks=(track,)))
    assert not page.performed
    found = symbols(page.parts[0])
    assert [symbol.grace for symbol in found] == [True, False, False, False, False]


def test_lyrics_of_a_file_stand_under_their_notes() -> None:
    others = (Other(0, 5, b"Glo-"), Other(480, 5, b"ri-"), Other(960, 5, b"a"))
    notes = [Note(480 * i, 60, 480) for i in range(3)]
    track = replace(Track(program=53).with_notes(notes), others=others)
    page = notate(Score(tracks=(track,)))
    found = [lyric for s in symbols(page.parts[0]) for lyric in s.lyrics if lyric is not None]
    assert [(one.text, one.syllabic) for one in found] == [
        ("Glo", "begin"),
        ("ri", "middle"),
        ("a", "end"),
    ]


def sung(*syllables: bytes) -> list[tuple[str, str]]:
    others = tuple(Other(240 * i, 5, data) for i, data in enumerate(syllables))
    notes = [Note(240 * i, 60, 240) for i in range(len(syllables))]
    track = replace(Track(program=53).with_notes(notes), others=others)
    page = notate(Score(tracks=(track,)))
    found = [lyric for symbol in symbols(page.parts[0]) for lyric in symbol.lyrics]
    return [(one.text, one.syllabic) for one in found if one is not None]


def test_spaces_and_new_lines_of_karaoke_end_words() -> None:
    syllables = (b"Hal", b"lo ", b"f\xfcr ", b"Wel", b"ten\r", b"ein", b"\nmal")
    assert sung(*syllables) == [
        ("Hal", "begin"),
        ("lo", "end"),
        ("für", "single"),
        ("Wel", "begin"),
        ("ten", "end"),
        ("ein", "single"),
        ("mal", "single"),
    ]


def test_without_spaces_each_syllable_is_a_word() -> None:
    assert sung(b"all", b"words", b"here\r") == [
        ("all", "single"),
        ("words", "single"),
        ("here", "single"),
    ]


def test_chord_symbols_stand_over_the_first_part() -> None:
    chords = [parse_chord("Dm7/F"), parse_chord("B♭", tick=960)]
    track = Track(program=73).with_notes([Note(0, 60, 1920)])
    page = notate(Score(tracks=(track,)), chords=chords)
    first, second = page.parts[0].measures[0].chords
    assert (first.kind, first.text, first.start) == ("minor-seventh", "m7", 0)
    assert first.bass is not None
    assert second.root is not None
    assert (second.root.step, second.root.alter, second.start) == ("B", -1, 2 * QUARTER)


@pytest.mark.parametrize("program", [71, 60, 65, 43, 13])
def test_transposing_instruments_sound_as_before(program: int) -> None:
    page = page_of(Note(0, 61, 480), Note(480, 66, 480), program=program)
    assert [pitch for _, pitch, _ in sounding(page)] == [61, 66]
    written = heads(page)[0].spelling
    assert (written.step, written.octave) != ("C", 4)


def test_progress_is_told_to_the_end() -> None:
    told: list[float] = []
    tracks = tuple(Track().with_notes([Note(0, 60, 480)]) for _ in range(3))
    notate(Score(tracks=tracks), report=told.append)
    assert told[-1] == 1.0
    assert told == sorted(told)


def test_staccato_of_an_engraver_is_written_with_a_dot() -> None:
    sixteenths = [Note(120 * i, 60 + i, 60) for i in range(8)]
    eighths = [Note(960 + 240 * i, 60 + i, 120) for i in range(4)]
    found = symbols(page_of(*sixteenths, *eighths).parts[0])
    assert [symbol.value for symbol in found] == [Value(-2)] * 8 + [Value(-1)] * 4
    assert all(STACCATO in symbol.marks for symbol in found)
    # 16ths and rests alone may be what was meant, and so may longer ones.
    for length in (240, 480):
        page = page_of(*(Note(length * i, 60 + i, length // 2) for i in range(4)))
        assert not any(STACCATO in symbol.marks for symbol in symbols(page.parts[0]))


def test_an_upbeat_and_halves_at_a_repeat_are_in_the_meter_around_them() -> None:
    meters = ((0, 1, 8), (240, 2, 4), (2160, 3, 8), (2880, 1, 8), (3120, 2, 4))
    score = Score(
        tracks=(Track(program=73).with_notes([Note(240 * i, 72, 240) for i in range(17)]),),
        time_signatures=tuple(TimeSignature(*meter) for meter in meters),
    )
    measures = notate(score).parts[0].measures
    assert [measure.meter for measure in measures if measure.meter] == [(2, 4)]
    short = [number for number, measure in enumerate(measures) if measure.incomplete]
    assert short == [0, 3, 4]


def test_a_change_of_meter_is_no_upbeat() -> None:
    score = Score(
        tracks=(Track().with_notes([Note(480 * i, 60, 480) for i in range(14)]),),
        time_signatures=(TimeSignature(0, 3, 4), TimeSignature(2880, 4, 4)),
    )
    measures = notate(score).parts[0].measures
    assert [measure.meter for measure in measures if measure.meter] == [(3, 4), (4, 4)]


def test_two_tracks_of_a_piano_are_a_hand_each() -> None:
    right = Track(name="Right").with_notes(
        [Note(480 * i, 55 + 5 * (i % 5), 480) for i in range(20)]
    )
    left = Track(name="Left").with_notes([Note(480 * i, 43 + 5 * (i % 5), 480) for i in range(20)])
    apart = notate(Score(tracks=(right, left))).parts
    assert [part.staves for part in apart] == [1, 1]
    assert [part.measures[0].clefs[0][1].sign for part in apart] == ["G", "F"]
    same = notate(Score(tracks=(right, replace(right, name="Second")))).parts
    assert [part.staves for part in same] == [2, 2]


def test_what_was_played_freely_has_few_voices() -> None:
    held = [Note(463 * i + 17 * (i % 3), 60 + i % 12, 900) for i in range(40)]
    page = page_of(*held)
    assert page.performed
    assert max(len(measure.voices) for measure in page.parts[0].measures) <= 2
    assert {head.id.split("-")[1] for head in heads(page)} == {str(n) for n in range(40)}


def test_three_voices_have_no_rests_in_each_others_way() -> None:
    page = page_of(
        Note(0, 60, 960),
        Note(120, 64, 840),
        *(Note(240 + 120 * i, 67 + i, 120) for i in range(6)),
        program=40,
    )
    found = symbols(page.parts[0])
    silent = [symbol for symbol in found if not symbol.heads and symbol.visible]
    assert all(symbol.start >= 2 * QUARTER for symbol in silent)


def test_a_long_note_lasts_to_the_beat_unless_a_short_one_follows() -> None:
    bass = symbols(page_of(Note(0, 40, 840), Note(1440, 45, 480), program=32).parts[0])
    assert [symbol.value for symbol in bass] == [Value(1), Value(0), Value(0)]
    dotted = symbols(page_of(Note(0, 40, 840), Note(840, 45, 120), program=32).parts[0])
    assert dotted[0].value == Value(0, 2)


def tune(*pitches: int, legato: int = 0, program: int = 0) -> Score:
    notes = tuple(Note(480 * n, pitch, 480 + legato) for n, pitch in enumerate(pitches))
    return Score(tracks=(Track(notes=notes, program=program),))


SONG = (55, 57, 60, 62, 64, 67, 69, 67, 64, 62, 60, 57) * 4


def test_a_line_that_could_be_sung_is_no_brace() -> None:
    assert notate(tune(*SONG)).parts[0].staves == 1
    assert notate(tune(*SONG, legato=60)).parts[0].staves == 1
    bass = (*tuple(pitch - 12 for pitch in SONG), 64, 62)
    (part,) = notate(tune(*bass, program=19)).parts
    assert part.staves == 1
    assert part.measures[0].clefs == ((1, Clef("F", 4)),)


def test_what_two_hands_play_keeps_its_brace() -> None:
    turns = (36, 60, 64, 67, 43, 59, 62, 65) * 6
    broken = (40, 47, 52, 59, 64, 71, 64, 59, 52, 47) * 5
    for pitches in (turns, broken):
        assert notate(tune(*pitches)).parts[0].staves == 2
    chords = tuple(Note(480 * n, SONG[n] - 12 * low, 480) for n in range(48) for low in (0, 1))
    assert notate(Score(tracks=(Track(notes=chords),))).parts[0].staves == 2
