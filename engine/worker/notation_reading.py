"""Reads notation from outside in a child process with limits on time and memory.

A few hundred kilobytes of XML can take minutes or gigabytes to parse. Such a file harms only the
child; the job process and the command line both read it this way.
"""

from pathlib import Path

import msgspec

from engine.ground.errors import NotationFileError, SegueError
from engine.library.guard import Guard
from engine.library.location import SongLocation
from engine.library.tasks import read_location
from engine.library.tune_books import is_book, tune_names
from engine.messages import NotationRead, ReadNotation
from engine.notation.formats import read_notation as read
from engine.notation.reading import EXPORT_FIRST
from engine.sentence import Text, from_wire, to_wire
from engine.values.formats import MUSESCORE_SUFFIXES

# Seconds of one wait; the guard checks its limits in between.
_WAIT_S = 0.1


class Refused(msgspec.Struct, frozen=True, tag=True):
    """Why a file was not read, in one sentence."""

    message: Text


def read_notation(command: ReadNotation) -> NotationRead:
    """Read a MusicXML file in a guarded process.

    Raises:
        NotationFileError: The file cannot be read; the message says why.
    """
    shown = Path(command.file).name
    if Path(command.file).suffix.lower() in MUSESCORE_SUFFIXES:
        raise NotationFileError("‘{shown}’ cannot be opened.", shown=shown, hint=EXPORT_FIRST)
    with Guard(do, workers=1) as guard:
        guard.submit(msgspec.msgpack.encode(command))
        answers = guard.answers(_WAIT_S)
        while not answers:
            answers = guard.answers(_WAIT_S)
    answer = answers[0]
    if answer.data is None:
        raise NotationFileError("‘{shown}’ cannot be opened.", shown=shown, hint=answer.problem)
    found = msgspec.msgpack.decode(answer.data, type=NotationRead | Refused, dec_hook=from_wire)
    if isinstance(found, Refused):
        raise NotationFileError("‘{shown}’ cannot be opened.", shown=shown, hint=found.message)
    return found


def do(task: bytes) -> bytes:
    """Read a file in the guarded process; return the result, or a sentence about the problem."""
    command = msgspec.msgpack.decode(task, type=ReadNotation)
    answer: NotationRead | Refused
    try:
        path = Path(command.file)
        tunes = tune_names(path) if is_book(path) and not command.tune else ()
        tunes = tunes if len(tunes) > 1 else ()
        # The first tune is read by its name, so that no warning speaks of the other ones.
        member = tunes[0] if tunes else command.tune
        data = read_location(SongLocation.of(path, member))
        name = member or path.name
        reading = read(data, title=command.title, repeats=command.repeats, name=name)
        answer = NotationRead(score=reading.score, warnings=reading.warnings, tunes=tunes)
    except SegueError as error:
        answer = Refused(error.message)
    except MemoryError:
        answer = Refused("Reading it takes more memory than one file may.")
    return msgspec.msgpack.encode(answer, enc_hook=to_wire)
