"""`segue train`: train a model from the library, or from a folder."""

import argparse
import os
import shlex
from collections.abc import Generator, Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import msgspec

from engine.cli.command import Arguments, CliCommand, not_negative, positive
from engine.cli.made_model import made_lines, strength_lines
from engine.cli.output import Output, Progress, hours
from engine.ground.errors import SegueError
from engine.ground.host import give_way
from engine.ground.paths import user_paths
from engine.ground.training_part import require_training
from engine.making.training_checks import STYLE, check_training, how_to_teach
from engine.messages import (
    ChosenPiece,
    ExpertSettings,
    LearningFrom,
    ModelMade,
    Notice,
    StepSampled,
    TrainingProgress,
    TrainModel,
)
from engine.values.config import (
    COMPRESSED_STEPS,
    COMPRESSION_RATE,
    IDS_A_NOTE,
    MEMORY,
    CompressionFunction,
    CompressionLoss,
    Joining,
)

if TYPE_CHECKING:
    from engine.making.running import Making
    from engine.training.ranks import Ranks

# Added to the nice value: programs in use come first.
NICENESS = 10
# A terminal shows so few; the window lists all.
_LEFT_OUT_SHOWN = 5
# The options that a training keeps from its begin, beside --from.
_BEGINS_WITH = (
    "preset",
    "minutes",
    "steps",
    "data",
    "pieces",
    "segment",
    "joining",
    "memory",
    "compress",
    "compress_notes",
    "compress_rate",
    "compress_loss",
)
# Labels of phases whose own name says too little.
_LABELS = {"finishing": "Measuring the model"}
# Entries of a model's card that its result repeats.
_MEASURED = ("steers", "steers_measured", "steers_of", "strengths_fitted", "strengths_of")
Report = TrainingProgress | Notice | StepSampled | LearningFrom


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--name",
        help="what the model is called (as the folder, or as --pieces)",
    )
    parser.add_argument(
        "--from",
        dest="base",
        metavar="MODEL",
        help="starter, scratch, or a model of yours to teach more pieces, by name or folder"
        " (starter)",
    )
    parser.add_argument(
        "--preset",
        help="taste, evening, overnight or expert; style remembers the pieces in a minute and"
        " leaves the model as it is (taste)",
    )
    parser.add_argument("--minutes", type=float, help="instead of the preset's")
    parser.add_argument("--steps", type=not_negative, help="instead of time")
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda or mps (auto)")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="instead of the library")
    parser.add_argument(
        "--pieces",
        metavar="WORDS",
        help="only pieces of the library with these words in title, composer, folder or tags",
    )
    _define_reading(parser)
    _define_memory(parser)
    parser.add_argument(
        "--resume", action="store_true", help="go on where this name stopped, as it was begun"
    )


def _define_reading(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how the songs are read")
    group.add_argument(
        "--segment", type=positive, metavar="NOTES", help="how much is read at once (64)"
    )
    group.add_argument(
        "--joining",
        choices=get_args(Joining),
        help="what becomes of the end of a song that fills no segment: ragged begins the next song"
        " there, pad leaves the rest empty, crop leaves the end out (ragged)",
    )


def _define_memory(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "the memory of a new model (--from scratch)",
        "It carries notes from before exactly, none at all (--memory 0), or also older ones"
        " compressed. The guide, “What a model remembers”, tells what each is worth.",
    )
    group.add_argument(
        "--memory", type=not_negative, metavar="NOTES", help=f"held exactly; 0: none ({MEMORY})"
    )
    group.add_argument(
        "--compress",
        choices=get_args(CompressionFunction),
        help="hold older notes, too, several as one, made by this function",
    )
    group.add_argument(
        "--compress-notes",
        type=not_negative,
        metavar="NOTES",
        help=f"how many older notes, a multiple of the rate ({COMPRESSED_STEPS})",
    )
    group.add_argument(
        "--compress-rate", type=not_negative, help=f"how many become one ({COMPRESSION_RATE})"
    )
    group.add_argument(
        "--compress-loss",
        choices=get_args(CompressionLoss),
        help="what trains a convolution (attention_reconstruction); the other functions have"
        " nothing to train (none)",
    )


def _run(arguments: Arguments, output: Output) -> None:
    if (arguments.minutes or 0.0) < 0:
        raise SegueError("A training cannot take less than no time.")
    command = _command(arguments)
    if not _is_one_of_several():
        # Of several processes, the first may create the run while the others check for it.
        check_training(command, user_paths())
    require_training()
    if arguments.resume:
        _tell_unused(arguments, output)
    # A training takes hours: leave the processor to programs in use.
    give_way(NICENESS)
    from engine.training.ranks import joined

    if command.preset == STYLE:
        _make_style(command, output)
        return
    with joined() as ranks:
        making = _trained(command, output, ranks)
    # The other processes have nothing to do any more.
    if ranks.first:
        _finish(making, output, how_to_resume=_how_to_resume(command.name))


def _command(arguments: Arguments) -> TrainModel:
    # With --max-restarts, torchrun starts all processes again when one dies.
    again = int(os.environ.get("TORCHELASTIC_RESTART_COUNT", "0")) > 0
    resume = arguments.resume or again
    return TrainModel(
        name=_name(arguments),
        base=arguments.base or "starter",
        preset=arguments.preset or "taste",
        minutes=arguments.minutes or 0.0,
        steps=arguments.steps or 0,
        device=arguments.device,
        data=str(arguments.data or ""),
        resume=resume,
        expert=_by_hand(arguments),
        pieces=None if resume or arguments.pieces is None else _pieces(arguments),
    )


def _name(arguments: Arguments) -> str:
    """Return the model's name.

    Raises:
        SegueError: It has none, and nothing that it could be called after.
    """
    data = arguments.data
    name = arguments.name or arguments.pieces or (data.resolve().name if data else "")
    if not name or (arguments.resume and not arguments.name):
        raise SegueError("The model needs a name.", hint="Add: --name NAME")
    return str(name)


def _pieces(arguments: Arguments) -> tuple[ChosenPiece, ...] | None:
    """Return the ticked pieces of the library with the words of `--pieces`; None without a library.

    Raises:
        SegueError: There is none, or a folder was to be read in place of the library.
    """
    if arguments.data:
        raise SegueError(
            "--pieces chooses pieces of the library, and --data reads a folder.",
            hint="Leave one of them out.",
        )
    catalogue_file = user_paths().catalogue
    if not catalogue_file.is_file():
        return None
    from engine.library.catalogue import Catalogue
    from engine.library.shelf import Shelf
    from engine.library.songs import chosen_piece, found_among
    from engine.values.library import PieceQuery

    words = arguments.pieces
    with Catalogue(catalogue_file) as catalogue:
        ticked = catalogue.training_entries()
        found = found_among(ticked, Shelf(catalogue), PieceQuery(text=words))
    if not found:
        raise SegueError(f"No ticked piece of the library has ‘{words}’ in its title or folder.")
    return tuple(map(chosen_piece, found))


def _by_hand(arguments: Arguments) -> ExpertSettings | None:
    """Return the settings that the user gave, or None if there are none."""
    given = ExpertSettings(
        segment_length=arguments.segment,
        joining=arguments.joining,
        mem_len=arguments.memory,
        compression_function=arguments.compress,
        compressed_steps=arguments.compress_notes,
        compression_rate=arguments.compress_rate,
        compression_loss=arguments.compress_loss,
    )
    return None if given == ExpertSettings() else given


def _tell_unused(arguments: argparse.Namespace, output: Output) -> None:
    """Say which options a resumed training does not use, and what it takes from its plan."""
    given = vars(arguments)
    options = {"--from": given["base"]}
    options |= {f"--{name.replace('_', '-')}": given[name] for name in _BEGINS_WITH}
    unused = [option for option, value in options.items() if value is not None]
    if not unused:
        return
    from engine.making.run_folder import read_status

    name = arguments.name
    status = read_status(user_paths().training / name)
    begun = f" (from {status.base}, preset {status.preset})" if status else ""
    output.remark(
        f"‘{name}’ goes on as it was begun{begun}, with its songs, batches, memory and length;"
        f" not used: {', '.join(unused)}.\n"
        f"To teach it more songs when it is done: {how_to_teach(name)}"
    )


def _is_one_of_several() -> bool:
    return int(os.environ.get("WORLD_SIZE", "1")) > 1


def _trained(command: TrainModel, output: Output, ranks: "Ranks") -> "Making":
    """Train; return the run, of which no model is made yet.

    Raises:
        SegueError: It cannot go on, as for want of disk space.
        KeyboardInterrupt: The user stopped it.
    """
    from engine.making.running import Making

    making = Making(command, user_paths(), ranks=ranks)
    reporting = Reporting(output)
    how_to_resume = _how_to_resume(command.name)
    try:
        _follow(making, reporting, ranks)
    except KeyboardInterrupt:
        reporting.close()
        if ranks.first and making.worth_keeping:
            making.pause()
            output.remark(f"Stopped; go on with: {how_to_resume}")
        raise
    reporting.close()
    if ranks.first and making.paused is not None:
        raise SegueError(making.pause().reason, hint=f"Make room, then: {how_to_resume}")
    return making


def _how_to_resume(name: str) -> str:
    return f"segue train --name {shlex.quote(name)} --resume"


def _finish(making: "Making", output: Output, *, how_to_resume: str) -> None:
    """Measure the best step, make it the model, and delete the run.

    A first Ctrl-C ends the measuring, and the model is made without the rest of it.

    Raises:
        KeyboardInterrupt: A second one ended it all; the run is kept.
    """
    from engine.model.description import read_card
    from engine.training.stopping import stopping

    made: ModelMade | None = None
    try:
        with closing(Reporting(output)) as reporting, stopping() as stopped:
            for event in making.ending(stopped=stopped):
                if isinstance(event, ModelMade):
                    made = event
                else:
                    reporting.show(event)
    except KeyboardInterrupt:
        output.remark(f"Stopped; go on with: {how_to_resume}")
        raise
    making.discard()
    assert made is not None  # noqa: S101 - the last event, unless an error is raised
    card = read_card(Path(made.folder))["card"]
    measured = {name: card[name] for name in _MEASURED}
    output.result(msgspec.to_builtins(made) | measured, made_lines(made, card))


def _make_style(command: TrainModel, output: Output) -> None:
    from engine.making.style_making import StyleMaking
    from engine.model.description import read_card

    reporting = Reporting(output)
    made: ModelMade | None = None
    with closing(reporting):
        for event in StyleMaking(command, user_paths()).progress():
            if isinstance(event, ModelMade):
                made = event
            else:
                reporting.show(event)
    assert made is not None  # noqa: S101 - the last event, unless an error is raised
    lines = [f"The style ‘{made.name}’ is ready, in {made.folder}."]
    if made.validation_loss >= 0:
        lines.append(
            f"The beginnings of held-out pieces: {made.validation_loss:.3f} nats a token"
            f" (without it: {made.base_loss:.3f})."
        )
    lines += strength_lines(read_card(Path(made.folder))["card"])
    output.result(msgspec.to_builtins(made), lines)


def _follow(making: "Making", reporting: "Reporting", ranks: "Ranks") -> None:
    """Show a training until it is over.

    Raises:
        KeyboardInterrupt: A signal ended it and its last step was saved. After a second signal, or
            with several processes, which do not know each other's step, the last checkpoint counts.
    """
    from engine.training.stopping import stopping

    asked = stopping() if ranks.count == 1 else nullcontext(lambda: False)
    with asked as stopped, closing(_events(making)) as events:
        for event in events:
            reporting.show(event)
            if stopped():
                raise KeyboardInterrupt


def _events(making: "Making") -> Generator[Report, None, None]:
    yield from making.progress()


class Reporting:
    """Shows a training run on a terminal: one bar for each phase.

    Args:
        output: Shows the bars.
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._phase = ""
        self._progress: Progress | None = None

    def show(self, event: Report) -> None:
        """Show one report; samples are only for the window."""
        if isinstance(event, StepSampled):
            return
        if isinstance(event, Notice):
            self.close()
            self._output.remark(event.message)
            return
        if isinstance(event, LearningFrom):
            self.close()
            for line in _learned_lines(event):
                self._output.remark(line)
            return
        if event.phase != self._phase or self._progress is None:
            self.close()
            self._phase = event.phase
            self._progress = self._output.progress(
                _LABELS.get(event.phase, event.phase.capitalize())
            )
        share = event.step / event.steps if event.steps else 0.0
        self._progress.update(share, _words(event))

    def close(self) -> None:
        """End the present bar."""
        if self._progress is not None:
            self._progress.done()
            self._progress = None


def _learned_lines(event: LearningFrom) -> Iterator[str]:
    """Yield the pieces that are learned from, and those that are not."""
    pieces = len(event.pieces)
    yield f"Learning from {pieces:,} piece{'s' * (pieces != 1)} ({hours(event.seconds)})."
    for piece in event.left_out[:_LEFT_OUT_SHOWN]:
        yield f"Not learned from: ‘{piece.name}’. {piece.reason}"
    if (more := len(event.left_out) - _LEFT_OUT_SHOWN) > 0:
        yield f"Not learned from: {more:,} more."


def _words(event: TrainingProgress) -> str:
    if event.phase != "training":
        return event.message
    words = [f"step {event.step}"]
    if event.loss >= 0:
        words.append(f"loss {event.loss:.3f}")
    if event.tokens_per_second > 0:
        words.append(f"{event.tokens_per_second / IDS_A_NOTE:,.0f} notes/s")
    if event.seconds_left >= 0:
        words.append(f"{hours(event.seconds_left)} left")
    return " · ".join([*words, event.message] if event.message else words)


COMMANDS = (
    CliCommand(name="train", help="train a model on your pieces", define=_define, run=_run),
)
