"""The rows of the Help menu: help and information on the program."""

from functools import partial

from app.main_window.action_table.spec import ActionSpec, spec

_help = partial(spec, "Help")

# fmt: off
HELP: tuple[ActionSpec, ...] = (
    _help(0, "palette", "&Find an action…", "Type to find anything Segue can do.",
        "help.show_palette", "Ctrl+K"),
    _help(0, "shortcuts", "&Keys", "All keys on one sheet.",
        "help.show_shortcuts", "?", "Shift+F1"),
    _help(1, "guide", "&User guide", "Read how Segue is used.",
        "help.open_page", "F1", given=("guide",)),
    _help(1, "graphics_card", "Use a graphics &card",
        "Read how a graphics card is used for training, step by step.",
        "help.open_page", "Shift+F12", given=("graphics_card",)),
    _help(1, "licence_page", "Is what I make &mine?",
        "Read about the licence of the model, its sources, and selling.",
        "help.open_page", "Alt+Shift+F12", given=("licence_page",)),
    _help(1, "introduction", "Replay the &introduction", "Hear again what Segue does with a piece.",
        "start.show_introduction", "Ctrl+Shift+F1"),
    _help(2, "report", "&Report a problem", "Read what a report needs, and where it goes.",
        "help.open_page", "Alt+F12", given=("report",)),
    _help(2, "open_logs", "Open &log folder", "Where Segue writes down what went wrong.",
        "help.open_logs", "Ctrl+F12"),
    _help(2, "copy_system", "Copy s&ystem information",
        "Put versions and folders on the clipboard.", "help.copy_system", "Ctrl+Shift+F12"),
    _help(2, "about", "&About Segue", "Version and licences.", "help.about", "Ctrl+F1"),
)
# fmt: on
