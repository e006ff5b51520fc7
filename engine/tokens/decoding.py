"""Decode ids to a score with one track per part, by `NoteReader`."""

from collections import defaultdict
from collections.abc import Iterable

from engine.tokens.reader import (
    MeterRead,
    NoteReader,
    PartDeclared,
    PedalRead,
    ReadNote,
    TempoRead,
)
from engine.tokens.vocabulary import DRUMS, Vocabulary
from engine.values.score import Control, Note, Score, Tempo, TimeSignature, Track

# Controller.
SUSTAIN = 64


def decode(ids: Iterable[int], vocabulary: Vocabulary) -> Score:
    """Return the music of ids; see `Tokenizer.decode`."""
    reader = NoteReader(vocabulary)
    programs: dict[int, int] = {}
    notes: dict[int, list[Note]] = defaultdict(list)
    pedals: dict[int, list[Control]] = defaultdict(list)
    tempos: list[Tempo] = []
    meters: list[TimeSignature] = []
    for token in ids:
        match reader.push(int(token)):
            case ReadNote() as read:
                programs.setdefault(read.part, read.program)
                note = Note(read.start, read.pitch, read.duration, read.velocity)
                notes[read.part].append(note)
            case PartDeclared(part, program):
                programs[part] = program
            case TempoRead(_, start, bpm):
                tempos.append(Tempo(start, round(bpm, 2)))
            case MeterRead(_, start, numerator, denominator):
                meters.append(TimeSignature(start, numerator, denominator))
            case PedalRead(_, start, program, pressed):
                pedals[program].append(Control(start, SUSTAIN, 127 * pressed))
    return Score(
        ticks_per_quarter=vocabulary.positions_per_beat,
        tracks=tuple(
            Track(
                program=max(program, 0),
                is_drum=program == DRUMS,
                notes=tuple(sorted(notes[part])),
                # A pedal id names a program: the first part with this program gets it.
                controls=tuple(sorted(pedals.pop(program, ()))),
            )
            for part, program in sorted(programs.items())
        ),
        tempos=tuple(sorted(tempos)),
        time_signatures=tuple(meters),
    )
