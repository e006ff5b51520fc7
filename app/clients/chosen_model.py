"""Which model goes on: loaded by the live process, and again by each one that follows it."""

from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from engine import messages


class ChosenModel(QObject):
    """The model that goes on.

    Args:
        link: The live process.
        parent: Qt's owner.

    Signals:
        changed: The model that is ready, or None while one loads.
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
        """The model that is ready, or None while one loads."""
        return self._ready

    def use(self, folder: Path) -> None:
        """Go on with another model from now on."""
        self._folder = folder
        self._show(None)
        self._load(folder)

    def name(self, folder: Path, name: str) -> None:
        """Call the model of a folder so, if it is the one that is ready: it was renamed."""
        ready = self._ready
        if ready is not None and Path(ready.folder) == folder and ready.name != name:
            self._show(msgspec.structs.replace(ready, name=name))

    def _on_ready(self, _event: messages.Ready) -> None:
        if self._folder is not None:
            self._load(self._folder)

    def _on_model(self, event: messages.ModelLoaded) -> None:
        # What was asked for before another was chosen may still come.
        if self._folder is None or Path(event.folder) == self._folder:
            self._show(event)

    def _load(self, folder: Path) -> None:
        command = messages.LoadModel(folder=str(folder))
        self._link.send(command)
        # Who would take over has it too: reading it takes longer than anybody wants to wait.
        self._link.brief(command)

    def _show(self, model: messages.ModelLoaded | None) -> None:
        self._ready = model
        self.changed.emit(model)
