"""MusicXML from outside, read in a process of its own that has limits on time and memory.

A few hundred kilobytes of XML can be made to take minutes or gigabytes. What such a file does to
the process that reads it, it does to nobody else: the window's job and the commands read it so.
"""

from pathlib import Path

import msgspec

from engine.errors import NotationFileError, SegueError
from engine.library.guard import Guard
from engine.messages import NotationRead, ReadNotation
from engine.music.files import read_file
from engine.music.formats import MUSESCORE_SUFFIXES
from engine.notation.formats import read_notation as read
from engine.notation.reading import EXPORT_FIRST

_WAIT_S = 0.1


def read_notation(command: ReadNotation) -> NotationRead:
    """Read a MusicXML file in a process of its own, with limits on time and memory.

    Raises:
        NotationFileError: It cannot be read; the sentence says why.
    """
    shown = Path(command.file).name
    if Path(command.file).suffix.lower() in MUSESCORE_SUFFIXES:
        raise NotationFileError(f"‘{shown}’ cannot be opened.", hint=EXPORT_FIRST)
    with Guard(do, workers=1) as guard:
        guard.submit(msgspec.msgpack.encode(command))
        answers = guard.answers(_WAIT_S)
        while not answers:
            answers = guard.answers(_WAIT_S)
    answer = answers[0]
    if answer.data is None:
        raise NotationFileError(f"‘{shown}’ cannot be opened.", hint=answer.problem)
    found = msgspec.msgpack.decode(answer.data, type=NotationRead | str)
    if isinstance(found, str):
        raise NotationFileError(f"‘{shown}’ cannot be opened.", hint=found)
    return found


def do(task: bytes) -> bytes:
    """Return what a guarded worker read, or one sentence on why it did not."""
    command = msgspec.msgpack.decode(task, type=ReadNotation)
    answer: NotationRead | str
    try:
        data = read_file(Path(command.file))
        reading = read(data, title=command.title, repeats=command.repeats)
        answer = NotationRead(score=reading.score, warnings=reading.warnings)
    except SegueError as error:
        answer = error.message
    except MemoryError:
        answer = "Reading it takes more memory than one file may."
    return msgspec.msgpack.encode(answer)
