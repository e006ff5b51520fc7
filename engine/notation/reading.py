"""MusicXML to a `Score`: bytes from outside through the gate, then parts, turns and ticks."""

import io
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree as ET

from engine.gate import archives, xml
from engine.gate.files import TooLargeError
from engine.gate.refusal import RefusedError
from engine.ground.errors import EmptyMusicError, LimitError, NotationFileError
from engine.midi.file.midifile import Reading
from engine.midi.file.span import LIMITS, Limits, fit
from engine.notation.encodings import as_utf8
from engine.notation.left_out import LeftOut, LeftOutCounts
from engine.notation.musicxml_parts import SKIPPED, composer_of, parts_of, ticks_of, title_of
from engine.notation.score_making import score_of
from engine.values.oddities import Oddities

EXPORT_FIRST = "It is a file of MuseScore's own; open it there and export it as MusicXML first."
_ZIP, _CONTAINER = b"PK\x03\x04", "META-INF/container.xml"
# The list of files in packed MusicXML is short.
_CONTAINER_BYTES = 1 << 16
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


def is_musicxml(data: bytes) -> bool:
    """Return whether bytes are likely MusicXML, packed or not: they begin like XML or ZIP."""
    head = data[:256]
    for mark in _MARKS:
        head = head.removeprefix(mark)
    return head.startswith(_ZIP) or head.replace(b"\0", b"").lstrip().startswith(b"<")


def read_musicxml(
    data: bytes, *, title: str = "", repeats: bool = True, limits: Limits = LIMITS
) -> Reading:
    """Return the music in a MusicXML file, `.musicxml` or `.mxl`, as its signs are played.

    Clarinets and the like are at the pitch that sounds; short measures have a meter of their own. A
    key of more than fourteen signs is no key, and passed over; places finer than `quarters.FINEST`
    parts are rounded to these. The warnings name signs that are not played.

    Args:
        data: The whole file.
        title: The piece's name; empty takes the file's own.
        repeats: Whether repeats are played; else each measure comes once.
        limits: The most that is taken.

    Raises:
        NotationFileError: It is damaged, no MusicXML, or declares entities.
        EmptyMusicError: There are no notes in it.
        LimitError: It is larger than Segue reads.
    """
    counts = LeftOutCounts()
    root = _root(data, limits, counts)
    parts = parts_of(root, most_parts=limits.tracks, most_measures=limits.bars, counts=counts)
    title, composer = title or title_of(root), composer_of(root)
    ticks = ticks_of(root)
    del root
    score = score_of(parts, title=title, repeats=repeats, limits=limits, ticks=ticks)
    if not score.note_count:
        raise EmptyMusicError("There are no notes in it.")
    oddities = Oddities()
    score = fit(replace(score, composer=composer), oddities, limits)
    return Reading(score, (*oddities.sentences(), *counts.sentences()))


def _root(data: bytes, limits: Limits, counts: LeftOutCounts) -> ET.Element:
    bounds = xml.XmlBounds(text_bytes=limits.file_bytes)
    try:
        document, encoding = as_utf8(unpacked(data, limits))
        if encoding:
            counts.add(LeftOut.ENCODING, name=encoding)
        return xml.parse(
            document, skipping=SKIPPED, bounds=bounds, encoding="utf-8" if encoding else None
        )
    except TooLargeError as error:
        raise LimitError(
            "It unpacks to more than {file_bytes} MiB; Segue reads no more of it.",
            file_bytes=limits.file_bytes >> 20,
        ) from error
    except RefusedError as error:
        raise NotationFileError("It cannot be read as MusicXML: {error}.", error=error) from error


def unpacked(data: bytes, limits: Limits = LIMITS) -> bytes:
    """Return the score in an `.mxl` archive: what its container names, else its first XML.

    Raises:
        NotationFileError: The archive is a file of MuseScore's own.
        RefusedError: It is damaged, or there is no score in it.
    """
    if not data.startswith(_ZIP):
        return data
    with archives.opened(io.BytesIO(data)) as archive:
        names = [info.filename for info in archive.infolist() if not info.is_dir()]
        if any(name.endswith(".mscx") for name in names):
            raise NotationFileError(EXPORT_FIRST)
        name = _named(archive, names)
        info = archive.getinfo(name)
        return archives.read(archive, name, most=archives.largest(info, most=limits.file_bytes))


def _named(archive: zipfile.ZipFile, names: Sequence[str]) -> str:
    if _CONTAINER in names:
        text = archives.read(archive, _CONTAINER, most=_CONTAINER_BYTES)
        there = frozenset(names)
        for element in xml.parse(text).iter():
            path = element.get("full-path", "")
            if element.tag.rpartition("}")[2] == "rootfile" and path in there:
                return path
    scores = [n for n in names if n.endswith((".xml", ".musicxml")) and "META-INF" not in n]
    if not scores:
        raise RefusedError("there is no score in the archive")
    return scores[0]
