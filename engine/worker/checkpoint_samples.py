"""Samples of a run: the same openings gone on with by each saved step, how much of it is copied.

What is made here is made by the same code as a continuation in Compose, on the processor, from the
saved step's own files, so that nothing of the run that goes on is touched.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from engine.config import SamplingConfig, SteeringConfig
from engine.copying.fingerprints import Fingerprints, Originality
from engine.errors import SegueError
from engine.generation.continuation import Continuation, Opening, continuations, notes_alone
from engine.generation.draw import MusicGenerator, never
from engine.generation.model import LiveModel
from engine.library.songs import read_song
from engine.messages import CopiedPassage, Sampled, StepSampled, TrainingProgress
from engine.music.score import Score
from engine.music.time import BarMap
from engine.request import Request
from engine.worker.songs import Songs

HEARD, JUDGED = 3, 5
OPENING_BARS, NEW_BARS = 8, 8
# Bars so full that they take more notes than this end early: sampling must not take for ever.
_MOST_NOTES = 180
_SEED = 11
_PASSAGES = 5
# Share of a run's time that sampling may take; what would go beyond is not sampled.
_SHARE_OF_TIME = 0.2


def openings_of(songs: Songs, held_out: Sequence[str]) -> list[Opening]:
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
        openings: What is gone on with.
        prints: Of the songs that are learned from.
        clock: Seconds.
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
        """What is gone on with."""
        return self._openings

    @property
    def has_time(self) -> bool:
        """Whether sampling one more step would not take too much of the run's time."""
        return self._spent_s <= _SHARE_OF_TIME * max(1.0, self._clock() - self._began_s)

    def sample(
        self, checkpoint: Path, *, step: int, loss: float, thorough: bool = False
    ) -> Iterator[TrainingProgress | StepSampled]:
        """Go on with the openings by a saved step; yield how far that is, and what was heard.

        Args:
            checkpoint: The saved step's folder.
            step: Its number.
            loss: Its held-out loss; negative if unknown.
            thorough: Twenty continuations instead of one of each of a few openings.
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
                self._prints.look_up(notes_alone(opening.score, one.parts), own=opening.score)
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
            passages=tuple(
                CopiedPassage(
                    song=Path(p.song).stem or p.song, bar=p.bar + 1, notes=p.notes, start=p.start
                )
                for p in passages[:_PASSAGES]
            ),
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
    """Return some continuations.

    Args:
        generator: The model's.
        opening: What is gone on with.
        count: How many continuations.
        bars: How long each is.
        steering: Sliders that are moved.
        may_end: Whether the model may say that the piece ends with the last bar.
        enough: Asked on the way whether to leave off.
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
