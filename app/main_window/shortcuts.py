"""The keys of each action: a preset, changed by the user's own bindings."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from PySide6.QtGui import QKeySequence

from app.main_window.action_table import ACTIONS

Keys = Mapping[str, tuple[str, ...]]
# The table itself has the keys of most DAWs. This preset replaces them by MuseScore's keys where
# MuseScore has some, for users of notation programs.
NOTATION: Keys = MappingProxyType(
    {
        "octave_up": ("Ctrl+Up",),
        "octave_down": ("Ctrl+Down",),
        "scale_up": ("Alt+Shift+Up",),
        "scale_down": ("Alt+Shift+Down",),
        "louder": ("Shift+Up",),
        "softer": ("Shift+Down",),
        "shorter": ("Q",),
        "longer": ("W",),
        "quantise": ("Shift+Q",),
        "quantise_options": ("Ctrl+Shift+Q",),
        "duplicate": ("R",),
        "record": ("Ctrl+R",),
        "tool_draw": ("N",),
        "snap": ("Shift+N",),
        # The score has Shift+N for it all the same.
        "mark_tenuto": (),
        "previous_bar": ("Ctrl+Left",),
        "next_bar": ("Ctrl+Right",),
        "next_chord": ("Alt+Shift+Right",),
        "previous_chord": ("Alt+Shift+Left",),
        "play_on": ("Ctrl+Space",),
        "export_midi": ("Alt+E",),
        "mute": ("Alt+M",),
        "solo": ("Alt+S",),
    }
)
# While letters play notes, these actions have their letter with Ctrl. The others are in the menus.
WITH_CTRL = frozenset({"continue"})
PRESETS: Mapping[str, Keys] = MappingProxyType({"daw": MappingProxyType({}), "notation": NOTATION})


def keys_of(preset: str, chosen: Keys) -> dict[str, tuple[str, ...]]:
    """Return the keys of every action.

    Args:
        preset: A name of `PRESETS`; an unknown name means the first.
        chosen: The user's bindings; unknown actions are ignored.
    """
    over = PRESETS.get(preset, {})
    return {
        spec.name: tuple(chosen.get(spec.name, over.get(spec.name, spec.shortcuts)))
        for spec in ACTIONS
    }


def beside_letters(table: Keys, letters: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the keys that work while some letters play notes or do something else.

    Args:
        table: The keys of every action.
        letters: The letters that are no shortcuts now.
    """
    taken = {_canonical(letter) for letter in letters}
    left = {
        name: tuple(each for each in keys if _canonical(each) not in taken)
        for name, keys in table.items()
    }
    for name in WITH_CTRL & left.keys():
        if not left[name]:
            others = (f"Ctrl+{each}" for each in table[name])
            left[name] = tuple(each for each in others if not owner_of(each, table))[:1]
    return left


def _canonical(keys: str) -> str:
    return QKeySequence(keys).toString()


def owner_of(keys: str, table: Keys, *, but: str = "") -> str:
    """Return the name of the action that has these keys, or an empty string.

    Args:
        keys: A key sequence in Qt's notation.
        table: The keys of every action.
        but: An action to leave out.
    """
    wanted = QKeySequence(keys)
    for name, sequences in table.items():
        if name != but and any(QKeySequence(other) == wanted for other in sequences):
            return name
    return ""


def changed(chosen: Keys, name: str, keys: tuple[str, ...], *, preset: str) -> Keys:
    """Return the user's bindings after a change; keys equal to the preset's are removed."""
    rest = {other: sequences for other, sequences in chosen.items() if other != name}
    if keys == keys_of(preset, {}).get(name):
        return rest
    return {**rest, name: keys}
