"""The chosen model, which each new live process loads."""

from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from engine import messages


class ChosenModel(QObject):
    """Loads the chosen model into the live process.

    Signals:
        changed: The loaded model, or None while one loads.
    """

    changed = Signal(object)

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._folder: Path | None = None
        self._ready: messages.ModelLoaded | None = None
        link.on(messages.Ready, self._on_ready)
        link.on(messages.ModelLoaded, self._on_model)
        link.died.connect(lambda _sentence: self._show(None))

    @property
    def ready(self) -> messages.ModelLoaded | None:
        """The loaded model, or None while one loads."""
        return self._ready

    def use(self, folder: Path) -> None:
        """Load another model."""
        self._folder = folder
        self._show(None)
        self._load(folder)

    def name(self, folder: Path, name: str) -> None:
        """Rename the loaded model if it is the one of this folder."""
        ready = self._ready
        if ready is not None and Path(ready.folder) == folder and ready.name != name:
            self._show(msgspec.structs.replace(ready, name=name))

    def _on_ready(self, _event: messages.Ready) -> None:
        if self._folder is not None:
            self._load(self._folder)

    def _on_model(self, event: messages.ModelLoaded) -> None:
        # The model that was chosen before may still arrive.
        if self._folder is None or Path(event.folder) == self._folder:
            self._show(event)

    def _load(self, folder: Path) -> None:
        command = messages.LoadModel(folder=str(folder))
        self._link.send(command)
        # The spare process loads it too, because loading takes seconds.
        self._link.prepare_spare(command)

    def _show(self, model: messages.ModelLoaded | None) -> None:
        self._ready = model
        self.changed.emit(model)
