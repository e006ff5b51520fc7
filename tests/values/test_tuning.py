"""The tunings that are offered by name, against published tables, and tunings in a score."""

import msgspec
import pytest

from engine.tunings.known_tunings import KNOWN_TUNINGS, known_tuning
from engine.values.score import Score
from engine.values.tuning import Tuning

# Cents above C of C, C sharp … B, as the books and the Scala archive have them.
TABLES = {
    "Just intonation in C": (
        0, 111.731, 203.910, 315.641, 386.314, 498.045, 590.224, 701.955, 813.686, 884.359,
        1017.596, 1088.269,
    ),
    "Pythagorean": (
        0, 113.685, 203.910, 294.135, 407.820, 498.045, 611.730, 701.955, 815.640, 905.865,
        996.090, 1109.775,
    ),
    "Quarter-comma meantone": (
        0, 76.049, 193.157, 310.265, 386.314, 503.422, 579.471, 696.578, 772.627, 889.735,
        1006.843, 1082.892,
    ),
    "Werckmeister III": (
        0, 90.225, 192.180, 294.135, 390.225, 498.045, 588.270, 696.090, 792.180, 888.270,
        996.090, 1092.180,
    ),
    "Kirnberger III": (
        0, 90.225, 193.157, 294.135, 386.314, 498.045, 590.224, 696.578, 792.180, 889.735,
        996.090, 1088.269,
    ),
    "Vallotti": (
        0, 94.135, 196.090, 298.045, 392.180, 501.955, 592.180, 698.045, 796.090, 894.135,
        1000.000, 1090.225,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_historic_tuning_is_that_of_the_books_with_a_at_440_hz(name: str) -> None:
    tuning = known_tuning(name)
    assert tuning is not None
    pitches = [pitch or 0.0 for pitch in tuning.pitches]
    found = [100 * (pitches[60 + step] - pitches[60]) for step in range(12)]
    assert found == pytest.approx(TABLES[name], abs=2e-3)
    assert pitches[69] == 69
    assert [
        100 * (p - q) for p, q in zip(pitches[13:], pitches[1:], strict=False)
    ] == pytest.approx([1200] * 115)


def test_equal_divisions_step_by_their_share_of_an_octave() -> None:
    quarter = known_tuning("24 equal steps, one a key")
    assert quarter is not None
    assert quarter.pitches[58:63] == (59, 59.5, 60, 60.5, 61)
    nineteen = known_tuning("19 equal steps, 12 of them on the keys")
    assert nineteen is not None
    assert nineteen.pitches[72] == 72
    # Its thirds are nearly pure, and a sharp is not the flat above it.
    assert nineteen.cents_of(64) == pytest.approx(-21.05, abs=0.01)
    assert nineteen.cents_of(61) == pytest.approx(-36.84, abs=0.01)


def test_names_are_unique_and_found_in_any_case() -> None:
    names = [tuning.name for tuning in KNOWN_TUNINGS]
    assert len(set(names)) == len(names)
    assert known_tuning("werckmeister iii") is known_tuning("Werckmeister III") is not None
    assert known_tuning("Bach") is None


def test_a_score_without_a_tuning_is_read_as_equal_temperament() -> None:
    assert msgspec.json.decode(b"{}", type=Score).tuning is None


def test_a_score_keeps_its_tuning_on_the_way_through_json() -> None:
    for tuning in KNOWN_TUNINGS:
        score = Score(tuning=tuning)
        assert msgspec.json.decode(msgspec.json.encode(score), type=Score) == score


@pytest.mark.parametrize(
    "pitches",
    [[60.0] * 127, [60.0] * 129, [128.0] * 128, [-0.1] * 128, ["x"] * 128],
)
def test_a_tuning_that_is_none_is_refused(pitches: list[object]) -> None:
    data = msgspec.json.encode({"name": "x", "pitches": pitches})
    with pytest.raises(ValueError, match=r"Expected|out of range"):
        msgspec.json.decode(data, type=Tuning)
