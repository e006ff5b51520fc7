"""The state of a training run: a value that grows with each report."""

from msgspec.structs import replace

from engine import messages
from engine.values.run_report import Phase

Points = tuple[tuple[int, float], ...]
SongLosses = tuple[tuple[int, tuple[float, ...]], ...]
# No report was heard yet in this session, or none since the run was resumed.
_UNHEARD = -1.0

# The phases after the last step.
_LAST_PHASES = ("finishing", "saving")


class TrainingRun(messages.RunOutline, frozen=True, kw_only=True):
    """A training run as the window knows it.

    Attributes:
        learning: The pieces that it learns from; None if unknown.
        progress: The last report, or None.
        training: (step, loss) of every report that has one.
        held_out: (step, loss) of every validation.
        songs: (step, loss of each held-out song) of every validation that tells it.
        sampled: The pieces sampled at saved steps, by step.
        speed: The latest speed in tokens per second.
        spent: (phase, seconds) as far as this session saw them.
        heard_s: Time of the last report, in seconds of the caller's clock; negative before one.
        finishing: The finished share of what comes after the last step, 0 to 1; negative before.
        paused: Whether it is paused and can be resumed.
        pausing: Whether a pause was requested.
        resuming: Whether it was resumed and has not reported since.
        why: Why it paused, if the user did not ask for it.
        stopping: Whether a stop was requested.
        use_when_done: Whether Compose takes the model as soon as it is made.
        made: The finished model, or None.
    """

    learning: messages.LearningFrom | None = None
    progress: messages.TrainingProgress | None = None
    training: Points = ()
    held_out: Points = ()
    songs: SongLosses = ()
    sampled: tuple[messages.StepSampled, ...] = ()
    speed: float = 0.0
    spent: tuple[tuple[Phase, float], ...] = ()
    heard_s: float = _UNHEARD
    finishing: float = -1.0
    paused: bool = False
    pausing: bool = False
    resuming: bool = False
    why: str = ""
    stopping: bool = False
    use_when_done: bool = False
    made: messages.ModelMade | None = None

    @property
    def step(self) -> int:
        """The last reported step."""
        return self.progress.step if self.progress else 0

    def reporting(
        self, event: messages.TrainingProgress, *, now_s: float = _UNHEARD
    ) -> "TrainingRun":
        """Return the run after a report; reports of other phases than training keep its share.

        Args:
            event: The report.
            now_s: The time, in seconds of any clock; negative if it is unknown.
        """
        run = _with_losses(self.with_time(now_s), event)
        share = event.step / event.steps if event.steps else 0.0
        shown = event
        if event.phase in ("sampling", *_LAST_PHASES) and self.progress is not None:
            shown = _changed(self.progress, phase=event.phase)
        return replace(
            run,
            progress=shown,
            best_step=event.best_step or self.best_step,
            speed=event.tokens_per_second or self.speed,
            share=share if event.phase == "training" and event.steps else self.share,
            finishing=share if event.phase in _LAST_PHASES else -1.0,
            resuming=False,
        )

    def with_time(self, now_s: float) -> "TrainingRun":
        """Return the run with the time since the last report added to the phase that it told."""
        if self.heard_s < 0 or now_s < 0 or self.progress is None:
            return replace(self, heard_s=now_s)
        spent = dict(self.spent)
        phase = self.progress.phase
        spent[phase] = spent.get(phase, 0.0) + now_s - self.heard_s
        return replace(self, spent=tuple(spent.items()), heard_s=now_s)

    def with_samples(self, event: messages.StepSampled) -> "TrainingRun":
        """Return the run with the samples of a step, in place of older ones of this step."""
        others = tuple(each for each in self.sampled if each.step != event.step)
        return replace(self, sampled=tuple(sorted((*others, event), key=lambda each: each.step)))


def _with_losses(run: TrainingRun, event: messages.TrainingProgress) -> TrainingRun:
    """Return a run with the losses of a report; a negative one was not measured."""
    if event.loss >= 0:
        run = replace(run, training=(*run.training, (event.step, event.loss)))
    if event.validation_loss < 0:
        return run
    run = replace(run, held_out=(*run.held_out, (event.step, event.validation_loss)))
    if event.song_losses:
        run = replace(run, songs=(*run.songs, (event.step, event.song_losses)))
    if event.step == 0:
        run = replace(run, base_loss=event.validation_loss, base_songs=event.song_losses)
    return run


def _changed(progress: messages.TrainingProgress, **changes: object) -> messages.TrainingProgress:
    fields = {name: getattr(progress, name) for name in progress.__struct_fields__}
    return messages.TrainingProgress(**{**fields, "loss": -1.0, "validation_loss": -1.0, **changes})
