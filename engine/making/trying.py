"""A short trial training on this machine, so that durations are measured, not guessed."""

import time
from collections.abc import Callable, Iterator
from typing import Literal

from engine.ground.host import memory_bytes
from engine.ground.paths import Paths
from engine.ground.temporary import temporary_folder
from engine.library.location import SongLocation
from engine.library.songs import read_song
from engine.making.devices import Device, choose_device, memory_in_use
from engine.making.model_folders import find_model
from engine.making.run_folder import free_bytes, run_bytes
from engine.making.run_plan import by_hand_of, reference, tokenizer_of
from engine.making.song_list import TrainingSongs
from engine.making.songs import songs_of_library
from engine.messages import MeasureTraining, PresetTime, TrainingProgress, TrialMeasured
from engine.model.network.checkpoint import load_model
from engine.tokens.store import TokenStore, open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training import presets
from engine.training.prepare import Song, prepare
from engine.training.trial import STEPS, Trial, fastest_precision, measure
from engine.values.config import BatchConfig, ModelConfig, PresetName

Phase = Literal["preparing", "evaluating"]
# Enough songs to fill the rows of a trial, few enough to be read in a moment.
_SONGS = 16


class _TrialStoppedError(Exception):
    """The user has stopped the trial."""


def try_training(
    command: MeasureTraining,
    paths: Paths,
    *,
    steps: int = STEPS,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[TrainingProgress | TrialMeasured]:
    """Train a temporary model for some steps on some of the library's songs.

    Args:
        command: The measurement to make.
        paths: The user's folders.
        steps: Number of steps to time.
        stopped: Called at each step; True ends the generator early.

    Yields:
        Progress, and last the measurement.

    Raises:
        SegueError: There is too little music, no such model, or no such device.
    """
    device = choose_device(command.device)
    loaded = None if command.base == "scratch" else load_model(find_model(command.base, paths))
    goal: presets.Goal = "fine_tune" if loaded else "scratch"
    tokenizer = tokenizer_of(loaded)
    config = loaded.model.config if loaded else reference(tokenizer)
    songs = songs_of_library(paths)
    some = _some_of(songs)
    try:
        with temporary_folder("trial") as folder:
            for prepared in prepare(some, folder, tokenizer=tokenizer, read=read_song):
                yield _phase("preparing", prepared.done, prepared.total, device)
            store = open_store(folder)
            presets.check_enough(store.token_count("train"), goal="fine_tune")
            tokens = _tokens_of_all(songs, len(some), len(store.tokens))
            yield _phase("evaluating", 0, steps, device)
            batch = presets.batch_of(
                goal, tokens, vocabulary=tokenizer.vocabulary, on_gpu=device.is_gpu
            )
            clock = _stopping_clock(stopped)
            trial = _timed(config, store, batch, goal=goal, device=device, steps=steps, clock=clock)
    except _TrialStoppedError:
        return
    if goal == "scratch":
        presets.check_enough(tokens, goal=goal)
    yield _measured(
        command,
        trial,
        goal=goal,
        tokens=tokens,
        config=config,
        tokenizer=tokenizer,
        device=device,
        paths=paths,
    )


def _some_of(songs: TrainingSongs) -> tuple[Song[SongLocation], ...]:
    """Return songs from all over the library."""
    return songs.songs[:: max(1, len(songs.songs) // _SONGS)][:_SONGS]


def _timed(
    config: ModelConfig,
    store: TokenStore,
    batch: BatchConfig,
    *,
    goal: presets.Goal,
    device: Device,
    steps: int,
    clock: Callable[[], float],
) -> Trial:
    """Time some steps as a run on this device would take them."""
    return measure(
        config,
        store,
        batch,
        device=device.torch,
        precision=fastest_precision(device.torch),
        optimizer=presets.optimizer_of(goal),
        steps=steps,
        clock=clock,
    )


def _stopping_clock(stopped: Callable[[], bool]) -> Callable[[], float]:
    """Return a clock that ends the trial, which calls it around each step, when asked to stop."""

    def clock() -> float:
        if stopped():
            raise _TrialStoppedError
        return time.perf_counter()

    return clock


def _measured(
    command: MeasureTraining,
    trial: Trial,
    *,
    goal: presets.Goal,
    tokens: int,
    config: ModelConfig,
    tokenizer: Tokenizer,
    device: Device,
    paths: Paths,
) -> TrialMeasured:
    def plan(name: PresetName) -> presets.TrainingPlan:
        return presets.plan(
            name,
            goal=goal,
            tokens=tokens,
            tokens_per_s=trial.tokens_per_s,
            vocabulary=tokenizer.vocabulary,
            on_gpu=device.is_gpu,
        )

    weights = presets.weights_of(
        n_layer=config.n_layer, d_model=config.d_model, vocab_size=tokenizer.vocab_size
    )
    return TrialMeasured(
        base=command.base,
        tokens=tokens,
        tokens_per_second=trial.tokens_per_s,
        memory_bytes=memory_in_use(device.torch) or memory_bytes(),
        disk_bytes=run_bytes(weights, tokens=tokens),
        free_bytes=free_bytes(paths.training),
        device=device.name,
        device_reason=device.reason,
        rows=plan("taste").batch.rows,
        presets=tuple(
            _time(name, plan(name), trial=trial, tokens=tokens) for name in presets.MINUTES
        ),
    )


def _time(name: PresetName, plan: presets.TrainingPlan, *, trial: Trial, tokens: int) -> PresetTime:
    seen = plan.likely_tokens
    budget_s = plan.budget_s or float("inf")
    return PresetTime(
        preset=name,
        seconds=min(budget_s, seen / trial.tokens_per_s),
        slowest_seconds=min(budget_s, seen / trial.slowest_tokens_per_s),
        steps=plan.likely_steps,
        passes=seen / max(1, tokens),
        defaults=by_hand_of(plan),
    )


def _tokens_of_all(songs: TrainingSongs, tried: int, tokens: int) -> int:
    """Estimate the number of ids of all songs from those that were tried."""
    return round(tokens * len(songs.songs) / max(1, tried))


def _phase(phase: Phase, step: int, steps: int, device: Device) -> TrainingProgress:
    return TrainingProgress(
        phase=phase, step=step, steps=steps, device=device.name, device_reason=device.reason
    )
