"""What the page for sound and ports shows."""

from dataclasses import dataclass

Entries = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundView:
    """What the first and the last blocks show.

    Attributes:
        outputs: (key, words) of what can sound.
        output: The key that holds.
        devices: (key, words) of audio devices.
        device: The key that holds.
        buffers: (key, words) of how much is made ahead.
        buffer: The key that holds.
        rooms: (key, words) of where the built-in sound can be.
        room: The key that holds.
        bank: The sound bank in words.
        own_bank: Whether the user chose it.
        built_in: Whether the built-in sound plays at all.
        state: One sentence on what sounds now.
        audition: Whether notes sound as they are drawn.
        count_in: `record` or `always`.
    """

    outputs: Entries = ()
    output: str = ""
    devices: Entries = ()
    device: str = ""
    buffers: Entries = ()
    buffer: str = ""
    rooms: Entries = ()
    room: str = ""
    bank: str = ""
    own_bank: bool = False
    built_in: bool = True
    state: str = ""
    audition: bool = True
    count_in: str = "record"


@dataclass(frozen=True, slots=True, kw_only=True)
class BankRow:
    """A sound bank that is not played by itself.

    Attributes:
        key: Which it is.
        name: Its file's name.
        words: Why it is not played.
        trying: Whether it is being tried now.
    """

    key: str
    name: str
    words: str
    trying: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InputRow:
    """A MIDI input.

    Attributes:
        name: Its name.
        on: Whether it is listened to.
        there: Whether it is connected.
        offset_ms: How much later what is played is put down.
    """

    name: str
    on: bool
    there: bool = True
    offset_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockView:
    """MIDI clock.

    Attributes:
        outputs: (name, whether it gets our clock) of each output.
        inputs: (key, words) of whose clock can be followed.
        followed: The key that holds.
    """

    outputs: tuple[tuple[str, bool], ...] = ()
    inputs: Entries = ()
    followed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnRow:
    """Something that a control can move.

    Attributes:
        name: Its key.
        title: What it is.
        control: The control in words, or empty.
        waiting: Whether it learns now.
    """

    name: str
    title: str
    control: str = ""
    waiting: bool = False
