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


def wandering(seed: int, *, bars=8, spread=0.12, kept=0.8) -> list[float]:
    """Tempos of a performer: what is kept of the last quarter's, and something new."""
    rng, at, found = np.random.default_rng(seed), 0.0, []
    for new in rng.standard_normal(bars * 4):
        at = kept * at + (1 - kept**2) ** 0.5 * new
        found.append(at)
    values = np.array(found)
    return list(USUAL * np.exp(spread * (values - values.mean()) / values.std()))


def added_bars(tempos, bars=8) -> list[float]:
    score = piece(tempos)
    end = score.end + bars * BAR
    return heard(with_tempos_until(score, start=score.end, end=end), score.end, end)


def spread_of(tempos) -> float:
    return float(np.log(tempos).std())


def likeness_of(tempos) -> float:
    """The correlation of quarters in a row."""
    return float(np.corrcoef(np.log(tempos[:-1]), np.log(tempos[1:]))[0, 1])


@pytest.mark.parametrize("bars", [1, 4, 8, 20])
def test_the_rubato_goes_on_up_to_the_usual_tempo(bars: int) -> None:
    score = piece([*[USUAL] * 32, *phrase()])
    end = score.end + bars * BAR
    added = with_tempos_until(score, start=score.end, end=end)
    assert len(set(heard(added, score.end, end))) == bars * 4
    assert heard(added, 0, score.end) == heard(score, 0, score.end)
    assert added.tempos[-1] == Tempo(end, pytest.approx(np.median(phrase())))


@pytest.mark.parametrize("spread", [0.03, 0.08, 0.16])
def test_it_wanders_as_widely_as_the_player_does(spread: float) -> None:
    ratios = [spread_of(added_bars(wandering(seed, spread=spread))) / spread for seed in range(20)]
    assert np.median(ratios) == pytest.approx(1, abs=0.15)


def test_it_is_not_the_last_phrase_again() -> None:
    again = [np.corrcoef(played, added_bars(played))[0, 1] for played in map(wandering, range(20))]
    assert abs(np.mean(again)) < 0.2


def test_it_wanders_as_slowly_as_the_player_does() -> None:
    slow = [likeness_of(added_bars(wandering(seed, kept=0.9))) for seed in range(20)]
    quick = [likeness_of(added_bars(wandering(seed, kept=0.0))) for seed in range(20)]
    assert np.mean(slow) > 0.55
    assert np.mean(quick) < 0.25


def test_a_player_of_whom_little_is_known_wanders_more_as_most_do() -> None:
    steady = [wandering(seed, spread=0.01) for seed in range(20)]
    short = np.mean([spread_of(added_bars(played[:16], 16)) for played in steady])
    own = np.mean([spread_of(played[:16]) for played in steady])
    assert own * 1.1 < short < 0.03


def test_who_hardly_wanders_goes_on_so() -> None:
    assert spread_of(added_bars(wandering(1, spread=0.003))) < 0.005


def test_it_falls_where_blocks_of_four_bars_end() -> None:
    added = np.log([added_bars(wandering(seed, kept=0.0), 16) for seed in range(300)])
    blocks = added.reshape(-1, 16)
    ends, others = blocks[:, -2:].mean(axis=1), blocks[:, :-2].mean(axis=1)
    assert np.mean(ends - others) < -0.007


def test_the_same_piece_has_the_same_curve_and_more_bars_change_none_before() -> None:
    played = wandering(1)
    assert added_bars(played, 20)[:32] == added_bars(played)
    assert added_bars([*wandering(2)[:1], *played[1:]]) != added_bars(played)


def test_an_end_that_is_nearly_still_does_not_come_again() -> None:
    slow = [*phrase()[:-4], 80.0, 60.0, 40.0, 20.0]
    usual = float(np.median(slow))
    added = np.array(added_bars(slow, 20))
    assert np.all(added >= usual / 1.401)
    assert np.all(added <= usual * 1.401)


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
    assert heard(further, 0, end) == heard(once, 0, end)
    assert spread_of(heard(further, end, end + 8 * BAR)) == pytest.approx(
        spread_of(phrase()), rel=0.3
    )


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
    assert len(set(heard(added, score.end, end))) == 28
    assert added.tempos[-1].tick == end


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
