"""Making a style from start to end: songs, the fitted memory, the style's folder.

A style takes a minute or less, so it has no saved steps and is not resumed.
"""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from engine.ground.errors import ModelFileError, TrainingError
from engine.ground.host import awake
from engine.ground.paths import Paths, starter_model
from engine.ground.saving import write_atomically
from engine.making.devices import choose_device
from engine.making.harmony import write_chords
from engine.making.inheritance import hand_down
from engine.making.model_folders import find_model, folder_for
from engine.making.preparing import TOKENS, Preparation
from engine.making.run_folder import one_training
from engine.making.song_list import TrainingSongs
from engine.making.steers import NOTHING, steers_of_base, steers_on_card
from engine.making.strengths import strengths_of_base, strengths_on_card
from engine.making.training_checks import STYLE as PRESET
from engine.making.training_checks import check_style, refuse_to_overwrite
from engine.messages import LearningFrom, ModelMade, TrainingProgress, TrainModel
from engine.model.arrays import Floats
from engine.model.description import DESCRIPTION, NEWEST, SEGMENT, STYLE, encoded
from engine.model.network.checkpoint import LoadedModel, load_model
from engine.model.network.processor import use_processor
from engine.model.style import base_of, card_of_base, encoded_style, is_style
from engine.tokens.augmentation import Augmentation, AugmentationConfig
from engine.tokens.steps import steps_of
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.presets import check_enough
from engine.training.ranks import Ranks
from engine.training.style import SECONDS, StyleFitting, StyleStep

Report = TrainingProgress | LearningFrom | ModelMade
# Units of the progress bar.
_PARTS = 1000


class StyleMaking:
    """The making of one style.

    Args:
        command: The style to make; its preset is `style`.
        paths: The user's folders.
        clock: Returns seconds.

    Attributes:
        made: Whether the style's folder is written.
    """

    def __init__(
        self, command: TrainModel, paths: Paths, *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._command = command
        self._paths = paths
        self._clock = clock
        self._folder = folder_for(command.name, paths)
        self._run_folder = paths.training / f".style-{command.name}"
        self._device = choose_device("cpu")
        self.made = False

    def progress(self) -> Iterator[Report]:
        """Prepare the songs, fit the style and write it; the last event is `ModelMade`.

        Raises:
            SegueError: There is too little music, no base model or one without plain memory, the
                name is taken, or another training is running.
        """
        use_processor(threads=max(1, (os.cpu_count() or 2) - 1))
        with one_training(self._paths), awake("learning a style"):
            shutil.rmtree(self._run_folder, ignore_errors=True)  # of one that was killed
            try:
                yield from self._progress()
            finally:
                shutil.rmtree(self._run_folder, ignore_errors=True)

    def _progress(self) -> Iterator[Report]:
        command = self._command
        refuse_to_overwrite(self._folder)
        check_style(command)
        base = find_model(command.base, self._paths)
        loaded = load_model(base)
        if is_style(base):
            base = base_of(base, loaded.card)
            loaded = load_model(base)
        if base != starter_model() and base.parent != self._paths.models:
            raise ModelFileError(
                "A style belongs to a model, and ‘{name}’ is not among the models here.",
                name=base.name,
                hint="Import it first: segue models import FOLDER.",
            )
        tokenizer = Tokenizer.from_description(loaded.tokenizer)
        preparation = Preparation(
            command,
            self._paths,
            run_folder=self._run_folder,
            model_folder=self._folder,
            device=self._device,
            ranks=Ranks(),
        )
        songs = yield from preparation.learn_from(tokenizer)
        store = open_store(self._run_folder / TOKENS)
        check_enough(len(store.tokens), goal="fine_tune")
        seconds = 60 * command.minutes if command.minutes else SECONDS
        fitting = StyleFitting(
            loaded.model,
            store,
            steps=steps_of(loaded.model.config, tokenizer.vocabulary),
            augmentation=Augmentation(tokenizer.vocabulary, AugmentationConfig(tempo_steps=0)),
            seconds=seconds,
            clock=self._clock,
        )
        before = fitting.held_out_loss(None)
        yield self._report(0.0, seconds)
        last: StyleStep | None = None
        for last in fitting.updates():
            yield self._report(last.share, seconds, loss=last.loss, update=last.update)
        if last is None:
            raise TrainingError("There is no song to learn the style from.")
        hidden, after = last.hidden, last.held_out
        yield TrainingProgress(phase="finishing", step=0, steps=1)
        card = self._card(loaded, songs, seconds=seconds, loss=after, base_loss=before)
        card |= card_of_base(base, str(loaded.card.get("name") or base.name))
        yield self._kept(loaded, hidden, card, songs, update=last.kept)

    def _report(
        self,
        share: float,
        seconds: float,
        *,
        loss: float = -1.0,
        update: int = 0,
    ) -> TrainingProgress:
        likely = max(1, round(update / share)) if update and share else _PARTS
        return TrainingProgress(
            phase="training",
            step=update,
            steps=likely,
            loss=loss,
            seconds_left=seconds * (1.0 - share),
            device=self._device.name,
            device_reason=self._device.reason,
        )

    def _card(
        self,
        loaded: LoadedModel,
        songs: TrainingSongs,
        *,
        seconds: float,
        loss: float | None,
        base_loss: float | None,
    ) -> dict[str, Any]:
        base = loaded.card
        return {
            "name": self._command.name,
            "date": f"{datetime.now(UTC):%Y-%m-%d}",
            "base": str(base.get("name", self._command.base)),
            "base_licence": base.get("licence"),
            "data": songs.source,
            "pieces": len(songs.songs),
            "hours": round(songs.seconds / 3600, 3),
            "notes": songs.notes,
            "preset": PRESET,
            "seconds": seconds,
            "trained": {"validation_loss": loss},
            "base_validation_loss": base_loss,
            "fills": base.get("fills") is True,
            SEGMENT: base.get(SEGMENT),
            **steers_on_card(NOTHING, steers_of_base(base)),
            **strengths_on_card(None, strengths_of_base(base)),
        }

    def _kept(
        self,
        loaded: LoadedModel,
        hidden: Floats,
        card: dict[str, Any],
        songs: TrainingSongs,
        *,
        update: int,
    ) -> ModelMade:
        """Write the style's folder, the description last.

        Raises:
            ModelFileError: It cannot be written.
        """
        folder = self._folder
        description = {
            "format": NEWEST,
            "model": asdict(loaded.model.config),
            "tokenizer": loaded.tokenizer,
            "card": card,
        }
        try:
            write_atomically(folder / STYLE, encoded_style(hidden), make_folder=True)
            write_atomically(folder / DESCRIPTION, encoded(description))
        except OSError as error:
            raise ModelFileError(
                "The style could not be written to {folder}: {error}.", folder=folder, error=error
            ) from error
        sources = [song.source for song in songs.songs]
        words = (
            *hand_down(self._run_folder, folder),
            *write_chords(sources, run_folder=self._run_folder, model=folder),
        )
        self.made = True
        loss, before = card["trained"]["validation_loss"], card["base_validation_loss"]
        return ModelMade(
            folder=str(folder),
            name=self._command.name,
            step=update,
            validation_loss=-1.0 if loss is None else loss,
            base_loss=-1.0 if before is None else before,
            words=words,
        )
