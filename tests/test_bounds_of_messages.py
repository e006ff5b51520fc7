"""Numbers of messages hold their ranges: they are refused where a value is made, at every door."""

import io
import json
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import psutil
import pytest
from msgspec import inspect

from engine.ground.paths import starter_model
from engine.messages import (
    CommandError,
    ContinuationFinished,
    Failed,
    GoOn,
    LoadModel,
    NotesMade,
    OpenPiece,
    Rewind,
    Stop,
    decode_command,
    decode_event,
)
from engine.messages.base import Command, kinds
from engine.processes.process import Child
from engine.request import DrawingLimits, Request
from engine.values.config import SamplingConfig, SteeringConfig
from engine.values.ranges import LAST_TICK, MOST_BARS, MOST_BARS_AT_ONCE
from engine.worker.door import Door
from tests.generation.conftest import BAR, chord_piece

COMMANDS = sorted(
    set(kinds(Command)),
    key=lambda kind: kind.__name__,
)
REQUEST = {"start": 1920, "bars": 1}
# One beyond each end of a field's range.
BEYOND = {
    "start": (-1, LAST_TICK + 1),
    "bars": (-1, MOST_BARS_AT_ONCE + 1),
    "alternatives": (0, 65),
    "best_of": (-1, 65),
    "beginning_end": (-1, LAST_TICK + 1),
    "following": (-1, MOST_BARS_AT_ONCE + 1),
    "since": (-1, LAST_TICK + 1),
}


def unbounded(kind: Any, path: str, seen: set[object]) -> Iterator[str]:
    """Yield the numbers of a type that have no least or no greatest value."""
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        if (kind.ge is None and kind.gt is None) or (kind.le is None and kind.lt is None):
            yield path
    elif isinstance(kind, inspect.StructType | inspect.DataclassType) and kind.cls not in seen:
        seen.add(kind.cls)
        for field in kind.fields:
            yield from unbounded(field.type, f"{kind.cls.__name__}.{field.name}", seen)
    for each in inside(kind):
        yield from unbounded(each, path, seen)


def inside(kind: Any) -> tuple[Any, ...]:
    """Return the types that a union or an array is made of."""
    if isinstance(kind, inspect.UnionType):
        return kind.types
    if isinstance(kind, inspect.TupleType):
        return kind.item_types
    return (kind.item_type,) if isinstance(kind, inspect.VarTupleType | inspect.ListType) else ()


def wrong_lines(kind: Any, head: str = "", tail: str = "", depth: int = 4) -> Iterator[str]:
    """Yield JSON of a type in which one number is out of its range, for each of its numbers.

    What else the type needs is left out: the number is read first.
    """
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        low, high = (
            next(end for end in ends if end is not None)
            for ends in ((kind.ge, kind.gt), (kind.le, kind.lt))
        )
        for number in {low - 1, high + 1, -(10**18) - 1, 10**18}:
            if not low <= number <= high:
                yield f"{head}{number}{tail}"
        yield f"{head}NaN{tail}"
    elif isinstance(kind, inspect.StructType | inspect.DataclassType) and depth:
        tag = f'"type":"{kind.tag}",' if getattr(kind, "tag", None) else ""
        for field in kind.fields:
            begun = f'{head}{{{tag}"{field.encode_name}":'
            yield from wrong_lines(field.type, begun, "}" + tail, depth - 1)
    else:
        brackets = ("", "") if isinstance(kind, inspect.UnionType) else ("[", "]")
        for each in inside(kind)[:1]:
            yield from wrong_lines(each, head + brackets[0], brackets[1] + tail, depth)


def test_every_number_beyond_its_range_is_one_sentence_at_the_door_of_each_child() -> None:
    wrong = [line for command in COMMANDS for line in wrong_lines(inspect.type_info(command))]
    assert len(wrong) > 1000
    said = io.BytesIO()
    # All children have this door; after each of these lines a command of somebody else comes.
    door = Door(
        io.BytesIO("".join(f'{line}\n{{"type":"Stop"}}\n' for line in wrong).encode()), said
    )
    door.open()
    for _ in wrong:
        assert door.inbox.get(timeout=10) == Stop()
    assert door.inbox.get(timeout=10) is None
    events = [decode_event(line) for line in said.getvalue().splitlines()]
    failed = [event for event in events if isinstance(event, Failed)]
    assert len(failed) == len(wrong)
    assert all(str(event.message).count("\n") == 0 for event in failed)


@pytest.mark.slow
def test_a_server_that_is_sent_all_of_this_stays_small_and_answers_others() -> None:
    wrong = [line for command in COMMANDS for line in wrong_lines(inspect.type_info(command))]
    said: Counter[type] = Counter()
    with Child("serve") as server:
        server.send(LoadModel(folder=str(starter_model())))
        server.send(OpenPiece(piece=2, score=chord_piece(bars=2)))
        assert server._process.stdin is not None
        for line in wrong:
            server._process.stdin.write(f"{line}\n".encode())
        server.send(GoOn(piece=2, request=1, ask=Request(start=2 * BAR, bars=1, best_of=0)))
        for event in server.events():
            said[type(event)] += 1
            if isinstance(event, ContinuationFinished):
                break
        resident = psutil.Process(server.pid).memory_info().rss
    assert said[Failed] == len(wrong)
    assert said[NotesMade]
    # Of it the starter takes 150 MB.
    assert resident < 250e6


@pytest.mark.parametrize("command", COMMANDS, ids=lambda kind: kind.__name__)
def test_every_number_of_every_command_has_a_range(command: type) -> None:
    assert list(unbounded(inspect.type_info(command), command.__name__, set())) == []


@pytest.mark.parametrize("field", sorted(BEYOND))
@pytest.mark.parametrize("value", ["low", "high", 10**18, -(10**18), 10**400, 0.5, "NaN", None])
def test_a_number_out_of_range_is_one_sentence_to_its_sender(field: str, value: Any) -> None:
    low, high = BEYOND[field]
    number = {"low": low, "high": high}.get(value, value) if isinstance(value, str) else value
    ask = REQUEST | {field: number}
    line = json.dumps({"type": "GoOn", "piece": 4, "request": 9, "ask": ask}).encode()
    with pytest.raises(CommandError) as refused:
        decode_command(line)
    assert (refused.value.piece, refused.value.request) == (4, 9)
    assert field in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("field", sorted(BEYOND))
def test_the_ends_of_a_range_are_in_it(field: str) -> None:
    low, high = BEYOND[field]
    for number in (low + 1, high - 1):
        ask = REQUEST | {field: number}
        line = json.dumps({"type": "GoOn", "request": 9, "ask": ask}).encode()
        command = decode_command(line)
        assert isinstance(command, GoOn)
        assert getattr(command.ask, field) == number


@pytest.mark.parametrize("number", [-5, MOST_BARS + 1, 10**18])
def test_a_bar_that_no_piece_has_is_refused_on_arrival(number: int) -> None:
    with pytest.raises(CommandError, match="bar must be"):
        decode_command(json.dumps({"type": "Rewind", "bar": number}).encode())
    assert decode_command(b'{"type":"Rewind","bar":0}') == Rewind(bar=0)


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        (Request, {"bars": 10**9}),
        (Request, {"start": LAST_TICK + 1}),
        (SamplingConfig, {"temperature": math.nan}),
        (SamplingConfig, {"seed": 2**62}),
        (SteeringConfig, {"busy": math.inf}),
        (DrawingLimits, {"lowest": 128}),
        (DrawingLimits, {"pitch_classes": (0, 12)}),
        (DrawingLimits, {"max_voices": -1}),
    ],
)
def test_values_that_the_program_makes_are_checked(kind: type, wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        kind(**wrong)


def test_numbers_of_a_sender_that_are_no_numbers_do_not_hide_the_sentence() -> None:
    line = b'{"type":"GoOn","piece":"x","request":null,"ask":{}}'
    with pytest.raises(CommandError) as refused:
        decode_command(line)
    assert (refused.value.piece, refused.value.request) == (0, 0)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(line, type=GoOn)
