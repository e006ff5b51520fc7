"""Whether Segue can write to its own folders, and what is told when it cannot."""

import tempfile
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.views.notice_strip import NoticeText
from engine.paths import Paths


def closed_folder(paths: Paths) -> tuple[Path, str] | None:
    """Return the first of the program's folders that cannot be written to, and why, or None.

    Missing ones are made, but not where the user moved them: their disk may be away.
    """
    own = (paths.data, paths.config)
    moved = (paths.moved_models, paths.moved_library)
    for folder in (*own, *filter(None, moved)):
        try:
            if folder in own:
                folder.mkdir(parents=True, exist_ok=True)
            # The rights that a file system tells of are not those it grants: only trying helps.
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            return folder, error.strerror or str(error)
    return None


def closed_notice(folder: Path, why: str) -> NoticeText:
    """Return what the user is told of a folder that cannot be written to."""
    text = _tr("Segue cannot write to its folder ‘%1’ (%2).")
    return NoticeText(
        key="folders",
        happened=text.replace("%1", str(folder)).replace("%2", why),
        did=_tr("Playing and Continue work; what would be kept there is lost when you close it."),
        can=_tr("Save your pieces in another place."),
        tone="warning",
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("OwnFolders", text)
