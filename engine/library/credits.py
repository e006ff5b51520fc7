"""Title and composer of a song, from the texts in its file and from its path."""

from dataclasses import dataclass
from pathlib import Path

from engine.library.composers import composer_named_in
from engine.music.credits import composer_said, is_title
from engine.music.smf_chunks import NotMidiError, lay_out, unwrapped
from engine.music.smf_events import RawTrack, TrackReader
from engine.music.smf_parts import NOTE_ON
from engine.music.smf_text import decode_text
from engine.music.smf_warnings import Oddities

_TEXT, _COPYRIGHT, _NAME = 0x01, 0x02, 0x03
# Files name the composer before the first notes, in one of the first tracks.
_TRACKS_LOOKED_AT, _EVENTS_LOOKED_AT = 3, 200
_FOLDERS_LOOKED_AT = 3
# Longer texts are sentences, not names.
_LONGEST_COMPOSER = 60


@dataclass(frozen=True, slots=True)
class SongCredits:
    """Title and composer.

    Attributes:
        title: The title of the piece, or empty.
        composer: The composer as the file spells the name, or empty.
    """

    title: str = ""
    composer: str = ""


NOBODY = SongCredits()


def credits_of_midi(data: bytes) -> SongCredits:
    """Return the credits in the first tracks of a MIDI file; empty if it cannot be read."""
    oddities = Oddities()
    try:
        data = unwrapped(data, oddities)
        layout = lay_out(data, oddities)
    except NotMidiError:
        return NOBODY
    title, texts = "", []
    for number, span in enumerate(layout.tracks[:_TRACKS_LOOKED_AT]):
        reader = TrackReader(data[span.start : span.end], oddities, trusted=span.trusted)
        reader.read(_EVENTS_LOOKED_AT)
        texts += _texts_in(reader.track)
        # The first track of several names the piece if it has no notes; else it names a part.
        if number == 0 and len(layout.tracks) > 1 and not _has_notes(reader.track):
            title = next(filter(is_title, _texts_in(reader.track, kinds=(_NAME,))), "")
    return SongCredits(title, _composer_in(texts))


def _texts_in(track: RawTrack, *, kinds: tuple[int, ...] = (_TEXT, _COPYRIGHT, _NAME)) -> list[str]:
    return [decode_text(meta.data) for meta in track.metas if meta.kind in kinds]


def _has_notes(track: RawTrack) -> bool:
    return any(message.status & 0xF0 == NOTE_ON for message in track.messages)


def credits_of_notation(title: str, composer: str) -> SongCredits:
    """Return the credits of a MusicXML file, with the composer cut to a sensible length."""
    return SongCredits(title, composer[:_LONGEST_COMPOSER].strip())


def composer_in_path(path: Path, member: str = "", *, home: Path | None = None) -> str:
    """Return the composer that the name of a file or of a folder around it contains, or "".

    Args:
        path: The path of the file or the archive.
        member: Its path inside the archive, or empty.
        home: The user's own folder, which does not count; None takes it from the system.
    """
    home = home or Path.home()
    shown = path.relative_to(home) if path.is_relative_to(home) else path
    names = [*shown.parts, *member.split("/")] if member else [*shown.parts]
    for name in reversed(names[-1 - _FOLDERS_LOOKED_AT :]):
        if found := composer_named_in(name):
            return found
    return ""


def _composer_in(texts: list[str]) -> str:
    """Return the composer that a text names as such, else the first well-known name."""
    for text in texts:
        if composer := composer_said(text):
            return composer[:_LONGEST_COMPOSER].strip()
    return next((name for text in texts if (name := composer_named_in(text))), "")
