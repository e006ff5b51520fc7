"""The names of General MIDI's programs, families and drums (General MIDI Level 1, 1991)."""

FAMILIES = (
    "Piano",
    "Chromatic percussion",
    "Organ",
    "Guitar",
    "Bass",
    "Strings",
    "Ensemble",
    "Brass",
    "Reed",
    "Pipe",
    "Synth lead",
    "Synth pad",
    "Synth effects",
    "Ethnic",
    "Percussive",
    "Sound effects",
)
_NAMES = """\
Grand piano|Bright piano|Electric grand|Honky-tonk piano
Electric piano 1|Electric piano 2|Harpsichord|Clavinet
Celesta|Glockenspiel|Music box|Vibraphone
Marimba|Xylophone|Tubular bells|Dulcimer
Drawbar organ|Percussive organ|Rock organ|Church organ
Reed organ|Accordion|Harmonica|Tango accordion
Nylon guitar|Steel guitar|Jazz guitar|Clean guitar
Muted guitar|Overdriven guitar|Distortion guitar|Guitar harmonics
Acoustic bass|Finger bass|Pick bass|Fretless bass
Slap bass 1|Slap bass 2|Synth bass 1|Synth bass 2
Violin|Viola|Cello|Contrabass
Tremolo strings|Pizzicato strings|Harp|Timpani
String ensemble 1|String ensemble 2|Synth strings 1|Synth strings 2
Choir aahs|Voice oohs|Synth voice|Orchestra hit
Trumpet|Trombone|Tuba|Muted trumpet
French horn|Brass section|Synth brass 1|Synth brass 2
Soprano sax|Alto sax|Tenor sax|Baritone sax
Oboe|English horn|Bassoon|Clarinet
Piccolo|Flute|Recorder|Pan flute
Blown bottle|Shakuhachi|Whistle|Ocarina
Square lead|Sawtooth lead|Calliope lead|Chiff lead
Charang lead|Voice lead|Fifths lead|Bass and lead
New age pad|Warm pad|Polysynth pad|Choir pad
Bowed pad|Metallic pad|Halo pad|Sweep pad
Rain|Soundtrack|Crystal|Atmosphere
Brightness|Goblins|Echoes|Sci-fi
Sitar|Banjo|Shamisen|Koto
Kalimba|Bagpipe|Fiddle|Shanai
Tinkle bell|Agogo|Steel drums|Woodblock
Taiko drum|Melodic tom|Synth drum|Reverse cymbal
Fret noise|Breath noise|Seashore|Bird tweet
Telephone ring|Helicopter|Applause|Gunshot"""
PROGRAMS = tuple(name for line in _NAMES.splitlines() for name in line.split("|"))
DRUMS = "Drums"
# Drum kits by program, of General MIDI 2 and Roland GS.
KITS = {
    0: "Standard kit",
    8: "Room kit",
    16: "Power kit",
    24: "Electronic kit",
    25: "Analog kit",
    32: "Jazz kit",
    40: "Brush kit",
    48: "Orchestra kit",
    56: "Effects kit",
}
# The first key of the percussion map, and what each key from there on strikes.
_FIRST_DRUM = 35
_DRUM_LINES = """\
Kick 2|Kick|Side stick|Snare|Clap|Snare 2|Low floor|Closed hat
High floor|Pedal hat|Low tom|Open hat|Low mid|High mid|Crash|High tom
Ride|China|Ride bell|Tambourine|Splash|Cowbell|Crash 2|Vibraslap
Ride 2|High bongo|Low bongo|Mute conga|High conga|Low conga|High timbale|Low timbale
High agogo|Low agogo|Cabasa|Maracas|Whistle|Whistle 2|Guiro|Guiro 2
Claves|Woodblock|Woodblock 2|Mute cuica|Open cuica|Mute triangle|Triangle"""
DRUM_NAMES = tuple(name for line in _DRUM_LINES.splitlines() for name in line.split("|"))


def instrument_name(program: int, *, is_drum: bool = False) -> str:
    """Return the name of a program, 0 to 127, or of the drums."""
    return DRUMS if is_drum else PROGRAMS[program]


def kit_of(program: int) -> int:
    """Return the drum kit of `KITS` that a program plays: a variation is named by its kit."""
    return max(kit for kit in KITS if kit <= max(0, program))


def drum_name(pitch: int) -> str:
    """Return what a pitch strikes on a drum track; empty where General MIDI names nothing."""
    index = pitch - _FIRST_DRUM
    return DRUM_NAMES[index] if 0 <= index < len(DRUM_NAMES) else ""
