"""Fits the strengths of the generation rules to a new model, on pieces that it has not learned.

The pieces are those that its training held out and the demo pieces, so that even a model of ten
songs has enough of them. If the fitting is stopped early, the model keeps its base's strengths, and
its card says so.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.evaluation.fitting import fit, read_songs
from engine.evaluation.forced import ForcedSong
from engine.generation.model import LiveModel
from engine.generation.priors import Priors, priors_of_card, priors_on_card, scaled
from engine.ground.errors import ModelFileError, SegueError
from engine.ground.paths import demo_pieces
from engine.library.location import SongLocation
from engine.library.songs import read_song
from engine.making.song_list import TrainingSongs
from engine.messages import TrainingProgress
from engine.values.score import Score

BASE_PRIORS = "base_priors"
"""Key on a run's card: the strengths of the base model."""
BASE_STRENGTHS_OF = "base_strengths_of"
"""Key on a run's card: the name of the model that these were fitted to."""

SONGS = 12
"""Largest number of pieces to read, each a step for a progress bar."""

# Share of a run's time that fitting may take, with its bounds in seconds of processor time. A model
# of the starter's size needs 5 for twelve demo pieces, however short its run was; it needed 12
# while pieces were drawn, too (experiment 2026-11-29-own-models).
_SHARE_OF_TIME, _SHORTEST_S, _LONGEST_S = 0.25, 60.0, 240.0


def patience(run_s: float) -> float:
    """Return how many seconds of processor time fitting may take after a run of some length."""
    return min(_LONGEST_S, max(_SHORTEST_S, _SHARE_OF_TIME * run_s))


def strengths_of_base(card: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a run's card says of its base's strengths; empty if the base has none.

    Args:
        card: Of the base.
    """
    if "priors" not in card:
        return {}
    of = card.get("strengths_of") or card.get("name")
    return {BASE_PRIORS: card["priors"], BASE_STRENGTHS_OF: str(of or "")}


def strengths_on_card(fitted: Priors | None, run: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entries of a model's card about its strengths.

    Args:
        fitted: Strengths fitted to this model; None if fitting was stopped.
        run: The run's card, with the entries of `strengths_of_base`.

    Returns:
        `priors`, the strengths, if there are any; `strengths_fitted`, whether they were fitted to
        this model; `strengths_of`, the model that they were fitted to otherwise.
    """
    if fitted is not None:
        return priors_on_card(fitted) | {"strengths_fitted": True, "strengths_of": ""}
    try:
        inherited = priors_on_card(priors_of_card({"priors": run[BASE_PRIORS]}))
    except (KeyError, ModelFileError):
        return {"strengths_fitted": False, "strengths_of": ""}
    # A run that was begun before that name was kept has only its base's.
    of = run.get(BASE_STRENGTHS_OF) or run.get("base")
    return inherited | {"strengths_fitted": False, "strengths_of": str(of or "")}


def pieces_for(songs: TrainingSongs, held_out: Sequence[str]) -> Iterator[Score]:
    """Yield held-out pieces, then the demo pieces, `SONGS` at most.

    Args:
        songs: Songs of the run.
        held_out: Names of the held-out songs.
    """
    names = frozenset(held_out)
    own = [song.source for song in songs.songs if song.name in names]
    shipped = [SongLocation.of(path) for path in sorted(demo_pieces().glob("*.mid"))]
    count = 0
    for source in (*own, *shipped):
        if count == SONGS:
            return
        try:
            yield read_song(source)
        except SegueError:
            continue
        count += 1


class Strengths:
    """Fits the strengths of one model.

    Args:
        model: The model; nothing else may use its decoder.
        pieces: Pieces that it has not learned.
        patience_s: Seconds after which fitting stops.
        clock: Returns seconds. Those of this thread on the processor, unless another is given:
            fitting takes as many of them on a busy computer as on a free one.

    Attributes:
        found: The strengths; None until fitting is complete.
    """

    def __init__(
        self,
        model: LiveModel,
        pieces: Sequence[Score],
        *,
        patience_s: float = _LONGEST_S,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        self._model, self._pieces = model, pieces
        self._clock = clock
        self._until_s = clock() + patience_s
        self.found: Priors | None = None

    def measure(self, *, stopped: Callable[[], bool] = lambda: False) -> Iterator[TrainingProgress]:
        """Yield the progress; set `found` at the end."""

        def enough() -> bool:
            return stopped() or self._clock() > self._until_s

        read = list[ForcedSong]()
        for song in read_songs(self._model, self._pieces, stopped=enough):
            yield TrainingProgress(phase="sampling", step=len(read), steps=SONGS)
            read.append(song)
        if not enough():
            self.found = scaled(fit(read).scales)
