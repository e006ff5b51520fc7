"""The row of tabs under the roll: the panes, the lane, and in a low window the offers."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QTabBar, QWidget

from app.views.alternatives.compact import CompactOffers
from app.widgets.buttons import IconButton, TextButton

HEIGHT = 32


class PaneBar(QWidget):
    """Tabs of the panes, with a button that folds the panes away.

    Attributes:
        offers: The offers in one line, in place of the tabs while these are hidden.

    Signals:
        pane_clicked(str): The user clicked a tab (its pane's name).
        lane_clicked(): Show or hide the lane under the roll.
        none_clicked(): Reject all offers and make others.
        fold_clicked(): Fold or unfold the panes.
    """

    pane_clicked = Signal(str)
    lane_clicked = Signal()
    none_clicked = Signal()
    fold_clicked = Signal()

    def __init__(self, panes: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        self._panes = tuple(name for name, _ in panes)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.tabs = QTabBar()
        for _, title in panes:
            self.tabs.addTab(title)
        self.tabs.setAccessibleName(self.tr("Panes under the roll"))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.tabBarClicked.connect(self._click)
        self._lane = TextButton(self.tr("Velocity"), kind="tab", checkable=True)
        self._lane.setToolTip(self.tr("Velocities and controllers under the roll"))
        self._lane.clicked.connect(self.lane_clicked)
        self._none = TextButton(
            self.tr("None of these"),
            kind="quiet",
            tooltip=self.tr("Put them all away and make others"),
        )
        self._none.clicked.connect(self.none_clicked)
        self._none.setVisible(False)
        self._fold = IconButton(
            "chevron-up", name=self.tr("Panes"), kind="quiet", size=QSize(28, 28)
        )
        self._fold.clicked.connect(self.fold_clicked)
        self.offers = CompactOffers()
        titles = QWidget()
        row = QHBoxLayout(titles)
        row.setContentsMargins(8, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.tabs)
        row.addWidget(self._lane)
        row.addStretch(1)
        self._left = QStackedWidget()
        self._left.addWidget(titles)
        self._left.addWidget(self.offers)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 8, 0)
        whole.setSpacing(4)
        whole.addWidget(self._left, 1)
        whole.addWidget(self._none)
        whole.addWidget(self._fold)

    def _click(self, index: int) -> None:
        self.pane_clicked.emit(self._panes[max(0, index)])

    def show_pane(self, name: str, *, unfolded: bool) -> None:
        """Show which pane is chosen, and whether it is visible."""
        self.tabs.setCurrentIndex(self._panes.index(name))
        self._fold.show_icon("chevron-down" if unfolded else "chevron-up")
        tip = self.tr("Fold the panes away") if unfolded else self.tr("Unfold the panes")
        self._fold.setToolTip(tip)

    def show_lane(self, *, on: bool) -> None:
        """Show whether the lane is visible."""
        self._lane.setChecked(on)

    def show_offers(self, *, offered: bool, compact: bool) -> None:
        """Show the button that rejects all, and the offers in place of the tabs."""
        self._none.setVisible(offered)
        self._left.setCurrentWidget(self.offers if offered and compact else self._left.widget(0))
