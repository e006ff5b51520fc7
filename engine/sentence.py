"""Sentences for the user: English that keeps what it is made of, so that a window can translate it.

    said("‘{name}’ cannot be read.", name=path.name)

A sentence without values may be a plain `str`: it is its own key. `app/words/engine.py` translates
both. Errors take values by themselves.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping
from itertools import count
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Self

import msgspec

Value = str | int | float
"""The values that fill a sentence; a `Sentence` among them is translated in turn."""

# A name and a format of a number. Nothing else: a template may come from a file.
_FIELD = re.compile(r"\{(\w+)(?::(,?(?:\.\d)?[dfg]?))?\}")
# JSON has no larger integers.
_LARGEST = 2**53


class Sentence(str):
    """An English text that remembers its template and its values.

    A text that `+`, `strip` or an f-string makes of it is a plain `str`, which no window can
    translate any more: `sentences` joins sentences.

    Attributes:
        template: The text with `{name}` for each value, also with a format, such as `{bars:,}`.
        values: The values by name.
    """

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, Value]

    def __new__(
        cls, text: str, template: str = "", values: Mapping[str, Value] | None = None
    ) -> Self:
        """Return a sentence; a text alone is its own template."""
        self = super().__new__(cls, text)
        self.template = template or text
        self.values = values or {}
        return self

    @property
    def pattern(self) -> str:
        """The key of its translation: `%1`, `%2` … stand for the values in their order."""
        return pattern_of(self.template) if self.values else str(self)

    @property
    def parts(self) -> tuple[str, ...]:
        """The values in the order of the pattern, numbers as English writes them."""
        return tuple(_shown(self.values, place) for place in _FIELD.finditer(self.template))


class SaidError(Exception):
    """An error whose `str` is the sentence that it was made with, with its values."""

    def __str__(self) -> str:
        first = self.args[0] if len(self.args) == 1 else ""
        # That of `Exception` makes a plain text of it.
        return first if isinstance(first, Sentence) else super().__str__()


if TYPE_CHECKING:
    Text = str
    """A field that may hold a `Sentence`: the type of the fields of messages and of what is stored.

    To the type checker it is `str`. msgspec sees `Sentence`, and so calls the hooks below.
    """
else:
    Text = Sentence


def said(template: str, **values: object) -> Sentence:
    """Return a sentence filled with values.

    Args:
        template: English with `{name}` for each value; `{name:,}` and the like format numbers.
        **values: Numbers stay numbers, sentences stay sentences, all else is text. Those that the
            template does not name are left out.
    """
    if isinstance(template, Sentence):
        return template
    named = {name for name, _ in _FIELD.findall(template)}
    return _filled(template, {name: _value(v) for name, v in values.items() if name in named})


def sentences(parts: Iterable[str]) -> Sentence:
    """Return sentences one after the other, with spaces between them; empty ones are left out."""
    kept = [part if isinstance(part, Sentence) else Sentence(part) for part in parts if part]
    if len(kept) == 1:
        return kept[0]
    values = {f"s{number}": part for number, part in enumerate(kept, 1)}
    return _filled(" ".join(f"{{{name}}}" for name in values), values)


def pattern_of(template: str) -> str:
    """Return a template with `%1`, `%2` … for its fields, as translators see it."""
    numbers = count(1)
    return _FIELD.sub(lambda _: f"%{next(numbers)}", template)


def to_wire(text: object) -> Any:
    """Return a sentence as JSON has it; msgspec calls this for each `Sentence`.

    Raises:
        NotImplementedError: It is no sentence.
    """
    if not isinstance(text, Sentence):
        raise NotImplementedError(type(text).__name__)
    return _on_wire(text) if text.values else str(text)


def from_wire(kind: type, found: Any) -> Sentence:
    """Return a sentence from `to_wire`, or a plain text; msgspec calls this for each `Text`.

    Raises:
        ValueError: It is neither.
    """
    if kind is not Sentence:
        raise NotImplementedError(kind.__name__)
    if isinstance(found, str):
        return Sentence(found)
    return _read(msgspec.convert(found, _Wire))


def json_schema(kind: type) -> dict[str, Any]:
    """Return the JSON Schema of a sentence; msgspec calls this for each `Text`."""
    if kind is not Sentence:
        raise NotImplementedError(kind.__name__)
    fields = {"template": {"type": "string"}, "values": {"type": "object"}}
    filled = {"type": "object", "properties": fields, "required": list(fields)}
    return {"anyOf": [{"type": "string"}, filled]}


def written(text: str) -> str:
    """Return a sentence as one text, for a column of a table."""
    if isinstance(text, Sentence) and text.values:
        return json.dumps(_on_wire(text), ensure_ascii=False)
    return str(text)


def read_again(text: str) -> Sentence:
    """Return the sentence in a text from `written`; any other text stays as it is."""
    if text.startswith(_BEGINNING):
        try:
            return _read(msgspec.json.decode(text, type=_Wire))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            pass  # a text that only begins like one
    return Sentence(text)


_BEGINNING = '{"template": '


class _Wire(msgspec.Struct, frozen=True):
    template: str
    values: dict[str, "str | int | float | _Wire"]


def _read(wire: _Wire) -> Sentence:
    values = {n: _read(v) if isinstance(v, _Wire) else v for n, v in wire.values.items()}
    return _filled(wire.template, values)


def _filled(template: str, values: Mapping[str, Value]) -> Sentence:
    text = _FIELD.sub(lambda place: _shown(values, place), template) if values else template
    return Sentence(text, template, values)


def _shown(values: Mapping[str, Value], place: re.Match[str]) -> str:
    value = values.get(place[1], place[0])
    return value if isinstance(value, str) else format(value, place[2] or "")


def _value(value: object) -> Value:
    if isinstance(value, Sentence):
        return value
    if isinstance(value, Integral) and abs(int(value)) < _LARGEST:
        return int(value)
    if isinstance(value, Real) and not isinstance(value, Integral) and math.isfinite(value):
        return float(value)
    return str(value)


def _on_wire(value: Value) -> Any:
    # Also without values: a sentence in another one is translated, a text is not.
    if not isinstance(value, Sentence):
        return value
    inner = {name: _on_wire(each) for name, each in value.values.items()}
    return {"template": value.template, "values": inner}
