"""`segue continue`, `play`, `ports` and `render`: making music and hearing it."""

import argparse
import secrets
import time
from pathlib import Path

from engine.cli.command import Arguments, Command, not_negative, positive
from engine.cli.output import Output, hours
from engine.cli.pieces import read_piece
from engine.composition import Composition
from engine.config import SamplingConfig
from engine.errors import PortError, SegueError
from engine.messages import TrackRole
from engine.music.time import BarMap, Timeline
from engine.paths import user_paths
from engine.saving import write_atomically

_ROLES: dict[str, TrackRole] = {"context": "context", "ignore": "ignore"}


def _define_continue(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a .mid or .segue file")
    parser.add_argument("--model", default="starter", help="a model's name or folder")
    parser.add_argument("--bars", type=positive, default=8, help="bars to write (8)")
    parser.add_argument(
        "--alternatives", type=positive, default=1, metavar="K", help="how many (1)"
    )
    parser.add_argument("--seed", type=not_negative, help="the same seed gives the same notes")
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where to write")
    parser.add_argument("--from-bar", type=positive, metavar="N", help="go on before this bar")
    parser.add_argument("--temperature", type=float, default=SamplingConfig().temperature)
    parser.add_argument("--top-k", type=not_negative, default=SamplingConfig().top_k)
    parser.add_argument("--top-p", type=float, default=SamplingConfig().top_p)
    parser.add_argument("--min-p", type=float, default=SamplingConfig().min_p)
    parser.add_argument(
        "--echo",
        type=float,
        default=SamplingConfig().echo,
        help="how often the piece's own ideas come back: 0 never, 1 as in most music, up to 4",
    )
    for role in _ROLES:
        parser.add_argument(
            f"--{role}",
            type=positive,
            nargs="+",
            default=[],
            metavar="TRACK",
            help=f"tracks with the role {role}, counted from 1; the others are written",
        )


def _continue(arguments: Arguments, output: Output) -> None:
    composition = read_piece(arguments.file)
    from engine.cli.continuing import continue_piece

    bars = BarMap.of(composition.score)
    end = bars.bars_until(composition.score.end)
    first = min(end, arguments.from_bar - 1) if arguments.from_bar else end
    progress = output.progress("Continuing")
    made = continue_piece(
        composition,
        model=arguments.model,
        paths=user_paths(),
        roles=_roles(arguments, composition),
        start=bars.start_of(first),
        bars=arguments.bars,
        alternatives=arguments.alternatives,
        sampling=_sampling(arguments),
        report=progress.update,
    )
    progress.done()
    files = []
    for number, alternative in enumerate(made.alternatives, 1):
        path = arguments.out / f"{arguments.file.stem}-continued-{number}.mid"
        _write(path, alternative.midi())
        files.append(path)
    values = {
        "files": [str(path) for path in files],
        "alternatives": [alternative.values() for alternative in made.alternatives],
        "seconds": made.seconds,
        "first_note_seconds": made.first_note_seconds,
        "tokens_per_second": made.tokens_per_second,
    }
    lines = [
        f"{path}: {alternative.notes} notes in {alternative.bars} bars (seed {alternative.seed})"
        for path, alternative in zip(files, made.alternatives, strict=True)
    ]
    output.result(values, lines)


def _sampling(arguments: Arguments) -> SamplingConfig:
    seed = arguments.seed if arguments.seed is not None else secrets.randbelow(2**31)
    try:
        return SamplingConfig(
            temperature=arguments.temperature,
            top_k=arguments.top_k,
            top_p=arguments.top_p,
            min_p=arguments.min_p,
            echo=arguments.echo,
            seed=seed,
        )
    except ValueError as error:
        raise SegueError(f"{error}.") from error


def _roles(arguments: Arguments, composition: Composition) -> tuple[TrackRole, ...]:
    roles = list(composition.roles)
    for name, role in _ROLES.items():
        for number in getattr(arguments, name):
            if number > len(roles):
                raise SegueError(f"There is no track {number}; the piece has {len(roles)}.")
            roles[number - 1] = role
    return tuple(roles)


def _define_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a .mid or .segue file")
    parser.add_argument("--port", metavar="NAME", help="a MIDI port instead of the built-in sound")
    parser.add_argument(
        "--silent", action="store_true", help="play to nothing, in real time (for tests)"
    )


def _play(arguments: Arguments, output: Output) -> None:
    from engine.cli.playing import Listening, play

    composition = read_piece(arguments.file)
    listening = Listening.of(port=arguments.port, silent=arguments.silent)
    progress = output.progress("Playing")
    heard = play(
        composition.score, mix=composition.mix, listening=listening, report=progress.update
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
    parser.add_argument("file", type=Path, metavar="FILE", help="a .mid or .segue file")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help=".wav, .flac or .ogg"
    )
    parser.add_argument("--bank", default="", metavar="FILE.sf2", help="play this sound bank")
    parser.add_argument("--rate", type=int, choices=(44_100, 48_000), default=44_100)


def _render(arguments: Arguments, output: Output) -> None:
    from engine.playback.rendering import export_audio

    composition = read_piece(arguments.file)
    began_s = time.perf_counter()
    shares = export_audio(
        composition.score,
        arguments.output,
        mix=composition.mix,
        bank=arguments.bank,
        sample_rate=arguments.rate,
    )
    progress = output.progress("Writing")
    for share in shares:
        progress.update(share, arguments.output.name)
    progress.done()
    seconds = Timeline(composition.score).duration_s
    values = {
        "file": str(arguments.output),
        "seconds": seconds,
        "took_seconds": time.perf_counter() - began_s,
    }
    output.result(values, [f"Wrote ‘{arguments.output}’ ({hours(seconds)})."])


def _write(path: Path, data: bytes) -> None:
    try:
        write_atomically(path, data)
    except OSError as error:
        raise PortError(f"Could not write ‘{path}’ ({error.strerror or error}).") from error


COMMANDS = (
    Command(
        name="continue",
        help="go on with a piece and write what comes",
        define=_define_continue,
        run=_continue,
    ),
    Command(name="play", help="play a piece", define=_define_play, run=_play),
    Command(name="ports", help="list the MIDI ports", define=_define_ports, run=_ports),
    Command(name="render", help="write a piece as audio", define=_define_render, run=_render),
)
