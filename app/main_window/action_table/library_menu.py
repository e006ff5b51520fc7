"""The rows of the Library menu: pieces and takes."""

from functools import partial

from app.main_window.action_table.spec import ActionSpec, spec

_library = partial(spec, "Library")

# fmt: off
LIBRARY: tuple[ActionSpec, ...] = (
    _library(0, "add_folder", "&Add folder…",
        "Add a folder of MIDI files; they stay where they are.",
        "library.ask_folder", "Ctrl+Shift+A"),
    _library(0, "show_report", "Last &import report",
        "What the last import found and why some files were not used.",
        "library.show_report", "Ctrl+Shift+I"),
    _library(1, "find_piece", "&Find in the library…",
        "Search your pieces, models or takes as you type.", "library.find", "Ctrl+F"),
    _library(1, "show_pieces", "&Pieces", "Show the pieces of your library.",
        "library.show_tab", "Ctrl+Alt+1", given=("pieces",)),
    _library(1, "show_takes", "&Takes",
        "Show the takes of this piece: all alternatives that were ever made for it.",
        "library.show_tab", "Ctrl+Alt+3", given=("takes",)),
)
# fmt: on
