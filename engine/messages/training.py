"""The messages between the window and a job about a training run, except its progress."""

from typing import Literal

import msgspec

from engine.messages.base import JobCommand, JobEvent
from engine.sentence import Text
from engine.values.config import CompressionFunction, CompressionLoss, Joining
from engine.values.copied import Copying
from engine.values.ranges import Amount, Chosen, Count
from engine.values.score import Score

RunState = Literal["running", "paused", "done"]


class ExpertSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings that the user chose; None leaves a field to the preset.

    Attributes: as in `engine.values.config.TrainingConfig`, `BatchConfig` and `ModelConfig`.
    Those from `n_layer` on apply only to a model made from scratch;
    `engine.making.memory_choice` checks those of its memory. `compressed_steps` counts the older
    steps that are held compressed, not the slots that hold them;
    the loss `auto` is the one that fits the function.
    """

    steps: Count | None = None
    minutes: Amount | None = None
    validate_every: Count | None = None
    patience: Count | None = None
    learning_rate: Amount | None = None
    warmup_steps: Count | None = None
    final_rate: Amount | None = None
    weight_decay: Amount | None = None
    clip: Amount | None = None
    dropout: Amount | None = None
    rows: Count | None = None
    segment_length: Count | None = None
    joining: Joining | None = None
    precision: Literal["float32", "bfloat16"] | None = None
    device: Literal["auto", "cpu", "cuda", "mps"] | None = None
    augment: bool | None = None
    seed: Chosen | None = None
    n_layer: Count | None = None
    d_model: Count | None = None
    n_head: Count | None = None
    mem_len: Count | None = None
    compression_function: Literal["none"] | CompressionFunction | None = None
    compressed_steps: Count | None = None
    compression_rate: Count | None = None
    compression_loss: Literal["auto"] | CompressionLoss | None = None


class ChosenPiece(msgspec.Struct, frozen=True, kw_only=True):
    """A piece to learn from, identified by its bytes.

    Attributes:
        content: Hash of the bytes of its file.
        path: Path of the file or its archive when the user chose the piece.
        member: Its path inside the archive, or empty.
    """

    content: bytes
    path: bytes
    member: str = ""


class LeftOutPiece(msgspec.Struct, frozen=True, kw_only=True):
    """A chosen piece that the run does not use.

    Attributes:
        name: Its location as text.
        reason: One sentence on why.
    """

    name: str
    reason: Text


class LearningFrom(JobEvent, frozen=True, kw_only=True):
    """The pieces of a run, sent after the run has read them and again when it resumes.

    Attributes:
        pieces: The location of each as text.
        seconds: Length of their music.
        lengths_s: Seconds of each piece, in the same order; empty if unknown.
        set_aside: Those of the pieces that the run only measures with; of a single piece, its end.
        left_out: The chosen pieces that the run does not use.
        further: Number of pieces ticked after the choice was made; the run does not use them.
    """

    pieces: tuple[str, ...]
    seconds: float
    lengths_s: tuple[float, ...] = ()
    set_aside: tuple[str, ...] = ()
    left_out: tuple[LeftOutPiece, ...] = ()
    further: int = 0


class MeasureTraining(JobCommand, frozen=True, kw_only=True):
    """Train a temporary model for a few steps; answered by `TrialMeasured`.

    Attributes:
        base: As in `TrainModel`.
        device: As in `TrainModel`.
    """

    base: str = "starter"
    device: str = "auto"


class PresetTime(msgspec.Struct, frozen=True, kw_only=True):
    """An estimate for a preset on this machine with these songs.

    Attributes:
        seconds: Training time.
        slowest_seconds: Training time at the speed of the slowest measured step.
        defaults: Its settings, as defaults of the expert settings.
    """

    preset: str
    seconds: float
    slowest_seconds: float
    steps: int
    passes: float
    defaults: ExpertSettings


class TrialMeasured(JobEvent, frozen=True, kw_only=True):
    """The speed of training on this machine with these songs.

    Attributes:
        base: As in `MeasureTraining`.
        tokens: Number of ids of the songs, estimated from their notes.
        tokens_per_second: Median of the measured steps.
        disk_bytes: Most disk space that a run uses.
        device: `CPU`, or a GPU's name.
        device_reason: A few words on why this device was chosen.
        presets: The estimate for each preset.
    """

    base: str
    tokens: int
    tokens_per_second: float
    memory_bytes: int
    disk_bytes: int
    free_bytes: int
    device: str
    device_reason: str
    rows: int
    presets: tuple[PresetTime, ...]


class Sampled(msgspec.Struct, frozen=True, kw_only=True):
    """An opening with its continuation by a model.

    Attributes:
        opening: Title of the piece of the opening.
        score: The opening and the continuation.
        boundary: Tick where the continuation begins.
    """

    opening: str
    score: Score
    boundary: int


class StepSampled(JobEvent, Copying, frozen=True, kw_only=True):
    """Samples of a saved step.

    Attributes:
        step: The step; 0 is the base.
        loss: Its held-out loss; negative if unknown.
        samples: Continuations of the same openings at every step.
        windows: Number of windows of 16 notes in the continuations.
    """

    step: int
    loss: float
    samples: tuple[Sampled, ...]
    windows: int = 0


class TrainingPaused(JobEvent, frozen=True, kw_only=True):
    """A run stopped at a saved step; `TrainModel` with `resume` continues it.

    Attributes:
        step: The saved step; negative if there is none, so that the run starts again.
        reason: One sentence on why, unless the user paused it.
        hint: The user's remedy.
    """

    name: str
    step: int
    reason: Text = ""
    hint: Text = ""


class EndTraining(JobCommand, frozen=True, kw_only=True):
    """Make the best step of a paused run the model, or delete the run.

    Answered by `ModelMade` or `JobStopped`.

    Attributes:
        discard: Whether to delete it.
    """

    name: str
    discard: bool = False


class KeepStep(JobCommand, frozen=True, kw_only=True):
    """Make another saved step of a finished run its model; answered by `ModelMade`.

    Attributes:
        name: The name of the run and its model.
        step: One of `ModelMade.steps`.
    """

    name: str
    step: Count


class RunOutline(msgspec.Struct, frozen=True, kw_only=True):
    """A training run, and how far it has come.

    Attributes:
        name: The model's name.
        base: `starter`, `scratch` or a model's folder.
        preset: The name of its preset.
        share: The finished share, 0 to 1.
        best_step: The step of the lowest held-out loss; 0 if unknown.
        base_loss: The base model's held-out loss; negative if unknown.
        base_songs: The same of each held-out song, in the order of `TrainingProgress`.
    """

    name: str
    base: str = "starter"
    preset: str = "taste"
    share: float = 0.0
    best_step: int = 0
    base_loss: float = -1.0
    base_songs: tuple[float, ...] = ()


class RunStatus(RunOutline, frozen=True, kw_only=True):
    """The status file beside the saved steps of a run.

    Attributes:
        state: `running` also after a crash.
        step: The saved step.
        steps: Estimated steps of the whole run.
    """

    state: RunState = "running"
    step: int = 0
    steps: int = 0
