"""Signs of written music that a piece does not keep, counted: one sentence for each kind."""

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from xml.etree import ElementTree as ET

from engine.sentence import said

# More names would make the sentence too long.
_MOST_NAMES = 5


class LeftOut(Enum):
    """A kind of thing that does not come along: its sentence for one, and for many."""

    BARE_ORNAMENT = (
        "1 ornament is played plainly: {names}.",
        "{count:,} ornaments are played plainly: {names}.",
    )
    TECHNIQUE = (
        "1 playing technique is not heard: {names}.",
        "{count:,} playing techniques are not heard: {names}.",
    )
    RITARDANDO = (
        "1 gradual change of tempo is not played.",
        "{count:,} gradual changes of tempo are not played.",
    )
    SWING = (
        "Swing is written as words; the notes are played as they stand.",
        "Swing is written as words in {count:,} places; the notes are played as they stand.",
    )
    CUE = ("1 cue note is not played.", "{count:,} cue notes are not played.")
    OSSIA = (
        "1 note of an ossia was left out.",
        "{count:,} notes of ossias were left out.",
    )
    MICROTONE = (
        "1 microtone was rounded to a semitone.",
        "{count:,} microtones were rounded to semitones.",
    )
    OUT_OF_RANGE = (
        "1 note that MIDI does not have was left out.",
        "{count:,} notes that MIDI does not have were left out.",
    )
    NO_LENGTH = (
        "1 note without a length was left out.",
        "{count:,} notes without a length were left out.",
    )
    KEY = (
        "1 key signature that has no sharps or flats by fifths was left out.",
        "{count:,} key signatures that have no sharps or flats by fifths were left out.",
    )
    SIMILE = (
        "1 measure is a repeat sign without notes; it is silent.",
        "{count:,} measures are repeat signs without notes; they are silent.",
    )
    FIGURED_BASS = (
        "1 figured bass sign is not played.",
        "{count:,} figured bass signs are not played.",
    )
    SENZA_MISURA = (
        "1 passage without a meter was given one.",
        "{count:,} passages without a meter were given one.",
    )
    UNKNOWN = (
        "1 element that MusicXML does not have was left out: {names}.",
        "{count:,} elements that MusicXML does not have were left out: {names}.",
    )
    ENCODING = (
        "The file names a wrong encoding; it was read as {names}.",
        "The file names a wrong encoding; it was read as {names}.",
    )
    # --- ABC ---
    ABC_FIELD = (
        "1 instruction of the ABC file was left out: {names}.",
        "{count:,} instructions of the ABC file were left out: {names}.",
    )
    ABC_SIGN = (
        "1 sign of the ABC file was left out: {names}.",
        "{count:,} signs of the ABC file were left out: {names}.",
    )
    ABC_PART = (
        "1 part that the order of parts names is not marked in the tune: {names}.",
        "{count:,} parts that the order of parts names are not marked in the tune: {names}.",
    )
    ABC_TUNES = (
        "1 more tune of the ABC file was left out: add its folder to the library to open each.",
        "{count:,} more tunes of the ABC file were left out: add its folder to the library to open "
        "each.",
    )
    # --- on the way out ---
    BENDS = (
        "1 pitch bend is not written.",
        "{count:,} pitch bends are not written.",
    )
    CONTROLLERS = (
        "1 controller is not written.",
        "{count:,} controllers are not written.",
    )
    PRESSURE = (
        "1 change of key or channel pressure is not written.",
        "{count:,} changes of key and channel pressure are not written.",
    )
    SYSTEM_EXCLUSIVE = (
        "1 message for a certain device is not written.",
        "{count:,} messages for certain devices are not written.",
    )
    MARKERS = (
        "1 marker is not written.",
        "{count:,} markers are not written.",
    )
    TUNING = (
        "The tuning is not written; the notes are those of the keys.",
        "The tuning is not written; the notes are those of the keys.",
    )
    HEARD_TEMPOS = (
        "1 change of tempo is not written: ABC would print its number.",
        "{count:,} changes of tempo are not written: ABC would print a number at each.",
    )
    PEDALS = (
        "1 press of the pedal is not written: ABC has no sign for it.",
        "{count:,} presses of the pedal are not written: ABC has no sign for them.",
    )
    SIGNS = (
        "1 mark is not written: ABC has no sign for it.",
        "{count:,} marks are not written: ABC has no signs for them.",
    )
    WORDS = (
        "1 syllable that belongs to no notes is not written.",
        "{count:,} syllables that belong to no notes are not written.",
    )


class LeftOutCounts:
    """Counts of what did not come along, in the order it was met."""

    def __init__(self) -> None:
        self._counts: Counter[LeftOut] = Counter()
        self._names: dict[LeftOut, dict[str, None]] = {}

    def add(self, kind: LeftOut, count: int = 1, *, name: str = "") -> None:
        """Count one or more of a kind, with what the thing is called."""
        if not count:
            return
        self._counts[kind] += count
        if name:
            self._names.setdefault(kind, {}).setdefault(name)

    def sentences(self) -> tuple[str, ...]:
        """Return one sentence a kind, in the order the kinds were first met."""
        return tuple(self._sentence(kind, count) for kind, count in self._counts.items())

    def _sentence(self, kind: LeftOut, count: int) -> str:
        names = list(self._names.get(kind, ()))
        shown = ", ".join(names[:_MOST_NAMES]) + (" …" if len(names) > _MOST_NAMES else "")
        return said(kind.value[count != 1], count=count, names=shown)


# --- elements of MusicXML -----------------------------------------------------------------------

# Ornaments that no row of `interpretation` plays, with their English names in sentences.
_ORNAMENTS: Mapping[str, str] = MappingProxyType(
    {
        "vertical-turn": "vertical turn",
        "inverted-vertical-turn": "inverted vertical turn",
        "schleifer": "slide from below",
        "haydn": "Haydn ornament",
        "other-ornament": "another ornament",
        "scoop": "scoop",
        "plop": "plop",
        "doit": "doit",
        "falloff": "falloff",
        "breath-mark": "breath mark",
        "caesura": "caesura",
        "other-articulation": "another articulation",
    }
)
_TECHNIQUES: Mapping[str, str] = MappingProxyType(
    {
        "bend": "bend",
        "harmonic": "harmonic",
        "stopped": "stopped",
        "snap-pizzicato": "snap pizzicato",
        "double-tongue": "double tongue",
        "triple-tongue": "triple tongue",
        "half-muted": "half muted",
        "harmon-mute": "harmon mute",
        "golpe": "golpe",
        "tap": "tap",
        "hammer-on": "hammer-on",
        "pull-off": "pull-off",
        "flip": "flip",
        "smear": "smear",
        "brass-bend": "brass bend",
        "other-technical": "another technique",
    }
)
# The elements that MusicXML 4.0 allows in each place; all others are unknown.
_KNOWN: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        name: frozenset(known.split())
        for name, known in {
            "measure": "note backup forward direction attributes harmony figured-bass print sound "
            "listening barline grouping link bookmark",
            "note": "grace chord pitch unpitched rest cue duration tie instrument footnote level "
            "voice type dot accidental time-modification stem notehead notehead-text staff beam "
            "notations lyric play listen",
            "notations": "footnote level tied slur tuplet glissando slide ornaments technical "
            "articulations dynamics fermata arpeggiate non-arpeggiate accidental-mark "
            "other-notation",
            "ornaments": "trill-mark turn delayed-turn inverted-turn delayed-inverted-turn "
            "vertical-turn inverted-vertical-turn shake wavy-line mordent inverted-mordent "
            "schleifer tremolo haydn other-ornament accidental-mark",
            "articulations": "accent strong-accent staccato tenuto detached-legato staccatissimo "
            "spiccato scoop plop doit falloff breath-mark caesura stress unstress soft-accent "
            "other-articulation",
            "technical": "up-bow down-bow harmonic open-string thumb-position fingering pluck "
            "double-tongue triple-tongue stopped snap-pizzicato fret string hammer-on pull-off "
            "bend tap heel toe fingernails hole arrow handbell brass-bend flip smear open "
            "half-muted harmon-mute golpe other-technical",
            "direction-type": "rehearsal segno coda words symbol wedge dynamics dashes bracket "
            "pedal metronome octave-shift harp-pedals damp damp-all eyeglasses string-mute "
            "scordatura image principal-voice percussion accordion-registration staff-divide "
            "other-direction",
            "attributes": "footnote level divisions key time staves part-symbol instruments clef "
            "staff-details transpose for-part directive measure-style",
        }.items()
    }
)


def count_unplayed(element: ET.Element, counts: LeftOutCounts) -> None:
    """Count the children of an element that nothing plays, and those that are no MusicXML."""
    known = _KNOWN.get(element.tag)
    for child in element:
        tag = child.tag
        if tag in _ORNAMENTS:
            counts.add(LeftOut.BARE_ORNAMENT, name=_ORNAMENTS[tag])
        elif tag in _TECHNIQUES:
            # Half of a hammer-on, of a bend's release and of the like is the same sign's end.
            if child.get("type") != "stop":
                counts.add(LeftOut.TECHNIQUE, name=_TECHNIQUES[tag])
        elif known is not None and tag not in known:
            counts.add(LeftOut.UNKNOWN, name=_shown(tag))


def _shown(tag: str) -> str:
    name = tag.rpartition("}")[2]
    return f"‘{name if len(name) <= 40 else name[:39] + '…'}’"
