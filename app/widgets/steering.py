"""Sliders that lean what is drawn to one side; those not known to work with a model say so."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.widgets.buttons import give_reason
from app.widgets.drawn_values import NEUTRAL
from app.widgets.slider import NamedSlider
from engine.config import STEERS

_SAME, _LITTLE = 4, 26


class AdventureSlider(NamedSlider):
    """How far what is drawn may go from what the model expects most."""

    def __init__(self) -> None:
        super().__init__(
            self.tr("Adventurousness"),
            tooltip=self.tr("In the middle the model is as it is; double-click to go back there"),
            neutral=NEUTRAL,
        )

    def show_dared(self, value: int) -> None:
        """Show 0 to 100 without a signal."""
        names = (
            (15, self.tr("very safe")),
            (40, self.tr("safer")),
            (61, self.tr("as it learned")),
            (86, self.tr("bolder")),
        )
        self.blockSignals(True)
        self.show_value(value, name_of(value, names, beyond=self.tr("wild")))
        self.blockSignals(False)


class SteeringSliders(QWidget):
    """Busy, register, loudness and note length, each with the model as it is in the middle.

    Signals:
        changed(object): (name, 0 to 100) of each.
    """

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        again = self.tr("in the middle the model is as it is; double-click to go back there")
        names = {
            "busy": (self.tr("Busy"), self.tr("More or fewer notes; {0}")),
            "register": (self.tr("Register"), self.tr("Higher or lower notes; {0}")),
            "loudness": (self.tr("Loudness"), self.tr("Louder or softer notes; {0}")),
            "note_length": (self.tr("Note length"), self.tr("Longer or shorter notes; {0}")),
        }
        self._ends = {
            "busy": (self.tr("fewer"), self.tr("more")),
            "register": (self.tr("lower"), self.tr("higher")),
            "loudness": (self.tr("softer"), self.tr("louder")),
            "note_length": (self.tr("shorter"), self.tr("longer")),
        }
        self._tips = {name: tip.format(again) for name, (_title, tip) in names.items()}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self._sliders: dict[str, NamedSlider] = {}
        for name in STEERS:
            slider = NamedSlider(names[name][0], tooltip=self._tips[name], neutral=NEUTRAL)
            slider.value_changed.connect(lambda _value: self._say())
            column.addWidget(slider)
            self._sliders[name] = slider
        self.show_values(tuple((name, NEUTRAL) for name in STEERS))
        self.show_steers(())

    def show_steers(self, names: tuple[str, ...]) -> None:
        """Let these sliders be moved; the others are in the middle, disabled, and say why."""
        reason = self.tr(
            "It is not known to work with this model: its training had no time to measure it, or"
            " found that it does too little."
        )
        for name, slider in self._sliders.items():
            works = name in names
            for part in (slider, slider.slider):
                give_reason(part, "" if works else reason, tooltip=self._tips[name])
            if not works:
                slider.slider.setValue(NEUTRAL)

    def show_values(self, values: tuple[tuple[str, int], ...]) -> None:
        """Show these values without a signal."""
        for name, value in values:
            slider = self._sliders[name]
            slider.blockSignals(True)
            slider.show_value(value, self._word(name, value))
            slider.blockSignals(False)

    def _say(self) -> None:
        self.changed.emit(tuple((name, s.value()) for name, s in self._sliders.items()))

    def _word(self, name: str, value: int) -> str:
        away = value - NEUTRAL
        if abs(away) <= _SAME:
            return self.tr("as it is")
        end = self._ends[name][away > 0]
        return self.tr("a little {0}").format(end) if abs(away) <= _LITTLE else end


def name_of(value: int, names: tuple[tuple[int, str], ...], *, beyond: str) -> str:
    """Return the first name whose bound a slider's value is below."""
    return next((name for below, name in names if value < below), beyond)
