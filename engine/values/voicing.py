"""Default pan, reverb and chorus of each instrument, for music that does not set them.

The seats are those of bands and orchestras, from the audience.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.values.score import Track

# Of a pan controller.
CENTRE = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Voicing:
    """Default mix of a program.

    Attributes:
        seat: Pan of a single instrument, 0 to 127.
        spread: Distance between the pans of several tracks with the program.
        reverb: Reverb send, 0 to 127, as controller 91.
        chorus: Chorus send, 0 to 127, as controller 93.
        width: Share of the samples' stereo width that is kept. Close recordings have unrelated left
            and right sides: too wide for a band, and partly cancelled on a mono loudspeaker.
        trim_db: Decibels added to the program because of its role in a band.
    """

    seat: int = CENTRE
    spread: int = 0
    reverb: int = 48
    chorus: int = 0
    width: float = 0.5
    trim_db: float = 0.0


# Wider than recorded, and with more reverb than other instruments.
DRUMS = Voicing(reverb=60, width=1.25)
# By first program of a range; a range ends before the next one.
_RANGES: tuple[tuple[int, Voicing], ...] = (
    (0, Voicing(reverb=44)),  # pianos
    (4, Voicing(seat=56, reverb=40, chorus=30)),  # electric pianos
    (6, Voicing(seat=72, reverb=62)),  # harpsichord, clavinet
    (8, Voicing(seat=46, reverb=54)),  # bells, mallets
    (16, Voicing(seat=76, reverb=44, chorus=16)),  # organs, accordions
    (24, Voicing(seat=82, spread=76, reverb=40)),  # guitars
    (27, Voicing(seat=82, spread=76, reverb=36, chorus=28)),
    (29, Voicing(seat=82, spread=76, reverb=34)),
    (32, Voicing(reverb=14)),  # basses
    (40, Voicing(seat=44, spread=24, reverb=58)),  # violin
    (41, Voicing(seat=76, spread=24, reverb=58)),  # viola
    (42, Voicing(seat=88, spread=24, reverb=54)),  # cello
    (43, Voicing(seat=94, reverb=48)),  # contrabass
    (44, Voicing(spread=50, reverb=58)),  # strings
    (46, Voicing(seat=38, reverb=58)),  # harp
    (47, Voicing(seat=76, reverb=54)),  # timpani
    (48, Voicing(spread=50, reverb=58, chorus=10, trim_db=-2.0)),  # ensembles
    (52, Voicing(spread=40, reverb=62, chorus=12, trim_db=-2.0)),  # voices
    (56, Voicing(seat=78, spread=32, reverb=50)),  # brass
    (64, Voicing(seat=50, spread=36, reverb=46)),  # saxophones
    (68, Voicing(seat=54, spread=30, reverb=52)),  # oboe, bassoon, clarinet
    (71, Voicing(seat=74, spread=30, reverb=52)),
    (72, Voicing(seat=48, spread=30, reverb=54)),  # flutes
    (80, Voicing(spread=50, reverb=40, chorus=24)),  # synth leads
    (88, Voicing(spread=60, reverb=60, chorus=40, trim_db=-3.0)),  # synth pads
    (96, Voicing(spread=60, reverb=60, chorus=30, trim_db=-2.0)),  # synth effects
    (104, Voicing(seat=50, spread=40, reverb=46)),  # plucked instruments of the world
    (112, Voicing(seat=78, spread=40, reverb=44)),  # percussive
    (120, Voicing(reverb=44)),  # sound effects
)


def voicing(program: int, *, is_drum: bool = False) -> Voicing:
    """Return the default mix of a program."""
    if is_drum:
        return DRUMS
    return next(given for first, given in reversed(_RANGES) if program >= first)


def seats(tracks: Sequence[Track]) -> tuple[int, ...]:
    """Return the pan of each track, 0 to 127.

    The only pitched instrument sits in the middle; several tracks with one program share the seats
    of their kind from left to right, except keyboards, which may be two staves of one instrument.
    """
    melodic = [track for track in tracks if not track.is_drum and track.notes]
    alone = len({track.program for track in melodic}) <= 1
    many = Counter(track.program for track in melodic)
    seen: Counter[int] = Counter()
    made = []
    for track in tracks:
        given = voicing(track.program, is_drum=track.is_drum)
        seat = CENTRE if alone else given.seat
        if not track.is_drum and track.notes and many[track.program] > 1:
            place = seen[track.program] / (many[track.program] - 1) - 0.5
            seen[track.program] += 1
            middle = CENTRE if alone or given.spread > 2 * abs(given.seat - CENTRE) else seat
            seat = round(middle + place * given.spread)
        made.append(min(127, max(0, seat)))
    return tuple(made)
