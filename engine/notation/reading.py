"""MusicXML to a `Score`: bytes from outside through the gate, then parts, turns and ticks."""

import io
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from xml.etree import ElementTree as ET

from engine.errors import EmptyMusicError, LimitError, NotationFileError
from engine.gate import archives, xml
from engine.gate.files import TooLargeError
from engine.gate.refusal import RefusedError
from engine.music.chord_symbols import Chord
from engine.music.chord_track import MOST_CHORDS, with_chords
from engine.music.midifile import Reading
from engine.music.ranges import FASTEST_BPM, SLOWEST_BPM
from engine.music.score import (
    TICKS_PER_QUARTER,
    KeySignature,
    Note,
    Other,
    Score,
    Tempo,
    TimeSignature,
    Track,
)
from engine.music.smf_warnings import Oddities
from engine.music.span import LIMITS, Limits, fit
from engine.music.time import DEFAULT_BPM
from engine.notation.lyrics import LYRIC
from engine.notation.musicxml_measures import ReadMeasure, ReadNote
from engine.notation.musicxml_parts import SKIPPED, ReadPart, composer_of, parts_of, title_of
from engine.notation.quarters import simplified
from engine.notation.unfolding import PlayedMeasure, Signs, in_order, unfolded

EXPORT_FIRST = "It is a file of MuseScore's own; open it there and export it as MusicXML first."
_ZIP, _CONTAINER = b"PK\x03\x04", "META-INF/container.xml"
_CONTAINER_BYTES = 1 << 16
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
# Turns of measures times parts; the longest symphony has a tenth of it.
_MOST_TURNS = 4_000_000
# A grace note takes this part of a quarter from the one before, as engraving programs play it.
_GRACE = TICKS_PER_QUARTER // 9
_FINEST_METER = 64


def is_musicxml(data: bytes) -> bool:
    """Return whether bytes are likely MusicXML, packed or not: they begin like XML or ZIP."""
    head = data[:256]
    for mark in _MARKS:
        head = head.removeprefix(mark)
    return head.startswith(_ZIP) or head.replace(b"\0", b"").lstrip().startswith(b"<")


def read_musicxml(
    data: bytes, *, title: str = "", repeats: bool = True, limits: Limits = LIMITS
) -> Reading:
    """Return the music in a MusicXML file, `.musicxml` or `.mxl`.

    Lengths are as engraved: dots over notes shorten nothing. Clarinets and the like are at the
    pitch that sounds; short measures have a meter of their own. A key of more than fourteen signs
    is no key, and passed over; places finer than `quarters.FINEST` parts are rounded to these.

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
    root = _root(data, limits)
    parts = parts_of(root, most_parts=limits.tracks, most_measures=limits.bars)
    title, composer = title or title_of(root), composer_of(root)
    del root
    ruler = _Ruler(parts)
    turns = unfolded(ruler.signs, most=limits.bars) if repeats else in_order(ruler.count)
    if len(turns) * len(parts) > _MOST_TURNS:
        raise LimitError(f"Its {len(parts):,} parts have {len(turns):,} measures to play each.")
    score = _score(parts, ruler, turns, title, limits)
    if not score.note_count:
        raise EmptyMusicError("There are no notes in it.")
    oddities = Oddities()
    score = replace(score, composer=composer)
    return Reading(fit(score, oddities, limits), oddities.sentences())


def _root(data: bytes, limits: Limits) -> ET.Element:
    bounds = xml.Bounds(text_bytes=limits.file_bytes)
    try:
        return xml.parse(unpacked(data, limits), skipping=SKIPPED, bounds=bounds)
    except TooLargeError as error:
        raise LimitError(
            f"It unpacks to more than {limits.file_bytes >> 20} MiB; Segue reads no more of it."
        ) from error
    except RefusedError as error:
        raise NotationFileError(f"It cannot be read as MusicXML: {error}.") from error


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


@dataclass(frozen=True, slots=True)
class _RulerBar:
    length: Fraction
    meter: tuple[int, int]
    is_torn: bool = False  # its meter is longer than it is


class _Ruler:
    """What holds for all parts: how long measures are, their meters, their repeats."""

    def __init__(self, parts: Sequence[ReadPart]) -> None:
        self.count = max((len(part.measures) for part in parts), default=0)
        self.signs = tuple(
            _joined([p.measures[n].signs for p in parts if n < len(p.measures)])
            for n in range(self.count)
        )
        self.bars = tuple(self._bars(parts))

    def _bars(self, parts: Sequence[ReadPart]) -> Iterator[_RulerBar]:
        meter = (4, 4)
        for number in range(self.count):
            here = [part.measures[number] for part in parts if number < len(part.measures)]
            meter = next((m.meter for m in here if m.meter is not None), meter)
            nominal = Fraction(4 * meter[0], meter[1])
            length = max((measure.length for measure in here), default=Fraction(0)) or nominal
            if length == nominal:
                yield _RulerBar(nominal, meter)
            else:
                yield _short_bar(length)


def _short_bar(length: Fraction) -> _RulerBar:
    """Return a bar of a length that its meter does not have: an upbeat, or half a split one."""
    for value in (4, 8, 16, 32, _FINEST_METER):
        beats = length * value / 4
        if beats.denominator == 1 and beats <= 64:
            return _RulerBar(length, (int(beats), value))
    # No meter is so long: one that is longer, and the next bar says its own where it begins.
    sixteenths = max(1, min(64, -(-length * 4 // 1)))
    return _RulerBar(length, (sixteenths, 16), is_torn=True)


def _joined(signs: Sequence[Signs]) -> Signs:
    """Return what any part says: programs write repeats into the first part or into all."""
    return Signs(
        forward=any(s.forward for s in signs),
        backward=max((s.backward for s in signs), default=0),
        endings=next((s.endings for s in signs if s.endings), frozenset()),
        closes=any(s.closes for s in signs),
        segno=any(s.segno for s in signs),
        coda=any(s.coda for s in signs),
        to_coda=any(s.to_coda for s in signs),
        da_capo=any(s.da_capo for s in signs),
        dal_segno=any(s.dal_segno for s in signs),
        fine=any(s.fine for s in signs),
    )


def _score(
    parts: Sequence[ReadPart],
    ruler: _Ruler,
    turns: Sequence[PlayedMeasure],
    title: str,
    limits: Limits,
) -> Score:
    starts: list[Fraction] = []
    at = Fraction(0)
    for turn in turns:
        starts.append(at)
        at = simplified(at + ruler.bars[turn.measure].length)
    _refuse_too_many(parts, turns, limits)
    tracks = tuple(_TrackMaker(part, turns, starts).track() for part in parts)
    score = Score(
        ticks_per_quarter=TICKS_PER_QUARTER,
        tracks=tracks,
        tempos=_tempos(parts, turns, starts),
        time_signatures=_meters(ruler, turns, starts),
        key_signatures=_keys(parts, turns, starts),
        title=title,
    )
    return with_chords(score, _chords(parts, turns, starts)[:MOST_CHORDS])


def _refuse_too_many(
    parts: Sequence[ReadPart], turns: Sequence[PlayedMeasure], limits: Limits
) -> None:
    count = sum(
        len(part.measures[turn.measure].notes)
        for part in parts
        for turn in turns
        if turn.measure < len(part.measures)
    )
    if count > 4 * limits.notes:
        raise LimitError(f"It has {count:,} notes; Segue reads up to {limits.notes:,}.")


def _tick(place: Fraction) -> int:
    return int(place * TICKS_PER_QUARTER + Fraction(1, 2))


class _TrackMaker:
    """Makes a track of a part: ties joined, grace notes played, syllables kept."""

    def __init__(
        self, part: ReadPart, turns: Sequence[PlayedMeasure], starts: Sequence[Fraction]
    ) -> None:
        self._part = part
        self._turns = turns
        self._starts = starts
        # (pitch, tick where it ends) of notes that go on, to their places in what was made.
        self._open: dict[tuple[int, int], int] = {}
        self._made: list[Note] = []
        self._syllables: dict[int, str] = {}
        # How often each measure is played.
        self._times: dict[int, int] = {}
        for turn in turns:
            self._times[turn.measure] = max(turn.time, self._times.get(turn.measure, 0))

    def track(self) -> Track:
        for turn, start in zip(self._turns, self._starts, strict=True):
            if turn.measure < len(self._part.measures):
                for note in self._part.measures[turn.measure].notes:
                    self._add(note, start, turn)
        others = tuple(
            Other(tick, LYRIC, text.encode()) for tick, text in sorted(self._syllables.items())
        )
        return Track(
            name=self._part.name,
            program=self._part.program,
            is_drum=self._part.is_drum,
            notes=tuple(sorted(self._made)),
            others=others,
        )

    def _add(self, note: ReadNote, bar: Fraction, turn: PlayedMeasure) -> None:
        start = _tick(bar + note.start)
        heard = max(0, _tick(bar + note.start + note.attack))
        if not note.length:
            self._made.append(_grace(note, start, heard, _tick(bar + note.start + note.release)))
            return
        end = max(start + 1, _tick(bar + note.start + note.length))
        until = _tick(bar + note.start + note.length + note.release)
        place = self._open.pop((note.pitch, start), None) if note.tied_from else None
        if place is None:
            place = len(self._made)
            self._made.append(Note(heard, note.pitch, max(1, until - heard), note.velocity))
            self._sing(note, heard, turn)
        else:
            first = self._made[place]
            length = max(1, until - first.start)
            self._made[place] = Note(first.start, first.pitch, length, first.velocity)
        if note.tied_to:
            self._open[note.pitch, end] = place

    def _sing(self, note: ReadNote, start: int, turn: PlayedMeasure) -> None:
        sung = note.verses[: self._times[turn.measure]]
        if any(sung):
            verse = sung[turn.time - 1] if turn.time <= len(sung) else sung[0]
        else:
            # The line of another verse, over which no repeat leads.
            verse = next(filter(None, note.verses), "")
        if verse:
            self._syllables.setdefault(start, verse)


def _grace(note: ReadNote, start: int, heard: int, until: int) -> Note:
    """Return a grace note: as the file says it is played, else just before its main note."""
    if note.attack or note.release:
        return Note(heard, note.pitch, max(1, until - heard), note.velocity)
    # At the very beginning there is no room before.
    early = max(0, start - note.before * _GRACE)
    return Note(early, note.pitch, min(_GRACE, start - early) or _GRACE, note.velocity)


def _meters(
    ruler: _Ruler, turns: Sequence[PlayedMeasure], starts: Sequence[Fraction]
) -> tuple[TimeSignature, ...]:
    found: list[TimeSignature] = []
    last: _RulerBar | None = None
    for turn, start in zip(turns, starts, strict=True):
        bar = ruler.bars[turn.measure]
        if last is None or last.is_torn or last.meter != bar.meter:
            found.append(TimeSignature(_tick(start), *bar.meter))
        last = bar
    return tuple(found)


def _keys(
    parts: Sequence[ReadPart], turns: Sequence[PlayedMeasure], starts: Sequence[Fraction]
) -> tuple[KeySignature, ...]:
    """Return the keys that sound; after a jump the key that stood there holds again."""
    pitched = [part for part in parts if not part.is_drum] or list(parts)
    standing = list(_standing(pitched[0].measures)) if pitched else []
    found: list[KeySignature] = []
    for turn, start in zip(turns, starts, strict=True):
        key = standing[turn.measure] if turn.measure < len(standing) else None
        if key is None or not -7 <= key[0] <= 7:
            continue
        if not found or (found[-1].fifths, found[-1].minor) != key:
            found.append(KeySignature(_tick(start), *key))
    return tuple(found)


def _standing(measures: Sequence[ReadMeasure]) -> Iterator[tuple[int, bool] | None]:
    key: tuple[int, bool] | None = None
    for measure in measures:
        key = measure.key or key
        yield key


def _chords(
    parts: Sequence[ReadPart], turns: Sequence[PlayedMeasure], starts: Sequence[Fraction]
) -> list[Chord]:
    """Return the chord symbols over any part, one at a time."""
    found: dict[int, Chord] = {}
    for turn, start in zip(turns, starts, strict=True):
        for part in parts:
            if turn.measure < len(part.measures):
                for place, chord in part.measures[turn.measure].chords:
                    tick = _tick(start + place)
                    found.setdefault(tick, replace(chord, tick=tick))
    return sorted(found.values())


def _tempos(
    parts: Sequence[ReadPart], turns: Sequence[PlayedMeasure], starts: Sequence[Fraction]
) -> tuple[Tempo, ...]:
    """Return the tempos; after a jump back the tempo that held there at first holds again."""
    found: dict[int, float] = {}
    held: dict[int, float] = {}
    bpm = DEFAULT_BPM
    for turn, start in zip(turns, starts, strict=True):
        before = held.setdefault(turn.measure, bpm)
        marks = {_tick(start): before} if before != bpm else {}
        marks |= _tempos_said(parts, turn, start)
        found |= marks
        bpm = marks[max(marks)] if marks else bpm
    return tuple(
        Tempo(tick, max(SLOWEST_BPM, min(FASTEST_BPM, bpm))) for tick, bpm in sorted(found.items())
    )


def _tempos_said(
    parts: Sequence[ReadPart], turn: PlayedMeasure, start: Fraction
) -> dict[int, float]:
    found: dict[int, float] = {}
    for part in parts:
        if turn.measure < len(part.measures):
            for place, bpm in part.measures[turn.measure].tempos:
                found.setdefault(_tick(start + place), bpm)
    return found
