"""The main button of a run and of its model: let Compose write with it."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.widgets.buttons import TextButton
from app.widgets.words import words

# Pixels.
_HIGH = 44


class UsePanel(QWidget):
    """While a run lasts, its model can be asked for in advance; then it can be used.

    Signals:
        wanted(bool): Whether Compose shall take the model as soon as it is made.
        used(): Use the model now.
        listened(): Play the model's sample, or stop.
    """

    wanted = Signal(bool)
    used = Signal()
    listened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._when = words(tone="dim", wrap=True)
        self._ahead = TextButton(
            self.tr("Use it when it is done"),
            kind="soft",
            checkable=True,
            tooltip=self.tr("Compose and Jam write with the model as soon as it is made"),
        )
        self._ahead.toggled.connect(lambda on: self._show_ahead(on=on))
        self._ahead.clicked.connect(self.wanted)
        self._now = TextButton(
            self.tr("Use it"),
            kind="main",
            tooltip=self.tr("Compose and Jam write with this model from now on"),
        )
        self._now.clicked.connect(self.used)
        self._listen = TextButton(
            self.tr("Listen"), tooltip=self.tr("How the model goes on with the opening above")
        )
        self._listen.clicked.connect(self.listened)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 16)
        column.setSpacing(8)
        column.addWidget(self._when)
        for button in (self._listen, self._ahead, self._now):
            button.setFixedHeight(_HIGH)
            column.addWidget(button)

    @property
    def buttons(self) -> tuple[TextButton, ...]:
        """The buttons, from top to bottom; those that make no sense now are hidden."""
        return (self._listen, self._ahead, self._now)

    def show_waiting(self, text: str, *, wanted: bool, reason: str = "") -> None:
        """Offer the model of a run in advance.

        Args:
            text: When it is ready, or empty.
            wanted: Whether it was asked for.
            reason: Why it cannot be asked for now, or empty.
        """
        self._show(text, ahead=True)
        with QSignalBlocker(self._ahead):
            self._ahead.setChecked(wanted)
        self._show_ahead(on=wanted)
        self._ahead.show_reason(reason)

    def show_made(self, *, in_use: bool, heard: bool = False) -> None:
        """Offer the model that a run ended in.

        Args:
            in_use: Whether Compose uses it already.
            heard: Whether it has a sample to listen to.
        """
        text = self.tr("Compose and Jam then write with it")
        text = self.tr("Compose and Jam write with it") if in_use else text
        self._show(text, ahead=False, heard=heard)
        self._now.show_reason(self.tr("Compose uses it already") if in_use else "")

    def _show(self, text: str, *, ahead: bool, heard: bool = False) -> None:
        self._when.setText(text)
        self._when.setVisible(bool(text))
        self._ahead.setVisible(ahead)
        self._now.setVisible(not ahead)
        self._listen.setVisible(heard)

    def _show_ahead(self, *, on: bool) -> None:
        text = self.tr("✓  Used when it is done") if on else self.tr("Use it when it is done")
        self._ahead.setText(text)
        self._ahead.setAccessibleName(self.tr("Use it when it is done"))
