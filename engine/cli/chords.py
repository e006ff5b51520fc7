"""`segue chords`: show, write, transpose and save the chords of a piece."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cli.command import Arguments, CliCommand, positive
from engine.cli.output import Output, table
from engine.cli.places import define_piece, new_file
from engine.ground.errors import RequestError
from engine.values.formats import MIDI

if TYPE_CHECKING:
    from engine.harmony.chord_symbols import Chord
    from engine.values.score import Score


def _define(parser: argparse.ArgumentParser) -> None:
    define_piece(parser)
    parser.add_argument(
        "--found", action="store_true", help="those that are heard, whatever is written over it"
    )
    parser.add_argument(
        "--write", metavar="CHORDS", help="write these over it: one a bar, or bars divided by |"
    )
    parser.add_argument(
        "--from-bar", type=positive, default=1, metavar="N", help="where they begin (1)"
    )
    parser.add_argument(
        "--transpose", type=int, default=0, metavar="N", help="by so many semitones"
    )
    parser.add_argument(
        "--out", type=_midi_file, metavar="FILE", help="save the piece with them as .mid"
    )


def _midi_file(text: str) -> Path:
    path = new_file(text)
    if path.suffix.lower() not in MIDI.written:
        raise RequestError(f"‘{path}’ is no name of a MIDI file.", hint="End it in .mid.")
    return path


def _chords(arguments: Arguments, output: Output) -> None:
    from engine.cli.pieces import read_asked
    from engine.harmony.chord_track import end_of, transposed, written_chords
    from engine.harmony.chords import find_chords
    from engine.values.time import BarMap

    score = read_asked(arguments, output).score
    written = () if arguments.found else written_chords(score)
    if arguments.write is not None:
        written = _with_typed(written, arguments, score)
    chords = transposed(written or find_chords(score), arguments.transpose)
    if arguments.out is not None:
        _save(arguments.out, score, chords)
    if end_of(chords, score) > BarMap.of(score).start_of(BarMap.of(score).bars_until(score.end)):
        output.remark("The chords go on after the piece ends.")
    rows = [row_of(chord, score) for chord in chords]
    values = {"source": "written" if written else "found", "chords": rows}
    lines = [(f"bar {row['bar']}", f"beat {row['beat']:g}", row["name"]) for row in rows]
    output.result(values, table(lines))


def _with_typed(
    written: tuple["Chord", ...], arguments: Arguments, score: "Score"
) -> tuple["Chord", ...]:
    """Return chords in which those of the command line replace what they cover."""
    from engine.cli.pieces import bar_line
    from engine.harmony.chord_track import end_of, typed_chords

    begin = bar_line(arguments.from_bar, score)
    typed = typed_chords(arguments.write, score, first_bar=arguments.from_bar - 1)
    end = end_of(typed, score)
    rest = (chord for chord in written if not begin <= chord.tick < end)
    return tuple(sorted((*rest, *typed)))


def _save(path: Path, score: "Score", chords: tuple["Chord", ...]) -> None:
    from engine.cli.writing import write_file
    from engine.harmony.chord_track import with_chords
    from engine.midi.file.midifile import export_midi

    write_file(path, export_midi(with_chords(score, chords)))


def row_of(chord: "Chord", score: "Score", fifths: int | None = None) -> dict[str, Any]:
    """Return a chord and its place for a report.

    Args:
        chord: The chord.
        score: Whose bars they are.
        fifths: Of the key that it is spelled in, as for `chord_name`.
    """
    from engine.harmony.chord_symbols import chord_name
    from engine.values.time import BarMap

    bars = BarMap.of(score)
    position = bars.position_at(chord.tick)
    into_beat = position.tick / bars.beat_length_at(chord.tick)
    return {
        "bar": position.bar + 1,
        "beat": round(1 + position.beat + into_beat, 3),
        "tick": chord.tick,
        "name": chord_name(chord, fifths),
        "root": chord.root,
        "quality": chord.quality,
        "bass": chord.bass,
    }


COMMANDS = (
    CliCommand(
        name="chords",
        help="the chords over a piece, or those it has; write others over it",
        define=_define,
        run=_chords,
    ),
)
