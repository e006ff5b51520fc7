"""The INI file in which earlier versions kept preferences: only its plain values.

Those versions wrote it with `QSettings`, which also decodes objects: `@Variant(…)` can create any
type that Qt or PySide registered, and PySide's own type runs `pickle`. This reader accepts only
texts and lists of texts, and leaves out whatever begins with `@`.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import unquote

from engine.gate.files import read_file
from engine.gate.refusal import RefusedError

# Bytes. The files that Segue wrote have some kilobytes.
LARGEST = 1 << 20
# Separates the keys of one action.
KEYS_APART = " | "
# The groups that the old files had besides single values.
_KNOWN = ("preferences", "keys", "notes")
_ESCAPED: Mapping[str, str] = MappingProxyType(
    dict(zip("abfnrtv\"?'\\", "\a\b\f\n\r\t\v\"?'\\", strict=True))
)
# One token of a value: an escape, a quote, a comma, or plain text.
_PIECE = re.compile(
    r"\\x(?P<hexadecimal>[0-9A-Fa-f]{1,8})|\\(?P<octal>[0-7]{1,8})|\\(?P<escape>.)"
    r'|(?P<quote>")|(?P<comma>, *)|(?P<text>[^\\",]+)|\\'
)
# Qt writes a character as UTF-16 units.
_LARGEST_UNIT = 0xFFFF


def read_ini(path: Path) -> dict[str, Any]:
    """Return the plain values of an old file in the shape of the JSON file.

    Raises:
        RefusedError: The file is unreadable, too large, or not a text.
    """
    data = read_file(path, most=LARGEST)
    if b"\x00" in data:
        raise RefusedError("it is no text")
    groups: dict[str, dict[str, list[str]]] = {}
    for group, key, values in _lines(data.decode("utf-8", "replace")):
        groups.setdefault(group, {})[key] = values
    found: dict[str, Any] = {
        name: {key: values[0] for key, values in groups.get(name, {}).items() if len(values) == 1}
        for name in _KNOWN
    }
    found["keys"] = {
        name: list(filter(None, text.split(KEYS_APART))) for name, text in found["keys"].items()
    }
    return groups.get("General", {}) | found


def _lines(text: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield group, key and values of each line with a plain value."""
    group = "General"
    for line in map(str.strip, text.split("\n")):
        if line.startswith("[") and line.endswith("]"):
            group = unquote(line[1:-1])
            continue
        key, equals, value = line.partition("=")
        values = _values(value) if equals and not key.startswith(";") else None
        if values is not None:
            yield group, unquote(key.strip()), values


def _values(written: str) -> list[str] | None:
    """Return the texts of a value, or None if it has another type."""
    texts, text, quoted, inside = [], "", False, False
    for piece in _PIECE.finditer(written.strip()):
        match piece.lastgroup:
            case "quote":
                inside, quoted = not inside, True
            case "comma" if not inside:
                texts.append(text if quoted else text.rstrip())
                text, quoted = "", False
            case "hexadecimal" | "octal" as base:
                unit = int(piece[base], 16 if base == "hexadecimal" else 8)
                text += chr(unit & _LARGEST_UNIT)
            case "escape":
                text += _ESCAPED.get(piece["escape"], "")
            case _:
                text += piece[0] if piece.lastgroup else ""
    texts.append(text)
    plain = [each.removeprefix("@") if each.startswith("@@") else each for each in texts]
    typed = any(each.startswith("@") and not each.startswith("@@") for each in texts)
    return None if typed else plain
