"""Make the parts for jams."""

from pathlib import Path

from PySide6.QtCore import QObject

from app.clients.jamming import Jam
from app.files.background import Background
from app.jam.views import JamTools, JamViews
from app.settings.settings import Settings
from app.sound.typing_keyboard import TypingKeyboard
from app.sound.views import SoundViews
from app.start.ports import Links, WindowParts
from app.start.wiring.clients import Clients
from app.start.wiring.piece import Focus


def make_jams(
    window: WindowParts,
    focus: Focus,
    clients: Clients,
    *,
    links: Links,
    sound: SoundViews,
    typing: TypingKeyboard,
    settings: Settings,
    background: Background,
    autosave: Path,
    parent: QObject,
) -> JamViews:
    """Return the binder of jams."""
    tools = JamTools(
        playing=clients.playing,
        continuing=clients.continuing,
        learning=sound.learning,
        generation=focus.generation,
        selection=focus.selection,
        typing=lambda: typing.on,
        background=background,
        autosave=autosave,
    )
    jam = Jam(links.live, links.player, clients.playing, clients.continuing, parent=parent)
    jams = JamViews(window.shell, window.workspaces, jam, tools, settings, parent=parent)
    typing.changed.connect(lambda _on: jams.show_typing())
    return jams
