"""The View menu: zoom, grid, tools, panels, theme."""

from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.compose.score_views import ScoreViews
from app.compose.work_in_sight import WorkInSight
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from app.settings.settings import Settings
from app.settings.values import ThemeChoice
from app.style.theme import ThemeName, apply_theme, system_theme, theme_of
from app.values.geometry import PLAIN_SNAPS, SnapName


class ViewActions(QObject):
    """Carries out the View actions; none changes the piece."""

    def __init__(
        self,
        shell: Shell,
        workspaces: Workspaces,
        views: ScoreViews,
        *,
        sight: WorkInSight,
        settings: Settings,
        application: QApplication,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._workspaces = workspaces
        self._page = workspaces.compose
        self._views = views
        self._sight = sight
        self._settings = settings
        self._application = application
        self._snap: SnapName = "adaptive"
        self._last_snap: SnapName = "adaptive"
        self._connect()
        self._begin()

    def _connect(self) -> None:
        actions = self._shell.actions
        actions.bind(
            view=self,
            workspaces=self._workspaces,
            page=self._page,
            roll=self._page.roll,
            sight=self._sight,
            shown=self._views,
        )
        self._shell.transport.snap_chosen.connect(self.choose_snap)
        self._page.lane_shown.connect(lambda on: actions.check("velocity_lane", on=on))
        self._sight.follow_stopped.connect(lambda: actions.switch("follow", on=False))
        self._page.library_dock.visibilityChanged.connect(lambda _on: self._show_panels())
        self._page.continue_dock.visibilityChanged.connect(lambda _on: self._show_panels())
        hints = self._application.styleHints()
        hints.colorSchemeChanged.connect(lambda _scheme: self._follow_system())

    def show_pane(self, name: str) -> None:
        """Show a pane under the roll."""
        self._workspaces.show_workspace("compose")
        self._views.show_pane(name)

    def _begin(self) -> None:
        actions = self._shell.actions
        for name in ("panel_library", "panel_continue", "compose"):
            actions.check(name, on=True)
        actions.switch("follow", on=self._settings.preferences.follow)
        actions.switch("ghosts", on=True)
        actions.switch("scale_highlight", on=False)
        actions.switch("drum_grid", on=True)
        self.choose_tool("select")
        self.choose_snap("adaptive")
        self._page.roll.show_audition(enabled=self._settings.preferences.audition)
        self._show_theme(self._settings.preferences.theme)

    def choose_snap(self, name: SnapName) -> None:
        """Set the grid that edits snap to."""
        if name != "off":
            self._last_snap = name
        self._snap = name
        self._shell.actions.check("snap", on=name != "off")
        self._shell.transport.show_snap(name)
        self._page.roll.show_snap(name)
        self._page.ruler.show_snap(name)

    def choose_theme(self, choice: ThemeChoice) -> None:
        """Set the theme."""
        self._settings.prefer(replace(self._settings.preferences, theme=choice))
        self._apply_theme(theme_of(choice, self._application))
        self._show_theme(choice)

    def _show_theme(self, choice: ThemeChoice) -> None:
        self._shell.actions.check(f"theme_{choice}", on=True)

    def _follow_system(self) -> None:
        if self._settings.preferences.theme == "system":
            self._apply_theme(system_theme(self._application))

    def _apply_theme(self, name: ThemeName) -> None:
        apply_theme(self._application, name, self._shell.frame)

    def toggle_snap(self) -> None:
        """Turn the grid off, or on with the value that it had last."""
        self.choose_snap(self._last_snap if self._snap == "off" else "off")

    def step_snap(self, by: int) -> None:
        """Set a finer grid, or a coarser one."""
        known = self._last_snap if self._last_snap in PLAIN_SNAPS else "1/16"
        index = PLAIN_SNAPS.index(known) + by
        self.choose_snap(PLAIN_SNAPS[max(0, min(index, len(PLAIN_SNAPS) - 1))])

    def choose_tool(self, tool: str) -> None:
        """Let the pointer `draw` or `select`."""
        self._page.roll.show_tool("draw" if tool == "draw" else "select")
        self._shell.actions.check(f"tool_{tool}", on=True)

    def _show_panels(self) -> None:
        # A dock also hides with its workspace, which is not the user's choice.
        if self._workspaces.current == "compose":
            actions = self._shell.actions
            actions.check("panel_library", on=not self._page.library_dock.isHidden())
            actions.check("panel_continue", on=not self._page.continue_dock.isHidden())

    def reset_layout(self) -> None:
        """Put all panels back where they were."""
        self._settings.forget_layouts()
        self._page.reset_layout()
        self._show_panels()

    def show_continue(self, *, on: bool) -> None:
        """Show or hide the panel of Continue."""
        self._page.continue_dock.setVisible(on)

    def fill_screen(self, *, on: bool) -> None:
        """Let the window fill the screen, or not."""
        if on:
            self._shell.frame.showFullScreen()
        else:
            self._shell.frame.showNormal()
