"""Ranges of the numbers in music; decoders check numbers from outside against them.

The ranges are part of the values' types: `msgspec` checks them in a piece, a journal and a message
alike. `engine.values.time.refuse_absurd` checks several numbers together.
"""

from typing import Annotated

from msgspec import Meta

# Beyond this a tick is no longer exact as a floating-point number.
LAST_TICK = 2**53 - 1
SLOWEST_BPM, FASTEST_BPM = 4.0, 2000.0
LONGEST_NUMERATOR, LAST_DENOMINATOR_POWER = 64, 6
MOST_TRACKS = 1024
LAST_PORT = 255  # a MIDI file says a port in one byte
MOST_BARS = 100_000
# Of a listener who taps the beats: with less than three intervals, one wrong tap decides.
FEWEST_TAPS = 4

Tick = Annotated[int, Meta(ge=0, le=LAST_TICK)]
Ticks = Annotated[int, Meta(ge=1, le=LAST_TICK)]
TicksPerQuarter = Annotated[int, Meta(ge=1, le=32_767)]
Pitch = Annotated[int, Meta(ge=0, le=127)]
Velocity = Annotated[int, Meta(ge=1, le=127)]
SevenBits = Annotated[int, Meta(ge=0, le=127)]
Bend = Annotated[int, Meta(ge=-8192, le=8191)]
# The window's own limits are narrower; a file of another version may have been made by wider ones.
Bpm = Annotated[float, Meta(ge=1.0, le=100_000.0)]
Numerator = Annotated[int, Meta(ge=1, le=255)]
Denominator = Annotated[int, Meta(ge=1, le=1 << 15)]
Fifths = Annotated[int, Meta(ge=-7, le=7)]
Origin = Annotated[int, Meta(ge=-(2**31), le=2**31)]
Port = Annotated[int, Meta(ge=0, le=LAST_PORT)]
Channel = Annotated[int, Meta(ge=0, le=15)]
# Key pressure to pitch bend: all channel messages but notes.
StateStatus = Annotated[int, Meta(ge=0xA0, le=0xE0, multiple_of=0x10)]
EventCode = Annotated[int, Meta(ge=0, le=0xFF)]
# The words of a note's marks: `engine.values.mark_kinds` bounds each of them.
MarkWords = Annotated[str, Meta(max_length=1024)]
LONGEST_DIRECTION = 1024
DirectionText = Annotated[str, Meta(max_length=LONGEST_DIRECTION)]
Staff = Annotated[int, Meta(ge=1, le=16)]
