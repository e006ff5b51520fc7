"""The rows of the Help menu: help and information on the program."""

from functools import partial

from app.main_window.action_table.spec import ActionSpec, spec

_help = partial(spec, "Help")

HELP: tuple[ActionSpec, ...] = (
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
        1,
        "licence_page",
        "Is what I make &mine?",
        "Read about the licence of the model, its sources, and selling.",
        "Alt+Shift+F12",
    ),
    _help(
        1,
        "introduction",
        "Replay the &introduction",
        "Hear again what Segue does with a piece.",
        "Ctrl+Shift+F1",
    ),
    _help(
        2, "report", "&Report a problem", "Read what a report needs, and where it goes.", "Alt+F12"
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
