"""The Compose workspace: roll and lanes in the middle, library and Continue in docks."""

from collections.abc import Iterator

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDockWidget,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.main_window.lanes import Lanes
from app.main_window.pane_bar import PaneBar
from app.settings.values import PANE_HEIGHT, ComposeLayout
from app.style.theme import scaled, text_size
from app.views.alternatives.strip import AlternativesStrip
from app.views.begin_card import BeginCard
from app.views.chord_lane import ChordLane
from app.views.continue_panel.panel import ContinuePanel
from app.views.events.table import EventsTable
from app.views.form_band import FormBand
from app.views.library_panel.panel import LibraryPanel
from app.views.mixer.pane import Mixer
from app.views.overview import Overview
from app.views.roll.drum_rows import DrumRows
from app.views.roll.piano_roll import PianoRoll
from app.views.ruler import TimeRuler
from app.views.score.page import ScorePage
from app.views.take_tree import TakeTree
from app.views.tracks.headers import TrackHeaders
from app.views.velocity_lane import VelocityLane
from app.widgets.words import ElidedLabel, hairline

# Pixels: the initial sizes of the parts.
LIBRARY_WIDTH, CONTINUE_WIDTH = 208, 288
OVERVIEW_HEIGHT = 28
# Pixels: the least heights of the piece and of a pane.
LEAST_PIECE, LEAST_PANE = 240, 100
# Pixels: the hairline over the tabs.
EDGE = 1
PANES = ("alternatives", "mixer", "events", "score", "tree", "velocity")
# Pixels. A narrower window hides the library and shortens the headers; a lower one hides the
# overview and shows the offers in one line.
NARROW, LOW = 1180, 600
_CONTINUE_WIDTHS = ((1000, 212), (NARROW, 244))
# Qt's `QWIDGETSIZE_MAX`, which PySide6 does not name.
MOST_PIXELS = 16777215


class ComposePage(QMainWindow):
    """The views of the workspace; binders connect them.

    Args:
        with_views: Whether to make the views now; otherwise the owner runs `make_views`.

    Attributes:
        overview, form, chords, ruler, headers, roll, drums, velocity: The piece, from the top.
        begin_card: Ways to begin an empty piece, over the roll.
        alternatives, tree, mixer, events, score: The panes under the roll; one is visible.
        library, continue_panel: The contents of the docks.
        library_dock, continue_dock: The docks.
        panes: The stack of the panes. All have the height that the user gave them.
        pane_bar: The row of tabs over them.
        pane: The name of the chosen one.

    Signals:
        pane_chosen(str): The user chose another pane.
        lane_shown(bool): The lane of velocities came into sight, or went.
    """

    pane_chosen = Signal(str)
    lane_shown = Signal(bool)

    def __init__(self, parent: QWidget | None = None, *, with_views: bool = True) -> None:
        super().__init__(parent, Qt.WindowType.Widget)
        self.setObjectName("compose")
        self.pane = "alternatives"
        # Pixels: the panes with the row of tabs over them.
        self._height = scaled(PANE_HEIGHT)
        # Whether the user folded or unfolded the panes; with None the first offers unfold them.
        self._unfolded: bool | None = None
        self._was_offered = False
        # Whether the pane has the whole middle.
        self._is_whole = False
        # The pane before the lane of velocities, and whether it was unfolded.
        self._before_lane: tuple[str, bool | None] = ("alternatives", None)
        # Qt resizes the page before its parts are made.
        self._is_laid_out = False
        self._library_wanted = True
        # Whether the user opened the library in a narrow window.
        self._library_opened = False
        # Whether an import reads.
        self._is_reading = False
        self._is_narrow = self._is_low = False
        self._continue_width = scaled(CONTINUE_WIDTH)
        # Whether the roll stands above the rows of drums, not below those of pitches.
        self._roll_is_first = True
        if with_views:
            for _ in self.make_views():
                pass

    def make_views(self) -> Iterator[None]:
        """Make the views; yields between two of them, so that the window stays responsive."""
        self.overview = Overview()
        self.form = FormBand()
        self.chords = ChordLane()
        self.ruler = TimeRuler()
        self.headers = TrackHeaders()
        yield
        self.roll = PianoRoll()
        self.begin_card = BeginCard(self.roll)
        self.drums = DrumRows()
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
        self.pane_bar = PaneBar(
            (
                ("alternatives", self.tr("Alternatives")),
                ("mixer", self.tr("Mixer")),
                ("events", self.tr("Events")),
                ("score", self.tr("Score")),
                ("tree", self.tr("Tree")),
                ("velocity", self.tr("Velocity")),
            )
        )
        self.panes = QStackedWidget()
        self.setCentralWidget(self._middle())
        yield
        self.library_dock = self._dock("library", self.tr("Library"), self.library)
        self._over = QFrame(self)
        self._over.setProperty("surface", "popup")
        self._over_box = QVBoxLayout(self._over)
        self._over_box.setContentsMargins(1, 1, 1, 1)
        self._over.hide()
        self.continue_dock = self._dock("continue", self.tr("Continue"), self.continue_panel)
        self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.library_dock)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.continue_dock)
        for corner, area in (
            (Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea),
            (Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea),
        ):
            self.setCorner(corner, area)
        yield
        self._is_laid_out = True
        self.reset_layout()
        self._adapt()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._is_laid_out:
            self._adapt()
            self._place_over()

    def _adapt(self) -> None:
        """Give the room of a small window to the roll."""
        narrow, low = self.width() < NARROW, self.height() < LOW
        self.overview.setVisible(not low)
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            self.headers.show_compact(compact=narrow)
            self.begin_card.show_compact(compact=narrow)
            for corner in (
                self._lane_corner,
                self._drum_corner,
                self._chord_corner,
                self._form_corner,
            ):
                corner.setFixedWidth(self.headers.width())
            self._show_library()
        width = _continue_width(self.width())
        if width != self._continue_width:
            self._continue_width = width
            self.continue_panel.setMinimumWidth(min(width, scaled(264)))
            self.resizeDocks([self.continue_dock], [width], Qt.Orientation.Horizontal)
        if low != self._is_low:
            self._is_low = low
            self.continue_panel.beginning.show_compact(compact=low)
            self._fit_panes()

    def show_library(self, *, on: bool) -> None:
        """Show or hide the library; a narrow window hides it unless it is asked for here."""
        self._library_wanted = self._library_opened = on
        self._show_library()

    @property
    def keeps_library(self) -> bool:
        """Whether the library stays open, and not only while an import reads."""
        return self._library_opened if self._is_narrow else self._library_wanted

    def open_library(self, *, for_reading: bool) -> None:
        """Open the library while an import reads: in a narrow window over the piece.

        Args:
            for_reading: Whether an import reads; a narrow window closes the library after it.
        """
        self._is_reading = for_reading
        if for_reading and not self._is_narrow:
            self._library_wanted = True
        self._show_library()

    def _show_library(self) -> None:
        over = self._is_reading and not self.keeps_library
        if over and self.library_dock.widget() is self.library:
            self._over_box.addWidget(self.library)
        elif not over and self.library_dock.widget() is not self.library:
            self.library_dock.setWidget(self.library)
        self.library.show()
        self._over.setVisible(over)
        self._place_over()
        self.library_dock.setVisible(self.keeps_library)

    def _place_over(self) -> None:
        """Keep the library that lies over the piece at the left edge."""
        width = max(scaled(LIBRARY_WIDTH), self._over.minimumSizeHint().width())
        self._over.setGeometry(0, 0, width, self.height())
        self._over.raise_()

    def layout_state(self) -> ComposeLayout:
        """Return the layout of the docks, to be saved."""
        return ComposeLayout(
            library=self._library_wanted,
            continuing=not self.continue_dock.isHidden(),
            library_width=self.library_dock.width(),
            continuing_width=self.continue_dock.width(),
            shape=self.continue_panel.is_shape_unfolded,
            pane_height=round(self._height / text_size()),
        )

    def restore_layout(self, layout: ComposeLayout) -> None:
        """Restore a layout from `layout_state`."""
        self._size_docks(layout.library_width, layout.continuing_width)
        self._height = scaled(layout.pane_height)
        self._fit_panes()
        self._library_wanted = layout.library
        self._show_library()
        self.continue_dock.setVisible(layout.continuing)
        self.continue_panel.show_shape(unfolded=layout.shape)

    def reset_layout(self) -> None:
        """Restore the initial layout of docks and panes."""
        self.continue_dock.show()
        self._library_wanted, self._library_opened = True, False
        self._show_library()
        self.continue_panel.show_shape(unfolded=False)
        self.reset_sizes()
        self._unfolded, self._was_offered = None, self.alternatives.has_cards
        self.pane_chosen.emit("alternatives")
        self.show_pane("alternatives")

    def reset_sizes(self) -> None:
        """Restore the initial sizes of docks and panes."""
        self._size_docks(scaled(LIBRARY_WIDTH), _continue_width(self.width()))
        self._height = scaled(PANE_HEIGHT)
        self._fit_panes()

    def show_lane(self, *, on: bool) -> None:
        """Show the lane of velocities, or the pane before it."""
        if on == self._shows_lane():
            return
        if on:
            self._before_lane = self.pane, self._unfolded
            self.pane_chosen.emit("velocity")
        else:
            pane, unfolded = self._before_lane
            self.pane_chosen.emit(pane)
            self._unfolded = unfolded
            self._fit_panes()

    def _shows_lane(self) -> bool:
        return self.pane == "velocity" and self._is_unfolded()

    def _size_docks(self, library: int, continuing: int) -> None:
        docks, widths = [self.library_dock, self.continue_dock], [library, continuing]
        self.resizeDocks(docks, widths, Qt.Orientation.Horizontal)

    def show_drums(self, *, on: bool) -> None:
        """Show or hide the rows of drums under the roll."""
        self._place_roll(first=True)
        self.roll.setMaximumHeight(MOST_PIXELS)
        self._drum_corner.setVisible(on)
        self.drums.setVisible(on)

    def show_pitches(self, *, grid: int) -> None:
        """Show the other parts above a roll of drums, which uses so many pixels at the most."""
        self._place_roll(first=False)
        self.roll.setMaximumHeight(grid)
        self._drum_corner.hide()
        self.drums.show()

    def _place_roll(self, *, first: bool) -> None:
        """Put the roll above its rows of drums, or below the rows of pitches."""
        if self._roll_is_first != first:
            self._roll_is_first = first
            grid = self._grid
            above, below = (self.roll, self.drums) if first else (self.drums, self.roll)
            for widget in (self.headers, above, below):
                grid.removeWidget(widget)
            grid.addWidget(self.headers, 4, 0, 1 if first else 2, 1)
            grid.addWidget(above, 4, 1)
            grid.addWidget(below, 5, 1)
            # A low window leaves more to the drums that are edited.
            grid.setRowStretch(5, 0 if first else 2)

    def show_chord_lane(self, *, on: bool) -> None:
        """Show or hide the chord lane."""
        self._chord_corner.setVisible(on)
        self.chords.setVisible(on)

    def show_form(self, *, on: bool) -> None:
        """Show or hide the form band."""
        self._form_corner.setVisible(on)
        self.form.setVisible(on)

    def show_pane(self, name: str) -> None:
        """Show one of `PANES` under the roll."""
        had_focus = self.has_focused_pane()
        self.pane = name
        self.panes.setCurrentIndex(PANES.index(name))
        if name == "alternatives":
            # Offers are chosen by what one sees of them in the roll.
            self._is_whole = False
        else:
            self._unfolded = True
        self._fit_panes()
        if had_focus:
            self._focus_pane()

    def focus_roll_from_lists(self) -> None:
        """Move the focus from lists to the roll, so that Enter keeps an alternative."""
        focus = self.window().focusWidget()
        if isinstance(focus, QAbstractItemView) or focus in (self.chords, self.form):
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

    def _is_unfolded(self) -> bool:
        if self._unfolded is not None:
            return self._unfolded
        return self.pane != "alternatives" or (self._was_offered and not self._is_low)

    def _on_offers(self, filled: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._was_offered = self._was_offered or filled
        self._fit_panes()

    def _fit_panes(self) -> None:
        """Fold the panes away or give them their height; the roll gets what is left."""
        unfolded, offered = self._is_unfolded(), self.alternatives.has_cards
        whole = unfolded and self._is_whole
        self.piece.setVisible(not whole)
        self.panes.setVisible(unfolded)
        self.pane_bar.show_pane(self.pane, unfolded=unfolded)
        self.pane_bar.show_offers(
            offered=offered and (not unfolded or self.pane == "alternatives"),
            compact=offered and not unfolded and self.pane == "alternatives",
        )
        self.lane_shown.emit(self._shows_lane())
        tabs = EDGE + self.pane_bar.height()
        self._bottom_box.setMinimumHeight(tabs + (LEAST_PANE if unfolded else 0))
        self._bottom_box.setMaximumHeight(tabs if not unfolded else MOST_PIXELS)
        if not whole:
            total = sum(self._splitter.sizes())
            room = max(tabs + LEAST_PANE, total - LEAST_PIECE)
            bottom = min(EDGE + self._height, room) if unfolded else tabs
            self._splitter.setSizes([max(1, total - bottom), bottom])

    def _on_dragged(self) -> None:
        """Remember the height that the user gave the panes."""
        if self._is_unfolded() and not self._is_whole:
            self._height = self._bottom_box.height() - EDGE

    def _click_pane(self, name: str) -> None:
        """Show the pane of a tab; a click on the visible one folds it away."""
        if name == self.pane:
            self._fold()
        else:
            self._choose_pane(name, whole=self._is_whole)

    def _double_pane(self, name: str) -> None:
        """Give the pane of a tab the whole middle, or its height again."""
        self._choose_pane(name, whole=not self._is_whole)

    def _choose_pane(self, name: str, *, whole: bool) -> None:
        self._unfolded = True
        self.pane_chosen.emit(name)
        self._is_whole = whole
        self._fit_panes()

    def _fold(self) -> None:
        self._unfolded = not self._is_unfolded()
        self._fit_panes()

    def _middle(self) -> QWidget:
        self._splitter = Lanes()
        self._splitter.setObjectName("lanes")
        self._splitter.resized.connect(self._fit_panes)
        self._splitter.splitterMoved.connect(lambda _at, _handle: self._on_dragged())
        self.velocity_row = self._velocity_row()
        self.piece = self._piece()
        self._bottom_box = self._bottom()
        for widget, stretch in ((self.piece, 1), (self._bottom_box, 0)):
            self._splitter.addWidget(widget)
            self._splitter.setStretchFactor(self._splitter.count() - 1, stretch)
        return self._splitter

    def _piece(self) -> QWidget:
        box = QWidget()
        self._grid = grid = _grid(box)
        self.overview.setFixedHeight(OVERVIEW_HEIGHT)
        corner = QWidget()
        corner.setObjectName("rulerCorner")
        grid.addWidget(self.overview, 0, 0, 1, 2)
        self._form_corner = ElidedLabel("  " + self.tr("Form"), tone="dim")
        self._form_corner.setFixedWidth(self.headers.width())
        grid.addWidget(self._form_corner, 1, 0)
        grid.addWidget(self.form, 1, 1)
        self.show_form(on=False)
        self._chord_corner = ElidedLabel("  " + self.tr("Chords"), tone="dim")
        self._chord_corner.setFixedWidth(self.headers.width())
        grid.addWidget(self._chord_corner, 2, 0)
        grid.addWidget(self.chords, 2, 1)
        self.show_chord_lane(on=False)
        grid.addWidget(corner, 3, 0)
        grid.addWidget(self.ruler, 3, 1)
        grid.addWidget(self.headers, 4, 0)
        grid.addWidget(self.roll, 4, 1)
        self._drum_corner = ElidedLabel("  " + self.tr("Drums"), tone="dim")
        self._drum_corner.setFixedWidth(self.headers.width())
        grid.addWidget(self._drum_corner, 5, 0)
        grid.addWidget(self.drums, 5, 1)
        self.show_drums(on=False)
        grid.setRowStretch(4, 1)
        grid.setColumnStretch(1, 1)
        box.setMinimumHeight(200)
        return box

    def _velocity_row(self) -> QWidget:
        box = QWidget()
        grid = _grid(box)
        head = QHBoxLayout()
        head.setContentsMargins(4, 2, 4, 2)
        head.addWidget(self.velocity.button)
        head.addStretch(1)
        self._lane_corner = corner = QWidget()
        corner.setObjectName("laneCorner")
        corner.setFixedWidth(self.headers.width())
        grid.addLayout(head, 0, 0, 1, 2)
        grid.addWidget(corner, 1, 0)
        grid.addWidget(self.velocity, 1, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(1, 1)
        return box

    def _bottom(self) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        bar = self.pane_bar
        bar.pane_clicked.connect(self._click_pane)
        bar.pane_doubled.connect(self._double_pane)
        bar.fold_clicked.connect(self._fold)
        bar.none_clicked.connect(self.alternatives.none_clicked)
        bar.offers.play_clicked.connect(self.alternatives.play_clicked)
        bar.offers.kept.connect(self.alternatives.kept)
        self.alternatives.filled.connect(self._on_offers)
        self.alternatives.shown.connect(bar.offers.show_cards)
        for name in PANES:
            self.panes.addWidget(self.velocity_row if name == "velocity" else getattr(self, name))
        column.addWidget(hairline())
        column.addWidget(bar)
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


def _continue_width(width: int) -> int:
    """Return the width of the Continue panel in a page of a width, in pixels."""
    narrow = (panel for below, panel in _CONTINUE_WIDTHS if width < below)
    return scaled(next(narrow, CONTINUE_WIDTH))


def _first_stop(pane: QWidget) -> QWidget | None:
    """Return the first tab stop inside a pane, or else the pane if Tab reaches it."""
    inside = (w for w in pane.findChildren(QWidget) if w.isVisible() and w.isEnabled())
    return next((w for w in (*inside, pane) if w.focusPolicy() & Qt.FocusPolicy.TabFocus), None)


def _grid(box: QWidget) -> QGridLayout:
    grid = QGridLayout(box)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(0)
    return grid
