"""The views a window begins with; `MainWindow` imports this module once it is on the screen."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.main_window.action_table import WORKSPACES
from app.main_window.actions import Actions
from app.main_window.compose_page import ComposePage
from app.main_window.drop_places import DropPlaces
from app.main_window.focus_keys import FocusKeys
from app.main_window.menus import Menus
from app.main_window.panel_keys import PanelKeys
from app.main_window.refused_keys import RefusedKeys
from app.main_window.scroll_accessible import guard_scroll_areas
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from app.views.notice_strip import NoticeStrip
from app.views.status_strip import StatusStrip
from app.views.transport.bar import TransportBar
from app.widgets.buttons import add_choice_to
from app.widgets.keys.tips import show_keys_in_tooltip

__all__ = [
    "Actions",
    "ComposePage",
    "DropPlaces",
    "FocusKeys",
    "Menus",
    "NoticeStrip",
    "PanelKeys",
    "RefusedKeys",
    "Shell",
    "StatusStrip",
    "TransportBar",
    "Workspaces",
    "guard_scroll_areas",
    "rows",
    "workspace_buttons",
]


def rows(transport: TransportBar, workspaces: Workspaces, status: StatusStrip) -> QWidget:
    """Stack the window's rows; the workspaces take the spare height."""
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for widget in (transport, workspaces, status):
        column.addWidget(widget, 1 if widget is workspaces else 0)
    return box


def workspace_buttons(actions: Actions) -> QWidget:
    """Create the buttons that switch between workspaces."""
    box = QWidget()
    # None is chosen on the start page.
    group = QButtonGroup(box)
    group.setExclusive(False)
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 1, 10, 1)
    row.setSpacing(4)
    for name in WORKSPACES:
        action = actions[name]
        button = QPushButton(action.text().replace("&", ""))
        button.setProperty("kind", "workspace")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setCheckable(True)
        button.setToolTip(action.statusTip())
        show_keys_in_tooltip(button, name)
        name_ = QCoreApplication.translate("MainWindow", "Workspace %1")
        button.setAccessibleName(name_.replace("%1", button.text()))
        add_choice_to(group, button)
        button.clicked.connect(action.trigger)
        # A click on the chosen one chooses it again.
        button.clicked.connect(lambda _=False, at=button, of=action: at.setChecked(of.isChecked()))
        action.toggled.connect(button.setChecked)
        row.addWidget(button)
    return box
