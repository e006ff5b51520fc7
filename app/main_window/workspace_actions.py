"""The rows of the table of actions for workspaces, recording and jamming."""

from functools import partial

from app.main_window.action_spec import ActionSpec, spec

_view = partial(spec, "View")
_play = partial(spec, "Play")
_record = partial(spec, "Play", submenu="Recording")

WORKSPACES = ("compose", "train", "library", "jam")
"""Those with a button of their own, in their order."""
PAGES: tuple[ActionSpec, ...] = (
    _view(0, "compose", "&Compose", "The workspace for writing.", "Ctrl+1", checkable=True),
    _view(
        0,
        "train",
        "&Train",
        "The workspace for making models from your pieces.",
        "Ctrl+2",
        checkable=True,
    ),
    _view(
        0,
        "library",
        "Li&brary",
        "All your pieces: find, hear and choose them.",
        "Ctrl+3",
        checkable=True,
    ),
    _view(
        0,
        "jam",
        "&Jam",
        "The workspace for playing together with Segue.",
        "Ctrl+4",
        checkable=True,
    ),
)
RECORDING: tuple[ActionSpec, ...] = (
    _record(
        0,
        "record_replaces",
        "&Replace what is there",
        "What you record takes the place of what is in the track, while it records.",
        "Ctrl+Alt+R",
        checkable=True,
    ),
    _record(
        0,
        "record_in_loop",
        "Only in the &loop range",
        "Nothing is recorded before the loop range and after it, looping or not.",
        "Ctrl+Alt+P",
        checkable=True,
    ),
    _record(
        0,
        "record_takes",
        "A ta&ke for each round",
        "Each round of a loop is a step of its own; undo goes back from take to take.",
        "Ctrl+Alt+U",
        checkable=True,
    ),
)
JAMMING: tuple[ActionSpec, ...] = (
    _play(5, "start_jam", "Start or stop &jamming", "Play together with Segue.", "Ctrl+J"),
    _play(5, "hand_over", "Hand o&ver", "In a jam: give the turn to Segue, or take it back.", "J"),
)
