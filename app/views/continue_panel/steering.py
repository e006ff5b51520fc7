"""Sliders that lean what is drawn to one side: only those that do what they say with this model."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.views.continue_panel.values import NEUTRAL
from app.widgets.slider import NamedSlider
from engine.config import STEERS

_SAME, _LITTLE = 4, 26


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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self._sliders: dict[str, NamedSlider] = {}
        for name in STEERS:
            title, tip = names[name]
            slider = NamedSlider(title, tooltip=tip.format(again), neutral=NEUTRAL)
            slider.value_changed.connect(lambda _value: self._say())
            slider.setVisible(False)
            column.addWidget(slider)
            self._sliders[name] = slider
        self.setVisible(False)
        self.show_values(tuple((name, NEUTRAL) for name in STEERS))

    def show_steers(self, names: tuple[str, ...]) -> None:
        """Show these sliders and no others; hidden ones go back to the middle."""
        for name, slider in self._sliders.items():
            slider.setVisible(name in names)
            if name not in names:
                slider.slider.setValue(NEUTRAL)
        self.setVisible(any(name in self._sliders for name in names))

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
