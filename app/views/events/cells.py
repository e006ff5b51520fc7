"""The texts of the cells of an event, and which cells can be edited."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication

from app.values.events import Event, Kind, Program, kind_of, row_of, tick_of
from app.widgets.key_names import key_name
from app.words.control_names import control_name
from app.words.instruments import instrument_words
from engine.harmony.keys import Key, fifths_at, pitch_name
from engine.values.events import Control, KeySignature, Marker, Note, Tempo, TimeSignature
from engine.values.time import Timeline

# The columns of the table.
START, KIND, WHAT, VALUE, LENGTH, ORIGIN = range(6)


def kind_name(kind: Kind) -> str:
    """Return the name of a kind of event."""
    row = row_of(kind)
    return _tr("Instrument") if row is None else _tr(row.shown)


def expected(kind: Kind, column: int) -> str:
    """Return a sentence on the input that a cell accepts."""
    if column == START:
        return _tr("A place is bar, beat and tick, such as 5.2.120.")
    if column == WHAT:
        if kind == "note":
            return _tr("A pitch is a name such as F♯3, or a number up to 127.")
        return _tr("A controller is a number up to 127, or a name such as Sustain.")
    if column == LENGTH:
        return _tr("A length is a number of ticks, at least 1.")
    row = row_of(kind)
    known = {
        "note": _tr("A velocity is a number from 1 to 127."),
        "control": _tr("A controller's value is a number up to 127."),
        "bend": _tr("A pitch bend is a number from -8192 to 8191."),
        "program": _tr("An instrument is a number from 1 to 128, or its name."),
        "tempo": _tr("A tempo is a number from 10 to 400."),
        "meter": _tr("A meter is written like 3/4."),
        "key": _tr("A key is written like E♭ major or F# minor."),
        "marker": _tr("A marker needs a word."),
    }
    if row is None or kind in known:
        return known[kind]
    text = _tr("{0}: a number from {1} to {2}.")
    return text.format(kind_name(kind), row.values[0], row.values[-1])


# --- cell texts ------------------------------------------------------------------------------


def cell_text(event: Event, column: int, timeline: Timeline) -> str:
    """Return the text of a cell."""
    if column == START:
        place = timeline.bars.position_at(tick_of(event))
        return f"{place.bar + 1}.{place.beat + 1}.{place.tick:03d}"
    if column == WHAT and isinstance(event, Note):
        return pitch_name(event.pitch, fifths_at(timeline.score.key_signatures, event.start))
    return _TEXTS[column](event)


def _what(event: Event) -> str:
    return control_name(event.number) if isinstance(event, Control) else ""


def _value(event: Event) -> str:
    if isinstance(event, Program):
        name = instrument_words(event.number, is_drum=event.is_drum)
        return name if event.is_drum else f"{event.number + 1} {name}"
    if isinstance(event, Tempo):
        return f"{event.bpm:.6g}"
    if isinstance(event, TimeSignature):
        return f"{event.numerator}/{event.denominator}"
    if isinstance(event, KeySignature):
        return key_name(Key.of(event))
    return event.text if isinstance(event, Marker) else f"{_number(event):.0f}"


def _length(event: Event) -> str:
    return str(event.duration) if isinstance(event, Note) else ""


def _maker(event: Event) -> str:
    # Origin 0 says nothing: such a note was played, written, or read from a file.
    if not isinstance(event, Note) or event.origin == 0:
        return ""
    made = _tr("take {0}").format(abs(event.origin))
    return made if event.origin > 0 else _tr("{0}, edited").format(made)


_TEXTS: Mapping[int, Callable[[Event], str]] = {
    KIND: lambda event: kind_name(kind_of(event)),
    WHAT: _what,
    VALUE: _value,
    LENGTH: _length,
    ORIGIN: _maker,
}


def sort_key(event: Event, column: int) -> tuple[float, str]:
    """Return a cell's sort key: numbers sort by value, texts by text."""
    return _KEYS[column](event)


def _number(event: Event) -> float:
    """Return an event's value if it is a number, otherwise -1."""
    row = row_of(kind_of(event))
    return float(getattr(event, row.value)) if row is not None and row.value else -1.0


_KEYS: Mapping[int, Callable[[Event], tuple[float, str]]] = {
    START: lambda event: (tick_of(event), ""),
    KIND: lambda event: (0, kind_name(kind_of(event))),
    WHAT: lambda event: (event.pitch if isinstance(event, Note) else -1, _what(event)),
    VALUE: lambda event: (_number(event), _value(event)),
    LENGTH: lambda event: (event.duration if isinstance(event, Note) else -1, ""),
    ORIGIN: lambda event: (event.origin if isinstance(event, Note) else -1, kind_of(event)),
}


def can_edit(event: Event, column: int) -> bool:
    """Return whether a cell can be edited."""
    if isinstance(event, Program):
        return column == VALUE
    if column == WHAT:
        return isinstance(event, Note | Control)
    return column in (START, VALUE) or (column == LENGTH and isinstance(event, Note))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Events", text)
