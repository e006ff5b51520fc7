"""The files of what was sung: each stays until its notes are used, also after a crash."""

import contextlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from engine.ground.errors import DocumentError

# Of a WAV file of one channel in 16 bits, as the child that listens writes it.
_HEADER_BYTES = 44


class Recordings:
    """Names the file of each recording, and finds those that earlier sessions left.

    Args:
        folder: Where they lie.
        now: Returns the time, for their names.
    """

    def __init__(
        self, folder: Path, *, now: Callable[[], datetime] = lambda: datetime.now().astimezone()
    ) -> None:
        self._folder, self._now = folder, now

    def new(self) -> Path:
        """Return the path of a new file in a folder that exists.

        Raises:
            DocumentError: The folder cannot be made.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DocumentError(
                "Could not write ‘{path}’ ({error}).",
                path=self._folder,
                error=error.strerror or error,
            ) from error
        return self._folder / f"{self._now():%Y-%m-%d %H.%M.%S.%f}.wav"

    def left(self) -> Path | None:
        """Return the newest file with sound in it that an earlier session left, or None."""
        files = [path for path in self._folder.glob("*.wav") if self.has_sound(path)]
        return max(files, default=None)

    def discard(self, path: Path) -> None:
        """Delete a recording; files of other folders stay."""
        if path.parent == self._folder:
            # Windows keeps a file that somebody has open; the next session offers it again.
            with contextlib.suppress(OSError):
                path.unlink()

    @staticmethod
    def has_sound(path: Path) -> bool:
        """Return whether a file is there and has more than the header of a WAV file."""
        try:
            return path.stat().st_size > _HEADER_BYTES
        except OSError:
            return False
