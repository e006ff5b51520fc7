"""Check whether Segue can write to its folders, and tell the user if not."""

import tempfile
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.views.notice_strip import NoticeText
from engine.ground.paths import Paths


def unwritable_folder(paths: Paths) -> tuple[Path, str] | None:
    """Return the first folder that is not writable, and the reason; None if all are.

    Missing folders are created, except those that the user moved: their disk may be unplugged.
    """
    own = (paths.data, paths.config)
    moved = (paths.moved_models, paths.moved_library)
    for folder in (*own, *filter(None, moved)):
        try:
            if folder in own:
                folder.mkdir(parents=True, exist_ok=True)
            # Permission bits do not show all that a file system refuses: only a write test does.
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            return folder, error.strerror or str(error)
    return None


def unwritable_notice(folder: Path, why: str) -> NoticeText:
    """Return the notice about a folder that is not writable."""
    text = _tr("Segue cannot write to its folder ‘%1’ (%2).")
    return NoticeText(
        key="folders",
        happened=text.replace("%1", str(folder)).replace("%2", why),
        did=_tr("Playing and Continue work; what would be kept there is lost when you close it."),
        can=_tr("Save your pieces in another place."),
        tone="warning",
        about="program",
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("OwnFolders", text)
