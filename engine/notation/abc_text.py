"""The text of an ABC file: its encoding, its lines, and the tunes in it."""

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.gate.words import printable

# `is_abc` looks for the first field in these bytes.
_HEAD_BYTES = 4096
_FIRST = re.compile(rb"^[ \t]*[XT]:", re.MULTILINE)
_KEY = re.compile(rb"^[ \t]*K:", re.MULTILINE)
_TUNE = re.compile(r"X:\s*(\d{0,9})")
_CHARSET = re.compile(rb"(?:%%|I:)\s*abc-charset\s+([\w-]{2,20})")
# Only tables of single bytes: other codecs of Python do more than read letters.
_TABLES = re.compile(r"iso8859-\d{1,2}|cp125\d|koi8-[ru]|mac-roman")
_OTHER_FORMATS = (b"MThd", b"RIFF", b"PK\x03\x04")
# Fields that hold for all tunes where they stand above the first one.
_SHARED = ("M:", "L:", "U:", "I:", "%%MIDI", "%%propagate")
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class TuneText:
    """The lines of one tune.

    Attributes:
        number: The number of its `X:` field; empty without one.
        lines: Its lines, without white space around them.
        shared: The lines above the first tune that hold for it.
    """

    number: str
    lines: tuple[str, ...]
    shared: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Its first title."""
        return printable(self.field("T"))[:_LONGEST_NAME]

    @property
    def has_music(self) -> bool:
        """Whether anything follows its key."""
        key = next((n for n, line in enumerate(self.lines) if line.startswith("K:")), None)
        return key is not None and len(self.lines) > key + 1

    def field(self, name: str) -> str:
        """Return what the first field of a name says, or nothing."""
        found = (line[2:].strip() for line in self.lines if line.startswith(f"{name}:"))
        return next(found, "")

    def text(self) -> str:
        """Return the tune as a file of its own."""
        return "\n".join((*self.shared, *self.lines, ""))


def is_abc(data: bytes, name: str = "") -> bool:
    """Return whether bytes are likely ABC: a tune's number or title, and later its key.

    Args:
        data: The whole file.
        name: The file's name, if there is one: `.abc` is believed, but for files that begin like
            another format.
    """
    if name.lower().endswith(".abc"):
        return not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<", *_OTHER_FORMATS))
    if data.startswith(_OTHER_FORMATS):
        return False
    if _utf16(data):
        data = text_of(data).encode()
    head = data[:_HEAD_BYTES]
    if b"\0" in head:
        return False
    plain = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in head else data
    begins = plain.startswith(b"%abc") or _FIRST.search(plain[:_HEAD_BYTES]) is not None
    return begins and _KEY.search(plain) is not None


def text_of(data: bytes) -> str:
    """Return the text of an ABC file, with plain line ends."""
    encoding = _utf16(data)
    if encoding:
        text = data.decode(encoding, "replace").removeprefix("\ufeff")
    else:
        text = _eight_bits(data)
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ")


def _utf16(data: bytes) -> str:
    """Return the name of the encoding of text in pairs of bytes; empty for other text."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    head = data[:_HEAD_BYTES]
    first, second = head[::2].count(0), head[1::2].count(0)
    if first + second < len(head) // 4 or min(first, second) > max(first, second) // 8:
        return ""
    return "utf-16-le" if second > first else "utf-16-be" if first else ""


def _eight_bits(data: bytes) -> str:
    named = _CHARSET.search(data)
    if named is not None:
        name = named[1].decode("ascii", "replace")
        try:
            table = codecs.lookup(name).name
        except (LookupError, UnicodeError):
            table = ""
        if _TABLES.fullmatch(table):
            return data.decode(table, "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def tunes_of(text: str) -> Iterator[TuneText]:
    """Yield the tunes of a file; a file without numbers is one tune."""
    lines = [line.strip() for line in text.split("\n")]
    starts = [place for place, line in enumerate(lines) if line.startswith("X:")]
    if not starts:
        yield TuneText("", tuple(lines))
        return
    shared = tuple(line for line in lines[: starts[0]] if line.startswith(_SHARED))
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        found = _TUNE.match(lines[start])
        number = found[1] if found is not None else ""
        yield TuneText(number, tuple(_until_blank(lines[start:end])), shared)


def _until_blank(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a tune: an empty line ends it."""
    for line in lines:
        if not line:
            return
        yield line
