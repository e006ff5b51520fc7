"""The jams of a session: what they need of its parts."""

from pathlib import Path
from typing import TYPE_CHECKING

from app.jam.views import JamTools, JamViews
from app.start.parts import Links
from app.talk.jamming import Jam

if TYPE_CHECKING:
    from app.start.session import WindowSession


def jams_of(session: "WindowSession", links: Links, *, autosave: Path) -> JamViews:
    """Return what jams in a session, once its sound, its models and its files are there.

    Args:
        session: Which.
        links: To live and to the player.
        autosave: Where unsaved work is kept.
    """
    window, sound = session.window, session.sound_views
    tools = JamTools(
        playing=session.playing,
        continuing=session.continuing,
        learning=sound.learning,
        asked=session.asked,
        selection=session.selection,
        typing=lambda: sound.typing.on,
        keeping=session.keeping,
        autosave=autosave,
    )
    jam = Jam(links.live, links.player, session.playing, session.continuing, parent=session)
    jams = JamViews(window.shell, window.workspaces, jam, tools, session.settings, parent=session)
    sound.typing.changed.connect(jams.show_typing)
    jams.over.kept.connect(session.file_actions.take)
    session.file_actions.taken.connect(jams.over.on_taken)
    return jams
