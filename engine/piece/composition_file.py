"""A composition as a file: a zip of `composition.json` (everything), `score.mid` and a recording.

Other programs can open the second; it is missing where no MIDI file can hold the piece. A recording
that the piece keeps is `recording.ogg`, which a program that does not know it leaves alone. This
module checks all untrusted data before it makes objects of it, and converts pieces of formats 1
and 2.
"""

import contextlib
import io
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec

from engine.gate import archives, documents
from engine.gate.files import TooLargeError, UnreadableError, read_file
from engine.gate.refusal import RefusedError
from engine.ground.errors import DocumentError, LimitError
from engine.ground.saving import keep_previous, sweep, write_atomically
from engine.midi.file.midifile import write_midi
from engine.midi.file.others import understood
from engine.piece import outline
from engine.piece.composition import Composition, TrackSettings
from engine.piece.kept_recording import MOST_SOUND_BYTES, name_of
from engine.piece.takes import FirstTake, Take
from engine.values.formats import PIECE
from engine.values.ranges import MOST_TRACKS
from engine.values.score import Score
from engine.values.time import BarMap, refuse_absurd

# Changes when an older Segue could not read the file.
FORMAT = 3
_PLANS_SINCE = 3  # the format in which requests say whether chords are planned
SUFFIX = PIECE.written[0]
MAX_FILE_BYTES = 64 * 1024 * 1024
# A note of a take is two objects and a list: 750,000 notes, made in 1.5 s of a busy core.
MOST = documents.DocumentBounds(text_bytes=128 << 20, containers=2_250_000, values=12_000_000)


_SOUND = "recording.ogg"
# A fixed one: two saves of one composition must not differ.
_DATE = (1980, 1, 1, 0, 0, 0)


class _Document(msgspec.Struct, kw_only=True):
    format: Annotated[int, msgspec.Meta(ge=1)]
    composition: Composition


class _FirstComposition(msgspec.Struct, kw_only=True):
    score: Score = Score()
    settings: tuple[TrackSettings, ...] = ()
    takes: tuple[FirstTake, ...] = ()
    current_take: int = 0


class _FirstDocument(msgspec.Struct, kw_only=True):
    composition: _FirstComposition


class _Header(msgspec.Struct):
    format: Annotated[int, msgspec.Meta(ge=1)]


def to_bytes(composition: Composition, *, sound: bytes = b"") -> bytes:
    """Return the file's bytes; the same composition always gives the same bytes.

    Args:
        composition: The piece.
        sound: The sound of the recording that it keeps; without it the file has no recording.

    Raises:
        DocumentError: It is more than `from_bytes` would read.
    """
    if not sound:
        composition = replace(composition, recording=None)
    files = {"composition.json": to_document(composition)}
    with contextlib.suppress(LimitError):
        files["score.mid"] = write_midi(composition.score)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, _DATE), data, zipfile.ZIP_DEFLATED)
        if sound:
            archive.writestr(zipfile.ZipInfo(_SOUND, _DATE), sound, zipfile.ZIP_STORED)
    return buffer.getvalue()


def to_bytes_at_once(composition: Composition) -> bytes:
    """Return a file's bytes without its MIDI and with little compression, in 1/50 of the time.

    For the copy that is only needed if the program is killed.

    Raises:
        DocumentError: It is more than `from_bytes` would read.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("composition.json", to_document(composition))
    return buffer.getvalue()


def to_document(composition: Composition) -> bytes:
    """Return the JSON of a composition.

    Raises:
        DocumentError: It is more than `from_document` would read.
    """
    text = msgspec.json.encode(_Document(format=FORMAT, composition=composition))
    try:
        documents.check(text, MOST)
        outline.refuse_more_than(outline.MOST_TAKES, len(composition.takes), "takes")
    except RefusedError as error:
        raise DocumentError(
            "The piece and its takes are more than one file holds.",
            hint="Delete takes that you no longer need and save again.",
        ) from error
    return text


def from_bytes(data: bytes, *, name: str = "The file") -> Composition:
    """Return the composition in a file's bytes.

    Raises:
        DocumentError: It is damaged, too large, made by a newer version or not music.
    """
    try:
        with archives.opened(io.BytesIO(data)) as archive:
            text = archives.read(archive, "composition.json", most=MOST.text_bytes)
        return from_document(text, name=name)
    except TooLargeError as error:
        raise DocumentError("‘{name}’ is larger than any piece Segue writes.", name=name) from error
    except ValueError as error:
        raise DocumentError(
            "‘{name}’ is not a readable Segue piece ({error}).", name=name, error=error
        ) from error


def sound_in(data: bytes, composition: Composition) -> bytes:
    """Return the sound of a piece's recording in a file's bytes; empty if there is no such sound.

    It is the one that the piece names, but may still be no sound at all.
    """
    if composition.recording is None:
        return b""
    try:
        with archives.opened(io.BytesIO(data)) as archive:
            sound = archives.read(archive, _SOUND, most=MOST_SOUND_BYTES)
    except ValueError:
        return b""
    return sound if name_of(sound) == composition.recording.sound else b""


def from_document(text: bytes, *, name: str = "The file") -> Composition:
    """Return the composition in some JSON.

    Raises:
        DocumentError: It is damaged, too large, made by a newer version or not music.
    """
    try:
        documents.check(text, MOST)
        made_by = documents.decode(text, _Header, MOST).format
        if made_by > FORMAT:
            raise DocumentError(
                "‘{name}’ was made by a newer version (format {made_by}; this one reads up to "
                "{format}).",
                name=name,
                made_by=made_by,
                format=FORMAT,
            )
        outline.check(text, MOST)
        if made_by == 1:
            piece = _of_first(documents.decode(text, _FirstDocument, MOST))
        else:
            piece = documents.decode(text, _Document, MOST).composition
        return checked(piece if made_by >= _PLANS_SINCE else _without_plans(piece))
    except ValueError as error:
        raise DocumentError(
            "‘{name}’ is not a readable Segue piece ({error}).", name=name, error=error
        ) from error


def _without_plans(composition: Composition) -> Composition:
    """Return a composition whose takes are made again without a plan, as they were made."""
    takes = (replace(take, ask=replace(take.ask, planned=False)) for take in composition.takes)
    return replace(composition, takes=tuple(takes))


def _of_first(document: _FirstDocument) -> Composition:
    piece = document.composition
    composition = Composition(
        score=piece.score, settings=piece.settings, current_take=piece.current_take
    )
    for take in piece.takes:
        composition = with_first_take(composition, take)
    return composition


def with_first_take(composition: Composition, first: FirstTake) -> Composition:
    """Return a composition with a take of format 1 at its number, or at the end."""
    remembered, number = composition.remembered, 0
    if first.remembered:
        # A piece without notes: format 1 saved only its title.
        title = Score(title=first.remembered)
        remembered = remembered if title in remembered else (*remembered, title)
        number = remembered.index(title) + 1
    takes = list(composition.takes)
    bars = BarMap.of(composition.score)
    takes[first.number - 1 : first.number] = [first.take(bars, remembered=number)]
    return replace(composition, takes=tuple(takes), remembered=remembered)


def checked(composition: Composition) -> Composition:
    """Check an untrusted composition; return it with its events in order of time.

    Args:
        composition: All its numbers are within their ranges.

    Raises:
        ValueError: Its parts contradict each other, or are impossible as music.
    """
    tracks = len(composition.score.tracks)
    if tracks > MOST_TRACKS or len(composition.settings) != tracks:
        raise ValueError(f"{tracks} tracks with {len(composition.settings)} settings")
    score = composition.score
    score = replace(score, tracks=tuple(map(understood, score.tracks))).in_order()
    refuse_absurd(score)
    if [take.number for take in composition.takes] != list(range(1, len(composition.takes) + 1)):
        raise ValueError("takes are not numbered in order")
    if not 0 <= composition.current_take <= len(composition.takes):
        raise ValueError(f"there is no take {composition.current_take}")
    kept = composition.recording
    if kept is not None and kept.track is not None and kept.track >= tracks:
        raise ValueError("a recording is of a track that is not there")
    for take in composition.takes:
        _check_take(take, tracks)
        if not 0 <= take.remembered <= len(composition.remembered):
            raise ValueError("a take remembers a piece that is not there")
    return replace(composition, score=score)


def _check_take(take: Take, tracks: int) -> None:
    if any(not 0 <= part.track < tracks for part in take.notes):
        raise ValueError("a take has notes for a track that is not there")
    if not 0 <= take.parent < take.number:
        raise ValueError(f"take {take.number} goes on from take {take.parent}")
    if not 0 <= take.start <= take.end:
        raise ValueError(f"take {take.number} ends before it begins")


def save(composition: Composition, path: Path, *, sound: bytes = b"") -> None:
    """Write a composition; at any moment the old file or the new one is whole.

    The old file is kept as `NAME.bak`.

    Args:
        composition: The piece.
        path: Where to.
        sound: The sound of the recording that it keeps; without it the file has no recording.

    Raises:
        DocumentError: It could not be written; the old file is unchanged.
    """
    data = to_bytes(composition, sound=sound)
    try:
        sweep(path.parent)
        keep_previous(path)
        write_atomically(path, data)
    except OSError as error:
        reason = error.strerror or str(error)
        raise DocumentError(
            "Could not save to ‘{path}’ ({reason}).", path=path, reason=reason
        ) from error


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
        return read_file(path, most=MAX_FILE_BYTES)
    except TooLargeError as error:
        raise DocumentError(
            "‘{name}’ is larger than any piece Segue writes.", name=path.name
        ) from error
    except UnreadableError as error:
        raise DocumentError("Could not open ‘{path}’.", path=path, hint=str(error)) from error
