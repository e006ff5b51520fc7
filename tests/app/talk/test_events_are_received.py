"""Whatever a child says is heard by somebody, and nobody waits for what is never said."""

import re
import typing
from pathlib import Path

import pytest

from app.talk.engine_link import Link, signal_name
from engine import messages

APP = Path(__file__).resolve().parents[3] / "app"
EVENTS = typing.get_args(messages.Event)
# A heartbeat: that a line came is all there is to it.
ONLY_A_LINE = {messages.Alive}
NO_EVENTS = {"received", "died"}


@pytest.fixture(scope="module")
def source() -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(APP.rglob("*.py")))


def signals() -> set[str]:
    """The names of the link's signals."""
    known = {name for name in vars(Link) if isinstance(getattr(Link, name), type(Link.died))}
    return known - NO_EVENTS


def test_every_event_has_a_signal_and_every_signal_an_event() -> None:
    assert signals() == {signal_name(event.__name__) for event in EVENTS}


@pytest.mark.parametrize("event", sorted(set(EVENTS) - ONLY_A_LINE, key=lambda e: e.__name__))
def test_every_event_is_received(source: str, event: type[messages.Message]) -> None:
    connected = rf"\.{signal_name(event.__name__)}\.connect\("
    # Jobs give their events to one slot, which tells them apart.
    told_apart = rf"messages\.{event.__name__}\b"
    assert re.search(connected, source) or re.search(told_apart, source)
