"""Styles of rhythm sections: funk, soul, reggae, swing, West Africa."""

from style import Part, Style

HORNS = (
    "....X.........X-|................",
    "X.X.............|......X-X.......",
    "..........x.x.X-",
    "X-----..........|....x.x.X---....",
)
JAZZ_FORMS = ("i4 h8 h8 b8 h8 s8 s8 b8 h8 o2", "h16 b8 h8 s16 s8 h16", "i4 h16 s16 s16 h16")
JAZZ = {
    "major": (
        "Imaj7:1/2 VI7:1/2 ii7:1/2 V7:1/2 iii7:1/2 VI7:1/2 ii7:1/2 V7:1/2"
        " I7:1/2 I7/3:1/2 IVmaj7:1/2 #ivo7:1/2 Imaj7/5:1/2 V7:1/2 I6",
        "ii7 V7 Imaj7 VI7 ii7 V7 I6 I6",
        "Imaj7 vi7 ii7 V7 iii7 VI7 ii7:1/2 V7:1/2 I6",
        "Imaj7 #ivh7:1/2 VII7:1/2 iii7 VI7 ii7 V7 iii7:1/2 VI7:1/2 ii7:1/2 V7:1/2",
        "I6 VI7 II7 II7 ii7 V7 I6 V7",
        "Imaj7 IVmaj7 iii7 vi7 ii7 V7 I6:1/2 VI7:1/2 ii7:1/2 V7:1/2",
    ),
    "minor": (
        "i6 iih7:1/2 V7b9:1/2 i6 i6 iv7 bVII7 bIIImaj7 V7b9",
        "iv7 bVII7 bIIImaj7 bVImaj7 iih7 V7b9 i6 i6",
        "i7 i7 iv7 iv7 iih7 V7b9 i6 V7b9",
    ),
}
BRIDGES = {
    "major": (
        "III7 III7 VI7 VI7 II7 II7 V7 V7",
        "v7 I7 IVmaj7 IVmaj7 vi7 II7 ii7 V7",
        "IVmaj7 iv7 Imaj7 VI7 II7 II7 ii7 V7",
    ),
    "minor": (
        "iv7 bVII7 bIIImaj7 bIIImaj7 iih7 V7b9 i6 V7b9",
        "bVImaj7 bVImaj7 bIIImaj7 bIIImaj7 iih7 iih7 V7b9 V7b9",
    ),
}

STYLES = (
    Style(
        name="funk",
        tempo=(92, 118),
        modes=("dorian", "mixolydian", "minor"),
        colour="ninth",
        cadence=0.1,
        verses={
            "dorian": ("i9 i9 i9 i9", "i9 IV9 i9 IV9", "i9 i9 IV9 IV9", "i9 i9 bVII9 IV9"),
            "mixolydian": ("I9 I9 I9 I9", "I9 I9 IV9 IV9", "I9 bVII9 IV9 I9"),
            "minor": ("i9 i9 iv9 iv9", "i9 bVI9 v7 i9"),
        },
        choruses={
            "dorian": ("IV9 IV9 i9 i9", "bIII bVII IV9 i9", "iv9 bVII9 bIIImaj7 V7"),
            "mixolydian": ("IV9 IV9 I9 I9", "ii9 V9 ii9 V9", "bVII9 IV9 I9 I9"),
        },
        drums=(
            "K:x..x..x...x..x.. S:....X..o.o..X..o H:x.x.x.x.x.x.x.x."
            " // K:x..x..x..xx..x.. S:....X..o.o.oX..o H:x.x.x.x.x.x.x... O:..............x.",
            "K:x.x.......xx.... S:....X..o.o..X..o H:xxxxxxxxxxxxxxxx"
            " // K:x.x....x..xx..x. S:....X..o.oo.X..o H:xxxxxxx.xxxxxxxx O:.......x........",
        ),
        grooves=("funk",),
        step=4,
        density=1.3,
        syncopation=0.7,
        fills=0.5,
        closing="stop",
        parts=(
            Part(role="lead", programs=(65, 66, 53, 4, 17), low=60, high=81, loud=80),
            Part(
                role="bass",
                programs=(36, 37, 33),
                patterns=(
                    "1..g8.1.g.5.7.8a",
                    "1.1...8.g.1.5.a.",
                    "1-.1.g8.1-.5.7.a|1-.1.g8...5.g.a.",
                    "1..1..8...1.7.8.",
                ),
                low=28,
                high=50,
                loud=84,
            ),
            Part(
                role="comp",
                programs=(28, 27),
                patterns=(
                    "..s.s.ss..s.s.ss",
                    "ssssssssssssssss",
                    "s..s..s.s..s..ss",
                    "....s.......s..s",
                ),
                low=57,
                high=74,
                loud=56,
            ),
            Part(
                role="comp",
                programs=(7, 4, 16),
                patterns=("x..x......x..x..", "..x-..x...x-..x.", "s..s..s...s.s..."),
                low=50,
                high=69,
                voices=4,
                joins=0.4,
                loud=60,
            ),
            Part(
                role="riff",
                programs=(61, 56, 66),
                patterns=HORNS,
                low=60,
                high=78,
                joins=0.55,
                loud=74,
            ),
            Part(role="solo", programs=(65, 4, 66), low=60, high=84, loud=84, chance=0.6),
        ),
    ),
    Style(
        name="soul",
        tempo=(76, 118),
        modes=("major", "major", "minor", "mixolydian"),
        colour="seventh",
        drums=(
            "K:x.......x.x..... S:....X.......X... H:x.x.x.x.x.x.x.x."
            " // K:x..x....x.x..... S:....X.......X..o H:x.x.x.x.x.x.x.x. M:....x.......x...",
            "K:x.....x.x....... S:....X..o....X... H:x.x.x.x.x.x.x.x."
            " // K:x.....x.x..x.... S:x...X...x...X... R:x.x.x.x.x.x.x.x.",
        ),
        grooves=("soul", "gospel", "neworleans"),
        step=4,
        density=1.2,
        syncopation=0.5,
        lift=0.25,
        borrows=("openhymnal", "openewld"),
        parts=(
            Part(role="lead", programs=(53, 65, 54, 66), low=60, high=81, loud=82),
            Part(
                role="bass",
                programs=(33, 35),
                patterns=(
                    "1--1--5-1---5-a-",
                    "1-----1-3-5-a---",
                    "1--5--8---5-3-a-",
                    "1---..1-5---3-a-",
                ),
                low=28,
                high=48,
                loud=80,
            ),
            Part(
                role="comp",
                programs=(4, 16, 0, 17),
                patterns=(
                    "x---x---x---x---",
                    "x-----x---x-----",
                    "..x---x---x---x-",
                    "b-x-d-x-b-x-d-x-",
                ),
                low=52,
                high=71,
                voices=4,
                loud=58,
            ),
            Part(
                role="comp",
                programs=(27, 26),
                patterns=("....s.......s...", "..s.s.s...s.s.s.", "0-1-2-..0-1-2-.."),
                low=57,
                high=74,
                joins=0.4,
                loud=52,
            ),
            Part(
                role="riff",
                programs=(61, 66, 56),
                patterns=HORNS,
                low=58,
                high=76,
                joins=0.7,
                loud=66,
            ),
            Part(
                role="pad", programs=(48, 16, 52), low=51, high=70, joins=0.75, loud=50, chance=0.6
            ),
        ),
    ),
    Style(
        name="reggae",
        tempo=(66, 90),
        modes=("major", "minor", "dorian"),
        cadence=0.3,
        drums=(
            "K:........x....... X:........x....... H:x.x.x.x.x.x.x.x."
            " // K:........x....... S:........X....... H:x.xxx.x.x.xxx.x.",
            "K:x.......x....... X:....x.......x... H:x.x.x.x.x.x.x.x."
            " // K:x...x...x...x... S:........X....... H:x.x.x.x.x.x.x.x.",
        ),
        grooves=("reggae",),
        step=2,
        density=1.1,
        syncopation=0.4,
        borrows=("openewld",),
        parts=(
            Part(role="lead", programs=(53, 22, 66, 56, 17), low=60, high=80, loud=78),
            Part(
                role="bass",
                programs=(33, 35),
                patterns=(
                    "1-..5-1-..3-5-a-",
                    "..1-1-3-5---3-1-",
                    "1---..1-3---5-a-",
                    "1-1-..5-..5-3-1-",
                ),
                low=28,
                high=46,
                loud=86,
            ),
            Part(
                role="comp",
                programs=(27, 28),
                patterns=("..s...s...s...s.", "....s.......s...", "..ss..ss..ss..ss"),
                low=57,
                high=74,
                loud=62,
            ),
            Part(
                role="comp",
                programs=(16, 17, 0),
                patterns=(".s.s.s.s.s.s.s.s", "..s...s...s...s.", "s.s.s.s.s.s.s.s."),
                low=52,
                high=70,
                joins=0.4,
                loud=52,
            ),
            Part(
                role="riff",
                programs=(57, 56, 66),
                patterns=("X--x--X-........|................", "............x.x."),
                low=57,
                high=74,
                joins=0.7,
                loud=64,
                chance=0.7,
            ),
        ),
    ),
    Style(
        name="swing",
        tempo=(112, 210),
        modes=("major", "major", "minor"),
        swing="8",
        verses=JAZZ,
        choruses=BRIDGES,
        forms=JAZZ_FORMS,
        cadence=0.0,
        drums=(
            "R:x.xxx.xx P:..x...x. K:x...x... // R:x.xxx.xx P:..x...x. K:x..ox..o S:...o...x",
            "H:x.xxx.xx K:x...x... X:......x."
            " // R:x.xxx.xx P:..x...x. S:...x.o..|.....x.o K:x...x...",
        ),
        grooves=("jazz_swing", "jazz"),
        density=1.3,
        syncopation=0.5,
        borrows=("openewld", "openewld"),
        fills=0.4,
        parts=(
            Part(role="lead", programs=(56, 65, 66, 71, 26, 11), low=60, high=81, loud=80),
            Part(role="walk", programs=(32,), low=28, high=50, loud=76),
            Part(
                role="comp",
                programs=(0, 26),
                patterns=(
                    "x--x....|..s...s.",
                    "...s..s.|.s....s.",
                    "..x...x.",
                    "s...s..s|...s....",
                ),
                low=53,
                high=71,
                voices=4,
                loud=58,
            ),
            Part(
                role="comp",
                programs=(26,),
                patterns=("s.s.s.s.",),
                low=52,
                high=68,
                loud=44,
                joins=0.5,
                chance=0.5,
            ),
            Part(
                role="riff",
                programs=(61, 57, 66),
                patterns=("X..X....|........", "......X-|..x.x...", "x.x.X-..|........"),
                low=58,
                high=76,
                joins=0.7,
                loud=68,
                chance=0.7,
            ),
            Part(role="solo", programs=(66, 56, 0, 57), low=58, high=84, loud=84),
        ),
    ),
    Style(
        name="afrobeat",
        held_out=True,
        tempo=(100, 124),
        modes=("dorian", "minor"),
        colour="seventh",
        cadence=0.0,
        verses={
            "dorian": ("i i i i", "i i IV IV", "i bVII i bVII"),
            "minor": ("i i iv i", "i bVII bVI bVII"),
        },
        forms=("i8 v16 c8 v16 s16 c8 o8",),
        drums=(
            "K:x.....x.x..x.... S:...o..X....o..X. H:x.xxx.xxx.xxx.xx k:x.x.x.x.x.x.x.x."
            " // K:x..x..x.x..x..x. S:...o..X.o..o..X. H:x.xxx.xxx.xxx.xx A:x..x..x...x.x...",
        ),
        grooves=("afrobeat", "highlife"),
        step=4,
        density=1.0,
        syncopation=0.7,
        closing="stop",
        parts=(
            Part(role="lead", programs=(66, 65, 17), low=58, high=79, loud=80),
            Part(
                role="bass",
                programs=(33,),
                patterns=("1.1...8...7.5.a.", "1..1..5...1.7.8.", "1-..1.3.5-..3.a."),
                low=28,
                high=48,
                loud=82,
            ),
            Part(
                role="riff",
                programs=(27, 28),
                patterns=("0.1.2.1.0.1.2.3.", "0..1..2.0..1.2..", "s..s..s.s..s.s.."),
                low=57,
                high=74,
                loud=56,
            ),
            Part(
                role="comp",
                programs=(17, 4),
                patterns=("..x...x-..x...x.", "x..x..x---..x---"),
                low=53,
                high=71,
                voices=4,
                joins=0.4,
                loud=58,
            ),
            Part(
                role="riff", programs=(61, 67), patterns=HORNS, low=55, high=74, joins=0.7, loud=74
            ),
        ),
    ),
)
