"""The simulation is true: what it tells of as left sounding was to end."""

import pytest

from engine.messages import OpenAgain, Play, SetScore
from engine.values.score import Note, Score, Track
from tests.choosing import choosing
from tests.trust.simulated import WAIT, Life, Script
from tests.trust.simulated_endings import stumble


@pytest.mark.parametrize("other_output", [False, True])
def test_an_error_leaves_nothing_sounding_wherever_it_falls(*, other_output: bool) -> None:
    left = [("nothing was looked at", 0, 0)]

    def script(life: Life) -> Script:
        yield 0.0, choosing(output_kind="port", output_name="A")
        yield 0.1, SetScore(score=Score(tracks=(Track(notes=(Note(0, 60, 9600),)),)), mix=())
        yield 0.0, Play(tick=0)
        if other_output:
            # It is there at the same instant: the error falls on what it is told, and the note
            # comes when the player has stopped.
            yield 0.5, OpenAgain()
        yield from stumble(life)
        yield 0.5, WAIT
        left[:] = life.left

    life = Life(script, lambda: 0.0)
    life.live()
    assert life.failures == ["RuntimeError: stumbled"]
    assert left == []
