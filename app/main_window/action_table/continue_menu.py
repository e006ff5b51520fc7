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
            "continuing.audition",
            str(number),
            given=(number - 1,),
        )


# fmt: off
CONTINUE: tuple[ActionSpec, ...] = (
    _continue(0, "continue", "&Continue",
        "Let the model go on with the piece, or begin an empty one.",
        "offers.toggle", "G", "Ctrl+G", "Ctrl+Shift+G"),
    _continue(0, "rewrite", "&Rewrite these bars",
        "Other notes for the bars of the selection or the loop, those that join best first.",
        "bar_requests.rewrite", "Shift+R"),
    _continue(0, "rewrite_track", "Rewrite this &track here",
        "The same for the current track alone; the model hears the others meanwhile.",
        "bar_requests.rewrite_track", "Alt+R"),
    _continue(0, "fill", "&Fill these bars",
        "Notes for the bars of the selection or the loop that lead into what follows.",
        "bar_requests.fill", "Shift+F"),
    _continue(0, "fill_track", "Fill t&his track here",
        "The same for the current track alone; the model hears the others meanwhile.",
        "bar_requests.fill_track", "Alt+Shift+F"),
    _continue(0, "answer", "Let the others a&nswer",
        "The current track stays, and the other tracks follow it in these bars.",
        "bar_requests.answer", "Alt+Shift+A"),
    _continue(0, "accompany", "Add a track that &plays along…",
        "Choose an instrument: the model writes it for the selected bars, or the whole piece.",
        "accompanying.ask_instrument", "Alt+Shift+T"),
    _continue(0, "more_like", "&More like this one",
        "Others that begin as the highlighted alternative does, and go on in their own way.",
        "offers.more_like", "Shift+G"),
    _continue(0, "cancel", "&Cancel",
        "Stop what runs; then the keys that play; then the selection; then the music.",
        "session.cancel", "Esc"),
    _hear(1, "next_alternative", "Next alternative", "Hear the next alternative.",
        "continuing.step", "F3", given=(1,)),
    _hear(1, "previous_alternative", "Previous alternative", "Hear the one before.",
        "continuing.step", "Shift+F3", given=(-1,)),
    *_alternatives(),
    _hear(1, "audition_original", "The piece as it is", "Hear the piece without an alternative.",
        "offers.audition_original", "0"),
    _continue(2, "accept", "&Keep this one", "Put the alternative into the piece, as one step.",
        "continuing.keep", "Return", "Enter"),
    _continue(2, "reject", "Put &all away", "Put all alternatives away; they stay among the takes.",
        "continuing.reject", "Shift+Backspace"),
    _continue(2, "star", "&Star this one", "Mark the alternative; find it among the takes.",
        "offers.toggle_star", "T"),
    _continue(3, "forget", "&Forget memory",
        "The model forgets the bars before the place where it goes on.",
        "model.forget", "Ctrl+Shift+F"),
)
# fmt: on
