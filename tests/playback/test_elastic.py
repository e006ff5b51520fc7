"""The tempo that follows a human who slows down or hurries, and the one who does not."""

import random
from collections.abc import Callable, Iterable, Sequence

import pytest

from engine.playback.clocks.elastic import Elastic

BEAT_S = 0.5  # 120 quarters a minute
Curve = Callable[[float], float]


def steady(_: float) -> float:
    return 120.0


def slowing(beat: float) -> float:
    """120, and from the third bar on 60 within a bar."""
    return max(60.0, 120.0 - 15.0 * max(0.0, beat - 8))


def hurrying(beat: float) -> float:
    """120, and from the third bar on 160 within a bar."""
    return min(160.0, 120.0 + 10.0 * max(0.0, beat - 8))


def there_and_back(beat: float) -> float:
    return slowing(beat) if beat < 24 else min(120.0, 60.0 + 7.5 * (beat - 24))


def played(curve: Curve, values: Sequence[float], *, count: int = 64) -> list[tuple[float, float]]:
    """Return (seconds, beat) of a human's notes; values are in beats."""
    at_s = beat = 0.0
    notes = []
    for number in range(count):
        notes.append((at_s, beat))
        for _ in range(20):
            part = values[number % len(values)] / 20
            at_s += 60 / curve(beat) * part
            beat += part
    return notes


def followed(times_s: Iterable[float], share: float) -> list[tuple[float, float]]:
    """Return (rate, beat of the music) at each note, as `Pace` turns the music."""
    elastic, now_s, place = Elastic(share), 0.0, 0.0
    bent, until_s = 1.0, 0.0
    found = []
    for at_s in times_s:
        caught_up_s = min(at_s, max(now_s, until_s))
        place += (bent * (caught_up_s - now_s) + elastic.rate * (at_s - caught_up_s)) / BEAT_S
        now_s = at_s
        turn = elastic.take(place, beat_s=BEAT_S, at_s=at_s)
        if turn is not None:
            bent, until_s = turn.rate, at_s + turn.for_s
        found.append((elastic.rate, place))
    return found


values = pytest.mark.parametrize("value", [0.5, 1.0], ids=["eighths", "quarters"])


@values
@pytest.mark.parametrize("curve", [slowing, hurrying, there_and_back])
def test_a_change_within_a_bar_is_followed_and_the_beats_stay_together(
    curve: Curve, value: float
) -> None:
    notes = played(curve, [value])
    found = followed([at_s for at_s, _ in notes], share=0.6)
    for (_, beat), (rate, place) in zip(notes, found, strict=True):
        if beat < 8:
            assert rate == pytest.approx(1.0, abs=0.01)
        if 18 < beat < 24 or beat > 40:
            # No eighth is left out or played twice, and the tempo is the human's.
            assert place == pytest.approx(beat, abs=1.0)
            assert rate == pytest.approx(curve(beat) / 120, abs=0.06)


@values
@pytest.mark.parametrize("share", [0.06, 0.2])
def test_the_music_stays_at_its_slowest_while_the_human_is_slower(
    share: float, value: float
) -> None:
    notes = played(slowing, [value])
    rates = [rate for rate, _ in followed([at_s for at_s, _ in notes], share)]
    first = next(i for i, (_, beat) in enumerate(notes) if beat >= 12)
    assert max(rates) < 1.01
    assert set(rates[first:]) == {1.0 - share}


RHYTHMS = {
    "eighths": [0.5],
    "quarters": [1.0],
    "triplets": [1 / 3],
    "triplets of quarters": [2 / 3],
    "swing": [2 / 3, 1 / 3],
    "dotted": [0.75, 0.25],
    "sixteenths": [0.25],
    "mixed": [1.0, 0.5, 0.5, 1 / 3, 1 / 3, 1 / 3, 2.0, 1.5, 0.5],
}


@pytest.mark.parametrize("rhythm", RHYTHMS.values(), ids=RHYTHMS)
def test_no_rhythm_of_a_steady_human_is_taken_for_another_tempo(rhythm: list[float]) -> None:
    draw = random.Random(5)  # noqa: S311 - no secret
    for _ in range(40):
        notes = played(steady, rhythm)
        times_s = sorted(at_s + draw.gauss(0, 0.012) for at_s, _ in notes)
        assert all(abs(rate - 1) <= 0.12 for rate, _ in followed(times_s, share=0.3))


def test_notes_of_a_chord_tell_nothing_more() -> None:
    times_s = [at_s + late for at_s, _ in played(slowing, [0.5]) for late in (0.0, 0.01, 0.02)]
    rates = [rate for rate, _ in followed(times_s, share=0.5)]
    assert rates[-1] == pytest.approx(0.5, abs=0.03)
    assert rates[0::3] == rates[2::3]
