"""The rows of the table of actions that show and hide parts of the roll and its panes."""

from functools import partial

from app.main_window.action_spec import ActionSpec, spec

_view = partial(spec, "View")
_pane = partial(_view, 3, submenu="&Pane under the roll")

SIGHT: tuple[ActionSpec, ...] = (
    _pane("pane_alternatives", "&Alternatives", "What the model offers, side by side.", "Alt+1"),
    _pane("pane_tree", "&Tree", "The piece's takes and their branches.", "Alt+2"),
    _pane("pane_mixer", "&Mixer", "Volume, pan and level of every track.", "Alt+3"),
    _pane("pane_events", "&Events", "Notes and controllers as a table to edit.", "Alt+4"),
    _pane("pane_score", "&Score", "The piece as a score, in which the same keys edit.", "Alt+5"),
    _view(
        3,
        "follow",
        "F&ollow the playhead",
        "The roll moves along while the piece plays.",
        "F",
        checkable=True,
    ),
    _view(
        3,
        "ghosts",
        "Show other tracks",
        "Show the other tracks' notes faintly.",
        "Ctrl+G",
        checkable=True,
    ),
    _view(
        3,
        "scale_highlight",
        "Highlight the &scale",
        "Shade what lies outside the key.",
        "H",
        checkable=True,
    ),
    _view(
        3,
        "origins",
        "Show who &wrote each note",
        "Mark the model's notes and those you changed.",
        "Ctrl+Shift+O",
        checkable=True,
    ),
    _view(3, "velocity_lane", "&Velocity lane", "Show how loud each note is.", "Y", checkable=True),
    _view(
        3,
        "navigation",
        "&Keyboard navigation",
        "Arrow keys walk from chord to chord and speak.",
        "Ctrl+Alt+K",
        checkable=True,
    ),
    _view(
        3,
        "fold_keys",
        "Fold to the keys &used",
        "Leave out the rows of pitches that no note has.",
        "U",
        checkable=True,
    ),
    _view(
        3,
        "drum_grid",
        "Drum &grid",
        "Drum tracks show a row for each drum and a mark for each stroke.",
        "Shift+U",
        checkable=True,
    ),
)
