"""The options about beats of the commands that read a piece: found, kept, how many in a bar."""

import argparse
import re
from typing import TYPE_CHECKING

from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.values.beats import MOST_BEATS_IN_BAR

if TYPE_CHECKING:
    from engine.piece.composition import Composition


def define_beats(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    bars = parser.add_mutually_exclusive_group()
    bars.add_argument(
        "--find-beats",
        "--right-bars",
        dest="find_beats",
        action="store_true",
        help="first find beats and bars where the file's do not fit, as is done by itself for music"
        " that was played without a click; no note changes its time",
    )
    bars.add_argument(
        "--keep-bars",
        action="store_true",
        help="keep the bars of the file, whether they fit or not",
    )
    bars.add_argument(
        "--beats",
        type=other_beats,
        default=0,
        metavar="other",
        help="other beats than those that are found: other is the most likely alternative, other:2"
        " the next one; no note changes its time",
    )
    parser.add_argument(
        "--beats-in-bar",
        type=_beats,
        default=0,
        metavar="N",
        help="how many beats each bar has, where beats are found",
    )


def with_asked_beats(
    composition: "Composition", arguments: Arguments, output: Output, *, adds: bool = True
) -> "Composition":
    """Return a piece with the bars that the options ask for, and say so.

    Args:
        composition: The piece.
        arguments: Of a command with the options of `define_beats`.
        output: Gets the remark.
        adds: Whether the command adds notes to the piece.
    """
    if arguments.beats:
        return _with_other_beats(composition, arguments, output)
    from engine.cli.pieces import with_bars_looked_at

    return with_bars_looked_at(
        composition,
        find=arguments.find_beats,
        keep=arguments.keep_bars,
        beats_in_bar=arguments.beats_in_bar,
        adds=adds,
        say=output.remark,
    )


def _with_other_beats(
    composition: "Composition", arguments: Arguments, output: Output
) -> "Composition":
    from engine.cli.other_beats import with_other_beats
    from engine.ground.paths import user_paths
    from engine.making.model_folders import STARTER, find_model

    # The command that writes a page has no option for a model.
    folder = find_model(vars(arguments).get("model", STARTER), user_paths())
    progress = output.progress("Beats")
    changed = with_other_beats(
        composition,
        arguments.beats,
        folder=folder,
        beats_in_bar=arguments.beats_in_bar,
        say=output.remark,
        report=lambda share: progress.update(share, ""),
    )
    progress.done()
    return changed


def other_beats(text: str) -> int:
    """Return the number that `other` or `other:2` asks for, from 1.

    Raises:
        argparse.ArgumentTypeError: The text is neither.
    """
    match = re.fullmatch(r"other(?::([1-9]\d?))?", text.strip())
    if match is None:
        raise argparse.ArgumentTypeError(f"‘{text[:20]}’: write other, or other:2 for the next one")
    return int(match[1] or 1)


def _beats(text: str) -> int:
    beats = int(text)
    if not 1 <= beats <= MOST_BEATS_IN_BAR:
        raise argparse.ArgumentTypeError(f"1 to {MOST_BEATS_IN_BAR}")
    return beats
