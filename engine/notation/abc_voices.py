"""The music lines of one voice of an ABC tune."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from engine.form.interpretation import (
    APPOGGIATURA,
    DYNAMICS,
    STROKES,
)
from engine.form.interpretation import (
    SIGNS as PLAYED_SIGNS,
)
from engine.form.quarters import LONGEST, simplified
from engine.form.tempo_words import TempoChange, tempo_in
from engine.form.unfolding import MOST_TIMES, Signs
from engine.ground.errors import LimitError, SegueError
from engine.harmony.chord_symbols import parse_chord
from engine.notation.abc_fields import (
    SIGNS,
    AbcKey,
    key_in,
    length_in,
    meter_in,
    tempo_in_field,
    unit_of,
)
from engine.notation.jumps import Jump, JumpKind, jump_in, with_jump
from engine.notation.left_out import LeftOut, LeftOutCounts
from engine.notation.loudness import Loudness
from engine.notation.musicxml_notes import STEPS
from engine.notation.page import Spelling
from engine.notation.read_parts import NO_MARKS, Marks, ReadMeasure, ReadNote

_LENGTH = r"(?P<length>\d{0,3}/*\d{0,3})"
_PITCH = r"(?:\^\^|\^|__|_|=)?[A-Ga-g][,']*"
_TOKENS = re.compile(
    r'"(?P<text>[^"]*)"'
    r"|!(?P<sign>[^!\s|]{1,24})!|\+(?P<old>[a-z.<>()0-9]{1,24})\+"
    r"|\[(?P<field>[A-Za-z]):(?P<value>[^\]]*)\]"
    r"|\{(?P<grace>[^}]*)\}"
    rf"|\[(?P<chord>(?:{_PITCH}\d{{0,3}}/*\d{{0,3}}-?\s*)+)\](?P<chordlength>\d{{0,3}}/*\d{{0,3}})"
    r"|\((?P<tuplet>\d)(?::(?P<in>\d?))?(?::(?P<count>\d?))?"
    rf"|(?P<note>{_PITCH}){_LENGTH}"
    r"|(?P<rest>[zxZX])(?P<restlength>\d{0,4}/*\d{0,3})"
    r"|(?P<bar>:*\|+:+|:+\|*\]?|\[\||\|+\]|\|+)(?P<ending>\s*\[?[1-9][0-9,-]*)?"
    r"|\[(?P<only>[1-9][0-9,-]*)"
    r"|(?P<tie>-)|(?P<broken>>+|<+)|(?P<short>[.~A-Wh-wuvHLMOPST])|(?P<slur>[()\\`*\s$y])"
    r"|(?P<other>.)"
)
_NOTE = re.compile(rf"(?P<pitch>{_PITCH}){_LENGTH}(?P<tie>-?)")
_GRACE_NOTE = re.compile(rf"(?P<pitch>{_PITCH}){_LENGTH}")
_SYLLABLE = re.compile(r"[^\s\-_*|\\]+|[-_*|]")
# Short signs before a note; an Irish roll is a turn here.
_SHORT: Mapping[str, str] = MappingProxyType(
    {".": "staccato", "~": "turn", "T": "trill-mark", "M": "mordent", "P": "inverted-mordent",
     "H": "fermata", "L": "accent"}
)  # fmt: skip
_LONG: Mapping[str, str] = MappingProxyType(
    {"trill": "trill-mark", "lowermordent": "mordent", "mordent": "mordent",
     "uppermordent": "inverted-mordent", "pralltriller": "inverted-mordent", "roll": "turn",
     "turn": "turn", "invertedturn": "inverted-turn", ">": "accent", "accent": "accent",
     "emphasis": "accent", "fermata": "fermata", "tenuto": "tenuto", "staccato": "staccato",
     "wedge": "staccatissimo", "marcato": "strong-accent"}
)  # fmt: skip
_SWELLS: Mapping[str, int] = MappingProxyType(
    {"crescendo(": 1, "<(": 1, "diminuendo(": -1, ">(": -1}
)
_SWELL_ENDS = frozenset({"crescendo)", "<)", "diminuendo)", ">)"})
_SILENT = frozenset({"u", "v", "upbow", "downbow", "slide", "breath", "open", "plus", "snap"})
_TUPLETS: Mapping[int, int] = MappingProxyType({2: 3, 3: 2, 4: 3, 6: 2, 8: 3})
_COMPOUND = 3


@dataclass(slots=True)
class _Waiting:
    """Signs that belong to the next note."""

    signs: list[str] = field(default_factory=list)
    graces: str = ""
    arpeggio: bool = False


class VoiceReader:
    """Reads the music of one voice, line by line.

    Args:
        key: The key at the beginning.
        meter: The meter at the beginning; None for none.
        unit: The unit note length in quarters; None takes the meter's.
        tempo: The tempo at the beginning.
        counts: Counts what is not played.
        most_measures: The most measures that are read.

    Attributes:
        transpose: Semitones that all sounds higher by.
        octave: Octaves that all sounds higher by.
        is_drum: Whether pitches mean drums.
    """

    def __init__(
        self,
        *,
        key: AbcKey,
        meter: tuple[int, int] | None,
        unit: Fraction | None,
        tempo: TempoChange | None,
        counts: LeftOutCounts,
        most_measures: int,
    ) -> None:
        self.transpose = self.octave = 0
        self.is_drum = False
        self._key, self._meter = key, meter
        self._unit = unit or unit_of(meter)
        self._has_unit = unit is not None
        self._counts = counts
        self._most = most_measures
        self._loudness = Loudness()
        self._measures: list[ReadMeasure] = []
        self._here = ReadMeasure(meter=meter)
        self._say_key()
        if tempo is not None:
            self._here.tempos.append((Fraction(0), tempo))
        self._begin = self._now = Fraction(0)
        self._accidentals: dict[tuple[str, int], int] = {}
        self._ending: frozenset[int] = frozenset()
        self._waiting = _Waiting()
        self._ratio, self._left = Fraction(1), 0
        # The places in the measure of the notes of the last chord, for ties and broken rhythms.
        self._last: list[int] = []
        self._last_start = Fraction(0)
        self._next_factor = Fraction(1)
        # (measure, place in it) of the notes of the line above the words that come.
        self._sung: list[tuple[int, int]] = []
        self._verse = 0
        self._does: dict[str, Callable[[re.Match[str]], None]] = {
            "text": self._text,
            "sign": lambda found: self._sign(found["sign"]),
            "old": lambda found: self._sign(found["old"]),
            "field": lambda found: self.inline(found["field"], found["value"]),
            "grace": self._keep_graces,
            "chord": self._chord,
            "tuplet": self._tuplet,
            "note": self._note,
            "rest": self._rest,
            "bar": self._bar,
            "only": lambda found: self._begin_ending(found["only"]),
            "tie": lambda _: self._tie(),
            "broken": self._broken,
            "short": lambda found: self._sign(found["short"]),
            "other": self._other,
        }

    @property
    def is_empty(self) -> bool:
        """Whether there are no notes in it."""
        return not self._here.notes and not any(each.notes for each in self._measures)

    def measures(self) -> tuple[ReadMeasure, ...]:
        """Return what was read."""
        self._close()
        self._loudness.play(self._measures)
        return tuple(self._measures)

    def music(self, line: str) -> None:
        """Read a line of music."""
        self._sung, self._verse = [], 0
        for found in _TOKENS.finditer(line):
            do = self._does.get(_kind(found))
            if do is not None:
                do(found)

    def words(self, line: str) -> None:
        """Read a line of words under the line of music before it: one verse more."""
        self._verse += 1
        notes = iter(self._sung)
        last: tuple[int, int] | None = None
        for found in _SYLLABLE.finditer(line.replace("\\-", "\u2011")):
            text = found.group().replace("\u2011", "-").replace("~", " ")
            if text == "|":
                continue
            if text == "-":
                if last is not None:
                    self._join(last)
                continue
            place = next(notes, None)
            if place is None:
                return
            last = None if text in {"*", "_"} else place
            if last is not None:
                self._put_word(place, text)

    def inline(self, name: str, value: str) -> None:
        """Read a field within the music."""
        if name == "K":
            self._key = key_in(value) or self._key
            self._say_key()
        elif name == "M":
            self._meter = meter_in(value)
            self._here.meter = self._meter
            if not self._has_unit:
                self._unit = unit_of(self._meter)
        elif name == "L":
            self._unit = length_in(value) or self._unit
            self._has_unit = True
        elif name == "Q":
            tempo = tempo_in_field(value)
            if tempo is not None:
                self._here.tempos.append((self._now, tempo))
        elif name not in "PNrIVR":
            self._counts.add(LeftOut.ABC_FIELD, name=f"‘{name}:’")

    # --- words ---

    def _note_at(self, place: tuple[int, int]) -> list[ReadNote]:
        measure, _ = place
        return (self._measures[measure] if measure < len(self._measures) else self._here).notes

    def _put_word(self, place: tuple[int, int], text: str) -> None:
        notes = self._note_at(place)
        verses = notes[place[1]].verses
        padded = (*verses, *("" for _ in range(self._verse - 1 - len(verses))), text)
        notes[place[1]] = replace(notes[place[1]], verses=padded)

    def _join(self, place: tuple[int, int]) -> None:
        notes = self._note_at(place)
        verses = notes[place[1]].verses
        if verses and not verses[-1].endswith("-"):
            notes[place[1]] = replace(notes[place[1]], verses=(*verses[:-1], f"{verses[-1]}-"))

    # --- notes ---

    def _note(self, found: re.Match[str]) -> None:
        self._place([(found["note"], False)], _length(found["length"]) * self._unit)

    def _chord(self, found: re.Match[str]) -> None:
        notes = [(note["pitch"], bool(note["tie"])) for note in _NOTE.finditer(found["chord"])]
        first = _NOTE.match(found["chord"])
        inner = _length(first["length"]) if first is not None else Fraction(1)
        self._place(notes, inner * _length(found["chordlength"]) * self._unit)

    def _place(self, pitches: list[tuple[str, bool]], length: Fraction) -> None:
        length = self._timed(length)
        start = self._now
        self._graces(length)
        marks = self._marks()
        self._last = []
        for text, tied in pitches:
            spelling, pitch = self._pitch(text)
            if pitch is None:
                self._counts.add(LeftOut.OUT_OF_RANGE)
                continue
            self._last.append(len(self._here.notes))
            self._here.notes.append(
                ReadNote(
                    start=start,
                    length=length,
                    pitch=pitch,
                    velocity=0,
                    tied_to=tied,
                    is_drum=self.is_drum,
                    marks=marks if marks is NO_MARKS else self._neighbours(marks, spelling),
                    spelling=None if self.is_drum else spelling,
                )
            )
        if "fermata" in marks.signs:
            slower = PLAYED_SIGNS["fermata"].slower
            self._here.holds.append((start, simplified(start + length), slower))
        if self._last:
            self._sung.append((len(self._measures), self._last[0]))
        self._here.drums = self._here.drums or self.is_drum
        self._go_on(length)

    def _timed(self, length: Fraction) -> Fraction:
        length = min(length, LONGEST) * self._next_factor
        self._next_factor = Fraction(1)
        if self._left:
            self._left -= 1
            length *= self._ratio
        return simplified(length)

    def _go_on(self, length: Fraction) -> None:
        self._last_start = self._now
        self._now = simplified(min(self._now + length, LONGEST))
        self._here.length = max(self._here.length, self._now)

    def _rest(self, found: re.Match[str]) -> None:
        kind, length = found["rest"], _length(found["restlength"])
        self._last = []
        if kind in "zx":
            self._go_on(self._timed(length * self._unit))
            return
        whole = Fraction(4 * self._meter[0], self._meter[1]) if self._meter else Fraction(4)
        for _ in range(max(1, min(int(length), self._most))):
            self._go_on(whole)
            self._close()

    def _pitch(self, text: str) -> tuple[Spelling, int | None]:
        found = re.match(r"(\^\^|\^|__|_|=)?([A-Ga-g])([,']*)", text)
        if found is None:
            return Spelling("C", 0, 4), None
        sign, letter, marks = found[1], found[2], found[3]
        octave = (5 if letter.islower() else 4) + marks.count("'") - marks.count(",")
        step = letter.upper()
        if sign is not None:
            self._accidentals[step, octave] = SIGNS[sign]
        alter = self._accidentals.get((step, octave), self._key.alter(step))
        pitch = 12 * (octave + 1 + self.octave) + STEPS[step] + alter + self.transpose
        return Spelling(step, alter, octave), pitch if 0 <= pitch <= 127 else None

    def _keep_graces(self, found: re.Match[str]) -> None:
        self._waiting.graces += found["grace"]

    def _graces(self, length: Fraction) -> None:
        text, self._waiting.graces = self._waiting.graces, ""
        notes = list(_GRACE_NOTE.finditer(text))
        # Without a slash one alone is an appoggiatura, but ornaments of pipes are short.
        long = len(notes) == 1 and "/" not in text and _length(notes[0]["length"]) > 1
        for index, found in enumerate(notes):
            spelling, pitch = self._pitch(found["pitch"])
            if pitch is None:
                continue
            self._here.notes.append(
                ReadNote(
                    start=self._now,
                    length=Fraction(0),
                    pitch=pitch,
                    velocity=0,
                    before=len(notes) - index,
                    share=APPOGGIATURA if long and length else Fraction(0),
                    spelling=spelling,
                )
            )

    def _tie(self) -> None:
        for place in self._last:
            self._here.notes[place] = replace(self._here.notes[place], tied_to=True)

    def _broken(self, found: re.Match[str]) -> None:
        """Lengthen the last note by what the next one loses, or the other way round."""
        sign = found["broken"]
        part = Fraction(1, 1 << min(len(sign), 3))
        before, after = (2 - part, part) if sign[0] == ">" else (part, 2 - part)
        length = (self._now - self._last_start) * before
        for place in self._last:
            self._here.notes[place] = replace(self._here.notes[place], length=length)
        if self._now == self._here.length:
            self._here.length = self._last_start + length
        self._now = self._last_start + length
        self._here.length = max(self._here.length, self._now)
        self._next_factor = after

    def _tuplet(self, found: re.Match[str]) -> None:
        actual = int(found["tuplet"])
        if actual < 2:
            return
        compound = (
            self._meter is not None and self._meter[0] % _COMPOUND == 0 and self._meter[1] == 8
        )
        normal = int(found["in"] or 0) or _TUPLETS.get(actual) or (_COMPOUND if compound else 2)
        self._ratio = Fraction(normal, actual)
        self._left = int(found["count"] or 0) or actual

    # --- signs ---

    def _marks(self) -> Marks:
        signs = tuple(dict.fromkeys(self._waiting.signs))
        arpeggio = "1" if self._waiting.arpeggio else ""
        self._waiting.signs, self._waiting.arpeggio = [], False
        return Marks(signs=signs, arpeggio=arpeggio) if signs or arpeggio else NO_MARKS

    def _neighbours(self, marks: Marks, spelling: Spelling) -> Marks:
        letters = "CDEFGAB"
        place = letters.index(spelling.step)
        here = STEPS[spelling.step] + spelling.alter
        moved: list[int] = []
        for step in (1, -1):
            octaves, letter = divmod(place + step, 7)
            name = letters[letter]
            moved.append(STEPS[name] + self._key.alter(name) + 12 * octaves - here)
        return replace(marks, upper=moved[0], lower=-moved[1])

    def _sign(self, name: str) -> None:
        place = self._begin + self._now
        sign = _SHORT.get(name) or _LONG.get(name)
        if sign is not None:
            self._waiting.signs.append(sign)
        elif name in STROKES:
            stroke = STROKES[name]
            self._loudness.strike(place, "", stroke, DYNAMICS[stroke.then] if stroke.then else None)
        elif name in DYNAMICS:
            self._loudness.say(place, "", DYNAMICS[name])
        elif name in _SWELLS:
            self._loudness.begin_hairpin(place, "", name[-2], _SWELLS[name])
        elif name in _SWELL_ENDS:
            self._loudness.end_hairpin(place, name[-2])
        elif name == "arpeggio":
            self._waiting.arpeggio = True
        elif (jump := _JUMPS.get(name) or jump_in(name)) is not None:
            self._jump(jump)
        elif name not in _SILENT:
            self._counts.add(LeftOut.ABC_SIGN, name=f"‘{name}’")

    def _jump(self, jump: Jump) -> None:
        self._here.signs = with_jump(self._here.signs, jump, begins=self._now == 0)

    def _text(self, found: re.Match[str]) -> None:
        """Read a chord symbol, or words that stand somewhere (`^`, `_`, `<`, `>`, `@`)."""
        text = found["text"].strip()
        if text[:1] in {"^", "_", "<", ">", "@"}:
            words = text[1:].strip()
            jump, tempo = jump_in(words), tempo_in(words)
            if jump is not None:
                self._jump(jump)
            elif tempo is not None:
                self._here.tempos.append((self._now, tempo))
            return
        try:
            chord = parse_chord(text)
        except SegueError:
            self._counts.add(LeftOut.ABC_SIGN, name=f"‘{text[:20]}’")
            return
        self._here.chords.append((self._now, chord))

    def _other(self, found: re.Match[str]) -> None:
        self._counts.add(LeftOut.ABC_SIGN, name=f"‘{found['other']}’")

    def _say_key(self) -> None:
        self._here.key = (self._key.fifths, self._key.minor)

    # --- bar lines ---

    def _bar(self, found: re.Match[str]) -> None:
        bar = found["bar"]
        closes = "||" in bar or "]" in bar or bar.startswith("[")
        if bar.startswith(":"):
            self._end_section(backward=True)
        elif closes or bar.endswith(":"):
            self._end_section(backward=False)
        self._close()
        if (bar.endswith(":") and bar.strip(":") != "") or bar == "::":
            self._here.signs = replace(self._here.signs, forward=True)
        if found["ending"]:
            self._begin_ending(found["ending"].strip(" ["))

    def _end_section(self, *, backward: bool) -> None:
        """End an ending, and a repeat, with the measure that was read last."""
        measure = (
            self._here if self._here.length else self._measures[-1] if self._measures else None
        )
        if measure is None:
            return
        signs = measure.signs
        if backward:
            signs = replace(signs, backward=2)
        if self._ending:
            signs = replace(signs, closes=True)
            self._ending = frozenset()
        measure.signs = signs

    def _begin_ending(self, text: str) -> None:
        passes: set[int] = set()
        for part in text.split(","):
            first, _, last = part.partition("-")
            if first.isdigit():
                end = int(last) if last.isdigit() else int(first)
                passes.update(range(int(first), min(end, MOST_TIMES) + 1))
        self._ending = frozenset(passes)
        self._here.signs = replace(self._here.signs, endings=self._ending)

    def _close(self) -> None:
        """End the measure; one without anything in it is none."""
        self._accidentals = {}
        if not self._here.length:
            return
        if len(self._measures) >= self._most:
            raise LimitError("It has more than {most:,} measures.", most=self._most)
        self._measures.append(self._here)
        self._begin = simplified(self._begin + self._here.length)
        self._now = self._last_start = Fraction(0)
        self._last = []
        self._here = ReadMeasure(signs=Signs(endings=self._ending))


_JUMPS: Mapping[str, Jump] = MappingProxyType(
    {
        "S": Jump(JumpKind.SEGNO),
        "O": Jump(JumpKind.CODA),
        "dacapo": Jump(JumpKind.DA_CAPO),
        "dacoda": Jump(JumpKind.TO_CODA),
    }
)


def _kind(found: re.Match[str]) -> str:
    """Return which kind of token was found: the first group that matched."""
    return next((name for name in _KINDS if found[name] is not None), "")


_KINDS = (
    "text", "sign", "old", "field", "grace", "chord", "tuplet", "note", "rest", "bar", "only",
    "tie", "broken", "short", "slur", "other",
)  # fmt: skip


def _length(text: str) -> Fraction:
    """Return the factor of a length: `3`, `3/2`, `/`, `//`."""
    above, slash, below = text.partition("/")
    first = Fraction(int(above)) if above else Fraction(1)
    if not slash:
        return first
    halves = 1 + len(below) - len(below.lstrip("/"))
    number = below.lstrip("/")
    return first / (int(number) if number and int(number) else 1 << min(halves, 10))
