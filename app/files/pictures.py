"""Pictures of pieces: the first notes of each, kept so that none has to be opened to be shown."""

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
from engine.errors import SegueError
from engine.gate import documents
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.music.files import read_file as read_music
from engine.music.midifile import read_midi
from engine.music.score import Note, Score
from engine.music.time import Timeline
from engine.saving import write_atomically

_log = logging.getLogger(__name__)

MOST_NOTES = 240
_BOUNDS = documents.DocumentBounds(text_bytes=1 << 20, containers=10_000, values=100_000)


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """How a piece begins.

    Attributes:
        notes: (track, note), in order.
        end: Tick where the last of them ends.
        colours: A colour's index for each track.
        bars: Of the whole piece.
    """

    notes: tuple[tuple[int, Note], ...]
    end: int
    colours: tuple[int, ...]
    bars: int


def picture_of(score: Score, colours: tuple[int, ...] = ()) -> Picture:
    """Return the picture of a piece; without colours each track has its own."""
    tracks = ([(note.start, i, note) for note in t.notes] for i, t in enumerate(score.tracks))
    first = [(track, note) for _, track, note in islice(merge(*tracks), MOST_NOTES)]
    return Picture(
        notes=tuple(first),
        end=max((note.end for _, note in first), default=0),
        colours=colours or tuple(range(len(score.tracks))),
        bars=Timeline(score).bars.bars_until(score.end),
    )


class Pictures:
    """Keeps pictures by the file that each piece is in; one that is lost is only not shown.

    Args:
        folder: Where; made when the first one is kept.
        background: Whose thread reads and writes.
    """

    def __init__(self, folder: Path, background: Background) -> None:
        self._folder = folder
        self._background = background

    def keep(self, path: Path, picture: Picture) -> None:
        """Keep the picture of the piece in a file."""
        place, text = self._place(path), msgspec.json.encode(picture)

        def write() -> None:
            try:
                write_atomically(place, text, private=True, make_folder=True)
            except OSError:
                _log.warning("No picture of %s", path, exc_info=True)

        self._background.run(write, lambda _: None, lambda _error: None)

    def find(self, paths: Iterable[Path], then: Callable[[Path, Picture], None]) -> None:
        """Call `then` with each picture that was kept, one after the other."""
        for path in paths:
            self._background.run(
                partial(self._read, path), partial(_give, then, path), lambda _error: None
            )

    def make(self, paths: Iterable[Path], then: Callable[[Path, Picture], None]) -> None:
        """Call `then` with the picture of each MIDI file that ships, made if it is not there."""

        def made(path: Path) -> Picture | None:
            kept = self._read(path)
            if kept is not None:
                return kept
            with suppress(SegueError):
                return picture_of(read_midi(read_music(path)).score)
            return None

        for path in paths:
            self._background.run(
                partial(made, path), partial(_give, then, path), lambda _error: None
            )

    def _place(self, path: Path) -> Path:
        name = blake2b(str(path).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
        return self._folder / f"{name}.json"

    def _read(self, path: Path) -> Picture | None:
        with suppress(OSError, RefusedError, ValueError):
            text = read_file(self._place(path), most=_BOUNDS.text_bytes)
            return documents.decode(text, Picture, _BOUNDS)
        return None


def _give(then: Callable[[Path, Picture], None], path: Path, picture: Picture | None) -> None:
    if picture is not None:
        then(path, picture)
