"""The preferences as frozen values; msgspec checks the type and the range of each field."""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from engine.values.sound import OutputKind

_T = TypeVar("_T")

# The menu of recent files still fits on a small screen.
RECENT = 12
"""The largest number of recent files."""

ThemeChoice = Literal["system", "dark", "light", "contrast"]
LanguageChoice = Literal["system", "en", "de"]
PresetChoice = Literal["daw", "notation"]
StartChoice = Literal["last", "page"]
WaitChoice = Literal["repeat", "wait"]
RecordFrom = Literal["keyboard", "typing", "microphone"]
Text = Annotated[str, msgspec.Meta(max_length=32_768)]
"""A name or a path; Windows allows no longer one."""
Note = Annotated[str, msgspec.Meta(max_length=262_144)]
_KeySequences = Annotated[tuple[Text, ...], msgspec.Meta(max_length=16)]
_Place = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]
_Size = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
# Keys, notes and stars: far more than a user has, and still fast to read.
_MOST_ENTRIES = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """The choices of the user.

    A dataclass, not a `msgspec.Struct`, because mypy checks the arguments of `replace`.

    Attributes:
        theme: Colours; `system` follows the desktop.
        output_kind, output_name, input_name: Of earlier versions; `app.clients.sound` takes them
            over and resets them.
        model: Folder of the model that continues; empty is the starter.
        metronome: Whether the metronome clicks.
        count_in_bars: Bars clicked before recording, or before playing if that is wanted.
        follow: Whether the roll follows the playhead.
        audition: Whether a drawn or moved note sounds.
        language: Of the window's words; `system` follows the desktop.
        scale: Size of words and controls in percent, from the next start on.
        keys: The keyboard layout for actions whose keys the user did not change.
        watch_folders: Whether Segue looks for new music in the library's folders.
        at_start: The page that the window shows when Segue is started without a file.
        while_made: How playback waits at the end of the notes while more are made.
        learn_taste: Whether alternatives are ranked by what the user kept before.
        record_from: The source of Record.
        microphone: The name of the microphone; empty for the system's default.
        hum_click: Whether the metronome clicks while the microphone is open.
    """

    theme: ThemeChoice = "system"
    output_kind: OutputKind = "synth"
    output_name: Text = ""
    input_name: Text = ""
    model: Text = ""
    metronome: bool = False
    count_in_bars: Annotated[int, msgspec.Meta(ge=0, le=4)] = 1
    follow: bool = True
    audition: bool = True
    language: LanguageChoice = "system"
    scale: Annotated[int, msgspec.Meta(ge=75, le=200)] = 100
    keys: PresetChoice = "daw"
    watch_folders: bool = True
    at_start: StartChoice = "last"
    while_made: WaitChoice = "repeat"
    learn_taste: bool = True
    record_from: RecordFrom = "keyboard"
    microphone: Text = ""
    hum_click: bool = False


class WindowPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Where the window is when it is neither maximized nor in full screen.

    Attributes:
        x, y: Its upper left corner without the frame, in pixels of the desktop.
        width, height: Its size without the frame, in pixels.
        state: How it was closed.
    """

    x: _Place
    y: _Place
    width: _Size
    height: _Size
    state: Literal["normal", "maximized", "full_screen"] = "normal"


# Pixels.
PANE_HEIGHT = 232


class ComposeLayout(msgspec.Struct, frozen=True, kw_only=True):
    """The docks and panes of the Compose workspace.

    Attributes:
        library, continuing: Whether the dock is shown.
        library_width, continuing_width: In pixels.
        shape: Whether *Shape it* is unfolded.
        pane_height: Of the panes under the roll with their tabs, in pixels.
    """

    library: bool
    continuing: bool
    library_width: _Size
    continuing_width: _Size
    shape: bool = False
    pane_height: _Size = PANE_HEIGHT


class SavedSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything in the file of preferences.

    Attributes:
        preferences: The user's choices.
        recent: The recent files, newest first.
        keys: The keys that the user chose, by action.
        notes: Texts by name; the reader of each checks it.
        starred_models: Folders of the models with a star.
        window: The last place of the window; None for the default.
        compose: The last layout of Compose; None for the default.
    """

    preferences: Preferences = Preferences()
    recent: tuple[Text, ...] = ()
    keys: dict[str, tuple[Text, ...]] = {}
    notes: dict[str, Note] = {}
    starred_models: tuple[Text, ...] = ()
    window: WindowPlace | None = None
    compose: ComposeLayout | None = None


def saved_settings(found: Mapping[str, Any], *, strict: bool = True) -> SavedSettings:
    """Return the settings in plain values; values of a wrong type or range become the default.

    Args:
        found: Values as JSON has them.
        strict: Whether numbers and booleans must have JSON's type; otherwise a text may stand for
            them.
    """
    return SavedSettings(
        preferences=_preferences(found.get("preferences"), strict=strict),
        recent=_texts(found.get("recent"), most=RECENT),
        keys=_entries(found.get("keys"), _KeySequences),
        notes=_entries(found.get("notes"), Note),
        starred_models=_texts(found.get("starred_models"), most=_MOST_ENTRIES),
        window=_meant(found.get("window"), WindowPlace),
        compose=_meant(found.get("compose"), ComposeLayout),
    )


def plain(kept: SavedSettings) -> dict[str, Any]:
    """Return the settings as plain values, as `saved_settings` reads them."""
    made: dict[str, Any] = msgspec.to_builtins(kept)
    return made


def _preferences(found: object, *, strict: bool) -> Preferences:
    given = found if isinstance(found, dict) else {}
    values: dict[str, Any] = {}
    for field in fields(Preferences):
        if field.name in given:
            with contextlib.suppress(msgspec.ValidationError):
                values[field.name] = msgspec.convert(given[field.name], field.type, strict=strict)
    return Preferences(**values)


def _texts(found: object, *, most: int) -> tuple[str, ...]:
    given = found if isinstance(found, list) else []
    return tuple(text for each in given if (text := _meant(each, Text)))[:most]


def _entries(found: object, kind: Any) -> dict[str, Any]:
    given = found if isinstance(found, dict) else {}
    meant = ((name, _meant(value, kind)) for name, value in given.items())
    return dict([entry for entry in meant if entry[1] is not None][:_MOST_ENTRIES])


def _meant(found: object, kind: type[_T] | Any) -> _T | Any | None:
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError:
        return None
