"""The dialog for the feel of notes: swing, the groove of a track, humanising."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.settings.setting import Decimal, OneOf, Setting, Whole
from app.values.groove import LONGEST_MS, LOUDEST_CHANGE, MOST_SWING, STRAIGHT, FeelChoices
from app.widgets.settings.form import CONTROL_HEIGHT, Form, FormDialog

_STRAIGHT = ("straight", 0)
_PER_CENT = Decimal(0, 100, 1, decimals=0, unit="%")


def groove_form(names: tuple[str, ...], choices: FeelChoices) -> Form[FeelChoices]:
    """Return the form with the feel of notes.

    Args:
        names: The tracks whose groove can be taken, from the top.
        choices: The present choices.
    """
    feels = OneOf(_feels(names))
    moves = _unless(_tr("The notes stay where they are."), "straight", "swing", "track")
    rows = (
        Setting("feel track", _tr("&Notes go to"), "", feels, _STRAIGHT),
        Setting(
            "lines_a_quarter",
            _tr("&Grid"),
            _tr("How far the lines are from each other"),
            OneOf(((2, "1/8"), (4, "1/16"))),
            unless=moves,
        ),
        Setting(
            "swing",
            _tr("S&wing"),
            _tr("Where the second of two notes lies: 50 is straight, 67 is triplets"),
            Decimal(STRAIGHT, MOST_SWING, 1, decimals=0, unit="%"),
            unless=_unless(_tr("Choose the swung grid first."), "swing"),
        ),
        Setting(
            "strength",
            _tr("&Strength"),
            _tr("How much of the way the notes go"),
            _PER_CENT,
            unless=moves,
        ),
        Setting(
            "accents",
            _tr("&Accents of the track"),
            _tr("How much of the track's louder and softer notes is taken over"),
            _PER_CENT,
            unless=_unless(_tr("Choose a track first."), "track"),
        ),
        Setting(
            "timing_ms",
            _tr("&Chance in time"),
            _tr("Each note begins up to this much earlier or later"),
            Decimal(0, LONGEST_MS, 1, decimals=0, unit=_tr(" ms").strip()),
        ),
        Setting(
            "loudness",
            _tr("Chance in &loudness"),
            _tr("Each note gets up to this much louder or softer"),
            Whole(0, LOUDEST_CHANGE),
        ),
    )
    return Form(rows, choices, height=CONTROL_HEIGHT)


def _feels(names: tuple[str, ...]) -> tuple[tuple[tuple[str, int], str], ...]:
    return (
        (_STRAIGHT, _tr("the straight grid")),
        (("swing", 0), _tr("the swung grid")),
        *(
            (("track", index), _tr("where ‘%1’ plays").replace("%1", name))
            for index, name in enumerate(names)
        ),
        (("as_is", 0), _tr("nowhere else")),
    )


def _unless(reason: str, *feels: str) -> Callable[[FeelChoices], str]:
    """Return what gives the reason where notes have none of these feels."""
    return lambda choices: "" if choices.feel in feels else reason


def ask_feel(
    parent: QWidget | None, names: tuple[str, ...], choices: FeelChoices
) -> FeelChoices | None:
    """Ask how to change the feel of notes; None if the user cancels."""
    form = groove_form(names, choices)
    return FormDialog(parent, form, title=_tr("Groove and swing")).asked()


def _tr(text: str) -> str:
    return QCoreApplication.translate("GrooveDialog", text)
