"""`segue listen`: the notes of a recording as a MIDI file."""

import argparse
from typing import get_args

import msgspec

from engine.cli.beats import define_beats, with_asked_beats
from engine.cli.command import Arguments, CliCommand
from engine.cli.output import Output, counted, hours
from engine.cli.places import new_file, piece_file
from engine.values.hearing import Voices


def _define(parser: argparse.ArgumentParser) -> None:
    from engine.values.formats import RECORDINGS

    kinds = ", ".join(each.read[0] for each in RECORDINGS)
    parser.add_argument("file", type=piece_file, metavar="FILE", help=f"a recording ({kinds})")
    parser.add_argument(
        "-o", "--output", type=new_file, required=True, metavar="FILE", help="a .mid file"
    )
    parser.add_argument(
        "--voices",
        choices=get_args(Voices),
        help="one pitch at a time, as in singing, or many, as on a piano; chosen by the sound",
    )
    parser.add_argument(
        "--least",
        type=_percent,
        metavar="N",
        help="how sure a note must be, 0 to 100; fewer is more notes (one voice 50, many 60)",
    )
    define_beats(parser)


def _percent(text: str) -> int:
    value = int(text)
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError("0 to 100")
    return value


def _listen(arguments: Arguments, output: Output) -> None:
    from engine.cli.hearing import hear, heard_piece
    from engine.cli.writing import write_file
    from engine.harmony.keys import Key
    from engine.midi.file.midifile import export_midi

    progress = output.progress("Listening")
    hearing = hear(
        arguments.file, voices=arguments.voices, report=progress.update, remark=output.remark
    )
    progress.done()
    piece = heard_piece(hearing, arguments.file, least=arguments.least)
    score = with_asked_beats(piece, arguments, output, adds=False).score
    write_file(arguments.output, export_midi(score))
    key = Key.of(score.key_signatures[0]).name
    values = {
        "file": str(arguments.output),
        "seconds": hearing.seconds,
        "voices": hearing.voices,
        "notes": score.note_count,
        "key": key,
        "tuning_cents": hearing.tuning_cents,
        "heard": msgspec.to_builtins(hearing.notes),
    }
    voices = "one voice" if hearing.voices == "one" else "many voices"
    weaker = len(hearing.notes) - score.note_count
    left_out = f" {counted(weaker, 'weaker note')} left out: --least takes more." if weaker else ""
    lines = [
        f"Wrote ‘{arguments.output}’: {counted(score.note_count, 'note')} of {voices} in"
        f" {hours(hearing.seconds)}, {key}.{left_out}"
    ]
    output.result(values, lines)


COMMANDS = (
    CliCommand(
        name="listen",
        help="write the notes of a recording: sung, whistled or played",
        define=_define,
        run=_listen,
    ),
)
