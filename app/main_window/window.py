"""The main window: menu, transport, notices, one workspace at a time, status.

The window is on the screen before any view is imported; `make_views` then makes the views one by
one. So this file imports as little of Qt as possible, not even the namespace `Qt`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QShowEvent,
)
from PySide6.QtWidgets import QMainWindow, QWidget

from app.main_window.skeleton import paint_skeleton
from app.settings.values import WindowPlace
from app.style.colours import theme

if TYPE_CHECKING:
    from app.main_window.shell import Shell
    from app.main_window.workspaces import Workspace
    from app.views.jam.page import JamPage
    from app.views.train.page import TrainPage

# Pixels. Qt does not know the height of the desktop's title bar before the window is shown.
_TITLE_BAR = 32


class MainWindow(QMainWindow):
    """The main window.

    Args:
        with_views: Whether to make the views now; otherwise the owner runs `make_views`.

    Attributes:
        transport, notices, status: The rows that every workspace shares.
        workspaces: compose, train, library, jam and start; one is visible.
        actions_table: Every action, by name.
        menus: The menus of the menu bar.
        drops: Where files can be dropped.
        close_was_requested: Whether the user asked to close the window before it was ready.
        restarts: Whether the program starts again after the window is closed.

    Signals:
        close_requested: The user wants to close the window; `close_now` does it.
        seen: The window was painted for the first time.
    """

    close_requested = Signal()
    seen = Signal()

    def __init__(self, *, with_views: bool = True) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setWindowTitle("Segue")
        self.resize(1280, 800)
        # A small or scaled screen may have less room than the window's minimum size.
        room = self.screen().availableSize()
        self.setMinimumSize(min(1024, room.width()), min(600, room.height() - _TITLE_BAR))
        self._has_views = self._seen = self._laid_out = False
        # An empty window may close: there is no work to lose.
        self._may_close = True
        self.close_was_requested = self.restarts = False
        if with_views:
            for _ in self.make_views():
                pass

    def show_opening(self) -> None:
        """Show that the contents are on their way, unless some of them are there already."""
        if self.centralWidget() is None:
            # `make_views` replaces it, and Qt deletes it then.
            # Imported late: nothing of the views comes before the window is on the screen.
            from app.widgets.words import words  # noqa: PLC0415

            label = words(self.tr("Opening…"))
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            # The theme is known, but neither its palette nor its style sheet is there yet.
            palette = label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, QColor(theme().text))
            label.setPalette(palette)
            self.setCentralWidget(label)

    def make_views(self) -> Iterator[None]:
        """Make the views; yields between two of them, so that the window stays responsive."""
        # This imports every view, which takes long; the window is on the screen already.
        from app.main_window import first_views  # noqa: PLC0415

        yield
        first_views.guard_scroll_areas()
        self.transport = first_views.TransportBar()
        self.notices = first_views.NoticeStrip()
        self.status = first_views.StatusStrip()
        yield
        # Qt asks the style of a QMainWindow for the width of its separators when it is made: with
        # another one it leaves a hidden widget behind each time that a dock goes. Without a parent
        # the page gets its views, so that Qt styles each of them once, with the window.
        self.compose = first_views.ComposePage(self, with_views=False)
        self.compose.setParent(None)
        yield from self.compose.make_views()
        self.workspaces = first_views.Workspaces(self.compose)
        self.actions_table = first_views.Actions(self, (self.compose.roll, self.compose.score))
        self.workspaces.mark_in(self.actions_table)
        self.drops = first_views.DropPlaces(self, self.workspaces)
        yield
        self.menus = first_views.Menus(self.menuBar(), self.actions_table)
        self._shell = first_views.Shell(
            actions=self.actions_table,
            menus=self.menus,
            transport=self.transport,
            notices=self.notices,
            status=self.status,
        )
        # The menu bar does not keep a Python reference to its corner widget.
        self._switch = first_views.workspace_buttons(self.actions_table)
        self.menuBar().setCornerWidget(self._switch)
        yield
        self.setCentralWidget(first_views.rows(self.transport, self.workspaces, self.status))
        yield
        self._refused = first_views.RefusedKeys(self.actions_table, self.status)
        self._keys = first_views.FocusKeys(self, self._refused.explains)
        self._panels = first_views.PanelKeys(self, self._named_panels)
        self.actions_table.bind(panels=self._panels)
        self.status.hold_notices(self.notices, self.notices.bell)
        self.notices.line_changed.connect(lambda _key: self.status.share())
        self.notices.show_workspace(self.workspaces.current)
        self.workspaces.changed.connect(self.notices.show_workspace)
        self._finish_views()

    def _finish_views(self) -> None:
        self._has_views, self._may_close = True, False
        self.setAcceptDrops(True)
        self._lay_out()

    def _named_panels(self) -> tuple[tuple[QWidget, str], ...]:
        """Return the panels that F6 visits now, with their names."""
        page = self.compose
        parts: tuple[tuple[QWidget, str], ...] = (
            (page.library, self.tr("Library")),
            (page.headers, self.tr("Tracks")),
            (page.chords, self.tr("Chords")),
            (page.roll, self.tr("Piano roll")),
            (page.pane_bar, self.tr("Tabs under the roll")),
            (page.panes, self.tr("Panes under the roll")),
            (page.continue_panel, self.tr("Continue")),
        )
        other = self.workspaces.currentWidget()
        if other is not None and other is not page:
            parts = ((other, self.tr("Workspace")),)
        above = (self.transport, self.tr("Transport"))
        return (above, *parts, (self.status, self.tr("Status")))

    @property
    def workspace(self) -> "Workspace":
        """The visible workspace."""
        return self.workspaces.current

    @property
    def train(self) -> "TrainPage":
        """The Train workspace, made at the first use."""
        return self.workspaces.train

    @property
    def jam(self) -> "JamPage":
        """The Jam workspace, made at the first use."""
        return self.workspaces.jam

    @property
    def shell(self) -> "Shell":
        """The parts that every workspace shares."""
        return self._shell

    def show_workspace(self, name: "Workspace") -> None:
        """Show a workspace."""
        self.workspaces.show_workspace(name)

    def place(self) -> WindowPlace:
        """Return the position and size of the window, to be saved."""
        usual = self.normalGeometry()
        state: Literal["normal", "maximized", "full_screen"] = "normal"
        if self.isMaximized() or self.isFullScreen():
            state = "full_screen" if self.isFullScreen() else "maximized"
        return WindowPlace(
            x=usual.x(), y=usual.y(), width=usual.width(), height=usual.height(), state=state
        )

    def restore_place(self, place: WindowPlace) -> None:
        """Restore a place from `place`, limited to the screens that exist now."""
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
            # Importing the namespace `Qt` is slow and rarely needed at the start.
            from PySide6.QtCore import Qt  # noqa: PLC0415

            state = Qt.WindowState
            full = place.state == "full_screen"
            self.setWindowState(state.WindowFullScreen if full else state.WindowMaximized)

    def fit_on_screen(self) -> None:
        """Shrink the window to the screen, so that Continue and the status are visible."""
        room = self.screen().availableSize() - QSize(0, _TITLE_BAR)
        self.resize(self.size().boundedTo(room))

    def bring_to_front(self) -> None:
        """Raise and activate the window."""
        if self.isMinimized():
            self.showNormal()
        self.raise_()
        self.activateWindow()

    def close_now(self) -> None:
        """Close the window without asking."""
        self._may_close = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._may_close:
            self.close_was_requested = True
            self.close_requested.emit()
        # `close_now` may have run in that signal: Qt ignores a close within a close event.
        event.setAccepted(self._may_close)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # No widget used the key.
        if not (self._has_views and self._refused.explains(event)):
            super().keyPressEvent(event)

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
            # After this paint event, when the picture is on the screen.
            QTimer.singleShot(0, self, self.seen.emit)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.drops.drag(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self.drops.drag(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drops.leave()

    def dropEvent(self, event: QDropEvent) -> None:
        self.drops.drop(event)

    def _lay_out(self) -> None:
        """Set the widths of the docks, which Qt accepts only once the window has a size."""
        if self._has_views and self.isVisible() and not self._laid_out:
            self._laid_out = True
            self.compose.reset_sizes()
