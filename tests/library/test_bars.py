"""Bars are found where the file's are wrong, and left alone where they are right."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.cli.pieces import with_bars_looked_at
from engine.library.bars import bars_are_wrong, infer_bars
from engine.library.normalizing import bars_fit, normalized, right_bars, with_right_bars
from engine.library.reading import read_table
from engine.library.table import table_of_score
from engine.piece.composition import Composition
from engine.piece.takes import Take
from engine.request import PartNote, Request
from engine.values.beats import SaidBeats
from engine.values.score import Control, Note, Other, Score, Tempo, TimeSignature, Track
from engine.values.time import BarMap, TempoMap
from tests.beats.playing import waltz

# Songs whose annotation is a beat beside every change of harmony and every long bass note.
ANNOTATED_BESIDE = {"166", "235", "438", "855", "882", "859", "718", "156", "790", "667", "779"}


def waltz_or_march(beats: int, *, shift: int, bars: int = 40) -> Score:
    """Chords that change on each downbeat, a low note there, and a melody on all beats."""
    roots, notes = (48, 53, 55, 45), []
    for bar in range(bars):
        begin = shift + bar * beats * 480
        root = roots[bar % 4]
        notes.append(Note(begin, root - 12, beats * 480, 80))
        for beat in range(1, beats):
            notes += [Note(begin + beat * 480, root + i, 400, 60) for i in (12, 16, 19)]
        notes += [Note(begin + 240 * i, root + 24 + i % 3, 200, 70) for i in range(2 * beats)]
    return Score(
        tracks=(Track(notes=tuple(sorted(notes)), controls=(Control(shift, 64, 127),)),),
        tempos=(Tempo(0, 100.0),),
        time_signatures=(TimeSignature(0, 1, 4),),
    )


def test_bars_of_a_march_and_a_waltz_are_found() -> None:
    for beats in (4, 3):
        for shift in (0, 67, 700, 1555):
            score = waltz_or_march(beats, shift=shift)
            assert bars_are_wrong(table_of_score(score))
            right = with_right_bars(score)
            assert [(s.numerator, s.denominator) for s in right.time_signatures] == [(beats, 4)]
            bars = BarMap.of(right)
            bass = [n.start for _, n in right.notes() if n.duration == beats * 480]
            assert [bars.start_of(bars.bar_at(tick)) for tick in bass] == bass
            assert right.note_count == score.note_count
            assert right.tracks[0].controls[0].tick == bass[0]


def test_the_edit_that_puts_bars_right_says_what_it_does_and_loses_nothing() -> None:
    score = waltz_or_march(3, shift=700)
    lyric = Other(1180, 5, b"la")
    score = replace(score, tracks=(replace(score.tracks[0], others=(lyric,)),))
    found = right_bars(score)
    assert found is not None
    assert found.beats == 3
    assert found.score == with_right_bars(score)
    (before,), (after,) = score.tracks, found.score.tracks
    later = after.notes[0].start - before.notes[0].start
    assert [n.start + later for n in before.notes] == [n.start for n in after.notes]
    assert after.others == (replace(lyric, tick=1180 + later),)
    assert [round(tempo.bpm) for tempo in found.score.tempos] == [100]
    assert found.score.tempos[0].tick == 0
    assert right_bars(found.score) is None


def test_bars_that_are_right_stay() -> None:
    score = replace(waltz_or_march(4, shift=0), time_signatures=(TimeSignature(0, 2, 4),))
    assert normalized(score) is not None
    assert with_right_bars(score) is score
    short = replace(score, tracks=(Track(notes=score.tracks[0].notes[:5]),))
    assert with_right_bars(short) is short


def test_free_playing_is_left_alone() -> None:
    draw = np.random.default_rng(1)
    onsets = np.cumsum(draw.integers(60, 400, 300)).tolist()
    notes = tuple(Note(tick, 60 + i % 12, 200) for i, tick in enumerate(onsets))
    score = Score(tracks=(Track(notes=notes),), time_signatures=(TimeSignature(0, 1, 4),))
    assert with_right_bars(score) is score


def test_roland_drums_become_general_midi_s() -> None:
    kit = Track(is_drum=True, notes=(Note(0, 22, 10), Note(10, 58, 10), Note(20, 36, 10)))
    other = Track(is_drum=True, notes=(Note(0, 58, 10),))
    score = normalized(Score(tracks=(kit, other)))
    assert [n.pitch for n in score.tracks[0].notes] == [42, 43, 36]
    assert [n.pitch for n in score.tracks[1].notes] == [58]


@pytest.mark.slow
def test_bars_of_real_songs_against_their_annotation(test_data: Path) -> None:
    """Every bar begins on a beat; measured on all 150 songs: 85 % of downbeats where the
    annotation agrees with the harmony, 76 % of all."""
    folder = test_data / "music" / "pop909"
    hits = beats_hit = count = 0
    for file in sorted(folder.glob("*/*.mid"))[::6]:
        if file.stem in ANNOTATED_BESIDE:
            continue
        table, _ = read_table(file.read_bytes())
        bars = infer_bars(table)
        assert bars is not None
        annotated = np.loadtxt(folder / "beats" / f"{file.stem}.txt")
        ticks = [table.tempo_map.tick_at(seconds) for seconds in annotated[:, 0]]
        quarters = np.array(ticks) / table.ticks_per_quarter
        found = np.array(bars.downbeats) / table.ticks_per_quarter
        found = found[(found > quarters[0] - 0.3) & (found < quarters[-1] + 0.3)]
        hits += _near(found, quarters[annotated[:, 2] == 1], 0.25)
        beats_hit += _near(found, quarters, 0.0625)
        count += len(found)
    assert beats_hit > 0.99 * count
    assert hits > 0.8 * count


def _near(found: np.ndarray, annotated: np.ndarray, tolerance: float) -> int:
    distances = np.abs(found[:, None] - annotated[None, :]).min(axis=1)
    return int(np.count_nonzero(distances <= tolerance))


def test_the_command_line_moves_the_takes_of_a_piece_with_its_bars() -> None:
    score = waltz_or_march(4, shift=700)
    notes = tuple(PartNote(0, note) for note in score.tracks[0].notes[-6:])
    ask = Request(start=notes[0].note.start)
    take = Take(
        number=0, request=1, parent=0, end=score.end, notes=notes, model="m", seed=1, ask=ask
    )
    composition = Composition.of(score).offering((take,))
    right = with_bars_looked_at(composition, find=True, keep=False, say=lambda _sentence: None)
    assert right.score != score
    moved = [replace(part.note, origin=0) for part in right.take(1).notes]
    assert moved == list(right.score.tracks[0].notes[-6:])


def played_without_a_click() -> Score:
    """A waltz that slows down, recorded at 120 quarters a minute of 480 ticks."""
    notes, _ = waltz(slow_down=0.4)
    rows = zip(notes.start_s.tolist(), notes.end_s.tolist(), notes.pitch.tolist(), strict=True)
    track = tuple(
        Note(round(960 * start), pitch, round(960 * (end - start))) for start, end, pitch in rows
    )
    return Score(tracks=(Track(notes=tuple(sorted(track))),), tempos=(Tempo(0, 120.0),))


def looked_at(score: Score, *, find: bool = False, keep: bool = False) -> tuple[Score, list[str]]:
    said: list[str] = []
    composition = Composition.of(score)
    found = with_bars_looked_at(composition, find=find, keep=keep, say=said.append)
    return found.score, said


def test_music_that_was_played_without_a_click_gets_beats_and_no_note_moves() -> None:
    score = played_without_a_click()
    found, said = looked_at(score)
    assert found.time_signatures[-1].numerator == 3
    assert said == [
        "It was played without a click. Beats were found: 3 in most bars, about 97 a minute."
        " No note changes its time. --keep-bars keeps the bars of the file."
    ]
    before, after = (TempoMap.of(each) for each in (score, found))
    apart = [
        after.seconds_at(new.start) - before.seconds_at(old.start)
        for old, new in zip(score.tracks[0].notes, found.tracks[0].notes, strict=True)
    ]
    assert max(apart) - min(apart) < 0.01


def test_bars_are_kept_where_that_is_asked_or_the_notes_lie_beside_them() -> None:
    score = played_without_a_click()
    kept, said = looked_at(score, keep=True)
    assert kept == score
    assert "what is added may not fit" in said[0]
    march = waltz_or_march(4, shift=67)
    kept, said = looked_at(march)
    assert kept == march
    assert said[0].startswith("Its bars do not fit its notes")
    fits = looked_at(march, find=True)[0]
    assert looked_at(fits) == (fits, [])


def test_bars_that_fit_nothing_are_told_also_where_there_is_no_steady_beat() -> None:
    starts = np.cumsum(np.random.default_rng(3).uniform(150, 700, 160)).round().astype(int)
    notes = tuple(Note(start, 48 + at % 24, 300) for at, start in enumerate(starts.tolist()))
    dice = Score(tracks=(Track(notes=notes),))
    for asked in ({}, {"find": True}, {"keep": True}):
        kept, said = looked_at(dice, **asked)
        assert kept == dice
        assert said == [
            "Its bars do not fit its notes, and no steady beat was found: --beats other takes the"
            " best guess."
        ]
    for fits in (Score(tracks=(Track(),)), Score(tracks=(Track(notes=notes[:3]),))):
        assert looked_at(fits) == (fits, [])


def _to_a_click(*, late_s: float, bpm: float = 104.0, swing: float = 0.5) -> Score:
    """Return eighths over a bass that a person plays to a click, with a late keyboard."""
    random = np.random.default_rng(7)
    tune = [64, 67, 71, 72, 69, 67, 65, 62]

    def tick(place: float) -> int:
        return round(480 * (place + (late_s + random.normal(0, 0.023)) * bpm / 60))

    notes = [Note(tick(4 + i // 2 + (i % 2) * swing), tune[i % 8], 200, 80) for i in range(128)]
    bass = [Note(tick(4 + 4 * bar), 36 + (0, 5, 7, 0)[bar % 4], 1700, 75) for bar in range(16)]
    return Score(
        tracks=(Track(notes=tuple(sorted([*notes, *bass]))),),
        tempos=(Tempo(0, bpm),),
        time_signatures=(TimeSignature(0, 4, 4),),
    )


@pytest.mark.parametrize("late_s", [0.04, 0.058, 0.075])
@pytest.mark.parametrize("bpm", [84.0, 104.0, 126.0])
def test_a_late_keyboard_gets_the_offer_of_a_shift(late_s: float, bpm: float) -> None:
    score = _to_a_click(late_s=late_s, bpm=bpm)
    found = right_bars(score)
    assert found is not None
    assert not found.played
    assert (found.beats, round(found.bpm)) == (4, bpm)
    bar_s = 240 / bpm
    assert abs((found.shift_s - late_s + bar_s / 2) % bar_s - bar_s / 2) < 0.012


@pytest.mark.parametrize("swing", [0.5, 0.58, 0.667])
def test_who_plays_in_time_gets_none(swing: float) -> None:
    score = _to_a_click(late_s=0.0, swing=swing)
    assert right_bars(score) is None
    assert bars_fit(score)


def test_the_command_line_says_how_many_beats_a_bar_has() -> None:
    said: list[str] = []
    for score, find in ((played_without_a_click(), False), (waltz_or_march(4, shift=67), True)):
        composition = Composition.of(score)
        found = with_bars_looked_at(
            composition, find=find, keep=False, beats_in_bar=6, say=said.append
        )
        lengths = {meter.numerator for meter in found.score.time_signatures}
        assert 6 in lengths
        assert "6 in most bars" in said[-1]


def test_other_bars_are_found_anew_around_a_bar_line_that_was_put_right() -> None:
    found = right_bars(played_without_a_click())
    assert found is not None
    quarter = found.score.ticks_per_quarter
    time = TempoMap.of(found.score)
    # The piece has beats already, and the user puts a bar line a beat later.
    line_s = time.seconds_at(BarMap.of(found.score).start_of(20) + quarter)
    again = right_bars(found.score, said=SaidBeats(lines_s=(line_s,)))
    assert again is not None
    bars, new = BarMap.of(again.score), TempoMap.of(again.score)
    starts_s = [
        new.seconds_at(tick) + again.shift_s for _, tick in bars.bar_starts(0, again.score.end)
    ]
    assert min(abs(at - line_s) for at in starts_s) < 0.05


@pytest.mark.parametrize("beside_s", [-0.08, 0.0, 0.06])
def test_several_bar_lines_that_were_put_right_all_stay(beside_s: float) -> None:
    found = right_bars(played_without_a_click())
    assert found is not None
    quarter, bars = found.score.ticks_per_quarter, BarMap.of(found.score)
    time = TempoMap.of(found.score)
    # The piece has beats already. Three lines are dragged: a beat on, two on, one back.
    lines_s = tuple(
        time.seconds_at(bars.start_of(bar) + beats * quarter) + beside_s
        for bar, beats in ((8, 1), (15, 2), (22, -1))
    )
    again = right_bars(found.score, said=SaidBeats(lines_s=lines_s))
    assert again is not None
    after = BarMap.of(again.score)
    new = TempoMap.of(again.score)
    starts_s = np.array(
        [new.seconds_at(tick) + again.shift_s for _, tick in after.bar_starts(0, again.score.end)]
    )
    # A tempo that is even within 12 ms is one tempo.
    for line_s in lines_s:
        assert np.abs(starts_s - line_s).min() < 0.015
    # Far from the lines the beats are those that were there.
    beats_s = np.array([time.seconds_at(bars.start_of(bar)) for bar in range(1, 5)])
    ticks = np.arange(0, again.score.end, again.score.ticks_per_quarter)
    new_s = np.array([new.seconds_at(int(tick)) + again.shift_s for tick in ticks])
    for beat_s in beats_s:
        assert np.abs(new_s - beat_s).min() < 0.07
