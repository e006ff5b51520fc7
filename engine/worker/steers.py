"""Which sliders work with a model that was just made: a brief measurement on the user's pieces."""

import time
from collections.abc import Callable, Iterator, Sequence

from engine.config import STEERS, SteeringConfig
from engine.evaluation.steering import effect, means, rises
from engine.generation.continuation import Opening
from engine.generation.generator import MusicGenerator
from engine.messages import TrainingProgress
from engine.worker.checkpoint_samples import gone_on

LEVELS = (-2.0, 0.0, 2.0)
PIECES, ALTERNATIVES, BARS = 3, 4, 2
# Share of a run's time that measuring may take, and seconds that it may take in any case.
_SHARE_OF_TIME, _SHORTEST_S, _LONGEST_S = 0.1, 4.0, 60.0


def patience(run_s: float) -> float:
    """Return how many seconds measuring may take after a run of so many: a small share."""
    return min(_LONGEST_S, max(_SHORTEST_S, _SHARE_OF_TIME * run_s))


class Steers:
    """Measures sliders one after the other.

    Args:
        generator: The model's.
        openings: Of the user's pieces.
        patience_s: Seconds after which measuring ends.
        clock: Seconds.

    Attributes:
        working: Those found so far to do what they say.
    """

    def __init__(
        self,
        generator: MusicGenerator,
        openings: Sequence[Opening],
        *,
        patience_s: float = _SHORTEST_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._generator = generator
        self._openings = openings[:PIECES]
        self._clock = clock
        self._until_s = clock() + patience_s
        self.working: tuple[str, ...] = ()

    def measure(self, *, stopped: Callable[[], bool] = lambda: False) -> Iterator[TrainingProgress]:
        """Yield how far it is; what is not measured when time is up counts as not working."""
        steps = len(STEERS) * len(self._openings)

        def enough() -> bool:
            return stopped() or self._clock() > self._until_s

        for number, name in enumerate(STEERS):
            rows = []
            for piece, opening in enumerate(self._openings):
                done = number * len(self._openings) + piece
                yield TrainingProgress(phase="sampling", step=done, steps=steps)
                rows.append([self._effect(name, level, opening, enough) for level in LEVELS])
                if enough():
                    # Continuations that were cut off tell nothing.
                    return
            if rises(means(rows)):
                self.working = (*self.working, name)

    def _effect(
        self, name: str, level: float, opening: Opening, enough: Callable[[], bool]
    ) -> float:
        alternatives = gone_on(
            self._generator,
            opening,
            count=ALTERNATIVES,
            bars=BARS,
            steering=SteeringConfig(**{name: level}),
            may_end=False,
            enough=enough,
        )
        notes = [(part.track, part.note) for made in alternatives for part in made.parts]
        return effect(name, notes, opening.score, bars=BARS * ALTERNATIVES)
