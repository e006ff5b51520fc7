"""The right column of *Hum it*: what was heard, how to hear it, and the decision."""

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from app.style.theme import mixed, theme
from app.values.hum import HumSide
from app.widgets.beats.side import SideColumn, SpeedChoice, titled
from app.widgets.buttons import Segmented, TextButton
from app.widgets.main_button import MainButton
from app.widgets.slider import LineSlider
from app.widgets.words import state_label, words
from app.words.counting import counted
from engine.values.hearing import Listening

# Pixels.
WIDTH = 272
# Cents at both ends of the line of tuning.
_FARTHEST = 50


class _Tuning(QWidget):
    """From where all notes were moved, and that they are in tune now."""

    def __init__(self) -> None:
        super().__init__()
        self._cents = 0
        self.setFixedHeight(20)

    def show_cents(self, cents: int) -> None:
        """Show by how much it was sung above concert pitch."""
        self._cents = cents
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        y, middle = self.height() / 2, self.width() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(tokens.raised, tokens.outline, 0.35))
        painter.drawRoundedRect(QRectF(0, y - 1.75, self.width(), 3.5), 1.75, 1.75)
        x = middle + self._cents / _FARTHEST * (middle - 8)
        if abs(x - middle) > 14:
            painter.setPen(QPen(QColor(tokens.text), 1.5))
            painter.drawLine(QPointF(x, y), QPointF(middle - (7 if x < middle else -7), y))
            painter.setPen(QPen(QColor(tokens.dim), 1.3, Qt.PenStyle.DashLine))
            painter.setBrush(QColor(tokens.panel))
            painter.drawEllipse(QPointF(x, y), 5, 5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.text))
        painter.drawEllipse(QPointF(middle, y), 5, 5)
        painter.end()


class HumColumn(SideColumn):
    """Headline, what is heard, one voice or many, how much, tuning, speed, and the buttons.

    Signals:
        heard_chosen(str): Hear the recording, both or the notes (a `Listening`).
        voices_chosen(str): Find the notes of `one` voice or of `many`.
        least_chosen(int): Use notes of at least this strength.
        level_chosen(int): Count so many times twice as fast as it was found.
        keep_toggled(bool): Keep the recording in the piece.
        main_clicked(): Sing, stop, cancel or use the notes, whatever the stage is.
        again_clicked(), open_clicked(): Sing again; open a file of sound.
    """

    heard_chosen = Signal(str)
    voices_chosen = Signal(str)
    least_chosen = Signal(int)
    level_chosen = Signal(int)
    keep_toggled = Signal(bool)
    main_clicked = Signal()
    again_clicked = Signal()
    open_clicked = Signal()

    def __init__(self) -> None:
        super().__init__(WIDTH)
        self._fill(self._make_choices(), self._make_foot())
        self.show_side(HumSide())

    def _make_choices(self) -> QVBoxLayout:
        self._speed = SpeedChoice()
        self._speed.level_chosen.connect(self.level_chosen)
        self._choices = QWidget()
        groups = QVBoxLayout(self._choices)
        groups.setContentsMargins(0, 0, 0, 0)
        groups.setSpacing(6)
        for group in (
            self._make_heard(),
            self._make_voices(),
            self._make_amount(),
            self._make_tuning(),
            _group(self._speed.title, self._speed),
        ):
            groups.addLayout(group)
            groups.addSpacing(8)
        self._keep = QCheckBox(self.tr("Keep the recording in the piece"))
        self._keep.toggled.connect(self.keep_toggled)
        groups.addWidget(self._keep)
        column = QVBoxLayout()
        column.setContentsMargins(16, 14, 16, 8)
        column.setSpacing(6)
        column.addWidget(self._headline)
        column.addWidget(self._about)
        column.addSpacing(4)
        column.addWidget(self._choices)
        column.addStretch(1)
        return column

    def _make_heard(self) -> QVBoxLayout:
        self._heard = Segmented(
            (
                ("recording", self.tr("Recording")),
                ("both", self.tr("Both")),
                ("notes", self.tr("Notes")),
            ),
            name=self.tr("Listen"),
        )
        self._heard.chosen.connect(self.heard_chosen)
        key = state_label()
        key.setText(self.tr("Space"))
        return _group(titled(self.tr("Listen"), key), self._heard)

    def _make_voices(self) -> QVBoxLayout:
        self._voices = Segmented(
            (("one", self.tr("One voice")), ("many", self.tr("Many voices"))),
            name=self.tr("What it is"),
        )
        self._voices.chosen.connect(self.voices_chosen)
        self._found = state_label()
        return _group(titled(self.tr("What it is"), self._found), self._voices)

    def _make_amount(self) -> QVBoxLayout:
        self._count = state_label()
        self._amount = LineSlider(
            name=self.tr("How much to hear"),
            tooltip=self.tr("To the right, weaker notes are notes too"),
            low=0,
            high=100,
            neutral=50,
        )
        self._amount.valueChanged.connect(lambda value: self.least_chosen.emit(100 - value))
        ends = _ends(self.tr("fewer notes"), "", self.tr("more notes"))
        return _group(titled(self.tr("How much to hear"), self._count), self._amount, ends)

    def _make_tuning(self) -> QVBoxLayout:
        self._tuned, self._tuning = state_label(), _Tuning()
        ends = _ends(self.tr("−50 cents"), self.tr("in tune"), "+50")
        return _group(titled(self.tr("Tuning"), self._tuned), self._tuning, ends)

    def _make_foot(self) -> QVBoxLayout:
        self._says = words(tone="dim", wrap=True)
        self._main = MainButton("", tooltip="")
        self._main.clicked.connect(self.main_clicked)
        self._again = TextButton(
            self.tr("Sing again (R)"), name=self.tr("Sing again: the microphone opens (R)")
        )
        self._again.clicked.connect(self.again_clicked)
        self._open = TextButton(
            self.tr("Open a recording…"), tooltip=self.tr("A WAV, FLAC, MP3 or OGG file")
        )
        self._open.clicked.connect(self.open_clicked)
        foot = QVBoxLayout()
        foot.setContentsMargins(16, 8, 16, 12)
        foot.setSpacing(8)
        for part in (self._says, self._main, self._again, self._open):
            foot.addWidget(part)
        for button in (self._again, self._open):
            button.setMinimumHeight(32)
        return foot

    # --- what it shows -----------------------------------------------------------------------

    def show_side(self, side: HumSide) -> None:
        """Show what was heard, and what the buttons do."""
        self._headline.setText(side.headline)
        self._about.setText(side.about)
        self._about.setVisible(bool(side.about))
        is_heard = side.stage == "heard" and side.voices is not None
        self._choices.setVisible(is_heard)
        self._says.setText(side.says)
        self._says.setVisible(bool(side.says))
        self._again.setVisible(side.stage == "heard")
        self._open.setVisible(side.stage in ("ready", "heard") and not is_heard)
        self._show_main(side, is_heard=is_heard)
        if not is_heard:
            return
        self._voices.show_choice(side.voices or "")
        found = self.tr("chosen by you") if side.is_chosen else self.tr("found by itself")
        self._found.setText(found)
        self._count.setText(counted(side.notes, self.tr("%1 note"), self.tr("%1 notes")))
        blocked = self._amount.blockSignals(True)
        self._amount.setValue(100 - side.least)
        self._amount.blockSignals(blocked)
        self._amount.setAccessibleDescription(self._count.text())
        self._tuned.setText(self._tuning_text(side.tuning))
        self._tuning.show_cents(side.tuning)
        self._speed.show_speed(side.bpm, side.level)

    def _show_main(self, side: HumSide, *, is_heard: bool) -> None:
        names = {
            "ready": (self.tr("Sing"), "R"),
            "singing": (self.tr("Stop"), "↵"),
            "reading": (self.tr("Cancel"), "Esc"),
            "heard": (self.tr("Use these notes"), "↵") if is_heard else (self.tr("Sing"), "R"),
        }
        text, key = names[side.stage]
        self._main.show_state(
            text,
            key=key,
            running=side.stage == "reading",
            progress=side.progress,
            reason=side.reason,
        )
        self._again.setVisible(is_heard)

    def _tuning_text(self, cents: int) -> str:
        if not cents:
            return self.tr("sung in tune")
        text = (
            self.tr("sung %1 cents flat: moved")
            if cents < 0
            else self.tr("sung %1 cents sharp: moved")
        )
        return text.replace("%1", str(abs(cents)))

    def show_heard(self, what: Listening) -> None:
        """Show what is heard."""
        self._heard.show_choice(what)

    def show_keep(self, *, on: bool) -> None:
        """Show whether the piece keeps the recording."""
        blocked = self._keep.blockSignals(True)
        self._keep.setChecked(on)
        self._keep.blockSignals(blocked)


def _group(*parts: QHBoxLayout | QWidget) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(6)
    for part in parts:
        if isinstance(part, QWidget):
            column.addWidget(part)
        else:
            column.addLayout(part)
    return column


def _ends(left: str, middle: str, right: str) -> QHBoxLayout:
    """Return the words below both ends of a line, and below its middle."""
    row = QHBoxLayout()
    for text, side in (
        (left, Qt.AlignmentFlag.AlignLeft),
        (middle, Qt.AlignmentFlag.AlignHCenter),
        (right, Qt.AlignmentFlag.AlignRight),
    ):
        label = words(text, tone="small")
        label.setAlignment(side)
        row.addWidget(label, 1)
    return row
