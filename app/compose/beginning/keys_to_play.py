"""Record from the keys that a beginner has: a keyboard that was found, or the computer's."""

from collections.abc import Callable

from app.clients.playing import Playing
from app.clients.recording import Recording


def record_with_keys(playing: Playing, recording: Recording, typed: Callable[[], None]) -> None:
    """Record from what is heard, from the first keyboard that was found, or from the letters.

    Args:
        playing: Knows the keyboards.
        recording: The recording that begins.
        typed: Records from the computer's keys.
    """
    audio, keyboards = playing.audio, playing.ports.keyboards
    if not audio.listening and not keyboards:
        typed()
        return
    if not audio.listening:
        audio.choose(inputs=keyboards[:1])
    recording.toggle()
