"""Making a model from beginning to end: songs, tokens, a plan, the training, the model's folder.

Joins the library with training, which do not know each other. A run lives in a folder of its own
until its model is made, so that it can be stopped, killed and resumed.
"""

import os
import platform
import shutil
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import torch

from engine.composition import write_atomically
from engine.config import BatchConfig, ModelConfig, TrainingConfig
from engine.errors import ModelFileError, TrainingError
from engine.library.songs import read_song
from engine.messages import ImportProgress, ModelMade, Notice, TrainingProgress, TrainModel
from engine.model.checkpoint import LoadedModel, load_model, save_model
from engine.model.transformer_xl import TransformerXL
from engine.paths import Paths
from engine.tokens.store import TokenStore, open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training import presets
from engine.training.loop import Run, train
from engine.training.prepare import PreparedSong, prepare
from engine.training.state import best_checkpoint, latest_checkpoint
from engine.training.trial import fastest_precision, measure
from engine.worker.model_folders import find_model, folder_for
from engine.worker.songs import Songs, songs_of_folder, songs_of_library
from engine.worker.telling import Telling

_PLAN = "plan.json"
_TOKENS = "tokens"
_TRIAL_STEPS = 3
_SCRATCH = "scratch"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlan:
    """What a run is, kept beside its checkpoints so that it can be resumed.

    Attributes:
        training: Its settings.
        batch: How songs are read side by side.
        budget_s: Seconds after which it ends; None: steps decide.
        model: The model's shape.
        card: What will be known of the model, but for what training adds.
    """

    training: TrainingConfig
    batch: BatchConfig
    budget_s: float | None
    model: ModelConfig
    card: dict[str, Any]


class Making:
    """One model being made.

    Args:
        command: What is asked for.
        paths: The user's folders.
        run_folder: Where the run is kept; None takes a folder beside the models.
    """

    def __init__(
        self, command: TrainModel, paths: Paths, *, run_folder: Path | None = None
    ) -> None:
        self._command = command
        self._paths = paths
        self._folder = folder_for(command.name, paths)
        self._run_folder = run_folder or paths.data / "training" / command.name
        self._device = _device(command.device)
        self._base_loss = -1.0
        self._tokens = 0

    def progress(self) -> Iterator[TrainingProgress | Notice]:
        """Prepare and train; closing the generator stops after the last checkpoint.

        Raises:
            SegueError: There is too little music, no base model, no room, or nothing to resume.
        """
        # One core is left for playing and the window; with busy neighbours, a thread for each
        # core is far slower than one thread less.
        torch.set_num_threads(max(1, (os.cpu_count() or 2) - 1))
        if self._command.resume:
            plan = self._saved_plan()
            model, tokenizer = self._begun_model()
        else:
            self._refuse_to_overwrite()
            loaded = self._base()
            tokenizer = Tokenizer.from_description(loaded.tokenizer) if loaded else Tokenizer()
            songs = yield from self._songs()
            yield from self._prepare(songs, tokenizer)
            self._tokens = len(self._store().tokens)
            yield self._phase("Measuring how fast this machine learns.")
            plan = self._plan(loaded, tokenizer, songs)
            model = loaded.model if loaded else _new_model(plan)
        yield from self._train(model, plan, tokenizer)

    @property
    def tokens(self) -> int:
        """Tokens of all songs together, as soon as they are prepared."""
        return self._tokens

    @property
    def worth_keeping(self) -> bool:
        """Whether any step was trained and kept."""
        latest = latest_checkpoint(self._run_folder)
        return latest is not None and not latest.name.endswith("-00000000")

    def finish(self) -> ModelMade:
        """Make the best step the model, and clear the run away.

        Raises:
            TrainingError: No step was trained.
            ModelFileError: The model cannot be written.
        """
        if not self.worth_keeping:
            raise TrainingError("The training was stopped before there was anything to keep.")
        best = best_checkpoint(self._run_folder)
        latest = latest_checkpoint(self._run_folder)
        if best is None or best.name.endswith("-00000000"):
            # Better than the base on nobody's songs, but it sounds like the user's pieces.
            best = latest
        assert best is not None  # noqa: S101 - something is worth keeping
        loaded = load_model(best)
        save_model(self._folder, loaded.model, tokenizer=loaded.tokenizer, card=self._card(loaded))
        self.discard()
        trained = loaded.card.get("trained", {})
        loss = trained.get("validation_loss")
        return ModelMade(
            folder=str(self._folder),
            name=self._command.name,
            step=int(trained.get("steps", 0)),
            validation_loss=-1.0 if loss is None else float(loss),
            base_loss=self._base_loss,
        )

    def discard(self) -> None:
        """Throw the run away."""
        shutil.rmtree(self._run_folder, ignore_errors=True)

    # --- what it is made from -----------------------------------------------------------------

    def _refuse_to_overwrite(self) -> None:
        if self._folder.exists():
            raise ModelFileError(
                f"There is already a model ‘{self._command.name}’.", hint="Choose another name."
            )
        if latest_checkpoint(self._run_folder) is not None:
            raise TrainingError(
                f"There is a training ‘{self._command.name}’ that was not finished.",
                hint="Resume it or choose another name.",
            )

    def _base(self) -> LoadedModel | None:
        if self._command.base == _SCRATCH:
            return None
        return load_model(find_model(self._command.base, self._paths))

    def _songs(self) -> Generator[TrainingProgress, None, Songs]:
        """Yield how far looking for songs is; return them."""
        if not self._command.data:
            yield self._phase("Looking at the library.")
            return songs_of_library(self._paths)
        found: Songs | None = None
        catalogue = self._run_folder / "songs.sqlite"
        for event in songs_of_folder(Path(self._command.data), catalogue):
            if isinstance(event, ImportProgress):
                yield self._phase("Looking at the files.", event.done, event.total)
            else:
                found = event
        assert found is not None  # noqa: S101 - the generator ends with them or raises
        return found

    def _prepare(self, songs: Songs, tokenizer: Tokenizer) -> Iterator[TrainingProgress | Notice]:
        processes = max(1, torch.get_num_threads())
        problems = 0
        prepared: PreparedSong
        for prepared in prepare(
            songs.songs,
            self._run_folder / _TOKENS,
            tokenizer=tokenizer,
            read=read_song,
            processes=processes,
        ):
            problems += bool(prepared.problem)
            yield self._phase("Reading the songs.", prepared.done, prepared.total)
        if problems:
            yield Notice(message=f"{problems} of {len(songs.songs)} songs could not be read.")

    def _plan(self, base: LoadedModel | None, tokenizer: Tokenizer, songs: Songs) -> RunPlan:
        command = self._command
        store = self._store()
        tokens = store.token_count("train")
        goal: presets.Goal = "fine_tune" if base else "scratch"
        presets.check_enough(tokens, goal=goal)
        precision = fastest_precision(self._device)
        config = base.model.config if base else _reference(tokenizer)
        speed = 1.0
        if not command.steps:
            trial = measure(
                config,
                store,
                BatchConfig(rows=max(1, min(8, tokens // 4096))),
                device=self._device,
                precision=precision,
                steps=_TRIAL_STEPS,
            )
            speed = trial.tokens_per_s
        plan = presets.plan(
            _preset(command.preset),
            goal=goal,
            tokens=tokens,
            tokens_per_s=speed,
            vocab_size=tokenizer.vocab_size,
            precision=precision,
            minutes=command.minutes or None,
            steps=command.steps or None,
        )
        made = RunPlan(
            training=plan.training,
            batch=plan.batch,
            budget_s=plan.budget_s,
            model=plan.model or config,
            card=_card(command, base, songs, training=plan.training, device=self._device),
        )
        write_atomically(self._run_folder / _PLAN, msgspec.json.encode(made))
        return made

    def _saved_plan(self) -> RunPlan:
        try:
            return msgspec.json.decode((self._run_folder / _PLAN).read_bytes(), type=RunPlan)
        except (OSError, msgspec.MsgspecError) as error:
            raise TrainingError(
                f"There is no training ‘{self._command.name}’ that could be resumed."
            ) from error

    def _begun_model(self) -> tuple[TransformerXL, Tokenizer]:
        latest = latest_checkpoint(self._run_folder)
        if latest is None:
            raise TrainingError(
                f"The training ‘{self._command.name}’ was stopped before its first saved step.",
                hint="Start it anew under another name.",
            )
        loaded = load_model(latest)
        return loaded.model, Tokenizer.from_description(loaded.tokenizer)

    def _store(self) -> TokenStore:
        return open_store(self._run_folder / _TOKENS)

    # --- the run ------------------------------------------------------------------------------

    def _train(
        self, model: TransformerXL, plan: RunPlan, tokenizer: Tokenizer
    ) -> Iterator[TrainingProgress | Notice]:
        run = Run(
            store=self._store(),
            folder=self._run_folder,
            training=plan.training,
            batch=plan.batch,
            tokenizer=tokenizer,
            card=plan.card,
            device=self._device,
            budget_s=plan.budget_s,
        )
        telling = Telling(self._device)
        yield telling.nothing_yet(plan.training.steps)
        training = train(model.to(self._device), run, resume=self._command.resume)
        try:
            for progress in training:
                if progress.step == 0 and progress.validation_loss is not None:
                    self._base_loss = progress.validation_loss
                yield from telling.of(progress)
        finally:
            training.close()  # type: ignore[attr-defined]  # it is a generator

    def _phase(self, message: str, step: int = 0, steps: int = 0) -> TrainingProgress:
        return TrainingProgress(
            phase="preparing", step=step, steps=steps, device=self._device, message=message
        )

    def _card(self, loaded: LoadedModel) -> dict[str, Any]:
        base_loss = self._base_loss if self._base_loss >= 0 else None
        return {**loaded.card, "base_validation_loss": base_loss}


def _device(wanted: str) -> str:
    if wanted == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    available = {
        "cpu": True,
        "cuda": torch.cuda.is_available(),
        "mps": torch.backends.mps.is_available(),
    }
    if not available.get(wanted.partition(":")[0], False):
        usable = ", ".join(name for name, there in available.items() if there)
        raise TrainingError(f"This machine cannot train on ‘{wanted}’; it can on: {usable}.")
    return wanted


def _preset(name: str) -> presets.PresetName:
    known = (*presets.MINUTES, "expert")
    if name not in known:
        raise TrainingError(f"There is no preset ‘{name}’; there are {', '.join(known)}.")
    return name


def _reference(tokenizer: Tokenizer) -> ModelConfig:
    n_layer, d_model, n_head = presets.SIZES[2]
    return ModelConfig(
        vocab_size=tokenizer.vocab_size, n_layer=n_layer, d_model=d_model, n_head=n_head
    )


def _new_model(plan: RunPlan) -> TransformerXL:
    torch.manual_seed(plan.training.seed)
    return TransformerXL(plan.model)


def _card(
    command: TrainModel,
    base: LoadedModel | None,
    songs: Songs,
    *,
    training: TrainingConfig,
    device: str,
) -> dict[str, Any]:
    base_card = base.card if base else {}
    return {
        "name": command.name,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "base": str(base_card.get("name", command.base)) if base else None,
        "base_licence": base_card.get("licence"),
        "data": songs.source,
        "pieces": len(songs.songs),
        "hours": round(songs.seconds / 3600, 3),
        "notes": songs.notes,
        "preset": command.preset,
        "device": device,
        "machine": f"{platform.system()} {platform.machine()}",
        "torch": str(torch.__version__),
        "training": asdict(training),
    }
