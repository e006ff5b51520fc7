"""Small pictures of pieces, stored so that the start page need not open them."""

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from heapq import merge
from itertools import islice
from pathlib import Path

import msgspec

from app.files.background import Background
from app.values.pictures import Picture
from engine.gate import documents
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.ground.errors import SegueError
from engine.ground.saving import write_atomically
from engine.midi.file.files import read_file as read_music
from engine.midi.file.midifile import read_midi
from engine.values.score import Score
from engine.values.time import Timeline

_log = logging.getLogger(__name__)

# The first notes of a piece that its picture shows.
MOST_NOTES = 240
_BOUNDS = documents.DocumentBounds(text_bytes=1 << 20, containers=10_000, values=100_000)


def picture_of(score: Score, colours: tuple[int, ...] = ()) -> Picture:
    """Return the picture of a score; by default each track has its own colour."""
    tracks = ([(note.start, i, note) for note in t.notes] for i, t in enumerate(score.tracks))
    first = [(track, note) for _, track, note in islice(merge(*tracks), MOST_NOTES)]
    return Picture(
        notes=tuple(first),
        end=max((note.end for _, note in first), default=0),
        colours=colours or tuple(range(len(score.tracks))),
        bars=Timeline(score).bars.bars_until(score.end),
        title=score.title.strip(),
    )


class Pictures:
    """Stores the pictures by the path of the piece; a missing picture is just not shown.

    Args:
        folder: The folder, created with the first picture.
    """

    def __init__(self, folder: Path, background: Background) -> None:
        self._folder = folder
        self._background = background

    def keep(self, path: Path, picture: Picture) -> None:
        """Store the picture of a file."""
        self._background.run(
            partial(self._write, path, picture), lambda _: None, lambda _error: None
        )

    def _write(self, path: Path, picture: Picture) -> None:
        text = msgspec.json.encode(picture)
        try:
            write_atomically(self._place(path), text, private=True, make_folder=True)
        except OSError:
            _log.warning("No picture of %s", path, exc_info=True)

    def find(
        self,
        paths: Iterable[Path],
        then: Callable[[Path, Picture], None],
        *,
        read: Callable[[Path], Picture],
        keep: bool = False,
    ) -> None:
        """Call `then` with the picture of each file that can be read.

        Args:
            paths: The files.
            then: Called in the window's thread.
            read: Makes the picture of a file that has none; it may raise a SegueError.
            keep: Whether to store a picture that was made.
        """

        def found(path: Path) -> Picture | None:
            kept = self._read(path)
            if kept is not None and kept.title is not None:
                return kept
            with suppress(SegueError):
                made = read(path)
                if keep:
                    self._write(path, made)
                return made
            return kept

        for path in paths:
            self._background.run(
                partial(found, path), partial(_give, then, path), lambda _error: None
            )

    def _place(self, path: Path) -> Path:
        name = blake2b(str(path).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
        return self._folder / f"{name}.json"

    def _read(self, path: Path) -> Picture | None:
        with suppress(OSError, RefusedError, ValueError):
            text = read_file(self._place(path), most=_BOUNDS.text_bytes)
            return documents.decode(text, Picture, _BOUNDS)
        return None


def picture_of_midi(path: Path) -> Picture:
    """Return the picture of a MIDI file.

    Raises:
        SegueError: It cannot be read.
    """
    return picture_of(read_midi(read_music(path)).score)


def _give(then: Callable[[Path, Picture], None], path: Path, picture: Picture | None) -> None:
    if picture is not None:
        then(path, picture)
