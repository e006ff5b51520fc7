"""What plays and records the piece, and what shows it."""

from PySide6.QtCore import QObject

from app.clients.playing import Playing
from app.clients.recording import Recording
from app.compose.playing.device_views import DeviceViews
from app.compose.playing.transport_views import TransportViews
from app.compose.score_views import ScoreViews
from app.files.bank_check import BankCheck
from app.settings.settings import Settings
from app.sound.meters import MeterViews
from app.sound.views import SoundViews
from app.start.ports import WindowParts
from app.state.selection import Selection


def make_recording(
    window: WindowParts,
    playing: Playing,
    selection: Selection,
    *,
    views: ScoreViews,
    settings: Settings,
    parent: QObject,
) -> Recording:
    """Return what records; transport, playhead, outputs and levels are shown from now on."""
    recording = Recording(playing, selection, parent)
    TransportViews(
        window.shell,
        window.page,
        playing=playing,
        views=views,
        selection=selection,
        settings=settings,
        recording=recording,
        parent=parent,
    )
    DeviceViews(window.shell, window.page, playing=playing, settings=settings, parent=parent)
    MeterViews(window.page, playing.audio, parent)
    return recording


def make_sound(
    window: WindowParts,
    playing: Playing,
    recording: Recording,
    *,
    settings: Settings,
    selection: Selection,
    banks: BankCheck,
    parent: QObject,
) -> SoundViews:
    """Return what chooses ports and sounds, and plays on the computer's keys."""
    return SoundViews(
        window.shell,
        window.page,
        playing,
        settings,
        recording=recording,
        selection=selection,
        banks=banks,
        parent=parent,
    )
