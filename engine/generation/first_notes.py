"""The first notes of a model that nobody has heard yet: whether it can draw any.

A description may fit its weights and still make no music: another id for its parts, weights so
large that nothing finite comes out. Drawing shows it, and one bar takes less than loading PyTorch.
"""

from engine.config import SamplingConfig
from engine.errors import ModelFileError, SegueError
from engine.generation.draw import MusicGenerator
from engine.generation.events import NotesDrawn
from engine.generation.model import LiveModel
from engine.music.score import Note, Score, Track
from engine.request import Request

# Ticks of a bar of 4/4.
_BAR = 1920
_PIECE = Score(tracks=(Track(notes=tuple(Note(480 * beat, 60, 480) for beat in range(4))),))
_BAR_MORE = Request(start=_BAR, bars=1, alternatives=1, sampling=SamplingConfig(seed=0))
# Of the network, for a bar: a model that says more in one is as able to say it.
_MOST_ROUNDS = 96


def check_draws(model: LiveModel) -> None:
    """Go on with a bar of music for a bar, or until the first note is there.

    Args:
        model: Just loaded; it is as it was afterwards, but for what its decoder remembers.

    Raises:
        ModelFileError: It cannot.
    """
    rounds = 0

    def enough() -> bool:
        nonlocal rounds
        rounds += 1
        return rounds > _MOST_ROUNDS

    try:
        for event in MusicGenerator(model).events(_PIECE, _BAR_MORE, cancelled=enough):
            if isinstance(event, NotesDrawn) and event.notes:
                return
    except (SegueError, MemoryError):
        raise
    except Exception as error:  # what a description makes of the network raises anything
        raise ModelFileError(
            f"‘{model.name}’ cannot go on with music; nothing was kept.",
            hint=f"What was found: {type(error).__name__}.",
        ) from error
