"""Binds the Preferences window: a choice takes effect at once and is saved."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from app.files.background import Background
from app.files.moving import copy_into, free_at, remove, size_of
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.preferences.key_editing import KeyEditing
from app.preferences.languages import language_of
from app.preferences.taste_views import TasteViews
from app.settings.file import Damage
from app.settings.setting import with_value
from app.settings.settings import Settings
from app.settings.table import PREFERENCES, setting_of
from app.views.notice_strip import NoticeText
from app.views.preferences.values import StorageFolder
from app.views.preferences.window import PreferencesWindow
from app.words.engine import translate_engine_text
from app.words.figures import size
from engine.ground.errors import SegueError
from engine.ground.paths import Paths, keep_moved


@dataclass(frozen=True, slots=True, kw_only=True)
class StartupSettings:
    """Values that can change only when the program starts again.

    Attributes:
        scale: Size of words and controls in percent.
        language: Of the window.
    """

    scale: int = 100
    language: str = "en"


class PreferencesViews(QObject):
    """Binds the Preferences window to the settings, the folders and the actions.

    Args:
        shell: The main window; has the actions and the notices.
        settings: Saves the choices.
        background: Counts sizes and moves files.
        paths: The user's folders.
        started: The values at the start.
        sound_page: Returns a new page for sound and ports.
        taste: Binds the page on the user's taste.
        parent: Qt's owner.

    Signals:
        paths_changed(object): Folders were moved (the new `Paths`).
        watching_changed(bool): Whether to look for new music in the library's folders.
    """

    paths_changed = Signal(object)
    watching_changed = Signal(bool)

    def __init__(
        self,
        shell: Shell,
        settings: Settings,
        *,
        background: Background,
        paths: Paths,
        started: StartupSettings,
        sound_page: Callable[[], QWidget],
        taste: TasteViews,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._settings = settings
        self._background = background
        self._paths, self._started = paths, started
        self._sound_page, self._taste = sound_page, taste
        self._sizes: dict[str, int] = {}
        self._busy: Callable[[], str] = str
        self._asked = self._moving = False
        self._view: PreferencesWindow | None = None
        self.keys = KeyEditing(shell.actions, settings, self)
        shell.actions.bind(preferences=self)
        if settings.damage is not None:
            self._tell(settings.damage)

    @property
    def paths(self) -> Paths:
        """The user's folders."""
        return self._paths

    def refuse_moving(self, reason: Callable[[], str]) -> None:
        """Set the function that returns why nothing can be moved now, or an empty text."""
        self._busy = reason

    def show(self) -> None:
        """Show the window."""
        if self._view is None:
            self._view = self._made_view()
        self._show_all(self._view)
        self._count_sizes()
        self._view.show()
        self._view.raise_()
        self._view.activateWindow()

    def _made_view(self) -> PreferencesWindow:
        view = PreferencesWindow(self._shell.frame, sound=self._sound_page())
        self.keys.show_in(view.keys)
        self._taste.show_in(view.taste)
        view.folders.show_clicked.connect(self._show_folder)
        view.folders.move_clicked.connect(self._ask_move)
        view.setting_chosen.connect(self._choose)
        view.restart_clicked.connect(self._restart)
        return view

    def _show_all(self, view: PreferencesWindow) -> None:
        self._show_preferences(view)
        view.folders.show_state("")
        self._show_folders(view)

    def _show_preferences(self, view: PreferencesWindow) -> None:
        chosen = self._settings.preferences
        waiting = {
            "scale": chosen.scale != self._started.scale,
            "language": language_of(chosen.language) != self._started.language,
        }
        view.show_preferences(chosen, restart={key for key, waits in waiting.items() if waits})

    def _choose(self, key: str, value: object) -> None:
        if key == "theme":
            # The action in the menu saves the choice and repaints the window.
            self._shell.actions[f"theme_{value}"].trigger()
        else:
            setting = setting_of(PREFERENCES, key)
            self._settings.prefer(with_value(self._settings.preferences, setting, value))
        if key == "keys":
            self.keys.refresh()
        elif key == "watch_folders":
            self.watching_changed.emit(value)
        if self._view is not None:
            self._show_preferences(self._view)

    def _restart(self) -> None:
        self._settings.flush()
        self._asked = True
        if self._view is not None:
            self._view.accept()
        self._shell.frame.close()

    def take_restart(self) -> bool:
        """Return whether the window closes in order to start again, and reset that.

        A user who cancels the closing and closes the window later does not want it back.
        """
        asked, self._asked = self._asked, False
        return asked

    # --- folders ----------------------------------------------------------------------------

    def _places(self) -> dict[str, tuple[str, Path, tuple[Path, ...]]]:
        """Return title, folder and files of each kind of data."""
        paths = self._paths
        models = tuple(paths.models.iterdir()) if paths.models.is_dir() else ()
        return {
            "models": (self.tr("Models"), paths.models, models),
            "library": (self.tr("Library"), paths.library, _library_files(paths)),
            "cache": (self.tr("Music prepared for training"), paths.cache, (paths.cache,)),
            "autosave": (self.tr("Unsaved work"), paths.autosave, (paths.autosave,)),
        }

    def _show_folders(self, view: PreferencesWindow) -> None:
        reason = self.tr("Something is being moved.") if self._moving else self._busy()
        rows = []
        for key, (title, folder, _entries) in self._places().items():
            free = free_at(folder)
            counted = self._sizes.get(key)
            rows.append(
                StorageFolder(
                    key=key,
                    title=title,
                    path=str(folder),
                    size="" if counted is None else size(counted),
                    free="" if free is None else self.tr("%1 free").replace("%1", size(free)),
                    reason=reason,
                    movable=key in ("models", "library"),
                )
            )
        view.folders.show_folders(tuple(rows))

    def _count_sizes(self) -> None:
        places = {key: entries for key, (_, _, entries) in self._places().items()}
        self._background.run(
            lambda: {key: size_of(entries) for key, entries in places.items()},
            self._on_sizes,
            lambda _error: None,
        )

    def _on_sizes(self, sizes: dict[str, int]) -> None:
        self._sizes = sizes
        if self._view is not None:
            self._show_folders(self._view)

    def _show_folder(self, key: str) -> None:
        folder = self._places()[key][1]
        folder.mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def _ask_move(self, key: str) -> None:
        title, folder, _entries = self._places()[key]
        question = self.tr("Where shall this be kept: %1").replace("%1", title)
        target = dialogs.ask_folder(self._shell.frame, question, folder)
        if target is not None and target != folder:
            self.move(key, target)

    def move(self, key: str, target: Path) -> None:
        """Move `models` or `library` into a folder, in the background."""
        _title, folder, entries = self._places()[key]
        if folder in (target, *target.parents) and folder != self._paths.data:
            self._on_refusal(SegueError("A folder cannot be moved into itself."))
            return
        moved = replace(
            self._paths,
            moved_models=target if key == "models" else self._paths.moved_models,
            moved_library=target if key == "library" else self._paths.moved_library,
        )

        def work() -> None:
            copy_into(target, entries)
            try:
                keep_moved(moved)
            except OSError as error:
                remove(target / entry.name for entry in entries)
                raise SegueError(
                    "The new place could not be kept ({error}).", error=error
                ) from error
            remove(entries)

        self._moving = True
        self._show_moving(self.tr("Moving…"))
        self._background.run(work, lambda _: self._on_moved(moved), self._on_refusal)

    def _on_moved(self, moved: Paths) -> None:
        self._moving = False
        old, self._paths = self._paths, moved
        if moved.models != old.models:
            self._settings.follow_models(old.models, moved.models)
        self.paths_changed.emit(moved)
        self._show_moving(self.tr("It was moved."))
        self._count_sizes()

    def _on_refusal(self, error: SegueError) -> None:
        self._moving = False
        self._show_moving(translate_engine_text(str(error)))

    def _show_moving(self, text: str) -> None:
        if self._view is not None:
            self._view.folders.show_state(text)
            self._show_folders(self._view)

    def _tell(self, damage: Damage) -> None:
        did = self.tr("Everything is as at first.")
        if damage.kept_as:
            did = self.tr("Everything is as at first; the file was kept as ‘%1’.")
        self._shell.notices.show_notice(
            NoticeText(
                key="settings",
                happened=self.tr("Your preferences could not be read."),
                did=did.replace("%1", damage.kept_as),
                tone="warning",
                about="program",
                details=damage.reason,
            )
        )


def _library_files(paths: Paths) -> tuple[Path, ...]:
    """Return the existing databases of the library, each with its write-ahead log.

    While a process has a database open, the latest changes are only in the log.
    """
    databases = (paths.catalogue, paths.prints)
    files = (path.with_name(path.name + end) for path in databases for end in ("", "-wal"))
    return tuple(file for file in files if file.exists())
