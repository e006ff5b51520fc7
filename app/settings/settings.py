"""Preferences: what the user chose, as the window asks for it and changes it.

`values` are what is kept, `file` reads and saves it. Nothing here knows what a
choice causes.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QCoreApplication, QTimer

from app.settings.file import PreferencesFile
from app.settings.values import (
    RECENT,
    ComposeLayout,
    Preferences,
    WindowPlace,
)

# While a slider is dragged, not every value of it is written.
_SAVE_AFTER_MS = 250


class Settings:
    """The preferences, read once, and saved soon after each change.

    Args:
        path: The file; it need not exist. One that makes no sense is renamed to `NAME.damaged`.

    Attributes:
        damage: What was wrong with the file, if everything is as at first because of it.
    """

    def __init__(self, path: Path) -> None:
        self._file = PreferencesFile(path)
        self._kept, self.damage = self._file.load()
        # The values of the last durable save.
        self._durable = self._kept
        self._is_awaited = False

    @property
    def preferences(self) -> Preferences:
        """What holds now."""
        return self._kept.preferences

    def prefer(self, preferences: Preferences) -> None:
        """Keep other preferences."""
        self._keep(preferences=preferences)

    def recent(self) -> tuple[Path, ...]:
        """Return the files opened last, newest first."""
        return tuple(map(Path, self._kept.recent))

    def add_recent(self, path: Path) -> None:
        """Put a file first among the recent ones."""
        rest = (other for other in self._kept.recent if other != str(path))
        self._keep(recent=(str(path), *rest)[:RECENT])

    def forget_recent(self, path: Path) -> None:
        """Take one file out of the recent ones."""
        self._keep(recent=tuple(each for each in self._kept.recent if each != str(path)))

    def clear_recent(self) -> None:
        """Forget the recent files."""
        self._keep(recent=())

    def keys(self) -> dict[str, tuple[str, ...]]:
        """Return the keys that the user gave to actions, by their names; no keys are none."""
        return dict(self._kept.keys)

    def keep_keys(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Keep exactly these."""
        self._keep(keys=dict(keys))

    def note(self, name: str) -> str:
        """Return a text that somebody keeps under a name, empty if there is none."""
        return self._kept.notes.get(name, "")

    def keep_note(self, name: str, text: str) -> None:
        """Keep a text under a name."""
        self._keep(notes={**self._kept.notes, name: text})

    def starred_models(self) -> frozenset[str]:
        """Return the folders of models that the user marked."""
        return frozenset(self._kept.starred_models)

    def star_model(self, folder: str, *, on: bool) -> None:
        """Mark a model or not."""
        starred = self.starred_models() - {folder} | ({folder} if on else set())
        self._keep(starred_models=tuple(sorted(starred)))

    def follow_models(self, old: Path, new: Path) -> None:
        """Choose and mark the same models where they are now that their folder was moved."""
        chosen = _moved(self.preferences.model, old, new)
        starred = (_moved(folder, old, new) for folder in self.starred_models())
        self._keep(
            preferences=replace(self.preferences, model=chosen),
            starred_models=tuple(sorted(starred)),
        )

    @property
    def window(self) -> WindowPlace | None:
        """Where the window was; None is where it is at first."""
        return self._kept.window

    @property
    def compose(self) -> ComposeLayout | None:
        """How Compose was laid out; None is as at first."""
        return self._kept.compose

    def keep_layout(self, window: WindowPlace, compose: ComposeLayout) -> None:
        """Keep where the window is and how Compose is laid out."""
        self._keep(window=window, compose=compose)

    def forget_layouts(self) -> None:
        """Go back to the layouts that the program begins with."""
        self._keep(window=None, compose=None)

    def flush(self) -> None:
        """Save what was not saved yet, and wait until the disk has it."""
        self._is_awaited = False
        if self._kept != self._durable and self._file.save(self._kept, durable=True):
            self._durable = self._kept

    def _keep(self, **changes: Any) -> None:
        self._kept = msgspec.structs.replace(self._kept, **changes)
        # Without an application no timer runs: `flush` is the only save.
        if QCoreApplication.instance() is not None and not self._is_awaited:
            self._is_awaited = True
            # No timer of its own: that would have to end in the thread that it runs in, and who
            # lets go of this object last, the collector included, may be in any.
            # A function: of each bound method PySide 6.11 keeps a weak reference for ever.
            QTimer.singleShot(_SAVE_AFTER_MS, lambda: self._save())  # noqa: PLW0108

    def _save(self) -> None:
        if self._is_awaited:
            self._is_awaited = False
            # The window does not wait for the disk; what a power cut may take is saved by `flush`.
            self._file.save(self._kept, durable=False)


def _moved(place: str, old: Path, new: Path) -> str:
    """Return a place that is in one folder in another one; any other place as it is."""
    path = Path(place)
    return str(new / path.relative_to(old)) if old in path.parents else place
