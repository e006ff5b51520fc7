"""The Compose workspace: roll and lanes in the middle, library and Continue in docks."""

from collections.abc import Iterator

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDockWidget,
    QGridLayout,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from app.settings.values import ComposeLayout
from app.views.alternatives.strip import AlternativesStrip
from app.views.chord_lane import ChordLane
from app.views.continue_panel.panel import ContinuePanel
from app.views.events.table import EventsTable
from app.views.library_panel.panel import LibraryPanel
from app.views.mixer import Mixer
from app.views.overview import Overview
from app.views.roll.piano_roll import PianoRoll
from app.views.ruler import TimeRuler
from app.views.score.page import ScorePage
from app.views.take_tree import TakeTree
from app.views.tracks.headers import TrackHeaders
from app.views.velocity_lane import VelocityLane
from app.widgets.words import words

# Pixels: the initial sizes of the parts.
HEADERS_WIDTH, LIBRARY_WIDTH, CONTINUE_WIDTH = 184, 240, 304
OVERVIEW_HEIGHT, RULER_HEIGHT, LANE_HEIGHT, STRIP_HEIGHT = 28, 24, 96, 150
# Pixels. A table or score needs more height than the cards do; the roll keeps at least LEAST_PIECE.
TABLE_HEIGHT, LEAST_PIECE = 280, 240
# Pixels. High enough for a strip's level, volume, pan and offset.
MIXER_HEIGHT = 196
_TALL_PANES = {"mixer": MIXER_HEIGHT, "events": TABLE_HEIGHT, "score": TABLE_HEIGHT}
PANES = ("alternatives", "tree", "mixer", "events", "score")


class ComposePage(QMainWindow):
    """The views of the workspace; binders connect them.

    Args:
        with_views: Whether to make the views now; otherwise the owner runs `make_views`.

    Attributes:
        overview, chords, ruler, headers, roll, velocity: The piece, from top to bottom.
        alternatives, tree, mixer, events, score: The panes under the roll; one is visible.
        library, continue_panel: The contents of the docks.
        library_dock, continue_dock: The docks.
        panes: The stack of the panes.

    Signals:
        pane_chosen(str): The user chose another pane.
    """

    pane_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, with_views: bool = True) -> None:
        super().__init__(parent, Qt.WindowType.Widget)
        self.setObjectName("compose")
        # Pixels that `_give_room` took from the roll for a high pane.
        self._borrowed = 0
        if with_views:
            for _ in self.make_views():
                pass

    def make_views(self) -> Iterator[None]:
        """Make the views; yields between two of them, so that the window stays responsive."""
        self.overview = Overview()
        self.chords = ChordLane()
        self.ruler = TimeRuler()
        self.headers = TrackHeaders()
        yield
        self.roll = PianoRoll()
        self.velocity = VelocityLane()
        yield
        self.alternatives = AlternativesStrip()
        self.tree = TakeTree()
        self.mixer = Mixer()
        self.events = EventsTable()
        self.score = ScorePage()
        yield
        self.library = LibraryPanel()
        yield
        self.continue_panel = ContinuePanel()
        yield
        yield from self._lay_out()

    def _lay_out(self) -> Iterator[None]:
        self._pane_tabs = QTabBar()
        self.panes = QStackedWidget()
        self.setCentralWidget(self._middle())
        yield
        self.library_dock = self._dock("library", self.tr("Library"), self.library)
        self.continue_dock = self._dock("continue", self.tr("Continue"), self.continue_panel)
        self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.library_dock)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.continue_dock)
        for corner, area in (
            (Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea),
            (Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea),
        ):
            self.setCorner(corner, area)
        yield
        self.reset_layout()

    def layout_state(self) -> ComposeLayout:
        """Return the layout of the docks, to be saved."""
        return ComposeLayout(
            library=not self.library_dock.isHidden(),
            continuing=not self.continue_dock.isHidden(),
            library_width=self.library_dock.width(),
            continuing_width=self.continue_dock.width(),
        )

    def restore_layout(self, layout: ComposeLayout) -> None:
        """Restore a layout from `layout_state`."""
        self._size_docks(layout.library_width, layout.continuing_width)
        self.library_dock.setVisible(layout.library)
        self.continue_dock.setVisible(layout.continuing)

    def reset_layout(self) -> None:
        """Restore the initial layout of docks and lanes."""
        for part in (self.library_dock, self.continue_dock, self.velocity_row):
            part.show()
        self.reset_sizes()
        self.show_pane("alternatives")

    def reset_sizes(self) -> None:
        """Restore the initial sizes of docks and lanes."""
        self._size_docks(LIBRARY_WIDTH, CONTINUE_WIDTH)
        height = max(400, self._splitter.height())
        lanes = height - LANE_HEIGHT - STRIP_HEIGHT
        self._borrowed = 0
        self._splitter.setSizes([lanes, LANE_HEIGHT, STRIP_HEIGHT])

    def _size_docks(self, library: int, continuing: int) -> None:
        docks, widths = [self.library_dock, self.continue_dock], [library, continuing]
        self.resizeDocks(docks, widths, Qt.Orientation.Horizontal)

    def show_chord_lane(self, *, on: bool) -> None:
        """Show or hide the chord lane."""
        self._chord_corner.setVisible(on)
        self.chords.setVisible(on)

    def show_pane(self, name: str) -> None:
        """Show one of `PANES` under the roll."""
        index = PANES.index(name)
        had_focus = self.has_focused_pane()
        self.panes.setCurrentIndex(index)
        if had_focus:
            self._focus_pane()
        # The alternatives have links to the other panes, so they need no tab bar.
        self._pane_tabs.setVisible(index > 0)
        self._pane_tabs.setCurrentIndex(index)
        self._give_room(_TALL_PANES.get(name, 0))

    def focus_roll_from_lists(self) -> None:
        """Move the focus from lists to the roll, so that Enter keeps an alternative."""
        focus = self.window().focusWidget()
        if isinstance(focus, QAbstractItemView) or focus is self.chords:
            self.roll.setFocus(Qt.FocusReason.OtherFocusReason)

    def has_focused_pane(self) -> bool:
        """Return whether the focus is in the pane under the roll."""
        focus: QWidget | None = self.window().focusWidget()
        return focus is not None and self.panes.isAncestorOf(focus)

    def _focus_pane(self) -> None:
        """Move the focus into the new pane; without this, Qt would move it to any widget."""
        pane = self.panes.currentWidget()
        proxy = pane.focusProxy() if pane is not None else None
        if pane is None or pane.isAncestorOf(self.window().focusWidget()):
            return
        target = proxy if proxy is not None and proxy.isVisible() else _first_stop(pane)
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)

    def _give_room(self, height: int) -> None:
        """Enlarge the pane to a height at the cost of the roll; 0 returns the pixels it took."""
        piece, lane, pane = self._splitter.sizes()
        more = min(height - pane, piece - LEAST_PIECE) if height else -self._borrowed
        if height and more <= 0:
            return
        self._borrowed = max(0, more) + (self._borrowed if height else 0)
        if more:
            self._splitter.setSizes([piece - more, lane, pane + more])

    def _middle(self) -> QWidget:
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._splitter.setObjectName("lanes")
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self.velocity_row = self._velocity_row()
        for widget, stretch in (
            (self._piece(), 1),
            (self.velocity_row, 0),
            (self._bottom(), 0),
        ):
            self._splitter.addWidget(widget)
            self._splitter.setStretchFactor(self._splitter.count() - 1, stretch)
        return self._splitter

    def _piece(self) -> QWidget:
        box = QWidget()
        grid = _grid(box)
        self.overview.setFixedHeight(OVERVIEW_HEIGHT)
        self.ruler.setFixedHeight(RULER_HEIGHT)
        self.headers.setFixedWidth(HEADERS_WIDTH)
        corner = QWidget()
        corner.setObjectName("rulerCorner")
        corner.setFixedHeight(RULER_HEIGHT)
        grid.addWidget(self.overview, 0, 0, 1, 2)
        self._chord_corner = words(self.tr("Chords"), tone="dim")
        self._chord_corner.setContentsMargins(17, 0, 0, 0)
        grid.addWidget(self._chord_corner, 1, 0)
        grid.addWidget(self.chords, 1, 1)
        self.show_chord_lane(on=False)
        grid.addWidget(corner, 2, 0)
        grid.addWidget(self.ruler, 2, 1)
        grid.addWidget(self.headers, 3, 0)
        grid.addWidget(self.roll, 3, 1)
        grid.setRowStretch(3, 1)
        grid.setColumnStretch(1, 1)
        box.setMinimumHeight(200)
        return box

    def _velocity_row(self) -> QWidget:
        box = QWidget()
        grid = _grid(box)
        corner = QWidget()
        corner.setObjectName("laneCorner")
        corner.setFixedWidth(HEADERS_WIDTH)
        inside = QVBoxLayout(corner)
        inside.setContentsMargins(4, 4, 4, 0)
        inside.addWidget(self.velocity.button, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addStretch(1)
        grid.addWidget(corner, 0, 0)
        grid.addWidget(self.velocity, 0, 1)
        grid.setColumnStretch(1, 1)
        box.setMinimumHeight(24)
        box.setMaximumHeight(240)
        return box

    def _bottom(self) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for title in (
            self.tr("Alternatives"),
            self.tr("Tree"),
            self.tr("Mixer"),
            self.tr("Events"),
            self.tr("Score"),
        ):
            self._pane_tabs.addTab(title)
        self._pane_tabs.setAccessibleName(self.tr("Panes under the roll"))
        self._pane_tabs.setDrawBase(False)
        self._pane_tabs.setExpanding(False)
        self._pane_tabs.tabBarClicked.connect(lambda i: self.pane_chosen.emit(PANES[max(0, i)]))
        for pane in (self.alternatives, self.tree, self.mixer, self.events, self.score):
            self.panes.addWidget(pane)
        column.addWidget(self._pane_tabs)
        column.addWidget(self.panes, 1)
        return box

    def _dock(self, name: str, title: str, widget: QWidget) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        # An empty title bar: the panels have headings, and the View menu shows and hides them.
        dock.setTitleBarWidget(QWidget(dock))
        dock.setWidget(widget)
        return dock


def _first_stop(pane: QWidget) -> QWidget | None:
    """Return the first tab stop inside a pane, or else the pane if Tab reaches it."""
    inside = (w for w in pane.findChildren(QWidget) if w.isVisible() and w.isEnabled())
    return next((w for w in (*inside, pane) if w.focusPolicy() & Qt.FocusPolicy.TabFocus), None)


def _grid(box: QWidget) -> QGridLayout:
    grid = QGridLayout(box)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(0)
    return grid
