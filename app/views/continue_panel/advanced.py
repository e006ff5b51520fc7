"""Advanced settings: how the next token is drawn, range, and the seed."""

from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QGridLayout, QHBoxLayout, QSpinBox, QWidget

from app.values.continue_settings import ContinueSettings
from app.widgets.buttons import IconButton
from app.widgets.key_names import parsed_pitch
from app.widgets.numbers import number_field
from app.widgets.words import words
from engine.music.keys import pitch_name
from engine.request import BEST_OF, Request

_MOST_SEED = 2**31 - 1
# Fewer notes than 15 in a row are no copy but how music is: one less stands for no limit.
_NO_LIMIT, _LONGEST_COPY = 14, 64
# A spin box asks for room for its longest number; the panel has none to give.
_NARROWEST = 64


class PitchBox(QSpinBox):
    """A number that reads as a pitch, `C4`, and is typed as one."""

    def __init__(self) -> None:
        super().__init__()
        self.setRange(0, 127)

    def textFromValue(self, value: int) -> str:
        return pitch_name(value)

    def valueFromText(self, text: str) -> int:
        pitch = parsed_pitch(text)
        return self.value() if pitch is None else pitch

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        # A number's own would let no letter in.
        is_pitch = parsed_pitch(text) is not None and not text.strip().isdecimal()
        state = QValidator.State.Acceptable if is_pitch else QValidator.State.Intermediate
        return state, text, position

    def fixup(self, text: str) -> str:
        # A number is taken only once it is whole: the 4 of 48 is a pitch as well.
        pitch = parsed_pitch(text)
        return text if pitch is None else pitch_name(pitch)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """One number of a request and the box that it is set with.

    Attributes:
        part: The part of the request that it belongs to, `sampling` or `limits`.
        field: Its name there.
        name: As the user reads it.
        tip: What it does.
        box: Shows it.
        none: What the box shows for 0, where no number says that there is no limit.
    """

    part: Literal["sampling", "limits"]
    field: str
    name: str
    tip: str
    box: QSpinBox | QDoubleSpinBox
    none: int = 0

    def show(self, request: Request) -> None:
        """Show its value in a request without a signal."""
        value = getattr(getattr(request, self.part), self.field)
        self.box.blockSignals(True)
        self.box.setValue(value or self.none)
        self.box.blockSignals(False)

    def value(self) -> float:
        """Return what the user set."""
        value = self.box.value()
        return 0 if self.none and value <= self.none else round(value, 3)


class AdvancedSettings(QWidget):
    """The fold under the sliders: a row for each number of a request that has no slider.

    Signals:
        settings_changed(object): The new `ContinueSettings`.
        dice_clicked(): Another seed.
    """

    settings_changed = Signal(object)
    dice_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._settings = ContinueSettings()
        self._rows = (*self._sampling_rows(), *self._limit_rows())
        self._best = QCheckBox(self.tr("Draw {0}, offer the best").format(BEST_OF))
        self._best.setAccessibleName(self._best.text())
        self._best.setToolTip(
            self.tr(
                "Better ones take the place of what was not heard yet;"
                " switch it off on a slow machine"
            )
        )
        self._seed = _whole(0, _MOST_SEED)
        self._lock = IconButton(
            "unlock",
            name=self.tr("Lock the seed"),
            tooltip=self.tr("Locked: the same settings give the same notes"),
            kind="quiet",
            checkable=True,
            size=QSize(26, 26),
        )
        self._lay_out()
        for row in self._rows:
            row.box.valueChanged.connect(lambda _value, row=row: self._set(row))
        self._seed.valueChanged.connect(lambda seed: self._take(self._settings.drawing(seed=seed)))
        self._best.clicked.connect(
            lambda on: self._take(self._settings.asking(best_of=BEST_OF if on else 0))
        )
        self._lock.clicked.connect(
            lambda locked: self._take(replace(self._settings, seed_locked=locked))
        )

    def _sampling_rows(self) -> tuple[_Row, ...]:
        return (
            _Row(
                part="sampling",
                field="temperature",
                name=self.tr("Temperature"),
                tip=self.tr("Higher draws rarer notes; 0 takes the likeliest every time"),
                box=_decimal(0.0, 2.0, 0.05),
            ),
            _Row(
                part="sampling",
                field="top_p",
                name=self.tr("Top-p"),
                tip=self.tr("Draw from the likeliest that together have this share"),
                box=_decimal(0.05, 1.0, 0.05),
            ),
            _Row(
                part="sampling",
                field="typical_p",
                name=self.tr("Typical-p"),
                tip=self.tr(
                    "Draw from what tells about as much as is to be expected, up to this share;"
                    " 1 leaves it out"
                ),
                box=_decimal(0.05, 1.0, 0.05),
            ),
            _Row(
                part="sampling",
                field="min_p",
                name=self.tr("Min-p"),
                tip=self.tr("Leave out what is less likely than this share of the likeliest"),
                box=_decimal(0.0, 0.5, 0.01),
            ),
            _Row(
                part="sampling",
                field="top_k",
                name=self.tr("Top-k"),
                tip=self.tr("Draw from this many of the likeliest"),
                box=_whole(0, 500, least=self.tr("all")),
            ),
            _Row(
                part="sampling",
                field="repetition_penalty",
                name=self.tr("Repetition"),
                tip=self.tr("Above 1, what was drawn lately gets less likely"),
                box=_decimal(1.0, 2.0, 0.05),
            ),
        )

    def _limit_rows(self) -> tuple[_Row, ...]:
        return (
            _Row(
                part="limits",
                field="lowest",
                name=self.tr("Lowest pitch"),
                tip=self.tr("No note below; drums are free"),
                box=PitchBox(),
            ),
            _Row(
                part="limits",
                field="highest",
                name=self.tr("Highest pitch"),
                tip=self.tr("No note above; drums are free"),
                box=PitchBox(),
            ),
            _Row(
                part="limits",
                field="longest_copy",
                name=self.tr("Longest copy"),
                tip=self.tr(
                    "Never more notes in a row than this from a piece the model learned from,"
                    " in any key; scales and repeated notes are free. For the pieces that Starter"
                    " learned from it holds from 30 notes on"
                ),
                box=_whole(_NO_LIMIT, _LONGEST_COPY, least=self.tr("any")),
                none=_NO_LIMIT,
            ),
        )

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        for index, row in enumerate(self._rows):
            row.box.setToolTip(row.tip)
            row.box.setAccessibleName(row.name)
            grid.addWidget(words(row.name, tone="dim"), index, 0)
            grid.addWidget(row.box, index, 1)
        self._seed.setAccessibleName(self.tr("Seed"))
        self._seed.setToolTip(self.tr("The same seed and settings give the same notes"))
        dice = IconButton("dice", name=self.tr("Another seed"), kind="quiet", size=QSize(26, 26))
        dice.clicked.connect(self.dice_clicked)
        seed = QHBoxLayout()
        seed.setSpacing(2)
        seed.addWidget(self._seed, 1)
        seed.addWidget(dice)
        seed.addWidget(self._lock)
        grid.addWidget(words(self.tr("Seed"), tone="dim"), len(self._rows), 0)
        grid.addLayout(seed, len(self._rows), 1)
        grid.addWidget(self._best, len(self._rows) + 1, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        for box in (*(row.box for row in self._rows), self._seed):
            box.setAlignment(Qt.AlignmentFlag.AlignRight)
            box.setMinimumWidth(_NARROWEST)

    def show_settings(self, settings: ContinueSettings) -> None:
        """Show these settings without a signal."""
        self._settings = settings
        for row in self._rows:
            row.show(settings.request)
        self._seed.blockSignals(True)
        self._seed.setValue(min(settings.request.sampling.seed, _MOST_SEED))
        self._seed.blockSignals(False)
        self._best.setChecked(settings.request.best_of > 0)
        self._lock.setChecked(settings.seed_locked)
        self._lock.show_icon("lock" if settings.seed_locked else "unlock")

    def _set(self, row: _Row) -> None:
        """Take over what the user set in a row."""
        settings, value = self._settings, row.value()
        if row.part == "sampling":
            self._take(settings.drawing(**{row.field: value}))
            return
        settings = settings.limited(**{row.field: value})
        limits = settings.request.limits
        if limits.lowest > limits.highest:
            # The other end of the range gives way.
            settings = settings.limited(lowest=value, highest=value)
        self._take(settings)

    def _take(self, settings: ContinueSettings) -> None:
        self.show_settings(settings)
        self.settings_changed.emit(settings)


def _decimal(low: float, high: float, step: float) -> QDoubleSpinBox:
    box = number_field(QDoubleSpinBox)
    box.setRange(low, high)
    box.setSingleStep(step)
    box.setDecimals(2)
    return box


def _whole(low: int, high: int, *, least: str = "") -> QSpinBox:
    """Return a box for whole numbers; `least` is what it says instead of the lowest."""
    box = number_field(QSpinBox)
    box.setRange(low, high)
    box.setSpecialValueText(least)
    return box
