"""One row of the table of settings, and the kinds of values that a row takes.

A form that shows rows reads, checks and writes any frozen dataclass through `value_at` and
`with_value`, so that a new setting is a field and a row.
"""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

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

    entries: tuple[tuple[str | int, str], ...]

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


Kind = Whole | Decimal | Pitch | OneOf | Switch


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting; all its texts are English, and are translated where they are shown.

    Attributes:
        key: The field that holds it; dots lead into values within values.
        name: With & before the access key, if it has one; {0} stands for what a switch turns on.
        explanation: Its effect, in one sentence.
        kind: Which values it takes, and so which widget sets it.
        default: Its value until the user chooses one.
        group: The title under which it is shown.
        needs: Key of the setting that must not be 0 or `none` for this one to have an effect; empty
            if there is none.
    """

    key: str
    name: str
    explanation: str
    kind: Kind
    default: Any
    group: str
    needs: str = ""

    @property
    def label(self) -> str:
        """The name in the window's language, with its access key."""
        text = shown(self.name)
        return text.format(self.kind.on) if isinstance(self.kind, Switch) else text

    @property
    def spoken_name(self) -> str:
        """The name in the window's language, as screen readers read it."""
        return self.label.replace("&", "")

    def texts(self) -> tuple[str, ...]:
        """Return every text that is shown in the window's language."""
        kind = self.kind
        own: tuple[str, ...] = ()
        if isinstance(kind, Whole):
            own = (kind.unit, kind.zero)
        elif isinstance(kind, Decimal):
            own = (kind.unit,)
        elif isinstance(kind, OneOf):
            own = tuple(name for _, name in kind.entries)
        return tuple(filter(None, (self.name, self.explanation, self.group, *own)))

    def in_words(self, value: Any) -> str:
        """Return a value as it is shown, with its unit."""
        kind = self.kind
        if isinstance(kind, OneOf):
            return shown(dict(kind.entries).get(value, str(value)))
        if isinstance(kind, Switch):
            return _tr("on") if value == kind.on else _tr("off")
        return f"{value} {shown(getattr(kind, 'unit', ''))}".strip()


def value_at(holder: object, setting: Setting) -> Any:
    """Return the value of a setting in the frozen value that holds it."""
    value: Any = holder
    for name in setting.key.split("."):
        value = getattr(value, name)
    return value


def with_value(holder: _T, setting: Setting, value: Any) -> _T:
    """Return the holder with another value of a setting.

    Raises:
        ValueError: The setting does not take this value.
    """
    if not setting.kind.takes(value):
        raise ValueError(f"{setting.key} cannot be {value!r}")
    made: _T = _with_field(holder, setting.key, value)
    return made


def _with_field(holder: Any, key: str, value: Any) -> Any:
    name, dot, rest = key.partition(".")
    return replace(
        holder, **{name: _with_field(getattr(holder, name), rest, value) if dot else value}
    )


def shown(text: str) -> str:
    """Return a text of the table in the window's language."""
    return _tr(text) if text else ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Settings", text)
