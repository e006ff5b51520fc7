"""Title and composer of a song, from the texts in its file and from its path."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.form.credits import composer_said, is_title
from engine.library.composers import composer_named_in
from engine.midi.file.columns import RawFile
from engine.values.texts import decode_text

# Types of meta events.
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


def credits_of_midi(raw: RawFile) -> SongCredits:
    """Return what stands in the first tracks of a MIDI file."""
    title, texts = "", []
    for number, metas in enumerate(raw.metas[:_TRACKS_LOOKED_AT]):
        said = [
            (meta.kind, decode_text(meta.data))
            for place, meta in enumerate(metas)
            if meta.kind in {_TEXT, _COPYRIGHT, _NAME} and meta.after + place < _EVENTS_LOOKED_AT
        ]
        texts += [text for _, text in said]
        # The name of a track with notes is a part's; before them it is the piece's.
        if number == 0 and len(raw.metas) > 1 and not _plays_early(raw):
            title = next((text for kind, text in said if kind == _NAME and is_title(text)), "")
    return SongCredits(title, _composer_in(texts))


def _plays_early(raw: RawFile) -> bool:
    """Return whether the first track has notes among its first events."""
    messages = raw.messages
    last = int(np.searchsorted(messages.track[:_EVENTS_LOOKED_AT], 1))
    return bool(messages.note_ons[:last].any())


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
