"""A second start while the first window hangs: ask the user what to do."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QCoreApplication, QLockFile, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from app.main_window.dialogs import message_box
from app.preferences.languages import install_language, language_of
from app.settings.settings import Settings
from app.start.single_instance import SingleInstance
from app.style.theme import apply_theme, theme_of

# Interval at which the lock of the first window is tried.
LOOK_MS = 500

Answer = Literal["handed over", "first", "second", "leave"]


def ask_about_hanging_instance(
    application: QApplication,
    settings: Settings,
    home: Path,
    files: Sequence[Path],
    *,
    take_lock: Callable[[], QLockFile | None],
) -> tuple[Answer, QLockFile | None]:
    """Ask the user what to do while another window with the same folders hangs.

    The question closes itself when that window answers or ends.

    Args:
        application: The application.
        settings: The user's settings.
        home: The program's data folder.
        files: The files to open.
        take_lock: Returns the lock of the first instance, or None while it is taken.

    Returns:
        `handed over`: the other window opens the files. `first`: the other window has ended; this
        one takes its place and its lock. `second`: the user wants a second window. `leave`: the
        user wants none.
    """
    chosen = settings.preferences
    install_language(application, language_of(chosen.language))
    box, second = _question()
    apply_theme(application, theme_of(chosen.theme, application), box)
    handing = SingleInstance(home).hand_over_later(files, box)
    handing.done.connect(lambda: box.done(_HANDED_OVER))
    lock: list[QLockFile] = []

    def look() -> None:
        if (taken := take_lock()) is not None:
            lock.append(taken)
            box.done(_ENDED)

    poll = QTimer(box, interval=LOOK_MS)
    poll.timeout.connect(look)
    poll.start()
    result = box.exec()
    poll.stop()
    handing.end()
    wants_second = box.clickedButton() is second
    box.deleteLater()
    if lock:
        return "first", lock[0]
    if result == _HANDED_OVER:
        return "handed over", None
    return ("second" if wants_second else "leave"), None


# Dialog results that no button has.
_HANDED_OVER, _ENDED = 1001, 1002


def _question() -> tuple[QMessageBox, QMessageBox.ButtonRole | object]:
    detail = _tr(
        "It may be busy. As soon as it answers, it comes to the front and this question goes "
        "away. You can open a second window beside it; unsaved work in the first one stays "
        "there."
    )
    text = _tr("Segue is already open, and its window does not answer.")
    box = message_box(None, _tr("Segue"), text, detail=detail)
    second = box.addButton(_tr("&Open a second window"), QMessageBox.ButtonRole.AcceptRole)
    leave = box.addButton(_tr("Close"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(leave)
    box.setEscapeButton(leave)
    return box, second


def _tr(text: str) -> str:
    return QCoreApplication.translate("SecondStart", text)
