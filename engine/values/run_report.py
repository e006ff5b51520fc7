"""A report of a training run, which the job's message and the value that the page shows extend."""

from typing import Literal

import msgspec

from engine.sentence import Text

Phase = Literal["preparing", "training", "evaluating", "sampling", "finishing", "saving"]


class RunReport(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of a training run.

    Attributes:
        phase: The phase of the run; in `finishing` the best step is sampled and its sliders are
            measured, in `saving` the model is written.
        step: Steps done.
        steps: Steps planned.
        passes: Number of the pass over the songs, from 1; 0 if unknown.
        seconds_left: An estimate; negative when there is none yet.
        device: The device that it runs on.
        device_reason: A few words on why this device was chosen.
        best_step: Step of the best held-out loss so far; 0 if there is none.
    """

    phase: Phase
    step: int = 0
    steps: int = 0
    passes: int = 0
    seconds_left: float = -1.0
    device: str = ""
    device_reason: Text = ""
    best_step: int = 0
