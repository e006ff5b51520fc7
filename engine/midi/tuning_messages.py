"""MIDI Tuning Standard: a tuning as system exclusive messages, and read from them.

The messages are single note changes in real time (7F dev 08 02) for tuning program 0, which each
channel chooses with registered parameter 3.
"""

from collections.abc import Iterable, Iterator

from engine.midi.channels.state import CONTROL, Row
from engine.tunings.known_tunings import KNOWN_TUNINGS
from engine.values.channel_numbers import DRUM_CHANNEL
from engine.values.tuning import KEYS, Tuning

# Bytes of the MIDI standard: the message of a single note change.
SYSEX, END = 0xF0, 0xF7
_ALL_DEVICES, _REAL_TIME, _TUNING, _NOTE_CHANGE = 0x7F, 0x7F, 0x08, 0x02
_HEAD = bytes((_REAL_TIME, _ALL_DEVICES, _TUNING, _NOTE_CHANGE))
# The tuning program that all channels choose.
_PROGRAM = 0
# Steps of a semitone: 0.0061 cents each.
_STEPS = 1 << 14
# A message says at most 127 keys.
_AT_ONCE = 64
_NO_CHANGE = b"\x7f\x7f\x7f"
_NAME = "MIDI tuning"

CHOICE_ROWS: tuple[Row, ...] = (
    (CONTROL, 101, 0),
    (CONTROL, 100, 3),
    (CONTROL, 6, _PROGRAM),
    (CONTROL, 101, 127),
    (CONTROL, 100, 127),
)
"""The messages with which a channel chooses the tuning, and then no parameter."""
TUNED_CHANNELS = tuple(channel for channel in range(16) if channel != DRUM_CHANNEL)


def tuning_messages(tuning: Tuning | None) -> tuple[bytes, ...]:
    """Return the system messages that tune a device, each from F0 to F7.

    Args:
        tuning: The tuning; its silent keys get their usual pitch, for MIDI cannot silence a key.
            None is equal temperament.
    """
    return tuple(
        _message(range(first, first + _AT_ONCE), tuning) for first in range(0, KEYS, _AT_ONCE)
    )


def _message(keys: range, tuning: Tuning | None) -> bytes:
    data = bytearray((SYSEX, *_HEAD, _PROGRAM, len(keys)))
    for key in keys:
        pitch = None if tuning is None else tuning.pitches[key]
        steps = round((float(key) if pitch is None else pitch) * _STEPS)
        semitone, fraction = divmod(steps, _STEPS)
        data += bytes((key, semitone, fraction >> 7, fraction & 0x7F))
    data.append(END)
    return bytes(data)


def is_tuning(data: bytes) -> bool:
    """Return whether a system message tunes keys of the tuning program that is written here.

    Args:
        data: From the byte after F0 to F7.
    """
    return bool(
        len(data) > 6
        and data[0] == _REAL_TIME
        and data[2:5] == bytes((_TUNING, _NOTE_CHANGE, _PROGRAM))
        and len(data) == 7 + 4 * data[5]
    )


def tuning_of_messages(messages: Iterable[bytes]) -> Tuning | None:
    """Return the tuning that messages lead to; None where that is equal temperament.

    Args:
        messages: Those that `is_tuning` knows, in order.
    """
    steps = {key: key * _STEPS for key in range(KEYS)}
    steps |= {key: value for data in messages for key, value in _changes(data)}
    if all(value == key * _STEPS for key, value in steps.items()):
        return None
    read = Tuning.of(_NAME, lambda key: steps[key] / _STEPS)
    return next((known for known in KNOWN_TUNINGS if _is_alike(read, known)), read)


def _is_alike(one: Tuning, other: Tuning) -> bool:
    """Return whether messages cannot tell two tunings apart."""
    pairs = zip(one.pitches, other.pitches, strict=True)
    return all(a is not None and b is not None and abs(a - b) < 1 / _STEPS for a, b in pairs)


def _changes(data: bytes) -> Iterator[tuple[int, int]]:
    for at in range(6, len(data) - 1, 4):
        key, *pitch = data[at : at + 4]
        if bytes(pitch) != _NO_CHANGE and max(key, *pitch) < KEYS:
            semitone, coarse, fine = pitch
            yield key, semitone * _STEPS + (coarse << 7 | fine)
