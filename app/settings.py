"""Preferences: what the user chose, kept between sessions in one INI file.

Knows the file and the values' types; not what the values cause.
"""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args

from PySide6.QtCore import QByteArray, QSettings

RECENT = 12
LONGEST_NUMBER = 9
# Between the keys of one action; no key is written with it.
KEYS_APART = " | "
ThemeChoice = Literal["system", "dark", "light", "contrast"]
LanguageChoice = Literal["system", "en", "de"]
PresetChoice = Literal["daw", "notation"]
StartChoice = Literal["last", "page"]
OutputChoice = Literal["synth", "port", "virtual", "recording"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """What the user chose.

    Attributes:
        theme: Colours; `system` follows the desktop.
        output_kind: What sounds.
        output_name: The port's name, or empty.
        input_name: The MIDI input that is open, or empty.
        model: Folder of the model that continues; empty is the starter.
        metronome: Whether it clicks.
        count_in_bars: Bars clicked before recording, or before playing if that is wanted.
        follow: Whether the roll follows the playhead.
        audition: Whether a drawn or moved note sounds.
        introduced: Whether the first-run card has been answered.
        language: Of the window's words; `system` follows the desktop.
        scale: Size of words and controls in percent, from the next start on.
        keys: Which keys actions have that the user gave no others.
        watch_folders: Whether the library's folders are looked at for what is new.
        at_start: What is there when Segue is started without a file.
    """

    theme: ThemeChoice = "system"
    output_kind: OutputChoice = "synth"
    output_name: str = ""
    input_name: str = ""
    model: str = ""
    metronome: bool = False
    count_in_bars: int = 1
    follow: bool = True
    audition: bool = True
    introduced: bool = False
    language: LanguageChoice = "system"
    scale: int = 100
    keys: PresetChoice = "daw"
    watch_folders: bool = True
    at_start: StartChoice = "last"


_INI = QSettings.Format.IniFormat
_CHOICES = {
    "theme": get_args(ThemeChoice),
    "output_kind": get_args(OutputChoice),
    "language": get_args(LanguageChoice),
    "keys": get_args(PresetChoice),
    "at_start": get_args(StartChoice),
}
_RANGES = {"count_in_bars": (0, 4), "scale": (75, 200)}


class Settings:
    """The INI file and the preferences in it; anything unreadable becomes its default.

    Args:
        path: The file; it need not exist. One that makes no sense is put aside as `NAME.damaged`.

    Attributes:
        damaged: Whether the file made no sense: everything is as at first.
    """

    def __init__(self, path: Path) -> None:
        self.damaged = _put_aside(path)
        self._store = QSettings(str(path), _INI)
        self._preferences = replace(Preferences(), **self._read())

    @property
    def preferences(self) -> Preferences:
        """What holds now."""
        return self._preferences

    def prefer(self, preferences: Preferences) -> None:
        """Keep other preferences."""
        self._preferences = preferences
        for field in fields(preferences):
            self._store.setValue(f"preferences/{field.name}", getattr(preferences, field.name))

    def recent(self) -> tuple[Path, ...]:
        """Return the files opened last, newest first."""
        value = self._store.value("recent", [])
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, Sequence):
            return ()
        return tuple(Path(str(name)) for name in names if name)[:RECENT]

    def add_recent(self, path: Path) -> None:
        """Put a file first among the recent ones."""
        rest = [other for other in self.recent() if other != path]
        self._store.setValue("recent", [str(p) for p in (path, *rest)][:RECENT])

    def forget_recent(self, path: Path) -> None:
        """Take one file out of the recent ones."""
        rest = [other for other in self.recent() if other != path]
        self._store.setValue("recent", [str(p) for p in rest])

    def clear_recent(self) -> None:
        """Forget the recent files."""
        self._store.setValue("recent", [])

    def keys(self) -> dict[str, tuple[str, ...]]:
        """Return the keys that the user gave to actions, by their names; no keys are none."""
        self._store.beginGroup("keys")
        names = self._store.childKeys()
        found = {name: str(self._store.value(name) or "") for name in names}
        self._store.endGroup()
        return {name: tuple(filter(None, text.split(KEYS_APART))) for name, text in found.items()}

    def keep_keys(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Keep exactly these."""
        self._store.remove("keys")
        for name, sequences in keys.items():
            self._store.setValue(f"keys/{name}", KEYS_APART.join(sequences))

    def note(self, name: str) -> str:
        """Return a text that somebody keeps under a name, empty if there is none."""
        value = self._store.value(f"notes/{name}")
        return value if isinstance(value, str) else ""

    def keep_note(self, name: str, text: str) -> None:
        """Keep a text under a name."""
        self._store.setValue(f"notes/{name}", text)

    def starred_models(self) -> frozenset[str]:
        """Return the folders of models that the user marked."""
        value = self._store.value("starred_models", [])
        names = [value] if isinstance(value, str) else value
        return frozenset(map(str, names)) if isinstance(names, Sequence) else frozenset()

    def star_model(self, folder: str, *, on: bool) -> None:
        """Mark a model or not."""
        starred = self.starred_models() - {folder} | ({folder} if on else set())
        self._store.setValue("starred_models", sorted(starred))

    def follow_models(self, old: Path, new: Path) -> None:
        """Choose and mark the same models where they are now that their folder was moved."""
        chosen = _moved(self._preferences.model, old, new)
        self.prefer(replace(self._preferences, model=chosen))
        starred = (_moved(folder, old, new) for folder in self.starred_models())
        self._store.setValue("starred_models", sorted(starred))

    def layout(self, name: str) -> QByteArray:
        """Return a saved geometry or dock layout, empty if there is none."""
        value = self._store.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def keep_layout(self, name: str, value: QByteArray) -> None:
        """Save a geometry or dock layout."""
        self._store.setValue(f"layout/{name}", value)

    def forget_layouts(self) -> None:
        """Go back to the layouts that the program begins with."""
        self._store.remove("layout")

    def flush(self) -> None:
        """Write what was not written yet."""
        self._store.sync()

    def _read(self) -> dict[str, Any]:
        read: dict[str, Any] = {}
        for field in fields(Preferences):
            value = self._store.value(f"preferences/{field.name}")
            checked = _checked(field.name, value, getattr(Preferences(), field.name))
            if checked is not None:
                read[field.name] = checked
        return read


def _moved(place: str, old: Path, new: Path) -> str:
    """Return a place that is in one folder in another one; any other place as it is."""
    path = Path(place)
    return str(new / path.relative_to(old)) if old in path.parents else place


def _put_aside(path: Path) -> bool:
    """Return whether the file makes no sense, and rename it then: nobody's choices are deleted."""
    try:
        data = path.read_bytes()
    except OSError:
        return False
    if b"\x00" not in data and QSettings(str(path), _INI).status() is QSettings.Status.NoError:
        return False
    with contextlib.suppress(OSError):
        path.replace(path.with_name(f"{path.name}.damaged"))
    return True


def _checked(name: str, value: object, default: object) -> object:
    """Return the value in its field's type, or None for one that cannot be meant."""
    text = str(value)
    if value is None:
        return None
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(text.lower())
    if isinstance(default, int):
        lowest, highest = _RANGES[name]
        # Python refuses to make numbers of thousands of digits.
        meant = text.isdecimal() and len(text) <= LONGEST_NUMBER and lowest <= int(text) <= highest
        return int(text) if meant else None
    if name in _CHOICES:
        return text if text in _CHOICES[name] else None
    return text
