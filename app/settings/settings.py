"""The preferences of a running window: read once, changed in memory, saved soon after."""

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

# Dragging a slider changes a preference many times a second; one save is enough.
_SAVE_AFTER_MS = 250


class Settings:
    """The preferences of a running window.

    Args:
        path: The file; it need not exist. An unreadable one is renamed to `NAME.damaged`.

    Attributes:
        damage: Why the file was unreadable and all values are the defaults; None if it was read.
    """

    def __init__(self, path: Path) -> None:
        self._file = PreferencesFile(path)
        self._kept, self.damage = self._file.load()
        # The values of the last durable save.
        self._durable = self._kept
        self._is_awaited = False

    @property
    def preferences(self) -> Preferences:
        """The present values."""
        return self._kept.preferences

    def prefer(self, preferences: Preferences) -> None:
        """Replace the preferences."""
        self._keep(preferences=preferences)

    def recent(self) -> tuple[Path, ...]:
        """Return the recent files, newest first."""
        return tuple(map(Path, self._kept.recent))

    def add_recent(self, path: Path) -> None:
        """Put a file first among the recent ones."""
        rest = (other for other in self._kept.recent if other != str(path))
        self._keep(recent=(str(path), *rest)[:RECENT])

    def forget_recent(self, path: Path) -> None:
        """Remove one file from the recent files."""
        self._keep(recent=tuple(each for each in self._kept.recent if each != str(path)))

    def clear_recent(self) -> None:
        """Remove all recent files."""
        self._keep(recent=())

    def keys(self) -> dict[str, tuple[str, ...]]:
        """Return the keys that the user chose, by action; an empty tuple means no keys."""
        return dict(self._kept.keys)

    def keep_keys(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Replace the keys that the user chose."""
        self._keep(keys=dict(keys))

    def note(self, name: str) -> str:
        """Return the text that was saved under a name, or an empty one."""
        return self._kept.notes.get(name, "")

    def keep_note(self, name: str, text: str) -> None:
        """Save a text under a name."""
        self._keep(notes={**self._kept.notes, name: text})

    def starred_models(self) -> frozenset[str]:
        """Return the folders of the models with a star."""
        return frozenset(self._kept.starred_models)

    def star_model(self, folder: str, *, on: bool) -> None:
        """Give a model a star, or remove it."""
        starred = self.starred_models() - {folder} | ({folder} if on else set())
        self._keep(starred_models=tuple(sorted(starred)))

    def follow_models(self, old: Path, new: Path) -> None:
        """Replace the old folder by the new one in the chosen model and in the stars."""
        chosen = _moved(self.preferences.model, old, new)
        starred = (_moved(folder, old, new) for folder in self.starred_models())
        self._keep(
            preferences=replace(self.preferences, model=chosen),
            starred_models=tuple(sorted(starred)),
        )

    @property
    def window(self) -> WindowPlace | None:
        """The last place of the window; None for the default."""
        return self._kept.window

    @property
    def compose(self) -> ComposeLayout | None:
        """The last layout of Compose; None for the default."""
        return self._kept.compose

    def keep_layout(self, window: WindowPlace, compose: ComposeLayout) -> None:
        """Save the place of the window and the layout of Compose."""
        self._keep(window=window, compose=compose)

    def forget_layouts(self) -> None:
        """Restore the default place and layout."""
        self._keep(window=None, compose=None)

    def flush(self) -> None:
        """Save all changes, and wait until the disk has written them."""
        self._is_awaited = False
        if self._kept != self._durable and self._file.save(self._kept, durable=True):
            self._durable = self._kept

    def _keep(self, **changes: Any) -> None:
        self._kept = msgspec.structs.replace(self._kept, **changes)
        # Timers need an application; without one only `flush` saves.
        if QCoreApplication.instance() is not None and not self._is_awaited:
            self._is_awaited = True
            # A QTimer member must be destroyed in its own thread, but the garbage collector may
            # destroy this object in any. A lambda, because PySide 6.11 leaks a weak reference for
            # each bound method.
            QTimer.singleShot(_SAVE_AFTER_MS, lambda: self._save())  # noqa: PLW0108

    def _save(self) -> None:
        if self._is_awaited:
            self._is_awaited = False
            # Not durable, so that the window does not wait for the disk; `flush` is durable.
            self._file.save(self._kept, durable=False)


def _moved(place: str, old: Path, new: Path) -> str:
    """Return a path inside `old` as a path inside `new`, and any other path unchanged."""
    path = Path(place)
    return str(new / path.relative_to(old)) if old in path.parents else place
