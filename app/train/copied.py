"""The share that a run copies from its pieces, said only when several samples agree.

One saved step is heard at three openings. Their windows of notes come in runs, so that the share of
one step says next to nothing. The starter finds phrases of the pieces as well, by chance or because
all such pieces have them: what it shares before anything was learned is normal.
"""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.state.training_run import TrainingRun
from app.views.train.values import Tone
from app.words.figures import HIGH, LOW, number, percent
from engine import messages

# The number of saved steps that are taken together.
SAMPLES = 3
# More than so many times the normal share is worth a word.
GROWTH = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """The copies in the last samples of a run.

    Attributes:
        share: Of their windows of 16 notes, 0 to 1.
        normal: The share of the base before it learned; negative if it was not heard.
        often: Whether it is more than normal in all of them.
        mostly: Whether it is more than normal in most of them.
    """

    share: float
    normal: float
    often: bool
    mostly: bool

    @property
    def tone(self) -> Tone:
        """`danger` for what should stop a run, `warning` for more than normal, else `plain`."""
        if self.share <= GROWTH * max(self.normal, LOW):
            return "plain"
        if self.share > HIGH and self.mostly:
            return "danger"
        return "warning" if self.often else "plain"


def copied_of(run: TrainingRun) -> Copied | None:
    """Return what the last samples copy; None before there are enough of them."""
    heard = [each for each in run.sampled if each.copied >= 0 and each.windows > 0]
    normal = next((each.copied for each in heard if each.step == 0), -1.0)
    usual = max(normal, LOW)
    if run.made is not None and run.made.copied >= 0:
        # Twenty continuations of one step.
        share = run.made.copied
        return Copied(share=share, normal=normal, often=share > usual, mostly=share > usual)
    last = _last(heard)
    if len(last) < SAMPLES:
        return None
    windows = sum(each.windows for each in last)
    above = sum(each.copied > usual for each in last)
    return Copied(
        share=sum(each.copied * each.windows for each in last) / windows,
        normal=normal,
        often=above == SAMPLES,
        mostly=2 * above > SAMPLES,
    )


def limit_of(run: TrainingRun) -> float:
    """Return the share above which the page advises to stop."""
    normal = next((each.copied for each in run.sampled if each.step == 0), 0.0)
    return max(HIGH, GROWTH * normal)


def copying_words(run: TrainingRun, *, base: str) -> tuple[str, Tone]:
    """Return a sentence on copying where there is more of it than normal; else an empty one."""
    copied = copied_of(run)
    if copied is None or copied.tone == "plain":
        return "", "plain"
    if copied.tone == "danger" and run.made is None:
        text = _tr("It copies much from your pieces (%1): better stop.")
    elif copied.tone == "danger":
        text = _tr("It copies much from your pieces (%1): an earlier step may copy less.")
    elif copied.normal < 0:
        text = _tr("It copies some of your pieces (%1).")
    else:
        text = _tr("It copies more than %2 (%1, %2: %3).")
    text = text.replace("%1", percent(copied.share)).replace("%2", base)
    return text.replace("%3", percent(max(copied.normal, 0.0))), copied.tone


def figure_of(run: TrainingRun, *, base: str) -> tuple[str, str]:
    """Return the copied share and its name; empty before several samples tell it."""
    copied = copied_of(run)
    if copied is None:
        return "", ""
    if copied.normal < 0:
        return percent(copied.share), _tr("copied from your pieces")
    name = _tr("copied from your pieces (%1: %2)").replace("%1", base)
    return percent(copied.share), name.replace("%2", percent(copied.normal))


def copying_note(run: TrainingRun) -> str:
    """Return the longest copy of the last samples, where they copy more than normal; else empty."""
    copied = copied_of(run)
    if copied is None or copied.tone == "plain":
        return ""
    found = [(one, each.step) for each in _last(run.sampled) for one in each.passages]
    if not found:
        return ""
    longest, step = max(found, key=lambda pair: pair[0].notes)
    text = _tr("Step %1: %2 notes in a row of ‘%3’, from bar %4.")
    text = text.replace("%1", number(step)).replace("%2", str(longest.notes))
    return text.replace("%3", longest.song).replace("%4", str(longest.bar))


def _last(
    sampled: tuple[messages.StepSampled, ...] | list[messages.StepSampled],
) -> list[messages.StepSampled]:
    """Return the last samples of steps that have learned."""
    return [each for each in sampled if each.step > 0][-SAMPLES:]


def _tr(text: str) -> str:
    return QCoreApplication.translate("TrainCopied", text)
