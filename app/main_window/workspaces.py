"""The stack of workspaces."""

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.main_window.action_table import WORKSPACES
from app.main_window.actions import Actions
from app.main_window.compose_page import ComposePage
from app.widgets.fade import fade_from

if TYPE_CHECKING:
    from app.views.beats.page import BeatsPage
    from app.views.hum.page import HumPage
    from app.views.jam.page import JamPage
    from app.views.library_panel.page import LibraryPage
    from app.views.start_page.page import StartPage
    from app.views.train.page import TrainPage

    _Page = ComposePage | TrainPage | LibraryPage | JamPage | StartPage | BeatsPage | HumPage

Workspace = Literal["compose", "train", "library", "jam", "start", "beats", "hum"]
# Pages that lie over Compose.
_OVER_COMPOSE = ("beats", "hum")


class Workspaces(QStackedWidget):
    """Shows one workspace; those other than Compose are made at the first use.

    Args:
        compose: The first workspace.

    Signals:
        changed: Another workspace is visible (its name).
    """

    changed = Signal(str)

    def __init__(self, compose: ComposePage) -> None:
        super().__init__()
        self.compose = compose
        self._train: TrainPage | None = None
        self._library: LibraryPage | None = None
        self._jam: JamPage | None = None
        self._start: StartPage | None = None
        self._beats: BeatsPage | None = None
        self._hum: HumPage | None = None
        self._actions: Actions | None = None
        self.addWidget(compose)

    def mark_in(self, actions: Actions) -> None:
        """Check the action of the visible workspace, now and after each change."""
        self._actions = actions

    @property
    def current(self) -> Workspace:
        """The visible workspace."""
        current = self.currentWidget()
        pages: tuple[tuple[Workspace, QWidget | None], ...] = (
            ("compose", self.compose),
            ("start", self._start),
            ("beats", self._beats),
            ("hum", self._hum),
            ("library", self._library),
            ("jam", self._jam),
        )
        return next((name for name, page in pages if page is current), "train")

    @property
    def train(self) -> "TrainPage":
        """The Train workspace."""
        if self._train is None:
            from app.views.train.page import TrainPage  # noqa: PLC0415 - seldom seen

            self._train = TrainPage()
            self.addWidget(self._train)
        return self._train

    @property
    def library(self) -> "LibraryPage":
        """The Library workspace."""
        if self._library is None:
            from app.views.library_panel.page import LibraryPage  # noqa: PLC0415 - seldom seen

            self._library = LibraryPage()
            self.addWidget(self._library)
        return self._library

    @property
    def jam(self) -> "JamPage":
        """The Jam workspace."""
        if self._jam is None:
            from app.views.jam.page import JamPage  # noqa: PLC0415 - seldom seen

            self._jam = JamPage()
            self.addWidget(self._jam)
        return self._jam

    @property
    def start(self) -> "StartPage":
        """The start page."""
        if self._start is None:
            from app.views.start_page.page import StartPage  # noqa: PLC0415 - seldom seen

            self._start = StartPage()
            self.addWidget(self._start)
        return self._start

    @property
    def beats(self) -> "BeatsPage":
        """The page of beats, which lies over Compose."""
        if self._beats is None:
            from app.views.beats.page import BeatsPage  # noqa: PLC0415 - seldom seen

            self._beats = BeatsPage()
            self.addWidget(self._beats)
        return self._beats

    @property
    def hum(self) -> "HumPage":
        """The page *Hum it*, which lies over Compose."""
        if self._hum is None:
            from app.views.hum.page import HumPage  # noqa: PLC0415 - seldom seen

            self._hum = HumPage()
            self.addWidget(self._hum)
        return self._hum

    def show_workspace(self, name: Workspace) -> None:
        """Show a workspace."""
        page = self._page(name)
        if page is not self.currentWidget():
            fade_from(self)
        self.setCurrentWidget(page)
        if self._actions is not None:
            marked = "compose" if name in _OVER_COMPOSE else name
            for each in WORKSPACES:
                self._actions[each].setChecked(each == marked)
        if name == "compose":
            self.compose.roll.setFocus()
        self.changed.emit(name)

    def _page(self, name: Workspace) -> "_Page":
        page: _Page = getattr(self, name)
        return page
