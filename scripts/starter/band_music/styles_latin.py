"""Styles of Latin America: bossa nova, samba, salsa."""

from style import Part, Style
from styles_groove import BRIDGES, JAZZ

BOSSA_BASS = ("1--5-5--", "1--15--5", "1--5-5-a")

STYLES = (
    Style(
        name="bossa",
        tempo=(116, 148),
        modes=("major", "major", "minor"),
        verses=JAZZ,
        choruses=BRIDGES,
        forms=("i4 h16 b8 h8 s16 b8 h8 o4", "h16 h16 s16 h16 o4", "i4 h8 h8 b8 h8 s8 b8 h8 o4"),
        cadence=0.0,
        drums=(
            "K:x--xx--x X:x..x..x.|..x..x.. H:xxxxxxxx"
            " // K:x..xx..x X:x..x..x.|..x..x.. R:xxxxxxxx",
            "K:x..xx..x X:..x..x..|x..x..x. k:xxxxxxxx"
            " // K:x..xx..x X:..x..x..|x..x..x. H:xxxxxxxx",
        ),
        grooves=("latin_brazilian-bossa", "bossa"),
        step=2,
        density=1.0,
        syncopation=0.6,
        fills=0.1,
        borrows=("openewld",),
        parts=(
            Part(role="lead", programs=(73, 65, 53, 66, 26), low=60, high=81, loud=72),
            Part(role="bass", programs=(32, 33), patterns=BOSSA_BASS, low=28, high=47, loud=74),
            Part(
                role="comp",
                programs=(24,),
                patterns=("x--x--x-|--x--x--", "b-x-dx-x|b-x-d-x-", "x-xx--x-|x--x--x-"),
                low=52,
                high=70,
                voices=4,
                loud=58,
            ),
            Part(
                role="comp",
                programs=(0, 4, 11),
                patterns=("x-------", "...x--x-|..x-....", "x--x----"),
                low=55,
                high=74,
                voices=4,
                joins=0.6,
                loud=50,
                chance=0.7,
            ),
            Part(role="pad", programs=(48, 49), low=53, high=72, joins=0.7, loud=44, chance=0.5),
            Part(role="solo", programs=(65, 0, 73, 11), low=60, high=84, loud=76, chance=0.8),
        ),
    ),
    Style(
        name="samba",
        tempo=(92, 118),
        meter=(2, 4),
        modes=("major", "minor", "major"),
        colour="seventh",
        forms=("i8 v16 c16 v16 c16 o4", "i8 v16 v16 c16 s16 c16 o8"),
        drums=(
            "K:x..xx..x f:....X... k:xXxxxXxx X:x.x..x.x|.x.x.x.."
            " // K:x..xx..x f:....X... k:xXxxxXxx A:x.x..x.x|.x.x.x.. M:xXxxxXxx",
            "K:x..xx..x H:xxxxxxxx S:.x.xo.x.|x.x.ox.x"
            " // K:x..xx..x H:xxxxxxxx S:xx.x.x.x|x.x.xx.x A:x.x..x..",
        ),
        grooves=(),
        step=4,
        density=1.5,
        syncopation=0.7,
        fills=0.3,
        closing="stop",
        parts=(
            Part(role="lead", programs=(73, 53, 57, 72), low=62, high=82, loud=80),
            Part(
                role="bass",
                programs=(33, 32),
                patterns=("1--15--5", "1---5--a", "1--15--a"),
                low=28,
                high=47,
                loud=78,
            ),
            Part(
                role="comp",
                programs=(24, 25),
                patterns=("x.x..x.x|.x.x.x..", ".x.x.x..|x.x..x.x", "s.ss.s.s"),
                low=55,
                high=72,
                loud=60,
            ),
            Part(
                role="comp",
                programs=(0, 105),
                patterns=("x..x..x.|..x.x...", "0123012.|.3210.12"),
                low=57,
                high=75,
                joins=0.5,
                loud=54,
                chance=0.7,
            ),
            Part(
                role="riff",
                programs=(61, 56),
                patterns=("X.X..X..|........", "....x.xx|X-------"),
                low=60,
                high=77,
                joins=0.75,
                loud=68,
                chance=0.8,
            ),
            Part(role="harmony", programs=(73, 72, 54), joins=0.85, loud=62, chance=0.5),
        ),
    ),
    Style(
        name="salsa",
        tempo=(168, 208),
        modes=("minor", "major", "dorian"),
        verses={
            "minor": ("i i V7 V7 V7 V7 i i", "i iv V7 i", "i iv V7 V7", "i bVII bVI V7"),
            "major": ("I IV V7 IV", "I I V7 V7 V7 V7 I I", "I vi ii V7"),
            "dorian": ("i IV i IV", "i ii bIII ii"),
        },
        forms=("i8 v16 c16 v16 s16 c16 o4", "i8 v16 p8 c16 s16 c16 o4"),
        cadence=0.4,
        drums=(
            "V:..x.x...|x..x..x. G:......xx n:x.x.x... q:x.x.xx.x"
            " // V:..x.x...|x..x..x. G:......xx n:x.x.x... W:x.x.x.x. g:....x.x.",
            "V:x..x..x.|..x.x... G:......xx g:...x.... r:xxxxxxxx"
            " // V:x..x..x.|..x.x... G:...x..xx W:X.x.X.x. q:x.xx.xx.",
        ),
        step=2,
        density=1.0,
        syncopation=0.6,
        fills=0.4,
        closing="stop",
        parts=(
            Part(role="lead", programs=(53, 56, 73), low=60, high=81, loud=80),
            Part(
                role="bass",
                programs=(32, 33),
                patterns=("...5--8-|...5--a-", "1--5--8-|---5--8-", "...1--5-"),
                low=28,
                high=50,
                loud=82,
            ),
            Part(
                role="comp",
                programs=(0, 1),
                patterns=("0-21.2.1|.2.1.2.1", "h.0h.0h.|0h.0h.h.", "x.01.2.1|.x.1.2.x"),
                low=55,
                high=74,
                loud=66,
            ),
            Part(
                role="riff",
                programs=(61, 56),
                patterns=("X.X.....|...X.X-.", "..x.x.X-|........", "X---..x.|x.X-...."),
                low=60,
                high=79,
                joins=0.6,
                loud=76,
            ),
            Part(
                role="riff",
                programs=(57,),
                patterns=("........|X.x.X...", "0-2-0-2-|0-2-3---"),
                low=50,
                high=66,
                joins=0.8,
                loud=70,
                chance=0.7,
            ),
            Part(role="harmony", programs=(54, 53), joins=0.85, loud=64, chance=0.6),
        ),
    ),
)
