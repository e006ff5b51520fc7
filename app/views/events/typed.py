"""Parsers for the input in the cells of an event."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.values.events import Event, Kind, Program, kind_of, row_of, tick_of
from app.views.events.cells import LENGTH, START, WHAT, can_edit, kind_name
from app.widgets.key_names import key_name, parsed_pitch
from app.words.control_names import control_names
from app.words.instruments import all_instruments, instrument_words
from engine.harmony.keys import FLAT_NAMES, SHARP_NAMES, Key
from engine.values.event_kinds import ChannelKind
from engine.values.events import Control, KeySignature, Marker, Note, Tempo, TimeSignature
from engine.values.instruments import DRUMS, PROGRAMS
from engine.values.time import BarMap, Position

# Quarters a minute.
SLOWEST, FASTEST = 10.0, 400.0
_METER = re.compile(r"(\d{1,2})\s*/\s*(1|2|4|8|16|32)")


def changed(event: Event, column: int, text: str, bars: BarMap) -> Event | None:
    """Return the event with a cell's new value; None if the text has no meaning there."""
    text = text.strip()
    if not can_edit(event, column) or not text:
        return None
    if column == START:
        return _moved(event, parsed_place(text, bars))
    if column == WHAT:
        return _renamed(event, text)
    if column == LENGTH:
        length = _whole(text, 1, 1 << 30)
        if length is None or not isinstance(event, Note):
            return None
        return replace(event, duration=length)
    return _VALUES.get(kind_of(event), _number)(event, text)


def _moved(event: Event, tick: int | None) -> Event | None:
    if tick is None or isinstance(event, Program):
        return None
    return replace(event, start=tick) if isinstance(event, Note) else replace(event, tick=tick)


def _renamed(event: Event, text: str) -> Event | None:
    if isinstance(event, Note):
        pitch = parsed_pitch(text)
        return None if pitch is None else replace(event, pitch=pitch)
    number = parsed_control(text)
    if number is None or not isinstance(event, Control):
        return None
    return replace(event, number=number)


def parsed_place(text: str, bars: BarMap) -> int | None:
    """Return the tick of `5`, `5.2` or `5.2.120` (bar, beat, ticks); None for other texts."""
    parts = text.split(".")
    if len(parts) > 3 or not all(part.isdecimal() for part in parts):
        return None
    bar, beat, tick = [*(int(part) for part in parts), *(1, 1, 0)[len(parts) :]]
    if not 1 <= bar <= 1 << 20 or not 1 <= beat <= 1 << 10 or tick > 1 << 20:
        return None
    return bars.tick_of(Position(bar=bar - 1, beat=beat - 1, tick=tick))


def parsed_control(text: str) -> int | None:
    """Return the controller of `64`, `64 Sustain` or `sustain`; None for other texts."""
    head = text.split(" ", 1)[0]
    if head.isdecimal():
        return _whole(head, 0, 127)
    names = {name.casefold(): number for number, name in control_names().items()}
    return names.get(text.casefold())


def parsed_key(text: str) -> Key | None:
    """Return the key of `E♭ major`, `f# minor` or `Am`; None for other texts."""
    wanted = _plain(text)
    for minor in (False, True):
        for tonic in range(12):
            key = Key(tonic, minor)
            spelled = {names[tonic] for names in (SHARP_NAMES, FLAT_NAMES)}
            short = {_plain(name) + ("m" if minor else "") for name in spelled}
            long = {_plain(name) + (" minor" if minor else " major") for name in spelled}
            if wanted in {_plain(key_name(key)), _plain(key.name), *short, *long}:
                return key
    return None


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("♭", "b").replace("♯", "#").split())


def _whole(text: str, low: int, high: int) -> int | None:
    match = re.fullmatch(r"-?\d{1,10}", text.strip())
    return int(text) if match and low <= int(text) <= high else None


def _velocity(event: Event, text: str) -> Event | None:
    value = _whole(text, 1, 1 << 30)
    if value is None or not isinstance(event, Note):
        return None
    # A user who types 300 means the loudest.
    return replace(event, velocity=min(value, 127))


def _number(event: Event, text: str) -> Event | None:
    row = row_of(kind_of(event))
    if row is None:
        return None
    value = _whole(text, row.values[0], row.values[-1])
    changes: dict[str, Any] = {row.value: value}
    return None if value is None else replace(event, **changes)


def _instrument(_event: Event, text: str) -> Event | None:
    head = text.split(" ", 1)[0]
    if head.isdecimal():
        number = _whole(head, 1, 128)
        return None if number is None else Program(number - 1)
    wanted = text.casefold()
    if wanted in (DRUMS.casefold(), instrument_words(0, is_drum=True).casefold()):
        return Program(0, is_drum=True)
    # Names in the window's language first, then General MIDI's English names.
    names = (*all_instruments(), *PROGRAMS)
    found = [i for i, name in enumerate(names) if name.casefold().startswith(wanted)]
    return Program(found[0] % len(PROGRAMS)) if found else None


def _bpm(event: Event, text: str) -> Event | None:
    try:
        bpm = float(text.replace(",", "."))
    except ValueError:
        return None
    return Tempo(tick_of(event), bpm) if SLOWEST <= bpm <= FASTEST else None


def _meter(event: Event, text: str) -> Event | None:
    match = _METER.fullmatch(text)
    if match is None or not 1 <= int(match[1]) <= 32:
        return None
    return TimeSignature(tick_of(event), int(match[1]), int(match[2]))


def _key(event: Event, text: str) -> Event | None:
    key = parsed_key(text)
    return None if key is None else key.signature(tick_of(event))


def _words(event: Event, text: str) -> Event | None:
    return Marker(tick_of(event), text)


_VALUES: Mapping[Kind, Callable[[Event, str], Event | None]] = {
    "note": _velocity,
    "program": _instrument,
    "tempo": _bpm,
    "meter": _meter,
    "key": _key,
    "marker": _words,
}


def fresh(kind: Kind, tick: int, like: Event | None, *, length: int, bars: BarMap) -> Event | None:
    """Return a new event of a kind; None for an instrument, which every track has already.

    Args:
        kind: The kind.
        tick: Its position.
        like: An event to copy, if it is of this kind.
        length: The length in ticks of a note without one to copy.
        bars: For the meter at the tick.
    """
    if like is not None and kind_of(like) == kind and kind != "program":
        return replace(like, start=tick, origin=0) if isinstance(like, Note) else _moved(like, tick)
    meter = bars.signature_at(tick)
    plain: dict[Kind, Event | None] = {
        "note": Note(tick, 60, length),
        "program": None,
        "tempo": Tempo(tick, 120.0),
        "meter": TimeSignature(tick, meter.numerator, meter.denominator),
        "key": KeySignature(tick, 0),
        "marker": Marker(tick, kind_name("marker")),
    }
    row = row_of(kind)
    made: Event | None = row.new(tick) if isinstance(row, ChannelKind) else plain[kind]
    return made
