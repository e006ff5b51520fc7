"""Fits the strengths of the generation rules to a new model, on pieces that it has not learned.

The pieces are those that its training held out and the demo pieces, so that even a model of ten
songs has enough of them. If the fitting is stopped early, the model keeps its base's strengths.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.errors import ModelFileError, SegueError
from engine.evaluation.drift import Drift, drifts
from engine.evaluation.fitting import PROMPT_BARS, fit, read_songs, with_drift
from engine.evaluation.forced import ForcedSong
from engine.generation.model import LiveModel
from engine.generation.priors import Priors, priors_of_card, priors_on_card, scaled
from engine.library.location import SongLocation
from engine.library.songs import read_song
from engine.messages import TrainingProgress
from engine.music.score import Score
from engine.paths import demo_pieces
from engine.worker.song_list import TrainingSongs

BASE_PRIORS = "base_priors"
"""Key on a run's card: the strengths of the base model."""

SONGS, DRAWN = 12, 8
"""Largest number of pieces to read, and of pieces to draw from."""

STEPS = SONGS + DRAWN
"""Number of steps, for a progress bar."""

# Share of a run's time that fitting may take, with its bounds in seconds.
_SHARE_OF_TIME, _SHORTEST_S, _LONGEST_S = 0.25, 4.0, 120.0


def patience(run_s: float) -> float:
    """Return how many seconds fitting may take after a run of some length."""
    return min(_LONGEST_S, max(_SHORTEST_S, _SHARE_OF_TIME * run_s))


def priors_of_base(card: Mapping[str, Any]) -> dict[str, Any]:
    """Return the base's strengths from a run's card; empty if there are none."""
    return {BASE_PRIORS: card["priors"]} if "priors" in card else {}


def strengths_on_card(fitted: Priors | None, base: object) -> dict[str, Any]:
    """Return the entries of a model's card about its strengths.

    Args:
        fitted: Strengths fitted to this model; None if fitting was stopped.
        base: The entry of the run's card about its base.
    """
    if fitted is not None:
        return priors_on_card(fitted)
    if isinstance(base, dict):
        try:
            return priors_on_card(priors_of_card({"priors": base}))
        except ModelFileError:
            return {}
    return {}


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
        clock: Returns seconds.

    Attributes:
        found: The strengths; None until fitting is complete.
    """

    def __init__(
        self,
        model: LiveModel,
        pieces: Sequence[Score],
        *,
        patience_s: float = _LONGEST_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._model, self._pieces = model, pieces
        self._clock = clock
        self._until_s = clock() + patience_s
        self.found: Priors | None = None

    def measure(self, *, stopped: Callable[[], bool] = lambda: False) -> Iterator[TrainingProgress]:
        """Yield the progress; set `found` at the end."""

        def enough() -> bool:
            return stopped() or self._clock() > self._until_s

        drawn = self._pieces[:DRAWN]
        read = list[ForcedSong]()
        for song in read_songs(self._model, self._pieces, stopped=enough):
            yield TrainingProgress(phase="sampling", step=len(read), steps=STEPS)
            read.append(song)
        if enough():
            return
        scales = fit(read).scales
        found = list[Drift]()
        ways = drifts(
            self._model,
            drawn,
            priors=scaled(scales),
            prompt_bars=PROMPT_BARS,
            stopped=enough,
        )
        for each in ways:
            yield TrainingProgress(phase="sampling", step=SONGS + len(found), steps=STEPS)
            found.append(each)
        if not enough():
            self.found = scaled(with_drift(scales, found))
