"""The Help menu: command palette, shortcuts, history, guide, logs, system information."""

import platform
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QUrl, qVersion
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeySequence

from app.compose.licences import licences_dialog
from app.files.guide_pages import read_page
from app.main_window import dialogs
from app.main_window.action_table import ACTIONS, MENUS
from app.main_window.shell import Shell
from app.state.document import Document
from app.views.guide_reader import GuideReader
from app.views.notice_strip import NoticeText
from app.views.palette import CommandPalette, PaletteEntry
from app.views.shortcut_sheet import ShortcutSheet
from engine import ADDRESS, __version__
from engine.ground.paths import Paths, guide, guide_source

# The pages of the guide that have actions, by action.
PAGES = {
    "guide": "index",
    "graphics_card": "graphics-card",
    "licence_page": "mine",
    "report": "report",
}


class HelpActions(QObject):
    """Carries out the Help actions; dialogs are created on first use."""

    def __init__(
        self,
        shell: Shell,
        document: Document,
        paths: Paths,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._document = document
        self._paths = paths
        self._palette: CommandPalette | None = None
        self._sheet: ShortcutSheet | None = None
        self._reader: GuideReader | None = None
        shell.actions.bind(help=self)
        # Packages contain the guide for a browser; a source tree has its Markdown.
        missing = self.tr("The guide is not there: Segue was copied without it.")
        for name, page in PAGES.items():
            is_there = guide(page).is_file() or guide_source(page).is_file()
            shell.actions.allow(name, unless="" if is_there else missing)

    def show_palette(self) -> None:
        """Open the command palette."""
        if self._palette is None:
            self._palette = CommandPalette(self._shell.frame)
            self._palette.command_chosen.connect(lambda key: self._shell.actions[key].trigger())
        actions = self._shell.actions
        self._palette.show_commands(
            tuple(
                PaletteEntry(
                    key=spec.name,
                    text=actions.name_of(spec.name),
                    section=QCoreApplication.translate("Actions", spec.menu),
                    shortcut=_keys(actions[spec.name].shortcut()),
                    reason=actions.reason(spec.name),
                )
                for spec in actions
                if spec.name != "palette"
            )
        )
        self._palette.open()

    def show_shortcuts(self) -> None:
        """Open the sheet of shortcuts."""
        if self._sheet is None:
            self._sheet = ShortcutSheet(self._shell.frame)
        actions = self._shell.actions
        groups = []
        for menu in MENUS:
            rows = tuple(
                (actions.name_of(spec.name), _keys(actions[spec.name].shortcut()))
                for spec in actions
                if spec.menu == menu and actions[spec.name].shortcuts()
            )
            groups.append((QCoreApplication.translate("Actions", menu), rows))
        self._sheet.show_shortcuts(tuple(groups))
        self._sheet.open()

    def show_history(self) -> None:
        """Open the list of undo steps and go to the chosen one."""
        steps = self._document.steps
        names = [f"{number}  {step.about or step.name}" for number, step in enumerate(steps)]
        chosen = dialogs.ask_from_list(
            self._shell.frame,
            self.tr("History"),
            self.tr("Go to the piece as it was after this step:"),
            names,
            self._document.step,
        )
        if chosen is not None:
            self._document.go_to(chosen)

    def open_page(self, name: str) -> None:
        """Open a page of the guide in the browser, or its Markdown where the guide is not built.

        Args:
            name: The name of its action.
        """
        page = PAGES[name]
        if not guide(page).is_file():
            self._read(page)
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(str(guide(page)))):
            text = self.tr("This computer has no browser to show the guide in.")
            self._say_where(text, guide(page))

    def _read(self, page: str) -> None:
        if self._reader is None:
            folder = guide_source().parent
            self._reader = GuideReader(
                folder, lambda path: read_page(path, _keys_of_menu), self._shell.frame
            )
            self._reader.address_clicked.connect(QDesktopServices.openUrl)
        self._reader.show()
        self._reader.show_page(guide_source(page).name)
        self._reader.raise_()

    def open_logs(self) -> None:
        """Show the folder of logs."""
        logs = self._paths.logs
        logs.mkdir(parents=True, exist_ok=True)
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(logs))):
            self._say_where(self.tr("This computer has no program that shows folders."), logs)

    def _say_where(self, text: str, path: Path) -> None:
        """Show that a path cannot be opened, with the path to copy."""
        place = self.tr("It is ‘%1’.").replace("%1", str(path))
        self._shell.notices.show_notice(
            NoticeText(key="help", happened=text, can=place, details=str(path), tone="warning")
        )

    def copy_system(self) -> None:
        """Put versions and folders on the clipboard."""
        QGuiApplication.clipboard().setText(system_text(self._paths))
        self._shell.status.show_reason(self.tr("It is on the clipboard."))

    def about(self) -> None:
        """Show version and licences."""
        text = self.tr(
            "Segue %1\n\nGoes on with your music, on your own computer.\n"
            "Nothing is ever sent anywhere.\n\nMIT licence. Segue uses Qt and verovio under the "
            "LGPL 3, libsndfile and JACK under the LGPL 2.1, and many other works. "
            "“Licences” lists all of them with their texts, and the music that the model learned "
            "from."
        ).replace("%1", __version__)
        whole = f"{text}\n\n{ADDRESS}" if ADDRESS else text
        title, more = self.tr("About Segue"), self.tr("&Licences…")
        if dialogs.tell(self._shell.frame, title, whole, more=more):
            dialog = licences_dialog(self._shell.frame)
            dialog.exec()
            dialog.deleteLater()


def system_text(paths: Paths) -> str:
    """Return versions and folders for a bug report."""
    return "\n".join(
        (
            f"Segue {__version__}",
            f"Python {platform.python_version()}, Qt {qVersion()}",
            platform.platform(),
            f"Frozen: {bool(getattr(sys, 'frozen', False))}",
            f"Data: {_short(paths.data)}",
            f"Logs: {_short(paths.logs)}",
        )
    )


def _keys_of_menu(menu: str) -> tuple[tuple[str, str, str], ...]:
    """Return words, keys and explanation of each action of a menu that has keys, in English."""
    return tuple(
        (
            spec.text.replace("&", "").rstrip("…"),
            " or ".join(f"`{keys}`" for keys in (*spec.shortcuts, *spec.score_keys))
            + " in the score" * bool(spec.score_keys),
            spec.tooltip,
        )
        for spec in ACTIONS
        if spec.menu == menu and (spec.shortcuts or spec.score_keys)
    )


def _short(path: Path) -> str:
    """Return a path without the user's name."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except ValueError:
        return str(path)


def _keys(sequence: QKeySequence) -> str:
    return sequence.toString(QKeySequence.SequenceFormat.NativeText)
