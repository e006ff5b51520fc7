"""The music lines of one voice of an ABC tune."""

import re
from collections.abc import Callable, Mapping, Sequence
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
from engine.form.tempo_words import tempo_in
from engine.form.unfolding import MOST_TIMES
from engine.gate.words import printable
from engine.ground.errors import LimitError, SegueError
from engine.harmony.chord_symbols import parse_chord
from engine.notation.abc_fields import (
    SIGNS,
    AbcKey,
    StaffMoves,
    key_in,
    length_in,
    meter_in,
    staff_moves,
    tempo_in_field,
    unit_of,
)
from engine.notation.abc_marks import DECORATIONS, HAIRPINS, LETTERS, SlurStack, is_dynamic
from engine.notation.abc_tokens import (
    ALL_NOTES,
    GRACES,
    IN_CHORD,
    NOTES,
    SYLLABLE,
    TOKENS,
    factor,
    kind_of,
)
from engine.notation.jumps import Jump, JumpKind, jump_in, with_jump
from engine.notation.left_out import LeftOut, LeftOutCounts
from engine.notation.loudness import Loudness
from engine.notation.musicxml_notes import STEPS
from engine.notation.page import Spelling
from engine.notation.read_parts import NO_MARKS, Marks, ReadMeasure, ReadNote
from engine.values.events import Direction, DirectionKind
from engine.values.mark_kinds import Mark
from engine.values.ranges import LONGEST_DIRECTION

_TUPLETS: Mapping[int, int] = MappingProxyType({2: 3, 3: 2, 4: 3, 6: 2, 8: 3})
_COMPOUND = 3
# Hymns have a dozen; a damaged file has thousands.
_MOST_VERSES = 64
# Voices that `&` may begin in a measure of a voice; a damaged file has thousands.
_MOST_OVERLAYS = 64
_FERMATA, _ARPEGGIO = Mark("fermata"), Mark("arpeggiate")
_PITCH = re.compile(r"(\^\^|\^|__|_|=)?(\d*/\d*)?([A-Ga-g])([,']*)")
NO_TIES: Mapping[tuple[str, int], int] = MappingProxyType({})
# How far a sign holds: for its letter in all octaves, in its own one, or for its note alone.
PROPAGATED = frozenset({"pitch", "octave", "not"})


@dataclass(slots=True)
class _Waiting:
    """Signs that belong to the next note."""

    marks: list[Mark] = field(default_factory=list)
    graces: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Written:
    """A note as it stands in the text: its pitch, its own length, tie and signs."""

    pitch: str
    length: Fraction
    tied: bool = False
    marks: tuple[Mark, ...] = ()


class VoiceReader:
    """Reads the music of one voice, line by line.

    Args:
        key: The key at the beginning.
        meter: The meter at the beginning; None for none.
        unit: The unit note length in quarters; None takes the meter's.
        tempo: The text of the field of the tempo at the beginning; empty for none.
        counts: Counts what is not played.
        most_measures: The most measures that are read.

    Attributes:
        moves: The octaves and semitones that its clef and its fields add to its pitches.
        shift: Semitones that all sounds higher by besides.
        program: General MIDI program of the notes that come; None for the part's.
        is_drum: Whether pitches mean drums.
        propagated: How far a sign holds, one of `PROPAGATED`.
        symbols: Letters that the tune gives a meaning of its own.
        parts: (letter, the measure it begins with) of the parts that are marked in it.
    """

    def __init__(
        self,
        *,
        key: AbcKey,
        meter: tuple[int, int] | None,
        unit: Fraction | None,
        tempo: str,
        counts: LeftOutCounts,
        most_measures: int,
    ) -> None:
        self.moves = StaffMoves()
        self.shift = 0
        self.program: int | None = None
        self.is_drum = False
        self.propagated = "pitch"
        self.symbols: Mapping[str, str] = {}
        self.parts: list[tuple[str, int]] = []
        self._key, self._meter = key, meter
        self._unit = unit or unit_of(meter)
        self._has_unit = unit is not None
        self._counts = counts
        self._most = most_measures
        self._loudness = Loudness()
        # The last one is not ended. Where each begins, in quarters.
        self._measures: list[ReadMeasure] = [ReadMeasure(meter=meter)]
        self._begins: list[Fraction] = [Fraction(0)]
        self._at = 0
        self._here = self._measures[0]
        self._say_key()
        self._now = Fraction(0)
        # Which time a measure is gone through, and where a longer overlay goes back to.
        self._overlay = 0
        self._overlay_start: tuple[int, Fraction] | None = None
        self._accidentals: dict[tuple[str, int], int] = {}
        # Signs that a tie carries over a bar line, for the note that it leads to.
        self._tied: dict[tuple[str, int], int] = {}
        self._ending: frozenset[int] = frozenset()
        # How often the section is played, whether its beginning is marked, and where it begins if
        # that is not marked: after the last double bar or the last repeat.
        self._times, self._opened, self._section = 2, False, 0
        self._waiting = _Waiting()
        self._slurs = SlurStack()
        # How many notes and chords were read.
        self._count = 0
        self._ratio, self._left = Fraction(1), 0
        # The places in the measure of the notes of the last chord, for ties and broken rhythms.
        self._last: list[int] = []
        self._last_start = Fraction(0)
        self._next_factor = Fraction(1)
        # (measure, place in it) of the notes of the line above the words that come.
        self._sung: list[tuple[int, int]] = []
        self._verse = 0
        self._does: dict[str, Callable[[re.Match[str]], None]] = {
            "text": lambda found: self._text(found["text"]),
            "sign": lambda found: self._sign(found["sign"]),
            "jump": lambda found: self._sign(found["jump"]),
            "old": self._old,
            "field": lambda found: self.inline(found["field"], found["value"]),
            "grace": self._keep_graces,
            "chord": self._chord,
            "tuplet": self._tuplet,
            "note": self._note,
            "rest": self._rest,
            "bar": self._bar,
            "only": lambda found: self._begin_ending(found["only"]),
            "overlay": self._overlaid,
            "tie": lambda _: self._tie(),
            "slur": self._slur,
            "broken": self._broken,
            "short": lambda found: self._letter(found["short"]),
            "other": lambda found: self._unknown(found["other"]),
        }
        if tempo:
            self.inline("Q", tempo)

    @property
    def is_empty(self) -> bool:
        """Whether there are no notes in it."""
        return not any(each.notes for each in self._measures)

    @property
    def measures_begun(self) -> int:
        """How many measures are ended, and one more if the last one has anything in it."""
        return len(self._measures) - (not self._measures[-1].length)

    def measures(self) -> tuple[ReadMeasure, ...]:
        """Return what was read."""
        self._at = len(self._measures) - 1
        self._here = self._measures[-1]
        self._close()
        measures = self._measures[:-1]
        self._loudness.play(measures)
        return tuple(measures)

    def begin_in(self, key: AbcKey) -> None:
        """Say the key that holds at the beginning, for a voice that was named before it."""
        self._key = key
        self._say_key()

    def music(self, line: str, *, goes_on: bool = False) -> None:
        """Read a line of music, or what goes on in the same line."""
        if not goes_on:
            self._sung, self._verse = [], 0
        for found in TOKENS.finditer(line):
            do = self._does.get(kind_of(found))
            if do is not None:
                do(found)

    def words(self, line: str) -> None:
        """Read a line of words under the line of music before it: one verse more."""
        self._verse += 1
        if self._verse > _MOST_VERSES:
            return
        notes = iter(self._sung)
        last: tuple[int, int] | None = None
        for found in SYLLABLE.finditer(line.replace("\\-", "\u2011")):
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
            self.moves = staff_moves(value).over(self.moves)
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
            tempo = tempo_in_field(value, self._unit)
            if tempo is not None:
                self._here.tempos.append((self._now, tempo))
        elif name == "P":
            self._part(value)
        elif name not in "NrIVRTw":
            self._counts.add(LeftOut.ABC_FIELD, name=f"‘{name}:’")

    def _part(self, value: str) -> None:
        """Begin a part, which no ending and no measure goes on into."""
        self._end_section(backward=0)
        self._close()
        self._section = len(self._measures) - 1
        name = value.strip().strip('"')
        if name:
            self._direct("rehearsal", name, above=True)
        if name[:1].isalpha():
            self.parts.append((name[0], len(self._measures) - 1))

    # --- words ---

    def _put_word(self, place: tuple[int, int], text: str) -> None:
        notes = self._measures[place[0]].notes
        verses = notes[place[1]].verses
        padded = (*verses, *("" for _ in range(self._verse - 1 - len(verses))), text)
        notes[place[1]] = replace(notes[place[1]], verses=padded)

    def _join(self, place: tuple[int, int]) -> None:
        notes = self._measures[place[0]].notes
        verses = notes[place[1]].verses
        if verses and not verses[-1].endswith("-"):
            notes[place[1]] = replace(notes[place[1]], verses=(*verses[:-1], f"{verses[-1]}-"))

    # --- notes ---

    def _note(self, found: re.Match[str]) -> None:
        length = factor(found["length"]) * self._unit
        self._place([_Written(found["note"], length)], length)

    def _old(self, found: re.Match[str]) -> None:
        """Read a sign or, in files from before 2.0, a chord between two plus signs."""
        text = found["old"]
        if text in DECORATIONS or is_dynamic(text) or not ALL_NOTES.fullmatch(text):
            self._sign(text)
        else:
            self._sound(text, Fraction(1))

    def _chord(self, found: re.Match[str]) -> None:
        self._sound(found["chord"], factor(found["chordlength"]))

    def _sound(self, text: str, times: Fraction) -> None:
        """Read what stands between the brackets of a chord; it is as long as its first note."""
        notes: list[_Written] = []
        shared, self._waiting.marks = self._waiting.marks, []
        for found in IN_CHORD.finditer(text):
            if found["note"] is not None:
                length = factor(found["length"]) * times * self._unit
                own = tuple(self._waiting.marks)
                self._waiting.marks = []
                notes.append(_Written(found["note"], length, bool(found["tie"]), own))
            elif found["text"] is not None:
                self._text(found["text"])
            elif found["short"] is not None:
                self._letter(found["short"])
            else:
                self._sign(found["sign"] or found["old"])
        self._waiting.marks = shared
        if notes:
            self._place(notes, notes[0].length)

    def _place(self, notes: Sequence[_Written], length: Fraction) -> None:
        if self._now >= LONGEST:
            raise LimitError("It has a measure of more than {most:,} quarters.", most=int(LONGEST))
        ratio = self._ratio_now()
        full, length = length, simplified(min(length, LONGEST) * ratio)
        start = self._now
        self._graces(length)
        shared, self._waiting.marks = tuple(self._waiting.marks), []
        tied, self._tied = self._tied, {}
        self._last = []
        for note in notes:
            spelling, pitch = self._pitch(note.pitch, tied)
            if pitch is None:
                self._counts.add(LeftOut.OUT_OF_RANGE)
                continue
            own = length if note.length == full else simplified(min(note.length, LONGEST) * ratio)
            written = tuple(dict.fromkeys((*shared, *note.marks)))
            self._last.append(len(self._here.notes))
            self._here.notes.append(
                ReadNote(
                    start=start,
                    length=own,
                    pitch=pitch,
                    velocity=0,
                    voice=f"&{self._overlay}" if self._overlay else "",
                    tied_to=note.tied,
                    program=self.program,
                    is_drum=self.is_drum,
                    marks=self._played(written, spelling),
                    written=written,
                    spelling=None if self.is_drum else spelling,
                )
            )
            if note.tied:
                self._tied[spelling.step, spelling.octave] = spelling.alter
        self._begin_slurs()
        if any(_FERMATA in (*shared, *note.marks) for note in notes):
            slower = PLAYED_SIGNS["fermata"].slower
            self._here.holds.append((start, simplified(start + length), slower))
        if self._last and not self._overlay:
            self._sung.append((self._at, self._last[0]))
        self._here.drums = self._here.drums or self.is_drum
        self._go_on(length)

    def _ratio_now(self) -> Fraction:
        """Return by what the next length is multiplied: by tuplets and broken rhythms."""
        ratio, self._next_factor = self._next_factor, Fraction(1)
        if self._left:
            self._left -= 1
            ratio *= self._ratio
        return ratio

    def _go_on(self, length: Fraction) -> None:
        self._last_start = self._now
        self._now = simplified(min(self._now + length, LONGEST))
        self._here.length = max(self._here.length, self._now)

    def _rest(self, found: re.Match[str]) -> None:
        kind, length = found["rest"], factor(found["restlength"])
        self._last, self._tied = [], {}
        if kind in "zx":
            self._go_on(simplified(min(length * self._unit, LONGEST) * self._ratio_now()))
            return
        whole = Fraction(4 * self._meter[0], self._meter[1]) if self._meter else Fraction(4)
        for _ in range(max(1, min(int(length), self._most))):
            self._go_on(whole)
            self._close()

    def _pitch(
        self, text: str, tied: Mapping[tuple[str, int], int] = NO_TIES
    ) -> tuple[Spelling, int | None]:
        found = _PITCH.match(text)
        if found is None:
            return Spelling("C", 0, 4), None
        sign, letter, marks = found[1], found[3], found[4]
        octave = (5 if letter.islower() else 4) + marks.count("'") - marks.count(",")
        step = letter.upper()
        place = (step, octave if self.propagated == "octave" else 0)
        alter = self._accidentals.get(place, self._key.alter(step))
        if sign is not None:
            alter = self._signed(sign, found[2])
            if self.propagated != "not":
                self._accidentals[place] = alter
        elif place not in self._accidentals:
            alter = tied.get((step, octave), alter)
        pitch = 12 * (octave + 1) + STEPS[step] + alter + self.moves.semitones + self.shift
        return Spelling(step, alter, octave), pitch if 0 <= pitch <= 127 else None

    def _signed(self, sign: str, part: str | None) -> int:
        """Return the semitones of a sign; what is no semitone is rounded towards the letter."""
        alter = SIGNS[sign]
        if part is None:
            return alter
        self._counts.add(LeftOut.MICROTONE)
        above, _, below = part.partition("/")
        return int(alter * Fraction(int(above or 1), int(below or 2) or 2))

    def _keep_graces(self, found: re.Match[str]) -> None:
        self._waiting.graces.append(found["grace"])

    def _graces(self, length: Fraction) -> None:
        text, self._waiting.graces = "".join(self._waiting.graces), []
        if not text:
            return
        groups = [list(NOTES.finditer(found.group())) for found in GRACES.finditer(text)]
        # Without a slash one alone is an appoggiatura, but ornaments of pipes are short.
        long = len(groups) == 1 and "/" not in text and factor(groups[0][0]["length"]) > 1
        each = [(index, found) for index, group in enumerate(groups) for found in group]
        for index, found in each:
            spelling, pitch = self._pitch(found["note"])
            if pitch is None:
                continue
            self._here.notes.append(
                ReadNote(
                    start=self._now,
                    length=Fraction(0),
                    pitch=pitch,
                    velocity=0,
                    voice=f"&{self._overlay}" if self._overlay else "",
                    before=len(groups) - index,
                    share=APPOGGIATURA if long and length else Fraction(0),
                    program=self.program,
                    is_drum=self.is_drum,
                    spelling=None if self.is_drum else spelling,
                )
            )

    def _tie(self) -> None:
        for place in self._last:
            note = replace(self._here.notes[place], tied_to=True)
            self._here.notes[place] = note
            if note.spelling is not None:
                self._tied[note.spelling.step, note.spelling.octave] = note.spelling.alter

    def _broken(self, found: re.Match[str]) -> None:
        """Lengthen the last note by what the next one loses, or the other way round."""
        sign = found["broken"]
        part = Fraction(1, 1 << min(len(sign), 3))
        before, after = (2 - part, part) if sign[0] == ">" else (part, 2 - part)
        length = (self._now - self._last_start) * before
        for place in self._last:
            self._here.notes[place] = replace(self._here.notes[place], length=length)
        if self._now == self._here.length and not self._overlay:
            self._here.length = self._last_start + length
        self._now = simplified(self._last_start + length)
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

    def _played(self, written: Sequence[Mark], spelling: Spelling) -> Marks:
        """Return how a note with some marks is played."""
        signs = tuple(mark.name for mark in written if mark.name in PLAYED_SIGNS)
        arpeggio = "1" if _ARPEGGIO in written else ""
        if not signs:
            return Marks(arpeggio=arpeggio) if arpeggio else NO_MARKS
        letters = "CDEFGAB"
        place = letters.index(spelling.step)
        here = STEPS[spelling.step] + spelling.alter
        moved: list[int] = []
        for step in (1, -1):
            octaves, letter = divmod(place + step, 7)
            name = letters[letter]
            moved.append(STEPS[name] + self._key.alter(name) + 12 * octaves - here)
        return Marks(signs=signs, arpeggio=arpeggio, upper=moved[0], lower=-moved[1])

    def _sign(self, name: str) -> None:
        place = self._begins[self._at] + self._now
        mark = DECORATIONS.get(name)
        if mark is not None:
            self._waiting.marks.append(mark)
        elif is_dynamic(name):
            self._direct("dynamic", name)
            self._louden(place, name)
        elif name in HAIRPINS:
            self._direct(*HAIRPINS[name])
            kind, number = HAIRPINS[name]
            if kind == "hairpin-end":
                self._loudness.end_hairpin(place, number)
            else:
                self._loudness.begin_hairpin(place, "", number, 1 if kind == "crescendo" else -1)
        elif (jump := _JUMPS.get(name) or jump_in(name)) is not None:
            kind = _JUMP_SIGNS.get(jump.kind, "words")
            self._direct(kind, "" if kind != "words" else _JUMP_WORDS.get(name, name), above=True)
            self._jump(jump)
        else:
            self._counts.add(LeftOut.ABC_SIGN, name=f"‘{name}’")

    def _louden(self, place: Fraction, name: str) -> None:
        stroke = STROKES.get(name)
        if stroke is None:
            self._loudness.say(place, "", DYNAMICS[name])
        else:
            self._loudness.strike(place, "", stroke, DYNAMICS[stroke.then] if stroke.then else None)

    def _direct(self, kind: DirectionKind, text: str, *, above: bool = False) -> None:
        """Keep a mark over the staff as it is written."""
        text = printable(text)[:LONGEST_DIRECTION]
        self._here.directions.append((self._now, Direction(0, kind, text, above=above)))

    def _slur(self, found: re.Match[str]) -> None:
        if found["slur"] == "(":
            self._slurs.begin()
            return
        mark = self._slurs.end(self._count)
        if mark is not None:
            self._mark_last(mark)

    def _begin_slurs(self) -> None:
        """Begin the slurs that wait for the note that was read last."""
        self._count += 1
        for mark in self._slurs.starts(self._count):
            self._mark_last(mark)

    def _mark_last(self, mark: Mark) -> None:
        for place in self._last[:1]:
            note = self._here.notes[place]
            self._here.notes[place] = replace(note, written=(*note.written, mark))

    def _jump(self, jump: Jump) -> None:
        self._here.signs = with_jump(self._here.signs, jump, begins=self._now == 0)

    def _letter(self, letter: str) -> None:
        """Read a sign of one letter, which the tune may have given another meaning."""
        name = self.symbols.get(letter)
        if name is not None:
            if name and name[0] in '"':
                self._text(name.strip('"'))
            elif name:
                self._sign(name)
            return
        mark = LETTERS.get(letter)
        if mark is not None:
            self._waiting.marks.append(mark)
        else:
            self._sign(letter)

    def _text(self, text: str) -> None:
        """Read a chord symbol, or words: after `^`, `_`, `<`, `>`, `@`, or what is no chord."""
        text = text.strip()
        if text[:1] in {"^", "_", "<", ">", "@"}:
            self._words(text[1:].strip(), above=text[0] != "_")
            return
        try:
            self._here.chords.append((self._now, parse_chord(text)))
        except SegueError:
            # In old books, a finger or `D.C.`.
            if text in DECORATIONS:
                self._sign(text)
            else:
                self._words(text, above=True)

    def _words(self, words: str, *, above: bool) -> None:
        jump, tempo = jump_in(words), tempo_in(words)
        if words:
            self._direct("words", words, above=above)
        if jump is not None:
            self._jump(jump)
        elif tempo is not None:
            self._here.tempos.append((self._now, tempo))

    def _unknown(self, sign: str) -> None:
        self._counts.add(LeftOut.ABC_SIGN, name=f"‘{sign}’")

    def _say_key(self) -> None:
        self._here.key = (self._key.fifths, self._key.minor)

    # --- bar lines ---

    def _bar(self, found: re.Match[str]) -> None:
        bar = found["bar"].lstrip(".")
        if bar == ":":
            self._unknown(bar)
            return
        if self._at < len(self._measures) - 1:
            self._go_through()
            return
        if bar.strip(":"):
            # An invisible line may stand before a repeat: `[|]:|`.
            plain = bar.strip("[]").removeprefix("|]")
            back, forth = len(plain) - len(plain.lstrip(":")), len(plain) - len(plain.rstrip(":"))
        else:
            # `::` is a repeat's end and another one's beginning.
            back = forth = len(bar) // 2
        thick = bar != "[|]" and any(sign in bar for sign in ("||", "]", "["))
        if back:
            self._end_repeat(max(back + 1, self._times))
        elif forth or thick:
            self._end_section(backward=0)
        self._close()
        if back or thick:
            self._section = len(self._measures) - 1
        if forth:
            self._here.signs = replace(self._here.signs, forward=True)
            self._times, self._opened = min(forth + 1, MOST_TIMES), True
        if found["ending"]:
            self._begin_ending(found["ending"].strip(" \t["))

    def _end_repeat(self, times: int) -> None:
        """End a repeated section; one whose beginning is not marked begins where the last ended.

        The standard asks players for that (4.8), and to take a double bar as such an end.
        """
        if not self._opened and not self._ending - {1}:
            first = self._measures[min(self._section, len(self._measures) - 1)]
            if first.length:
                first.signs = replace(first.signs, forward=True)
        self._end_section(backward=times)
        self._times, self._opened = 2, False

    def _end_section(self, *, backward: int) -> None:
        """End an ending, and a repeat, with the measure that was read last."""
        if self._here.length:
            self._here.signs = replace(self._here.signs, endings=self._ending)
            measure = self._here
        elif len(self._measures) > 1:
            measure = self._measures[-2]
        else:
            return
        signs = measure.signs
        if backward:
            signs = replace(signs, backward=min(backward, MOST_TIMES))
        if self._ending:
            signs = replace(signs, closes=True)
            self._ending = frozenset()
        measure.signs = signs

    def _begin_ending(self, text: str) -> None:
        """Begin an ending; one within a measure divides it."""
        self._close()
        passes: set[int] = set()
        for part in re.split(r"[,.]", text):
            first, _, last = part.partition("-")
            if first.isdigit():
                end = int(last) if last.isdigit() else int(first)
                passes.update(range(int(first), min(end, MOST_TIMES) + 1))
        self._ending = frozenset(passes)

    def _overlaid(self, found: re.Match[str]) -> None:
        """Go back to a bar line, where another voice begins for a while."""
        sign = found["overlay"]
        front = len(self._measures) - 1
        if sign == "(&":
            self._overlay_start = (self._at, self._now)
            return
        if sign == "&)":
            self._overlay_start = None
            self._go_to(front, self._measures[front].length)
            self._overlay = 0
            return
        bars = len(sign) - 1 + (not self._here.length)
        back, now = self._overlay_start or (max(0, front - bars), Fraction(0))
        self._go_to(back, now)
        self._overlay += 1
        if self._overlay > _MOST_OVERLAYS:
            raise LimitError("It has more than {most:,} voices in a measure.", most=_MOST_OVERLAYS)

    def _go_to(self, measure: int, now: Fraction) -> None:
        self._at, self._here = measure, self._measures[measure]
        self._now = self._last_start = now
        self._last, self._accidentals, self._tied = [], {}, {}
        self._left = 0

    def _go_through(self) -> None:
        """Go on to the next measure that is there already."""
        tied = self._tied
        self._go_to(self._at + 1, Fraction(0))
        self._tied = tied

    def _close(self) -> None:
        """End the measure; one without anything in it is none.

        A measure gets the ending that it is in here, and not before: one that is not begun may
        still turn out to be outside of it.
        """
        self._accidentals = {}
        if self._at < len(self._measures) - 1:
            self._go_through()
            return
        if not self._here.length:
            return
        if len(self._measures) > self._most:
            raise LimitError("It has more than {most:,} measures.", most=self._most)
        if self._ending:
            self._here.signs = replace(self._here.signs, endings=self._ending)
        self._begins.append(simplified(self._begins[-1] + self._here.length))
        self._measures.append(ReadMeasure())
        self._at += 1
        self._here = self._measures[-1]
        self._now = self._last_start = Fraction(0)
        self._last = []
        if self._overlay_start is None:
            self._overlay = 0


_JUMPS: Mapping[str, Jump] = MappingProxyType(
    {
        "S": Jump(JumpKind.SEGNO),
        "O": Jump(JumpKind.CODA),
        "dacapo": Jump(JumpKind.DA_CAPO),
        "dacoda": Jump(JumpKind.TO_CODA),
    }
)
_JUMP_SIGNS: Mapping[JumpKind, DirectionKind] = MappingProxyType(
    {JumpKind.SEGNO: "segno", JumpKind.CODA: "coda"}
)
# As words over a staff say what these signs say.
_JUMP_WORDS: Mapping[str, str] = MappingProxyType(
    {"dacapo": "D.C.", "dacoda": "To Coda", "fine": "Fine"}
)
