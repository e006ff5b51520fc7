"""Styles of machines: disco, house, techno, synthwave."""

from style import Part, Style

CLUB_FORMS = (
    "i8 v8 d8 k4 u4 d8 v8 d8 o8",
    "i8 v16 u4 d16 k8 u4 d16 o4",
    "i4 v8 p4 d8 v8 p4 d8 k4 u4 d8 o4",
)
LOOP = ("i4 v8 c8 v8 c8 k4 c8 o4", "i8 v8 v8 c8 v8 c8 o4", "i4 v16 c8 k8 c8 v8 o4")
ARPS = (
    "0123012301230123",
    "0121012101210121",
    "0213021302130213",
    "0-1-2-3-2-1-0-1-",
    "012.012.012.0123",
    "0.1.2.1.0.1.2.3.",
)

STYLES = (
    Style(
        name="disco",
        tempo=(110, 128),
        modes=("minor", "major", "dorian"),
        colour="seventh",
        drums=(
            "K:x...x...x...x... S:....X.......X... H:x...x...x...x... O:..x...x...x...x."
            " // K:x...x...x...x... S:....X.......X... H:xx.xxx.xxx.xxx.x"
            " O:..x...x...x...x. M:..x...x...x...x.",
            "K:x...x...x...x... C:....x.......x... O:..x...x...x...x."
            " // K:x...x...x...x... S:....X.......X..o O:..x...x...x...x. H:xx.xxx.xxx.xxx.x",
        ),
        grooves=("disco", "dance"),
        step=4,
        density=1.3,
        syncopation=0.5,
        borrows=("openewld",),
        parts=(
            Part(role="lead", programs=(53, 48, 65, 81, 73), low=60, high=82, loud=80),
            Part(
                role="bass",
                programs=(33, 36, 38),
                patterns=(
                    "1.8.1.8.1.8.1.8.",
                    "1-8-1-8-1-8-5-a-",
                    "1--11-8-1--11-a-",
                    "1...1.8...8.5.a.",
                ),
                low=28,
                high=52,
                loud=80,
            ),
            Part(
                role="comp",
                programs=(27, 28),
                patterns=("..ss..ss..ss..ss", "s.ss.ss.s.ss.sss", "..s...s...s..ss."),
                low=57,
                high=74,
                loud=58,
            ),
            Part(
                role="comp",
                programs=(4, 5, 0),
                patterns=("x-----x---x-----", "..x-..x-..x-..x-", "x--x--x---------"),
                low=52,
                high=70,
                voices=4,
                joins=0.5,
                loud=56,
            ),
            Part(role="pad", programs=(48, 50), low=56, high=75, joins=0.6, loud=54),
            Part(
                role="riff",
                programs=(61, 62),
                patterns=(
                    "....X..X......X-",
                    "X..X..X.........|................",
                    "......X-X-......",
                ),
                low=60,
                high=77,
                joins=0.8,
                loud=70,
                chance=0.7,
            ),
        ),
    ),
    Style(
        name="house",
        tempo=(118, 128),
        modes=("minor", "dorian", "minor", "major"),
        colour="ninth",
        cadence=0.1,
        forms=CLUB_FORMS,
        kits=(25, 24),
        drums=(
            "K:x...x...x...x... C:....x.......x... O:..x...x...x...x."
            " // K:x...x...x...x... C:....X.......X... O:..x...x...x...x. H:x.xxx.xxx.xxx.xx"
            " k:xxxxxxxxxxxxxxxx",
            "K:x...x...x...x... H:..x...x...x...x. X:......x...x....."
            " // K:x...x...x...x..x C:....X.......X... O:..x...x...x...x. H:xxxxxxxxxxxxxxxx",
        ),
        step=4,
        density=1.0,
        syncopation=0.6,
        fills=0.3,
        parts=(
            Part(role="lead", programs=(53, 80, 81, 54), low=60, high=82, joins=0.5, loud=78),
            Part(
                role="bass",
                programs=(38, 39, 33),
                patterns=(
                    "..1-..1-..1-..1-",
                    "1..1..1...1..1..",
                    "1.....1..1....a.",
                    "..11..11..18..1a",
                ),
                low=28,
                high=47,
                joins=0.35,
                loud=82,
            ),
            Part(
                role="comp",
                programs=(0, 4, 16, 17),
                patterns=(
                    "x..x..x...x..x..",
                    "x--x--x---x--x--|x--x--x---------",
                    "..s..s....s..s..",
                    "s..s...s..s.s...",
                ),
                low=55,
                high=74,
                voices=4,
                loud=66,
            ),
            Part(role="pad", programs=(89, 90, 50), low=51, high=71, voices=4, joins=0.0, loud=48),
            Part(
                role="riff",
                programs=(80, 87, 12),
                patterns=ARPS,
                low=60,
                high=79,
                joins=0.6,
                loud=56,
                chance=0.7,
            ),
        ),
    ),
    Style(
        name="techno",
        tempo=(126, 142),
        modes=("minor", "minor", "dorian"),
        cadence=0.0,
        verses={
            "minor": ("i i i i", "i i bVI i", "i i i bVII", "i i bII i", "i bIII i bVII"),
            "dorian": ("i i i i", "i i IV i"),
        },
        forms=CLUB_FORMS,
        kits=(25,),
        drums=(
            "K:x...x...x...x... H:..x...x...x...x."
            " // K:x...x...x...x... O:..x...x...x...x. H:xxxxxxxxxxxxxxxx C:....x.......x...",
            "K:x...x...x...x... H:x.xxx.xxx.xxx.xx X:...x..x....x..x."
            " // K:x...x...x...x... O:..X...X...X...X. C:....X.......X... w:x..x..x..x..x.x.",
        ),
        step=4,
        density=0.8,
        syncopation=0.6,
        fills=0.3,
        closing="stop",
        parts=(
            Part(role="lead", programs=(81, 87, 84), low=57, high=78, joins=0.65, loud=74),
            Part(
                role="bass",
                programs=(38, 39),
                patterns=(
                    ".111.111.111.111",
                    "..1...1...1...1.",
                    "1.1.1.1.1.1.1.1.",
                    ".1.1.18..1.1.18a",
                ),
                low=28,
                high=45,
                loud=82,
            ),
            Part(
                role="riff",
                programs=(81, 87, 80, 62),
                patterns=(*ARPS, "0..0..2...0.1..."),
                low=52,
                high=72,
                joins=0.3,
                loud=64,
            ),
            Part(
                role="comp",
                programs=(90, 81, 62),
                patterns=("...x..x......x..", "x.....x.....x...", "..s...s...s..s.s"),
                low=55,
                high=72,
                joins=0.6,
                loud=62,
                chance=0.7,
            ),
            Part(
                role="pad", programs=(89, 95, 92), low=50, high=72, joins=0.0, loud=46, chance=0.8
            ),
        ),
    ),
    Style(
        name="synthwave",
        tempo=(84, 118),
        modes=("minor", "minor", "major"),
        kits=(24, 25, 16),
        drums=(
            "K:x.......x....... S:....X.......X... H:x.x.x.x.x.x.x.x."
            " // K:x...x...x...x... S:....X.......X... H:x.x.x.x.x.x.x.xx",
            "K:x.....x.x....... S:....X.......X... H:xxxxxxxxxxxxxxxx"
            " // K:x.....x.x...x... S:....X.......X... H:x.xxx.xxx.xxx.xx O:..............x.",
        ),
        forms=LOOP,
        step=2,
        density=1.0,
        syncopation=0.4,
        fills=0.6,
        parts=(
            Part(role="lead", programs=(81, 80, 87, 90), low=62, high=84, loud=80),
            Part(
                role="bass",
                programs=(38, 39),
                patterns=(
                    "1.1.1.1.1.1.1.1.",
                    "1111111111111111",
                    "1-1-8-1-1-8-1-8-",
                    "1.118.111.118.11",
                ),
                low=28,
                high=52,
                loud=80,
            ),
            Part(role="riff", programs=(81, 80, 88, 5), patterns=ARPS, low=57, high=76, loud=54),
            Part(role="pad", programs=(89, 90, 50, 91), low=48, high=69, voices=4, loud=52),
            Part(
                role="counter",
                programs=(91, 54, 50),
                low=60,
                high=77,
                joins=0.8,
                loud=54,
                chance=0.5,
            ),
            Part(role="solo", programs=(84, 30, 81), low=64, high=88, loud=84, chance=0.6),
        ),
    ),
)
