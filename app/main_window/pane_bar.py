"""The row of tabs under the roll, and while the panes are folded the offers in one line."""

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QTabBar, QWidget

from app.views.alternatives.compact import CompactOffers
from app.widgets.buttons import IconButton, TextButton
from app.widgets.keys.tips import show_keys_in_tooltip
from app.widgets.words import ElidedLabel

# Pixels.
HEIGHT = 32


class PaneBar(QWidget):
    """Tabs of the panes, with a button that folds the panes away.

    Attributes:
        offers: The offers in one line, in place of the tabs while these are hidden.
        bars: Actions for the selected bars, in place of the tabs.

    Signals:
        pane_clicked(str): The user clicked a tab (its pane's name).
        pane_doubled(str): A second click followed at once.
        bars_clicked(str): An action for the selected bars (its name).
        none_clicked(): Reject all offers and make others.
        forget_clicked(): Forget the held peaks of the meters.
        fold_clicked(): Fold or unfold the panes.
    """

    pane_clicked = Signal(str)
    pane_doubled = Signal(str)
    bars_clicked = Signal(str)
    none_clicked = Signal()
    forget_clicked = Signal()
    fold_clicked = Signal()

    def __init__(self, panes: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        self._panes = tuple(name for name, _ in panes)
        self._has_line = self._is_unfolded = self._was_doubled = False
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.tabs = self._tab_bar(panes)
        self._none = TextButton(
            self.tr("Make others"),
            kind="quiet",
            tooltip=self.tr("Put all alternatives away and make others"),
        )
        self._none.clicked.connect(self.none_clicked)
        self._none.setVisible(False)
        self._forget = TextButton(
            self.tr("Forget peaks"),
            kind="quiet",
            tooltip=self.tr("Let the white lines of the meters go"),
        )
        self._forget.clicked.connect(self.forget_clicked)
        self._forget.setVisible(False)
        self._fold = IconButton(
            "chevron-up", name=self.tr("Panes"), kind="quiet", size=QSize(28, 28)
        )
        self._fold.clicked.connect(self.fold_clicked)
        self.offers = CompactOffers()
        self._titles = QWidget()
        row = QHBoxLayout(self._titles)
        row.setContentsMargins(8, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.tabs)
        row.addStretch(1)
        self._left = QStackedWidget()
        self._left.addWidget(self._titles)
        self._left.addWidget(self.offers)
        self.bars = self._bar_row()
        self._left.addWidget(self.bars)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 8, 0)
        whole.setSpacing(4)
        whole.addWidget(self._left, 1)
        whole.addWidget(self._none)
        whole.addWidget(self._forget)
        whole.addWidget(self._fold)

    def _tab_bar(self, panes: tuple[tuple[str, str], ...]) -> QTabBar:
        tabs = QTabBar()
        tabs.setObjectName("paneTabs")
        for _, title in panes:
            tabs.addTab(title)
        tabs.setAccessibleName(self.tr("Panes under the roll"))
        tabs.setDrawBase(False)
        tabs.setExpanding(False)
        tabs.setUsesScrollButtons(False)
        tabs.tabBarClicked.connect(self._click)
        tabs.tabBarDoubleClicked.connect(self._double_click)
        return tabs

    def _bar_row(self) -> QWidget:
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(16, 0, 0, 0)
        row.setSpacing(8)
        self._chosen = ElidedLabel(tone="title")
        row.addWidget(self._chosen, 1)
        for action, text in (
            ("duplicate", self.tr("Repeat")),
            ("insert_bars", self.tr("Insert before")),
            ("copy", self.tr("Copy")),
            ("cut", self.tr("Cut")),
            ("delete", self.tr("Delete")),
        ):
            button = TextButton(text, kind="quiet", tooltip=text)
            show_keys_in_tooltip(button, action)
            button.clicked.connect(partial(self.bars_clicked.emit, action))
            row.addWidget(button)
        return box

    def _click(self, index: int) -> None:
        # Qt reports the second click of two as a click, too.
        if index >= 0 and not self._was_doubled:
            self.pane_clicked.emit(self._panes[index])
        self._was_doubled = False

    def _double_click(self, index: int) -> None:
        if index >= 0:
            self._was_doubled = True
            self.pane_doubled.emit(self._panes[index])

    def show_pane(self, name: str, *, unfolded: bool) -> None:
        """Show which pane is chosen, and whether it is visible."""
        self.tabs.setCurrentIndex(self._panes.index(name))
        self._fold.show_icon("chevron-down" if unfolded else "chevron-up")
        tip = self.tr("Fold the panes away") if unfolded else self.tr("Unfold the panes")
        self._fold.setToolTip(tip)
        self._is_unfolded = unfolded
        self._forget.setVisible(unfolded and name == "mixer")
        self._choose()

    def show_bars(self, text: str) -> None:
        """Show what can be done with the bars that this text names; an empty one shows the tabs."""
        self._chosen.setText(text)
        self._choose()

    def show_offers(self, *, offered: bool, compact: bool) -> None:
        """Show the button that rejects all, and the offers in place of the tabs."""
        self._none.setVisible(offered)
        self._has_line = offered and compact
        self._choose()

    def _choose(self) -> None:
        """Show the tabs of a visible pane, else the selected bars, else the offers in one line."""
        shown: QWidget = self.offers if self._has_line else self._titles
        if self._chosen.text() and not self._is_unfolded:
            shown = self.bars
        self._left.setCurrentWidget(shown)
