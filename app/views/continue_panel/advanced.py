"""Advanced settings: how the next token is drawn, range, and the seed."""

from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QHBoxLayout, QSpinBox, QWidget

from app.views.continue_panel.values import ContinueSettings, adventurousness_of
from app.widgets.buttons import IconButton
from app.widgets.words import words
from engine.music.keys import pitch_name

_LARGEST_SEED = 2**31 - 1
# Fewer notes than 15 in a row are no copy but how music is: one less stands for no limit.
_NO_LIMIT, _LONGEST_COPY = 14, 64
# A spin box asks for room for its longest number; the panel has none to give.
_NARROWEST = 64


class PitchBox(QSpinBox):
    """A number that reads as a pitch: `C4`."""

    def textFromValue(self, value: int) -> str:
        return pitch_name(value)

    def valueFromText(self, text: str) -> int:
        wanted = text.strip().upper().replace("#", "♯")
        return next((p for p in range(128) if pitch_name(p) == wanted), self.value())


class AdvancedSettings(QWidget):
    """The fold under the sliders.

    Signals:
        settings_changed(object): The new `ContinueSettings`.
        dice_clicked(): Another seed.
    """

    settings_changed = Signal(object)
    dice_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._settings = ContinueSettings()
        self._temperature = self._decimal(0.0, 2.0, 0.05, self.tr("Temperature"))
        self._top_p = self._decimal(0.05, 1.0, 0.05, self.tr("Top-p"))
        self._min_p = self._decimal(0.0, 0.5, 0.01, self.tr("Min-p"))
        self._repetition = self._decimal(1.0, 2.0, 0.05, self.tr("Repetition"))
        self._top_k = QSpinBox()
        self._top_k.setRange(0, 500)
        self._top_k.setSpecialValueText(self.tr("all"))
        self._lowest, self._highest = PitchBox(), PitchBox()
        for box in (self._lowest, self._highest):
            box.setRange(0, 127)
        self._copy = QSpinBox()
        self._copy.setRange(_NO_LIMIT, _LONGEST_COPY)
        self._copy.setSpecialValueText(self.tr("any"))
        self._seed = QSpinBox()
        self._seed.setRange(0, _LARGEST_SEED)
        self._lock = IconButton(
            "unlock",
            name=self.tr("Lock the seed"),
            tooltip=self.tr("Locked: the same settings give the same notes"),
            kind="quiet",
            checkable=True,
            size=QSize(26, 26),
        )
        dice = IconButton("dice", name=self.tr("Another seed"), kind="quiet", size=QSize(26, 26))
        dice.clicked.connect(self.dice_clicked)
        self._lay_out(dice)
        for number in (self._temperature, self._top_p, self._min_p, self._repetition):
            number.valueChanged.connect(self._change)
        for whole in (self._top_k, self._lowest, self._highest, self._copy, self._seed):
            whole.valueChanged.connect(self._change)
        self._lock.clicked.connect(self._change)

    def _decimal(self, low: float, high: float, step: float, name: str) -> QDoubleSpinBox:
        box = QDoubleSpinBox()
        box.setRange(low, high)
        box.setSingleStep(step)
        box.setDecimals(2)
        box.setAccessibleName(name)
        return box

    def _lay_out(self, dice: IconButton) -> None:
        rows = (
            (
                self.tr("Temperature"),
                self._temperature,
                self.tr("Higher draws rarer notes; 0 takes the likeliest every time"),
            ),
            (
                self.tr("Top-p"),
                self._top_p,
                self.tr("Draw from the likeliest that together have this share"),
            ),
            (
                self.tr("Min-p"),
                self._min_p,
                self.tr("Leave out what is less likely than this share of the likeliest"),
            ),
            (self.tr("Top-k"), self._top_k, self.tr("Draw from this many of the likeliest")),
            (
                self.tr("Repetition"),
                self._repetition,
                self.tr("Above 1, what was drawn lately gets less likely"),
            ),
            (self.tr("Lowest pitch"), self._lowest, self.tr("No note below; drums are free")),
            (self.tr("Highest pitch"), self._highest, self.tr("No note above; drums are free")),
            (
                self.tr("Longest copy"),
                self._copy,
                self.tr(
                    "Never more notes in a row than this from a piece the model learned from,"
                    " in any key; scales and repeated notes are free. For the pieces that Starter"
                    " learned from it holds from 30 notes on"
                ),
            ),
        )
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        for index, (name, box, tip) in enumerate(rows):
            box.setToolTip(tip)
            box.setAccessibleName(name)
            box.setAlignment(Qt.AlignmentFlag.AlignRight)
            box.setMinimumWidth(_NARROWEST)
            grid.addWidget(words(name, tone="dim"), index, 0)
            grid.addWidget(box, index, 1)
        self._seed.setAccessibleName(self.tr("Seed"))
        self._seed.setToolTip(self.tr("The same seed and settings give the same notes"))
        self._seed.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._seed.setMinimumWidth(_NARROWEST)
        seed = QHBoxLayout()
        seed.setSpacing(2)
        seed.addWidget(self._seed, 1)
        seed.addWidget(dice)
        seed.addWidget(self._lock)
        grid.addWidget(words(self.tr("Seed"), tone="dim"), len(rows), 0)
        grid.addLayout(seed, len(rows), 1)
        grid.setColumnStretch(1, 1)

    def show_settings(self, settings: ContinueSettings) -> None:
        """Show these settings without a signal."""
        self._settings = settings
        sampling = settings.sampling
        for box, value in (
            (self._temperature, sampling.temperature),
            (self._top_p, sampling.top_p),
            (self._min_p, sampling.min_p),
            (self._repetition, sampling.repetition_penalty),
        ):
            box.blockSignals(True)
            box.setValue(value)
            box.blockSignals(False)
        for whole, number in (
            (self._top_k, sampling.top_k),
            (self._lowest, settings.lowest),
            (self._highest, settings.highest),
            (self._copy, settings.longest_copy or _NO_LIMIT),
            (self._seed, min(sampling.seed, _LARGEST_SEED)),
        ):
            whole.blockSignals(True)
            whole.setValue(number)
            whole.blockSignals(False)
        self._lock.setChecked(settings.seed_locked)
        self._lock.show_icon("lock" if settings.seed_locked else "unlock")

    def _change(self) -> None:
        temperature = round(self._temperature.value(), 3)
        sampling = replace(
            self._settings.sampling,
            temperature=temperature,
            top_p=round(self._top_p.value(), 3),
            min_p=round(self._min_p.value(), 3),
            top_k=self._top_k.value(),
            repetition_penalty=round(self._repetition.value(), 3),
            seed=self._seed.value(),
        )
        by_hand = temperature != round(self._settings.sampling.temperature, 2)
        adventurousness = (
            adventurousness_of(temperature) if by_hand else self._settings.adventurousness
        )
        self._settings = replace(
            self._settings,
            sampling=sampling,
            adventurousness=adventurousness,
            lowest=min(self._lowest.value(), self._highest.value()),
            highest=max(self._lowest.value(), self._highest.value()),
            seed_locked=self._lock.isChecked(),
            longest_copy=self._copy.value() if self._copy.value() > _NO_LIMIT else 0,
        )
        self._lock.show_icon("lock" if self._settings.seed_locked else "unlock")
        self.settings_changed.emit(self._settings)
