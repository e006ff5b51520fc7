"""Presets by training time, sized to the machine and the music: arithmetic on measured figures."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from engine.ground.errors import TrainingError
from engine.tokens.steps import step_config
from engine.tokens.vocabulary import Vocabulary
from engine.values.config import (
    IDS_A_NOTE,
    MEMORY,
    BatchConfig,
    ModelConfig,
    Optimizer,
    Precision,
    PresetName,
    TrainingConfig,
)

Goal = Literal["fine_tune", "scratch"]

MINUTES: dict[PresetName, float] = {"taste": 15.0, "evening": 120.0, "overnight": 480.0}
# With less music, a new model memorizes the pieces and learns nothing general.
# About ten hours at the 25 to 30 tokens a second of piano music.
MINIMUM_SCRATCH_TOKENS = 1_000_000
# One segment of the shortest useful length: anything less has nothing to predict.
MINIMUM_TOKENS = 64
# Average in music with chords and parts (`engine/tokens/steps.py`); most steps are notes.
IDS_PER_STEP = 3.4
# Share of the songs that are read with gaps filled later, as for the starter model: a model that is
# trained further on songs in order only would forget how to fill gaps.
REORDERED = 0.25
_SEGMENT = 64
# Rows and segment of a new model on a GPU, which fewer notes at once leave idle. The starter learnt
# with these; an H200 read 330,000 notes a second (experiment 2026-11-26-starter-on-a-gpu).
_ON_GPU = (64, 256)
# (layers, width, heads): heads stay 64 wide, where CPUs multiply fastest.
Size = tuple[int, int, int]
SIZES: tuple[Size, ...] = ((4, 128, 2), (6, 192, 3), (6, 256, 4), (8, 384, 6), (12, 512, 8))
# Tokens seen for each weight when time is short: less and a smaller model would have got further
# in the same time (Hoffmann et al. 2022 find 20 for one pass over text; small models of music on
# repeated passes do with fewer).
_TOKENS_PER_WEIGHT = 4.0
# More passes over the same songs than this teach them by heart.
_MOST_PASSES = {"fine_tune": 12.0, "scratch": 40.0}
# Where minutes are given they decide, not the steps that a trial foresaw: it may have run while
# the machine was busy with something else, and nothing may get so much faster than this.
_HEADROOM = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """The settings of a run.

    Attributes:
        training: Steps, learning rate and the rest.
        batch: Rows and segment.
        budget_s: Seconds after which the run ends with its learning rate at the minimum; None lets
            the steps decide.
    """

    training: TrainingConfig
    batch: BatchConfig
    budget_s: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPlan(RunSettings):
    """A run, ready to start.

    Attributes:
        model: The shape of a new model; None when an existing model is trained further.
        likely_steps: Estimated steps at the measured speed; the steps of `training` are a maximum.
    """

    model: ModelConfig | None
    likely_steps: int

    @property
    def likely_tokens(self) -> int:
        """Ids read in `likely_steps`."""
        read = self.likely_steps * self.batch.rows * self.batch.segment_length
        return round(read * IDS_PER_STEP)


def plan(
    name: PresetName,
    *,
    goal: Goal,
    tokens: int,
    tokens_per_s: float,
    vocabulary: Vocabulary,
    precision: Precision = "float32",
    minutes: float | None = None,
    steps: int | None = None,
    seed: int = 0,
    on_gpu: bool = False,
) -> TrainingPlan:
    """Return the best run for a time, a machine and an amount of music.

    Args:
        name: The preset.
        goal: Train an existing model further, or train a new one.
        tokens: Number of training ids (`engine.tokens.store`).
        tokens_per_s: Speed measured by `engine.training.trial`; for `scratch`, that of a model of
            `SIZES[2]`. Unused with `steps`.
        vocabulary: The tokenizer's; if it has announcements, some songs are reordered.
        precision: Precision of the matrix products.
        minutes: Replaces the time of the preset.
        steps: Replaces the time by a number of steps.
        seed: The seed of the run.
        on_gpu: Whether it runs on a GPU.

    Raises:
        TrainingError: There is too little music for this goal.
    """
    check_enough(tokens, goal=goal)
    budget_s = _budget_s(name, minutes=minutes, steps=steps)
    batch = batch_of(goal, tokens, vocabulary=vocabulary, seed=seed, on_gpu=on_gpu)
    per_step = batch.rows * batch.segment_length * IDS_PER_STEP

    def seen(size: Size) -> float:
        if steps:
            return steps * per_step
        return (budget_s or 3600.0) * tokens_per_s * _relative_speed(size)

    size = _size(seen, most=_MOST_PASSES[goal] * tokens) if goal == "scratch" else None
    speed = tokens_per_s * _relative_speed(size) if size else tokens_per_s
    by_time = (budget_s or 3600.0) * speed / per_step
    by_passes = _MOST_PASSES[goal] * tokens / per_step
    likely = steps or max(1, round(min(by_time, by_passes)))
    most = steps or max(1, round(min(by_time * (_HEADROOM if budget_s else 1.0), by_passes)))
    training = _training(goal, likely, precision=precision, seed=seed)
    return TrainingPlan(
        model=model_of(size, vocabulary) if size else None,
        training=replace(training, steps=most),
        batch=batch,
        budget_s=budget_s,
        likely_steps=likely,
    )


def check_enough(tokens: int, *, goal: Goal) -> None:
    """Raise a `TrainingError` if there is too little music for a goal."""
    if tokens < MINIMUM_TOKENS:
        raise TrainingError(
            "There is too little music to learn from: about {tokens} notes.",
            tokens=max(1, tokens // IDS_A_NOTE),
            hint="Add a whole piece at least.",
        )
    if goal == "scratch" and tokens < MINIMUM_SCRATCH_TOKENS:
        raise TrainingError(
            "Learning only from these pieces needs about ten hours of music; there are "
            "{tokens:,} notes, and it takes {minimum_scratch_tokens:,}.",
            tokens=tokens // IDS_A_NOTE,
            minimum_scratch_tokens=MINIMUM_SCRATCH_TOKENS // IDS_A_NOTE,
            hint="Train the starter further on them instead.",
        )


def batch_of(
    goal: Goal, tokens: int, *, vocabulary: Vocabulary, seed: int = 0, on_gpu: bool = False
) -> BatchConfig:
    """Return the batches for a goal.

    Args:
        goal: Train an existing model further, or train a new one.
        tokens: Number of training ids.
        vocabulary: The tokenizer's.
        seed: Decides the order of the songs.
        on_gpu: Whether a GPU reads them.
    """
    large = on_gpu and goal == "scratch"
    rows, segment = _ON_GPU if large else (_rows(goal, tokens), _SEGMENT)
    return BatchConfig(
        rows=rows,
        segment_length=segment,
        seed=seed,
        reordered=REORDERED if vocabulary.has_order else 0.0,
    )


def _rows(goal: Goal, tokens: int) -> int:
    if goal == "scratch":
        # Many songs at once and a little of each: with a few rows of long segments the weights run
        # after the songs they are in the middle of (experiment 2026-11-22-muon).
        return 32
    # Few songs: fewer rows, or each row would be a scrap of a song and the memory never carried.
    return max(1, min(8, tokens // 4096))


def optimizer_of(goal: Goal) -> Optimizer:
    """Return the optimizer of the layers' matrices: a new model learns much faster with Muon."""
    return "muon" if goal == "scratch" else "adamw"


def model_of(size: Size, vocabulary: Vocabulary) -> ModelConfig:
    """Return the config of a new model with these layers, width and heads."""
    n_layer, d_model, n_head = size
    return ModelConfig(
        vocab_size=len(vocabulary),
        n_layer=n_layer,
        d_model=d_model,
        n_head=n_head,
        mem_len=MEMORY,
        steps=step_config(vocabulary, tempo_at_bars=True),
    )


def weights_of(*, n_layer: int, d_model: int, vocab_size: int = 0) -> int:
    """Return the approximate number of weights of a model: 13 squares of its width per layer."""
    return 13 * n_layer * d_model * d_model + vocab_size * d_model


def _budget_s(name: PresetName, *, minutes: float | None, steps: int | None) -> float | None:
    if minutes is not None:
        return 60.0 * minutes
    if steps is not None or name not in MINUTES:
        return None
    return 60.0 * MINUTES[name]


def _relative_speed(size: Size) -> float:
    reference = weights_of(n_layer=SIZES[2][0], d_model=SIZES[2][1])
    return reference / weights_of(n_layer=size[0], d_model=size[1])


def _size(seen: Callable[[Size], float], *, most: float) -> Size:
    """Return the largest size that sees enough tokens.

    Args:
        seen: Returns the tokens that a size sees in the time.
        most: Most tokens worth seeing: more would only memorize the songs.
    """
    best = SIZES[0]
    for size in SIZES[1:]:
        enough = _TOKENS_PER_WEIGHT * weights_of(n_layer=size[0], d_model=size[1])
        if min(seen(size), most) >= enough:
            best = size
    return best


def _training(goal: Goal, steps: int, *, precision: Precision, seed: int) -> TrainingConfig:
    if goal == "scratch":
        return TrainingConfig(
            steps=steps,
            optimizer=optimizer_of(goal),
            learning_rate=1e-2,
            warmup_steps=min(200, max(1, steps // 20)),
            validate_every=max(1, min(250, steps // 10)),
            patience=10,
            precision=precision,
            seed=seed,
        )
    return TrainingConfig(
        steps=steps,
        learning_rate=2e-4,
        warmup_steps=min(20, max(1, steps // 10)),
        dropout=0.2,
        validate_every=max(1, min(50, steps // 8)),
        patience=4,
        precision=precision,
        seed=seed,
    )
