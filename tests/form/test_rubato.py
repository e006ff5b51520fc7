"""The tempo in which a piece goes on."""

from dataclasses import replace

import numpy as np
import pytest

from engine.form.bars_to_come import with_bars, with_bars_until
from engine.form.rubato import with_tempos_until
from engine.request import PartNote, Request
from engine.values.score import Note, Score, Tempo, TimeSignature, Track
from engine.values.time import BarMap, TempoMap

QUARTER = 480
BAR = 4 * QUARTER
USUAL = 90.0
FOUR = (TimeSignature(0, 4, 4),)


def piece(bpms, *, bars=None, signatures=FOUR) -> Score:
    """A piece with a tempo for each quarter and a note on each."""
    count = len(bpms) if bars is None else bars * 4
    notes = tuple(Note(n * QUARTER, 60, QUARTER) for n in range(count))
    tempos = tuple(Tempo(n * QUARTER, float(bpm)) for n, bpm in enumerate(bpms))
    return Score(tracks=(Track(notes=notes),), tempos=tempos, time_signatures=signatures)


def phrase(bars=8) -> list[float]:
    """Tempos of a phrase that hurries in its middle and lingers at its end."""
    return list(USUAL * (1 + 0.1 * np.sin(np.linspace(0, 2 * np.pi, bars * 4))))


def heard(score: Score, start: int, end: int) -> list[float]:
    tempos = TempoMap.of(score)
    return [tempos.bpm_at(tick) for tick in range(start, end, QUARTER)]


@pytest.mark.parametrize("bars", [1, 4, 8, 20])
def test_the_rubato_of_the_last_phrase_goes_on(bars: int) -> None:
    score = piece([*[USUAL] * 32, *phrase()])
    end = score.end + bars * BAR
    added = with_tempos_until(score, start=score.end, end=end)
    assert heard(added, score.end, end) == pytest.approx((phrase() * 3)[: bars * 4])
    assert heard(added, 0, score.end) == heard(score, 0, score.end)
    assert added.tempos[-1] == Tempo(end, pytest.approx(np.median(phrase())))


def test_an_end_that_is_nearly_still_does_not_come_again() -> None:
    slow = [*phrase()[:-4], 80.0, 60.0, 40.0, 20.0]
    score = piece(slow)
    added = with_tempos_until(score, start=score.end, end=score.end + 8 * BAR)
    again = heard(added, score.end, score.end + 8 * BAR)
    usual = float(np.median(slow))
    assert min(again) == pytest.approx(usual / 1.25)
    assert again[-1] == min(again)


@pytest.mark.parametrize(
    "written",
    [
        pytest.param([120.0], id="one tempo"),
        pytest.param([], id="no tempo"),
        pytest.param([120.0] * 32, id="one tempo, said at each beat"),
        pytest.param([120.0] * 28 + [110.0, 100.0, 90.0, 80.0], id="a ritardando at the end"),
    ],
)
def test_a_written_piece_stays_in_its_last_tempo(written: list[float]) -> None:
    score = piece(written, bars=8)
    assert with_bars(score, start=score.end, bars=8) is score


def test_nothing_changes_inside_a_piece_or_beside_tempos_of_its_own() -> None:
    score = piece([*phrase(), *phrase()])
    assert with_tempos_until(score, start=8 * BAR, end=12 * BAR) is score
    later = replace(score, tempos=(*score.tempos, Tempo(score.end + BAR, 70.0)))
    assert with_tempos_until(later, start=score.end, end=score.end + 4 * BAR) is later


def test_a_second_time_changes_nothing_and_the_end_can_go_on() -> None:
    score = piece(phrase())
    end = score.end + 8 * BAR
    once = with_tempos_until(score, start=score.end, end=end)
    assert with_tempos_until(once, start=score.end, end=end) is once
    notes = [Note(score.end + n * QUARTER, 62, QUARTER) for n in range(32)]
    longer = replace(once, tracks=(Track(notes=(*score.tracks[0].notes, *notes)),))
    further = with_tempos_until(longer, start=end, end=end + 8 * BAR)
    assert heard(further, end, end + 8 * BAR) == pytest.approx(phrase())


def test_a_pattern_of_meters_and_a_rubato_go_on_together() -> None:
    meters = tuple(
        TimeSignature(tick, beats, 4)
        for pair in range(4)
        for tick, beats in ((pair * 7 * QUARTER, 4), ((pair * 7 + 4) * QUARTER, 3))
    )
    score = piece(phrase(bars=7), signatures=meters)
    assert score.end == 28 * QUARTER
    end = score.end + 28 * QUARTER
    added = with_bars_until(score, start=score.end, end=end)
    assert [each.numerator for each in added.time_signatures] == [4, 3] * 8
    assert heard(added, score.end, end) == pytest.approx(phrase(bars=7))


def test_what_is_offered_and_what_is_kept_have_the_same_tempos() -> None:
    score = piece(phrase())
    request = Request(start=score.end, bars=4)
    offered = request.with_bars_to_make(score)
    made = [PartNote(0, Note(score.end + n * QUARTER, 62, QUARTER)) for n in range(16)]
    kept = request.writing(score, made, end=score.end + 4 * BAR)
    assert kept.tempos == offered.tempos
    assert len(kept.tempos) > len(score.tempos)
    lines = BarMap.of(kept)
    assert kept.tempos[-1].tick == lines.start_of(12)
