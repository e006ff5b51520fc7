"""A part of the panel that is folded away behind one line."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.widgets.buttons import TextButton, press_by_clicks_on
from app.widgets.words import hairline, state_label


class Fold(QWidget):
    """A line with a name and a state; a click unfolds what is below.

    Args:
        name: The name of the part.
        tooltip: The contents in a few words.
        lead: A widget before the name, or None.
        below: A widget under the line that is always seen, or None.
    """

    def __init__(
        self,
        name: str,
        *,
        tooltip: str,
        lead: QWidget | None = None,
        below: QWidget | None = None,
    ) -> None:
        super().__init__()
        self._name = name
        self._button = TextButton("", kind="fold", name=name, tooltip=tooltip, checkable=True)
        self._button.toggled.connect(lambda _on: self._unfold())
        self._state = state_label()
        press_by_clicks_on(self._state, self._button)
        line = QHBoxLayout()
        line.setSpacing(8)
        if lead is not None:
            line.addWidget(lead)
        line.addWidget(self._button)
        line.addWidget(self._state, 1)
        self._inside = QWidget()
        self.column = QVBoxLayout(self._inside)
        self.column.setContentsMargins(0, 2, 0, 8)
        self.column.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(hairline())
        column.addLayout(line)
        if below is not None:
            column.addWidget(below)
        column.addWidget(self._inside)
        self._unfold()

    @property
    def state(self) -> str:
        """The words at the right of the name."""
        return self._state.text()

    def show_state(self, text: str) -> None:
        """Say at the right of the name what is set inside."""
        self._state.setText(text)
        self._button.setAccessibleName(f"{self._name}: {text}" if text else self._name)

    def _unfold(self) -> None:
        unfolded = self._button.isChecked()
        self._button.setText(f"{'▾' if unfolded else '▸'}  {self._name}")
        self._inside.setVisible(unfolded)
