"""Written music as it was read, before its repeats are played: parts, measures and notes.

Readers of MusicXML and of ABC make these values; `reading` makes a `Score` of them. All places are
fractions of a quarter.
"""

from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine.form.interpretation import SIGNS
from engine.form.tempo_words import TempoChange
from engine.form.unfolding import Signs
from engine.harmony.chord_symbols import Chord
from engine.notation.page import Spelling
from engine.values.mark_kinds import Mark
from engine.values.score import Direction


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """The signs at a note that change how it is played.

    Attributes:
        signs: Rows of `interpretation.SIGNS`.
        upper: Semitones up to the next note of the key.
        lower: Semitones down to it.
        strokes: Of a tremolo; 0 for none.
        with_next: Whether the tremolo is between this note and the next one.
        arpeggio: The name of the spread chord it is in; empty for none.
        downwards: Whether the spread chord begins at its top.
        slides: Whether a glissando leads from it to the next note.
    """

    signs: tuple[str, ...] = ()
    upper: int = 2
    lower: int = 2
    strokes: int = 0
    with_next: bool = False
    arpeggio: str = ""
    downwards: bool = False
    slides: bool = False

    def with_chord(self, first: "Marks") -> "Marks":
        """Return a chord note's marks with those that its first note has for the whole chord."""
        shared = tuple(sign for sign in first.signs if not SIGNS[sign].figure)
        return replace(
            self,
            signs=tuple(dict.fromkeys((*shared, *self.signs))),
            strokes=self.strokes or first.strokes,
            with_next=self.with_next or first.with_next,
        )


NO_MARKS = Marks()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadNote:
    """A note in a measure.

    Attributes:
        start: Quarters from the bar line.
        length: Quarters; 0 for a grace note.
        pitch: MIDI number that sounds.
        velocity: 1 to 127; 0 for as loud as the dynamics say.
        staff: The one it stands on, as the file names it; empty where it does not.
        voice: Its voice, as the file names it.
        tied_from: Whether it goes on from one before.
        tied_to: Whether it goes on.
        attack: Quarters by which it is heard after its start.
        release: Quarters by which it ends after its length.
        before: For a grace note, how many of its kind come from it on to its main note.
        share: For a grace note, which share of its main note it takes; 0 for one before the beat.
        passes: The passes of a repeated section that it is played in; empty for all.
        program: General MIDI program of its instrument; None for the part's.
        instrument: The name of its instrument; empty for the part's only one.
        is_drum: Whether its pitch means a drum.
        marks: How it is played.
        written: The marks at it, as they are written; lines with names that are theirs alone.
        verses: Its syllables, `-` at the end where the word goes on; empty for a verse without.
        spelling: Its written letter and sign, where there are some.
    """

    start: Fraction
    length: Fraction
    pitch: int
    velocity: int
    staff: str = ""
    voice: str = ""
    tied_from: bool = False
    tied_to: bool = False
    attack: Fraction = Fraction(0)
    release: Fraction = Fraction(0)
    before: int = 0
    share: Fraction = Fraction(0)
    passes: frozenset[int] = frozenset()
    program: int | None = None
    instrument: str = ""
    is_drum: bool = False
    marks: Marks = NO_MARKS
    written: tuple[Mark, ...] = ()
    verses: tuple[str, ...] = ()
    spelling: Spelling | None = None


@dataclass(slots=True)
class ReadMeasure:
    """One measure of one part.

    Attributes:
        length: Quarters that are filled.
        notes: In the order of the file.
        meter: (beats, beat value) where it is written.
        key: (fifths that sound, whether it is minor) where it is written.
        tempos: (quarters from the bar line, what holds from there).
        chords: (quarters from the bar line, the chord that sounds), its tick not known yet.
        controls: (quarters from the bar line, number, value) of MIDI controllers.
        directions: (quarters from the bar line, the direction), its tick not known yet.
        holds: (start, end, factor): stretches that take longer by a fermata.
        signs: Its signs of repeats.
        drums: Whether there are unpitched notes in it.
    """

    length: Fraction = Fraction(0)
    notes: list[ReadNote] = field(default_factory=list)
    meter: tuple[int, int] | None = None
    key: tuple[int, bool] | None = None
    tempos: list[tuple[Fraction, TempoChange]] = field(default_factory=list)
    chords: list[tuple[Fraction, Chord]] = field(default_factory=list)
    controls: list[tuple[Fraction, int, int]] = field(default_factory=list)
    directions: list[tuple[Fraction, Direction]] = field(default_factory=list)
    holds: list[tuple[Fraction, Fraction, Fraction]] = field(default_factory=list)
    signs: Signs = field(default_factory=Signs)
    drums: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPart:
    """A part as it was read.

    Attributes:
        name: The name that is written before it.
        program: General MIDI program.
        is_drum: Whether its notes are drums.
        measures: One after another, as they stand.
        controls: (number, value) of MIDI controllers that hold from the beginning.
    """

    name: str
    program: int
    is_drum: bool
    measures: tuple[ReadMeasure, ...]
    controls: tuple[tuple[int, int], ...] = ()
