"""Oddities of a MIDI file, counted by kind while reading and shown in sentences at the end."""

from collections import Counter
from enum import Enum

from engine.sentence import said


class Oddity(Enum):
    """A kind of damage that a reader can work round: its sentence for one, and for many."""

    TRACK_CUT = ("1 track is cut short.", "{count:,} tracks are cut short.")
    TRACK_LENGTH = (
        "1 track has a wrong length or stray bytes after it.",
        "{count:,} tracks have a wrong length or stray bytes after them.",
    )
    NO_END = (
        "1 track has no end-of-track event.",
        "{count:,} tracks have no end-of-track event.",
    )
    AFTER_END = (
        "Events after the end of 1 track were left out.",
        "Events after the end of {count:,} tracks were left out.",
    )
    EMPTY_CHUNK = ("1 track is empty of bytes.", "{count:,} tracks are empty of bytes.")
    STRAY_BYTES = (
        "Bytes that are no part of the music were left out.",
        "Bytes that are no part of the music were left out in {count:,} places.",
    )
    BEFORE_HEADER = (
        "There are bytes before the MIDI header.",
        "There are bytes before the MIDI header.",
    )
    SECOND_FILE = (
        "A second MIDI file after the first was left out.",
        "A second MIDI file after the first was left out.",
    )
    RIFF_LENGTH = (
        "The RIFF wrapper is cut short.",
        "The RIFF wrapper is cut short.",
    )
    FORMAT = (
        "The header says a format that does not exist; the file was read as format 1.",
        "The header says a format that does not exist; the file was read as format 1.",
    )
    FORMAT_0_TRACKS = (
        "The header says one track, but there are more; all were read.",
        "The header says one track, but there are more; all were read.",
    )
    FORMAT_2 = (
        "The file holds independent patterns (format 2); they were put one after the other.",
        "The file holds independent patterns (format 2); they were put one after the other.",
    )
    TRACK_COUNT = (
        "The header says another number of tracks than there are.",
        "The header says another number of tracks than there are.",
    )
    FRAMES = (
        "Time is counted in film frames; it was turned into beats at 120 a minute.",
        "Time is counted in film frames; it was turned into beats at 120 a minute.",
    )
    DATA_BYTE = (
        "1 value out of range was brought into range.",
        "{count:,} values out of range were brought into range.",
    )
    NO_STATUS = (
        "1 stray byte in a track was left out.",
        "{count:,} stray bytes in tracks were left out.",
    )
    RUNNING_STATUS = (
        "Running status goes on across a meta or system event.",
        "Running status goes on across {count:,} meta or system events.",
    )
    LONG_DELTA = (
        "1 time step is written in more than four bytes.",
        "{count:,} time steps are written in more than four bytes.",
    )
    SYSTEM_STATUS = (
        "1 message that does not belong in a file was left out.",
        "{count:,} messages that do not belong in a file were left out.",
    )
    SYSTEM_EXCLUSIVE = (
        "1 system exclusive message is not ended.",
        "{count:,} system exclusive messages are not ended.",
    )
    META_LENGTH = (
        "1 event has a wrong length and was left out.",
        "{count:,} events have a wrong length and were left out.",
    )
    META_TYPE = (
        "1 event of an impossible type was left out.",
        "{count:,} events of impossible types were left out.",
    )
    TEMPO = (
        "1 impossible tempo was left out.",
        "{count:,} impossible tempos were left out.",
    )
    METER = (
        "1 unusable time signature was left out.",
        "{count:,} unusable time signatures were left out.",
    )
    KEY = (
        "1 impossible key signature was left out.",
        "{count:,} impossible key signatures were left out.",
    )
    KEY_MODE = (
        "1 key signature is neither major nor minor; its sharps or flats were kept.",
        "{count:,} key signatures are neither major nor minor; their sharps or flats were kept.",
    )
    OFFSET = (
        "1 impossible SMPTE offset was left out.",
        "{count:,} impossible SMPTE offsets were left out.",
    )
    CHANNEL_PREFIX = (
        "1 impossible channel prefix was left out.",
        "{count:,} impossible channel prefixes were left out.",
    )
    UNENDED = (
        "1 note was never ended; it was closed.",
        "{count:,} notes were never ended; they were closed.",
    )
    NO_LENGTH = (
        "1 note had no length; it was given one tick.",
        "{count:,} notes had no length; they were given one tick.",
    )
    LONG_NOTE = (
        "1 note longer than 256 bars was shortened.",
        "{count:,} notes longer than 256 bars were shortened.",
    )
    STACKED = (
        "1 note doubled on a sounding one was left out.",
        "{count:,} notes doubled on sounding ones were left out.",
    )
    SILENCE = (
        "1 very long silence was shortened.",
        "{count:,} very long silences were shortened.",
    )
    EMPTY_TRACKS = (
        "1 track without any event was left out.",
        "{count:,} tracks without any event were left out.",
    )
    SYSTEM_FLOOD = (
        "1 system exclusive message too many was left out.",
        "{count:,} system exclusive messages too many were left out.",
    )
    META_FLOOD = (
        "1 change or text too many was left out.",
        "{count:,} changes and texts too many were left out.",
    )
    CONTROL_FLOOD = (
        "1 controller or pitch bend too many was left out.",
        "{count:,} controllers and pitch bends too many were left out.",
    )
    TOO_MANY_CHANGES = (
        "1 change of tempo, meter or key too many was left out.",
        "{count:,} changes of tempo, meter or key too many were left out.",
    )
    EVENT_FLOOD = (
        "Events after the first 2,000,000 were left out.",
        "Events after the first 2,000,000 were left out.",
    )
    LARGE_TEXT = (
        "1 text or system message of more than a megabyte was left out.",
        "{count:,} texts or system messages of more than a megabyte were left out.",
    )
    CODING = (
        "The encoding of 1 text is not certain: a MIDI export has it as it was. File ▸ Title and "
        "composer… has others.",
        "The encoding of {count:,} texts is not certain: a MIDI export has them as they were. "
        "File ▸ Title and composer… has others.",
    )
    TOO_MANY_NOTES = (
        "1 note too many was left out; training sees the beginning only.",
        "{count:,} notes too many were left out; training sees the beginning only.",
    )
    TOO_LONG = (
        "It lasts too long; the end was left out.",
        "It lasts too long; the end was left out.",
    )
    CROWDED = (
        "1 note too many in one bar was left out.",
        "{count:,} notes too many in one bar were left out.",
    )


class Oddities:
    """Counts of what was odd, in the order it was met."""

    def __init__(self) -> None:
        self._counts: Counter[Oddity] = Counter()

    def add(self, kind: Oddity, count: int = 1) -> None:
        """Count one or more of a kind; a count of 0 adds nothing."""
        if count:
            self._counts[kind] += count

    def sentences(self) -> tuple[str, ...]:
        """Return one sentence a kind, in the order the kinds were first met."""
        return tuple(
            said(kind.value[count != 1], count=count) for kind, count in self._counts.items()
        )
