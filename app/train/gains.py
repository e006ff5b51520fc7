"""How much better a run is than what it began with, at songs that it never saw."""

from statistics import quantiles

from PySide6.QtCore import QCoreApplication

from app.state.training_run import TrainingRun
from app.views.train.values import FEW_SONGS, Gain
from app.words.figures import number, percent

# A smaller share is within what two measurements of one model differ.
LEAST = 0.005
# Below this a figure has one decimal place.
_SMALL = 0.02


def gains_of(run: TrainingRun) -> tuple[Gain, ...]:
    """Return the gain of each measured step over the beginning of the run."""
    base = reference(run)
    if base <= 0:
        return ()
    songs = dict(run.songs)
    return tuple(_gain(run, step, loss, songs.get(step, ()), base) for step, loss in run.held_out)


def reference(run: TrainingRun) -> float:
    """Return the loss that gains are counted from; negative before anything was measured."""
    if run.base_loss > 0:
        return run.base_loss
    return run.held_out[0][1] if run.held_out else -1.0


def _gain(run: TrainingRun, step: int, loss: float, songs: tuple[float, ...], base: float) -> Gain:
    share = 1 - loss / base
    if len(songs) != len(run.base_songs) or len(songs) < 2:
        return Gain(step=step, share=share, low=share, high=share)
    each = [1 - one / before for one, before in zip(songs, run.base_songs, strict=True) if before]
    low, high = min(each), max(each)
    if len(each) > FEW_SONGS:
        low, _, high = quantiles(each, n=4, method="inclusive")
    better = sum(one > 0 for one in each)
    return Gain(step=step, share=share, low=low, high=high, songs=len(each), better=better)


def verdict_of(run: TrainingRun, *, base: str) -> tuple[str, str]:
    """Return the one figure of a run in words, and at which songs it holds; empty before one.

    Args:
        run: The run; its best step counts, or the step that became its model.
        base: The shown name of what it began with.
    """
    step = run.made.step if run.made is not None else run.best_step
    gain = next((each for each in gains_of(run) if each.step == step > 0), None)
    if gain is None:
        return "", ""
    return said(gain.share, base=base), _where(gain)


def said(share: float, *, base: str) -> str:
    """Return `5 % better than Starter`, or that it is as good or worse."""
    if abs(share) < LEAST:
        return _tr("As good as %1").replace("%1", base)
    text = _tr("%1 better than %2") if share > 0 else _tr("%1 worse than %2")
    places = 1 if abs(share) < _SMALL else 0
    return text.replace("%1", percent(abs(share), places=places)).replace("%2", base)


def _where(gain: Gain) -> str:
    if not gain.songs:
        return _tr("at songs that it never saw")
    if gain.better == gain.songs:
        text = _tr("at songs that it never saw: at each of the %1")
        return text.replace("%1", number(gain.songs))
    text = _tr("at songs that it never saw: better at %1 of %2")
    return text.replace("%1", number(gain.better)).replace("%2", number(gain.songs))


def _tr(text: str) -> str:
    return QCoreApplication.translate("TrainGains", text)
