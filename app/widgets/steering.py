"""Sliders that steer the sampler; a slider without a known effect on the model says so."""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.widgets.buttons import TextButton, give_reason
from app.widgets.drawn_values import NEUTRAL
from app.widgets.slider import NamedSlider
from app.widgets.words import words
from engine.values.config import STEERS

# Positions this near to the middle read "as it is", and these "a little …".
_SAME, _LITTLE = 4, 26


@dataclass(frozen=True, slots=True, kw_only=True)
class SteersView:
    """The sliders that work with a model, and how this is known.

    Attributes:
        working: Names of `STEERS` that work.
        measured: Names that were measured with this model.
        of: The model on which the other names of `working` were measured, or empty.
        can_measure: Whether the model can be measured now.
    """

    working: tuple[str, ...] = ()
    measured: tuple[str, ...] = ()
    of: str = ""
    can_measure: bool = False

    @property
    def known(self) -> bool:
        """Whether every slider was measured with this model."""
        return set(self.measured) >= set(STEERS)


class AdventureSlider(NamedSlider):
    """The slider for the sampling temperature."""

    def __init__(self) -> None:
        super().__init__(
            self.tr("Adventurousness"),
            tooltip=self.tr("In the middle the model is as it is; double-click to go back there"),
            neutral=NEUTRAL,
        )

    def show_adventurousness(self, value: int) -> None:
        """Show a position, 0 to 100, without a signal."""
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
    """Sliders for note density, register, loudness and note length; 50 leaves the model unchanged.

    Signals:
        changed(object): ((name, position 0 to 100), ...) of all sliders.
        measure_clicked(): Measure the effect of the sliders on this model, or cancel.
    """

    changed = Signal(object)
    measure_clicked = Signal()

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
        self.sliders: dict[str, NamedSlider] = {}
        for name in STEERS:
            slider = NamedSlider(names[name][0], tooltip=self._tips[name], neutral=NEUTRAL)
            slider.value_changed.connect(lambda _value: self._say())
            column.addWidget(slider)
            self.sliders[name] = slider
        self._known_from = words(tone="dim")
        self._measure = TextButton("", kind="link")
        self._measure.clicked.connect(self.measure_clicked)
        self._foot = QWidget()
        line = QHBoxLayout(self._foot)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._known_from, 1)
        line.addWidget(self._measure)
        column.addWidget(self._foot)
        self._steers = SteersView()
        self.show_values(tuple((name, NEUTRAL) for name in STEERS))
        self.show_steers(self._steers)

    def show_steers(self, steers: SteersView) -> None:
        """Enable the sliders that work; set the others to the middle and show the reason."""
        self._steers = steers
        for name, slider in self.sliders.items():
            works = name in steers.working
            reason = "" if works else self._reason(name)
            for part in (slider, slider.slider):
                give_reason(part, reason, tooltip=self._tip(name))
            if not works:
                slider.slider.setValue(NEUTRAL)
        self.show_measuring(None)

    def show_measuring(self, progress: str | None) -> None:
        """Show the progress of a measurement; None shows the model that the knowledge is from."""
        steers = self._steers
        running = progress is not None
        self._foot.setVisible(running or (steers.can_measure and not steers.known))
        from_base = self.tr("As measured on “{0}”").format(steers.of)
        known_from = from_base if steers.of else self.tr("Not all are measured yet")
        self._known_from.setText(progress if progress is not None else known_from)
        self._measure.setText(self.tr("Cancel") if running else self.tr("Measure sliders"))
        self._measure.setAccessibleName(self._measure.text())
        self._measure.setToolTip(
            self.tr("What was measured so far is kept")
            if running
            else self.tr(
                "Measure which of them work with this model; you can go on working meanwhile"
            )
        )

    def _reason(self, name: str) -> str:
        if name in self._steers.measured:
            return self.tr("It was measured with this model and does too little.")
        return self.tr("It was not measured with this model yet.")

    def _tip(self, name: str) -> str:
        tip, of = self._tips[name], self._steers.of
        if not of or name in self._steers.measured:
            return tip
        return self.tr("{0} (as measured on “{1}”)").format(tip, of)

    def show_values(self, values: tuple[tuple[str, int], ...]) -> None:
        """Show these positions without a signal."""
        for name, value in values:
            slider = self.sliders[name]
            slider.blockSignals(True)
            slider.show_value(value, self._word(name, value))
            slider.blockSignals(False)

    def _say(self) -> None:
        self.changed.emit(tuple((name, s.value()) for name, s in self.sliders.items()))

    def _word(self, name: str, value: int) -> str:
        away = value - NEUTRAL
        if abs(away) <= _SAME:
            return self.tr("as it is")
        end = self._ends[name][away > 0]
        return self.tr("a little {0}").format(end) if abs(away) <= _LITTLE else end


def name_of(value: int, names: tuple[tuple[int, str], ...], *, beyond: str) -> str:
    """Return the name of the first range that a position is in, or `beyond`."""
    return next((name for below, name in names if value < below), beyond)
