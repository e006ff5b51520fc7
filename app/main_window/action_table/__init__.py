"""The table of all actions: texts, shortcuts and menus; each menu has a module."""

from app.main_window.action_table.continue_menu import CONTINUE
from app.main_window.action_table.edit_menu import EDIT
from app.main_window.action_table.file_menu import FILE
from app.main_window.action_table.help_menu import HELP
from app.main_window.action_table.library_menu import LIBRARY
from app.main_window.action_table.model_menu import MODEL
from app.main_window.action_table.play_menu import PLAY
from app.main_window.action_table.spec import MENUS, ActionSpec, Menu
from app.main_window.action_table.view_menu import VIEW

__all__ = ["ACTIONS", "EXCLUSIVE", "MENUS", "NO_REPEAT", "WORKSPACES", "ActionSpec", "Menu"]

# The texts are English; `Actions` translates them.
ACTIONS: tuple[ActionSpec, ...] = (
    *FILE,
    *EDIT,
    *VIEW,
    *PLAY,
    *CONTINUE,
    *LIBRARY,
    *MODEL,
    *HELP,
)
# The workspaces with a button, in this order.
WORKSPACES = ("compose", "train", "library", "jam")
# Groups of checkable actions of which exactly one is checked.
EXCLUSIVE: tuple[tuple[str, ...], ...] = (
    WORKSPACES,
    ("tool_select", "tool_draw"),
    ("theme_system", "theme_dark", "theme_light", "theme_contrast"),
)
# A held key triggers these once only.
NO_REPEAT = frozenset(
    {"play", "play_on", "continue", "accept", "metronome", "loop", "new", "save", "hand_over"}
)
