"""One row of a form, and the kinds of values that a row takes.

A form that shows rows reads, checks and writes any frozen value through `value_at` and
`with_value`, so that a new setting is a field and a row.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, TypeVar

import msgspec
from PySide6.QtCore import QCoreApplication

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` to `high`.

    Attributes:
        unit: Shown after the number.
        zero: Shown instead of 0, where 0 is below `low` and means that there is no limit.
    """

    low: int
    high: int
    step: int = 1
    unit: str = ""
    zero: str = ""

    def takes(self, value: object) -> bool:
        """Return whether a setting of this kind can have the value."""
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return self.low <= value <= self.high or (value == 0 and bool(self.zero))


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number from `low` to `high`, shown with so many decimals."""

    low: float
    high: float
    step: float
    decimals: int = 2
    unit: str = ""

    def takes(self, value: object) -> bool:
        """Return whether a setting of this kind can have the value."""
        if not isinstance(value, int | float) or isinstance(value, bool):
            return False
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Pitch:
    """A MIDI pitch, shown and typed as `C4`."""

    def takes(self, value: object) -> bool:
        """Return whether a setting of this kind can have the value."""
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 127


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values, each with its name."""

    entries: tuple[tuple[Any, str], ...]

    def takes(self, value: object) -> bool:
        """Return whether a setting of this kind can have the value."""
        return any(value == each for each, _ in self.entries)


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off; `on` and `off` are the values that stand for that."""

    on: bool | int = True
    off: bool | int = False

    def takes(self, value: object) -> bool:
        """Return whether a setting of this kind can have the value."""
        return value in (self.on, self.off)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text of at most so many letters; `hint` is shown while it is empty."""

    most: int
    hint: str = ""

    def takes(self, value: object) -> bool:
        """Return whether a setting of this kind can have the value."""
        return isinstance(value, str) and len(value) <= self.most


Kind = Whole | Decimal | Pitch | OneOf | Switch | Line


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: a row of a form.

    Rows of the tables of `app.settings.table` are English; `translated` returns what is shown.

    Attributes:
        key: The field that holds it; dots lead into values within values. Of several fields, with
            spaces between them, the values are set together, as a tuple.
        name: With & before the access key, if it has one; {0} stands for what a switch turns on.
        explanation: Its effect, in one sentence.
        kind: Which values it takes, and so which widget sets it.
        default: Its value until the user chooses one; a form also shows it in place of a value that
            the kind does not take. None if a form gets no such value.
        group: The title under which it is shown.
        needs: Key of the setting that must not be 0 or `none` for this one to have an effect; empty
            if there is none.
        spoken: Its name for screen readers, if they need more than the label.
        unless: Returns why the setting has no effect in a value of the form; empty if it has.
    """

    key: str
    name: str
    explanation: str
    kind: Kind
    default: Any = None
    group: str = ""
    needs: str = ""
    spoken: str = ""
    unless: Callable[[Any], str] = lambda _value: ""

    @property
    def label(self) -> str:
        """The name with its access key."""
        return self.name.format(self.kind.on) if isinstance(self.kind, Switch) else self.name

    @property
    def spoken_name(self) -> str:
        """The name as screen readers read it."""
        return self.spoken or self.label.replace("&", "")

    def translated(self) -> "Setting":
        """Return the row with its texts in the window's language."""
        return self._reworded(lambda text: _tr(text) if text else "")

    def texts(self) -> tuple[str, ...]:
        """Return every text that `translated` translates."""
        found: list[str] = []

        def collect(text: str) -> str:
            found.append(text)
            return text

        self._reworded(collect)
        return tuple(filter(None, found))

    def _reworded(self, change: Callable[[str], str]) -> "Setting":
        kind = self.kind
        if isinstance(kind, Whole):
            kind = replace(kind, unit=change(kind.unit), zero=change(kind.zero))
        elif isinstance(kind, Decimal):
            kind = replace(kind, unit=change(kind.unit))
        elif isinstance(kind, OneOf):
            kind = OneOf(tuple((value, change(name)) for value, name in kind.entries))
        name, explanation, group = map(change, (self.name, self.explanation, self.group))
        return replace(self, name=name, explanation=explanation, kind=kind, group=group)

    def in_words(self, value: Any) -> str:
        """Return a value as it is shown, with its unit."""
        kind = self.kind
        if isinstance(kind, OneOf):
            return str(dict(kind.entries).get(value, value))
        if isinstance(kind, Switch):
            return _tr("on") if value == kind.on else _tr("off")
        return f"{value} {getattr(kind, 'unit', '')}".strip()


def value_at(holder: object, setting: Setting) -> Any:
    """Return the value of a setting in the frozen value that holds it."""
    # Of several names it returns a tuple.
    return attrgetter(*setting.key.split())(holder)


def with_value(holder: _T, setting: Setting, value: Any) -> _T:
    """Return the holder with another value of a setting.

    Raises:
        ValueError: The setting does not take this value.
    """
    if not setting.kind.takes(value):
        raise ValueError(f"{setting.key} cannot be {value!r}")
    keys = setting.key.split()
    made = holder
    for key, part in zip(keys, value if len(keys) > 1 else [value], strict=True):
        made = _with_field(made, key, part)
    return made


def _with_field(holder: Any, key: str, value: Any) -> Any:
    name, dot, rest = key.partition(".")
    changed = _with_field(getattr(holder, name), rest, value) if dot else value
    change = msgspec.structs.replace if isinstance(holder, msgspec.Struct) else replace
    return change(holder, **{name: changed})


def _tr(text: str) -> str:
    return QCoreApplication.translate("Settings", text)
