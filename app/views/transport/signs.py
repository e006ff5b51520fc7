"""The signs of modes that hold in the whole program: each stays until its mode ends."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from app.style.theme import icon, theme
from app.widgets.buttons import IconButton, press_by_clicks_on
from app.widgets.words import announce, words

_HEIGHT, _ICON = 32, 16
# Pixels. A port's name may be long; the tooltip has all of it.
_WIDEST_WORDS = 190


class ModeSign(QFrame):
    """A filled sign that names a mode, with a button that ends it.

    Signals:
        ended: The user ends the mode.
    """

    ended = Signal()

    def __init__(self, icon_name: str) -> None:
        super().__init__()
        self.setProperty("surface", "sign")
        self._icon_name = icon_name
        self._icon = words()
        self._icon.setFixedSize(_ICON, _ICON)
        self.words = words(tone="sign")
        self.words.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._close = IconButton(
            "close", name=self.tr("End"), kind="sign", size=QSize(24, 24), colour="window"
        )
        self._close.clicked.connect(self.ended)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 4, 0)
        row.setSpacing(6)
        for part in (self._icon, self.words, self._close):
            row.addWidget(part)
        self.setFixedHeight(_HEIGHT)
        self._paint_icon()

    def show_mode(self, text: str, tip: str) -> None:
        """Name the mode; the tip says what it does and how it ends."""
        metrics = self.words.fontMetrics()
        self.words.setText(metrics.elidedText(text, Qt.TextElideMode.ElideRight, _WIDEST_WORDS))
        self.setToolTip(tip)
        self.setAccessibleName(text)
        self.setAccessibleDescription(tip)
        self._close.setAccessibleName(self.tr("End: %1").replace("%1", text))
        self._close.setToolTip(tip)

    def warn(self) -> None:
        """Become a sign that cannot be overlooked; a click anywhere on it ends the mode."""
        self.setProperty("surface", "alarm")
        press_by_clicks_on(self, self._close)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self._paint_icon()
        super().changeEvent(event)

    def _paint_icon(self) -> None:
        self._icon.setPixmap(icon(self._icon_name, colour=theme().window).pixmap(_ICON, _ICON))


class Signs(QWidget):
    """The signs of all modes that are on, side by side.

    Args:
        icons: The icon of each mode, by its key, from left to right.
        whole: The modes whose words are never left out; a click anywhere on their sign ends them.

    Signals:
        ended(str): The user ends a mode (its key).
    """

    ended = Signal(str)

    def __init__(self, icons: dict[str, str], *, whole: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._whole = whole
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        self._signs = {key: ModeSign(name) for key, name in icons.items()}
        for key, sign in self._signs.items():
            sign.ended.connect(lambda key=key: self.ended.emit(key))
            if key in whole:
                sign.warn()
            row.addWidget(sign)
            _show(sign, on=False)
        _show(self, on=False)

    def show_sign(self, key: str, text: str, tip: str) -> None:
        """Show the sign of a mode; without a text, the mode is over."""
        sign = self._signs[key]
        sign.show_mode(text, tip)
        if text and not self.shows(key):
            announce(self, f"{text}. {tip}")
        _show(sign, on=bool(text))
        _show(self, on=any(self.shows(each) for each in self._signs))

    def shows(self, key: str) -> bool:
        """Return whether a mode is on."""
        return not self._signs[key].property("absent")

    def words(self) -> tuple[QWidget, ...]:
        """Return the words that a narrow row may leave out, the first ones first."""
        shown = (key for key in self._signs if self.shows(key) and key not in self._whole)
        return tuple(self._signs[key].words for key in shown)


def _show(widget: QWidget, *, on: bool) -> None:
    widget.setProperty("absent", not on)
    widget.setVisible(on)
