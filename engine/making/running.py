"""Making a model from start to end: preparation, training, the model's folder.

A run has a folder of its own until its model is made, so that it can be paused, killed and resumed.
"""

import contextlib
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from engine.copying.fingerprints import Fingerprints
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.generation.priors import Priors
from engine.ground.errors import ModelFileError, SegueError, TrainingError
from engine.ground.host import awake, memory_bytes
from engine.ground.paths import Paths
from engine.making import strengths
from engine.making.checkpoint_samples import JUDGED, CheckpointSampler, openings_of
from engine.making.devices import choose_device, memory_in_use, of_rank
from engine.making.known_songs import prints_or_word
from engine.making.made_model import keep_model, trained_seconds
from engine.making.model_folders import SONGS, folder_for
from engine.making.preparing import TOKENS, Preparation
from engine.making.run_folder import (
    FreeBytes,
    add_samples,
    checkpoint_bytes,
    free_bytes,
    one_training,
    read_status,
    refuse_without_room,
    run_bytes,
    size,
    sweep_done,
    write_status,
)
from engine.making.run_plan import RunPlan
from engine.making.song_list import TrainingSongs
from engine.making.steers import NOTHING, PIECES, Measured, Steers, patience
from engine.making.training_reports import TrainingReporter
from engine.messages import (
    LearningFrom,
    ModelMade,
    Notice,
    RunStatus,
    StepSampled,
    TrainingPaused,
    TrainingProgress,
    TrainModel,
)
from engine.model.description import read_description
from engine.model.network.checkpoint import load_model
from engine.model.network.kinds import Network
from engine.model.network.processor import use_processor
from engine.sentence import Text, said
from engine.tokens.store import TokenStore, open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.loop import TrainingRun, train
from engine.training.progress import TrainingStep as Step
from engine.training.ranks import Ranks
from engine.training.state import best_checkpoint, checkpoints, latest_checkpoint
from engine.values.config import STEERS

Report = TrainingProgress | Notice | StepSampled | LearningFrom
# Units of the final progress bar; sampling an opening, measuring a slider on a piece and writing
# the model take about as long each.
_MEASURED = PIECES * len(STEERS)
_LAST_STEPS = JUDGED + _MEASURED + strengths.SONGS + 1


class Making:
    """The making of one model.

    Args:
        command: The model to make.
        paths: The user's folders.
        run_folder: Folder of the run; None for one beside the models.
        listen: Whether to sample saved steps during the run.
        free: Returns the free bytes on a folder's disk.
        ranks: The processes that train together; the first one prepares, writes and reports.

    Attributes:
        paused: Why the run stopped by itself before its end, or None.
    """

    def __init__(
        self,
        command: TrainModel,
        paths: Paths,
        *,
        run_folder: Path | None = None,
        listen: bool = False,
        free: FreeBytes = free_bytes,
        ranks: Ranks | None = None,
    ) -> None:
        self._ranks = ranks or Ranks()
        self._command = command
        self._paths = paths
        self._folder = folder_for(command.name, paths)
        self._run_folder = run_folder or paths.training / command.name
        wanted = command.expert.device if command.expert and command.expert.device else ""
        self._device = of_rank(choose_device(wanted or command.device), self._ranks)
        self._preparation = Preparation(
            command,
            paths,
            run_folder=self._run_folder,
            model_folder=self._folder,
            device=self._device,
            ranks=self._ranks,
        )
        self._listen = listen
        # Sentences for the user about songs that cannot be compared.
        self._unsaid: list[Text] = []
        self._free = free
        self._status = read_status(self._run_folder) or RunStatus(
            name=command.name, base=command.base, preset=command.preset
        )
        self._base_loss, self._base_songs = self._status.base_loss, self._status.base_songs
        self._tokens = 0
        self._reached: Step | None = None
        self.paused: TrainingPaused | None = None

    def progress(self) -> Iterator[Report]:
        """Prepare and train; closing the generator saves the current step.

        Raises:
            SegueError: There is too little music, no base model, no disk space, nothing to resume,
                or another training is running.
        """
        # One core is left for playing and the window: on a busy machine a thread for every core is
        # far slower than one thread fewer.
        threads = (os.cpu_count() or 2) - 1
        use_processor(threads=max(1, threads // self._ranks.local_count))
        with one_training(self._paths), awake("training a model"):
            if self._command.resume:
                prepared = yield from self._preparation.resume()
            elif not self._ranks.first:
                prepared = self._preparation.join()
            else:
                sweep_done(self._paths)
                prepared = yield from self._preparation.begin()
                self._tokens = len(self._store().tokens)
            model, plan = prepared.model, prepared.plan
            weights = sum(weight.numel() for weight in model.parameters())
            refuse_without_room(self._run_folder, run_bytes(weights, tokens=0), self._free)
            yield from self._train(
                model, plan, prepared.tokenizer, needed=checkpoint_bytes(weights)
            )

    @property
    def tokens(self) -> int:
        """Tokens of all songs together, once they are prepared."""
        return self._tokens

    @property
    def worth_keeping(self) -> bool:
        """Whether a trained step was saved."""
        latest = latest_checkpoint(self._run_folder)
        return latest is not None and not latest.name.endswith("-00000000")

    def pause(self) -> TrainingPaused:
        """Return the message that the run is paused; its generator must be closed."""
        latest = latest_checkpoint(self._run_folder)
        if latest is None:
            # Nothing was saved yet: the run will start from the beginning.
            self.discard()
            return TrainingPaused(name=self._command.name, step=-1)
        step, reached = _step_of(latest), self._reached
        if reached is not None and reached.step == step:
            # The step that was just saved may be far after the last one in the status.
            share, steps = reached.share, reached.likely_steps
            self._status = msgspec.structs.replace(self._status, share=share, steps=steps)
        self._status = msgspec.structs.replace(self._status, state="paused", step=step)
        write_status(self._run_folder, self._status)
        return self.paused or TrainingPaused(name=self._command.name, step=self._status.step)

    def ending(
        self, *, stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[Report | ModelMade]:
        """Sample the best step twenty times, and make it the model.

        The run's saved steps stay until `discard`, so that another one can be chosen.

        Args:
            stopped: Called during the work; True skips the sampling.

        Raises:
            TrainingError: No step was trained.
            ModelFileError: The model cannot be written.
        """
        best = self._best()
        heard: StepSampled | None = None
        sampler = self._sampler()
        if sampler is not None:
            trained = load_model(best).card.get("trained", {})
            loss = trained.get("validation_loss")
            hearing = sampler.sample(
                best, step=_step_of(best), loss=-1.0 if loss is None else loss, thorough=True
            )
            for event in hearing:
                if isinstance(event, StepSampled):
                    heard = event
                    yield event
                else:
                    yield _finishing(event, after=0)
                if stopped():
                    break
        steers = yield from self._steers(best, sampler, stopped)
        priors = yield from self._strengths(best, sampler, stopped)
        yield TrainingProgress(phase="saving", step=_LAST_STEPS, steps=_LAST_STEPS)
        yield self.keep(best, heard, steers, priors)

    def keep(
        self,
        checkpoint: Path,
        heard: StepSampled | None = None,
        steers: Measured = NOTHING,
        priors: Priors | None = None,
    ) -> ModelMade:
        """Make a saved step the model, with the figures measured of it.

        Raises:
            ModelFileError: The model cannot be written.
        """
        made = keep_model(
            checkpoint,
            self._folder,
            run_folder=self._run_folder,
            name=self._name_of_model(),
            base_loss=self._base_loss,
            heard=heard,
            steers=steers,
            priors=priors,
        )
        self._status = msgspec.structs.replace(self._status, state="done", share=1.0)
        write_status(self._run_folder, self._status)
        return made

    def keep_step(self, step: int) -> Iterator[TrainingProgress | ModelMade]:
        """Make another saved step of the finished run the model.

        Raises:
            TrainingError: The step is no longer there.
        """
        for checkpoint in checkpoints(self._run_folder):
            if _step_of(checkpoint) == step:
                sampler = self._sampler()
                steers = yield from self._steers(checkpoint, sampler)
                priors = yield from self._strengths(checkpoint, sampler)
                yield self.keep(checkpoint, steers=steers, priors=priors)
                return
        raise TrainingError("The saved step {step:,} is not there any more.", step=step)

    def discard(self) -> None:
        """Delete the run."""
        shutil.rmtree(self._run_folder, ignore_errors=True)

    def _name_of_model(self) -> str:
        """Return the model's current name: it may have been renamed since it was made."""
        name = ""
        with contextlib.suppress(ModelFileError):
            name = str(read_description(self._folder)["card"].get("name", ""))
        return name or self._command.name

    def _best(self) -> Path:
        best = best_checkpoint(self._run_folder) if self.worth_keeping else None
        if best is None:
            raise TrainingError("The training was stopped before there was anything to keep.")
        return best

    def _store(self) -> TokenStore:
        return open_store(self._run_folder / TOKENS)

    # --- the run ------------------------------------------------------------------------------

    def _train(
        self, model: Network, plan: RunPlan, tokenizer: Tokenizer, *, needed: int
    ) -> Iterator[Report]:
        store = self._store()
        run = TrainingRun(
            store=store,
            folder=self._run_folder,
            training=plan.training,
            batch=plan.batch,
            tokenizer=tokenizer,
            card=plan.card,
            device=self._device.torch,
            budget_s=plan.budget_s,
        )
        device = self._device
        telling = TrainingReporter(
            device.name,
            reason=device.reason,
            tokens=store.token_count("train"),
            memory=lambda: memory_in_use(device.torch) or memory_bytes(),
        )
        if not self._ranks.first:
            for _ in self._steps(model, run):
                pass
            return
        yield telling.nothing_yet(plan.training.steps)
        sampler = self._sampler() if self._listen else None
        yield from (Notice(message=sentence) for sentence in self._unsaid)
        with closing(self._steps(model, run)) as training:
            for progress in training:
                self._reached = progress
                if progress.step == 0 and progress.validation_loss is not None:
                    self._base_loss = progress.validation_loss
                    self._base_songs = progress.song_losses
                yield from telling.of(progress)
                if progress.validation_loss is None and not progress.saved:
                    continue
                self._note(progress, plan)
                if sampler is not None and progress.saved and sampler.has_time:
                    yield from self._heard(sampler, progress)
                if self._must_wait(progress, needed):
                    return

    def _steps(self, model: Network, run: TrainingRun) -> Generator[Step, None, None]:
        yield from train(model.to(run.device), run, resume=self._command.resume, ranks=self._ranks)

    def _note(self, progress: Step, plan: RunPlan) -> None:
        self._status = RunStatus(
            name=self._command.name,
            base=plan.base,
            preset=plan.preset,
            step=progress.step,
            share=progress.share,
            steps=progress.likely_steps,
            best_step=progress.best_step,
            base_loss=self._base_loss,
            base_songs=self._base_songs,
        )
        write_status(self._run_folder, self._status)

    def _must_wait(self, progress: Step, needed: int) -> bool:
        """Return whether to pause, while the disk still has space for one more saved step."""
        there = self._free(self._run_folder)
        if progress.saved and there >= 2 * needed:
            return False
        kept = _step_of(latest_checkpoint(self._run_folder))
        self.paused = TrainingPaused(
            name=self._command.name,
            step=kept,
            reason=said(
                "The disk has {there} left and saved steps need {needed}. Training is paused "
                "at step {kept:,}, nothing is lost.",
                there=size(there),
                needed=size(2 * needed),
                kept=kept,
            ),
            hint="Make room, then resume.",
        )
        return True

    # --- how it sounds ------------------------------------------------------------------------

    def _sampler(self) -> CheckpointSampler | None:
        """Return the sampler of this run's steps; None if its songs are gone."""
        try:
            songs = TrainingSongs.kept(self._run_folder / SONGS)
            store = self._store()
            held_out = [store.names[index] for index in store.songs("valid").tolist()]
            openings = openings_of(songs, held_out)
        except SegueError:
            return None
        known = prints_or_word(self._run_folder, self._paths, self._unsaid.append)
        known = known or Fingerprints()
        return CheckpointSampler(openings, known) if openings else None

    def _steers(
        self,
        checkpoint: Path,
        sampler: CheckpointSampler | None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Generator[TrainingProgress, None, Measured]:
        """Yield the progress of measuring a step's sliders; return what was measured in time."""
        if sampler is None or stopped():
            return NOTHING
        steers = Steers(
            MusicGenerator(LiveModel.load(checkpoint)),
            sampler.openings,
            patience_s=patience(trained_seconds(self._run_folder) or 0.0),
        )
        for event in steers.measure(stopped=stopped):
            yield _finishing(event, after=JUDGED)
        return steers.found

    def _strengths(
        self,
        checkpoint: Path,
        sampler: CheckpointSampler | None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Generator[TrainingProgress, None, Priors | None]:
        """Yield the progress of fitting a step's rules; return the strengths if it finished."""
        if sampler is None or stopped():
            return None
        store = self._store()
        held_out = [store.names[index] for index in store.songs("valid").tolist()]
        pieces = tuple(strengths.pieces_for(TrainingSongs.kept(self._run_folder / SONGS), held_out))
        fitting = strengths.Strengths(
            LiveModel.load(checkpoint),
            pieces,
            patience_s=strengths.patience(trained_seconds(self._run_folder) or 0.0),
        )
        for event in fitting.measure(stopped=stopped):
            yield _finishing(event, after=JUDGED + _MEASURED)
        return fitting.found

    def _heard(self, sampler: CheckpointSampler, progress: Step) -> Iterator[Report]:
        checkpoint = latest_checkpoint(self._run_folder)
        if checkpoint is None:
            return
        loss = -1.0 if progress.validation_loss is None else progress.validation_loss
        for event in sampler.sample(checkpoint, step=progress.step, loss=loss):
            if isinstance(event, StepSampled):
                add_samples(self._run_folder, event)
            yield event


def _finishing(report: TrainingProgress, *, after: int) -> TrainingProgress:
    """Return a report as one of the phase that samples and measures the best step."""
    step = min(after + report.step, _LAST_STEPS - 1)
    return TrainingProgress(phase="finishing", step=step, steps=_LAST_STEPS)


def _step_of(checkpoint: Path | None) -> int:
    return int(checkpoint.name.rpartition("-")[2]) if checkpoint is not None else 0
