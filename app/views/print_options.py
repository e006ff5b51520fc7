"""The dialog for what to print."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.settings.setting import Line, OneOf, Setting
from app.widgets.settings.form import Form, FormDialog
from engine.form.credits import MOST_LETTERS


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintChoice:
    """The books to print.

    Attributes:
        books: For each printed book, the indices of its parts.
        composer: The composer, or empty.
    """

    books: tuple[tuple[int, ...], ...]
    composer: str = ""


def print_form(names: tuple[str, ...], composer: str) -> Form[PrintChoice]:
    """Return the form that asks whether to print the score or its parts.

    Args:
        names: The parts, from the top.
        composer: The composer, or empty.
    """
    everything = tuple(range(len(names)))
    alone = tuple((number,) for number in everything)
    books: list[tuple[tuple[tuple[int, ...], ...], str]] = [((everything,), _tr("The score"))]
    if len(names) > 1:
        books += [
            (alone, _tr("All parts, each from a new page")),
            ((everything, *alone), _tr("The score and all parts")),
        ]
        books += [
            ((book,), _tr("The part of %1").replace("%1", name))
            for name, book in zip(names, alone, strict=True)
        ]
    rows = (
        Setting("books", _tr("&Pages"), "", OneOf(tuple(books))),
        Setting("composer", _tr("&Composer"), "", Line(MOST_LETTERS)),
    )
    return Form(rows, PrintChoice(books=(everything,), composer=composer))


def ask_print_options(
    parent: QWidget | None, names: tuple[str, ...], composer: str, *, title: str
) -> PrintChoice | None:
    """Ask what to print; None if the user cancels."""
    return FormDialog(parent, print_form(names, composer), title=title).asked()


def _tr(text: str) -> str:
    return QCoreApplication.translate("PrintOptionsDialog", text)
