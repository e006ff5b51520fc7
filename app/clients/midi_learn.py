"""MIDI learn: assign controls, keys and pads of a MIDI keyboard to actions of the program."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.clients.playing import Playing
from engine import messages
from engine.values.sound import ControlId

# A control counts as pressed from the middle of its range, as MIDI defines for pedals.
_PRESSED = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An action or value that a control can be assigned to.

    Attributes:
        name: Its key in the settings.
        title: Its name for the user.
        press: Called when the control passes its middle; None for a value.
        move: Called with 0.0 to 1.0 when the control moves; None for an action.
    """

    name: str
    title: str
    press: Callable[[], object] | None = None
    move: Callable[[float], object] | None = None


class MidiLearn(QObject):
    """Holds the assignments and carries them out.

    Signals:
        changed: An assignment was made, removed or begun.
    """

    changed = Signal()

    def __init__(self, playing: Playing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sound = playing.audio
        self._targets: dict[str, Target] = {}
        self._values: dict[ControlId, int] = {}
        self._waiting = ""
        playing.control_moved.connect(self._on_control)
        playing.note_played.connect(self._on_note)

    @property
    def targets(self) -> tuple[Target, ...]:
        """All targets."""
        return tuple(self._targets.values())

    @property
    def waiting(self) -> str:
        """The name of the target that the next control is assigned to, or empty."""
        return self._waiting

    @property
    def learned(self) -> dict[str, ControlId]:
        """The control of each target name, also of targets that this session lacks."""
        return self._sound.choices.learned

    def offer(self, target: Target) -> None:
        """Register a target."""
        self._targets[target.name] = target
        self.changed.emit()

    def begin(self, name: str) -> None:
        """Assign the next moved control, or pressed key, to a target; the name again cancels."""
        self._waiting = "" if name == self._waiting else name
        self.changed.emit()

    def cancel(self) -> None:
        """Assign the next control to nothing."""
        if self._waiting:
            self.begin(self._waiting)

    def forget(self, name: str) -> None:
        """Remove the assignment of a target."""
        self._waiting = ""
        self._sound.choose(learned={k: v for k, v in self.learned.items() if k != name})
        self.changed.emit()

    def _on_control(self, event: messages.ControlMoved) -> None:
        control = event.control
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

    def _on_note(self, event: messages.NotePlayed) -> None:
        """Learn a key; once it is learned, the player reports it as a control."""
        target = self._targets.get(self._waiting)
        # The computer's keys have shortcuts, and a key has no value that could move a slider.
        if target is not None and target.press is not None and event.port and event.velocity:
            self._learn(ControlId(number=event.held.number, channel=event.channel, is_key=True))

    def _learn(self, control: ControlId) -> None:
        name, self._waiting = self._waiting, ""
        # A control has one target.
        others = {k: v for k, v in self.learned.items() if v != control}
        self._sound.choose(learned=others | {name: control})
        self.changed.emit()
