"""The rows of the table of actions for editing by bars and ties, as in a notation program."""

from functools import partial

from app.main_window.action_spec import ActionSpec, spec

_edit = partial(spec, "Edit", context="roll")

NOTATION: tuple[ActionSpec, ...] = (
    _edit(
        1,
        "select_bar",
        "Select the &bar",
        "Select the current track's notes in the bar of the selection, or at the playhead.",
        "Ctrl+B",
    ),
    _edit(
        2,
        "tie",
        "T&ie to the next",
        "Make one note of the selected ones and the next of their pitch.",
        "Shift+J",
        submenu="Length and loudness",
    ),
)
ENDLESS = spec(
    "View",
    3,
    "endless_line",
    "Score as one lin&e",
    "The score goes on sideways without an end, or line under line.",
    "Ctrl+Shift+J",
    checkable=True,
)
