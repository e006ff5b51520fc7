"""The rows of the Edit menu: notes, tracks, chords and the ruler."""

from functools import partial

from app.main_window.action_table.spec import ActionSpec, spec

_edit = partial(spec, "Edit")
_roll = partial(spec, "Edit", context="roll")
_transpose = partial(_roll, submenu="Transpose")
_move = partial(_roll, submenu="Move")
_length = partial(_roll, submenu="Length and loudness")
_go = partial(_roll, submenu="Go to")
_bars = partial(_edit, submenu="Bars of all tracks")
_here = partial(_edit, submenu="At the playhead")
_chords = partial(_edit, submenu="Chords")

EDIT: tuple[ActionSpec, ...] = (
    _edit(0, "undo", "&Undo", "Take the last step back.", "Ctrl+Z"),
    _edit(0, "redo", "&Redo", "Do the step again that was taken back.", "Ctrl+Shift+Z", "Ctrl+Y"),
    _edit(0, "history", "&History…", "See all steps and go back to any of them.", "Ctrl+H"),
    _roll(1, "cut", "Cu&t", "Take the selected notes or bars out and remember them.", "Ctrl+X"),
    _roll(1, "copy", "&Copy", "Remember the selected notes or bars.", "Ctrl+C"),
    _roll(
        1,
        "paste",
        "&Paste",
        "Put remembered notes at the playhead, or bars before this one.",
        "Ctrl+V",
    ),
    _roll(
        1,
        "duplicate",
        "&Duplicate",
        "Repeat the selected notes or bars right after themselves.",
        "Ctrl+D",
    ),
    _roll(1, "delete", "De&lete", "Remove the selected notes or bars.", "Del", "Backspace"),
    _roll(
        1,
        "select_all",
        "Select &all",
        "Select every note of the current track; once more: all bars of all tracks.",
        "Ctrl+A",
    ),
    _bars(
        1,
        "select_bars",
        "&Select the bar",
        "Select the bar at the playhead in all tracks.",
        "Ctrl+Shift+B",
    ),
    _bars(1, "more_bars", "One bar &more", "Select the next bar, too.", "Ctrl+Alt+Right"),
    _bars(1, "fewer_bars", "One bar &fewer", "Select one bar less.", "Ctrl+Alt+Left"),
    _bars(
        1,
        "insert_bars",
        "&Insert empty bars…",
        "Put empty bars before the selected ones, or before the bar at the playhead.",
        "Ctrl+Shift+Ins",
    ),
    _bars(
        1,
        "section_earlier",
        "Section &earlier",
        "Move the section at the playhead, with all its bars, before the one before.",
        "Ctrl+Alt+Shift+Left",
    ),
    _bars(
        1,
        "section_later",
        "Section &later",
        "Move the section at the playhead, with all its bars, behind the next one.",
        "Ctrl+Alt+Shift+Right",
    ),
    _roll(2, "quantise", "&Quantise", "Put the selected notes (or all) on the grid.", "Q"),
    _roll(
        2,
        "quantise_options",
        "Quantise &with strength…",
        "Put the selected notes (or all) a part of the way on the grid.",
        "Shift+Q",
    ),
    _roll(
        2,
        "groove",
        "&Groove and swing…",
        "Swing, the groove of another track, or humanise the selected notes (or all).",
        "Alt+Q",
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
    _roll(
        1,
        "select_bar",
        "Select the &bar",
        "Select the current track's notes in the bar of the selection, or at the playhead.",
        "Ctrl+B",
    ),
    _length(
        2,
        "tie",
        "T&ie to the next",
        "Make one note of the selected ones and the next of their pitch.",
        "Shift+J",
    ),
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
    _roll(
        2,
        "insert_note",
        "&Insert note",
        "Put a note after the selected ones, or at the playhead.",
        "Ins",
        "Ctrl+Shift+N",
    ),
    _edit(
        3,
        "find_beats",
        "Find the &beats",
        "Find beats and bars in music that was played without a click.",
        "Ctrl+Alt+F",
    ),
    _edit(
        3,
        "tap_beats",
        "&Tap the beats",
        "Play the piece and tap along: its beats and bars follow your taps.",
        "Ctrl+Alt+Shift+F",
    ),
    _here(3, "tempo_here", "Tempo…", "Another tempo from this bar on.", "Ctrl+Alt+T"),
    _here(3, "meter_here", "Meter…", "Another meter from this bar on.", "Ctrl+Alt+M"),
    _here(3, "key_here", "Key…", "Another key from this bar on.", "Ctrl+Alt+Y"),
    _here(3, "marker_here", "Marker…", "A word at the playhead.", "Ctrl+M"),
    _here(
        3,
        "write_sections",
        "Sections…",
        "Letters of sections from this bar on, such as A B A: Segue follows them over empty bars.",
        "Ctrl+Alt+L",
    ),
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
)
