"""All messages as one JSON Schema document, for the author of another client or server."""

import inspect
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from engine.messages.base import (
    PROTOCOL,
    Command,
    EngraveCommand,
    EngraveEvent,
    Event,
    FromLive,
    FromPlayer,
    JobCommand,
    JobEvent,
    LibraryCommand,
    LibraryEvent,
    ListenCommand,
    ListenEvent,
    LiveCommand,
    LiveEvent,
    Message,
    PieceCommand,
    PieceEvent,
    PipeMessage,
    PlayerCommand,
    PlayerEvent,
    ReaderCommand,
    ReaderEvent,
    RenderCommand,
    RenderEvent,
    ServeCommand,
    kinds,
)
from engine.messages.live import LoadModel, ModelLoaded
from engine.sentence import json_schema

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
# Messages that each child receives and sends; `live` and `player` have their own pipe in a jam.
_ROLES: Mapping[str, tuple[type[Message], type[Message]]] = MappingProxyType(
    {
        "live": (LiveCommand, LiveEvent),
        "player": (PlayerCommand, PlayerEvent),
        "job": (JobCommand, JobEvent),
        "render": (RenderCommand, RenderEvent),
        "library": (LibraryCommand, LibraryEvent),
        "engrave": (EngraveCommand, EngraveEvent),
        "reader": (ReaderCommand, ReaderEvent),
        "listen": (ListenCommand, ListenEvent),
    }
)


def schema() -> dict[str, Any]:
    """Return the schema of every message, and the names of those that each role takes and sends.

    `$defs` has one entry for each message and for each value in one. `roles` has `commands` and
    `events` by role, `any` those of every role, and `jam` what the player and live send each other.
    """
    messages = [*kinds(Command), *kinds(Event), *kinds(PipeMessage)]
    _, definitions = msgspec.json.schema_components(
        messages, schema_hook=json_schema, ref_template="#/$defs/{name}"
    )
    roles = {
        role: {"commands": _names(commands), "events": _names(events)}
        for role, (commands, events) in _ROLES.items()
    }
    # It takes and sends some of the messages of `live`, for several pieces.
    roles["serve"] = {
        "commands": sorted([*_names(PieceCommand), *_names(ServeCommand), LoadModel.__name__]),
        "events": sorted([*_names(PieceEvent), ModelLoaded.__name__]),
    }
    roles["any"] = {"commands": _of_every_role(Command), "events": _of_every_role(Event)}
    return {
        "$schema": _DIALECT,
        "title": "Messages of Segue's engine",
        "protocol": PROTOCOL,
        "roles": roles,
        "jam": {"player": _names(FromPlayer), "live": _names(FromLive)},
        "$defs": {name: _plain(definitions[name]) for name in sorted(definitions)},
    }


def without_words(document: Any) -> Any:
    """Return a schema without its descriptions: what two programs must agree about."""
    if isinstance(document, dict):
        return {
            name: without_words(value)
            for name, value in document.items()
            if name != "description" or not isinstance(value, str)
        }
    return [without_words(each) for each in document] if isinstance(document, list) else document


def _names(family: type[Message]) -> list[str]:
    """Return the messages of a family, without those of a family in it that is another role's."""
    others = {each for pair in _ROLES.values() for each in pair} - {family}
    inner = {kind for each in family.__subclasses__() if each in others for kind in kinds(each)}
    return sorted(kind.__name__ for kind in kinds(family) if kind not in inner)


def _of_every_role(family: type[Message]) -> list[str]:
    return sorted(each.__name__ for each in family.__subclasses__() if not each.__subclasses__())


def _plain(value: Any) -> Any:
    """Return a schema as JSON has it; its descriptions, which are docstrings, lose their indent.

    Whole numbers are integers: Python keeps one `Annotated` for bounds of 0 and of 0.0, that of
    the module that was imported first.
    """
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {
            name: inspect.cleandoc(inner)
            if name == "description" and isinstance(inner, str)
            else _plain(inner)
            for name, inner in value.items()
        }
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
