"""Whatever a child says is heard by somebody, and nobody waits for what is never said."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import messages

ROOT = Path(__file__).resolve().parents[3]
EVENTS = {kind.__name__: kind for kind in messages.kinds(messages.Event)}
COMMANDS = {kind.__name__: kind for kind in messages.kinds(messages.Command)}
# A heartbeat: that a line came is all there is to it.
ONLY_A_LINE = "Alive"
# Programs that use `segue serve` receive it; the window never sends `Hear`.
ONLY_SERVED = "Heard"


def trees(*rooms: str) -> Iterator[ast.AST]:
    for room in rooms:
        for file in sorted((ROOT / room).rglob("*.py")):
            yield ast.parse(file.read_text(encoding="utf-8"))


def names(node: ast.AST | None) -> Iterator[str]:
    """The classes that an expression names: `messages.Ready`, `Ready | Alive`, a tuple of them."""
    for each in ast.walk(node) if node is not None else ():
        if isinstance(each, ast.Attribute):
            yield each.attr
        elif isinstance(each, ast.Name):
            yield each.id


def waited_for(call: ast.Call) -> Iterator[str]:
    """The events for which a call of `link.on` or `link.events` waits."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in {"on", "events"}:
        yield from names(call.args[0])


def told_apart(node: ast.AST) -> Iterator[str]:
    """The messages that are asked for by class: `isinstance`, `case`, a job's `until`."""
    if isinstance(node, ast.MatchClass):
        yield from names(node.cls)
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            yield from names(node.args[1])
        for keyword in node.keywords:
            if keyword.arg == "until":
                yield from names(keyword.value)


def made(node: ast.AST) -> Iterator[str]:
    """The class of a value that is made here."""
    if isinstance(node, ast.Call):
        yield from list(names(node.func))[:1]


@pytest.fixture(scope="module")
def app() -> list[ast.AST]:
    return [node for tree in trees("app") for node in ast.walk(tree)]


@pytest.fixture(scope="module")
def engine() -> list[ast.AST]:
    rooms = ("engine/worker", "engine/making", "engine/playback", "engine/live", "engine/library")
    return [node for tree in trees(*rooms) for node in ast.walk(tree)]


@pytest.fixture(scope="module")
def commands() -> list[ast.AST]:
    """What has a child of its own and no window: the commands, and who opens pieces."""
    return [node for tree in trees("engine/cli") for node in ast.walk(tree)] + list(
        ast.walk(ast.parse((ROOT / "engine" / "piece" / "opening.py").read_text(encoding="utf-8")))
    )


@pytest.mark.slow
def test_every_event_is_received(app: list[ast.AST], commands: list[ast.AST]) -> None:
    waiting = {name for node in app if isinstance(node, ast.Call) for name in waited_for(node)}
    asked = {name for node in (*app, *commands) for name in told_apart(node)}
    assert set(EVENTS) - waiting - asked - {ONLY_A_LINE, ONLY_SERVED} == set()


def test_nobody_waits_for_what_is_no_event(app: list[ast.AST]) -> None:
    waiting = {name for node in app if isinstance(node, ast.Call) for name in waited_for(node)}
    assert waiting - set(EVENTS) - {"messages", "kind"} == set()


@pytest.mark.slow
def test_every_event_is_said_by_a_child(engine: list[ast.AST]) -> None:
    assert set(EVENTS) - {name for node in engine for name in made(node)} == set()


def test_every_command_is_obeyed(engine: list[ast.AST]) -> None:
    assert set(COMMANDS) - {name for node in engine for name in told_apart(node)} == set()
