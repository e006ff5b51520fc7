"""Checks that a new model can draw notes.

A model may load and still draw nothing: its parts may have other ids, or its weights may be so
large that no logit is finite. Drawing one bar shows it, in less time than loading PyTorch.
"""

from engine.generation.draw import MusicGenerator
from engine.generation.events import NotesDrawn
from engine.generation.model import LiveModel
from engine.ground.errors import ModelFileError, SegueError
from engine.request import Request
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track

# Ticks of a bar of 4/4.
_BAR = 1920
_PIECE = Score(tracks=(Track(notes=tuple(Note(480 * beat, 60, 480) for beat in range(4))),))
_BAR_MORE = Request(start=_BAR, bars=1, alternatives=1, sampling=SamplingConfig(seed=0))
# Rounds after which the check ends: a model that still draws then is able to draw.
_MOST_ROUNDS = 96


def check_draws(model: LiveModel) -> None:
    """Continue a bar of music by one bar, or until the first note.

    Args:
        model: A model that was just loaded; only the memory of its decoder changes.

    Raises:
        ModelFileError: Drawing fails.
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
    except Exception as error:  # a wrong description may raise any exception
        raise ModelFileError(
            "‘{name}’ cannot go on with music; nothing was kept.",
            name=model.name,
            error_name=type(error).__name__,
            hint="What was found: {error_name}.",
        ) from error
