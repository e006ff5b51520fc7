"""The models on this machine, and models as single files.

A model is a folder; the one that ships is called `starter`. A model file is a zip of a model's two
files. Reading one never uses the names inside the zip as paths.
"""

import contextlib
import io
import shutil
import zipfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from engine.gate import archives, documents, tensors
from engine.gate.file_names import file_name
from engine.gate.files import TooLargeError, UnreadableError, open_regular
from engine.gate.refusal import RefusedError
from engine.ground.errors import ModelFileError, TrainingError, why_closed
from engine.ground.paths import Paths, starter_model
from engine.ground.saving import replacing
from engine.model.description import LARGEST_STYLE, STYLE
from engine.planning.files import FILE_NAME as CHORDS
from engine.planning.files import MOST

STARTER = "starter"
MEMBERS = ("model.json", "weights.safetensors")
SONGS, PRINTS, SAMPLE = "songs.json", "songs.prints", "sample.mid"
# Optional files beside a model: hashes of its training songs, the fingerprints of songs that are in
# no user's library, a sample of its music, and the chord model of its songs.
EXTRAS = (SONGS, PRINTS, SAMPLE, CHORDS)
UNSAFE = "This file contains executable code (pickle) and was not opened."
SAFE_HINT = "Use a model whose weights are .safetensors."
SUFFIX = ".seguemodel"
# Largest size of each file in bytes; the ratio of compression limits it further.
LARGEST: Mapping[str, int] = MappingProxyType(
    {
        MEMBERS[0]: documents.DESCRIPTION.text_bytes,
        MEMBERS[1]: 8 << 30,
        STYLE: LARGEST_STYLE,
        SONGS: 64 << 20,
        PRINTS: 2 << 30,
        SAMPLE: 16 << 20,
        CHORDS: MOST.text_bytes,
    }
)
# Bytes that must be free on the disk after a model was stored.
_ROOM_LEFT = 256 << 20
_HEADER_BYTES = 8
_COPY_BYTES = 1 << 20


def members_of(there: Collection[str]) -> tuple[str, ...]:
    """Return the two files that a model needs: those of a style if it has no weights.

    Args:
        there: The names of its files.
    """
    return (MEMBERS[0], STYLE if STYLE in there and MEMBERS[1] not in there else MEMBERS[1])


def _names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def model_folders(paths: Paths) -> Iterator[tuple[str, Path]]:
    """Yield (name, folder) of each model: the starter first, then the user's by name."""
    if (starter_model() / MEMBERS[0]).is_file():
        yield STARTER, starter_model()
    if paths.models.is_dir():
        for folder in sorted(paths.models.iterdir()):
            if (folder / MEMBERS[0]).is_file():
                yield folder.name, folder


def find_model(name: str, paths: Paths) -> Path:
    """Return a model's folder by its name or its path.

    Raises:
        ModelFileError: There is no such model.
    """
    known = dict(model_folders(paths))
    if name in known:
        return known[name]
    if (Path(name) / MEMBERS[0]).is_file():
        return Path(name)
    raise ModelFileError(
        "There is no model ‘{name}’.",
        name=name,
        known=", ".join(known),
        hint="There are: {known}." if known else "No model is installed.",
    )


def folder_for(name: str, paths: Paths) -> Path:
    """Return the folder for a new model of this name.

    Raises:
        ModelFileError: The name cannot be a folder's name on every system.
    """
    if not 1 <= len(name) <= 80 or file_name(name) != name:
        raise ModelFileError(
            "‘{name}’ cannot be a model's name.",
            name=name,
            hint="Use letters, digits, spaces and dashes, up to 80 of them.",
        )
    if name == STARTER:
        raise ModelFileError("The name ‘starter’ belongs to the model that ships.")
    return paths.models / name


def export_model(folder: Path, target: Path) -> None:
    """Write a model as one file; its list of songs has names without the user's folders.

    Raises:
        ModelFileError: The file cannot be written.
    """
    from engine.making.song_list import TrainingSongs  # noqa: PLC0415 - mistakes are named before it

    try:
        # Stored without compression: weights do not compress.
        with replacing(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            for member in members_of(_names_in(folder)):
                archive.write(folder / member, member)
            for member in EXTRAS:
                if member == SONGS and (folder / member).is_file():
                    # The list of this computer has the user's folders in it.
                    with contextlib.suppress(TrainingError):
                        archive.writestr(
                            member, TrainingSongs.kept(folder / member).without_folders()
                        )
                elif (folder / member).is_file():
                    archive.write(folder / member, member)
    except OSError as error:
        reason = error.strerror or error
        raise ModelFileError(
            "Could not write ‘{target}’ ({reason}).", target=target, reason=reason
        ) from error


def card_name(source: Path) -> str:
    """Return a model's name from its card, fit for a folder; without one, its file's name.

    Raises:
        ModelFileError: The source is no model, or holds code.
    """
    try:
        name = str(documents.mapping(_description_of(source))["card"]["name"])
    except (ValueError, KeyError, TypeError, OSError):
        return source.stem
    # The name comes from outside, so it may not be valid for a folder here.
    return file_name(name[:80], instead=" ") or source.stem


def import_model(source: Path, folder: Path) -> None:
    """Copy a model from a folder or a file; the caller checks it afterwards.

    Raises:
        ModelFileError: The source is no model, holds code, or the target folder exists.
    """
    if folder.exists():
        raise ModelFileError(
            "There is already a model ‘{name}’.",
            name=folder.name,
            hint="Import it with --name NAME.",
        )
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise ModelFileError(
            "Segue cannot write to its folder ‘{parent}’ ({why}).",
            parent=folder.parent,
            why=why_closed(error),
        ) from error
    try:
        if source.is_dir():
            needed = members_of(_names_in(source))
            for member in (*needed, *EXTRAS):
                if member in needed or (source / member).is_file():
                    _copy(source / member, folder / member)
        else:
            _unpack(source, folder)
    except UnreadableError as error:
        raise ModelFileError(
            "There is no model in ‘{source}’.", source=source, hint=str(error)
        ) from error
    except OSError as error:
        raise ModelFileError(
            "‘{name}’ could not be copied ({error}); nothing was kept.",
            name=source.name,
            error=error.strerror or error,
        ) from error


def _description_of(source: Path) -> bytes:
    """Return the description of a model in a folder or a file.

    Raises:
        ModelFileError: The source is no model, or holds code.
        OSError: It cannot be read.
        ValueError: It is too large.
    """
    if source.is_dir():
        with open_regular(source / MEMBERS[0]) as file:
            return file.read(LARGEST[MEMBERS[0]] + 1)
    with _opened(source) as archive:
        return archives.read(archive, MEMBERS[0], most=LARGEST[MEMBERS[0]])


@contextlib.contextmanager
def _opened(source: Path) -> Iterator[zipfile.ZipFile]:
    """Open a model's file; every problem becomes one sentence.

    Raises:
        ModelFileError: The file is no model, or holds code.
    """
    try:
        with open_regular(source) as file:
            if file.read(1) == b"\x80":
                raise ModelFileError(UNSAFE, hint=SAFE_HINT)
            with archives.opened(file) as archive:
                if any(name.endswith(".pkl") for name in archive.namelist()):
                    raise ModelFileError(UNSAFE, hint=SAFE_HINT)
                yield archive
    except UnreadableError as error:
        raise ModelFileError(
            "‘{name}’ cannot be read.", name=source.name, hint=str(error)
        ) from error
    except archives.MissingError as error:
        raise ModelFileError(
            "There is no model in ‘{name}’: {error}.", name=source.name, error=error
        ) from error
    except TooLargeError as error:
        raise ModelFileError(
            "‘{name}’ is larger than any model; nothing was changed.", name=source.name
        ) from error
    except RefusedError as error:
        raise ModelFileError(
            "‘{name}’ is no model, or it is damaged; nothing was changed.",
            name=source.name,
            error=error,
            hint="What was found: {error}.",
        ) from error


def _copy(source: Path, target: Path) -> None:
    """Copy one file of a model, checking its kind and size.

    Raises:
        UnreadableError: The file does not exist, or is not a regular file.
        ModelFileError: It is larger than any file of a model.
    """
    left = LARGEST[source.name]
    with open_regular(source) as file, target.open("wb") as copy:
        while piece := file.read(_COPY_BYTES):
            left -= len(piece)
            if left < 0:
                raise ModelFileError(
                    "‘{source}’ is larger than any model's; nothing was kept.", source=source
                )
            copy.write(piece)


def _unpack(source: Path, folder: Path) -> None:
    with _opened(source) as archive:
        there = set(archive.namelist())
        needed = members_of(there)
        if missing := [name for name in needed if name not in there]:
            raise archives.MissingError(f"there is no ‘{missing[0]}’ in it")
        wanted = (*needed, *(extra for extra in EXTRAS if extra in there))
        _check_weights(archive, needed[1], source)
        _check_room(archive, wanted, source, folder)
        for name in wanted:
            most = archives.largest(archive.getinfo(name), most=LARGEST[name])
            with (folder / name).open("wb") as file:
                for piece in archives.chunks(archive, name, most=most):
                    file.write(piece)


def _check_weights(archive: zipfile.ZipFile, member: str, source: Path) -> None:
    """Refuse weights or a style whose header does not fit the size, before any is written.

    Raises:
        RefusedError: The weights are missing, damaged or of another format.
        ModelFileError: They are a pickle.
    """
    begin = b""
    pieces = archives.chunks(archive, member, most=LARGEST[member])
    for piece in pieces:
        begin += piece
        said = int.from_bytes(begin[:_HEADER_BYTES], "little")
        if len(begin) >= _HEADER_BYTES + min(said, tensors.MOST.text_bytes):
            break
    if begin[:1] == b"\x80" and begin[_HEADER_BYTES : _HEADER_BYTES + 1] != b"{":
        raise ModelFileError(UNSAFE, hint=f"{SAFE_HINT} (‘{source.name}’)")
    tensors.header_of(io.BytesIO(begin), archive.getinfo(member).file_size)


def _check_room(
    archive: zipfile.ZipFile, names: tuple[str, ...], source: Path, folder: Path
) -> None:
    size = sum(archive.getinfo(name).file_size for name in names if name in LARGEST)
    if size + _ROOM_LEFT > shutil.disk_usage(folder).free:
        raise ModelFileError(
            "There is no room for ‘{name}’ ({size:,.0f} MB); nothing was changed.",
            name=source.name,
            size=size / 1e6,
            hint="Make room on the disk, or move the models to another one.",
        )
