"""A score on the beats that were found in it sounds as before."""

from dataclasses import replace

import numpy as np
import pytest

from engine.beats.certainty import bar_certainty
from engine.beats.finding import FoundBeats
from engine.beats.regrid import BeatGrid, doubtful_lines, knots, on_grid, regridding_to
from engine.values.score import (
    Control,
    KeySignature,
    Marker,
    Note,
    Score,
    Tempo,
    TimeSignature,
    Track,
)
from engine.values.time import BarMap, TempoMap

_QUARTER = 480


def with_beats(score: Score, found: FoundBeats) -> Score:
    return regridding_to(score, found).score(score)


def _played(
    seconds: list[float], *, beats: int = 4, triple: bool = False, first: int = 0
) -> FoundBeats:
    down = np.array([(beat - first) % beats == 0 for beat in range(len(seconds))])
    return FoundBeats(
        seconds=np.array(seconds),
        down=down,
        triple=triple,
        certainty=0.9,
        sure=np.full(down.sum(), 0.9),
    )


def _score(onsets_s: list[float]) -> Score:
    """Return notes at some times of a file that has no beats: 120 a minute throughout."""
    notes = tuple(Note(round(at * 960), 60, 200, 80) for at in onsets_s)
    return Score(
        ticks_per_quarter=_QUARTER,
        tracks=(Track(notes=notes, controls=tuple(Control(n.start, 64, 127) for n in notes)),),
        tempos=(Tempo(0, 120.0),),
        key_signatures=(KeySignature(0, 3),),
        markers=(Marker(notes[4].start, "here"),),
    )


def _seconds(score: Score) -> np.ndarray:
    time = TempoMap.of(score)
    notes = [note for _, note in score.notes()]
    return np.array([(time.seconds_at(n.start), time.seconds_at(n.end)) for n in notes])


def _uneven(count: int, *, seed: int, first_s: float = 0.7) -> list[float]:
    random = np.random.default_rng(seed)
    spans = 0.5 * np.exp(np.cumsum(random.normal(0, 0.05, count)))
    return list(first_s + np.concatenate([[0], np.cumsum(spans)]))


@pytest.mark.parametrize("seed", range(20))
def test_notes_keep_their_time_but_for_a_common_shift(seed: int) -> None:
    beats = _uneven(32, seed=seed)
    random = np.random.default_rng(seed + 100)
    onsets = sorted([*beats, *random.uniform(beats[0], beats[-1] + 3, 60)])
    score = _score([float(at) for at in onsets])
    found = with_beats(score, _played(beats, first=seed % 4, beats=4))
    moved = _seconds(found) - _seconds(score)
    assert np.abs(moved - np.median(moved)).max() < 0.003
    usual_bar_s = 4 * 0.5 * 3
    assert abs(np.median(moved)) < usual_bar_s


def test_beats_lie_on_beats_and_bar_lines_on_bar_lines() -> None:
    beats = _uneven(32, seed=3)
    found = with_beats(_score(beats), _played(beats, beats=3))
    bars = BarMap.of(found)
    assert found.time_signatures[0].numerator == 3
    for number, (_, note) in enumerate(found.notes()):
        # A beat may lie up to 12 ms beside an even tempo, which is fewer ticks than this.
        position = bars.position_at(note.start + 20)
        assert position.beat == number % 3
        assert position.tick <= 40


def test_one_steady_tempo_is_one_tempo_event_from_bar_one_on() -> None:
    beats = [0.055 + n * 0.923 for n in range(64)]
    found = with_beats(_score(beats), _played(beats))
    assert [(tempo.tick, round(tempo.bpm, 1)) for tempo in found.tempos] == [(0, 65.0)]
    assert [(m.tick, m.numerator, m.denominator) for m in found.time_signatures] == [(0, 4, 4)]


def test_an_upbeat_stands_before_the_first_bar_line() -> None:
    beats = [1.0 + n * 0.5 for n in range(33)]
    found = with_beats(_score(beats), _played(beats, first=1))
    bars = BarMap.of(found)
    first = found.tracks[0].notes[0]
    assert bars.position_at(first.start).beat == 3


def test_triple_beats_are_dotted_quarters() -> None:
    beats = [n * 0.6 for n in range(25)]
    found = with_beats(_score(beats), _played(beats, beats=2, triple=True))
    assert (found.time_signatures[0].numerator, found.time_signatures[0].denominator) == (6, 8)
    assert found.tracks[0].notes[1].start - found.tracks[0].notes[0].start == 720
    assert round(found.tempos[0].bpm) == 150


def test_everything_else_moves_with_the_notes() -> None:
    beats = _uneven(32, seed=8)
    found = with_beats(_score(beats), _played(beats))
    track = found.tracks[0]
    assert [c.tick for c in track.controls] == [n.start for n in track.notes]
    assert found.markers[0].tick == track.notes[4].start
    assert found.key_signatures[0].tick == 0


def test_music_before_the_first_beat_and_after_the_last_keeps_its_time() -> None:
    beats = [4.0 + n * 0.5 for n in range(16)]
    onsets = [0.2, 1.3, *beats, 13.0, 14.7, 30.0]
    score = _score(onsets)
    moved = _seconds(with_beats(score, _played(beats))) - _seconds(score)
    assert np.abs(moved - np.median(moved)).max() < 0.003


@pytest.mark.parametrize("slower", [1.1, 1.5, 3.0])
def test_music_that_is_added_after_a_ritardando_is_not_slow(slower: float) -> None:
    lengths = np.full(40, 0.5)
    lengths[-6:] *= np.linspace(1.0, slower, 6)
    beats = [float(at) for at in 1.0 + np.concatenate([[0.0], np.cumsum(lengths)])]
    score = _score(beats)
    found = with_beats(score, _played(beats))
    assert found.tempos[-1].bpm == pytest.approx(120.0, rel=0.01)
    moved = _seconds(found) - _seconds(score)
    assert np.abs(moved - np.median(moved)).max() < 0.003


def test_a_slow_last_section_goes_on_slowly() -> None:
    lengths = np.concatenate([np.full(40, 0.4), np.full(24, 0.8)])
    beats = [float(at) for at in 1.0 + np.concatenate([[0.0], np.cumsum(lengths)])]
    assert with_beats(_score(beats), _played(beats)).tempos[-1].bpm == pytest.approx(75.0, rel=0.01)


@pytest.mark.parametrize("player", ["steady", "changing"])
def test_beats_of_unequal_length_in_one_tempo_have_one_tempo_event(player: str) -> None:
    # 4/4 in quarters, then 7/8 in eighths.
    places = np.concatenate([np.arange(16), 16 + np.arange(15) / 2])
    pace_s = np.full(30, 0.5) if player == "steady" else np.where(places[:-1] < 8, 0.5, 0.8)
    seconds = 2.0 + np.concatenate([[0.0], np.cumsum(np.diff(places) * pace_s)])
    ticks = (places * _QUARTER).astype(np.int64)
    kept = list(knots(ticks, seconds))
    assert kept == ([0, 30] if player == "steady" else [0, 8, 30])
    meters = (TimeSignature(0, 4, 4), TimeSignature(16 * _QUARTER, 7, 8))
    grid = BeatGrid(ticks=ticks[kept], seconds=seconds[kept], time_signatures=meters)
    found = on_grid(_score([float(at) for at in seconds]), grid)
    starts = np.array([note.start for _, note in found.notes()])
    assert np.abs(starts - ticks).max() <= 1
    assert found.time_signatures == meters
    wanted = [120.0] if player == "steady" else [120.0, 75.0]
    assert [tempo.bpm for tempo in found.tempos] == pytest.approx(wanted)


def test_doubtful_bars_begin_at_bar_lines_of_the_new_score() -> None:
    beats = [1.0 + n * 0.5 for n in range(33)]
    found = _played(beats, first=1)
    sure = found.sure.copy()
    sure[[2, 5]] = 0.1
    found = replace(found, sure=sure)
    score = _score(beats)
    bars = BarMap.of(with_beats(score, found))
    lines = doubtful_lines(score, found)
    assert all(bars.start_of(bars.bar_at(tick)) == tick for tick in lines)
    time, change = TempoMap.of(with_beats(score, found)), regridding_to(score, found)
    # The third and the sixth bar line that were found.
    expected = [beats[1 + 4 * bar] - change.shift_s for bar in (2, 5)]
    assert [time.seconds_at(tick) for tick in lines] == pytest.approx(expected)


def test_one_bad_bar_is_doubtful_and_even_bars_are_not() -> None:
    down = np.arange(64) % 4 == 0
    even, beat, line = 0.5 * np.arange(64), np.zeros(64), np.where(down, 0.5, -1.0)
    assert (bar_certainty(even, beat, line, down) > 0.8).all()
    late, unclear, long = even.copy(), beat.copy(), down.copy()
    late[34:] += 0.2
    unclear[32:36] = -4.0
    long[32] = False
    other = np.where(np.arange(64) % 4 == 2, 0.5, -1.0)
    for changed, worst in (
        ((late, beat, line, down), 8),
        ((even, unclear, line, down), 8),
        ((even, beat, line, long), 7),
        ((even, beat, np.where(np.arange(64) < 32, line, other), down), 15),
    ):
        sure = bar_certainty(*changed)
        assert sure[worst] < min(sure[:5]) - 0.05


@pytest.mark.parametrize("silence_s", [0.0, 2.3, 9.1])
@pytest.mark.parametrize("early_s", [0.0, 0.02, 0.04])
def test_no_bar_is_empty_before_the_music(silence_s: float, early_s: float) -> None:
    beats = [silence_s + 0.1 + n * 0.5 for n in range(33)]
    score = _score([beats[0] - early_s, *beats[1:]])
    # The tracker finds beats in the silence, too.
    heard = [0.1 + (silence_s % 0.5) + n * 0.5 for n in range(33 + int(silence_s / 0.5))]
    first = (len(heard) - 33) % 4
    found = with_beats(score, _played(heard, first=first))
    assert found.tracks[0].notes[0].start <= 3
    assert [note.start // 480 for note in found.tracks[0].notes[1:9]] == pytest.approx(
        range(1, 9), abs=0
    )
    moved = _seconds(found) - _seconds(score)
    assert np.abs(moved - np.median(moved)).max() < 0.003


def test_a_short_upbeat_keeps_its_bar() -> None:
    beats = [1.0 + n * 0.5 for n in range(33)]
    found = with_beats(_score([1.0 - 0.125, *beats]), _played(beats))
    notes = found.tracks[0].notes
    assert BarMap.of(found).position_at(notes[0].start).bar == 0
    assert BarMap.of(found).position_at(notes[1].start + 5).bar == 1


def test_doubtful_bars_are_those_of_the_new_bars() -> None:
    beats = [n * 0.5 for n in range(64)]
    played = _played(beats)
    doubted = replace(played, sure=np.where(np.arange(16) % 3, 0.9, 0.1))
    score = _score(beats[9:])
    lines = doubtful_lines(score, doubted)
    change = regridding_to(score, doubted)
    # Bars 0, 3, 6 … of the tracker; the music begins in its bar 2.
    assert lines == tuple(1920 * (bar - 2) for bar in range(3, 16, 3))
    heard = TempoMap.of(change.score(score))
    assert heard.seconds_at(lines[0]) + change.shift_s == pytest.approx(beats[12], abs=0.003)
