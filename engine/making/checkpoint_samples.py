"""Samples of a training run: each saved step continues the same openings; copying is measured.

Samples are drawn by the code of Compose's continuations, on the processor and from the files of the
saved step, so they do not touch the running training.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from engine.copying.fingerprints import Fingerprints, Originality
from engine.generation.continuation import Continuation, Opening, continuations, notes_alone
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.cancelling import never
from engine.ground.errors import SegueError
from engine.library.songs import read_song
from engine.making.song_list import TrainingSongs
from engine.messages import Sampled, StepSampled, TrainingProgress
from engine.request import Request
from engine.values.config import SamplingConfig, SteeringConfig
from engine.values.score import Score
from engine.values.time import BarMap

HEARD, JUDGED = 3, 5  # openings of a sample while training, and of the final judgement
OPENING_BARS, NEW_BARS = 8, 8
# Limit of notes: very dense bars end early, so that sampling cannot take for ever.
_MOST_NOTES = 180
_SEED = 11
_PASSAGES = 5
# Share of a run's time that sampling may take; steps beyond it are not sampled.
_SHARE_OF_TIME = 0.2


def openings_of(songs: TrainingSongs, held_out: Sequence[str]) -> list[Opening]:
    """Return openings of a few pieces, held-out ones first, the same for the same songs."""
    first = {name.removesuffix(" (end)") for name in held_out}
    in_order = sorted(
        songs.songs,
        key=lambda song: (song.name not in first, blake2b(song.name.encode()).digest()),
    )
    openings: list[Opening] = []
    for song in in_order:
        try:
            opening = _opening(song.name, read_song(song.source))
        except SegueError:
            continue
        openings.append(opening)
        if len(openings) == JUDGED:
            break
    return openings


def _opening(name: str, score: Score) -> Opening:
    bars = min(OPENING_BARS, max(1, BarMap.of(score).bars_until(score.end) // 2))
    return Opening.of(score, bars=bars, title=Path(name).stem or name)


class CheckpointSampler:
    """Samples saved steps.

    Args:
        openings: The openings to continue.
        prints: Fingerprints of the training songs.
        clock: Returns seconds.
    """

    def __init__(
        self,
        openings: Sequence[Opening],
        prints: Fingerprints,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._openings = openings
        self._prints = prints
        self._clock = clock
        self._began_s = clock()
        self._spent_s = 0.0

    @property
    def openings(self) -> Sequence[Opening]:
        """The openings to continue."""
        return self._openings

    @property
    def has_time(self) -> bool:
        """Whether sampling one more step stays within its share of the run's time."""
        return self._spent_s <= _SHARE_OF_TIME * max(1.0, self._clock() - self._began_s)

    def sample(
        self, checkpoint: Path, *, step: int, loss: float, thorough: bool = False
    ) -> Iterator[TrainingProgress | StepSampled]:
        """Continue the openings with a saved step; yield progress, then the samples.

        Args:
            checkpoint: Folder of the saved step.
            step: Number of the step.
            loss: Held-out loss of the step; negative if unknown.
            thorough: Draw twenty continuations. Otherwise a few openings get one continuation each.
        """
        began_s = self._clock()
        openings = self._openings[: JUDGED if thorough else HEARD]
        generator = MusicGenerator(LiveModel.load(checkpoint))
        samples: list[Sampled] = []
        found: list[Originality] = []
        for number, opening in enumerate(openings):
            yield TrainingProgress(phase="sampling", step=number, steps=len(openings))
            alternatives = gone_on(generator, opening, count=4 if thorough else 1)
            found += [
                # A continuation like the rest of the piece itself is no copy of another song.
                self._prints.look_up(notes_alone(opening.score, one.parts), own=opening.piece)
                for one in alternatives
            ]
            samples.append(
                Sampled(
                    opening=opening.title,
                    score=alternatives[0].score,
                    boundary=opening.boundary,
                )
            )
        self._spent_s += self._clock() - began_s
        windows = sum(one.windows for one in found)
        passages = sorted((p for one in found for p in one.passages), key=lambda p: -p.notes)
        yield StepSampled(
            step=step,
            loss=loss,
            samples=tuple(samples[:HEARD]),
            windows=windows,
            copied=sum(len(one.matches) for one in found) / windows if windows else -1.0,
            passages=tuple(passages[:_PASSAGES]),
            sure_from=self._prints.sure_from,
        )


def gone_on(
    generator: MusicGenerator,
    opening: Opening,
    *,
    count: int,
    bars: int = NEW_BARS,
    steering: SteeringConfig | None = None,
    may_end: bool = True,
    enough: Callable[[], bool] = never,
) -> tuple[Continuation, ...]:
    """Return continuations of an opening.

    Args:
        generator: The model's generator.
        opening: The opening.
        count: Number of continuations.
        bars: Length of each in bars.
        steering: Values of sliders.
        may_end: Whether the model may end the piece early.
        enough: Called during drawing; True stops.
    """
    request = Request(
        start=opening.boundary,
        bars=bars,
        alternatives=count,
        sampling=SamplingConfig(seed=_SEED),
        steering=steering or SteeringConfig(),
        following=0 if may_end else 1,
    )
    return continuations(
        generator, opening.score, request, most_notes=_MOST_NOTES, cancelled=enough
    )
