"""Controls of a MIDI keyboard that move the program: learned by moving them once."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.clients.playing import Playing
from app.state.sound_choices import LearnedControl
from engine import messages

_PRESSED = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Something that a control can move.

    Attributes:
        name: How it is kept.
        title: How the user knows it.
        press: Done when the control goes beyond its middle; None for what has values.
        move: Called with 0.0 to 1.0 as it moves; None for what is pressed.
    """

    name: str
    title: str
    press: Callable[[], object] | None = None
    move: Callable[[float], object] | None = None


class Learning(QObject):
    """Knows which control moves what.

    Signals:
        changed: Something was learned or forgotten, or is being learned.
    """

    changed = Signal()

    def __init__(self, playing: Playing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sound = playing.audio
        self._targets: dict[str, Target] = {}
        self._values: dict[LearnedControl, int] = {}
        self._waiting = ""
        playing.control_moved.connect(self._on_control)

    @property
    def targets(self) -> tuple[Target, ...]:
        """Everything that a control can move."""
        return tuple(self._targets.values())

    @property
    def waiting(self) -> str:
        """What learns the control that is moved next, or empty."""
        return self._waiting

    @property
    def learned(self) -> dict[str, LearnedControl]:
        """By target, its control; also of targets that this session does not have."""
        return self._sound.choices.learned

    def offer(self, target: Target) -> None:
        """Let this be moved by a control."""
        self._targets[target.name] = target
        self.changed.emit()

    def begin(self, name: str) -> None:
        """Learn the control that is moved next; the same again gives up."""
        self._waiting = "" if name == self._waiting else name
        self.changed.emit()

    def forget(self, name: str) -> None:
        """Let no control move it any more."""
        self._waiting = ""
        self._sound.keep(learned={k: v for k, v in self.learned.items() if k != name})
        self.changed.emit()

    def _on_control(self, event: messages.ControlMoved) -> None:
        control = LearnedControl(number=event.number, channel=event.channel)
        before, self._values[control] = self._values.get(control, 0), event.value
        if self._waiting:
            self._learn(control)
            return
        for name, learned in self.learned.items():
            target = self._targets.get(name)
            if learned != control or target is None:
                continue
            if target.move is not None:
                target.move(event.value / 127)
            elif target.press is not None and before < _PRESSED <= event.value:
                target.press()

    def _learn(self, control: LearnedControl) -> None:
        name, self._waiting = self._waiting, ""
        # One control moves one thing.
        others = {k: v for k, v in self.learned.items() if v != control}
        self._sound.keep(learned=others | {name: control})
        self.changed.emit()
