"""Prepares a training run: songs, their tokens, a trial, a plan; or loads an earlier run.

It connects the library with training, which do not know each other.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import torch

from engine.gate import documents
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.ground.errors import TrainingError
from engine.ground.paths import Paths
from engine.ground.saving import write_atomically
from engine.making.devices import Device
from engine.making.encoded import encoded_before, read_to_keep
from engine.making.inheritance import inherit
from engine.making.model_folders import SONGS, find_model
from engine.making.run_plan import RunPlan, make_plan, new_model, reference, tokenizer_of
from engine.making.song_list import TrainingSongs
from engine.making.songs import (
    fingerprinted,
    songs_chosen,
    songs_of_folder,
    songs_of_library,
)
from engine.making.training_checks import (
    PLAN,
    SCRATCH,
    check_settings,
    nothing_to_resume,
    refuse_to_overwrite,
)
from engine.messages import (
    ImportProgress,
    LearningFrom,
    LeftOutPiece,
    TrainingProgress,
    TrainModel,
    encode,
)
from engine.model.network.checkpoint import LoadedModel, load_model
from engine.model.network.kinds import Network
from engine.tokens.store import TokenStore, open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training import presets
from engine.training.prepare import PreparedSong, prepare
from engine.training.ranks import Ranks
from engine.training.state import latest_checkpoint
from engine.training.trial import fastest_precision, measure

TOKENS, LEARNED = "tokens", "learned.json"
# The user waits for the estimate.
_TRIAL_STEPS = 3

Report = TrainingProgress | LearningFrom


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Prepared:
    """A run that is ready to start or to resume.

    Attributes:
        model: The model with its initial weights.
        tokenizer: The model's tokenizer.
        plan: Settings, batches, budget, card.
    """

    model: Network
    tokenizer: Tokenizer
    plan: RunPlan


def learned_in(run_folder: Path) -> LearningFrom | None:
    """Return what the run in a folder learns from; None if an older version started it."""
    try:
        data = read_file(run_folder / LEARNED, most=documents.OURS.text_bytes)
        return documents.decode(data, LearningFrom, documents.OURS)
    except RefusedError:
        return None


class Preparation:
    """Prepares one run.

    Args:
        command: The model to make.
        paths: The user's folders.
        run_folder: Folder of the run.
        model_folder: Folder of its future model.
        device: Device of the training.
        ranks: The processes that train together.
    """

    def __init__(
        self,
        command: TrainModel,
        paths: Paths,
        *,
        run_folder: Path,
        model_folder: Path,
        device: Device,
        ranks: Ranks,
    ) -> None:
        self._command = command
        self._paths = paths
        self._run_folder = run_folder
        self._model_folder = model_folder
        self._device = device
        self._ranks = ranks

    def begin(self) -> Generator[Report, None, Prepared]:
        """Yield progress; return a new run.

        Raises:
            SegueError: There is too little music, no base model, no such memory, or the name is
                taken.
        """
        self._refuse_to_overwrite()
        check_settings(self._command)
        loaded = self._base()
        tokenizer = tokenizer_of(loaded)
        songs = yield from self.learn_from(tokenizer)
        yield self._progress("Measuring how fast this machine learns.")
        plan = self._plan(loaded, tokenizer, songs)
        model = loaded.model if loaded else new_model(plan)
        self._ranks.wait()
        return Prepared(model=model, tokenizer=tokenizer, plan=plan)

    def learn_from(self, tokenizer: Tokenizer) -> Generator[Report, None, TrainingSongs]:
        """Find, encode and report the songs; yield progress, return those that can be used.

        The run's folder has their ids, their list, and what the base model learned from.

        Raises:
            SegueError: There is no song, or the run's folder cannot be written.
        """
        songs = yield from self._songs()
        songs = yield from self._prepare(songs, tokenizer)
        yield from self._tell_songs(songs)
        return songs

    def join(self) -> Prepared:
        """Wait until the first of several processes has prepared the run; return it.

        Raises:
            SegueError: This process cannot see the run's folder or the base model.
        """
        self._ranks.wait()
        plan, loaded = self._saved_plan(), self._base()
        model = loaded.model if loaded else new_model(plan)
        return Prepared(model=model, tokenizer=tokenizer_of(loaded), plan=plan)

    def resume(self) -> Generator[Report, None, Prepared]:
        """Yield what an earlier run learns from, if that is known; return the run.

        The songs were encoded when the run began: their files are not read again.

        Raises:
            SegueError: There is no such run, or it has no saved step.
        """
        plan = self._saved_plan()
        latest = latest_checkpoint(self._run_folder)
        if latest is None:
            raise TrainingError(
                "The training ‘{name}’ was stopped before its first saved step.",
                name=self._command.name,
                hint="Start it anew under another name.",
            )
        loaded = load_model(latest)
        learned = learned_in(self._run_folder)
        if learned is not None:
            yield learned
        return Prepared(
            model=loaded.model,
            tokenizer=Tokenizer.from_description(loaded.tokenizer),
            plan=plan,
        )

    def _refuse_to_overwrite(self) -> None:
        refuse_to_overwrite(self._model_folder)
        if latest_checkpoint(self._run_folder) is not None:
            raise TrainingError(
                "There is a training ‘{name}’ that was not finished.",
                name=self._command.name,
                hint="Resume it or choose another name.",
            )

    def _base(self) -> LoadedModel | None:
        if self._command.base == SCRATCH:
            return None
        return load_model(find_model(self._command.base, self._paths))

    def _songs(self) -> Generator[TrainingProgress, None, TrainingSongs]:
        """Yield the progress of finding songs; return them."""
        if not self._command.data:
            yield self._progress("Looking at the library.")
            if self._command.pieces is not None:
                return songs_chosen(self._command.pieces, self._paths)
            return songs_of_library(self._paths)
        found: TrainingSongs | None = None
        catalogue = self._run_folder / "songs.sqlite"
        for event in songs_of_folder(Path(self._command.data), catalogue):
            if isinstance(event, ImportProgress):
                yield self._progress("Looking at the files.", event.done, event.total)
            else:
                found = event
        assert found is not None  # noqa: S101 - the generator ends with them or raises
        return found

    def _prepare(
        self, songs: TrainingSongs, tokenizer: Tokenizer
    ) -> Generator[Report, None, TrainingSongs]:
        """Encode songs; yield progress, return those that can be used."""
        processes = max(1, torch.get_num_threads())
        problems: list[LeftOutPiece] = []
        prepared: PreparedSong
        with encoded_before(self._paths, tokenizer) as kept:
            for prepared in prepare(
                songs.songs,
                self._run_folder / TOKENS,
                tokenizer=tokenizer,
                read=read_to_keep,
                processes=processes,
                kept=kept,
            ):
                if not prepared.tokens:
                    problems.append(LeftOutPiece(name=prepared.name, reason=prepared.problem))
                yield self._progress("Reading the songs.", prepared.done, prepared.total)
        songs = songs.without(problems)
        for done in fingerprinted(songs, self._paths):
            yield self._progress("Remembering what is yours.", done, len(songs.songs))
        songs.keep(self._run_folder / SONGS)
        if self._command.base != SCRATCH:
            inherit(find_model(self._command.base, self._paths), self._run_folder)
        return songs

    def _tell_songs(self, songs: TrainingSongs) -> Iterator[Report]:
        """Report the songs, and store the report beside the run."""
        store = self._store()
        held_out = {store.names[index] for index in store.songs("valid").tolist()}
        names = tuple(song.name for song in songs.songs)
        learned = LearningFrom(
            pieces=names,
            seconds=songs.seconds,
            lengths_s=tuple(songs.seconds_of.get(name, 0.0) for name in names),
            # Without a second piece, the end of the only one is held out.
            set_aside=tuple(name for name in names if {name, f"{name} (end)"} & held_out),
            left_out=songs.left_out,
            further=songs.further,
        )
        write_atomically(self._run_folder / LEARNED, encode(learned))
        yield learned

    def _plan(
        self, base: LoadedModel | None, tokenizer: Tokenizer, songs: TrainingSongs
    ) -> RunPlan:
        command = self._command
        store = self._store()
        tokens = store.token_count("train")
        goal: presets.Goal = "fine_tune" if base else "scratch"
        presets.check_enough(tokens, goal=goal)
        precision = fastest_precision(self._device.torch)
        by_steps = command.steps or (command.expert.steps if command.expert else None)
        speed = 1.0
        if not by_steps:
            trial = measure(
                base.model.config if base else reference(tokenizer),
                store,
                presets.batch_of(goal, tokens, vocabulary=tokenizer.vocabulary),
                device=self._device.torch,
                precision=precision,
                optimizer=presets.optimizer_of(goal),
                steps=_TRIAL_STEPS,
            )
            speed = trial.tokens_per_s
        made = make_plan(
            command,
            base,
            tokenizer=tokenizer,
            songs=songs,
            store=store,
            tokens_per_s=speed,
            precision=precision,
            device=self._device,
        )
        rows = max(made.batch.rows, self._ranks.count)  # at least one for each process
        made = replace(made, batch=replace(made.batch, rows=rows))
        write_atomically(self._run_folder / PLAN, msgspec.json.encode(made))
        return made

    def _saved_plan(self) -> RunPlan:
        try:
            text = read_file(self._run_folder / PLAN, most=documents.DESCRIPTION.text_bytes)
            return documents.decode(text, RunPlan, documents.DESCRIPTION)
        except RefusedError as error:
            if not self._ranks.first and not self._command.resume:
                raise TrainingError(
                    "This process does not see the folder ‘{run_folder}’ of the first one.",
                    run_folder=self._run_folder,
                    hint="Set SEGUE_HOME to a folder that all machines share.",
                ) from error
            raise nothing_to_resume(self._command.name) from error

    def _store(self) -> TokenStore:
        return open_store(self._run_folder / TOKENS)

    def _progress(self, message: str, step: int = 0, steps: int = 0) -> TrainingProgress:
        return TrainingProgress(
            phase="preparing",
            step=step,
            steps=steps,
            device=self._device.name,
            device_reason=self._device.reason,
            message=message,
        )
