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


class MeasureSteers(JobCommand, frozen=True, kw_only=True):
    """Measure the sliders of a model that are not measured yet; answered by `SteersMeasured`.

    On the way `TrainingProgress` says how far that is; a stop keeps what was measured.

    Attributes:
        folder: The model's.
    """

    folder: str


class SteersMeasured(JobEvent, frozen=True, kw_only=True):
    """What a model's card says of its sliders now.

    Attributes:
        folder: The model's.
        steers: As in `ModelLoaded`.
        measured: As in `ModelLoaded`.
        steers_of: As in `ModelLoaded`.
    """

    folder: str
    steers: tuple[str, ...]
    measured: tuple[str, ...]
    steers_of: str = ""


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
