"""Measures on the user's pieces which sliders work with a model of the user's.

A new model is measured briefly, and completely when the user asks for it. Sliders that were not
measured are taken from the model's base, and the card says so.
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.evaluation.steering import effect, means, rises
from engine.generation.continuation import Opening
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.errors import ModelFileError
from engine.ground.paths import Paths, demo_pieces
from engine.library.location import SongLocation
from engine.making.checkpoint_samples import gone_on, openings_of
from engine.making.known_songs import songs_in
from engine.making.song_list import TrainingSongs
from engine.messages import MeasureSteers, SteersMeasured, TrainingProgress
from engine.model.description import amend_card, read_card
from engine.training.prepare import Song
from engine.values.config import STEERS, SteeringConfig

BASE_STEERS = "base_steers"
"""Key on a run's card: the sliders of the base model, and the model they were measured with."""
LEVELS = (-2.0, 0.0, 2.0)  # positions of a slider whose effects are compared
PIECES, ALTERNATIVES, BARS = 3, 4, 2
# Share of a run's time that measuring may take, with its bounds in seconds of processor time.
_SHARE_OF_TIME, _SHORTEST_S, _LONGEST_S = 0.1, 4.0, 60.0


def patience(run_s: float) -> float:
    """Return how many seconds of processor time measuring may take after a run of some length."""
    return min(_LONGEST_S, max(_SHORTEST_S, _SHARE_OF_TIME * run_s))


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Sliders that were measured, each one of `STEERS`.

    Attributes:
        names: The sliders that were measured completely.
        working: Those of them that have their effect.
    """

    names: tuple[str, ...] = ()
    working: tuple[str, ...] = ()


NOTHING = Measured()


def steers_of_base(card: Mapping[str, Any]) -> dict[str, Any]:
    """Return the sliders that a model made from this one inherits: name to measured model."""
    measured = _named(card.get("steers_measured", card.get("steers")))
    own, of = str(card.get("name") or ""), str(card.get("steers_of") or "")
    return {name: own if name in measured else of for name in _named(card.get("steers"))}


def steers_on_card(measured: Measured, base: object) -> dict[str, Any]:
    """Return the entries of a model's card about its sliders.

    Args:
        measured: Sliders measured with this model.
        base: Result of `steers_of_base` for its base; values of other types are ignored.

    Returns:
        `steers`, the usable sliders; `steers_measured`, those measured with this model;
        `steers_of`, the model that each of the others was measured with.
    """
    known = base if isinstance(base, dict) else {}
    carried = [name for name in STEERS if name in known and name not in measured.names]
    return {
        "steers": [name for name in STEERS if name in measured.working or name in carried],
        "steers_measured": list(measured.names),
        "steers_of": str(known[carried[0]]) if carried else "",
    }


def measure_steers(
    command: MeasureSteers, paths: Paths, *, stopped: Callable[[], bool]
) -> Iterator[TrainingProgress | SteersMeasured]:
    """Measure the remaining sliders of a model of the user's; yield progress.

    It continues songs that the model learned from, or demo pieces if none of those exists any more.
    If it is stopped, what was measured is stored.

    Raises:
        ModelFileError: The model is not the user's, or cannot be read or written.
    """
    folder = Path(command.folder)
    if folder.resolve().parent != paths.models.resolve():
        raise ModelFileError(
            "‘{name}’ came with Segue; its sliders are measured.", name=folder.name
        )
    card = read_card(folder)["card"]
    before = Measured(
        names=_named(card.get("steers_measured", card.get("steers"))),
        working=_named(card.get("steers")),
    )
    steers = Steers(
        MusicGenerator(LiveModel.load(folder)),
        openings_of(songs_in(folder), ()) or openings_of(_shipped(), ()),
        names=[name for name in STEERS if name not in before.names],
        patience_s=math.inf,
    )
    yield from steers.measure(stopped=stopped)
    now = steers.found
    measured = Measured(
        names=(*before.names, *now.names),
        working=tuple(name for name in before.working if name in before.names) + now.working,
    )
    base = {name: card.get("steers_of") for name in before.working if name not in before.names}
    said = steers_on_card(measured, base)
    amend_card(folder, said)
    yield SteersMeasured(
        folder=command.folder,
        steers=tuple(said["steers"]),
        measured=tuple(said["steers_measured"]),
        steers_of=said["steers_of"],
    )


def _named(value: object) -> tuple[str, ...]:
    """Return the sliders in a list of a card, which may come from outside."""
    return tuple(name for name in STEERS if isinstance(value, list) and name in value)


def _shipped() -> TrainingSongs:
    pieces = sorted(demo_pieces().glob("*.mid"))
    songs = tuple(Song(name=each.name, source=SongLocation.of(each)) for each in pieces)
    return TrainingSongs(songs=songs, source="")


class Steers:
    """Measures sliders one after another.

    Args:
        generator: The model's generator.
        openings: Openings of the user's pieces.
        names: The sliders to measure, of `STEERS`.
        patience_s: Seconds after which measuring ends.
        clock: Returns seconds; those of this thread on the processor, unless another is given.

    Attributes:
        found: The measurements so far.
    """

    def __init__(
        self,
        generator: MusicGenerator,
        openings: Sequence[Opening],
        *,
        names: Sequence[str] = STEERS,
        patience_s: float = _SHORTEST_S,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        self._generator = generator
        self._openings = openings[:PIECES]
        self._clock = clock
        self._until_s = clock() + patience_s
        self._names = names
        self.found = NOTHING

    def measure(self, *, stopped: Callable[[], bool] = lambda: False) -> Iterator[TrainingProgress]:
        """Yield progress; sliders that are not measured in time stay unknown."""
        steps = len(self._names) * len(self._openings)

        def enough() -> bool:
            return stopped() or self._clock() > self._until_s

        for number, name in enumerate(self._names):
            rows = []
            for piece, opening in enumerate(self._openings):
                done = number * len(self._openings) + piece
                yield TrainingProgress(phase="sampling", step=done, steps=steps)
                rows.append([self._effect(name, level, opening, enough) for level in LEVELS])
                if enough():
                    # Unfinished continuations cannot be compared.
                    return
            works = (name,) if rises(means(rows)) else ()
            self.found = Measured(
                names=(*self.found.names, name), working=(*self.found.working, *works)
            )

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
