"""What is known of a training run: a value that grows report by report."""

from dataclasses import dataclass, replace

from engine import messages

Points = tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingRun:
    """What is known of a training run.

    Attributes:
        name: The model's name.
        base: `starter`, `scratch` or a model's folder.
        preset: Its time.
        learning: Which pieces it learns from; None where that is not known.
        progress: The last report, or None.
        training: (step, loss) of every report that has one.
        held_out: (step, loss) of every validation.
        sampled: What was made at saved steps to be heard, by step.
        base_loss: The base model's held-out loss, negative if unknown.
        best_step: Of the lowest held-out loss; 0 if unknown.
        speed: Tokens a second, the last that was known.
        share: How much of it is done, 0 to 1, as far as a pause or a start told.
        finishing: How much is done of what comes last, 0 to 1; negative before that.
        paused: Whether it waits and can go on.
        pausing: Whether it was told to wait.
        resuming: Whether it goes on after it waited, and has not been heard of since.
        why: Why it waits, when that was not the user's wish.
        stopping: Whether it was told to end.
        made: The model it ended in, or None.
    """

    name: str
    base: str
    preset: str
    learning: messages.LearningFrom | None = None
    progress: messages.TrainingProgress | None = None
    training: Points = ()
    held_out: Points = ()
    sampled: tuple[messages.StepSampled, ...] = ()
    base_loss: float = -1.0
    best_step: int = 0
    speed: float = 0.0
    share: float = 0.0
    finishing: float = -1.0
    paused: bool = False
    pausing: bool = False
    resuming: bool = False
    why: str = ""
    stopping: bool = False
    made: messages.ModelMade | None = None

    @property
    def step(self) -> int:
        """The last step that is known of."""
        return self.progress.step if self.progress else 0

    def reporting(self, event: messages.TrainingProgress) -> "TrainingRun":
        """Return it after one more report; what is no training does not move its steps."""
        training, held_out, base_loss = self.training, self.held_out, self.base_loss
        if event.loss >= 0:
            training = (*training, (event.step, event.loss))
        if event.validation_loss >= 0:
            held_out = (*held_out, (event.step, event.validation_loss))
            if event.step == 0 and self.base != "scratch":
                base_loss = event.validation_loss
        share = self.share
        if event.phase == "training" and event.steps:
            share = event.step / event.steps
        shown = event
        if event.phase in ("sampling", "finishing") and self.progress is not None:
            shown = _changed(self.progress, phase=event.phase)
        last = event.step / event.steps if event.steps else 0.0
        return replace(
            self,
            progress=shown,
            training=training,
            held_out=held_out,
            base_loss=base_loss,
            best_step=event.best_step or self.best_step,
            speed=event.tokens_per_second or self.speed,
            share=share,
            finishing=last if event.phase == "finishing" else -1.0,
            resuming=False,
        )

    def with_samples(self, event: messages.StepSampled) -> "TrainingRun":
        """Return it with what was made at a step to be heard, in place of what was there."""
        others = tuple(each for each in self.sampled if each.step != event.step)
        return replace(self, sampled=tuple(sorted((*others, event), key=lambda each: each.step)))


def _changed(progress: messages.TrainingProgress, **changes: object) -> messages.TrainingProgress:
    fields = {name: getattr(progress, name) for name in progress.__struct_fields__}
    return messages.TrainingProgress(**{**fields, "loss": -1.0, "validation_loss": -1.0, **changes})
