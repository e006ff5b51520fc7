"""Errors fit for a user: what happened, in one sentence, and what can be done about it.

Knows nothing but words. Anything else that is raised is a defect and is reported as such.
"""

import errno

_CLOSED = {errno.EACCES, errno.EPERM, errno.EROFS}


def why_closed(error: OSError) -> str:
    """Return why a folder or a file cannot be written to, in a few words."""
    return "it is read-only" if error.errno in _CLOSED else error.strerror or str(error)


class SegueError(Exception):
    """A fault outside the program that its user can understand and act on.

    Attributes:
        message: One clear sentence for the user; it says what happened and what was done.
        hint: What the user can do, or an empty string.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(f"{message} {hint}".strip())
        self.message = message
        self.hint = hint


class MidiFileError(SegueError):
    """Bytes that are not a readable MIDI file."""


class NotationFileError(SegueError):
    """Bytes that are no readable MusicXML."""


class EmptyMusicError(SegueError):
    """There are no notes where notes are needed."""


class LimitError(SegueError):
    """Input larger than Segue takes: refused before anything is expanded."""


class LibraryError(SegueError):
    """The catalogue of the library cannot be read or written."""


class DocumentError(SegueError):
    """A `.segue` file that cannot be read or written."""


class RequestError(SegueError):
    """A request to the model that cannot be read or met."""


class ModelFileError(SegueError):
    """A model on disk that is missing, damaged, unsafe or made by a newer version."""


class PortError(SegueError):
    """A MIDI port that cannot be opened or has gone."""


class SoundError(SegueError):
    """An audio device or a sound bank that cannot be used."""


class TrainingError(SegueError):
    """A training run that cannot start or cannot go on."""


class ProcessError(SegueError):
    """A child process that could not be started, or died."""
