"""The learning rate and the progress of a run: pure functions of steps and seconds."""

import math

from engine.values.config import TrainingConfig


def share_done(*, step: int, steps: int, elapsed_s: float, budget_s: float | None) -> float:
    """Return the progress of a run, 0 to 1: by steps or by time, whichever is further.

    A time budget thus also lowers the learning rate on a slow machine: a run that is cut off at its
    peak rate gives a worse model.
    """
    by_steps = step / steps
    by_time = elapsed_s / budget_s if budget_s else 0.0
    return min(1.0, max(by_steps, by_time))


def learning_rate(config: TrainingConfig, *, step: int, share: float) -> float:
    """Return the learning rate of one step: a linear rise, then half a cosine.

    Args:
        config: The settings of the run.
        step: Optimizer steps already done, from 0.
        share: The progress of the run (`share_done`).
    """
    rise = min(1.0, (step + 1) / config.warmup_steps) if config.warmup_steps else 1.0
    fall = 0.5 * (1.0 + math.cos(math.pi * min(1.0, max(0.0, share))))
    return config.learning_rate * rise * (config.final_rate + (1.0 - config.final_rate) * fall)
