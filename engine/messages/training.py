"""What the window and a job say to each other about a training run, besides its progress."""

from typing import Literal

import msgspec

from engine.messages.base import JobCommand, JobEvent
from engine.music.score import Score

RunState = Literal["running", "paused", "done"]


class ExpertSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a user set by hand; None leaves a field to the preset.

    Attributes: as in `engine.config.TrainingConfig`, `BatchConfig` and `ModelConfig`; the last four
    hold for a model made from scratch only.
    """

    steps: int | None = None
    minutes: float | None = None
    validate_every: int | None = None
    patience: int | None = None
    learning_rate: float | None = None
    warmup_steps: int | None = None
    final_rate: float | None = None
    weight_decay: float | None = None
    clip: float | None = None
    dropout: float | None = None
    rows: int | None = None
    segment_length: int | None = None
    precision: Literal["float32", "bfloat16"] | None = None
    device: Literal["auto", "cpu", "cuda", "mps"] | None = None
    augment: bool | None = None
    seed: int | None = None
    n_layer: int | None = None
    d_model: int | None = None
    n_head: int | None = None
    mem_len: int | None = None


class ChosenPiece(msgspec.Struct, frozen=True, kw_only=True):
    """A piece that a training is to learn from: these bytes, wherever they are by then.

    Attributes:
        content: Hash of its file's bytes.
        path: Where the file, or the archive it is in, was when it was chosen.
        member: Its path inside the archive, or empty.
    """

    content: bytes
    path: bytes
    member: str = ""


class LeftOutPiece(msgspec.Struct, frozen=True, kw_only=True):
    """A piece that was chosen and is not learned from.

    Attributes:
        name: Its place, as it is shown.
        reason: Why, in one sentence.
    """

    name: str
    reason: str


class LearningFrom(JobEvent, frozen=True, kw_only=True):
    """The pieces of a run, sent after the run has read them and again when it resumes.

    Attributes:
        pieces: The place of each, as it is shown.
        seconds: Of music in them.
        left_out: Those that were chosen and are not learned from.
        further: How many pieces of the library were ticked after the choice was made; they are not
            learned from either.
    """

    pieces: tuple[str, ...]
    seconds: float
    left_out: tuple[LeftOutPiece, ...] = ()
    further: int = 0


class MeasureTraining(JobCommand, frozen=True, kw_only=True):
    """Train a throw-away model for some steps; answered by `TrialMeasured`.

    Attributes:
        base: As in `TrainModel`.
        device: As in `TrainModel`.
    """

    base: str = "starter"
    device: str = "auto"


class PresetTime(msgspec.Struct, frozen=True, kw_only=True):
    """What a preset takes on this machine with these songs.

    Attributes:
        preset: Its name.
        seconds: Of training.
        slowest_seconds: At the speed of the slowest of the measured steps.
        steps: Of the optimizer.
        passes: Over the songs.
        defaults: What it sets, for whoever sets it by hand.
    """

    preset: str
    seconds: float
    slowest_seconds: float
    steps: int
    passes: float
    defaults: ExpertSettings


class TrialMeasured(JobEvent, frozen=True, kw_only=True):
    """How fast this machine trains on these songs.

    Attributes:
        base: What was measured.
        tokens: Of the songs, an estimate from their notes.
        tokens_per_second: Median of the measured steps.
        memory_bytes: Most memory that was in use.
        disk_bytes: What a run keeps at most.
        free_bytes: Free where it keeps it.
        device: `CPU`, or a GPU's name.
        device_reason: Why that one, a few words.
        rows: Songs side by side.
        presets: What each takes.
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


class CopiedPassage(msgspec.Struct, frozen=True, kw_only=True):
    """Notes in a row that stand in a song that was learned from.

    Attributes:
        song: Its name.
        bar: Bar of the song, from 1.
        notes: How many in a row.
        start: Tick of the first of them in the music that was looked at.
    """

    song: str
    bar: int
    notes: int
    start: int = 0


class Sampled(msgspec.Struct, frozen=True, kw_only=True):
    """An opening and how a model goes on with it.

    Attributes:
        opening: Title of the piece the opening is from.
        score: Both.
        boundary: Tick where the new bars begin.
    """

    opening: str
    score: Score
    boundary: int


class StepSampled(JobEvent, frozen=True, kw_only=True):
    """A saved step, heard.

    Attributes:
        step: Which; 0 is the base.
        loss: Its held-out loss; negative if unknown.
        samples: The same openings each time, each gone on with.
        windows: Windows of 16 notes in what was made.
        copied: Share of them that stand in the songs; negative: there were none.
        passages: What was copied, the longest first.
        sure_from: Notes from which on a copied run is found for sure; of shorter ones there may be
            more.
    """

    step: int
    loss: float
    samples: tuple[Sampled, ...]
    windows: int = 0
    copied: float = -1.0
    passages: tuple[CopiedPassage, ...] = ()
    sure_from: int = 16


class TrainingPaused(JobEvent, frozen=True, kw_only=True):
    """A run stopped at a step that is kept; `TrainModel` with `resume` goes on from it.

    Attributes:
        name: Of the run.
        step: Where it stopped; negative: before the first saved step, so that it begins anew.
        reason: Why, in one sentence, when it was not the user's wish.
        hint: What the user can do then.
    """

    name: str
    step: int
    reason: str = ""
    hint: str = ""


class EndTraining(JobCommand, frozen=True, kw_only=True):
    """Make the best step of a paused run the model, or throw the run away.

    Answered by `ModelMade` or `JobStopped`.

    Attributes:
        name: Of the run.
        discard: Throw it away.
    """

    name: str
    discard: bool = False


class KeepStep(JobCommand, frozen=True, kw_only=True):
    """Make another saved step of a finished run its model; answered by `ModelMade`.

    Attributes:
        name: Of the run and its model.
        step: One of `ModelMade.steps`.
    """

    name: str
    step: int


class RunStatus(msgspec.Struct, frozen=True, kw_only=True):
    """What is written beside a run's saved steps for whoever looks at it later.

    Attributes:
        name: Of the run.
        base: As in `TrainModel`.
        preset: As in `TrainModel`.
        state: `running` also after a crash.
        step: The last saved one.
        share: How much of the run was done then, 0 to 1.
        steps: Likely steps of the whole run.
        best_step: Of the lowest held-out loss.
        base_loss: The base's held-out loss; negative if unknown.
    """

    name: str
    base: str = "starter"
    preset: str = "taste"
    state: RunState = "running"
    step: int = 0
    share: float = 0.0
    steps: int = 0
    best_step: int = 0
    base_loss: float = -1.0
