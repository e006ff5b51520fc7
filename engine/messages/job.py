"""The messages between the window and a job: an import or a training run."""

from engine.messages.base import JobCommand, JobEvent
from engine.messages.training import ChosenPiece, ExpertSettings
from engine.sentence import Text
from engine.values.library import FoundPiece, ImportResult
from engine.values.ranges import Amount, Count
from engine.values.run_report import RunReport


class ImportFolders(JobCommand, frozen=True, kw_only=True):
    """Add all music in these files and folders to the library."""

    folders: tuple[str, ...]


class TrainModel(JobCommand, frozen=True, kw_only=True):
    """Train a model.

    Attributes:
        name: The name that the user chose.
        base: `starter`, a model's folder, or `scratch`.
        preset: A name in `engine.training.presets`.
        minutes: Replaces the time of the preset unless 0.
        steps: Replaces the steps of the preset unless 0.
        device: `cpu`, `cuda`, `mps`, or `auto`.
        data: A folder to learn from instead of the library, or empty.
        resume: Whether to resume the run of this name.
        expert: Settings that replace those of the preset, or None.
        pieces: The pieces of the library to learn from; None means those ticked when the run
            begins.
    """

    name: str
    base: str = "starter"
    preset: str = "taste"
    minutes: Amount = 0.0
    steps: Count = 0
    device: str = "auto"
    data: str = ""
    resume: bool = False
    expert: ExpertSettings | None = None
    pieces: tuple[ChosenPiece, ...] | None = None


class StopJob(JobCommand, frozen=True, kw_only=True):
    """End the running job.

    Attributes:
        discard: Whether to delete its results; otherwise they are kept.
    """

    discard: bool = False


class PauseJob(JobCommand, frozen=True, kw_only=True):
    """Pause or resume; a training saves its step, sends `TrainingPaused` and exits."""

    paused: bool


class ImportProgress(JobEvent, frozen=True, kw_only=True):
    """The progress of an import.

    Attributes:
        done: Files examined.
        total: Files found so far.
        ready: Usable files among those examined.
        current: The file examined last.
        seconds_left: An estimate; negative when there is none yet.
        refused: Files among those examined that cannot be used.
        pieces: The newest of the usable files that were examined since the last report, without
            the numbers of their rows.
    """

    done: int
    total: int
    ready: int
    current: str
    seconds_left: float
    refused: int = 0
    pieces: tuple[FoundPiece, ...] = ()


class ImportReport(JobEvent, ImportResult, frozen=True, kw_only=True):
    """The result of an import, as its end.

    Attributes:
        took_s: Duration of the import.
    """

    took_s: float


class TrainingProgress(JobEvent, RunReport, frozen=True, kw_only=True):
    """One report of a training run.

    Attributes:
        loss: Mean training loss since the last report, nats per token; negative if none.
        validation_loss: Held-out loss, if this report has one; negative if not.
        song_losses: The same of each held-out song, in the same order in all reports; empty if
            unknown.
        tokens_per_second: Since the last report.
        message: One sentence for the user, or empty.
        memory_bytes: In use, on the accelerator where there is one; 0 if unknown.
    """

    loss: float = -1.0
    validation_loss: float = -1.0
    song_losses: tuple[float, ...] = ()
    tokens_per_second: float = 0.0
    message: Text = ""
    memory_bytes: int = 0


class ModelMade(JobEvent, frozen=True, kw_only=True):
    """A training run has made a model.

    Attributes:
        step: The step that became the model.
        validation_loss: Its held-out loss, nats per token.
        base_loss: The base model's on the same songs; negative when trained from scratch.
        steps: Saved steps that can replace it (`KeepStep`), oldest first.
        copied: Share of the 16-note windows of 20 samples that occur in the songs; negative if
            unknown.
        words: Sentences on the files beside the model that could not be written.
    """

    folder: str
    name: str
    step: int
    validation_loss: float
    base_loss: float = -1.0
    steps: tuple[int, ...] = ()
    copied: float = -1.0
    words: tuple[Text, ...] = ()


class JobStopped(JobEvent, frozen=True, kw_only=True):
    """The job ended because of `StopJob`."""
