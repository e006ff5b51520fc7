"""The rows of the Continue menu: the model's music."""

from collections.abc import Iterator
from functools import partial

from app.main_window.action_table.spec import ActionSpec, spec

_continue = partial(spec, "Continue")
_hear = partial(_continue, submenu="Hear")


def _alternatives() -> Iterator[ActionSpec]:
    for number, letter in enumerate("ABCDEFGH", 1):
        yield _hear(
            1,
            f"audition_{number}",
            f"Alternative {letter}",
            f"Hear alternative {letter} in its place.",
            str(number),
        )


CONTINUE: tuple[ActionSpec, ...] = (
    _continue(
        0,
        "continue",
        "&Continue",
        "Let the model go on with the piece, or begin an empty one.",
        "G",
        "Ctrl+G",
        "Ctrl+Shift+G",
    ),
    _continue(
        0,
        "rewrite",
        "&Rewrite these bars",
        "Other notes for the bars of the selection or the loop, those that join best first.",
        "Shift+R",
    ),
    _continue(
        0,
        "rewrite_track",
        "Rewrite this &track here",
        "The same for the current track alone; the model hears the others meanwhile.",
        "Alt+R",
    ),
    _continue(
        0,
        "fill",
        "&Fill these bars",
        "Notes for the bars of the selection or the loop that lead into what follows.",
        "Shift+F",
    ),
    _continue(
        0,
        "fill_track",
        "Fill t&his track here",
        "The same for the current track alone; the model hears the others meanwhile.",
        "Alt+Shift+F",
    ),
    _continue(
        0,
        "answer",
        "Let the others a&nswer",
        "The current track stays, and the other tracks follow it in these bars.",
        "Alt+Shift+A",
    ),
    _continue(
        0,
        "accompany",
        "Add a track that &plays along…",
        "Choose an instrument: the model writes it for the selected bars, or the whole piece.",
        "Alt+Shift+T",
    ),
    _continue(
        0,
        "more_like",
        "&More like this one",
        "Others that begin as the highlighted alternative does, and go on in their own way.",
        "Shift+G",
    ),
    _continue(
        0,
        "cancel",
        "&Cancel",
        "Stop what runs; then the keys that play; then the selection; then the music.",
        "Esc",
    ),
    _hear(1, "next_alternative", "Next alternative", "Hear the next alternative.", "F3"),
    _hear(1, "previous_alternative", "Previous alternative", "Hear the one before.", "Shift+F3"),
    *_alternatives(),
    _hear(
        1, "audition_original", "The piece as it is", "Hear the piece without an alternative.", "0"
    ),
    _continue(
        2,
        "accept",
        "&Keep this one",
        "Put the alternative into the piece, as one step.",
        "Return",
        "Enter",
    ),
    _continue(
        2,
        "reject",
        "Put &all away",
        "Put all alternatives away; they stay among the takes.",
        "Shift+Backspace",
    ),
    _continue(2, "star", "&Star this one", "Mark the alternative; find it among the takes.", "T"),
    _continue(
        3,
        "forget",
        "&Forget memory",
        "The model forgets the bars before the place where it goes on.",
        "Ctrl+Shift+F",
    ),
)
