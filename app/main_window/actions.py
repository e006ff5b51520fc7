"""The QActions of the window, made from the table of actions."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.main_window.action_table import ACTIONS, EXCLUSIVE, NO_REPEAT, ActionSpec
from app.main_window.shortcuts import beside_letters
from app.widgets.keys.tips import keys_of, with_keys

_CONTEXTS = {
    "window": Qt.ShortcutContext.WindowShortcut,
    "roll": Qt.ShortcutContext.WidgetWithChildrenShortcut,
}
_NATIVE = QKeySequence.SequenceFormat.NativeText


class Actions(QObject):
    """One QAction for each row of the table; the tooltip of a disabled one is the reason.

    Args:
        window: Where shortcuts of the context `window` work.
        editors: Where shortcuts of the context `roll` work.

    Signals:
        keys_changed: Some actions have other keys.
    """

    keys_changed = Signal()

    def __init__(self, window: QWidget, editors: Sequence[QWidget]) -> None:
        super().__init__(window)
        self._specs: Mapping[str, ActionSpec] = MappingProxyType({s.name: s for s in ACTIONS})
        self._reasons: dict[str, str] = {}
        self._calls: dict[str, Callable[[bool], None]] = {}
        self._actions = {spec.name: self._made(spec, window, editors) for spec in ACTIONS}
        # The keys while no mode takes letters, and the letters that modes take now.
        self._bound: dict[str, tuple[str, ...]] = {s.name: s.shortcuts for s in ACTIONS}
        self._taken: dict[str, frozenset[str]] = {}
        # The end of each tooltip.
        self._keys = {name: with_keys("", action) for name, action in self._actions.items()}
        for spec in ACTIONS:
            self._explain(spec.name)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[ActionSpec]:
        return iter(ACTIONS)

    def bind(self, **parts: object) -> tuple[str, ...]:
        """Let the actions of the named parts call the methods that the table names.

        Args:
            parts: Objects by the names that `ActionSpec.does` gives them.

        Returns:
            The names of these actions.

        Raises:
            AttributeError: A part has no such method.
            KeyError: The table names no such part.
        """
        bound = []
        if unknown := parts.keys() - {spec.does.partition(".")[0] for spec in ACTIONS}:
            raise KeyError(*unknown)
        for spec in ACTIONS:
            part, _, method = spec.does.partition(".")
            if part in parts:
                do = partial(attrgetter(method)(parts[part]), *spec.given)
                self._calls[spec.name] = _call(do, spec.state)
                self._actions[spec.name].triggered.connect(self._calls[spec.name])
                bound.append(spec.name)
        return tuple(bound)

    def switch(self, name: str, *, on: bool) -> None:
        """Turn an action on or off as the user does."""
        self.check(name, on=on)
        self._calls[name](on)

    def check(self, name: str, *, on: bool) -> None:
        """Check or uncheck an action without triggering it."""
        action = self._actions[name]
        action.setChecked(on)
        for group in EXCLUSIVE:
            if name in group and on:
                for other in group:
                    self._actions[other].setChecked(other == name)

    def allow(self, name: str, *, unless: str = "") -> None:
        """Enable an action; with a reason (`unless`), disable it and show the reason."""
        self._reasons[name] = unless
        self._actions[name].setEnabled(not unless)
        self._explain(name)

    def show_keys(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Set the key sequences of the named actions."""
        self._bound.update(keys)
        working = self._working()
        self._set_keys({name: working[name] for name in keys})

    def take_letters(self, mode: str, letters: Collection[str]) -> None:
        """Take letters from their actions while a mode uses them, so that no view names them.

        Args:
            mode: The mode; it takes nothing else then.
            letters: The letters; empty gives all back.
        """
        before = self._working()
        self._taken[mode] = frozenset(letters)
        changed = self._working().items() - before.items()
        self._set_keys(dict(changed))

    def called(self, name: str) -> str:
        """Return how a sentence tells the user to do something: the keys, or the menu's words."""
        return keys_of(self._actions[name]) or self.name_of(name)

    def _working(self) -> dict[str, tuple[str, ...]]:
        taken = frozenset[str]().union(*self._taken.values())
        return beside_letters(self._bound, taken) if taken else dict(self._bound)

    def _set_keys(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        for name, sequences in keys.items():
            self._actions[name].setShortcuts([QKeySequence(each) for each in sequences])
            self._keys[name] = with_keys("", self._actions[name])
            self._explain(name)
        if keys:
            self.keys_changed.emit()

    def _explain(self, name: str) -> None:
        """Write the tooltip: the reason or the effect, then the keys."""
        spec, action = self._specs[name], self._actions[name]
        text = f"{_tr(spec.tooltip)} {self._reasons.get(name, '')}".strip()
        action.setToolTip(f"{text}{self._keys[name]}{self._score_keys(spec)}")
        action.setStatusTip(text)

    def _score_keys(self, spec: ActionSpec) -> str:
        keys = (QKeySequence(each).toString(_NATIVE) for each in spec.score_keys)
        return "".join(f" ({self.tr('%1 in the score').replace('%1', each)})" for each in keys)

    def reason(self, name: str) -> str:
        """Return why an action is disabled; empty if it is enabled."""
        action = self._actions[name]
        return "" if action.isEnabled() else action.statusTip()

    def name_of(self, name: str) -> str:
        """Return an action's text in the table, whatever the menu shows now."""
        return _tr(self._specs[name].text).replace("&", "")

    def say(self, name: str, text: str) -> None:
        """Change an action's text in the menu, such as "Undo move"."""
        self._actions[name].setText(text)

    def _made(self, spec: ActionSpec, window: QWidget, editors: Sequence[QWidget]) -> QAction:
        action = QAction(_tr(spec.text), window)
        action.setObjectName(spec.name)
        action.setShortcuts([QKeySequence(keys) for keys in spec.shortcuts])
        action.setShortcutContext(_CONTEXTS[spec.context])
        action.setCheckable(spec.checkable)
        action.setAutoRepeat(spec.name not in NO_REPEAT)
        for widget in (window,) if spec.context == "window" else editors:
            widget.addAction(action)
        return action


def _call(do: Callable[..., object], state: str) -> Callable[[bool], None]:
    def call(on: bool = False) -> None:  # noqa: FBT001, FBT002 - a signal's argument
        do(**({state: on} if state else {}))

    return call


def _tr(text: str) -> str:
    return QCoreApplication.translate("Actions", text)
