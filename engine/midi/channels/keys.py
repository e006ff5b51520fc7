"""Keys of instruments, and the messages that release them."""

from typing import NamedTuple

# Channel mode messages of MIDI 1.0.
ALL_SOUND_OFF, ALL_NOTES_OFF = 120, 123
# Messages that end all notes of a channel: the two above and the four changes of mode.
RELEASES_KEYS = frozenset({ALL_SOUND_OFF, *range(ALL_NOTES_OFF, 128)})


class Key(NamedTuple):
    """The identity of a key: two keyboards may hold the same pitch.

    Attributes:
        port: Name of the input; empty for the computer's keys.
        channel: 0 to 15, as the input says it.
        number: Its pitch as the input says it, before transposition.
    """

    port: str
    channel: int
    number: int
