"""The quartet that the score's figures are measured with is one that can be read."""

from benchmarks.window.score import quartet
from engine.notation.notating import notate
from engine.values.time import BarMap


def test_a_quartet_fills_its_bars_in_plain_rhythms() -> None:
    score = quartet(24)
    assert BarMap.of(score).bars_until(score.end) in (24, 25)
    assert score == quartet(24)
    page = notate(score)
    assert [part.name for part in page.parts] == ["Violin I", "Violin II", "Viola", "Violoncello"]
    assert not page.performed
