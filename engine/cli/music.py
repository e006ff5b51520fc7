"""`segue continue`, `play`, `ports` and `render`: make music and play it."""

import argparse
import secrets
import time
from pathlib import Path

import msgspec

from engine.cli.beats import define_beats, with_asked_beats
from engine.cli.command import Arguments, CliCommand
from engine.cli.output import Output, counted, hours
from engine.cli.places import define_piece, model_name, name_of_made, new_file, output_folder
from engine.ground.paths import user_paths

# Beyond every target of broadcasters (-23) and streaming services (about -14).
_SOFTEST_LUFS, _LOUDEST_LUFS = -40.0, -8.0


def _define_continue(parser: argparse.ArgumentParser) -> None:
    define_piece(parser)
    parser.add_argument(
        "--model", type=model_name, default="starter", help="a model's name or folder (starter)"
    )
    parser.add_argument(
        "--out", type=output_folder, default=Path(), metavar="DIR", help="where to write"
    )
    define_beats(parser)
    from engine.cli.asking import define_request

    define_request(parser)


def _continue(arguments: Arguments, output: Output) -> None:
    from engine.cli.asking import request_of
    from engine.cli.pieces import read_asked

    composition = with_asked_beats(read_asked(arguments, output), arguments, output)
    ask = request_of(arguments, composition, fresh_seed=secrets.randbelow(2**31))
    # PyTorch, which takes seconds: everything that could be refused has been looked at.
    from engine.cli.continuing import continue_piece, lines_of, values_of, write_made

    progress = output.progress("Continuing")
    made = continue_piece(
        composition,
        ask,
        model=arguments.model,
        paths=user_paths(),
        report=progress.update,
    )
    progress.done()
    files = []
    for number, alternative in enumerate(made.alternatives, 1):
        path = arguments.out / f"{name_of_made(arguments)}-continued-{number}.mid"
        files.append(write_made(alternative, path, arguments))
    values = {
        "files": [str(path) for path, *_ in files],
        "pages": [str(page) for _, *pages in files for page in pages],
        "alternatives": [values_of(alternative) for alternative in made.alternatives],
        "merits": [msgspec.to_builtins(merit) for merit in made.merits],
        "seconds": made.seconds,
        "first_note_seconds": made.first_note_seconds,
        "notes_per_second": made.notes_per_second,
        "request": msgspec.to_builtins(ask),
    }
    lines = [
        line
        for paths, one in zip(files, made.alternatives, strict=True)
        for line in (
            f"{' and '.join(map(str, paths))}: {counted(len(one.parts), 'note')}"
            f" in {counted(one.bars, 'bar')} (seed {one.seed})",
            *lines_of(one),
        )
    ]
    output.result(values, lines)


def _define_play(parser: argparse.ArgumentParser) -> None:
    define_piece(parser)
    parser.add_argument("--port", metavar="NAME", help="a MIDI port instead of the built-in sound")
    parser.add_argument(
        "--virtual", metavar="NAME", help="a port of this name for other programs to connect to"
    )
    parser.add_argument(
        "--port-per-track",
        action="store_true",
        help="with --virtual, also a port for each track, called by its name",
    )
    parser.add_argument(
        "--silent", action="store_true", help="play to nothing, in real time (for tests)"
    )
    from engine.cli.tuning import define_tuning

    define_tuning(parser)
    parser.add_argument(
        "--tuning-out",
        choices=("mts", "mpe", "off"),
        default="mts",
        help="how a MIDI port plays the tuning: tuned as a whole, or a bend for each note (mts)",
    )
    from engine.cli.clocks import define_clocks

    define_clocks(parser)


def _play(arguments: Arguments, output: Output) -> None:
    from engine.cli.clocks import with_clocks
    from engine.cli.pieces import read_asked
    from engine.cli.playing import play, sounds_to_try
    from engine.cli.tuning import tuned

    composition = read_asked(arguments, output)
    score = tuned(composition.score, arguments)
    choice = sounds_to_try(
        port=arguments.port,
        virtual=arguments.virtual,
        port_per_track=arguments.port_per_track,
        silent=arguments.silent,
        tuning_out=arguments.tuning_out,
    )
    mix = composition.mix
    if arguments.silent or arguments.port or arguments.virtual:
        # The option is for the whole piece, also for tracks with an output of their own.
        mix = tuple(msgspec.structs.replace(each, port="") for each in mix)
    progress = output.progress("Playing")
    heard = play(
        score,
        mix=mix,
        choice=with_clocks(choice, arguments),
        report=progress.update,
        remark=output.remark,
    )
    progress.done()
    late = heard.lateness
    values = {
        "output": heard.output,
        "kind": heard.kind,
        "seconds": heard.seconds,
        "sent": late.sent,
        "p50_ms": late.p50_ms,
        "p99_ms": late.p99_ms,
        "max_ms": late.max_ms,
    }
    lines = [
        f"Played on {heard.output} for {hours(heard.seconds)}.",
        f"{late.sent} messages, late by {late.p50_ms:.2f} ms (median),"
        f" {late.p99_ms:.2f} ms (99 %).",
    ]
    output.result(values, lines)


def _define_ports(_parser: argparse.ArgumentParser) -> None:
    """There is nothing to choose."""


def _ports(_arguments: Arguments, output: Output) -> None:
    from engine.cli.playing import ports

    found = ports()
    values = {"outputs": found.outputs, "inputs": found.inputs, "devices": found.devices}
    lines = [
        *(f"output  {name}" for name in found.outputs),
        *(f"input   {name}" for name in found.inputs),
    ] or ["No MIDI devices found. Plug one in; it appears by itself."]
    output.result(values, [*lines, *(f"audio   {name}" for name in found.devices)])


def _define_render(parser: argparse.ArgumentParser) -> None:
    define_piece(parser)
    parser.add_argument(
        "-o", "--output", type=new_file, required=True, metavar="FILE", help=".wav, .flac or .ogg"
    )
    parser.add_argument("--bank", default="", metavar="FILE.sf2", help="play this sound bank")
    parser.add_argument("--rate", type=int, choices=(44_100, 48_000), default=44_100)
    parser.add_argument(
        "--samples", choices=("16", "24", "float"), default="16", help="of WAV and FLAC files (16)"
    )
    parser.add_argument(
        "--loudness", type=_loudness, default=-16.0, help="in LUFS, or `none` (-16)"
    )
    parser.add_argument("--room", choices=("off", "room", "hall"), default="room")
    parser.add_argument("--stems", action="store_true", help="each track in a file of its own, too")
    from engine.cli.tuning import define_tuning

    define_tuning(parser)


def _loudness(text: str) -> float | None:
    if text == "none":
        return None
    loudness = float(text)
    if not _SOFTEST_LUFS <= loudness <= _LOUDEST_LUFS:
        raise argparse.ArgumentTypeError(f"{_SOFTEST_LUFS:g} to {_LOUDEST_LUFS:g}, or none")
    return loudness


def _render(arguments: Arguments, output: Output) -> None:
    from engine.cli.pieces import read_asked
    from engine.cli.tuning import tuned

    composition = read_asked(arguments, output)
    score = tuned(composition.score, arguments)
    from engine.playback.files.exporting import export_audio
    from engine.values.sound import AudioOptions
    from engine.values.time import Timeline

    began_s = time.perf_counter()
    shares = export_audio(
        score,
        arguments.output,
        mix=composition.mix,
        bank=arguments.bank,
        options=AudioOptions(
            samples=arguments.samples,
            sample_rate=arguments.rate,
            loudness=arguments.loudness,
            stems=arguments.stems,
            room=arguments.room,
        ),
    )
    progress = output.progress("Writing")
    for share in shares:
        progress.update(share, arguments.output.name)
    progress.done()
    seconds = Timeline(score).duration_s
    values = {
        "file": str(arguments.output),
        "seconds": seconds,
        "took_seconds": time.perf_counter() - began_s,
    }
    output.result(values, [f"Wrote ‘{arguments.output}’ ({hours(seconds)})."])


COMMANDS = (
    CliCommand(
        name="continue",
        help="go on with a piece and write what comes",
        define=_define_continue,
        run=_continue,
    ),
    CliCommand(name="play", help="play a piece", define=_define_play, run=_play),
    CliCommand(name="ports", help="list the MIDI ports", define=_define_ports, run=_ports),
    CliCommand(name="render", help="write a piece as audio", define=_define_render, run=_render),
)
