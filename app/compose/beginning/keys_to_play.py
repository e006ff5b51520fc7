"""Choose the keys that a beginner plays: a keyboard that was found, or the computer's."""

from app.clients.playing import Playing
from app.main_window.actions import Actions


def listen_to_keys(playing: Playing, actions: Actions) -> None:
    """Listen to the first keyboard that was found, or else to the computer's letters."""
    audio, keyboards = playing.audio, playing.ports.keyboards
    if audio.listening:
        return
    if keyboards:
        audio.choose_inputs(keyboards[:1])
    else:
        actions["typing"].setChecked(True)
