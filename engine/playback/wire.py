"""MIDI 1.0 channel messages as bytes, and the lists of messages that silence a device."""

from engine.midi.channels import keys
from engine.values.channel_numbers import FIRST_MODE_MESSAGE
from engine.values.events import USUAL_RELEASE

# Status bytes, with channel 0.
NOTE_OFF = 0x80
NOTE_ON = 0x90
KEY_PRESSURE = 0xA0
CONTROL = 0xB0
PROGRAM = 0xC0
PRESSURE = 0xD0
BEND = 0xE0

# System messages: time code, song position, and MIDI clock.
QUARTER_FRAME = 0xF1
POSITION = 0xF2
PULSE = 0xF8
START = 0xFA
CONTINUE = 0xFB
STOP = 0xFC
SENSING = 0xFE
SYSEX = 0xF0
CLOCK_MESSAGES = frozenset({QUARTER_FRAME, POSITION, PULSE, START, CONTINUE, STOP})

# Controllers.
BANK_COARSE = 0
VOLUME = 7
PAN = 10
BANK_FINE = 32
SUSTAIN = 64
REVERB = 91
# Beyond MIDI's 127, so that no music has it: fader and send of a strip of the built-in sound.
STRIP = 0x80
# A fader's value has two bytes of seven bits.
_FADER_STEPS = 100
# Controllers that hold notes: sustain, sostenuto, hold 2.
PEDALS = frozenset({SUSTAIN, 66, 69})
ALL_SOUND_OFF, ALL_NOTES_OFF = keys.ALL_SOUND_OFF, keys.ALL_NOTES_OFF
RESET_CONTROLLERS = 121
FIRST_CHANNEL_MODE = FIRST_MODE_MESSAGE


def note_on(channel: int, pitch: int, velocity: int) -> bytes:
    """Return the message that begins a note."""
    return bytes((NOTE_ON | channel, pitch, velocity))


def note_off(channel: int, pitch: int, velocity: int = USUAL_RELEASE) -> bytes:
    """Return the message that ends a note, with the velocity of the release."""
    return bytes((NOTE_OFF | channel, pitch, velocity))


def release_of(message: bytes) -> int:
    """Return the velocity of a release; the usual one where the message does not measure it.

    A note-on with velocity 0 has no room for it, and keyboards that do not measure send 0.
    """
    measured = message[2] if message[0] & 0xF0 == NOTE_OFF else 0
    return measured or USUAL_RELEASE


def strip(channel: int, *, volume: float, reverb: int) -> bytes:
    """Return the message that sets a strip of the built-in sound; other devices never get it.

    Args:
        channel: 0 to 15.
        volume: 100 leaves the level as it is.
        reverb: The send, 0 to 127; less leaves it to the music.
    """
    steps = round(volume * _FADER_STEPS)
    return bytes((CONTROL | channel, STRIP, steps >> 7, steps & 0x7F, 1 + max(-1, reverb)))


def strip_of(message: bytes) -> tuple[float, int]:
    """Return volume and reverb of a message from `strip`."""
    return (message[2] << 7 | message[3]) / _FADER_STEPS, message[4] - 1


def control(channel: int, number: int, value: int) -> bytes:
    """Return a controller's message."""
    return bytes((CONTROL | channel, number, value))


def program(channel: int, number: int) -> bytes:
    """Return a program change."""
    return bytes((PROGRAM | channel, number))


def bend(channel: int, value: int) -> bytes:
    """Return a pitch wheel message; -8192 to 8191, 0 at rest."""
    fine, coarse = (value + 8192) & 0x7F, (value + 8192) >> 7
    return bytes((BEND | channel, fine, coarse))


def bend_value(message: bytes) -> int:
    """Return the value of a pitch wheel message; -8192 to 8191."""
    return (message[1] | message[2] << 7) - 8192


def song_position(sixteenth: int) -> bytes:
    """Return a song position message; 0 to 16383 sixteenths from the beginning."""
    return bytes((POSITION, sixteenth & 0x7F, sixteenth >> 7))


def letting_go(message: bytes) -> bytes:
    """Return the message that releases the key, pedal or wheel of a message."""
    status, channel = message[0] & 0xF0, message[0] & 0x0F
    if status == CONTROL:
        return control(channel, message[1], 0)
    return bend(channel, 0) if status == BEND else note_off(channel, message[1])


def lets_go(message: bytes) -> bool:
    """Return whether a message releases a key, pedal or wheel."""
    status = message[0] & 0xF0
    if status == BEND:
        return bend_value(message) == 0
    return status == NOTE_OFF or message[2] == 0


def ends_notes(message: bytes) -> bool:
    """Return whether a message ends notes: a note-off, a pedal up, notes or sound off."""
    status = message[0] & 0xF0
    if status == CONTROL:
        is_off = message[1] in {ALL_SOUND_OFF, ALL_NOTES_OFF}
        return is_off or (message[1] in PEDALS and message[2] == 0)
    return status == NOTE_OFF or (status == NOTE_ON and message[2] == 0)


def orphans(channel: int) -> tuple[bytes, ...]:
    """Return the messages that end every note of a channel, whichever sound."""
    return (*silence(channel), *(note_off(channel, pitch) for pitch in range(128)))


def silence(channel: int) -> tuple[bytes, ...]:
    """Return the messages that silence a channel: pedals up first, since CC123 waits for them."""
    return (
        *(control(channel, pedal, 0) for pedal in sorted(PEDALS)),
        control(channel, ALL_NOTES_OFF, 0),
        control(channel, ALL_SOUND_OFF, 0),
    )


def panic(used: frozenset[int]) -> tuple[bytes, ...]:
    """Return all messages that silence a device in any state.

    Args:
        used: Channels that also get 128 note-offs: some synths ignore CC120 and CC123.
    """
    messages: list[bytes] = []
    for channel in range(16):
        messages += [
            control(channel, SUSTAIN, 0),
            control(channel, ALL_SOUND_OFF, 0),
            control(channel, RESET_CONTROLLERS, 0),
            control(channel, ALL_NOTES_OFF, 0),
            bend(channel, 0),
        ]
    messages += [note_off(channel, pitch) for channel in sorted(used) for pitch in range(128)]
    return tuple(messages)
