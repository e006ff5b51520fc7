"""A page as ABC 2.1, one voice of it for each voice of each staff."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from engine.gate.words import printable
from engine.notation.left_out import LeftOut
from engine.notation.musicxml_notes import key_alter
from engine.notation.page import (
    QUARTER,
    ChordName,
    DynamicMark,
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
    return (LeftOut.HEARD_TEMPOS, heard_only), (LeftOut.PEDALS, presses)


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
    number = f"1/4={mark.usual or mark.bpm:.0f}"
    return f'"{mark.words}" {number}' if mark.words else number


def _key(fifths: int, *, minor: bool) -> str:
    return (_MINOR if minor else _MAJOR)[fifths + 7]


@dataclass(frozen=True, slots=True)
class _Voice:
    """One voice of one staff of a part, over all measures.

    Attributes:
        part: The part.
        staff: From 1.
        number: From 1.
        is_first: Whether tempos, chord symbols and words stand in it.
    """

    part: NotatedPart
    staff: int
    number: int
    is_first: bool

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
        measures = [self.part.measures[number] for number in numbers]
        sung: list[Symbol] = []
        texts: list[str] = []
        for number, measure in zip(numbers, measures, strict=True):
            symbols = self._symbols(measure)
            last = number == len(self.part.measures) - 1
            head = self._changes(measure) if number else ""
            pitches = _Pitches(0 if self.part.is_drum else fifths[number])
            texts.append(head + self._measure(measure, symbols, pitches) + ("|]" if last else "|"))
            sung += [symbol for symbol in symbols if symbol.heads and not symbol.grace]
        yield " ".join(texts)
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

    def _measure(
        self, measure: NotatedMeasure, symbols: Sequence[Symbol], pitches: "_Pitches"
    ) -> str:
        signs: list[TempoMark | ChordName | DynamicMark] = []
        if self.is_first:
            said = _opening(measure) if measure is self.part.measures[0] else None
            signs += [mark for mark in measure.tempos if mark.is_seen and mark is not said]
            signs += measure.chords
            signs += measure.dynamics
        signs.sort(key=lambda sign: sign.start)
        text, graces = "", ""
        for index, symbol in enumerate(symbols):
            if symbol.grace:
                graces += pitches.heads(symbol, drums=self.part.is_drum) + "/"
                continue
            while signs and signs[0].start <= symbol.start:
                text += _sign(signs.pop(0))
            if graces:
                text, graces = f"{text}{{{graces}}}", ""
            text += self._symbol(symbols, index, pitches)
        return text

    def _symbol(self, symbols: Sequence[Symbol], index: int, pitches: "_Pitches") -> str:
        symbol = symbols[index]
        text = _tuplet(symbols, index)
        if symbol.fermata:
            text += "!fermata!"
        if not symbol.heads:
            return f"{text}{'z' if symbol.visible else 'x'}{_length(symbol)} "
        if Mark("staccato") in symbol.marks:
            text += "."
        space = "" if symbol.beams and symbol.beams[0] in {"begin", "continue"} else " "
        heads = pitches.heads(symbol, drums=self.part.is_drum)
        return f"{text}{heads}{_length(symbol)}{_tie(symbol)}{space}"


def _voices(part: NotatedPart) -> Iterator[_Voice]:
    found = sorted({(v.staff, v.number) for m in part.measures for v in m.voices})
    for index, (staff, number) in enumerate(found):
        yield _Voice(part, staff, number, is_first=index == 0)


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


def _length(symbol: Symbol) -> str:
    """Return a length in eighths; of a note in a tuplet as it is written."""
    units = Fraction(symbol.duration, _UNIT)
    if symbol.tuplet is not None:
        units = units * symbol.tuplet.actual / symbol.tuplet.normal
    above = "" if units.numerator == 1 else str(units.numerator)
    return above if units.denominator == 1 else f"{above}/{units.denominator}"


def _tie(symbol: Symbol) -> str:
    """Return the tie of a note, or of a whole chord."""
    return "-" if all(head.tied_to for head in symbol.heads) else ""


class _Pitches:
    """Writes the pitches of one measure, with signs where the notes before do not say them."""

    def __init__(self, fifths: int) -> None:
        self._fifths = fifths
        self._alters: dict[tuple[str, int], int] = {}

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
        said = self._alters.get((step, octave), key_alter(step, self._fifths))
        self._alters[step, octave] = alter
        sign = "" if said == alter else _SIGNS.get(alter, "")
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


def _sign(sign: TempoMark | ChordName | DynamicMark) -> str:
    if isinstance(sign, TempoMark):
        return f"[Q:{_tempo(sign)}]" if sign.is_numbered else f'"^{sign.words}"'
    if isinstance(sign, DynamicMark):
        return f"!{sign.name}!"
    return f'"{_chord(sign)}"'


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
