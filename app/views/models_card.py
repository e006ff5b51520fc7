"""The card of a model: a page on its training."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.widgets.buttons import TextButton
from app.widgets.words import Tone, words


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSection:
    """A titled list of facts.

    Attributes:
        title: The title.
        facts: (name, value) pairs.
        note: A sentence below them, or empty.
        tone: The tone of the note.
    """

    title: str
    facts: tuple[tuple[str, str], ...] = ()
    note: str = ""
    tone: Tone = "dim"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardText:
    """The content of a model's card.

    Attributes:
        name: The model's name.
        detail: A line below it.
        sections: In order.
        files: Names and hashes of the training songs, one a line.
        silent: Why the model's sample cannot be played, or empty.
    """

    name: str
    detail: str
    sections: tuple[CardSection, ...]
    files: tuple[str, ...] = ()
    silent: str = ""


class ModelCard(QDialog):
    """A dialog with a model's card; its values can be selected and copied.

    Signals:
        hear_clicked(): Play a piece that the model continued, or stop it.
    """

    hear_clicked = Signal()

    def __init__(self, card: CardText, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About “{0}”").format(card.name))
        self.resize(560, 560)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(24, 20, 24, 12)
        column.setSpacing(8)
        column.addWidget(words(card.name, tone="heading", wrap=True))
        column.addWidget(words(card.detail, tone="dim", wrap=True))
        for section in card.sections:
            column.addSpacing(8)
            column.addWidget(words(section.title, tone="title"))
            if section.facts:
                column.addWidget(_facts(section.facts))
            if section.note:
                column.addWidget(words(section.note, tone=section.tone, wrap=True))
        if card.files:
            column.addSpacing(8)
            column.addWidget(words(self.tr("Songs it learned from, by hash"), tone="title"))
            column.addWidget(_selectable("\n".join(card.files), tone="small"))
        column.addStretch(1)
        area = QScrollArea()
        area.setWidget(inside)
        area.setAccessibleName(self.windowTitle())
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area, 1)
        whole.addLayout(self._foot(card.silent))

    def _foot(self, silent: str) -> QHBoxLayout:
        hear = TextButton(
            self.tr("▶ Hear it"), tooltip=self.tr("A piece that it went on with (again: stop)")
        )
        hear.show_reason(silent)
        hear.clicked.connect(self.hear_clicked)
        close = TextButton(self.tr("Close"), kind="main")
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.setContentsMargins(24, 8, 24, 16)
        foot.addWidget(hear)
        foot.addStretch(1)
        foot.addWidget(close)
        for button in (hear, close):
            button.setMinimumHeight(34)
        close.setFocus(Qt.FocusReason.OtherFocusReason)
        return foot


def _facts(facts: tuple[tuple[str, str], ...]) -> QWidget:
    box = QWidget()
    grid = QGridLayout(box)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(3)
    grid.setColumnStretch(1, 1)
    for row, (what, value) in enumerate(facts):
        name = words(what, tone="dim")
        name.setMinimumWidth(150)
        grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(_selectable(value), row, 1)
    return box


def _selectable(text: str, *, tone: Tone = "text") -> QWidget:
    label = words(text, tone=tone, wrap=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
