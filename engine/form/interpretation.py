"""How written signs are played: one table, which reading follows and the guide explains.

Lengths are quarters, loudness is MIDI velocity. Dynamics and accents are as MuseScore 3 plays
them; ornaments are the shortest form that players' handbooks give.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

# Between mezzo-piano and mezzo-forte, for music without a dynamic.
DEFAULT_VELOCITY = 80
# Velocities that hold until the next sign.
DYNAMICS: Mapping[str, int] = MappingProxyType(
    {
        "n": 1,
        "pppppp": 1,
        "ppppp": 5,
        "pppp": 10,
        "ppp": 16,
        "pp": 33,
        "p": 49,
        "mp": 64,
        "mf": 80,
        "f": 96,
        "ff": 112,
        "fff": 120,
        "ffff": 127,
        "fffff": 127,
        "ffffff": 127,
    }
)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A dynamic sign that is of one chord only.

    Attributes:
        velocity: Of what begins under it.
        then: The dynamic that holds after it; empty where the one before goes on.
    """

    velocity: int
    then: str = ""


STROKES: Mapping[str, Stroke] = MappingProxyType(
    {
        **dict.fromkeys(("sf", "sfz", "fz", "rf", "rfz"), Stroke(112)),
        **dict.fromkeys(("sffz", "sfffz", "sffzp"), Stroke(126)),
        "fp": Stroke(96, "p"),
        "sfp": Stroke(112, "p"),
        "sfzp": Stroke(112, "p"),
        "sfpp": Stroke(112, "pp"),
        "pf": Stroke(49, "f"),
    }
)
# The change of a hairpin without a dynamic at its end: from one dynamic to the next.
HAIRPIN_STEP = 16
SOFTEST, LOUDEST = 1, 127
# A dynamic so soon after a hairpin is where it leads.
HAIRPIN_REACH = Fraction(4)
# Words that are hairpins until the next dynamic, or until their dashes end.
SWELLS: Mapping[str, int] = MappingProxyType(
    {
        "cresc": 1,
        "crescendo": 1,
        "dim": -1,
        "dimin": -1,
        "diminuendo": -1,
        "decresc": -1,
        "decrescendo": -1,
    }
)
SWELL_LONGEST = Fraction(32)


class Neighbour(Enum):
    """A step of an ornament: the written note, or its neighbour in the key."""

    MAIN = 0
    UPPER = 1
    LOWER = -1


_M, _U, _L = Neighbour.MAIN, Neighbour.UPPER, Neighbour.LOWER


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """How a sign at a note is played.

    Attributes:
        shown: Its English name in sentences and in the guide.
        length: The share of the written length that sounds.
        louder: An addition to the velocity.
        figure: The notes that are played in its place, the last of them to the end.
        alternates: Whether the figure goes on to the end of the note.
        late: Whether the figure is played in the second half of the note.
        slower: The factor on the time that the note takes.
    """

    shown: str
    length: Fraction = Fraction(1)
    louder: int = 0
    figure: tuple[Neighbour, ...] = ()
    alternates: bool = False
    late: bool = False
    slower: Fraction = Fraction(1)


# A step of an ornament; notes that leave less room have shorter ones.
ORNAMENT_STEP = Fraction(1, 8)
SIGNS: Mapping[str, Playing] = MappingProxyType(
    {
        "staccato": Playing(shown="staccato", length=Fraction(1, 2)),
        "spiccato": Playing(shown="spiccato", length=Fraction(1, 2)),
        "staccatissimo": Playing(shown="staccatissimo", length=Fraction(1, 4)),
        "detached-legato": Playing(shown="portato", length=Fraction(3, 4)),
        "tenuto": Playing(shown="tenuto"),
        "accent": Playing(shown="accent", louder=16),
        "soft-accent": Playing(shown="soft accent", louder=8),
        "stress": Playing(shown="stress", louder=8),
        "unstress": Playing(shown="unstress", louder=-8),
        "strong-accent": Playing(shown="marcato", louder=28),
        "fermata": Playing(shown="fermata", slower=Fraction(3, 2)),
        "trill-mark": Playing(shown="trill", figure=(_M, _U), alternates=True),
        "shake": Playing(shown="shake", figure=(_M, _U), alternates=True),
        "mordent": Playing(shown="mordent", figure=(_M, _L, _M)),
        "inverted-mordent": Playing(shown="inverted mordent", figure=(_M, _U, _M)),
        "turn": Playing(shown="turn", figure=(_U, _M, _L, _M)),
        "inverted-turn": Playing(shown="inverted turn", figure=(_L, _M, _U, _M)),
        "delayed-turn": Playing(shown="delayed turn", figure=(_U, _M, _L, _M), late=True),
        "delayed-inverted-turn": Playing(
            shown="delayed inverted turn", figure=(_L, _M, _U, _M), late=True
        ),
    }
)


def louder_by(signs: Iterable[str]) -> int:
    """Return what the signs at a note add to its velocity: the strongest of them.

    Args:
        signs: Their names; what has no row in `SIGNS` adds nothing.
    """
    return max((SIGNS[name].louder for name in signs if name in SIGNS), key=abs, default=0)


# One stroke of a tremolo is played in eighths, two in sixteenths; an unmeasured one is as fast as
# three strokes.
UNMEASURED_STROKES = 3
MOST_STROKES = 8
# The notes of a spread chord begin so far apart, all of them within half of the chord.
ARPEGGIO_STEP = Fraction(1, 12)
# A grace note that is played before the beat.
GRACE_LENGTH = Fraction(1, 9)
# One that is played on the beat takes this share of its main note, of a dotted one the other.
APPOGGIATURA, APPOGGIATURA_OF_DOTTED = Fraction(1, 2), Fraction(2, 3)
# A pedal that is changed is up for so long.
PEDAL_CHANGE = Fraction(1, 16)
PEDAL_DOWN, PEDAL_UP = 127, 0
# A note that swells while it sounds is followed by the controller *expression* in such steps.
EXPRESSION_STEP = Fraction(1, 4)
# Programs of General MIDI that can swell: organs, accordions, strings, voices, winds, pads.
SUSTAINED = frozenset(
    {*range(16, 24), *range(40, 46), *range(48, 55), *range(56, 80), *range(88, 96), 109, 110, 111}
)

# Quarters a minute of words without a number, the middle of what metronomes say.
TEMPO_WORDS: Mapping[str, int] = MappingProxyType(
    {
        "larghissimo": 24,
        "larghetto": 63,
        "grave": 40,
        "largo": 50,
        "lento": 52,
        "adagietto": 70,
        "adagio": 66,
        "andantino": 92,
        "andante": 84,
        "maestoso": 88,
        "moderato": 108,
        "allegretto": 116,
        "allegro moderato": 120,
        "allegro assai": 150,
        "allegro": 138,
        "vivacissimo": 176,
        "vivace": 160,
        "prestissimo": 200,
        "presto": 184,
    }
)
# Words that say that the tempo is another one, from the one that held.
TEMPO_FACTORS: Mapping[str, Fraction] = MappingProxyType(
    {"doppio movimento": Fraction(2), "double time": Fraction(2), "half time": Fraction(1, 2)}
)
