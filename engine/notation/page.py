"""The values of a page: measures, voices and symbols.

All times are in grid units, `QUARTER` of them a quarter note: a number that halves, thirds,
fifths, sevenths, ninths, elevenths and thirteenths of a beat divide without a rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.form.unfolding import Signs
from engine.values.mark_kinds import Mark
from engine.values.score import TICKS_PER_QUARTER, WrittenBar

# Divisible by 64 (notes down to a 256th) and by each tuplet of `rhythm`.
QUARTER = 64 * 9 * 5 * 7 * 11 * 13
NO_SIGNS = Signs()


@dataclass(frozen=True, slots=True)
class Spelling:
    """A written pitch.

    Attributes:
        step: A letter, C to B.
        alter: Semitones up (sharp) or down (flat).
        octave: Of scientific pitch notation; middle C begins octave 4.
    """

    step: str
    alter: int
    octave: int


@dataclass(frozen=True, slots=True)
class Value:
    """A note value.

    Attributes:
        exponent: Of two: 0 is a quarter, 1 a half, -1 an eighth.
        dots: Dots behind it.
    """

    exponent: int
    dots: int = 0


@dataclass(frozen=True, slots=True)
class Tuplet:
    """The tuplet of a symbol.

    Attributes:
        actual: Notes played.
        normal: In the time of so many.
        unit: Exponent of the value that is counted.
        starts: Whether it is the first symbol in it.
        stops: Whether it is the last one.
    """

    actual: int
    normal: int
    unit: int
    starts: bool = False
    stops: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """A note head.

    Attributes:
        id: Unique in the page: track, number of the note in it, number of the tied head.
        pitch: The MIDI number that sounds.
        spelling: As it is written; of drums the line it stands on.
        shape: `normal`, `x`, `triangle`, `diamond` or `circle-x`.
        tied_from: Whether it goes on from a head before.
        tied_to: Whether it goes on.
        accidental: Semitones of the sign before it, or None for no sign.
        velocity: 1 to 127.
        attack: Grid units from its written start to its sounding start.
        release: Grid units from its written end to its sounding end; 0 where it is tied on.
        marks: The marks at it.
    """

    id: str
    pitch: int
    spelling: Spelling
    shape: str = "normal"
    tied_from: bool = False
    tied_to: bool = False
    accidental: int | None = None
    velocity: int = 80
    attack: int = 0
    release: int = 0
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Lyric:
    """A syllable under a note.

    Attributes:
        text: Without hyphens.
        syllabic: `single`, `begin`, `middle` or `end`.
        extends: Whether the last syllable of a word goes on over the notes after it.
    """

    text: str
    syllabic: str = "single"
    extends: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """A chord or a rest.

    Attributes:
        start: From the bar line.
        duration: In time.
        value: As it is written; None for a rest of a whole measure, and for a space.
        heads: From the lowest; none for a rest.
        visible: False for a space, where another voice says enough.
        tuplet: Its tuplet, or None.
        beams: For each beam: `begin`, `continue`, `end`, `forward hook` or `backward hook`.
        lyrics: Its syllable of each verse, None where a verse has none.
        grace: Whether it is a grace note, which takes no time.
        fermata: Whether it is held.
    """

    start: int
    duration: int
    value: Value | None
    heads: tuple[Head, ...] = ()
    visible: bool = True
    tuplet: Tuplet | None = None
    beams: tuple[str, ...] = ()
    lyrics: tuple[Lyric | None, ...] = ()
    grace: bool = False
    fermata: bool = False

    @property
    def end(self) -> int:
        """Where it ends, from the bar line."""
        return self.start + self.duration

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks at its heads, each once."""
        return tuple(dict.fromkeys(mark for head in self.heads for mark in head.marks))


@dataclass(frozen=True, slots=True)
class Clef:
    """A clef: its sign, the line it stands on from below, and octaves it shifts."""

    sign: str
    line: int
    octave: int = 0


@dataclass(frozen=True, slots=True)
class NotatedVoice:
    """One voice in a measure, one symbol after another from the bar line to the next.

    Attributes:
        number: From 1 in each staff.
        staff: From 1 in each part.
        symbols: Without a gap.
    """

    number: int
    staff: int
    symbols: tuple[Symbol, ...]


@dataclass(frozen=True, slots=True)
class TempoMark:
    """A tempo from a place in the measure on.

    Attributes:
        start: From the bar line.
        bpm: Quarters a minute that are heard.
        words: Those over it, before the number; or empty.
        is_numbered: Whether a number is written; a tempo without number and words is heard only.
        written: Its number as the page that the piece was read from has it; empty for the tempo's.
        usual: Quarters a minute about which it is played freely, written in place of `bpm`; 0 for
            a tempo that is kept.
    """

    start: int
    bpm: float
    words: str = ""
    is_numbered: bool = True
    written: str = ""
    usual: float = 0.0

    @property
    def is_seen(self) -> bool:
        """Whether anything is written."""
        return self.is_numbered or bool(self.words)


@dataclass(frozen=True, slots=True)
class PedalMark:
    """The sustain pedal, pressed or lifted at a place in the measure."""

    start: int
    is_down: bool


@dataclass(frozen=True, slots=True)
class DynamicMark:
    """A dynamic, `p` or `ff`, from a place in the measure on; it stands under a staff."""

    start: int
    name: str
    staff: int = 1


@dataclass(frozen=True, slots=True)
class DirectionMark:
    """A hairpin's end, words and the like, at a place in the measure.

    Attributes:
        start: From the bar line.
        kind: As `Direction` has it, but no dynamic.
        text: Its words; of a hairpin or of dashes their number.
        staff: From 1.
        above: Whether it stands above the staff.
    """

    start: int
    kind: str
    text: str = ""
    staff: int = 1
    above: bool = False


@dataclass(frozen=True, slots=True)
class ChordName:
    """A chord symbol over the staff.

    Attributes:
        start: From the bar line.
        root: Its spelling, of any octave; None where there is no chord.
        kind: As MusicXML calls it: `minor-seventh`.
        text: As it is shown behind the root: `m7`.
        bass: The lowest note, where it is not the root.
    """

    start: int
    root: Spelling | None
    kind: str
    text: str
    bass: Spelling | None = None


@dataclass(frozen=True, slots=True)
class NotatedMeasure:
    """One measure of one part.

    Attributes:
        length: In time.
        meter: (beats, beat value) where it is written, else None.
        fifths: The written key signature where it is written, else None.
        minor: Whether that key is minor.
        clefs: (staff, clef) where one is set.
        voices: By staff, then number; each staff has one at least.
        tempos: Of the first part only.
        chords: Chord symbols, of the first part with notes only.
        pedals: Where the sustain pedal goes down and up.
        dynamics: How loud it is, where that changes.
        directions: Hairpins, words and the like.
        incomplete: Whether it is shorter than its meter says.
        counted_rests: Measures of rest that one sign stands for, from this one on; 0 for none.
        signs: Its repeats, endings and jumps, on a page that has them.
    """

    length: int
    meter: tuple[int, int] | None = None
    fifths: int | None = None
    minor: bool = False
    clefs: tuple[tuple[int, Clef], ...] = ()
    voices: tuple[NotatedVoice, ...] = ()
    tempos: tuple[TempoMark, ...] = ()
    chords: tuple[ChordName, ...] = ()
    pedals: tuple[PedalMark, ...] = ()
    dynamics: tuple[DynamicMark, ...] = ()
    directions: tuple[DirectionMark, ...] = ()
    incomplete: bool = False
    counted_rests: int = 0
    signs: Signs = NO_SIGNS


@dataclass(frozen=True, slots=True)
class Transposition:
    """The interval from written to sounding pitch: letters and semitones, octaves included.

    A clarinet in B♭ is (-1, -2).
    """

    diatonic: int = 0
    chromatic: int = 0


@dataclass(frozen=True, slots=True)
class NotatedPart:
    """One player's music.

    Attributes:
        id: Unique in the page.
        track: Its number in the score.
        name: As the user calls it.
        program: General MIDI program, 0 to 127.
        is_drum: Whether its heads are drums.
        staves: One or two.
        transposition: The interval from written to sounding pitch.
        measures: As many as every other part has.
        one_hand: Whether it is one hand, and the part beside it the other one.
    """

    id: str
    track: int
    name: str
    program: int
    is_drum: bool
    staves: int
    transposition: Transposition
    measures: tuple[NotatedMeasure, ...]
    one_hand: bool = False


@dataclass(frozen=True, slots=True)
class NotatedPiece:
    """A piece as notation.

    Attributes:
        title: Its name, or empty.
        composer: Its composer, or empty.
        parts: From the top.
        performed: Whether it was played freely, so that the page only approximates it.
        ticks_per_quarter: The grid of the score, for a reader of the page.
        way: By number of the measure, the bar of the page that the piece was read from.
        is_folded: Whether bars that are played more than once are written once.
    """

    title: str
    composer: str
    parts: tuple[NotatedPart, ...]
    performed: bool = False
    ticks_per_quarter: int = TICKS_PER_QUARTER
    way: Mapping[int, WrittenBar] = field(default_factory=dict)
    is_folded: bool = False
