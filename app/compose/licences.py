"""Open the dialog with the licences of everything that Segue is made of."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.files.licences import Licence, licences, text_of
from app.views.licences_dialog import LicenceGroup, LicenceRow, LicencesDialog


def licences_dialog(parent: QWidget | None) -> LicencesDialog:
    """Return the dialog; it reads a text when the user chooses its row."""
    rows = licences()
    titles = {
        "work": _tr("Works in Segue and in its training part"),
        "music": _tr("Music that the starter learned from"),
    }
    groups = tuple(
        LicenceGroup(
            title=title,
            rows=tuple(
                LicenceRow(
                    key=key,
                    name=f"{row.name} {row.version}".strip(),
                    licence=row.licence,
                    use=row.use,
                )
                for key, row in enumerate(rows)
                if row.group == group
            ),
        )
        for group, title in titles.items()
    )
    return LicencesDialog(groups, lambda key: _whole(rows[key]), parent)


def _whole(row: Licence) -> str:
    """Return a work with its licence texts."""
    lines = (f"{row.name} {row.version}".strip(), row.use, row.address, row.note)
    head = "\n".join(filter(None, lines))
    none = _tr("%1. This work comes without a licence text.").replace("%1", row.licence)
    return f"{head}\n\n{text_of(row) if row.texts else none}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("Licences", text)
