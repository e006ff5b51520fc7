"""The rows of the File menu: pieces as files."""

from functools import partial

from app.main_window.action_table.spec import ActionSpec, spec

_file = partial(spec, "File")

# fmt: off
FILE: tuple[ActionSpec, ...] = (
    _file(0, "new", "&New piece", "Begin an empty piece.", "files.ask_new", "Ctrl+N"),
    _file(0, "open", "&Open…", "Open a Segue piece, a MIDI file or a recording.",
        "files.ask_open", "Ctrl+O"),
    _file(0, "start_page", "S&tart page", "Recent pieces, empty ones and demos.",
        "start.show", "Ctrl+Alt+Home"),
    _file(1, "save", "&Save", "Save the piece, with all its takes.", "files.save", "Ctrl+S"),
    _file(1, "save_as", "Save &as…", "Save the piece under another name.",
        "files.save_as", "Ctrl+Shift+S"),
    _file(1, "credits", "Title and &composer…",
        "What the piece is called and who wrote it, as scores and files say.",
        "credits.ask", "Alt+Return"),
    _file(2, "insert_midi", "&Insert MIDI file…", "Add a MIDI file's notes at the playhead.",
        "files.ask_insert", "Ctrl+I"),
    _file(2, "export_midi", "&Export MIDI…", "Write the piece as a MIDI file for other programs.",
        "files.ask_export", "Ctrl+E"),
    _file(2, "export_audio", "Export a&udio…", "Write the piece as sound: WAV, FLAC or OGG.",
        "audio.ask", "Ctrl+Shift+E"),
    _file(2, "export_musicxml", "Export Music&XML…",
        "Write the piece as notation for MuseScore and others.",
        "notation.ask_notation", "Ctrl+Alt+E"),
    _file(2, "export_origins", "Export MIDI with o&rigins…",
        "MIDI with a text event for each note the model made, saying which take it is from.",
        "notation.ask_origins", "Ctrl+Alt+O"),
    _file(3, "print_score", "&Print the score…", "Print the piece as a score, or its parts.",
        "printing.ask_printer", "Ctrl+P"),
    _file(3, "save_pdf", "Save the score as P&DF…",
        "Write the piece as pages that any machine shows and prints.",
        "printing.ask_file", "Ctrl+Shift+P"),
    _file(3, "extract_parts", "Extract parts as &files…",
        "Write the parts of players as files of their own: pages, or MusicXML.",
        "parts.ask", "Ctrl+Alt+Shift+P"),
    _file(4, "quit", "&Quit", "Close Segue; unsaved work is asked about.", "frame.close", "Ctrl+Q"),
)
# fmt: on
