"""A long continuation may come back to the beginning of its piece, as often as real songs do."""

import pytest

from engine.planning.sections import SectionBar
from engine.planning.theme import Theme

SEEDS = range(2_000)


def theme(*, bars: int = 64, first: int = 16, source: int = 0) -> Theme:
    return Theme(source=source, source_bars=8, first=first, bars=bars)


def test_the_beginning_comes_again_where_a_phrase_begins_and_not_before_bar_33() -> None:
    assert theme().places == (32, 40, 48, 56)
    assert theme(first=13).places == (35, 43, 51, 59)  # phrases are counted from the source
    assert theme(bars=32).places == theme(bars=35).places == ()
    assert theme(bars=36).places == (32,)


def test_it_comes_again_in_as_many_rows_as_in_real_songs() -> None:
    returning = [bars for seed in SEEDS if (bars := theme().returning(seed))]
    assert len(returning) / len(SEEDS) == pytest.approx(8 / 37, abs=0.03)
    begins = {next(at for at, bar in enumerate(bars) if bar.back) for bars in returning}
    assert begins == {32, 40, 48, 56}


def test_one_phrase_comes_again_bar_for_bar() -> None:
    for seed in SEEDS[:100]:
        bars = theme(first=20, source=4).returning(seed)
        assert bars == theme(first=20, source=4).returning(seed)
        again = [at for at, bar in enumerate(bars) if bar.back]
        assert len(again) in (0, 8)
        assert [20 + at - bars[at].back for at in again] == [4, 5, 6, 7, 8, 9, 10, 11][: len(again)]
        assert all(bar == SectionBar() for at, bar in enumerate(bars) if at not in again)
