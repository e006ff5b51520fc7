"""The Preferences window: what is chosen there holds at once and is kept."""

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
from app.settings.file import Damage
from app.settings.settings import Settings
from app.settings.values import LanguageChoice, StartChoice
from app.views.notice_strip import NoticeText
from app.views.preferences.values import FolderRow
from app.views.preferences.window import PreferencesWindow
from app.words.engine import translate_engine_text
from app.words.figures import size
from engine.errors import SegueError
from engine.paths import Paths, keep_moved

LANGUAGES: dict[str, LanguageChoice] = {"system": "system", "en": "en", "de": "de"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """What held when this program started and can only change when it starts again.

    Attributes:
        scale: Size of words and controls in percent.
        language: Of the words.
    """

    scale: int = 100
    language: str = "en"


class Preferences(QObject):
    """Between the Preferences window and what it changes.

    Args:
        shell: Over which it is shown, and whose actions it uses.
        settings: Where choices are kept.
        background: Where sizes are counted and files are moved.
        paths: The user's folders.
        started: What held at the start.
        sound_page: Makes the page for sound and ports.
        parent: Qt's owner.

    Signals:
        paths_changed: Folders were moved (the new `Paths`).
        watching_changed: Whether the library's folders are looked at from now on.
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
        started: Started,
        sound_page: Callable[[], QWidget],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._settings = settings
        self._background = background
        self._paths, self._started = paths, started
        self._sound_page = sound_page
        self._sizes: dict[str, int] = {}
        self._busy: Callable[[], str] = str
        self._asked = self._moving = False
        self._view: PreferencesWindow | None = None
        self.keys = KeyEditing(shell.actions, settings, self)
        shell.actions["preferences"].triggered.connect(self.show)
        if settings.damage is not None:
            self._tell(settings.damage)

    @property
    def paths(self) -> Paths:
        """The user's folders, where they are now."""
        return self._paths

    def refuse_moving(self, reason: Callable[[], str]) -> None:
        """Ask this for why nothing can be moved now; an empty reason allows it."""
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
        view.folders.show_clicked.connect(self._show_folder)
        view.folders.move_clicked.connect(self._ask_move)
        view.folders.watching_chosen.connect(self._choose_watching)
        view.appearance.theme_chosen.connect(
            lambda name: self._shell.actions[f"theme_{name}"].trigger()
        )
        view.appearance.scale_chosen.connect(self._choose_scale)
        view.appearance.start_chosen.connect(self._choose_start)
        view.appearance.restart_clicked.connect(self._restart)
        view.language.language_chosen.connect(self._choose_language)
        view.language.restart_clicked.connect(self._restart)
        return view

    def _show_all(self, view: PreferencesWindow) -> None:
        chosen = self._settings.preferences
        view.appearance.show_theme(chosen.theme)
        view.appearance.show_start(chosen.at_start)
        view.appearance.show_scale(chosen.scale, now=self._started.scale)
        view.language.show_language(
            chosen.language, needs_restart=language_of(chosen.language) != self._started.language
        )
        view.folders.show_watching(on=chosen.watch_folders)
        view.folders.show_state("")
        self._show_folders(view)

    # --- appearance, language ---------------------------------------------------------------

    def _choose_scale(self, percent: int) -> None:
        self._settings.prefer(replace(self._settings.preferences, scale=percent))
        if self._view is not None:
            self._view.appearance.show_scale(percent, now=self._started.scale)

    def _choose_start(self, key: str) -> None:
        choice: StartChoice = "page" if key == "page" else "last"
        self._settings.prefer(replace(self._settings.preferences, at_start=choice))

    def _choose_language(self, key: str) -> None:
        choice = LANGUAGES.get(key, "system")
        self._settings.prefer(replace(self._settings.preferences, language=choice))
        if self._view is not None:
            needs = language_of(choice) != self._started.language
            self._view.language.show_language(choice, needs_restart=needs)

    def _restart(self) -> None:
        self._settings.flush()
        self._asked = True
        if self._view is not None:
            self._view.accept()
        self._shell.frame.close()

    def take_restart(self) -> bool:
        """Return whether the window is closed to be started again; it is asked for once.

        Who thought better of it and closes the window later does not want it back.
        """
        asked, self._asked = self._asked, False
        return asked

    def _choose_watching(self, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._settings.prefer(replace(self._settings.preferences, watch_folders=on))
        self.watching_changed.emit(on)

    # --- folders ----------------------------------------------------------------------------

    def _places(self) -> dict[str, tuple[str, Path, tuple[Path, ...]]]:
        """Return the title, the folder and the files of each thing that is kept."""
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
                FolderRow(
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
                raise SegueError(f"The new place could not be kept ({error}).") from error
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
                details=damage.reason,
            )
        )


def _library_files(paths: Paths) -> tuple[Path, ...]:
    """Return the library's databases that are there, each with SQLite's log beside it.

    While a process has a database open, what was written last stands in the log alone.
    """
    databases = (paths.catalogue, paths.prints)
    files = (path.with_name(path.name + end) for path in databases for end in ("", "-wal"))
    return tuple(file for file in files if file.exists())
