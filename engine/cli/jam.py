"""`segue jam`: play together with Segue, from a terminal."""

import argparse
import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import get_args

import msgspec

from engine.cli.command import Arguments, CliCommand, not_negative, positive
from engine.cli.output import Output, counted
from engine.cli.places import model_name, new_file
from engine.cli.writing import check_place, write_file
from engine.ground.errors import PortError, ProcessError, SegueError
from engine.ground.interrupts import ended_by_interrupt
from engine.ground.paths import user_paths
from engine.messages import (
    ChooseSound,
    Failed,
    JamCaptured,
    JamTurn,
    JamUnderrun,
    JamVoice,
    LoadModel,
    ModelLoaded,
    Notice,
    PhraseEnded,
    Play,
    PlayKeysAs,
    Ready,
    SetJam,
    SetMetronome,
    SetScore,
    StartJam,
    StopJam,
    TrackMix,
)
from engine.processes.pipe import new_address
from engine.processes.process import Child
from engine.values.jam import JamMode
from engine.values.score import Score, Tempo, Track

# Generous: a slow disk must not end the jam before it begins.
_LOADING_S = 120.0
# Seconds between two looks at the events of a child: short enough to seem immediate.
_LOOK_S = 0.1
# The lowest key of a piano.
_LOWEST_KEY = 21
_WHO = {"me": "You play.", "segue": "Segue plays.", "both": "Both play.", "nobody": "Silence."}


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "mode", nargs="?", choices=get_args(JamMode), default="answer", help="who plays (answer)"
    )
    parser.add_argument(
        "--model", type=model_name, default="starter", help="a model's name or folder (starter)"
    )
    parser.add_argument("--input", metavar="NAME", help="a MIDI keyboard (the first there is)")
    parser.add_argument("--port", metavar="NAME", help="a MIDI port instead of the built-in sound")
    parser.add_argument(
        "--virtual", metavar="NAME", help="a port of this name for other programs to connect to"
    )
    parser.add_argument(
        "--port-per-track",
        action="store_true",
        help="with --virtual, also a port for each track, called by its name",
    )
    parser.add_argument("--silent", action="store_true", help="play to nothing (for tests)")
    parser.add_argument("--bpm", type=positive, default=120, help="quarters a minute (120)")
    parser.add_argument("--bars", type=not_negative, default=4, help="of a turn (4); 0 is no end")
    parser.add_argument("--free", action="store_true", help="no beat: your own time")
    parser.add_argument("--program", type=not_negative, default=0, help="of both (0); General MIDI")
    parser.add_argument(
        "--bass", action="store_true", help="of `accompany`: Segue plays a bass, not your sound"
    )
    parser.add_argument(
        "--key",
        type=not_negative,
        default=_LOWEST_KEY,
        help="that hands over and plays nothing (21, the lowest of a piano)",
    )
    parser.add_argument("--seconds", type=positive, help="end by itself after so long")
    parser.add_argument(
        "-o", "--out", type=new_file, metavar="FILE.mid", help="keep what was played"
    )


@dataclass(frozen=True, slots=True)
class _Band:
    """The two processes of a jam."""

    player: Child
    live: Child


def _run(arguments: Arguments, output: Output) -> None:
    if arguments.out is not None:
        check_place(arguments.out)
    with contextlib.ExitStack() as stack:
        player = stack.enter_context(Child("player"))
        sound, keyboard = _cabled(player, arguments)
        live = stack.enter_context(Child("live"))
        _load(live, arguments.model, output)
        band = _Band(player, live)
        where = stack.enter_context(new_address())
        for child in (player, live):
            child.send(where.command)
        _begin(band, arguments)
        output.remark(f"{keyboard} → {sound}. Key {arguments.key} hands over; Ctrl+C ends.")
        fault = _jam(band, arguments, output)
        captured = _captured(live)
    _tell(captured, arguments, output)
    if fault is not None:
        raise fault


def _cabled(player: Child, arguments: Arguments) -> tuple[str, str]:
    """Open sound and keyboard; return their names."""
    from engine.cli.playing import open_first, ports_of, sounds_to_try

    found = ports_of(player)
    choice = sounds_to_try(
        port=arguments.port,
        virtual=arguments.virtual,
        port_per_track=arguments.port_per_track,
        silent=arguments.silent,
    )
    opened = open_first(player, choice, found)
    wanted = arguments.input or next(iter(found.inputs), "")
    if wanted not in found.inputs:
        known = ", ".join(found.inputs) or "none"
        raise PortError(
            f"‘{wanted}’ is not connected." if wanted else "No MIDI keyboard is connected.",
            hint=f"MIDI inputs on this machine: {known}.",
        )
    player.send(PlayKeysAs(program=arguments.program, drums=True))
    player.send(ChooseSound(sound=msgspec.structs.replace(choice[0], inputs=(wanted,))))
    return opened.name, wanted


def _load(live: Child, model: str, output: Output) -> None:
    from engine.making.model_folders import find_model

    progress = output.progress("Loading")
    live.send(LoadModel(folder=str(find_model(model, user_paths()))))
    deadline_s = time.monotonic() + _LOADING_S
    while time.monotonic() < deadline_s:
        event = live.next_event(_LOOK_S)
        if isinstance(event, Failed):
            raise SegueError(event.message, hint=event.hint)
        if isinstance(event, ModelLoaded):
            progress.done()
            return
    raise ProcessError("The model was not loaded in time.")


def _begin(band: _Band, arguments: Arguments) -> None:
    both = arguments.mode == "accompany"
    bass = 33 if both and arguments.bass else arguments.program
    tracks = (
        Track(name="Me", program=arguments.program),
        Track(name="Segue", program=bass),
        # The kits: pads on channel 10 beside the keys, and their answers.
        Track(name="Me, drums", is_drum=True),
        Track(name="Segue, drums", is_drum=True),
    )
    score = Score(tracks=tracks, tempos=(Tempo(0, float(arguments.bpm)),))
    beat = 0 if arguments.free else score.ticks_per_quarter
    band.player.send(SetScore(score=score, mix=(TrackMix(),) * len(tracks)))
    band.player.send(SetJam(yields=not both, hand_over_key=arguments.key, grid=beat))
    band.player.send(SetMetronome(enabled=not arguments.free, count_in_bars=0))
    band.player.send(Play(tick=0, open_end=True, count_in=False))
    band.live.send(
        StartJam(
            mode=arguments.mode,
            me=JamVoice(track=0, program=arguments.program),
            segue=JamVoice(track=1, program=bass),
            kit=JamVoice(track=len(tracks) - 1, is_drum=True),
            bpm=float(arguments.bpm),
            time="free" if arguments.free else "beat",
            bars=max(1, arguments.bars) if arguments.mode == "trade" else arguments.bars,
        )
    )


def _jam(band: _Band, arguments: Arguments, output: Output) -> ProcessError | None:
    """Jam until a signal arrives or the player ends; return the player's error, if any."""
    ends_s = time.monotonic() + (arguments.seconds or float("inf"))
    with ended_by_interrupt():
        while time.monotonic() < ends_s:
            for line in _news_of_live(band.live):
                output.remark(line)
            try:
                for line in _news_of_player(band.player):
                    output.remark(line)
            except ProcessError as error:
                return error
    return None


def _captured(live: Child) -> JamCaptured:
    """End the jam; return its music."""
    live.send(StopJam())
    deadline_s = time.monotonic() + _LOADING_S
    while time.monotonic() < deadline_s:
        event = live.next_event(_LOOK_S)
        if isinstance(event, JamCaptured):
            return event
    raise ProcessError("The live process does not say what was played.")


def _news_of_live(live: Child) -> Iterator[str]:
    """Yield a line for each event of the next moment."""
    event = live.next_event(_LOOK_S)
    match event:
        case JamTurn():
            yield _WHO[event.who]
        case PhraseEnded():
            yield f"Your phrase ended ({event.silence_s:.1f} s of silence)."
        case JamUnderrun() if event.suggests:
            yield "Segue is too slow for this machine: try a smaller model."
        case Failed() | Notice():
            yield event.message
        case _:
            pass


def _news_of_player(player: Child) -> Iterator[str]:
    """Yield a line for each new event of the player.

    Raises:
        ProcessError: The player died, or was replaced by one that does not know the jam.
    """
    while (event := player.next_event(0.0)) is not None:
        match event:
            case Failed() | Notice():
                yield event.message
            case Ready():
                raise ProcessError("The player had to begin anew, and the jam ended there.")
            case _:
                pass


def _tell(captured: JamCaptured, arguments: Arguments, output: Output) -> None:
    keys, kits = captured.score.tracks[:2], captured.score.tracks[2:]
    me, segue = (
        sum(len(track.notes) for track in captured.score.tracks[player::2]) for player in (0, 1)
    )
    values: dict[str, int | str | None] = {
        "me": me,
        "segue": segue,
        "turns": len(captured.turns),
        "file": None,
    }
    lines = [
        f"You played {counted(me, 'note')}, Segue {segue:,}"
        f" in {counted(len(captured.turns), 'turn')}."
    ]
    if arguments.out is not None:
        from engine.midi.file.midifile import export_midi

        # A kit that nobody played is no track.
        kept = replace(captured.score, tracks=(*keys, *(kit for kit in kits if kit.notes)))
        write_file(arguments.out, export_midi(kept))
        values["file"] = str(arguments.out)
        lines.append(str(arguments.out))
    output.result(values, lines)


COMMANDS = (CliCommand(name="jam", help="play together, live", define=_define, run=_run),)
