"""A model from outside, unpacked and loaded in a guarded process before any other one touches it.

What is refused by its tables is refused before its weights are read; what is left is loaded whole,
and goes on with a bar of music.
"""

from pathlib import Path

import msgspec

from engine.errors import ModelFileError, SegueError
from engine.gate import documents
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.library.guard import Guard
from engine.worker.model_folders import LARGEST, MEMBERS, card_name, import_model

# Address space for the libraries and a small model; the one that ships takes 260 MB with them.
_OF_THE_ENGINE = 1_000_000_000
# What is unpacked, loaded and made ready to decode, in sizes of its file.
_COPIES = 5
# Importing the engine and reading a small model; a large one is read at a disk's pace.
_TIME_LIMIT_S = 60.0
_BYTES_A_SECOND = 20_000_000
_WAIT_S = 0.1


class Asked(msgspec.Struct, frozen=True):
    """What a worker is to open.

    Attributes:
        source: A model's folder or file.
        arriving: The folder it goes to, not there yet.
    """

    source: str
    arriving: str


class Opened(msgspec.Struct, frozen=True, tag=True):
    """A model that was loaded and found sound.

    Attributes:
        name: What it calls itself, fit for a folder.
    """

    name: str


class Refused(msgspec.Struct, frozen=True, tag=True):
    """Why it was not opened: a sentence, and what can be done."""

    message: str
    hint: str


def open_model(source: Path, arriving: Path) -> str:
    """Copy a model to a folder, load it there in a process of its own, return what it calls itself.

    Args:
        source: A folder or a file.
        arriving: A folder that is not there yet; the caller keeps or removes it.

    Raises:
        ModelFileError: It is none, damaged, unsafe, newer, or reads other tokens; or opening it
            took too long or ended the process.
    """
    size = _size(source)
    time_limit_s = _TIME_LIMIT_S + size / _BYTES_A_SECOND
    limit = _OF_THE_ENGINE + _COPIES * size
    with Guard(do, workers=1, time_limit_s=time_limit_s, memory_limit=limit) as guard:
        guard.submit(msgspec.msgpack.encode(Asked(str(source), str(arriving))))
        answers = guard.answers(_WAIT_S)
        while not answers:
            answers = guard.answers(_WAIT_S)
    if answers[0].data is None:
        raise ModelFileError(
            f"‘{source.name}’ could not be opened; nothing was kept.", hint=answers[0].problem
        )
    found = msgspec.msgpack.decode(answers[0].data, type=Opened | Refused)
    if isinstance(found, Refused):
        raise ModelFileError(found.message, hint=found.hint)
    return found.name


def do(task: bytes) -> bytes:
    """Open one model in a guarded worker; return what came of it."""
    asked = msgspec.msgpack.decode(task, type=Asked)
    return msgspec.msgpack.encode(_opened(Path(asked.source), Path(asked.arriving)))


def _opened(source: Path, arriving: Path) -> Opened | Refused:
    try:
        name = card_name(source)
        import_model(source, arriving)
        documents.mapping(read_file(arriving / MEMBERS[0], most=LARGEST[MEMBERS[0]]))
        # Not before: what is no model is refused in a moment.
        from engine.generation.first_notes import check_draws  # noqa: PLC0415
        from engine.generation.model import LiveModel  # noqa: PLC0415

        # Loads every weight, builds the tokenizer, draws: what cannot be used is not kept.
        check_draws(LiveModel.load(arriving))
    except SegueError as error:
        return Refused(error.message, error.hint)
    except RefusedError as error:
        return Refused(
            f"‘{source.name}’ is no model, or it is damaged; nothing was changed.",
            f"What was found: {error}.",
        )
    except MemoryError:
        return Refused(
            f"‘{source.name}’ needs more memory than its size explains; nothing was kept.", ""
        )
    return Opened(name)


def _size(source: Path) -> int:
    """Return how large a model's file is, or the files of its folder; 0 where nobody can tell."""
    try:
        files = source.iterdir() if source.is_dir() else [source]
        return sum(file.stat().st_size for file in files)
    except OSError:
        return 0
