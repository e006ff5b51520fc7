"""`segue fill` and `segue accompany`: write bars or a track into a piece."""

import argparse
import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine.cli.beats import define_beats, with_asked_beats
from engine.cli.command import Arguments, CliCommand, positive
from engine.cli.output import Output, counted
from engine.cli.places import define_piece, model_name, name_of_made, output_folder
from engine.ground.errors import RequestError
from engine.ground.paths import user_paths
from engine.request import BEST_OF, Request, TrackRole
from engine.values.config import SamplingConfig
from engine.values.instruments import DRUMS, PROGRAMS, instrument_name
from engine.values.score import Track
from engine.values.time import BarMap

if TYPE_CHECKING:
    from engine.piece.composition import Composition

_SELECTED = ("replaced", "thinned", "kept")


def _define_fill(parser: argparse.ArgumentParser) -> None:
    _define_common(parser)
    parser.add_argument("--bars", required=True, metavar="FIRST-LAST", help="such as 9-12")
    parser.add_argument("--tracks", metavar="N,N", help="counted from 1; all by default")
    parser.add_argument(
        "--selected",
        choices=_SELECTED,
        default=_SELECTED[0],
        help="what becomes of the notes that stand there (all are replaced)",
    )


def _define_accompany(parser: argparse.ArgumentParser) -> None:
    _define_common(parser)
    parser.add_argument("--program", required=True, help="an instrument, its number, or drums")
    parser.add_argument("--bars", metavar="FIRST-LAST", help="such as 9-12; all by default")


def _define_common(parser: argparse.ArgumentParser) -> None:
    define_piece(parser)
    parser.add_argument(
        "--model", type=model_name, default="starter", help="a model's name or folder (starter)"
    )
    parser.add_argument(
        "--out", type=output_folder, default=Path(), metavar="DIR", help="where to write"
    )
    parser.add_argument(
        "--alternatives", type=positive, default=1, metavar="N", help="how many to write (1)"
    )
    parser.add_argument(
        "--best-of",
        type=positive,
        default=BEST_OF,
        metavar="N",
        help=f"draw so many and write the best of them ({BEST_OF}; 1 takes the first)",
    )
    parser.add_argument(
        "--temperature",
        type=float,
        default=1.0,
        metavar="X",
        help="how boldly notes are drawn, 0 and more; 0 takes the likeliest (1)",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the same one fills alike")
    define_beats(parser)


def _fill(arguments: Arguments, output: Output) -> None:
    from engine.cli.pieces import read_asked

    composition = with_asked_beats(read_asked(arguments, output), arguments, output)
    chosen = tracks_of(arguments.tracks, len(composition.score.tracks))
    roles: tuple[TrackRole, ...] = tuple(
        "write" if index in chosen else "ignore" if role == "ignore" else "context"
        for index, role in enumerate(composition.roles)
    )
    ask = replace(_asked(arguments, composition, roles), selected=arguments.selected)
    _answer(arguments, output, composition, ask, word="filled")


def _accompany(arguments: Arguments, output: Output) -> None:
    program, is_drum = program_of(arguments.program)
    from engine.cli.pieces import read_asked

    composition = with_asked_beats(read_asked(arguments, output), arguments, output)
    name = instrument_name(program, is_drum=is_drum)
    heard: tuple[TrackRole, ...] = tuple(
        "ignore" if role == "ignore" else "context" for role in composition.roles
    )
    added = composition.adding_track(Track(name=name, program=program, is_drum=is_drum))
    ask = _asked(arguments, added, (*heard, "write"))
    _answer(arguments, output, added, ask, word="accompanied")


def _asked(arguments: Arguments, composition: "Composition", roles: Sequence[TrackRole]) -> Request:
    from engine.cli.pieces import bars_of

    bars = BarMap.of(composition.score)
    end = bars.bars_until(composition.score.end)
    first, last = bars_of(arguments.bars, end) if arguments.bars else (1, max(1, end))
    seed = secrets.randbelow(2**31) if arguments.seed is None else arguments.seed
    try:
        sampling = SamplingConfig(temperature=arguments.temperature, seed=seed)
    except ValueError as error:
        raise RequestError(f"{error}.") from error
    return Request(
        start=bars.start_of(first - 1),
        bars=last + 1 - first,
        alternatives=arguments.alternatives,
        best_of=arguments.best_of if arguments.best_of > 1 else 0,
        roles=tuple(roles),
        sampling=sampling,
        fill=True,
    )


def _answer(
    arguments: Arguments, output: Output, composition: "Composition", ask: Request, *, word: str
) -> None:
    from engine.cli.continuing import fill_piece, values_of, write_made

    made = fill_piece(composition, ask, model=arguments.model, paths=user_paths())
    files = []
    for number, alternative in enumerate(made, 1):
        path = arguments.out / f"{name_of_made(arguments)}-{word}-{number}.mid"
        files.append(write_made(alternative, path, arguments))
    values = {
        "files": [str(path) for path, *_ in files],
        "pages": [str(page) for _, *pages in files for page in pages],
        "alternatives": [values_of(alternative) for alternative in made],
        "request": msgspec.to_builtins(ask),
    }
    lines = [
        f"{' and '.join(map(str, paths))}: {counted(len(one.parts), 'note')}"
        f" in {counted(one.bars, 'bar')} (seed {one.seed})"
        for paths, one in zip(files, made, strict=True)
    ]
    output.result(values, lines)


def tracks_of(text: str | None, tracks: int) -> frozenset[int]:
    """Return the tracks of a list such as `1,3`, counted from 0; all tracks for None.

    Raises:
        RequestError: There is no such track.
    """
    if text is None:
        return frozenset(range(tracks))
    chosen = set()
    for word in text.split(","):
        if not word.strip().isdecimal() or not 1 <= int(word) <= tracks:
            raise RequestError(f"There is no track ‘{word[:20]}’; the piece has {tracks}.")
        chosen.add(int(word) - 1)
    return frozenset(chosen)


def program_of(text: str) -> tuple[int, bool]:
    """Return the program of an instrument's name or number, and whether it is the drums.

    Part of a name selects the first program that contains it: `bass` is the acoustic one.

    Raises:
        RequestError: There is no such instrument.
    """
    wanted = text.strip().casefold()
    if wanted == DRUMS.casefold():
        return 0, True
    if wanted.isdecimal() and 1 <= int(wanted) <= len(PROGRAMS):
        return int(wanted) - 1, False
    names = [name.casefold() for name in PROGRAMS]
    if wanted in names:
        return names.index(wanted), False
    found = [index for index, name in enumerate(names) if wanted and wanted in name]
    if not found:
        raise RequestError(
            f"There is no instrument ‘{text[:30]}’.",
            hint="Write a name of General MIDI, a number from 1 to 128, or drums.",
        )
    return found[0], False


COMMANDS = (
    CliCommand(
        name="fill",
        help="write bars in the middle of a piece that lead into what follows",
        define=_define_fill,
        run=_fill,
    ),
    CliCommand(
        name="accompany",
        help="add a track that plays along with a piece",
        define=_define_accompany,
        run=_accompany,
    ),
)
