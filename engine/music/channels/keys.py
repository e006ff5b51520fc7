"""Keys of instruments, and the messages that release them."""

from typing import NamedTuple

ALL_SOUND_OFF, ALL_NOTES_OFF = 120, 123
# What ends all notes of a channel: all sound off, all notes off, and the four changes of mode.
RELEASES_KEYS = frozenset({ALL_SOUND_OFF, *range(ALL_NOTES_OFF, 128)})


class Key(NamedTuple):
    """What tells one key from all others: two keyboards may hold the same pitch.

    Attributes:
        port: Name of the input; empty for the computer's keys.
        channel: 0 to 15, as the input says it.
        number: Its pitch as the input says it, before transposition.
    """

    port: str
    channel: int
    number: int
