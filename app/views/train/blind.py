"""A blind comparison of two saved steps; the names are shown at the end."""

import random
from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.views.train.values import BlindPair
from app.widgets.buttons import TextButton
from app.widgets.words import announce, give_unseen_label, words


class BlindTest(QDialog):
    """Plays each opening as continued by A and by B, and asks which is better.

    Signals:
        heard(int, int): Play this opening as this step continues it.
        silenced(): Stop playing.
        kept(int): Use this step as the model.

    Args:
        openings: Their titles.
        steps: (step, label) of each step that can be compared.
        chosen: The two steps that are compared at first.
        keepable: Steps that can become the model.
        flip: Returns whether the second step is A; called for each opening.
        parent: The window.
    """

    heard = Signal(int, int)
    silenced = Signal()
    kept = Signal(int)

    def __init__(
        self,
        openings: tuple[str, ...],
        *,
        steps: tuple[tuple[int, str], ...],
        chosen: tuple[int, int],
        keepable: frozenset[int] = frozenset(),
        flip: Callable[[], bool] = lambda: random.random() < 0.5,  # noqa: S311 - no secret
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._openings, self._labels = openings, dict(steps)
        self._keepable, self._flip = keepable, flip
        self._round, self._playing = -1, ""
        self._pairs: list[BlindPair] = []
        self._wins: Counter[int] = Counter()
        self.setWindowTitle(self.tr("Compare two steps blind"))
        self.setMinimumWidth(520)
        self._title = words(tone="heading", wrap=True)
        self._text = words(tone="dim", wrap=True)
        self._first, self._second = self._chooser(steps, chosen[0]), self._chooser(steps, chosen[1])
        self._choosers = self._row(self._first, self._second)
        self._plays = {
            letter: TextButton("", name=self.tr("Hear {0}").format(letter)) for letter in "AB"
        }
        for letter, play in self._plays.items():
            play.setMinimumHeight(56)
            play.clicked.connect(lambda _=False, which=letter: self._hear(which))
        self._listening = self._row(*self._plays.values())
        self._answers = self._row(
            self._button(self.tr("A is better"), lambda: self._answer("A")),
            self._button(self.tr("No difference"), lambda: self._answer("")),
            self._button(self.tr("B is better"), lambda: self._answer("B")),
        )
        self._begin = self._button(self.tr("Begin"), self._next_round, main=True)
        self._keep = self._button("", self._take, main=True)
        self._close = self._button(self.tr("Close"), self.close)
        self._lay_out()
        self._show_choosing()

    # --- parts -----------------------------------------------------------------------------

    def _chooser(self, steps: tuple[tuple[int, str], ...], chosen: int) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(self.tr("A step to compare"))
        box.setToolTip(self.tr("A step to compare"))
        give_unseen_label(box)
        for step, label in steps:
            box.addItem(label, step)
        box.setCurrentIndex(box.findData(chosen))
        box.currentIndexChanged.connect(lambda _index: self._check_choice())
        return box

    @staticmethod
    def _row(*widgets: QWidget) -> QWidget:
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        for widget in widgets:
            row.addWidget(widget, 1)
        return box

    def _button(self, text: str, do: Callable[[], object], *, main: bool = False) -> TextButton:
        button = TextButton(text, kind="main" if main else "plain")
        button.setMinimumHeight(38)
        button.clicked.connect(lambda _=False: do())
        return button

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self._close)
        foot.addWidget(self._begin)
        foot.addWidget(self._keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 18)
        column.setSpacing(12)
        for part in (self._title, self._text, self._choosers, self._listening, self._answers):
            column.addWidget(part)
        column.addLayout(foot)

    def _show(self, *, listening: bool, choosing: bool) -> None:
        self._choosers.setVisible(choosing)
        self._begin.setVisible(choosing)
        self._listening.setVisible(listening)
        self._answers.setVisible(listening)
        self._keep.setVisible(False)
        self.adjustSize()

    # --- rounds ----------------------------------------------------------------------------

    def _show_choosing(self) -> None:
        self._title.setText(self.tr("Which two steps?"))
        self._text.setText(
            self.tr(
                "You hear each opening twice and say which you like better. Which is which you"
                " learn at the end."
            )
        )
        self._show(listening=False, choosing=True)
        self._check_choice()

    def _check_choice(self) -> None:
        same = self._first.currentData() == self._second.currentData()
        self._begin.show_reason(self.tr("Choose two different steps") if same else "")

    def _next_round(self) -> None:
        if self._round < 0:
            a, b = int(self._first.currentData()), int(self._second.currentData())
            self._pairs = [
                BlindPair(opening=title, steps=(b, a) if self._flip() else (a, b))
                for title in self._openings
            ]
        self._round += 1
        if self._round == len(self._pairs):
            self._reveal()
            return
        self._show_playing("")
        text = self.tr("{0} of {1}: {2}")
        opening = self._pairs[self._round].opening
        self._title.setText(text.format(self._round + 1, len(self._pairs), opening))
        self._text.setText(self.tr("Listen as often as you like, then say which is better."))
        self._show(listening=True, choosing=False)
        self._plays["A"].setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, self._title.text())

    def _hear(self, letter: str) -> None:
        if self._playing == letter:
            self._show_playing("")
            self.silenced.emit()
            return
        # Playing this one stops the other, which calls `show_silence`: mark this one after that.
        self.heard.emit(self._round, self._pairs[self._round].steps["AB".index(letter)])
        self._show_playing(letter)

    def show_silence(self) -> None:
        """Show that nothing plays."""
        self._show_playing("")

    def _show_playing(self, letter: str) -> None:
        self._playing = letter
        for name, play in self._plays.items():
            play.setText(f"{'■' if name == letter else '▶'}  {name}")

    def _answer(self, letter: str) -> None:
        if letter:
            self._wins[self._pairs[self._round].steps["AB".index(letter)]] += 1
        self.silenced.emit()
        self._next_round()

    def _reveal(self) -> None:
        steps = sorted(set(self._pairs[0].steps))
        ahead = max(steps, key=lambda step: self._wins[step])
        even = self._wins[steps[0]] == self._wins[steps[1]]
        self._title.setText(
            self.tr("You hear no difference that lasts")
            if even
            else self.tr("You like {0} better").format(self._labels[ahead])
        )
        lines = [
            self.tr("{0}: A was {1}, B was {2}").format(
                pair.opening, self._labels[pair.steps[0]], self._labels[pair.steps[1]]
            )
            for pair in self._pairs
        ]
        votes = [
            self.tr("{0}: preferred {1} of {2} times").format(
                self._labels[step], self._wins[step], len(self._pairs)
            )
            for step in steps
        ]
        self._text.setText("\n".join([*votes, "", *lines]))
        self._show(listening=False, choosing=False)
        if not even and ahead in self._keepable:
            self._keep.setText(self.tr("Use {0}").format(self._labels[ahead]))
            self._keep.setAccessibleName(self._keep.text())
            self._keep.setVisible(True)
        self._ahead = ahead
        announce(self, self._title.text())

    def _take(self) -> None:
        self.kept.emit(self._ahead)
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        letter = event.text().upper()
        if letter in self._plays and self._listening.isVisible():
            self._hear(letter)
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.silenced.emit()
        super().closeEvent(event)
