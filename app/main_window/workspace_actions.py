"""The rows of the table of actions that go from workspace to workspace, and that jam."""

from functools import partial

from app.main_window.action_spec import ActionSpec, spec

_view = partial(spec, "View")
_play = partial(spec, "Play")

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
JAMMING: tuple[ActionSpec, ...] = (
    _play(5, "start_jam", "Start or stop &jamming", "Play together with Segue.", "Ctrl+J"),
    _play(5, "hand_over", "Hand o&ver", "In a jam: give the turn to Segue, or take it back.", "J"),
)
