"""Styles of guitars: rock, ballads, country, folk, blues, metal."""

from style import Part, Style

STRUMS = (
    "x---x-xx--x-x-x- / x---x-xx--x-xxxx",
    "x---x---x-x-x-x-",
    "x-x-x-xx--x-x-x-",
    "x---x-x-x---x-x-",
    "x-----x-x-----x-|x-----x-x-x-x-x-",
    "X--x--X--x--X-x-",
)
PICKED = (
    "0-1-2-3-2-1-2-1-",
    "b-1-2-1-d-1-2-1-",
    "b-2-1-2-3-2-1-2-",
    "0-2-1-3-0-2-1-3-",
    "b-1-2-3-4-3-2-1-",
)
POWER_EIGHTHS = (
    "x-x-x-x-x-x-x-x-",
    "X-x-x-X-x-x-X-x-",
    "X-----X-----X---",
    "X---..X-X---..X-",
    "X-x-X--xX-x-X-x-",
)
ROOT_EIGHTHS = (
    "1-1-1-1-1-1-1-1- / 1-1-1-1-1-1-a-a-",
    "1-1-1-1-5-5-1-a-",
    "1---1-1---1-1-a-",
    "1-----1-1---5-a-",
    "1-1-8-1-1-1-5-a-",
)
BALLAD_BASS = ("1-----5-1-----a-", "1-------5---a---", "1---------1-5-a-", "1-----1-5-----a-")
ROCK_BEATS = (
    "K:x.......x.x..... S:....X.......X... H:x.x.x.x.x.x.x.x."
    " // K:x.....x.x.x..... S:....X.......X... O:x...x...x...x...",
    "K:x.....x...x..... S:....X.......X... H:X.x.X.x.X.x.X.x. / x.x.x.x.x.x.x..."
    " // K:x.x...x.x.x...x. S:....X.......X... R:x.x.x.x.x.x.x.x.",
    "K:x...|x... S:..X.|..X. H:xxxxxxxx // K:x..xx..x S:..X...X. O:x.x.x.x.",
    "K:x.......x....... S:....X.......X..o H:x.x.x.x.x.x.x.x."
    " // K:x..x....x.x..... S:....X.......X..o R:x.x.x.x.x.x.x.x. B:x...............",
)
BALLAD_BEATS = (
    "K:x.......x......x X:....x.......x... H:x.x.x.x.x.x.x.x."
    " // K:x.......x.x....x S:....X.......X... H:x.x.x.x.x.x.x.x.",
    "K:x......xx....... X:....x.......x... H:x...x...x...x..."
    " // K:x..x...xx..x.... S:....X.......X... R:x.x.x.x.x.x.x.x.",
)
TRAIN = "K:x...x...x...x... S:o.x.o.x.o.x.o.xo // K:x...x...x...x... S:ooXooxXoooXooxXo"

STYLES = (
    Style(
        name="rock",
        tempo=(96, 160),
        modes=("major", "minor", "mixolydian", "major"),
        drums=ROCK_BEATS,
        grooves=("rock",),
        step=2,
        density=1.3,
        syncopation=0.4,
        borrows=("openewld",),
        parts=(
            Part(role="lead", programs=(29, 30, 80, 65, 53, 18), low=60, high=81, loud=84),
            Part(role="bass", programs=(33, 34), patterns=ROOT_EIGHTHS, low=28, high=45, loud=80),
            Part(
                role="comp",
                programs=(27, 29, 25),
                patterns=(*STRUMS, *POWER_EIGHTHS),
                low=50,
                high=69,
                loud=66,
            ),
            Part(
                role="comp",
                programs=(30, 29),
                patterns=POWER_EIGHTHS,
                low=40,
                high=57,
                voices=2,
                joins=0.72,
                loud=72,
            ),
            Part(
                role="pad", programs=(16, 18, 48), low=52, high=72, joins=0.6, loud=52, chance=0.55
            ),
            Part(role="harmony", programs=(29, 54, 61), joins=0.85, loud=66, chance=0.35),
            Part(role="solo", programs=(30, 29), low=62, high=86, loud=88, chance=0.7),
        ),
    ),
    Style(
        name="pop-ballad",
        tempo=(62, 92),
        modes=("major", "major", "minor"),
        drums=BALLAD_BEATS,
        grooves=("pop", "soul", "rock_halftime", "gospel"),
        step=4,
        density=1.1,
        syncopation=0.35,
        cadence=0.85,
        lift=0.3,
        closing="slow",
        borrows=("openewld", "openhymnal"),
        fills=0.4,
        parts=(
            Part(role="lead", programs=(53, 73, 65, 68, 54, 0, 40), low=60, high=81, loud=80),
            Part(
                role="bass",
                programs=(33, 35, 32),
                patterns=BALLAD_BASS,
                low=28,
                high=47,
                joins=0.45,
                loud=72,
            ),
            Part(
                role="comp",
                programs=(0, 1, 4, 5),
                patterns=(*PICKED, "x---x---x---x---", "x-----hh--h-h-h-"),
                low=53,
                high=74,
                loud=60,
            ),
            Part(
                role="comp",
                programs=(25, 24),
                patterns=(*PICKED, *STRUMS),
                low=50,
                high=70,
                joins=0.6,
                loud=52,
                chance=0.5,
            ),
            Part(
                role="pad",
                programs=(48, 49, 50, 89, 91),
                low=51,
                high=71,
                joins=0.55,
                voices=4,
                loud=50,
            ),
            Part(
                role="counter",
                programs=(48, 42, 60, 71),
                low=55,
                high=74,
                joins=0.7,
                loud=54,
                chance=0.5,
            ),
            Part(role="harmony", programs=(53, 54, 52), joins=0.9, loud=60, chance=0.4),
        ),
    ),
    Style(
        name="country",
        tempo=(88, 132),
        modes=("major", "major", "mixolydian"),
        verses={
            "major": (
                "I I IV I I I V V",
                "I IV I V",
                "I I IV IV V V I I",
                "I V V I IV I V I",
                "I IV V I",
            )
        },
        drums=(
            "K:x.......x....... S:....x.......x... H:x.x.x.x.x.x.x.x."
            " // K:x.......x.x..... S:....X.......X... H:x.xxx.xxx.xxx.xx",
            TRAIN,
            "K:x...x... X:..x...x. H:xxxxxxxx // K:x...x... S:..X...X. R:x.x.x.xx",
        ),
        grooves=("country",),
        density=1.4,
        syncopation=0.15,
        borrows=("openewld", "cre"),
        parts=(
            Part(role="lead", programs=(105, 110, 25, 22, 53), low=60, high=82, loud=82),
            Part(
                role="bass",
                programs=(32, 33),
                patterns=("1---5---", "1---l---", "1---5---1---5-a-", "1---3---5---a---"),
                low=28,
                high=46,
                loud=78,
            ),
            Part(
                role="comp",
                programs=(25, 24),
                patterns=("b-x-d-x-", "b-xxd-xx", "b-x-d-xx", "..x-..x-"),
                low=52,
                high=70,
                loud=60,
            ),
            Part(
                role="comp",
                programs=(105, 46, 0, 26),
                patterns=("01231210", "02132132", "..s...s.", "0123212301232121"),
                low=55,
                high=72,
                joins=0.5,
                loud=54,
                chance=0.6,
            ),
            Part(
                role="counter",
                programs=(110, 40, 22),
                low=60,
                high=76,
                joins=0.7,
                loud=56,
                chance=0.6,
            ),
            Part(role="solo", programs=(110, 105, 25), low=62, high=84, loud=84, chance=0.6),
        ),
    ),
    Style(
        name="folk",
        tempo=(84, 126),
        modes=("major", "dorian", "mixolydian", "minor"),
        forms=("i4 v8 c8 v8 c8 v8 o4", "v8 v8 c8 v8 c8 o4", "i4 v16 b8 v16 o4"),
        density=1.3,
        syncopation=0.12,
        closing="slow",
        borrows=("cre", "openewld", "openhymnal"),
        drums=("", "", "K:x...x... M:..x...x. // K:x...x... M:x.xxx.xx"),
        fills=0.0,
        parts=(
            Part(role="lead", programs=(73, 40, 74, 110, 22, 105), low=60, high=84, loud=80),
            Part(
                role="comp",
                programs=(24, 25, 46),
                patterns=(*PICKED, "b-x-d-x-", "01232123"),
                low=50,
                high=70,
                loud=58,
            ),
            Part(
                role="bass",
                programs=(32, 43, 42),
                patterns=("1---5---", "1-------", "1---5-a-"),
                low=31,
                high=48,
                joins=0.5,
                loud=68,
                chance=0.8,
            ),
            Part(role="harmony", programs=(71, 40, 74, 52), joins=0.62, loud=58, chance=0.7),
            Part(
                role="pad", programs=(21, 48, 20), low=53, high=72, joins=0.6, loud=48, chance=0.5
            ),
        ),
    ),
    Style(
        name="blues",
        tempo=(72, 138),
        modes=("mixolydian",),
        swing="8",
        colour="triad",
        cadence=0.0,
        verses={
            "mixolydian": (
                "I7 I7 I7 I7 IV7 IV7 I7 I7 V7 IV7 I7 V7",
                "I7 IV7 I7 I7 IV7 IV7 I7 VI7 ii7 V7 I7 V7",
                "I7 IV7 I7 I7 IV7 #ivo7 I7 VI7 ii7 V7 I7:1/2 VI7:1/2 ii7:1/2 V7:1/2",
            )
        },
        forms=("h12 h12 s12 h12 o2", "i4 h12 h12 s12 s12 h12", "h12 s12 s12 h12"),
        drums=(
            "K:x...x... S:..X...X. H:x.xxx.xx // K:x...x... S:..X..oX. R:xxxxxxxx",
            "K:x.....x. S:..x...x. R:x.xxx.xx P:..x...x. // K:x..xx... S:..X...X. R:xxxxxxxx",
        ),
        grooves=("blues",),
        density=1.4,
        syncopation=0.35,
        closing="stop",
        parts=(
            Part(role="lead", programs=(22, 65, 26, 29, 53), low=60, high=80, loud=84),
            Part(
                role="bass",
                programs=(32, 33),
                patterns=("1-3-5-7-", "1-1-3-3-5-5-7-5-", "1-3-5-3-"),
                low=28,
                high=47,
                loud=78,
            ),
            Part(
                role="comp",
                programs=(0, 1, 16),
                patterns=("..s...s.", "..x-..x-", "x--x-...|..s...s.", ".s.s.s.s"),
                low=52,
                high=70,
                voices=4,
                loud=58,
            ),
            Part(
                role="riff",
                programs=(27, 26),
                patterns=("0.2.0.2.", "0-2-3-2-", "s..ss..s"),
                low=48,
                high=64,
                joins=0.5,
                loud=60,
                chance=0.7,
            ),
            Part(role="pad", programs=(16, 17), low=52, high=70, joins=0.7, loud=46, chance=0.4),
            Part(role="solo", programs=(29, 26, 66, 0), low=60, high=84, loud=88),
        ),
    ),
    Style(
        name="metal",
        tempo=(120, 190),
        modes=("minor", "minor", "dorian"),
        colour="power",
        cadence=0.3,
        verses={
            "minor": (
                "i i bVI bVII",
                "i bII i bII",
                "i i bIII bVI",
                "i i i bVII",
                "i bVI bVII i",
                "i i iv bVI",
            )
        },
        choruses={"minor": ("bVI bVII i i", "i bVI bIII bVII", "bVI bIII bVII i", "i bIII iv bVI")},
        drums=(
            "K:x.xxx.xxx.xxx.xx S:....X.......X... H:x...x...x...x..."
            " // K:xxxxxxxxxxxxxxxx S:....X.......X... R:x...x...x...x...",
            "K:x..xx..xx..xx..x S:....X.......X... O:x...x...x...x..."
            " // K:x.x.x.x.x.x.x.x. S:..X...X...X...X. B:x.x.x.x.x.x.x.x.",
        ),
        grooves=("rock_fast", "punk"),
        step=2,
        density=1.2,
        syncopation=0.3,
        fills=0.9,
        closing="stop",
        parts=(
            Part(role="lead", programs=(30, 29, 81), low=62, high=84, joins=0.5, loud=86),
            Part(
                role="bass",
                programs=(34, 33),
                patterns=("1.111.111.111.11", "1-1-1-1-1-1-1-a-", "1--11--11--11-a-", "1-11"),
                low=26,
                high=43,
                loud=84,
            ),
            Part(
                role="comp",
                programs=(30,),
                patterns=(
                    "x.xxx.xxx.xxx.xx",
                    "X--xX--xX--xX-x-",
                    "X-------x-x-X---",
                    "xxxxX-xxxxX-X-X-",
                ),
                low=38,
                high=53,
                voices=2,
                loud=78,
            ),
            Part(
                role="comp",
                programs=(30, 29),
                patterns=("X---------------", "X-----X-----X---", "X-xxX-xxX-xxX-xx"),
                low=45,
                high=60,
                voices=3,
                joins=0.72,
                loud=74,
            ),
            Part(role="harmony", programs=(30,), joins=0.95, loud=74, chance=0.5),
            Part(role="solo", programs=(30,), low=64, high=90, loud=92),
            Part(
                role="pad", programs=(48, 52, 91), low=51, high=69, joins=0.85, loud=52, chance=0.4
            ),
        ),
    ),
)
