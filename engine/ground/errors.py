"""Errors that a user can act on: a sentence on the fault and a hint on the remedy.

Any other exception is a defect of the program and is reported as one.
"""

import errno

from engine.sentence import SaidError, said, sentences

_CLOSED = {errno.EACCES, errno.EPERM, errno.EROFS}


def why_closed(error: OSError) -> str:
    """Return a few words on why the system refused to write, for the end of a sentence."""
    return "it is read-only" if error.errno in _CLOSED else error.strerror or str(error)


class SegueError(SaidError):
    """A fault outside the program that the user can understand and act on.

    Attributes:
        message: One sentence for the user: the fault and what the program did about it.
        hint: The user's remedy, or an empty string.

    Args:
        message: Also with `{name}` for a value (`engine.sentence.said`).
        hint: The same.
        **values: The values of both.
    """

    def __init__(self, message: str, *, hint: str = "", **values: object) -> None:
        self.message = said(message, **values)
        self.hint = said(hint, **values)
        super().__init__(sentences((self.message, self.hint)))


class MidiFileError(SegueError):
    """Bytes that are not a readable MIDI file."""


class NotationFileError(SegueError):
    """Bytes that are not readable MusicXML."""


class EmptyMusicError(SegueError):
    """Music without a note."""


class TuningError(SegueError):
    """A scale or a keyboard mapping that cannot be read or does not make a tuning."""


class LimitError(SegueError):
    """Input larger than the limit, refused before it is unpacked."""


class LibraryError(SegueError):
    """The catalogue of the library cannot be read or written."""


class DocumentError(SegueError):
    """A `.segue` file that cannot be read or written."""


class RequestError(SegueError):
    """A request to the model that cannot be read or fulfilled."""


class ModelFileError(SegueError):
    """A model on disk that is missing, damaged, unsafe or made by a newer version."""


class PortError(SegueError):
    """A MIDI port that cannot be opened or has disappeared."""


class SoundError(SegueError):
    """An audio device or a sound bank that cannot be used."""


class TrainingError(SegueError):
    """A training run that cannot start or cannot go on."""


class ProcessError(SegueError):
    """A child process that could not be started, or died."""
