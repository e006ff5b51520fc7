"""Make the taste of the user, and its file."""

from dataclasses import dataclass
from functools import partial
from operator import attrgetter

from PySide6.QtCore import QObject

from app.clients.continuing import Continuing
from app.files.background import Background
from app.files.taste_file import TasteFile
from app.settings.settings import Settings
from app.state.learned_taste import LearnedTaste
from engine.ground.paths import Paths


@dataclass(frozen=True, slots=True, kw_only=True)
class TasteParts:
    """The taste and its file.

    Attributes:
        learned: The taste.
        file: Its file.
    """

    learned: LearnedTaste
    file: TasteFile


def make_taste(
    settings: Settings, background: Background, paths: Paths, *, parent: QObject
) -> TasteParts:
    """Return the taste of earlier sessions."""
    learned = LearnedTaste(partial(attrgetter("preferences.learn_taste"), settings), parent)
    return TasteParts(learned=learned, file=TasteFile(learned, paths.taste, background, parent))


def learn_from(continuing: Continuing, learned: LearnedTaste) -> None:
    """Learn from each alternative that is kept, and forget what is undone."""
    continuing.accepted.connect(learned.learn)
    continuing.taken_back.connect(learned.unlearn)
