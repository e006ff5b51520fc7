"""The palette of marks beside the score, or over it: one button for each mark."""

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QActionEvent, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import theme
from app.views.score.mark_drawing import paint_mark
from app.widgets.words import words

# Pixels.
_BUTTON, _GAP, _MARGIN = 32, 4, 12
_IN_A_ROW = 4
_ROUND = 7
_WIDTH = _IN_A_ROW * (_BUTTON + _GAP) + 2 * _MARGIN
# A disabled mark is fainter.
_FAINT = 0.4
# Names of marks, as the actions have them behind `mark_`.
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "note",
        (
            "staccato",
            "tenuto",
            "accent",
            "strong-accent",
            "fermata",
            "trill-mark",
            "mordent",
            "turn",
        ),
    ),
    ("over", ("slur", "crescendo", "diminuendo", "pedal")),
    ("loud", ("pp", "p", "mp", "mf", "f", "ff", "sfz", "fp")),
    (
        "way",
        (
            "repeat-start",
            "repeat-end",
            "ending-1",
            "ending-2",
            "segno",
            "coda",
            "da-capo",
            "fine",
        ),
    ),
    ("words", ("text", "tempo", "fingering", "lyric")),
)


class MarkPalette(QWidget):
    """Marks in five groups: a column of buttons, or one row of menus where there is less room.

    Its buttons are the actions that it is given: they say which marks the chosen notes have.

    Args:
        is_row: Whether it is the row of menus.
    """

    def __init__(self, *, is_row: bool) -> None:
        super().__init__()
        self._is_row = is_row
        self._menus: dict[str, QToolButton] = {}
        self._buttons: dict[str, _MarkButton] = {}
        (self._lay_out_row if is_row else self._lay_out_column)()
        self.setAccessibleName(self.tr("Marks"))

    def show_actions(self, actions: Mapping[str, QAction]) -> None:
        """Give each mark its action.

        Args:
            actions: By the mark's name.
        """
        for group, names in GROUPS:
            if self._is_row:
                menu = QMenu(self._menus[group])
                menu.setToolTipsVisible(True)
                menu.addActions([actions[name] for name in names])
                self._menus[group].setMenu(menu)
                continue
            for name in names:
                self._buttons[name].setDefaultAction(actions[name])

    def _titles(self) -> dict[str, str]:
        return {
            "note": self.tr("On a note"),
            "over": self.tr("Over notes"),
            "loud": self.tr("How loud"),
            "way": self.tr("The way through"),
            "words": self.tr("Words"),
        }

    def _lay_out_row(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(_GAP, _GAP, _GAP, _GAP)
        row.setSpacing(_GAP)
        for group, title in self._titles().items():
            button = QToolButton()
            button.setText(title)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._menus[group] = button
            row.addWidget(button)
        row.addStretch(1)

    def _lay_out_column(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        column.setSpacing(_GAP)
        for widget in self._groups():
            column.addWidget(widget)
        column.addStretch(1)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self.setFixedWidth(_WIDTH + area.verticalScrollBar().sizeHint().width())

    def _groups(self) -> Iterator[QWidget]:
        titles = self._titles()
        for group, names in GROUPS:
            yield words(titles[group], tone="small")
            holder = QWidget()
            grid = QGridLayout(holder)
            grid.setContentsMargins(0, 0, 0, 2 * _GAP)
            grid.setSpacing(_GAP)
            for place, name in enumerate(names):
                button = self._buttons[name] = _MarkButton(name)
                grid.addWidget(button, place // _IN_A_ROW, place % _IN_A_ROW)
            grid.setColumnStretch(_IN_A_ROW, 1)
            yield holder


class _MarkButton(QToolButton):
    """A mark; it is lit where all chosen notes have it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.setFixedSize(QSize(_BUTTON, _BUTTON))
        # A click leaves the focus with the notes.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def actionEvent(self, event: QActionEvent) -> None:
        super().actionEvent(event)
        self.setAccessibleName(self.text().replace("&", ""))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.isChecked()
        ground = colours.text if lit else colours.hover if self.underMouse() else colours.raised
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setBrush(QColor(ground))
        edge = QPen(QColor(colours.focus), 2) if self.hasFocus() else Qt.PenStyle.NoPen
        painter.setPen(edge)
        painter.drawRoundedRect(area, _ROUND, _ROUND)
        painter.setOpacity(1.0 if self.isEnabled() else _FAINT)
        paint_mark(painter, area, self._name, colours.window if lit else colours.text)
        painter.end()
