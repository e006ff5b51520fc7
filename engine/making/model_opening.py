"""Unpacks and loads a model from outside in a guarded process, before any other process uses it.

The tables are checked before the weights are read. A model that passes is then loaded whole and
draws a bar of music.
"""

from pathlib import Path

import msgspec

from engine.gate import documents
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.ground.errors import ModelFileError, SegueError
from engine.library.guard import Guard
from engine.making.model_folders import LARGEST, MEMBERS, card_name, import_model
from engine.sentence import Text, from_wire, said, to_wire

# Address space for the libraries and a small model; the one that ships takes 260 MB with them.
_OF_THE_ENGINE = 1_000_000_000
# Memory to unpack, load and prepare a model for decoding, in sizes of its file.
_COPIES = 5
# Importing the engine and reading a small model; a large one is read at a disk's pace.
_TIME_LIMIT_S = 60.0
_BYTES_A_SECOND = 20_000_000
_WAIT_S = 0.1


class ModelToOpen(msgspec.Struct, frozen=True):
    """A model to open.

    Attributes:
        source: Folder or file of the model.
        arriving: Folder to copy it to, which must not exist.
    """

    source: str
    arriving: str


class OpenedModel(msgspec.Struct, frozen=True, tag=True):
    """A model that was loaded without errors.

    Attributes:
        name: Its own name, fit for a folder.
    """

    name: str


class Refused(msgspec.Struct, frozen=True, tag=True):
    """Why a model was not opened, and what the user can do."""

    message: Text
    hint: Text


def open_model(source: Path, arriving: Path) -> str:
    """Copy a model to a folder, load it there in a guarded process, and return its own name.

    Args:
        source: A folder or a file.
        arriving: A folder that does not exist; the caller keeps or deletes it.

    Raises:
        ModelFileError: It is no model, damaged, unsafe, newer, or reads other tokens; or opening it
            took too long or ended the process.
    """
    size = _size(source)
    time_limit_s = _TIME_LIMIT_S + size / _BYTES_A_SECOND
    limit = _OF_THE_ENGINE + _COPIES * size
    with Guard(do, workers=1, time_limit_s=time_limit_s, memory_limit=limit) as guard:
        guard.submit(msgspec.msgpack.encode(ModelToOpen(str(source), str(arriving))))
        answers = guard.answers(_WAIT_S)
        while not answers:
            answers = guard.answers(_WAIT_S)
    if answers[0].data is None:
        raise ModelFileError(
            "‘{name}’ could not be opened; nothing was kept.",
            name=source.name,
            hint=answers[0].problem,
        )
    found = msgspec.msgpack.decode(answers[0].data, type=OpenedModel | Refused, dec_hook=from_wire)
    if isinstance(found, Refused):
        raise ModelFileError(found.message, hint=found.hint)
    return found.name


def do(task: bytes) -> bytes:
    """Open one model in the guarded process; return the encoded result."""
    to_open = msgspec.msgpack.decode(task, type=ModelToOpen)
    found = _opened(Path(to_open.source), Path(to_open.arriving))
    return msgspec.msgpack.encode(found, enc_hook=to_wire)


def _opened(source: Path, arriving: Path) -> OpenedModel | Refused:
    try:
        name = card_name(source)
        import_model(source, arriving)
        documents.mapping(read_file(arriving / MEMBERS[0], most=LARGEST[MEMBERS[0]]))
        # Imported late, so that an invalid model is refused in a moment.
        from engine.generation.first_notes import check_draws  # noqa: PLC0415
        from engine.generation.model import LiveModel  # noqa: PLC0415

        # Load every weight, build the tokenizer and draw: a model that cannot be used is refused.
        check_draws(LiveModel.load(arriving))
    except SegueError as error:
        return Refused(error.message, error.hint)
    except RefusedError as error:
        return Refused(
            said("‘{name}’ is no model, or it is damaged; nothing was changed.", name=source.name),
            said("What was found: {error}.", error=error),
        )
    except MemoryError:
        return Refused(
            said(
                "‘{name}’ needs more memory than its size explains; nothing was kept.",
                name=source.name,
            ),
            "",
        )
    return OpenedModel(name)


def _size(source: Path) -> int:
    """Return the size of a model's file or folder in bytes; 0 if it cannot be read."""
    try:
        files = source.iterdir() if source.is_dir() else [source]
        return sum(file.stat().st_size for file in files)
    except OSError:
        return 0
