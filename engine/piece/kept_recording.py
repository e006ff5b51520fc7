"""The recording that a piece keeps: where it sounds, and the file that holds its sound.

The piece has a name of the sound, not the sound: undo, journal and autosave copy 32 digits. The
name is a digest, so one sound has one file in `KeptSounds`, and a wrong one is found out.
"""

import contextlib
import hashlib
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.ground.errors import DocumentError
from engine.ground.saving import write_atomically
from engine.values.hearing import LONGEST_RECORDING_S, Recording, Seconds
from engine.values.ranges import LAST_TICK, LOUDEST_DB, TrackNumber

# Ten minutes of two sides, a quarter of an hour of one.
MOST_SOUND_BYTES = 8 << 20
_DIGITS = 32
SoundName = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\.ogg$", max_length=_DIGITS + 4)]
# A file that no piece of this computer has asked for in so long is deleted; a `.segue` file has its
# own copy.
_UNUSED_S = 180 * 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRecording:
    """A recording in a piece.

    Attributes:
        sound: The name of its sound.
        seconds: Its length.
        begins_s: Seconds of the piece, at its written tempo, at which the sound begins; below 0 if
            the piece begins within it.
        track: The track that was written from it; None if that is deleted.
        level_db: Its level in decibels.
        muted: Whether it is silent.
    """

    sound: SoundName
    seconds: Seconds
    begins_s: Annotated[float, Meta(ge=-LONGEST_RECORDING_S, le=float(LAST_TICK))] = 0.0
    track: TrackNumber | None = None
    level_db: Annotated[float, Meta(ge=-60.0, le=LOUDEST_DB)] = 0.0
    muted: bool = False

    def of_tracks(self, order: Sequence[int]) -> "KeptRecording":
        """Return it in a piece with a selection of the tracks, in this order."""
        track = order.index(self.track) if self.track in order else None
        return self if track == self.track else replace(self, track=track)

    def moved(self, seconds: float) -> "KeptRecording":
        """Return it in a piece in which all comes later by some seconds."""
        return replace(self, begins_s=self.begins_s + seconds) if seconds else self


def name_of(sound: bytes) -> str:
    """Return the name of a sound."""
    return hashlib.sha256(sound).hexdigest()[:_DIGITS] + ".ogg"


class KeptSounds:
    """The sounds of opened pieces as files in a folder; any thread may use it.

    Args:
        folder: That folder; it is made when it is needed.
        now: Returns seconds since 1970.
    """

    def __init__(self, folder: Path, *, now: Callable[[], float] = time.time) -> None:
        self._folder, self._now = folder, now

    def path(self, name: str) -> Path:
        """Return the file of a sound, whether it is there or not."""
        return self._folder / name

    def put(self, sound: bytes) -> str:
        """Keep a sound and return its name.

        Raises:
            DocumentError: It cannot be written.
        """
        name = name_of(sound)
        path = self.path(name)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if self.has(name):
                os.utime(path, (self._now(), self._now()))
            else:
                self._sweep()
                write_atomically(path, sound)
        except OSError as error:
            reason = error.strerror or str(error)
            raise DocumentError(
                "Could not write ‘{path}’ ({reason}).", path=path, reason=reason
            ) from error
        return name

    def has(self, name: str) -> bool:
        """Return whether a sound is there."""
        return bool(self.get(name))

    def get(self, name: str) -> bytes:
        """Return a sound; empty if it is not there any more, or another one by now."""
        try:
            sound = read_file(self.path(name), most=MOST_SOUND_BYTES)
        except RefusedError:
            return b""
        return sound if name_of(sound) == name else b""

    def _sweep(self) -> None:
        """Delete the sounds that no piece has asked for in half a year."""
        for path in self._folder.glob("*.ogg"):
            # Windows keeps a file that somebody has open.
            with contextlib.suppress(OSError):
                if self._now() - path.stat().st_mtime > _UNUSED_S:
                    path.unlink()


def to_play(kept: KeptRecording | None, sounds: KeptSounds) -> Recording | None:
    """Return what the player plays beside a piece; None if there is nothing to hear."""
    if kept is None or kept.muted:
        return None
    path = str(sounds.path(kept.sound))
    return Recording(file=path, begins_s=kept.begins_s, level_db=kept.level_db)
