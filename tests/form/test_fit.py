"""One estimate tells written, late, swung and free playing apart."""

import numpy as np
import pytest

from engine.form.fit import GridFit, fit_of, on_parts
from engine.values.score import Tempo

TICKS = 480
# Seconds by which hands deviate: a good player, an ordinary one.
UNEVEN = (0.01, 0.023)


def _places(kind: str, *, seed: int) -> np.ndarray:
    """Return onsets in quarters: 96 beats of some rhythm."""
    random = np.random.default_rng(seed)
    beats = np.arange(96.0)
    known = {
        "quarters": beats,
        "eighths": np.arange(192) / 2,
        "triplets": np.sort(random.choice(np.arange(288) / 3, 200, replace=False)),
        "sixteenths": np.sort(random.choice(np.arange(384) / 4, 250, replace=False)),
        "sixteenths between beats": np.sort([*beats, *beats[::2] + 0.5, *beats[::4] + 0.25]),
        "off-beats": beats + 0.5,
    }
    # Else the number says where between two beats the swung note is.
    return known[kind] if kind in known else np.sort([*beats, *beats + float(kind)])


def _fit(
    kind: str, *, bpm: float, late_s: float = 0.0, uneven_s: float = 0.0, seed: int = 0
) -> GridFit:
    places, random = _places(kind, seed=seed), np.random.default_rng(seed + 1)
    moved = places + (late_s + random.normal(0, uneven_s, len(places))) * bpm / 60
    return fit_of(
        np.rint(moved * TICKS).astype(np.int64), ticks_per_quarter=TICKS, tempos=[Tempo(0, bpm)]
    )


@pytest.mark.parametrize("kind", ["quarters", "eighths", "triplets", "off-beats"])
@pytest.mark.parametrize("bpm", [72, 104, 132])
@pytest.mark.parametrize("late_s", [-0.06, -0.04, 0.04, 0.058])
@pytest.mark.parametrize("uneven_s", UNEVEN)
def test_a_late_or_early_part_is_told_with_its_delay(
    kind: str, bpm: float, late_s: float, uneven_s: float
) -> None:
    fit = _fit(kind, bpm=bpm, late_s=late_s, uneven_s=uneven_s)
    assert fit.is_beside
    assert not fit.is_free
    assert fit.late_s == pytest.approx(late_s, abs=0.012)


@pytest.mark.parametrize("bpm", [72, 84])
@pytest.mark.parametrize("kind", ["quarters", "eighths", "triplets", "sixteenths"])
def test_a_slow_part_may_be_late_by_90_ms(kind: str, bpm: float) -> None:
    fit = _fit(kind, bpm=bpm, late_s=0.09, uneven_s=0.015)
    assert fit.is_beside
    assert fit.late_s == pytest.approx(0.09, abs=0.012)


@pytest.mark.parametrize(
    "kind",
    ["quarters", "eighths", "triplets", "sixteenths", "0.54", "0.58", "0.62", "0.667", "0.7"],
)
@pytest.mark.parametrize("bpm", [72, 104, 140])
@pytest.mark.parametrize("uneven_s", [0.0, *UNEVEN])
def test_who_swings_is_not_late_and_who_plays_in_time_neither(
    kind: str, bpm: float, uneven_s: float
) -> None:
    for seed in range(5):
        fit = _fit(kind, bpm=bpm, uneven_s=uneven_s, seed=seed)
        assert not fit.is_free
        assert not fit.is_beside


@pytest.mark.parametrize("kind", ["0.54", "0.58", "0.667"])
def test_a_swing_that_is_late_is_late_on_the_beat(kind: str) -> None:
    fit = _fit(kind, bpm=104, late_s=0.058, uneven_s=0.01)
    assert fit.is_beside
    assert fit.late_s == pytest.approx(0.058, abs=0.012)


@pytest.mark.parametrize("bpm", [72, 104, 140])
def test_who_lays_back_is_left_alone(bpm: float) -> None:
    assert not _fit("eighths", bpm=bpm, late_s=0.02, uneven_s=0.023).is_beside


def test_a_slower_end_changes_nothing() -> None:
    places = _places("eighths", seed=0)
    last = places > 92
    places[last] = 92 + (places[last] - 92) * np.linspace(1, 1.3, int(last.sum()))
    for late, beside in ((0.0, False), (0.1, True)):
        starts = np.rint((places + late) * TICKS).astype(np.int64)
        fit = fit_of(starts, ticks_per_quarter=TICKS, tempos=[Tempo(0, 104.0)])
        assert (fit.is_free, fit.is_beside) == (False, beside)


@pytest.mark.parametrize("kind", ["sixteenths between beats", "quarters", "eighths"])
def test_a_part_that_is_late_by_most_of_a_sixteenth_is_not_early(kind: str) -> None:
    fit = _fit(kind, bpm=126, late_s=0.09, uneven_s=0.015)
    assert fit.is_beside
    assert fit.late_s == pytest.approx(0.09, abs=0.012)


def test_a_small_delay_is_known_though_it_is_left_alone() -> None:
    fit = _fit("eighths", bpm=104, late_s=0.02, uneven_s=0.023)
    assert fit.is_moved
    assert not fit.is_beside
    assert not _fit("eighths", bpm=104, uneven_s=0.023).is_moved


def test_free_playing_has_no_grid() -> None:
    random = np.random.default_rng(3)
    starts = np.cumsum(np.rint(200 * np.exp(random.normal(0, 0.3, 400)))).astype(np.int64)
    assert fit_of(starts, ticks_per_quarter=TICKS, tempos=()).is_free


def test_written_runs_of_32nds_are_no_free_playing() -> None:
    starts = np.arange(480) * TICKS // 8
    fit = fit_of(starts, ticks_per_quarter=TICKS, tempos=[])
    assert fit.is_written
    assert not fit.is_free
    assert not fit.is_beside


def test_ornaments_beside_exact_notes_make_none_of_them_late() -> None:
    places = np.concatenate([np.arange(60.0), np.arange(60) + 0.75, np.arange(60) + 5 / 6])
    starts = np.sort(np.rint(places * TICKS).astype(np.int64))
    assert not fit_of(starts, ticks_per_quarter=TICKS, tempos=[Tempo(0, 40.0)]).is_beside


def _starts(kind: str, *, uneven: float = 0.0, ticks: int = TICKS) -> np.ndarray:
    places = _places(kind, seed=3)
    moved = places + np.random.default_rng(4).normal(0, uneven, len(places))
    return np.rint(moved * ticks).astype(np.int64)


@pytest.mark.parametrize("kind", ["quarters", "eighths", "triplets", "sixteenths", "0.75"])
@pytest.mark.parametrize("ticks", [96, 120, 480, 1024])
def test_a_score_is_written_to_the_tick_whatever_its_resolution(kind: str, ticks: int) -> None:
    fit = fit_of(_starts(kind, ticks=ticks), ticks_per_quarter=ticks, tempos=())
    assert fit.is_written
    assert (fit.exact, fit.wait) == (1.0, 0)


@pytest.mark.parametrize("kind", ["quarters", "triplets", "sixteenths", "0.6"])
@pytest.mark.parametrize("uneven", [0.02, 0.04])
def test_what_was_played_to_a_click_is_not_written_though_it_is_not_free(
    kind: str, uneven: float
) -> None:
    fit = fit_of(_starts(kind, uneven=uneven), ticks_per_quarter=TICKS, tempos=())
    assert not fit.is_written
    assert not fit.is_free
    assert fit.wait == 0


def test_a_score_that_waits_for_its_grace_notes_is_written() -> None:
    starts = _starts("eighths")
    fit = fit_of(starts + 37, ticks_per_quarter=TICKS, tempos=())
    assert fit.is_written
    assert fit.wait == 37
    # A score without grace notes waits for nothing.
    assert fit_of(starts + TICKS // 4, ticks_per_quarter=TICKS, tempos=()).wait == 0


def test_parts_of_quarters_count_from_the_bar_line() -> None:
    # Triplets in bars of 7/8: every second bar begins on an eighth.
    bar = 7 * TICKS // 2
    lines = [bar * number for number in range(20)]
    starts = np.concatenate([line + TICKS // 3 * np.arange(9) for line in lines])
    in_bars = fit_of(starts, ticks_per_quarter=TICKS, tempos=(), lines=lines)
    assert in_bars.exact == 1.0


@pytest.mark.parametrize("parts", [1, 3, 16, 12])
def test_a_part_is_met_to_the_tick_and_no_further(parts: int) -> None:
    at = np.arange(40) * TICKS / parts
    for beside, there in ((0, True), (1, True), (2, False)):
        nearest, fits = on_parts(at + beside, parts, ticks_per_quarter=TICKS)
        assert nearest.tolist() == list(range(40))
        assert set(fits.tolist()) == {there}
