"""The main window: menu, transport, notices, one workspace at a time, status."""

from pathlib import Path
from typing import Literal

import shiboken6
from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QHBoxLayout,
    QMainWindow,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.main_window.actions import Actions
from app.main_window.compose_page import LAYOUT_VERSION, ComposePage
from app.main_window.menus import Menus
from app.views.import_report import ImportReportPage
from app.views.notice_strip import NoticeStrip
from app.views.status_strip import StatusStrip
from app.views.train.page import TrainPage
from app.views.transport_bar import TransportBar
from app.views.welcome import WelcomeCard

Workspace = Literal["compose", "train", "report"]
_RETURNS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class MainWindow(QMainWindow):
    """All that is seen.

    Attributes:
        transport, notices, status: The rows that are always there.
        compose, train, report: The workspaces.
        welcome: The first-run card.
        actions_table: Every action, by name.
        menus: The menu bar's menus.

    Signals:
        close_requested: The user wants to close the window; `close_now` does it.
        files_dropped: Paths (a tuple) dropped where no view took them.
        workspace_changed: Another workspace is in sight.
    """

    close_requested = Signal()
    files_dropped = Signal(object)
    workspace_changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("window")
        self.resize(1280, 800)
        self.setMinimumSize(1024, 600)
        self.setAcceptDrops(True)
        self.transport = TransportBar()
        self.notices = NoticeStrip()
        self.status = StatusStrip()
        self.compose = ComposePage()
        self._train: TrainPage | None = None
        self._report: ImportReportPage | None = None
        self._stack = QStackedWidget()
        self._stack.addWidget(self.compose)
        self.actions_table = Actions(self, self.compose.roll)
        self.menus = Menus(self.menuBar(), self.actions_table)
        # Kept here: the menu bar alone would not keep it from being collected.
        self._switch = self._workspace_buttons()
        self.menuBar().setCornerWidget(self._switch)
        self.setCentralWidget(self._rows())
        self.welcome = WelcomeCard(self._stack)
        self.welcome.hide()
        self._may_close = False
        self._laid_out = False
        self._watched: QObject | None = None
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus)

    @property
    def workspace(self) -> Workspace:
        """The workspace in sight."""
        current = self._stack.currentWidget()
        if current is self.compose:
            return "compose"
        return "train" if current is self._train else "report"

    @property
    def train(self) -> TrainPage:
        """The Train workspace, made when it is first needed."""
        if self._train is None:
            self._train = TrainPage()
            self._stack.addWidget(self._train)
        return self._train

    @property
    def report(self) -> ImportReportPage:
        """The page of the last import, made when it is first needed."""
        if self._report is None:
            self._report = ImportReportPage()
            self._stack.addWidget(self._report)
        return self._report

    def show_workspace(self, name: Workspace) -> None:
        """Show a workspace."""
        pages: dict[Workspace, QWidget] = {"compose": self.compose}
        if name == "train":
            pages[name] = self.train
        elif name == "report":
            pages[name] = self.report
        page = pages[name]
        self._stack.setCurrentWidget(page)
        for each in ("compose", "train"):
            self.actions_table[each].setChecked(each == name)
        if name == "compose":
            self.compose.roll.setFocus(Qt.FocusReason.OtherFocusReason)
        self.workspace_changed.emit(name)

    def show_title(self, title: str, *, dirty: bool) -> None:
        """Show the piece's name; unsaved changes are marked."""
        self.setWindowTitle(f"{title}[*] – Segue")
        self.setWindowModified(dirty)

    def layout_state(self) -> tuple[QByteArray, QByteArray]:
        """Return the window's geometry and Compose's layout, to be kept."""
        return self.saveGeometry(), self.compose.saveState(LAYOUT_VERSION)

    def restore_layout(self, geometry: QByteArray, layout: QByteArray) -> None:
        """Take a layout that was kept; empty or foreign ones change nothing."""
        if not geometry.isEmpty():
            self.restoreGeometry(geometry)
        if not layout.isEmpty():
            self.compose.restoreState(layout, LAYOUT_VERSION)

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
            self.close_requested.emit()
        # `close_now` within that signal cannot close by itself: Qt takes it for this very event.
        event.setAccepted(self._may_close)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._laid_out:
            # Docks take a width only once the window has one.
            self._laid_out = True
            self.compose.reset_sizes()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = tuple(Path(u.toLocalFile()) for u in event.mimeData().urls() if u.isLocalFile())
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit(paths)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Enter press a focused button, and Enter and Space act in a focused list.

        As shortcuts of the whole window they would keep an alternative or play.
        """
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            key = event.key()
            in_list = isinstance(watched, QAbstractItemView) and key == Qt.Key.Key_Space
            if key in _RETURNS or in_list:
                event.accept()
                return True
        if (
            event.type() is QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and isinstance(watched, QAbstractButton)
            and event.key() in _RETURNS
        ):
            watched.click()
            return True
        return super().eventFilter(watched, event)

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        # A button that is destroyed loses the focus when only its Python half is left.
        if self._watched is not None and shiboken6.isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = None
        if isinstance(now, QAbstractButton | QAbstractItemView) and now.window() is self:
            self._watched = now
            now.installEventFilter(self)

    def _rows(self) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget, stretch in (
            (self.transport, 0),
            (self.notices, 0),
            (self._stack, 1),
            (self.status, 0),
        ):
            column.addWidget(widget, stretch)
        return box

    def _workspace_buttons(self) -> QWidget:
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 1, 10, 1)
        row.setSpacing(4)
        for name in ("compose", "train"):
            action = self.actions_table[name]
            button = QPushButton(action.text().replace("&", ""))
            button.setProperty("kind", "workspace")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setCheckable(True)
            button.setToolTip(action.toolTip())
            button.setAccessibleName(self.tr("Workspace %1").replace("%1", button.text()))
            button.clicked.connect(action.trigger)
            action.toggled.connect(button.setChecked)
            row.addWidget(button)
        return box
