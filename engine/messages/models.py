"""The messages between the window and a job about the models on this machine."""

import msgspec

from engine.messages.base import JobCommand, JobEvent


class ImportModel(JobCommand, frozen=True, kw_only=True):
    """Import a model; answered by `ModelImported`.

    Attributes:
        source: A file that `ExportModel` wrote, or a model's folder.
        name: Its name here; empty keeps its own.
    """

    source: str
    name: str = ""


class ModelImported(JobEvent, frozen=True, kw_only=True):
    """A model was imported."""

    folder: str
    name: str


class MeasureSteers(JobCommand, frozen=True, kw_only=True):
    """Measure the sliders of a model that have no measurement; answered by `SteersMeasured`.

    `TrainingProgress` reports the progress; a stop keeps the finished measurements.
    """

    folder: str


class ModelSteers(msgspec.Struct, frozen=True, kw_only=True):
    """The sliders of a model.

    Attributes:
        folder: The model's.
        steers: The `STEERS` that the model has.
        measured: Those of them that were measured with this model.
        steers_of: The model with which the others in `steers` were measured, or empty.
    """

    folder: str
    steers: tuple[str, ...] = ()
    measured: tuple[str, ...] = ()
    steers_of: str = ""


class SteersMeasured(JobEvent, ModelSteers, frozen=True, kw_only=True):
    """The sliders on the card of a model."""


class ExportModel(JobCommand, frozen=True, kw_only=True):
    """Write a model as one file; answered by `ModelExported`."""

    folder: str
    target: str


class ModelExported(JobEvent, frozen=True, kw_only=True):
    """A model was written as one file.

    Attributes:
        bytes: Its size.
    """

    file: str
    bytes: int
