"""What a style is: values that the tables fill in and the band plays from."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A player that a style may hire.

    Attributes:
        role: `bass`, `walk`, `comp`, `pad`, `riff`, `counter`, `harmony`, `lead` or `solo`.
        programs: General MIDI programs to draw from.
        patterns: To draw from, in the language of `pattern.py`.
        low: Lowest pitch.
        high: Highest pitch.
        joins: Energy of a section from which on it plays, 0 to 1.
        voices: How many notes its chords have.
        loud: Velocity of an unaccented note at middling energy.
        chance: How likely a song hires it.
    """

    role: str
    programs: tuple[int, ...]
    patterns: tuple[str, ...] = ()
    low: int = 48
    high: int = 72
    joins: float = 0.0
    voices: int = 3
    loud: int = 66
    chance: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """A kind of popular music.

    Attributes:
        name: Of its files.
        tempo: Slowest and fastest, quarter notes a minute.
        parts: Players besides the drums.
        drums: Beats to draw from, `calm / lively` each; empty: no drums.
        meter: Numerator and denominator.
        modes: Of `theory.MODES`, to draw from.
        colour: What triads become.
        verses: Progressions of 4, 8 or more bars to draw from; empty: the pool of the mode.
        choruses: The same for choruses and bridges; empty: as `verses`.
        forms: Sections to draw from, such as `i4 v8 c8`.
        swing: `""`, `8` (swung eighths) or `16` (swung sixteenths).
        step: The tune's shortest usual note, as a part of a quarter note: 2 is eighths.
        density: The tune's notes a quarter note.
        syncopation: How gladly the tune leaves the beat, 0 to 1.
        kits: General MIDI drum kits.
        grooves: Words in the names of Groove's performances that fit.
        borrows: Collections whose tunes suit it: `openewld`, `cre`, `openhymnal`.
        fills: How busy fills are, 0 for none.
        cadence: How likely a section of repeated chords ends in a cadence of its own.
        lift: How likely the last chorus goes up a step.
        busy: How often a beat gets one more hit, 0 to 1.
        closing: How it ends: `held`, `stop` or `slow`.
        held_out: Only for validation.
    """

    name: str
    tempo: tuple[int, int]
    parts: tuple[Part, ...]
    drums: tuple[str, ...] = ()
    meter: tuple[int, int] = (4, 4)
    modes: tuple[str, ...] = ("major", "minor")
    colour: str = "triad"
    verses: dict[str, tuple[str, ...]] = field(default_factory=dict)
    choruses: dict[str, tuple[str, ...]] = field(default_factory=dict)
    forms: tuple[str, ...] = (
        "i4 v8 c8 v8 c8 b8 c8 o4",
        "i4 v16 c8 v8 c8 s8 c8 o4",
        "i8 v8 p4 c8 v8 p4 c8 b8 c8 c8 o4",
        "c8 v8 c8 v8 b8 c8 o4",
    )
    swing: str = ""
    step: int = 2
    density: float = 1.2
    syncopation: float = 0.3
    kits: tuple[int, ...] = (0,)
    grooves: tuple[str, ...] = ()
    borrows: tuple[str, ...] = ()
    fills: float = 0.5
    cadence: float = 0.7
    lift: float = 0.05
    busy: float = 0.15
    closing: str = "held"
    held_out: bool = False

    @property
    def bar(self) -> int:
        """Ticks in a bar."""
        return 480 * 4 * self.meter[0] // self.meter[1]

    @property
    def beat(self) -> int:
        """Ticks in a beat: a dotted quarter in compound meters."""
        return 720 if self.meter[1] == 8 else 480
