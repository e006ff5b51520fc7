"""Styles of one person and a machine: chiptune, hip hop, lo-fi, ambient."""

from style import Part, Style

LOOP = ("i4 v8 c8 v8 c8 k4 c8 o4", "i8 v8 v8 c8 v8 c8 o4", "i4 v16 c8 k8 c8 v8 o4")

STYLES = (
    Style(
        name="chiptune",
        tempo=(116, 172),
        modes=("major", "minor", "mixolydian", "minor"),
        kits=(25, 0),
        drums=(
            "K:x...x... S:..x...x. H:x.x.x.x. // K:x.x.x..x S:..X...X. H:xxxxxxxx",
            "K:x.......x....... S:....x.......x... H:x.x.x.x.x.x.x.x."
            " // K:x..x..x.x..x..x. S:....X.......X... H:xxxxxxxxxxxxxxxx",
        ),
        step=2,
        density=1.9,
        syncopation=0.35,
        borrows=("cre", "openewld"),
        closing="stop",
        parts=(
            Part(role="lead", programs=(80,), low=64, high=88, loud=86),
            Part(role="harmony", programs=(80,), joins=0.6, loud=66, chance=0.8),
            Part(
                role="bass",
                programs=(38, 87, 80),
                patterns=("1-8-1-8-", "1.8.1.8.5.8.5.a.", "1-5-8-5-", "1-1-5-5-8-8-5-a-"),
                low=33,
                high=57,
                loud=78,
            ),
            Part(
                role="riff",
                programs=(80, 81),
                patterns=("0120120120120120", "0123", "01210121", "0212021202120212"),
                low=60,
                high=77,
                loud=54,
            ),
        ),
    ),
    Style(
        name="hip-hop",
        tempo=(78, 100),
        modes=("minor", "dorian", "minor"),
        colour="seventh",
        cadence=0.1,
        forms=LOOP,
        swing="16",
        kits=(0, 25, 16),
        drums=(
            "K:x......x..x..... S:....X.......X... H:x.x.x.x.x.x.x.x."
            " // K:x..x...x..x...x. S:....X.......X..o H:x.x.x.xxx.x.x.x.",
            "K:x.....x...x..... S:....X.......X... H:x.xxx.x.x.xxx.x."
            " // K:x.x...x...x..x.. S:....X.......X... O:..............x. H:x.x.x.x.x.x.x...",
        ),
        grooves=("hiphop",),
        step=4,
        density=1.2,
        syncopation=0.6,
        fills=0.25,
        closing="stop",
        parts=(
            Part(role="lead", programs=(53, 4, 11, 73, 81), low=57, high=77, joins=0.5, loud=74),
            Part(
                role="bass",
                programs=(38, 33, 39),
                patterns=(
                    "1------1--1-----",
                    "1-....1...1.8.a.",
                    "1--1----..1-..a-",
                    "1---------1-5-a-",
                ),
                low=26,
                high=45,
                loud=84,
            ),
            Part(
                role="comp",
                programs=(4, 0, 5, 11),
                patterns=(
                    "x-----x---------",
                    "x-----------x--x",
                    "0-1-2-3-2-------",
                    "x--------x------|x---------x-x---",
                ),
                low=55,
                high=74,
                voices=4,
                loud=62,
            ),
            Part(
                role="riff",
                programs=(46, 48, 11, 45),
                patterns=(
                    "0-2-1---........",
                    "..0-1-2-....2-1-",
                    "0..1..2.........",
                    "3-2-1-0-........",
                ),
                low=60,
                high=79,
                joins=0.3,
                loud=58,
            ),
            Part(
                role="pad", programs=(48, 89, 52), low=51, high=69, joins=0.75, loud=46, chance=0.6
            ),
        ),
    ),
    Style(
        name="lo-fi",
        tempo=(68, 88),
        modes=("major", "minor", "dorian"),
        colour="ninth",
        cadence=0.2,
        verses={
            "major": (
                "ii9 V13 Imaj9 vi9",
                "Imaj9 vi9 ii9 V13",
                "IVmaj9 iii7 ii9 Imaj9",
                "IVmaj9 iii7 vi9 V13",
                "Imaj7 III7 vi9 v9:1/2 I7:1/2",
            ),
            "minor": (
                "i9 iv9 bVII13 bIIImaj9",
                "bVImaj9 v7 i9 i9",
                "iv9 v7 i9 bIIImaj7",
                "iih7 V7b9 i9 i9",
            ),
        },
        forms=LOOP,
        swing="16",
        drums=(
            "K:x......x..x..... X:....x.......x... H:x.x.x.x.x.x.x.x."
            " // K:x..x...x..x..... S:....x.......x... H:x.x.x.x.x.x.x.x.",
            "K:x.......x.x..... S:....x.......x..o H:x...x...x...x..."
            " // K:x.....x.x.x..... S:....x.......x... H:x.x.x.xxx.x.x.x.",
        ),
        grooves=("hiphop",),
        step=4,
        density=0.9,
        syncopation=0.5,
        borrows=("openewld",),
        fills=0.15,
        parts=(
            Part(role="lead", programs=(11, 4, 73, 26, 65), low=60, high=81, loud=68),
            Part(
                role="bass",
                programs=(32, 35, 33),
                patterns=("1-----1---5---a-", "1-------5-----a-", "1------1--5-----"),
                low=28,
                high=47,
                loud=72,
            ),
            Part(
                role="comp",
                programs=(4, 5, 0),
                patterns=(
                    "x---------------",
                    "x------x--------",
                    "x-----x-----x---",
                    "b-x-----d-x-----",
                ),
                low=53,
                high=72,
                voices=4,
                loud=56,
            ),
            Part(
                role="comp",
                programs=(26, 24),
                patterns=("0-2-1-3-2-1-....", "....h-......h-..", "0-1-2-3-4-3-2-1-"),
                low=52,
                high=71,
                joins=0.5,
                loud=48,
                chance=0.7,
            ),
            Part(
                role="pad", programs=(89, 52, 48), low=53, high=71, joins=0.6, loud=42, chance=0.6
            ),
        ),
    ),
    Style(
        name="ambient",
        tempo=(56, 84),
        modes=("major", "dorian", "minor"),
        colour="ninth",
        cadence=0.0,
        verses={
            "major": (
                "I:2 IV:2",
                "I:2 vi:2 IV:2 V:2",
                "Iadd9:2 IVmaj7:2",
                "I:4 ii:4",
                "vi:2 IV:2 I:2 V:2",
            ),
            "minor": ("i:2 bVI:2", "i:2 bIII:2 bVI:2 bVII:2", "i:4 iv:4"),
            "dorian": ("i:2 IV:2", "i:2 bVII:2 IV:2 i:2", "i:4 ii:4"),
        },
        forms=("i8 v16 c16 k8 c16", "i4 v8 v8 c8 k4 v8 c8 o8", "v16 c16 v16 o4"),
        closing="slow",
        drums=("", "", "K:x....... k:..x...x.", "K:x.....x......... r:x.x.x.x.x.x.x.x."),
        step=1,
        density=0.4,
        syncopation=0.2,
        fills=0.0,
        parts=(
            Part(role="pad", programs=(89, 91, 92, 94, 88), low=46, high=69, voices=4, loud=50),
            Part(
                role="lead", programs=(0, 11, 88, 73, 98, 79), low=62, high=86, joins=0.5, loud=62
            ),
            Part(
                role="comp",
                programs=(46, 11, 4, 88, 0),
                patterns=(
                    "0---1---2---3---",
                    "0-1-2-3-4-3-2-1-",
                    "0-----2-----4---",
                    "0---2---1---3---",
                ),
                low=57,
                high=77,
                voices=4,
                loud=46,
            ),
            Part(
                role="bass",
                programs=(39, 32, 43),
                patterns=("1---------------", "1-------------a-", "1-------5-------"),
                low=28,
                high=47,
                joins=0.5,
                loud=60,
            ),
            Part(
                role="counter",
                programs=(49, 91, 42),
                low=55,
                high=74,
                joins=0.6,
                loud=48,
                chance=0.6,
            ),
        ),
    ),
)
