"""Where files can be dropped on the window, and what happens there."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from app.main_window.compose_page import LIBRARY_WIDTH
from app.values.held import Held
from app.widgets.drop_light import DropLight
from app.widgets.drops import accept_copy, dropped_paths

if TYPE_CHECKING:
    from app.main_window.workspaces import Workspaces

# Qt says that a drag has left the window also where it goes from one view to the next.
_LEAVE_MS = 60


class DropPlaces(QObject):
    """Lights the places for what is held over the window, and says where it was dropped.

    Args:
        window: Gets the drags of files; no view inside it takes them.
        workspaces: Its places.

    Signals:
        held(object): Other files and folders are held over the window (a tuple of paths);
            `show_held` answers.
        dropped(object): Open or import these paths.
        listed(object): Put these paths into the library.
        inserted(object, int, int): Put the notes of these paths into the piece, at a tick and on
            a track: -1 for a new one, -2 for the chosen one.
    """

    held = Signal(object)
    dropped = Signal(object)
    listed = Signal(object)
    inserted = Signal(object, int, int)

    def __init__(self, window: QWidget, workspaces: "Workspaces") -> None:
        super().__init__(window)
        self._window = window
        self._workspaces = workspaces
        self._paths = tuple[Path, ...]()
        self._held, self._at = Held(), QPoint()
        self._light = DropLight(window)
        self._leaving = QTimer(self, singleShot=True, interval=_LEAVE_MS)
        self._leaving.timeout.connect(self._clear)

    def show_held(self, held: Held) -> None:
        """Light the places for what is held now."""
        self._held = held
        self._show()

    @property
    def holds(self) -> bool:
        """Whether something is held over the window."""
        return bool(self._paths)

    def drag(self, event: QDropEvent) -> None:
        """Accept a drag over the window as a copy, or refuse it."""
        self._leaving.stop()
        self._at = event.position().toPoint()
        paths = tuple(map(Path, dropped_paths(event.mimeData())))
        if paths != self._paths:
            self._paths, self._held = paths, Held()
            self.held.emit(paths)
        if not accept_copy(event) or self._held.kind == "nothing":
            event.ignore()
        self._show()

    def leave(self) -> None:
        """Put the lights out, unless the drag comes back at once."""
        self._leaving.start()

    def drop(self, event: QDropEvent) -> None:
        """Say where files were dropped."""
        self.drag(event)
        where = self._where(self._at) if event.isAccepted() else ""
        paths, at, held = self._paths, self._at, self._held
        self._clear()
        compose = self._workspaces.compose
        fine = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier) and held.is_part
        if where == "headers":
            track = compose.headers.track_at(compose.headers.mapFrom(self._window, at).y())
            self.inserted.emit(paths, 0, track)
        elif where == "roll" and fine:
            x = compose.roll.mapFrom(self._window, at).x()
            self.inserted.emit(paths, compose.roll.tick_at(x), -2)
        elif where in ("list", "page") and held.kind == "piece":
            self.listed.emit(paths)
        elif where:
            self.dropped.emit(paths)

    def _where(self, at: QPoint) -> str:
        """Return the name of the place at a point; what is dropped beside all goes to the first."""
        places = self._places()
        at_point = (name for name, (box, _) in places.items() if box.contains(at))
        return next(at_point, next(iter(places)))

    def _show(self) -> None:
        places = self._places()
        self._light.setVisible(bool(places))
        if places:
            self._light.show_places(tuple(places.values()), self._at)

    def _clear(self) -> None:
        self._leaving.stop()
        self._paths, self._held = (), Held()
        self._light.hide()

    def _places(self) -> dict[str, tuple[QRect, str]]:
        """Return the places for what is held, by name: box and words."""
        held, put = self._held, self._words()
        if held.kind == "nothing":
            return {}
        page = self._workspaces.currentWidget()
        whole = self._box(page) if page is not None else self._window.rect()
        if held.kind == "sound":
            return {"page": (whole, put)}
        if self._workspaces.current in ("start", "jam"):
            opens = held.kind == "piece"
            return {"start": (whole, self.tr("Open this piece") if opens else put)}
        if self._workspaces.current != "compose":
            return {"page": (whole, put)}
        compose = self._workspaces.compose
        library = compose.library
        beside = QRect(whole.left(), whole.top(), LIBRARY_WIDTH, whole.height())
        listed = {"list": (self._box(library) if library.isVisible() else beside, put)}
        if held.kind != "piece":
            return listed
        roll = self.tr("Open this piece")
        if held.is_part:
            roll += "\n" + self.tr("With Alt: put its notes here")
        places = {**listed, "roll": (self._box(compose.roll), roll)}
        if held.is_part and library.isVisible():
            places["headers"] = (self._box(compose.headers), self.tr("Put its notes on a track"))
        return places

    def _words(self) -> str:
        held = self._held
        if held.kind == "tool":
            return self.tr("Add ‘%1’").replace("%1", held.name)
        if held.kind == "sound":
            return self.tr("Find the notes of ‘%1’").replace("%1", held.name)
        if held.count > 1:
            return self.tr("Put %n pieces here", "", held.count)
        if held.name:
            return self.tr("Put ‘%1’ here").replace("%1", held.name)
        return self.tr("Put them here")

    def _box(self, view: QWidget) -> QRect:
        return QRect(view.mapTo(self._window, QPoint(0, 0)), view.size())
