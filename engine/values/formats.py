"""Every format of a file that music is read from or written to, one row each.

Dialogs, drops, folders that are searched, the command line and the installers' file associations
go through these rows. `engine.notation.formats` has the readers and writers of notation,
`engine.playback.files.audio_files` the writers of audio, `engine.listening.sound_file` its reader.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A row of the table: the names of one format.

    Attributes:
        shown: Its English name in dialogs.
        read: The endings of files that are opened, in lower case.
        written: The endings that a file may be written under, the usual one first.
        ambiguous: Endings among `read` that other programs use for something else: the system is
            not told that Segue opens them.
    """

    shown: str
    read: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()


PIECE = Format(shown="Segue pieces", read=(".segue",), written=(".segue",))
MIDI = Format(
    shown="MIDI files",
    read=(".mid", ".midi", ".kar", ".rmi", ".smf"),
    # A file in a RIFF wrapper (.rmi) is read and never written.
    written=(".mid", ".midi", ".kar", ".smf"),
    ambiguous=(".smf",),
)
MUSICXML = Format(shown="MusicXML", read=(".musicxml", ".mxl"), written=(".musicxml", ".xml"))
# Other programs keep scenes of films under this ending.
ABC = Format(shown="ABC", read=(".abc",), written=(".abc",), ambiguous=(".abc",))
# Pages; only the window writes them, for it draws them with Qt.
PDF = Format(shown="PDF", written=(".pdf",))
WAV = Format(shown="WAV", read=(".wav",), written=(".wav",))
FLAC = Format(shown="FLAC", read=(".flac",), written=(".flac",))
OGG = Format(shown="OGG Vorbis", read=(".ogg", ".oga"), written=(".ogg",))
OPUS = Format(shown="Opus", read=(".opus",))
MP3 = Format(shown="MP3", read=(".mp3",))
AIFF = Format(shown="AIFF", read=(".aiff", ".aif"))

# Formats that open as a piece; that a library learns from; that notation, parts and sound are
# written in; in which notes are heard.
OPENED = (PIECE, MIDI, MUSICXML, ABC)
LEARNED_FROM = (MIDI, MUSICXML, ABC)
NOTATION = (MUSICXML, ABC)
PARTS = (PDF, MUSICXML)
AUDIO = (WAV, FLAC, OGG)
RECORDINGS = (WAV, FLAC, MP3, OGG, OPUS, AIFF)
FORMATS = (PIECE, MIDI, *NOTATION, PDF, *RECORDINGS)
# MuseScore's own files: named in dialogs, so that a sentence says how to export them.
MUSESCORE_SUFFIXES = (".mscz", ".mscx")


def read_suffixes(formats: Iterable[Format]) -> tuple[str, ...]:
    """Return the endings of files of some formats that are opened."""
    return tuple(suffix for each in formats for suffix in each.read)


def written_suffixes(formats: Iterable[Format]) -> tuple[str, ...]:
    """Return the endings that files of some formats may be written under."""
    return tuple(suffix for each in formats for suffix in each.written)


def format_written_to(path: Path, formats: Iterable[Format]) -> Format | None:
    """Return the format that a file's name asks for, or None."""
    suffix = path.suffix.lower()
    return next((each for each in formats if suffix in each.written), None)


def named_for(path: Path, formats: tuple[Format, ...]) -> Path:
    """Return a path whose ending is one of some formats', by adding the first one's usual one."""
    if format_written_to(path, formats) is not None:
        return path
    return path.with_name(path.name + formats[0].written[0])
