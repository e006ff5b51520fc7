"""A page as ABC 2.1, one voice of it for each voice of each staff."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from engine.gate.words import printable
from engine.notation.abc_bars import jump_words, left_bar, right_bar
from engine.notation.abc_marks import (
    SLURS,
    HairpinSigns,
    direction_sign,
    has_sign,
    is_dynamic,
    sign_of,
)
from engine.notation.left_out import LeftOut
from engine.notation.lines import line_pairs
from engine.notation.musicxml_notes import key_alter
from engine.notation.page import (
    QUARTER,
    ChordName,
    Head,
    Lyric,
    NotatedMeasure,
    NotatedPart,
    NotatedPiece,
    NotatedVoice,
    Symbol,
    TempoMark,
)
from engine.values.mark_kinds import Mark

# Eighths (L:1/8), the usual unit of tune books.
_UNIT = QUARTER // 2
# Measures of a line, as tune books have them.
_PER_LINE = 4
_FERMATA = Mark("fermata")
_SIGNS: Mapping[int, str] = MappingProxyType({-2: "__", -1: "_", 0: "=", 1: "^", 2: "^^"})
_MAJOR = ("Cb", "Gb", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#", "C#")
_MINOR = ("Abm", "Ebm", "Bbm", "Fm", "Cm", "Gm", "Dm", "Am", "Em", "Bm", "F#m", "C#m", "G#m",
          "D#m", "A#m")  # fmt: skip
_CLEFS: Mapping[tuple[str, int], str] = MappingProxyType(
    {("G", 2): "treble", ("F", 4): "bass", ("C", 3): "alto", ("C", 4): "tenor"}
)
_DRUM_CHANNEL = 10
# Sharps for drums, whose places on a staff are no pitches.
_DRUM_NOTES = tuple(
    (step, alter) for step in "CDEFGAB" for alter in ((0,) if step in "EB" else (0, 1))
)


def write(page: NotatedPiece) -> bytes:
    """Return a page as an ABC file of one tune."""
    first = page.parts[0].measures[0]
    lines = ["%abc-2.1", "X:1", f"T:{_line(page.title) or 'Untitled'}"]
    if page.composer:
        lines.append(f"C:{_line(page.composer)}")
    meter = first.meter or (4, 4)
    lines += [f"M:{meter[0]}/{meter[1]}", "L:1/8"]
    if (opening := _opening(first)) is not None:
        lines.append(f"Q:{_tempo(opening)}")
    lines.append(f"K:{_key(first.fifths or 0, minor=first.minor)}")
    lines.append(f"%%score {' '.join(map(_grouped, page.parts))}")
    for part in page.parts:
        for voice in _voices(part):
            lines += voice.lines()
    return ("\n".join(lines) + "\n").encode()


def unwritten_signs(page: NotatedPiece) -> tuple[tuple[LeftOut, int], ...]:
    """Return how many signs of a page ABC has no way to write, by kind.

    A tempo of ABC is always printed, so tempos that are only heard would be numbers at each beat of
    what somebody played. It has no sign for a pedal.
    """
    measures = [measure for part in page.parts for measure in part.measures]
    heard_only = sum(not mark.is_numbered for each in measures for mark in each.tempos)
    presses = sum(mark.is_down for each in measures for mark in each.pedals)
    marks = [
        mark
        for each in measures
        for voice in each.voices
        for symbol in voice.symbols
        for mark in symbol.marks
    ]
    signs = sum(not has_sign(mark) for mark in marks)
    signs += sum(mark.kind.startswith("dashes") for each in measures for mark in each.directions)
    return (
        (LeftOut.HEARD_TEMPOS, heard_only),
        (LeftOut.PEDALS, presses),
        (LeftOut.SIGNS, signs),
    )


def _opening(measure: NotatedMeasure) -> TempoMark | None:
    """Return the tempo that a tune's head says: a number at the very beginning."""
    mark = measure.tempos[0] if measure.tempos else None
    return mark if mark is not None and mark.start == 0 and mark.is_numbered else None


def _grouped(part: NotatedPart) -> str:
    """Return the voices of a part as `%%score` groups them: by staff, and the staves by a brace."""
    staves: dict[int, list[str]] = {}
    for voice in _voices(part):
        staves.setdefault(voice.staff, []).append(voice.name)
    groups = [f"({' '.join(names)})" for names in staves.values()]
    return groups[0] if len(groups) == 1 else f"{{{' | '.join(groups)}}}"


def _line(text: str) -> str:
    return " ".join(printable(text).replace("%", " ").split())


def _tempo(mark: TempoMark) -> str:
    # A whole number of beats would move a song of three minutes by half a second.
    beats = f"{mark.usual:.0f}" if mark.usual else f"{mark.bpm:.3f}".rstrip("0").rstrip(".")
    return f'"{mark.words}" 1/4={beats}' if mark.words else f"1/4={beats}"


def _key(fifths: int, *, minor: bool) -> str:
    return (_MINOR if minor else _MAJOR)[fifths + 7]


@dataclass(frozen=True, slots=True)
class _Voice:
    """One voice of one staff of a part, over all measures.

    Attributes:
        part: The part.
        staff: From 1.
        number: From 1.
        is_first: Whether tempos and chord symbols stand in it.
        is_first_of_staff: Whether dynamics, hairpins and words of its staff stand in it.
        slurs: (head, mark) of the ends of its slurs.
        hairpins: The hairpins that are open in it.
    """

    part: NotatedPart
    staff: int
    number: int
    is_first: bool
    is_first_of_staff: bool
    slurs: Collection[tuple[str, Mark]]
    hairpins: HairpinSigns = field(default_factory=HairpinSigns)

    @property
    def name(self) -> str:
        """Its name in the file."""
        return f"{self.part.id}s{self.staff}v{self.number}"

    def lines(self) -> Iterator[str]:
        """Yield its fields and its music."""
        part = self.part
        about = f' name="{_line(part.name)}"'.replace("\\", "")
        move = part.transposition.chromatic
        if part.is_drum:
            about += " clef=perc"
        else:
            clef = next((c for s, c in part.measures[0].clefs if s == self.staff), None)
            about += f" clef={_CLEFS.get((clef.sign, clef.line), 'treble') if clef else 'treble'}"
        if move and not part.is_drum:
            about += f" transpose={move}"
        yield f"V:{self.name}{about}"
        if part.is_drum:
            yield f"%%MIDI channel {_DRUM_CHANNEL}"
        yield f"%%MIDI program {part.program}"
        first = part.measures[0]
        if first.fifths is not None and not part.is_drum:
            yield f"[K:{_key(first.fifths, minor=first.minor)}]"
        elif part.is_drum:
            yield "[K:C]"
        fifths = list(_standing_keys(part))
        for start in range(0, len(part.measures), _PER_LINE):
            wanted = range(start, min(start + _PER_LINE, len(part.measures)))
            yield from self._music(wanted, fifths)

    def _music(self, numbers: range, fifths: Sequence[int]) -> Iterator[str]:
        sung: list[Symbol] = []
        text = ""
        for number in numbers:
            measure = self.part.measures[number]
            symbols = self._symbols(measure)
            head = left_bar(self.part.measures, number) + (self._changes(measure) if number else "")
            pitches = _Pitches(0 if self.part.is_drum else fifths[number])
            music = self._measure(measure, symbols, pitches)
            text += f"{head}{music}{right_bar(self.part.measures, number)} "
            sung += [symbol for symbol in symbols if symbol.heads and not symbol.grace]
        yield text.rstrip()
        verses = max((len(symbol.lyrics) for symbol in sung), default=0)
        for verse in range(verses):
            yield "w: " + _words(sung, verse)

    def _symbols(self, measure: NotatedMeasure) -> tuple[Symbol, ...]:
        voice = next((each for each in measure.voices if self._is(each)), None)
        return voice.symbols if voice else (Symbol(0, measure.length, None, visible=False),)

    def _is(self, voice: NotatedVoice) -> bool:
        return (voice.staff, voice.number) == (self.staff, self.number)

    def _changes(self, measure: NotatedMeasure) -> str:
        text = ""
        if measure.meter is not None:
            text += f"[M:{measure.meter[0]}/{measure.meter[1]}]"
        if measure.fifths is not None and not self.part.is_drum:
            text += f"[K:{_key(measure.fifths, minor=measure.minor)}]"
        return text

    def _signs(self, measure: NotatedMeasure) -> Iterator[tuple[int, str]]:
        """Yield (place, text) of the signs over and under a measure that stand in this voice."""
        if self.is_first:
            said = _opening(measure) if measure is self.part.measures[0] else None
            for tempo in measure.tempos:
                if tempo.is_seen and tempo is not said:
                    yield tempo.start, _tempo_sign(tempo)
            for name in measure.chords:
                yield name.start, f'"{_chord(name)}"'
            yield from ((measure.length, words) for words in jump_words(measure))
        if self.is_first_of_staff:
            for dynamic in measure.dynamics:
                if dynamic.staff == self.staff and is_dynamic(dynamic.name):
                    yield dynamic.start, f"!{dynamic.name}!"
            for mark in measure.directions:
                if mark.staff == self.staff:
                    yield mark.start, self.hairpins.sign(mark) or direction_sign(mark)

    def _measure(
        self, measure: NotatedMeasure, symbols: Sequence[Symbol], pitches: "_Pitches"
    ) -> str:
        starts = {symbol.start for symbol in symbols if not symbol.grace} | {measure.length}
        signs = sorted(self._signs(measure), key=lambda sign: sign[0])
        here = [sign for sign in signs if sign[0] in starts]
        text, graces = "", ""
        for index, symbol in enumerate(symbols):
            if symbol.grace:
                graces += pitches.heads(symbol, drums=self.part.is_drum) + "/"
                continue
            while here and here[0][0] <= symbol.start:
                text += here.pop(0)[1]
            if graces:
                text, graces = f"{text}{{{graces}}}", ""
            text += self._symbol(symbols, index, pitches)
        text += "".join(sign for _, sign in here)
        return text + _overlay([sign for sign in signs if sign[0] not in starts], measure.length)

    def _symbol(self, symbols: Sequence[Symbol], index: int, pitches: "_Pitches") -> str:
        symbol = symbols[index]
        text = _tuplet(symbols, index)
        if symbol.fermata and _FERMATA not in symbol.marks:
            text += sign_of(_FERMATA)
        if not symbol.heads:
            return f"{text}{'z' if symbol.visible else 'x'}{_length(symbol.duration, symbol)} "
        slurs = [
            mark.name
            for head in symbol.heads
            for mark in head.marks
            if (head.id, mark) in self.slurs
        ]
        # A dot before a slur would dot the slur.
        text += "(" * slurs.count("slur-start") + "".join(map(sign_of, symbol.marks))
        space = "" if symbol.beams and symbol.beams[0] in {"begin", "continue"} else " "
        heads = pitches.heads(symbol, drums=self.part.is_drum)
        closed = ")" * slurs.count("slur-stop")
        return f"{text}{heads}{_length(symbol.duration, symbol)}{_tie(symbol)}{closed}{space}"


def _overlay(signs: Sequence[tuple[int, str]], length: int) -> str:
    """Return signs between the notes of a voice, over spaces of a voice of their own."""
    if not signs:
        return ""
    text, at = "& ", 0
    for place, sign in signs:
        if place > at:
            text += f"x{_length(place - at)} "
        text += sign
        at = place
    return f"{text}x{_length(length - at)} "


def _voices(part: NotatedPart) -> Iterator[_Voice]:
    found = sorted({(v.staff, v.number) for m in part.measures for v in m.voices})
    staves: set[int] = set()
    for index, (staff, number) in enumerate(found):
        yield _Voice(
            part,
            staff,
            number,
            is_first=index == 0,
            is_first_of_staff=staff not in staves,
            slurs=_slurs(part.measures, staff, number),
        )
        staves.add(staff)


def _slurs(
    measures: Sequence[NotatedMeasure], staff: int, number: int
) -> Collection[tuple[str, Mark]]:
    """Return the ends of the slurs from note to note of one voice."""
    alone = []
    for measure in measures:
        own = (each for each in measure.voices if (each.staff, each.number) == (staff, number))
        voices = (
            replace(voice, symbols=tuple(s for s in voice.symbols if not s.grace)) for voice in own
        )
        alone.append(replace(measure, voices=tuple(voices)))
    ends = (end for pair in line_pairs(alone) for end in pair)
    return {(end.head, end.mark) for end in ends if end.mark.name in SLURS}


def _tuplet(symbols: Sequence[Symbol], index: int) -> str:
    tuplet = symbols[index].tuplet
    if tuplet is None or not tuplet.starts:
        return ""
    count = 0
    for symbol in symbols[index:]:
        count += not symbol.grace
        if symbol.tuplet is not None and symbol.tuplet.stops:
            break
    return f"({tuplet.actual}:{tuplet.normal}:{count}"


def _length(duration: int, symbol: Symbol | None = None) -> str:
    """Return a length in eighths; of a note in a tuplet as it is written."""
    units = Fraction(duration, _UNIT)
    if symbol is not None and symbol.tuplet is not None:
        units = units * symbol.tuplet.actual / symbol.tuplet.normal
    above = "" if units.numerator == 1 else str(units.numerator)
    return above if units.denominator == 1 else f"{above}/{units.denominator}"


def _tie(symbol: Symbol) -> str:
    """Return the tie of a note, or of a whole chord."""
    return "-" if all(head.tied_to for head in symbol.heads) else ""


class _Pitches:
    """Writes the pitches of one measure, with signs where the notes before do not say them.

    By the standard a sign holds for its letter in all octaves, and some programs let it hold for
    its own octave alone. A sign is left out only where both read the same note.
    """

    def __init__(self, fifths: int) -> None:
        self._fifths = fifths
        self._of_letter: dict[str, int] = {}
        self._of_place: dict[tuple[str, int], int] = {}

    def heads(self, symbol: Symbol, *, drums: bool) -> str:
        """Return a note or a chord, in a chord with the ties of single notes."""
        together = len(symbol.heads) > 1
        ties = {head.tied_to for head in symbol.heads}
        each = [
            (self._drum(head) if drums else self._note(head))
            + ("-" if together and head.tied_to and len(ties) > 1 else "")
            for head in symbol.heads
        ]
        return f"[{''.join(each)}]" if together else each[0]

    def _note(self, head: Head) -> str:
        spelling = head.spelling
        return self._signed(spelling.step, spelling.octave, spelling.alter)

    def _drum(self, head: Head) -> str:
        octave, step = divmod(head.pitch, 12)
        letter, alter = _DRUM_NOTES[step]
        return self._signed(letter, octave - 1, alter)

    def _signed(self, step: str, octave: int, alter: int) -> str:
        key = key_alter(step, self._fifths)
        said = {self._of_letter.get(step, key), self._of_place.get((step, octave), key)}
        if said == {alter}:
            return _in_octave(step, octave)
        self._of_letter[step] = self._of_place[step, octave] = alter
        sign = _SIGNS.get(alter, "")
        return sign + _in_octave(step, octave)


def _standing_keys(part: NotatedPart) -> Iterator[int]:
    """Yield the key signature that holds in each measure."""
    fifths = 0
    for measure in part.measures:
        fifths = fifths if measure.fifths is None else measure.fifths
        yield fifths


def _in_octave(step: str, octave: int) -> str:
    if octave >= 5:
        return step.lower() + "'" * (octave - 5)
    return step + "," * (4 - octave)


def _tempo_sign(mark: TempoMark) -> str:
    return f"[Q:{_tempo(mark)}]" if mark.is_numbered else f'"^{mark.words}"'


def _chord(name: ChordName) -> str:
    if name.root is None:
        return "N.C."
    text = name.root.step + {-1: "b", 1: "#"}.get(name.root.alter, "")
    bass = name.bass
    text += name.text
    return text if bass is None else f"{text}/{bass.step}{ {-1: 'b', 1: '#'}.get(bass.alter, '') }"


def _words(symbols: Sequence[Symbol], verse: int) -> str:
    """Return one verse's words: a note without a syllable holds the one before, or is passed."""
    text = ""
    holds = False
    for symbol in symbols:
        lyric = symbol.lyrics[verse] if verse < len(symbol.lyrics) else None
        if lyric is None:
            text += "_ " if holds else "* "
            continue
        text += _syllable(lyric)
        holds = lyric.extends
    return text.rstrip()


def _syllable(lyric: Lyric) -> str:
    bare = _line(lyric.text).replace("-", "\\-").replace("_", " ").replace("*", " ")
    joined = "-" if lyric.syllabic in {"begin", "middle"} else " "
    return bare.replace(" ", "~") + joined
