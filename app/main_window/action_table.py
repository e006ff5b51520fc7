"""The table of all actions: texts, shortcuts and menus."""

from functools import partial

from app.main_window.action_spec import MENUS, ActionSpec, Menu, spec
from app.main_window.chord_actions import CHORD_LANE, CHORDS
from app.main_window.continue_actions import CONTINUING
from app.main_window.filing_actions import FILING
from app.main_window.library_actions import LIBRARY
from app.main_window.notation_actions import ENDLESS, NOTATION
from app.main_window.sight_actions import SIGHT
from app.main_window.walking_actions import PANELS, WALKING
from app.main_window.workspace_actions import JAMMING, PAGES, RECORDING, WORKSPACES

__all__ = ["ACTIONS", "EXCLUSIVE", "MENUS", "NO_REPEAT", "ActionSpec", "Menu"]

_edit = partial(spec, "Edit")
_roll = partial(spec, "Edit", context="roll")
_transpose = partial(spec, "Edit", context="roll", submenu="Transpose")
_move = partial(spec, "Edit", context="roll", submenu="Move")
_length = partial(spec, "Edit", context="roll", submenu="Length and loudness")
_here = partial(spec, "Edit", submenu="At the playhead")
_view = partial(spec, "View")
_colours = partial(spec, "View", submenu="Colours")
_play = partial(spec, "Play")
_speed = partial(spec, "Play", submenu="Speed")
_help = partial(spec, "Help")


# The texts are English; `Actions` translates them.
ACTIONS: tuple[ActionSpec, ...] = (
    *FILING,
    _edit(0, "undo", "&Undo", "Take the last step back.", "Ctrl+Z"),
    _edit(0, "redo", "&Redo", "Do the step again that was taken back.", "Ctrl+Shift+Z", "Ctrl+Y"),
    _edit(0, "history", "&History…", "See all steps and go back to any of them.", "Ctrl+H"),
    _roll(1, "cut", "Cu&t", "Take the selected notes out and remember them.", "Ctrl+X"),
    _roll(1, "copy", "&Copy", "Remember the selected notes.", "Ctrl+C"),
    _roll(1, "paste", "&Paste", "Put remembered notes at the playhead.", "Ctrl+V"),
    _roll(
        1, "duplicate", "&Duplicate", "Repeat the selected notes right after themselves.", "Ctrl+D"
    ),
    _roll(1, "delete", "De&lete", "Remove the selected notes.", "Del", "Backspace"),
    _roll(1, "select_all", "Select &all", "Select every note of the current track.", "Ctrl+A"),
    _roll(2, "quantise", "&Quantise", "Put the selected notes (or all) on the grid.", "Q"),
    _roll(
        2,
        "quantise_options",
        "Quantise &with strength…",
        "Put the selected notes (or all) a part of the way on the grid.",
        "Shift+Q",
    ),
    _transpose(2, "semitone_up", "Semitone up", "Move the selected notes up a semitone.", "Up"),
    _transpose(
        2, "semitone_down", "Semitone down", "Move the selected notes down a semitone.", "Down"
    ),
    _transpose(2, "octave_up", "Octave up", "Move the selected notes up an octave.", "Shift+Up"),
    _transpose(
        2, "octave_down", "Octave down", "Move the selected notes down an octave.", "Shift+Down"
    ),
    _transpose(
        2, "scale_up", "Scale step up", "Move the selected notes up one step of the key.", "Alt+Up"
    ),
    _transpose(
        2,
        "scale_down",
        "Scale step down",
        "Move the selected notes down one step of the key.",
        "Alt+Down",
    ),
    _move(
        2, "nudge_later", "Later by grid", "Move the selected notes one grid value later.", "Right"
    ),
    _move(
        2,
        "nudge_earlier",
        "Earlier by grid",
        "Move the selected notes one grid value earlier.",
        "Left",
    ),
    _move(
        2,
        "nudge_later_fine",
        "Later by a tick",
        "Move the selected notes a tick later.",
        "Alt+Right",
    ),
    _move(
        2,
        "nudge_earlier_fine",
        "Earlier by a tick",
        "Move the selected notes a tick earlier.",
        "Alt+Left",
    ),
    _length(
        2, "longer", "Longer", "Make the selected notes longer by one grid value.", "Shift+Right"
    ),
    _length(
        2, "shorter", "Shorter", "Make the selected notes shorter by one grid value.", "Shift+Left"
    ),
    _length(2, "louder", "Louder", "Raise the selected notes' velocity.", "Ctrl+Up"),
    _length(2, "softer", "Softer", "Lower the selected notes' velocity.", "Ctrl+Down"),
    *NOTATION,
    *WALKING,
    _here(3, "tempo_here", "Tempo…", "Another tempo from this bar on.", "Ctrl+Alt+T"),
    _here(3, "meter_here", "Meter…", "Another meter from this bar on.", "Ctrl+Alt+M"),
    _here(3, "key_here", "Key…", "Another key from this bar on.", "Ctrl+Alt+Y"),
    _here(3, "marker_here", "Marker…", "A word at the playhead.", "Ctrl+M"),
    *CHORDS,
    _edit(3, "add_track", "Add &track", "Add an empty track.", "Ctrl+T"),
    _edit(3, "remove_track", "Remove trac&k", "Remove the current track.", "Ctrl+Shift+T"),
    # In the roll only: F2 edits an entry in lists and lanes.
    _roll(3, "rename_track", "Re&name track", "Give the current track another name.", "F2"),
    _edit(3, "mute", "&Mute track", "Silence the current track, or let it sound.", "M"),
    _edit(3, "solo", "S&olo track", "Hear only the current track.", "S"),
    _edit(3, "previous_track", "Previous track", "Edit the track above.", "Ctrl+Alt+Up"),
    _edit(3, "next_track", "Next track", "Edit the track below.", "Ctrl+Alt+Down"),
    _edit(
        4,
        "preferences",
        "Pr&eferences…",
        "Sound, folders, colours, keys and language.",
        "Ctrl+,",
    ),
    *PAGES,
    _view(1, "zoom_in", "Zoom &in", "Show less music, larger.", "Ctrl+=", "Ctrl++"),
    _view(1, "zoom_out", "Zoom &out", "Show more music, smaller.", "Ctrl+-"),
    _view(1, "zoom_fit", "Zoom to &fit", "Show the selection, or the whole piece.", "Z"),
    _view(
        2,
        "tool_select",
        "Select &with the pointer",
        "The pointer selects and moves notes.",
        "V",
        checkable=True,
    ),
    _view(
        2, "tool_draw", "&Draw with the pointer", "The pointer draws notes.", "B", checkable=True
    ),
    _view(
        2,
        "snap",
        "S&nap to the grid",
        "Edits keep to the grid, or go anywhere.",
        "N",
        checkable=True,
    ),
    _view(2, "snap_coarser", "Coarser grid", "Double the grid's value.", "["),
    _view(2, "snap_finer", "Finer grid", "Halve the grid's value.", "]"),
    *SIGHT,
    *CHORD_LANE,
    ENDLESS,
    _colours(
        4,
        "theme_system",
        "Like the desktop",
        "Follow the desktop's colours.",
        "Alt+Shift+1",
        checkable=True,
    ),
    _colours(4, "theme_dark", "Dark", "Light notes on dark ground.", "Alt+Shift+2", checkable=True),
    _colours(
        4, "theme_light", "Light", "Dark notes on light ground.", "Alt+Shift+3", checkable=True
    ),
    _colours(
        4,
        "theme_contrast",
        "High contrast",
        "The strongest contrasts.",
        "Alt+Shift+4",
        checkable=True,
    ),
    _view(
        5,
        "panel_library",
        "Library panel",
        "Show pieces, models and takes.",
        "Ctrl+Shift+L",
        checkable=True,
    ),
    _view(
        5,
        "panel_continue",
        "Continue panel",
        "Show how the model goes on.",
        "Ctrl+Shift+C",
        checkable=True,
    ),
    *PANELS,
    _view(5, "reset_layout", "&Reset layout", "Put all panels back where they were.", "Ctrl+Alt+0"),
    _view(5, "full_screen", "F&ull screen", "Use the whole screen.", "F11", checkable=True),
    _play(
        0,
        "play",
        "&Play or stop",
        "Play from the playhead; stop and go back.",
        "Space",
        "Media Play",
    ),
    _play(0, "play_on", "Play &on", "Go on where it stopped.", "Shift+Space"),
    _play(
        0,
        "stop",
        "&Stop",
        "Stop; a second time goes to the start and ends every sound.",
        "Media Stop",
    ),
    _play(0, "record", "&Record", "Record what you play into this track.", "R"),
    *RECORDING,
    _play(
        0,
        "capture",
        "&Capture what I just played",
        "Put what you just played into this track, though nothing recorded.",
        "Ctrl+Shift+R",
    ),
    _play(
        0,
        "typing",
        "&Typing keyboard",
        "The computer's letters play notes: A to ; are white keys, Z and X change the octave.",
        "Ctrl+Shift+K",
        checkable=True,
    ),
    _play(1, "to_start", "To the start", "Go to the beginning.", "Home"),
    _play(1, "to_end", "To the end", "Go to the end.", "End"),
    _play(1, "previous_bar", "Previous bar", "Go back a bar.", ","),
    _play(1, "next_bar", "Next bar", "Go on a bar.", "."),
    _play(
        2,
        "loop",
        "&Loop",
        "Repeat the loop range; drag over the ruler to set it.",
        "L",
        checkable=True,
    ),
    _play(2, "metronome", "&Metronome", "Click on the beats.", "K", checkable=True),
    _speed(3, "slower", "Slower", "Play 10 % slower; the piece's tempo stays.", "Ctrl+Shift+,"),
    _speed(3, "faster", "Faster", "Play 10 % faster; the piece's tempo stays.", "Ctrl+Shift+."),
    _speed(3, "speed_normal", "As written", "Play at the piece's own tempo.", "Ctrl+Shift+/"),
    _play(4, "panic", "P&anic", "End every sound on every output at once.", "Ctrl+.", "F12"),
    *JAMMING,
    *CONTINUING,
    *LIBRARY,
    _help(0, "palette", "&Find an action…", "Type to find anything Segue can do.", "Ctrl+K"),
    _help(0, "shortcuts", "&Keys", "All keys on one sheet.", "?", "Shift+F1"),
    _help(1, "guide", "&User guide", "Read how Segue is used.", "F1"),
    _help(
        1,
        "graphics_card",
        "Use a graphics &card",
        "Read how a graphics card is used for training, step by step.",
        "Shift+F12",
    ),
    _help(
        1, "introduction", "Replay the &introduction", "See the first card again.", "Ctrl+Shift+F1"
    ),
    _help(
        2, "open_logs", "Open &log folder", "Where Segue writes down what went wrong.", "Ctrl+F12"
    ),
    _help(
        2,
        "copy_system",
        "Copy s&ystem information",
        "Put versions and folders on the clipboard.",
        "Ctrl+Shift+F12",
    ),
    _help(2, "about", "&About Segue", "Version and licences.", "Ctrl+F1"),
)
# Groups of checkable actions of which exactly one is checked.
EXCLUSIVE: tuple[tuple[str, ...], ...] = (
    WORKSPACES,
    ("tool_select", "tool_draw"),
    ("theme_system", "theme_dark", "theme_light", "theme_contrast"),
)
# A held key triggers these once only.
NO_REPEAT = frozenset(
    {"play", "play_on", "continue", "accept", "metronome", "loop", "new", "save", "hand_over"}
)
