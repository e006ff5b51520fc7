"""What the window and a job (an import, a training run) say to each other."""

from typing import Literal

import msgspec

from engine.messages.base import JobCommand, JobEvent
from engine.messages.training import ChosenPiece, ExpertSettings


class ImportFolders(JobCommand, frozen=True, kw_only=True):
    """Add all music in these files and folders to the library."""

    folders: tuple[str, ...]


class TrainModel(JobCommand, frozen=True, kw_only=True):
    """Make a model.

    Attributes:
        name: What the user calls it.
        base: `starter`, a model's folder, or `scratch`.
        preset: A name in `engine.training.presets`.
        minutes: Overrides the preset's time; 0 does not.
        steps: Overrides the preset's steps; 0 does not.
        device: `cpu`, `cuda`, `mps`, or `auto`.
        data: A folder to learn from instead of the library, or empty.
        resume: Go on where a run of this name stopped.
        expert: What the user set by hand, in place of what the preset takes; or None.
        pieces: The pieces of the library to learn from, and no others; None takes those that are
            chosen in the library when the run begins.
    """

    name: str
    base: str = "starter"
    preset: str = "taste"
    minutes: float = 0.0
    steps: int = 0
    device: str = "auto"
    data: str = ""
    resume: bool = False
    expert: ExpertSettings | None = None
    pieces: tuple[ChosenPiece, ...] | None = None


class StopJob(JobCommand, frozen=True, kw_only=True):
    """End the running job; keep what is worth keeping.

    Attributes:
        discard: Throw away what it made instead.
    """

    discard: bool = False


class PauseJob(JobCommand, frozen=True, kw_only=True):
    """Pause or go on. A training keeps its step, says so by `TrainingPaused`, and ends."""

    paused: bool


class ImportProgress(JobEvent, frozen=True, kw_only=True):
    """How far an import is.

    Attributes:
        done: Files looked at.
        total: Files found so far.
        ready: Of them usable.
        current: The file at hand.
        seconds_left: An estimate; negative when there is none yet.
    """

    done: int
    total: int
    ready: int
    current: str
    seconds_left: float


class RefusalGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Files that were not taken for the same reason."""

    reason: str
    count: int
    files: tuple[str, ...]


class MusicCounts(msgspec.Struct, frozen=True, kw_only=True):
    """What some songs are made of.

    Attributes:
        families: (General MIDI family, or 16 for drums; songs), most first.
        keys: (key, songs), most first.
        lengths: (seconds below which, songs); 0 stands for no limit.
        tempos: (beats a minute below which, songs); 0 stands for no limit.
    """

    families: tuple[tuple[int, int], ...] = ()
    keys: tuple[tuple[str, int], ...] = ()
    lengths: tuple[tuple[int, int], ...] = ()
    tempos: tuple[tuple[int, int], ...] = ()


class ImportReport(JobEvent, frozen=True, kw_only=True):
    """What an import found.

    Attributes:
        found: Files looked at.
        ready: Usable, those with warnings included.
        warnings: Usable, with something odd about them.
        duplicates: The same notes as another file.
        refused: Not usable.
        seconds: Of music that is usable.
        notes: In usable files.
        groups: Refused files and duplicates by reason, most first.
        took_s: How long the import took.
        cancelled: Whether it was stopped half way.
        fresh: Usable files whose music was not in the library yet.
        waiting: Of them those that models do not learn from until the user ticks them: other pieces
            had been chosen when they came.
        music: What the usable ones are made of.
        concerns: Sentences on what is lopsided in them.
    """

    found: int
    ready: int
    warnings: int
    duplicates: int
    refused: int
    seconds: float
    notes: int
    groups: tuple[RefusalGroup, ...]
    took_s: float
    cancelled: bool = False
    fresh: int = 0
    waiting: int = 0
    music: MusicCounts = MusicCounts()
    concerns: tuple[str, ...] = ()


class TrainingProgress(JobEvent, frozen=True, kw_only=True):
    """One report of a training run.

    Attributes:
        phase: `preparing`, `training`, `evaluating`, `sampling`; at last `finishing`: the best step
            is heard, its sliders are measured, the model is written.
        step: Steps done.
        steps: Steps planned.
        loss: Mean training loss since the last report, nats per token; negative if none.
        validation_loss: Held-out loss, if this report has one; negative if not.
        tokens_per_second: Since the last report.
        seconds_left: An estimate; negative when there is none yet.
        device: Where it runs.
        best_step: Step of the best held-out loss so far.
        message: One plain sentence on how it is going, or empty.
        passes: Which pass over the songs, from 1; 0 if unknown.
        memory_bytes: In use, on the accelerator where there is one; 0 if unknown.
        device_reason: Why it runs there, a few words.
    """

    phase: Literal["preparing", "training", "evaluating", "sampling", "finishing"]
    step: int = 0
    steps: int = 0
    loss: float = -1.0
    validation_loss: float = -1.0
    tokens_per_second: float = 0.0
    seconds_left: float = -1.0
    device: str = ""
    best_step: int = 0
    message: str = ""
    passes: int = 0
    memory_bytes: int = 0
    device_reason: str = ""


class ModelMade(JobEvent, frozen=True, kw_only=True):
    """A training run ended in a model.

    Attributes:
        folder: Where it is.
        name: What the user calls it.
        step: The step that was kept.
        validation_loss: Its held-out loss, nats per token.
        base_loss: The base model's on the same songs; negative when trained from scratch.
        steps: Saved steps that are still there to be compared and taken instead, oldest first.
        copied: Share of 16-note windows of 20 samples that stand in the songs; negative: unknown.
    """

    folder: str
    name: str
    step: int
    validation_loss: float
    base_loss: float = -1.0
    steps: tuple[int, ...] = ()
    copied: float = -1.0


class JobStopped(JobEvent, frozen=True, kw_only=True):
    """The job ended because it was told to."""
