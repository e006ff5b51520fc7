"""Make the parts that find notes in what is sung, and in recordings."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.clients.engraving import Engraving
from app.clients.hearing.listening import Listening
from app.clients.playing import Playing
from app.clients.recording import Recording
from app.compose.humming.hum_heard import HumHeard
from app.compose.humming.hum_room import HumRoom
from app.compose.humming.kept_row import KeptRow
from app.compose.humming.record_choice import RecordChoice
from app.files.bar_check import BarCheck
from app.files.kept_recordings import KeptRecordings
from app.files.recordings import Recordings
from app.settings.settings import Settings
from app.start.ports import Folders, Links, WindowParts
from app.start.wiring.threads import Threads
from app.state.microphone import Microphone
from app.state.selection import Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class HumParts:
    """The parts that find notes in sound.

    Attributes:
        room: Owns the page *Hum it*.
        listening: The child that hears.
        microphone: Whether a microphone is open.
        choice: The source of Record.
    """

    room: HumRoom
    listening: Listening
    microphone: Microphone
    choice: RecordChoice


def make_humming(
    window: WindowParts,
    selection: Selection,
    playing: Playing,
    *,
    recording: Recording,
    kept: KeptRecordings,
    typed: Callable[[], None],
    engraving: Engraving,
    links: Links,
    folders: Folders,
    threads: Threads,
    settings: Settings,
    parent: QObject,
) -> HumParts:
    """Return the parts that find notes in sound; `typed` records from the computer's keys."""
    microphone = Microphone(parent)
    listening = Listening(links.listen, microphone, parent=parent)
    room = HumRoom(
        window.shell,
        window.workspaces,
        selection,
        listening=listening,
        microphone=microphone,
        recordings=Recordings(folders.paths.recordings),
        bars=BarCheck(threads.reads, links.reader, parent, kind="hum"),
        heard=HumHeard(engraving=engraving, playing=playing, parent=parent),
        recording=recording,
        kept=kept,
        settings=settings,
        parent=parent,
    )
    choice = RecordChoice(
        window.shell,
        recording=recording,
        typed=typed,
        hum=room,
        listening=listening,
        settings=settings,
        parent=parent,
    )
    KeptRow(window.workspaces.compose.headers.recording, kept, selection.document, parent=parent)
    return HumParts(room=room, listening=listening, microphone=microphone, choice=choice)
