"""The offers in one line of a low window: a number and a word each, and *Keep*."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from app.views.alternatives.values import AlternativeCard, name_of
from app.widgets.buttons import TextButton, add_choice_to
from app.widgets.keys.tips import show_keys_in_tooltip


class CompactOffers(QWidget):
    """A button for each alternative; the chosen one plays.

    Signals:
        play_clicked(int): Play an alternative in place, or stop it.
        kept(int): Keep an alternative.
    """

    play_clicked = Signal(int)
    kept = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._current = -1
        self._buttons: list[TextButton] = []
        # None is chosen while the piece as it is plays.
        self._group = QButtonGroup(self)
        self._group.setExclusive(False)
        self._keep = TextButton(self.tr("Keep"), kind="keep")
        show_keys_in_tooltip(self._keep, "accept")
        self._keep.clicked.connect(lambda: self.kept.emit(self._current))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(8, 0, 0, 0)
        self._row.setSpacing(6)
        self._row.addStretch(1)
        self._row.addWidget(self._keep)

    def show_cards(self, cards: tuple[AlternativeCard, ...], current: int) -> None:
        """Show these alternatives; -1 highlights none."""
        self._current = current
        while len(self._buttons) > len(cards):
            button = self._buttons.pop()
            self._row.removeWidget(button)
            button.deleteLater()
        while len(self._buttons) < len(cards):
            index = len(self._buttons)
            button = TextButton("", kind="wish", checkable=True)
            show_keys_in_tooltip(button, f"audition_{index + 1}")
            button.clicked.connect(partial(self.play_clicked.emit, index))
            add_choice_to(self._group, button)
            self._buttons.append(button)
            self._row.insertWidget(index, button)
        for index, (button, card) in enumerate(zip(self._buttons, cards, strict=True)):
            mark = " ■" if card.state == "playing" else ""
            word = self._state(card) or card.word
            text = f"{name_of(index)}  {word}{mark}".rstrip()
            named = ": ".join(filter(None, (name_of(index), word)))
            spoken = ", ".join((self.tr("Hear {0} in place").format(named), *card.harmony))
            button.show_name(text, spoken)
            button.setChecked(index == current)
        done = 0 <= current < len(cards) and cards[current].state in ("ready", "playing")
        self._keep.setText(self.tr("Keep {0}").format(name_of(max(0, current))) + "  ↵")
        self._keep.setAccessibleName(self._keep.text())
        self._keep.show_reason("" if done else self.tr("It is still being made"))

    def _state(self, card: AlternativeCard) -> str:
        if card.state in ("waiting", "making"):
            return self.tr("{0} %").format(round(card.progress * 100))
        return ""
