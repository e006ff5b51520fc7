"""Ranges of the numbers in music; decoders check numbers from outside against them.

The ranges are part of the values' types: `msgspec` checks them in a piece, a journal and a message
alike. `engine.values.time.refuse_absurd` checks several numbers together.
"""

from functools import cache
from typing import Annotated, Any, get_args, get_type_hints

from msgspec import Meta

# Beyond this a tick is no longer exact as a floating-point number.
LAST_TICK = 2**53 - 1
SLOWEST_BPM, FASTEST_BPM = 4.0, 2000.0
LONGEST_NUMERATOR, LAST_DENOMINATOR_POWER = 64, 6
MOST_TRACKS = 1024
# Of one request: more would take hours before a user hears the last of them.
MOST_BARS_AT_ONCE = 1000
# Rows of one batch; each takes memory and time.
MOST_ALTERNATIVES = 64
LONGEST_PATH = 4096  # bytes, on Linux; elsewhere paths are shorter
CLOCKS_PER_CLICK = 24  # a click each quarter note, where a file does not tell
LAST_PORT = 255  # a MIDI file says a port in one byte
MOST_BARS = 100_000
# Of a listener who taps the beats: with less than three intervals, one wrong tap decides.
FEWEST_TAPS = 4
LOUDEST_DB = 6.0  # of a fader

Tick = Annotated[int, Meta(ge=0, le=LAST_TICK)]
Ticks = Annotated[int, Meta(ge=1, le=LAST_TICK)]
TicksPerQuarter = Annotated[int, Meta(ge=1, le=32_767)]
Pitch = Annotated[int, Meta(ge=0, le=127)]
PitchClassOrNone = Annotated[int, Meta(ge=-1, le=11)]
Velocity = Annotated[int, Meta(ge=1, le=127)]
SevenBits = Annotated[int, Meta(ge=0, le=127)]
Bend = Annotated[int, Meta(ge=-8192, le=8191)]
# The window's own limits are narrower; a file of another version may have been made by wider ones.
Bpm = Annotated[float, Meta(ge=1.0, le=100_000.0)]
Clocks = Annotated[int, Meta(ge=0, le=255)]
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
# The name of a file, as file systems bound it.
FileName = Annotated[str, Meta(max_length=255)]
DirectionText = Annotated[str, Meta(max_length=LONGEST_DIRECTION)]
Staff = Annotated[int, Meta(ge=1, le=16)]
TrackNumber = Annotated[int, Meta(ge=0, lt=MOST_TRACKS)]
# A bar of a piece, from 0.
BarNumber = Annotated[int, Meta(ge=0, le=MOST_BARS)]
BarsAtOnce = Annotated[int, Meta(ge=0, le=MOST_BARS_AT_ONCE)]
Alternatives = Annotated[int, Meta(ge=1, le=MOST_ALTERNATIVES)]
Candidates = Annotated[int, Meta(ge=0, le=MOST_ALTERNATIVES)]
# A time in a piece, in seconds: the last tick of a slow one.
PieceSeconds = Annotated[float, Meta(ge=0, le=float(LAST_TICK))]
# Where playing is asked to go: a bar that is counted in lies before the piece.
Place = Annotated[int, Meta(ge=-LAST_TICK, le=LAST_TICK)]
# A count of rows, steps or parts, and a quantity, where nothing else bounds them.
Count = Annotated[int, Meta(ge=0, le=10**12)]
Amount = Annotated[float, Meta(ge=-1e12, le=1e12)]
# A track that plays earlier or later than it is written, in seconds.
OffsetSeconds = Annotated[float, Meta(ge=-3600.0, le=3600.0)]
# A number that a sender chooses: of a piece, of a request.
Chosen = Annotated[int, Meta(ge=-LAST_TICK, le=LAST_TICK)]


def refuse_out_of_range(value: object) -> None:
    """Refuse a value whose numbers are out of the ranges that their types say.

    Decoders check these for values from outside; this is for those that the program makes.

    Args:
        value: Of a class whose annotations have `Meta`.

    Raises:
        ValueError: A number is out of its range.
    """
    kind: Any = type(value)  # mypy does not see that a class can be hashed
    for name, bounds in _bounds(kind):
        number = getattr(value, name)
        # A number that is none (NaN) is in no range.
        fits = (
            (bounds.ge is None or number >= bounds.ge)
            and (bounds.gt is None or number > bounds.gt)
            and (bounds.le is None or number <= bounds.le)
            and (bounds.lt is None or number < bounds.lt)
        )
        if not fits:
            low = bounds.gt if bounds.ge is None else bounds.ge
            high = bounds.lt if bounds.le is None else bounds.le
            raise ValueError(f"{name} must be from {low:,} to {high:,}, not {number:,}")


@cache
def _bounds(kind: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (name, bounds)
        for name, hint in get_type_hints(kind, include_extras=True).items()
        for bounds in get_args(hint)[1:]
        if isinstance(bounds, Meta) and bounds.max_length is None and bounds.pattern is None
    )
