"""The user's choices of ports and sound, as one value: `Sound`; and the format of audio files.

The window saves it and sends it whole; the player compares it with the one before and does what
differs (`engine/playback/role.py`).
"""

from typing import Annotated, Literal

import msgspec

from engine.values.ranges import LOUDEST_DB, Amount, Count, Pitch, SevenBits

DEFAULT_BANK = "FluidR3Mono_GM.sf3"
"""The name of the sound bank that ships (`assets/sound`)."""
Program = tuple[int, bool]
"""A program of General MIDI: its number, and whether it is a drum kit."""
BANK_SUFFIXES = (".sf2", ".sf3")
OutputKind = Literal["synth", "port", "virtual", "recording"]
"""The built-in synth, a MIDI port, a virtual port, or only a recording."""
Room = Literal["off", "room", "hall"]
ROOMS: tuple[Room, ...] = ("off", "room", "hall")
ROOM_DECAY_S: dict[Room, float] = {"off": 0.0, "room": 0.6, "hall": 2.0}
"""Seconds in which the reverb of a room fades by 60 dB, at 500 Hz."""
SILENT_DB = -100.0
SampleFormat = Literal["16", "24", "float"]
TuningOut = Literal["mts", "mpe", "off"]
"""How a MIDI port plays a tuning: by the MIDI Tuning Standard, by bends on a channel for each note
(MPE), or not at all, in equal temperament."""
Touch = Literal["played", "softer", "louder", "loudest", "alike"]
TOUCHES: tuple[Touch, ...] = ("played", "softer", "louder", "loudest", "alike")
# Largest transposition in semitones.
FARTHEST = 36
NO_SPLIT = 0
# In milliseconds. The player keeps to the largest latency, the window to both.
LARGEST_OFFSET_MS = LARGEST_LATENCY_MS = 300
Transposition = Annotated[int, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)]


class ControlId(msgspec.Struct, frozen=True, kw_only=True):
    """A control of a MIDI keyboard, or one of its keys or pads.

    Attributes:
        number: MIDI number of the controller, or of the note.
        channel: 0 to 15.
        is_key: Whether it is a key or pad.
    """

    number: SevenBits
    channel: Annotated[int, msgspec.Meta(ge=0, le=15)]
    is_key: bool = False


class KeyboardShape(msgspec.Struct, frozen=True, kw_only=True):
    """How the notes of a keyboard are changed; the default changes nothing.

    The recording, the events and the live process get the notes as they sound: transposed, and with
    the velocity curve applied.

    Attributes:
        through: Whether notes sound at once; False for an instrument with a sound of its own.
        channel: The MIDI channel to read, from 1; 0 reads all.
        transpose: Transposition in semitones.
        touch: The velocity curve.
        split: Lowest pitch of the upper part; `NO_SPLIT` for one part.
        low_program: General MIDI program of the lower part.
        low_transpose: Transposition of the lower part in semitones.
        own_track: Whether somebody else plays it: it has a track of its own, in a jam as well.
        mpe: Whether each note has a MIDI channel, and so a bend, of its own from the start; a
            device may also say so by itself.
    """

    through: bool = True
    channel: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0
    transpose: Transposition = 0
    touch: Touch = "played"
    split: Pitch = NO_SPLIT
    low_program: SevenBits = 0
    low_transpose: Transposition = 0
    own_track: bool = False
    mpe: bool = False


class Sound(msgspec.Struct, frozen=True, kw_only=True):
    """The choices of ports and sound that the player obeys.

    Attributes:
        output_kind: The kind of output that sounds by default.
        output_name: The port's name; empty for the synth.
        port_per_track: For a port of our own: whether each track without an output of its own plays
            to one more port, `track_output`. Metronome, keyboards and clock stay on this one.
        device: For the synth: the audio device, or empty for the system's default.
        buffer_ms: For the synth: milliseconds rendered ahead; more adds latency and safety.
        bank: For the synth: path of a sound bank, or empty for the one that ships.
        room: The reverb of the synth.
        level_db: The master fader of the synth; `SILENT_DB` is silence.
        tuning_out: How MIDI outputs play a piece that has a tuning.
        latencies_ms: Time from sending to sounding by MIDI output: that much earlier is sent. Ports
            for single tracks have that of the port for all.
        inputs: Names of the MIDI inputs in use; an absent one is opened when it appears.
        through: Whether what is played on inputs sounds at once, through the current track; the
            computer's keys always do.
        offsets_ms: Latency compensation by input; positive records notes later.
        keyboards: Split, transposition and velocity curve by input.
        learned: MIDI controls by what each one moves in the window. They are reported, and neither
            sound nor are recorded.
        clock_out: MIDI outputs that get a clock.
        time_code_out: MIDI outputs that get time code, at 25 frames a second; the piece begins at
            00:00:00:00.
        clock_runs: Whether clock goes out also while the music is stopped or counted in.
        clock_in: MIDI input whose clock the player follows, `JACK_TRANSPORT`, or empty for its own
            time. `Play` then begins with the next pulse; with JACK, `Play`, `Stop` and `Seek` move
            the transport, and with it all its programs.
    """

    output_kind: OutputKind = "synth"
    output_name: str = ""
    port_per_track: bool = False
    device: str = ""
    buffer_ms: Count = 10
    bank: str = ""
    room: Room = "room"
    level_db: Annotated[float, msgspec.Meta(ge=SILENT_DB, le=LOUDEST_DB)] = 0.0
    tuning_out: TuningOut = "mts"
    latencies_ms: dict[str, int] = {}
    inputs: tuple[str, ...] = ()
    through: bool = True
    offsets_ms: dict[str, int] = {}
    keyboards: dict[str, KeyboardShape] = {}
    learned: dict[str, ControlId] = {}
    clock_out: tuple[str, ...] = ()
    time_code_out: tuple[str, ...] = ()
    clock_runs: bool = False
    clock_in: str = ""

    @property
    def own_tracks(self) -> frozenset[str]:
        """The inputs in use that have a track of their own."""
        shapes = self.keyboards
        return frozenset(n for n in self.inputs if n in shapes and shapes[n].own_track)


class AudioOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The format of an audio file.

    Attributes:
        samples: Bits of a sample in WAV and FLAC files (FLAC has no `float`, it takes 24).
        sample_rate: Frames a second, 44,100 or 48,000.
        loudness: In LUFS; None only normalizes the highest peak to -1 dB.
        stems: Whether to write each track to its own file, too.
        room: The reverberation.
    """

    samples: SampleFormat = "16"
    sample_rate: Count = 44_100
    loudness: Amount | None = -16.0
    stems: bool = False
    room: Room = "room"
