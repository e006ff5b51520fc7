"""The rows of the table of actions for the chord lane."""

from functools import partial

from app.main_window.action_spec import ActionSpec, spec

_chords = partial(spec, "Edit", submenu="Chords")

CHORDS: tuple[ActionSpec, ...] = (
    _chords(
        3,
        "type_chords",
        "&Type chords…",
        "Type chords over the bar at the playhead, such as Dm7 G7 | C.",
        "C",
    ),
    _chords(
        3,
        "find_chords",
        "&Find chords",
        "Write the chords over the piece that are heard in it.",
        "Alt+Shift+C",
    ),
    _chords(
        3,
        "other_chords",
        "&Other chords that fit…",
        "Other chords for the one at the playhead, those first that fit the tune best.",
        "Shift+C",
    ),
    _chords(3, "chords_up", "Semitone &up", "Move all chords up a semitone.", "Ctrl+Alt+PgUp"),
    _chords(
        3, "chords_down", "Semitone &down", "Move all chords down a semitone.", "Ctrl+Alt+PgDown"
    ),
    _chords(
        3,
        "chords_to_track",
        "Chords on a new &track",
        "Add a track that plays the chords as blocks.",
        "Ctrl+Alt+B",
    ),
)
CHORD_LANE: tuple[ActionSpec, ...] = (
    spec(
        "View",
        3,
        "chord_lane",
        "C&hords",
        "Show the chords over the ruler.",
        "Ctrl+Alt+C",
        checkable=True,
    ),
)
