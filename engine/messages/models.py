"""What the window and a job say to each other about the models on this machine."""

from engine.messages.base import JobCommand, JobEvent


class ImportModel(JobCommand, frozen=True, kw_only=True):
    """Bring a model in; answered by `ModelImported`.

    Attributes:
        source: A file that `ExportModel` wrote, or a model's folder.
        name: What it is called here; empty takes its own name.
    """

    source: str
    name: str = ""


class ModelImported(JobEvent, frozen=True, kw_only=True):
    """A model was brought in.

    Attributes:
        folder: Where it is.
        name: What it is called.
    """

    folder: str
    name: str


class ExportModel(JobCommand, frozen=True, kw_only=True):
    """Write a model as one file; answered by `ModelExported`.

    Attributes:
        folder: The model's.
        target: The file.
    """

    folder: str
    target: str


class ModelExported(JobEvent, frozen=True, kw_only=True):
    """A model was written as one file.

    Attributes:
        file: Which.
        bytes: Its size.
    """

    file: str
    bytes: int
