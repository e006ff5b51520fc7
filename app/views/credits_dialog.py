"""The dialog for a piece's title and composer."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.settings.setting import Line, OneOf, Setting
from app.widgets.settings.form import Form, FormDialog
from app.words.encodings import encoding_names
from engine.form.credits import MOST_LETTERS
from engine.values.encodings import Encoding

# Pixels.
_FIELD_WIDTH = 320


@dataclass(frozen=True, slots=True, kw_only=True)
class CreditLines:
    """The lines above a score.

    Attributes:
        title: The piece's title, or empty.
        composer: The composer, or empty.
        encoding: In which encoding the texts of its file are read; empty where no other one is
            possible.
    """

    title: str = ""
    composer: str = ""
    encoding: Encoding | Literal[""] = ""


def credits_form(known: CreditLines, name: str) -> Form[CreditLines]:
    """Return the form with title and composer.

    Args:
        known: The present values.
        name: The piece's name, which a score shows in place of an empty title.
    """
    rows = [
        Setting("title", _tr("&Title"), "", Line(MOST_LETTERS, hint=name)),
        Setting("composer", _tr("&Composer"), "", Line(MOST_LETTERS)),
    ]
    if known.encoding:
        explained = _tr("Choose another one where names or words are unreadable.")
        kind = OneOf(encoding_names())
        rows.append(Setting("encoding", _tr("&Encoding of the file's texts"), explained, kind))
    form = Form(tuple(rows), known)
    for row in rows:
        form.widget(row.key).setMinimumWidth(_FIELD_WIDTH)
    # Users replace the title from a file rather than extend it.
    form.widget("title").selectAll()
    return form


def ask_credits(parent: QWidget | None, known: CreditLines, name: str) -> CreditLines | None:
    """Ask for title and composer; None if the user cancels."""
    return FormDialog(parent, credits_form(known, name), title=_tr("Title and composer")).asked()


def _tr(text: str) -> str:
    return QCoreApplication.translate("CreditsDialog", text)
