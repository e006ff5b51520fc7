"""A riff is found for each period, goes on as often as in real songs, and ends with its phrase."""

import pytest

from engine.planning.riffs import LONGEST, Riff, bars_kept, chance_of, riff_of

SHARES = [(index + 0.5) / 200 for index in range(200)]


def bars(text: str) -> list[frozenset[str]]:
    """Return bars by letters; a dot is silence."""
    return [frozenset() if each == "." else frozenset(each) for each in text]


@pytest.mark.parametrize(
    ("text", "riff"),
    [
        ("xaaaa", Riff(1, 4)),
        ("xabab", Riff(2, 4)),
        ("xababab", Riff(2, 6)),
        ("aabcaabc", Riff(4, 8)),
        ("a.b.a.b.", Riff(4, 8)),
        ("xabcdabcdab", Riff(4, 10)),
        ("a" * 40, Riff(1, LONGEST)),
    ],
)
def test_the_last_bars_of_a_part_are_a_riff(text: str, riff: Riff) -> None:
    assert riff_of(bars(text)) == riff


@pytest.mark.parametrize("text", ["", "a", "xaaa", "xaba", "xabcdabc", "aaaab", "....", "a....."])
def test_a_bar_that_came_again_by_chance_is_none(text: str) -> None:
    assert riff_of(bars(text)) is None


def test_riffs_go_on_the_surer_the_longer_they_lasted() -> None:
    chances = [chance_of(lasted) for lasted in range(4, LONGEST + 1)]
    assert chances == sorted(chances)
    assert chance_of(100) == chances[-1] == pytest.approx(0.67, abs=0.01)
    assert chances[0] == pytest.approx(0.24, abs=0.01)


@pytest.mark.parametrize("place", range(8))
def test_a_riff_that_goes_on_ends_with_a_block(place: int) -> None:
    riff = Riff(4, 16)
    kept = [bars_kept(riff, share, place=place) for share in SHARES]
    assert kept == sorted(kept, reverse=True)
    assert {(place + each) % 4 for each in kept if each} == {0}
    assert kept.count(0) / len(kept) == pytest.approx(1 - chance_of(16), abs=0.01)
