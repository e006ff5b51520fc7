"""The rows of the table of actions that move through notes and panels by keys."""

from functools import partial

from app.main_window.action_spec import ActionSpec, spec

_go = partial(spec, "Edit", context="roll", submenu="Go to")
_panel = partial(spec, "View")

WALKING: tuple[ActionSpec, ...] = (
    _go(2, "next_chord", "Next notes", "Go to the next notes, hear and select them.", "Ctrl+Right"),
    _go(
        2,
        "previous_chord",
        "Notes before",
        "Go to the notes before, hear and select them.",
        "Ctrl+Left",
    ),
    _go(
        2,
        "note_above",
        "Note above",
        "Go to the next higher of the notes that begin together.",
        "Ctrl+Shift+Up",
    ),
    _go(
        2,
        "note_below",
        "Note below",
        "Go to the next lower of the notes that begin together.",
        "Ctrl+Shift+Down",
    ),
    _go(
        2,
        "next_chord_too",
        "Next notes as well",
        "Select the next notes, too.",
        "Ctrl+Shift+Right",
    ),
    _go(
        2,
        "previous_chord_too",
        "Notes before as well",
        "Select the notes before, too.",
        "Ctrl+Shift+Left",
    ),
    spec(
        "Edit",
        2,
        "insert_note",
        "&Insert note",
        "Put a note after the selected ones, or at the playhead.",
        "Ins",
        "Ctrl+Shift+N",
        context="roll",
    ),
)
PANELS: tuple[ActionSpec, ...] = (
    _panel(5, "next_panel", "Next panel", "Go to the next part of the window by key.", "F6"),
    _panel(
        5,
        "previous_panel",
        "Panel before",
        "Go to the part of the window before by key.",
        "Shift+F6",
    ),
)
