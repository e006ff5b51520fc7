"""The file of the choices that a taste is learned from."""

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from PySide6.QtCore import QObject

from app.files.background import Background
from app.settings.file import Damage, put_aside
from app.state.learned_taste import LearnedTaste
from engine.gate import documents
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.ground.errors import SegueError
from engine.ground.saving import write_atomically
from engine.taste.learning import MOST_CHOICES, MOST_PASSED, Choice

_log = logging.getLogger(__name__)

BOUNDS = documents.DocumentBounds(text_bytes=1 << 20, containers=2_000, values=20_000)
"""A hundred choices among eight have 901 objects and arrays and 9,000 values."""
# A later version that changes the traits raises it.
FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _TasteDocument:
    """The contents of the file.

    Attributes:
        format: A later version raises it if this version would misread its file.
        choices: In the order they were made.
    """

    format: Annotated[int, msgspec.Meta(ge=1, le=FORMAT)] = FORMAT
    choices: Annotated[tuple[Choice, ...], msgspec.Meta(max_length=MOST_CHOICES)] = ()


class TasteFile(QObject):
    """Loads the choices now, and saves each change.

    Args:
        taste: Gets the choices.
        path: The file; it need not exist.
        background: Saves it.

    Attributes:
        damage: Why the taste starts anew; None where the file was read or is not there.
    """

    def __init__(
        self,
        taste: LearnedTaste,
        path: Path,
        background: Background,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._taste, self._path, self._background = taste, path, background
        self.damage: Damage | None = None
        try:
            taste.load(read_choices(path))
        except RefusedError as error:
            self.damage = Damage(reason=str(error), kept_as=put_aside(path, "damaged"))
        taste.changed.connect(self._save)

    def _save(self) -> None:
        text = msgspec.json.encode(_TasteDocument(choices=self._taste.choices))

        def work() -> None:
            try:
                write_atomically(self._path, text, private=True, make_folder=True)
            except OSError as error:
                raise SegueError("The taste could not be saved ({error}).", error=error) from error

        self._background.run(work, lambda _none: None, lambda error: _log.warning("%s", error))


def read_choices(path: Path) -> tuple[Choice, ...]:
    """Return the choices in a file; none if it is not there.

    Raises:
        RefusedError: The file is unreadable.
    """
    try:
        data = read_file(path, most=BOUNDS.text_bytes)
    except RefusedError as error:
        if isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
            return ()
        raise
    choices = documents.decode(data, _TasteDocument, BOUNDS).choices
    if any(len(choice.passed) > MOST_PASSED for choice in choices):
        raise RefusedError("a choice among too many alternatives")
    return choices
