"""Who plays alone does not rest for ever: a rest begets a rest."""

import pytest

from benchmarks.jam.endless import Endless
from engine.generation.model import LiveModel
from engine.ground.paths import starter_model
from engine.live.jam import planner


@pytest.mark.parametrize(
    "seed", [*(pytest.param(each, marks=pytest.mark.slow) for each in (0, 2000)), 1000]
)
def test_alone_and_with_nothing_heard_it_plays(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = planner.Planner.__init__

    def other_seeds(self: planner.Planner, *args: object, **named: object) -> None:
        made(self, *args, **named)  # type: ignore[arg-type]
        self._seed += seed

    monkeypatch.setattr(planner.Planner, "__init__", other_seeds)
    # As fast as the processor can: music passes by what was drawn.
    alone = Endless(LiveModel.load(starter_model()), speed=1.0)
    alone.play(16.0)
    assert alone.notes > 0
    assert alone.underruns == 0
