"""The main window: menu, transport, notices, one workspace at a time, status.

The window is on the screen before any view is imported; `make_views` then makes the views one by
one. So this file imports as little of Qt as possible, not even the namespace `Qt`.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QRect, QSize, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QMainWindow, QWidget

from app.main_window.skeleton import paint_skeleton
from app.settings.values import WindowPlace

if TYPE_CHECKING:
    from app.main_window.shell import Shell
    from app.main_window.workspaces import Workspace
    from app.views.import_report import ImportReportPage
    from app.views.jam.page import JamPage
    from app.views.train.page import TrainPage

# The desktop's own bar above the window, of which Qt knows nothing before it is shown.
_TITLE_BAR = 32


class MainWindow(QMainWindow):
    """All that is seen.

    Args:
        with_views: Whether to make the views now; otherwise the owner runs `make_views`.

    Attributes:
        transport, notices, status: The rows that are always there.
        workspaces: One of them is in sight: compose, train, library, jam, report or start.
        welcome: The first-run card.
        actions_table: Every action, by name.
        menus: The menu bar's menus.
        was_to_close: Whether its user wanted to close it; who comes late can do it still.
        restarts: Whether the program is to start again once the window is closed.

    Signals:
        close_requested: The user wants to close the window; `close_now` does it.
        files_dropped: Paths (a tuple) dropped where no view took them.
        seen: It was painted for the first time.
    """

    close_requested = Signal()
    files_dropped = Signal(object)
    seen = Signal()

    def __init__(self, *, with_views: bool = True) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setWindowTitle("Segue")
        self.resize(1280, 800)
        # On a small screen, or one of twice the size, all of the window can be on it.
        room = self.screen().availableSize()
        self.setMinimumSize(min(1024, room.width()), min(600, room.height() - _TITLE_BAR))
        self._has_views = self._seen = self._laid_out = False
        # Before there is anything in it, nothing can be lost by closing it.
        self._may_close = True
        self.was_to_close = self.restarts = False
        if with_views:
            for _ in self.make_views():
                pass

    def make_views(self) -> Iterator[None]:
        """Make what is in the window; between two parts it can answer."""
        # It imports every view, and the window must not wait for them.
        from app.main_window import first_views  # noqa: PLC0415

        yield
        first_views.guard_scroll_areas()
        self.transport = first_views.TransportBar()
        self.notices = first_views.NoticeStrip()
        self.status = first_views.StatusStrip()
        yield
        self.compose = first_views.ComposePage(with_views=False)
        yield from self.compose.make_views()
        self.workspaces = first_views.Workspaces(self.compose)
        self.actions_table = first_views.Actions(self, (self.compose.roll, self.compose.score))
        self.workspaces.mark_in(self.actions_table)
        yield
        self.menus = first_views.Menus(self.menuBar(), self.actions_table)
        self._shell = first_views.Shell(
            actions=self.actions_table,
            menus=self.menus,
            transport=self.transport,
            notices=self.notices,
            status=self.status,
        )
        # Kept here: the menu bar alone would not keep it from being collected.
        self._switch = first_views.workspace_buttons(self.actions_table)
        self.menuBar().setCornerWidget(self._switch)
        yield
        self.setCentralWidget(first_views.rows(self.transport, self.workspaces, self.status))
        yield
        self._keys = first_views.FocusKeys(self)
        self._panels = first_views.PanelKeys(self, self._named_panels)
        for name, direction in (("next_panel", 1), ("previous_panel", -1)):
            step = partial(self._panels.step, direction)
            self.actions_table[name].triggered.connect(lambda _on=False, go=step: go())
        self.welcome = first_views.WelcomeCard(self.workspaces)
        self.welcome.hide()
        first_views.float_notices(self.notices, self.workspaces, self.welcome)
        self._begin_to_answer()

    def _begin_to_answer(self) -> None:
        self._has_views, self._may_close = True, False
        self.setAcceptDrops(True)
        self._lay_out()

    def _named_panels(self) -> tuple[tuple[QWidget, str], ...]:
        """Return the parts of the window that F6 goes through now."""
        page = self.compose
        parts: tuple[tuple[QWidget, str], ...] = (
            (page.library, self.tr("Library")),
            (page.headers, self.tr("Tracks")),
            (page.chords, self.tr("Chords")),
            (page.roll, self.tr("Piano roll")),
            (page.velocity_row, self.tr("Lane")),
            (page.panes, self.tr("Panes under the roll")),
            (page.continue_panel, self.tr("Continue")),
        )
        other = self.workspaces.currentWidget()
        if other is not None and other is not page:
            parts = ((other, self.tr("Workspace")),)
        above = ((self.transport, self.tr("Transport")), (self.notices, self.tr("Notices")))
        return (*above, *parts, (self.status, self.tr("Status")))

    @property
    def workspace(self) -> "Workspace":
        """The workspace in sight."""
        return self.workspaces.current

    @property
    def train(self) -> "TrainPage":
        """The Train workspace, made when it is first needed."""
        return self.workspaces.train

    @property
    def jam(self) -> "JamPage":
        """The Jam workspace, made when it is first needed."""
        return self.workspaces.jam

    @property
    def report(self) -> "ImportReportPage":
        """The page of the last import, made when it is first needed."""
        return self.workspaces.report

    @property
    def shell(self) -> "Shell":
        """The rows that are always there, and what can be done."""
        return self._shell

    def show_workspace(self, name: "Workspace") -> None:
        """Show a workspace."""
        self.workspaces.show_workspace(name)

    def place(self) -> WindowPlace:
        """Return where the window is, to be kept."""
        usual = self.normalGeometry()
        state: Literal["normal", "maximized", "full_screen"] = "normal"
        if self.isMaximized() or self.isFullScreen():
            state = "full_screen" if self.isFullScreen() else "maximized"
        return WindowPlace(
            x=usual.x(), y=usual.y(), width=usual.width(), height=usual.height(), state=state
        )

    def restore_place(self, place: WindowPlace) -> None:
        """Take what `place` returned, as far as the screens of today have room for it."""
        usual = QRect(place.x, place.y, place.width, place.height)
        screen = QGuiApplication.screenAt(usual.center()) or self.screen()
        room = screen.availableGeometry().adjusted(0, _TITLE_BAR, 0, 0)
        usual.setSize(usual.size().boundedTo(room.size()))
        usual.moveRight(min(usual.right(), room.right()))
        usual.moveBottom(min(usual.bottom(), room.bottom()))
        usual.moveLeft(max(usual.left(), room.left()))
        usual.moveTop(max(usual.top(), room.top()))
        self.setGeometry(usual)
        if place.state != "normal":
            # Few windows are closed so, and the others do not wait for the namespace.
            from PySide6.QtCore import Qt  # noqa: PLC0415

            state = Qt.WindowState
            full = place.state == "full_screen"
            self.setWindowState(state.WindowFullScreen if full else state.WindowMaximized)

    def fit_on_screen(self) -> None:
        """Be no larger than the screen: Continue and the status are at its lower edge."""
        room = self.screen().availableSize() - QSize(0, _TITLE_BAR)
        self.resize(self.size().boundedTo(room))

    def come_forward(self) -> None:
        """Put the window before all others."""
        if self.isMinimized():
            self.showNormal()
        self.raise_()
        self.activateWindow()

    def close_now(self) -> None:
        """Close without asking."""
        self._may_close = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._may_close:
            self.was_to_close = True
            self.close_requested.emit()
        # `close_now` within that signal cannot close by itself: Qt takes it for this very event.
        event.setAccepted(self._may_close)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._has_views:
            super().paintEvent(event)
        else:
            painter = QPainter(self)
            paint_skeleton(painter, self.rect())
            painter.end()
        if not self._seen:
            self._seen = True
            # After this event, when the picture is on the screen.
            QTimer.singleShot(0, self, self.seen.emit)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = tuple(Path(u.toLocalFile()) for u in event.mimeData().urls() if u.isLocalFile())
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit(paths)

    def _lay_out(self) -> None:
        """Give docks their widths, which they take only once the window has one."""
        if self._has_views and self.isVisible() and not self._laid_out:
            self._laid_out = True
            self.compose.reset_sizes()
