"""Make the parts that play and record the piece, and show it."""

from PySide6.QtCore import QObject

from app.clients.playing import Playing
from app.clients.recording import Recording
from app.compose.playing.device_views import DeviceViews
from app.compose.playing.transport_views import TransportViews
from app.compose.playing.tuning_views import TuningViews
from app.compose.score_views import ScoreViews
from app.settings.settings import Settings
from app.sound.banks import BankViews
from app.sound.hanging import HangingNotes
from app.sound.meters import MeterViews
from app.sound.typing_views import TypingViews
from app.sound.views import SoundViews
from app.start.ports import WindowParts
from app.start.wiring.piece import Focus, PieceParts
from app.state.selection import Selection


def make_recording(
    window: WindowParts,
    playing: Playing,
    focus: Focus,
    *,
    views: ScoreViews,
    settings: Settings,
    parent: QObject,
) -> Recording:
    """Return the recorder, and connect transport, playhead, outputs and levels to the views."""
    selection = focus.selection
    recording = Recording(playing, selection, parent)
    TransportViews(
        window.shell,
        window.page,
        playing=playing,
        views=views,
        selection=selection,
        key=focus.key,
        settings=settings,
        recording=recording,
        parent=parent,
    )
    DeviceViews(window.shell, window.page, playing=playing, parent=parent)
    TuningViews(window.shell, selection.document, playing.audio, parent)
    MeterViews(window.page, playing.audio, parent)
    HangingNotes(window.shell.transport, playing=playing, sound=playing.audio, parent=parent)
    return recording


def make_banks(
    window: WindowParts,
    piece: PieceParts,
    playing: Playing,
    *,
    views: ScoreViews,
    parent: QObject,
) -> BankViews:
    """Return the binder of sound banks."""
    banks = BankViews(
        window.shell,
        piece.document,
        sound=playing.audio,
        check=piece.files.banks,
        parent=parent,
    )
    banks.borrowed_changed.connect(views.show_borrowed)
    return banks


def make_sound(
    window: WindowParts,
    playing: Playing,
    recording: Recording,
    *,
    settings: Settings,
    selection: Selection,
    banks: BankViews,
    parent: QObject,
) -> SoundViews:
    """Return the binder of ports and sounds."""
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


def make_typing(
    window: WindowParts, playing: Playing, recording: Recording, *, parent: QObject
) -> TypingViews:
    """Return the binder of the computer's keys."""
    return TypingViews(
        window.shell,
        window.page,
        window.workspaces,
        playing=playing,
        recording=recording,
        parent=parent,
    )
