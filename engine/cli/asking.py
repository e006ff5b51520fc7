"""The options of the command line that make a request: one for each field of its classes."""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from inspect import getdoc
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

from engine.cli.command import Arguments, positive
from engine.cli.places import piece_file
from engine.gate.files import TooLargeError, UnreadableError, read_file
from engine.ground.errors import RequestError, SegueError
from engine.request import (
    BEST_OF,
    MOST,
    DrawingLimits,
    PartNote,
    Request,
    TrackRole,
    request_from_json,
)
from engine.values.config import SamplingConfig, SteeringConfig
from engine.values.time import BarMap

if TYPE_CHECKING:
    from engine.piece.composition import Composition

_PARTS = {"sampling": SamplingConfig, "steering": SteeringConfig, "limits": DrawingLimits}
_PLAIN = (
    "bars",
    "alternatives",
    "best_of",
    "following",
    "fill",
    "selected",
    "harmony",
    "planned",
    "wish",
)
_ROLES: tuple[TrackRole, ...] = ("context", "ignore")
# The defaults of the options.
_USUAL = Request(bars=8, alternatives=1, best_of=BEST_OF)


def define_request(parser: argparse.ArgumentParser) -> None:
    """Add an option for each field of a request; unused options have no value."""
    parser.add_argument(
        "--request", type=Path, metavar="FILE", help="begin with the request in this JSON"
    )
    parser.add_argument(
        "--take", type=positive, metavar="N", help="begin with what makes this take again"
    )
    parser.add_argument("--from-bar", type=positive, metavar="N", help="go on before this bar")
    parser.add_argument(
        "--since-bar", type=positive, metavar="N", help="read nothing before this bar"
    )
    parser.add_argument(
        "--pattern", metavar="A-B", help="the bars that a wish is about, as --wish like"
    )
    parser.add_argument("--remember", type=piece_file, metavar="FILE", help="read this piece first")
    parser.add_argument(
        "--begin-with",
        nargs=2,
        metavar=("FILE", "BARS"),
        help="every alternative begins with the bars that this piece has there",
    )
    for role in _ROLES:
        parser.add_argument(
            f"--{role}",
            type=positive,
            nargs="+",
            default=[],
            metavar="TRACK",
            help=f"tracks with the role {role}, counted from 1; the others keep theirs",
        )
    for owner, name, kind in _options():
        _add_option(parser, owner, name, kind)


def request_of(arguments: Arguments, composition: "Composition", *, fresh_seed: int) -> Request:
    """Return the request that the options describe.

    Args:
        arguments: As argparse read them.
        composition: The piece to continue.
        fresh_seed: The seed if no option sets one.

    Raises:
        SegueError: A value is invalid, or a file cannot be read.
    """
    from engine.cli.pieces import bar_line, bars_of, check_bars, read_piece

    bars = BarMap.of(composition.score)
    ask = _begun_with(arguments, composition, fresh_seed)
    try:
        for part, kind in _PARTS.items():
            values = _set_values(arguments, kind)
            ask = replace(ask, **{part: replace(getattr(ask, part), **values)})
        values = _set_values(arguments, Request)
        if arguments.pattern:
            last = bars.bars_until(composition.score.end)
            first, end = bars_of(arguments.pattern, last)
            values["pattern"] = (bars.start_of(first - 1), bars.start_of(min(end, last)))
        if arguments.since_bar:
            values["since"] = bar_line(arguments.since_bar, composition.score)
        ask = replace(ask, **values)
    except ValueError as error:
        raise RequestError(f"{error}.") from error
    if arguments.remember:
        ask = replace(ask, remembered=read_piece(arguments.remember).score)
    if arguments.begin_with:
        ask = _with_beginning(ask, composition, *arguments.begin_with)
    ask = replace(ask, roles=_roles(arguments, ask, composition))
    if not ask.bars:
        raise RequestError("Without a number of bars it would never end.", hint="Say --bars.")
    check_bars(ask.bars, piece_bars=bars.bars_until(composition.score.end))
    return ask


def _set_values(arguments: Arguments, owner: type) -> dict[str, Any]:
    """Return the values of the options that set fields of a class."""
    values = {name: getattr(arguments, name) for each, name, _ in _options() if each is owner}
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in values.items()
        if value is not None
    }


def _begun_with(arguments: Arguments, composition: "Composition", fresh_seed: int) -> Request:
    """Return the request that the options change: from a file, a take, or the default one."""
    from engine.cli.pieces import bar_line

    start = composition.end_of_writing
    if arguments.from_bar:
        start = bar_line(arguments.from_bar, composition.score)
    if arguments.request:
        ask = _read_request(arguments.request)
    elif arguments.take:
        if arguments.take > len(composition.takes):
            count = len(composition.takes)
            raise RequestError(f"There is no take {arguments.take}; the piece has {count}.")
        ask = composition.request_of(arguments.take)
    else:
        sampling = replace(_USUAL.sampling, seed=fresh_seed)
        return replace(_USUAL, start=start, sampling=sampling)
    return replace(ask, start=start) if arguments.from_bar else ask


def _read_request(path: Path) -> Request:
    try:
        return request_from_json(read_file(path, most=MOST.text_bytes))
    except TooLargeError as error:
        raise RequestError(f"‘{path}’ is larger than any request.") from error
    except (UnreadableError, SegueError) as error:
        raise RequestError(f"‘{path}’ holds no request: {error}") from error


def _with_beginning(ask: Request, composition: "Composition", file: str, count: str) -> Request:
    from engine.cli.pieces import read_piece

    if not count.isdecimal() or not int(count):
        raise RequestError(f"‘{count}’ is no number of bars to begin with.")
    bars = BarMap.of(composition.score)
    end = bars.start_of(bars.bar_at(ask.start) + int(count))
    score = read_piece(Path(file)).score.resampled(composition.score.ticks_per_quarter)
    beginning = tuple(
        PartNote(track, note)
        for track, note in score.notes()
        if ask.start <= note.start < end and track < len(composition.score.tracks)
    )
    return replace(ask, beginning=beginning, beginning_end=end)


def _roles(arguments: Arguments, ask: Request, composition: "Composition") -> tuple[TrackRole, ...]:
    roles = list(ask.roles or composition.roles)
    for role in _ROLES:
        for number in getattr(arguments, role):
            if number > len(roles):
                raise RequestError(f"There is no track {number}; the piece has {len(roles)}.")
            roles[number - 1] = role
    return tuple(roles)


def _options() -> Iterator[tuple[type, str, Any]]:
    """Yield (class, field, type) of each field that is an option."""
    for owner in (Request, *_PARTS.values()):
        hints = get_type_hints(owner)
        for each in fields(owner):
            if owner is not Request or each.name in _PLAIN:
                yield owner, each.name, hints[each.name]


def _add_option(parser: argparse.ArgumentParser, owner: type, name: str, kind: Any) -> None:
    option = f"--{name.replace('_', '-')}"
    text = _attribute_texts(owner).get(name, "").replace("%", "%%")
    if kind is bool:
        parser.add_argument(option, action=argparse.BooleanOptionalAction, help=text)
        return
    if get_origin(kind) is Literal:
        parser.add_argument(option, choices=get_args(kind), help=text)
        return
    several = kind not in (int, float)
    usual = getattr(_USUAL if owner is Request else owner(), name)
    if not several and name != "seed":
        # Like other options: the default is at the end, in brackets.
        text = f"{text.rstrip('.')} ({usual:g})"
    parser.add_argument(
        option,
        type=int if several else kind,
        nargs="*" if several else None,
        metavar="N" if kind is not float else "X",
        help=text,
    )


def _attribute_texts(owner: type) -> Mapping[str, str]:
    """Return the description of each attribute in a class's docstring."""
    lines = iter((getdoc(owner) or "").splitlines())
    for line in lines:
        if line == "Attributes:":
            break
    texts: dict[str, str] = {}
    name = ""
    for line in takewhile(bool, lines):
        words = line.strip()
        if not line.startswith("     "):
            name, _, words = words.partition(": ")
        texts[name] = f"{texts.get(name, '')} {words}".strip()
    return texts
