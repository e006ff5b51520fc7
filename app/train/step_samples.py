"""Binds the column “What it sounds like”: samples of saved steps, their comparison, and copying."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.clients.playing import Playing
from app.state.training_run import TrainingRun
from app.train.copied import copying_note
from app.train.gains import gains_of
from app.train.shows import coming
from app.views.train.blind import BlindTest
from app.views.train.page import TrainPage
from app.views.train.values import SampleRow
from app.words.figures import number, signed_percent
from engine import messages
from engine.values.time import BarMap

if TYPE_CHECKING:
    from app.state.lease import Lease


# No sample: an index that none has.
NOTHING = -1


class StepSamples(QObject):
    """Binds the samples of a run to the column that shows them.

    Args:
        playing: Plays the samples.
        base_name: Returns the shown name of a run's base.
        parent: Qt's owner.

    Signals:
        step_wanted(int): Use this saved step as the model.
    """

    step_wanted = Signal(int)

    def __init__(
        self,
        playing: Playing,
        *,
        base_name: Callable[[TrainingRun], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._playing = playing
        self._base_name = base_name
        self._page: TrainPage | None = None
        self._run: TrainingRun | None = None
        self._opening = 0
        self._heard = NOTHING
        self._lease: Lease | None = None
        self._blind: BlindTest | None = None

    def connect_page(self, page: TrainPage) -> None:
        """Serve the page from now on."""
        self._page = page
        run, self._run = self._run, None
        self.show(run)
        page.samples.sample_clicked.connect(self._play_row)
        page.samples.opening_chosen.connect(self._choose_opening)
        page.samples.compare_clicked.connect(self.compare)
        page.use.listened.connect(self._play_made)

    def show(self, run: TrainingRun | None) -> None:
        """Show the samples of a run, if they changed."""
        known, self._run = self._run, run
        if run is None or known is None or run.name != known.name:
            self._opening, self._heard = 0, NOTHING
        if self._page is None:
            return
        if _same(run, known):
            self._page.samples.show_when(self._coming())
            return
        self._show_rows(self._page)
        self._page.samples.show_copying(copying_note(run) if run else "")

    def few(self) -> str:
        """Return why steps cannot be compared, or an empty text."""
        steps = len(self._run.sampled) if self._run else 0
        return "" if steps > 1 else _tr("It takes two saved steps to compare")

    # --- rows ------------------------------------------------------------------------------

    def _show_rows(self, page: TrainPage) -> None:
        run = self._run
        steps = [step for step in (run.sampled if run else ()) if step.samples]
        titles = self._titles()
        self._opening = min(self._opening, max(0, len(titles) - 1))
        rows = tuple(self._row(step) for step in steps)
        page.samples.show_openings(titles, current=self._opening)
        page.samples.show_samples(
            rows, colours=tuple(range(16)), coming=self._coming() if rows else ()
        )
        page.samples.show_playing(self._heard)

    def _row(self, step: messages.StepSampled) -> SampleRow:
        sample = step.samples[min(self._opening, len(step.samples) - 1)]
        return SampleRow(
            title=self._label(step.step),
            figure=self._figure(step.step),
            notes=tuple(
                (track, note)
                for track, part in enumerate(sample.score.tracks)
                for note in part.notes
                if note.start >= _shown_from(sample)
            ),
            boundary=sample.boundary,
            best=self._run is not None and 0 < step.step == self._run.best_step,
            step=step.step,
        )

    def _label(self, step: int) -> str:
        if step == 0 and self._run is not None:
            return self._base_name(self._run)
        return _tr("Step %1").replace("%1", number(step))

    def _figure(self, step: int) -> str:
        """Return how much better a step is than the base, such as `+5 %`; empty for the base."""
        gains = gains_of(self._run) if self._run is not None and step else ()
        share = next((gain.share for gain in gains if gain.step == step), None)
        return "" if share is None else signed_percent(share)

    def _coming(self) -> tuple[tuple[str, str], ...]:
        """Return the titles of the steps that are not reached yet, and when they are."""
        run = self._run
        return (
            tuple((self._label(step), when) for step, when in coming(run, count=2)) if run else ()
        )

    def _titles(self) -> tuple[str, ...]:
        first = next(
            (step for step in (self._run.sampled if self._run else ()) if step.samples), None
        )
        return tuple(sample.opening for sample in first.samples) if first else ()

    def _choose_opening(self, index: int) -> None:
        self._opening = index
        if self._page is not None:
            self._show_rows(self._page)

    # --- playing ---------------------------------------------------------------------------

    def _play_row(self, index: int) -> None:
        steps = [step for step in (self._run.sampled if self._run else ()) if step.samples]
        if index == self._heard and self._playing.leases.is_newest(self._lease):
            self._playing.stop()
            return
        if 0 <= index < len(steps):
            self._play(steps[index], self._opening)
            self._heard = index
            if self._page is not None:
                self._page.samples.show_playing(index)

    def _play_made(self) -> None:
        """Play the step that became the model."""
        run = self._run
        steps = [step.step for step in (run.sampled if run else ()) if step.samples]
        if run is not None and run.made is not None and run.made.step in steps:
            self._play_row(steps.index(run.made.step))

    def _play(self, step: messages.StepSampled, opening: int) -> None:
        """Play a sample from the bar before its new bars."""
        sample = step.samples[min(opening, len(step.samples) - 1)]
        bars = BarMap.of(sample.score)
        start = bars.start_of(max(0, bars.bar_at(sample.boundary) - 1))
        self._lease = self._playing.leases.audition(sample.score, start, ended=self._show_silence)

    def _show_silence(self) -> None:
        self._heard = NOTHING
        if self._page is not None:
            self._page.samples.show_playing(NOTHING)
        if self._blind is not None:
            self._blind.show_silence()

    # --- comparing -------------------------------------------------------------------------

    def compare(self) -> None:
        """Open the blind comparison of two steps."""
        run = self._run
        if run is None or self.few():
            return
        steps = {step.step: step for step in run.sampled if step.samples}
        dialog = BlindTest(
            self._titles(),
            steps=tuple((step, self._label(step)) for step in steps),
            chosen=_pair(tuple(steps), best=run.best_step),
            keepable=frozenset(run.made.steps) - {0} if run.made else frozenset(),
            parent=self._page.window() if self._page is not None else None,
        )
        dialog.heard.connect(lambda opening, step: self._play(steps[step], opening))
        dialog.silenced.connect(self._silence)
        dialog.kept.connect(self.step_wanted)
        dialog.finished.connect(lambda _result: self._forget(dialog))
        self._blind = dialog
        dialog.open()

    def _silence(self) -> None:
        if self._playing.leases.is_newest(self._lease):
            self._playing.stop()

    def _forget(self, dialog: BlindTest) -> None:
        # Esc finishes a dialog without a close event.
        self._silence()
        self._blind = None
        dialog.deleteLater()


def _pair(steps: tuple[int, ...], *, best: int) -> tuple[int, int]:
    """Return the two steps to compare at first: the best one, after the first or the last other."""
    if best not in steps:
        best = max(steps)
    others = [step for step in steps if step != best]
    return others[-1] if best == min(steps) else others[0], best


def _shown_from(sample: messages.Sampled) -> int:
    """Return the first tick that a row shows: it has as much of the opening as of the rest."""
    return sample.boundary - (sample.score.end - sample.boundary)


def _same(run: TrainingRun | None, known: TrainingRun | None) -> bool:
    if run is None or known is None:
        return False
    return all(
        getattr(run, field) == getattr(known, field)
        for field in ("name", "sampled", "held_out", "best_step", "made")
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("StepSamples", text)
