"""The options of commands that play a piece in another tuning."""

import argparse
from dataclasses import replace
from pathlib import Path

from engine.ground.errors import TuningError
from engine.tunings.known_tunings import KNOWN_TUNINGS, known_tuning
from engine.tunings.scala import MAPPING_SUFFIX, SCALE_SUFFIX, read_scala
from engine.values.score import Score
from engine.values.tuning import Tuning

_EQUAL = "equal"


def define_tuning(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose a tuning."""
    parser.add_argument(
        "--tuning",
        metavar="FILE.scl",
        help="a Scala file, or a name as “Werckmeister III” or “equal” (the piece's own)",
    )
    parser.add_argument(
        "--keyboard-map", type=Path, metavar="FILE.kbm", help="where the notes of --tuning are"
    )


def tuned(score: Score, arguments: argparse.Namespace) -> Score:
    """Return a score in the tuning that was asked for.

    Raises:
        TuningError: There is none of this name, or a file cannot be read.
    """
    if arguments.tuning is None:
        if arguments.keyboard_map is not None:
            raise TuningError(
                "--keyboard-map says where the notes of a scale are.",
                hint=f"Add the scale with --tuning FILE{SCALE_SUFFIX}.",
            )
        return score
    return replace(score, tuning=_chosen(arguments.tuning, arguments.keyboard_map))


def _chosen(name: str, mapping: Path | None) -> Tuning | None:
    if name.casefold().endswith(SCALE_SUFFIX):
        return read_scala(Path(name), mapping)
    if mapping is not None:
        raise TuningError(
            f"A {MAPPING_SUFFIX} file belongs to a {SCALE_SUFFIX} file, and ‘{name}’ is none."
        )
    known = known_tuning(name)
    if known is None and name.casefold() != _EQUAL:
        names = ", ".join((_EQUAL, *(f"‘{tuning.name}’" for tuning in KNOWN_TUNINGS)))
        raise TuningError(f"There is no tuning ‘{name}’.", hint=f"There are {names}.")
    return known
