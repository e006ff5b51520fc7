"""A composition as one file, a zip: `composition.json` is everything, `score.mid` is for others."""

import contextlib
import io
import os
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path

import msgspec

from engine.composition.document import Composition
from engine.composition.first_format import composition_of
from engine.errors import DocumentError, LimitError, MidiFileError
from engine.music.files import read_file
from engine.music.midifile import write_midi
from engine.music.span import LIMITS

FORMAT = 2
SUFFIX = ".segue"
MAX_FILE_BYTES = 64 * 1024 * 1024
MAX_JSON_BYTES = 256 * 1024 * 1024


class _Document(msgspec.Struct, kw_only=True):
    format: int
    composition: Composition


class _Header(msgspec.Struct):
    format: int


def to_bytes(composition: Composition) -> bytes:
    """Return the file's bytes; the same composition always gives the same bytes."""
    document = _Document(format=FORMAT, composition=composition)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in (
            ("composition.json", msgspec.json.encode(document)),
            ("score.mid", write_midi(composition.score)),
        ):
            # A fixed date: two saves of one composition must not differ.
            archive.writestr(
                zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED
            )
    return buffer.getvalue()


def to_bytes_at_once(composition: Composition) -> bytes:
    """Return a file's bytes without its MIDI and hardly packed: a fiftieth of the time.

    For a copy that only has to be there in case the program is killed.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        document = _Document(format=FORMAT, composition=composition)
        archive.writestr("composition.json", msgspec.json.encode(document))
    return buffer.getvalue()


def from_bytes(data: bytes, *, name: str = "The file") -> Composition:
    """Return the composition in a file's bytes.

    Raises:
        DocumentError: It is damaged, too large or made by a newer version.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            info = archive.getinfo("composition.json")
            if info.file_size > MAX_JSON_BYTES:
                raise DocumentError(f"‘{name}’ is larger than any piece Segue writes.")
            with archive.open(info) as member:
                # The header's size is a claim: never read more than was agreed to.
                text = member.read(MAX_JSON_BYTES + 1)
        made_by = msgspec.json.decode(text, type=_Header).format
        if made_by > FORMAT:
            raise DocumentError(
                f"‘{name}’ was made by a newer version (format {made_by}; "
                f"this one reads up to {FORMAT})."
            )
        if made_by == 1:
            return _checked(composition_of(text))
        return _checked(msgspec.json.decode(text, type=_Document).composition)
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, ValueError, OSError) as error:
        raise DocumentError(f"‘{name}’ is not a readable Segue piece ({error}).") from error
    except (NotImplementedError, RuntimeError) as error:
        raise DocumentError(f"‘{name}’ is packed in a way Segue never writes.") from error


def _checked(composition: Composition) -> Composition:
    tracks = len(composition.score.tracks)
    if len(composition.settings) != tracks:
        raise ValueError(f"{tracks} tracks with {len(composition.settings)} settings")
    if [take.number for take in composition.takes] != list(range(1, len(composition.takes) + 1)):
        raise ValueError("takes are not numbered in order")
    if any(not 0 <= part.track < tracks for take in composition.takes for part in take.notes):
        raise ValueError("a take has notes for a track that is not there")
    if any(not 0 <= take.remembered <= len(composition.remembered) for take in composition.takes):
        raise ValueError("a take remembers a piece that is not there")
    # Whoever wrote the file: everything that looks notes up relies on their order.
    in_order = tuple(track.with_notes(track.notes) for track in composition.score.tracks)
    return replace(composition, score=replace(composition.score, tracks=in_order))


def save(composition: Composition, path: Path) -> None:
    """Write a composition so that at any moment the old file or the new one is whole.

    Raises:
        DocumentError: It could not be written; the old file is as it was.
    """
    try:
        write_atomically(path, to_bytes(composition))
    except OSError as error:
        reason = error.strerror or str(error)
        raise DocumentError(f"Could not save to ‘{path}’ ({reason}).") from error


def open_composition(path: Path) -> Composition:
    """Read a composition from a file.

    Raises:
        DocumentError: It cannot be read.
    """
    return from_bytes(composition_bytes(path), name=path.name)


def composition_bytes(path: Path) -> bytes:
    """Return the bytes of a file that may hold a composition.

    Raises:
        DocumentError: It cannot be opened, is no file, or larger than any composition.
    """
    try:
        return read_file(path, limits=replace(LIMITS, file_bytes=MAX_FILE_BYTES))
    except LimitError as error:
        raise DocumentError(f"‘{path.name}’ is larger than any piece Segue writes.") from error
    except MidiFileError as error:
        raise DocumentError(f"Could not open ‘{path}’.", hint=error.message) from error


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file beside its place, make it durable, then put it there in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.saving")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        # What could not be written is said, not that it cannot be deleted either.
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    if os.name == "posix":
        # The new name itself must survive a power cut.
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
