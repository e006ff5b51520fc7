"""A port of Segue's own for each track, beside the one for all."""

import subprocess
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.cli.main import main
from engine.ground.paths import demo_pieces
from engine.messages import (
    OWN_OUTPUT,
    OutputOpened,
    Play,
    Playhead,
    Ready,
    SetMetronome,
    SetScore,
    Stop,
    TrackMix,
)
from engine.playback.ports.outputs import RecordingOutput, unbalanced
from engine.playback.ports.track_ports import TrackPorts
from engine.processes.process import Child
from engine.values.score import Note, Score, Track
from tests.choosing import choosing
from tests.playback.fake_daw import Daw
from tests.playback.jack import Session
from tests.playback.rig import Rig
from tests.playback.stage import FakeClock, Stage, piece
from tests.waiting import eventually

TRACKS = (
    Track(name="Lead", notes=(Note(0, 60, 480), Note(480, 62, 480))),
    Track(name="Bass", program=32, notes=(Note(0, 36, 960),)),
    Track(name="Drums", is_drum=True, notes=(Note(0, 38, 240),)),
)
JACK_NAMES = ("Segue track 1:Lead", "Segue track 2:Bass", "Segue track 3:Drums")


def own(name: str, clock: FakeClock) -> RecordingOutput:
    output = RecordingOutput(name, clock=clock)
    output.kind = "virtual"
    return output


@pytest.fixture
def split(clock: FakeClock) -> Iterator[tuple[Stage, dict[str, RecordingOutput]]]:
    """A player with a port of its own and one for each of three tracks."""
    stage = Stage.with_output(own("Segue", clock), clock)
    stage.player.console.port_per_track = True
    stage.player.handle(piece(*TRACKS))
    ports = {name: own(name, clock) for name in sorted(stage.player.console.wanted_ports)}
    for name, output in ports.items():
        stage.player.attach(output, name)
    yield stage, ports
    stage.player.close()


def begun(output: RecordingOutput) -> list[tuple[int, int]]:
    """(channel, pitch) of the notes that began on an output."""
    return [(m[0] & 15, m[1]) for m in output.messages if m[0] & 0xF0 == 0x90]


def test_each_track_plays_to_its_own_port(
    split: tuple[Stage, dict[str, RecordingOutput]],
) -> None:
    stage, ports = split
    assert sorted(ports) == ["Segue 1", "Segue 2", "Segue 3"]
    stage.player.handle(SetMetronome(enabled=True))
    stage.player.handle(Play(tick=0))
    stage.run(2.0)
    assert begun(ports["Segue 1"]) == [(0, 60), (0, 62)]
    assert begun(ports["Segue 2"]) == [(0, 36)]
    assert begun(ports["Segue 3"]) == [(9, 38)]
    # The clicks stay on the port for all.
    assert {channel for channel, _ in begun(stage.output)} == {9}
    stage.player.handle(Stop())
    assert not any(unbalanced(output.messages) for output in (*ports.values(), stage.output))


def test_a_track_with_an_output_of_its_own_keeps_it(clock: FakeClock) -> None:
    stage = Stage.with_output(own("Segue", clock), clock)
    stage.player.console.port_per_track = True
    mix = (TrackMix(), TrackMix(port="Synth"), TrackMix(port="Segue"))
    stage.player.handle(SetScore(score=Score(tracks=TRACKS), mix=mix))
    assert stage.player.console.wanted_ports == {"Segue 1", "Synth", "Segue 3"}


def test_other_outputs_have_no_ports_for_tracks(stage: Stage) -> None:
    stage.player.console.port_per_track = True
    stage.player.handle(piece(*TRACKS))
    assert stage.player.console.wanted_ports == frozenset()


def test_further_tracks_share_the_ports() -> None:
    ports = TrackPorts().next([f"Part {number}" for number in range(40)])
    assert ports.numbers == (*range(32), *range(8))
    assert ports.labels[0] == "Part 0"


def test_a_port_is_called_by_its_track_and_stays_with_it() -> None:
    first = TrackPorts().next(["Lead", "Bass", "Drums"])
    assert first.labels == {0: "Lead", 1: "Bass", 2: "Drums"}
    # Another order, a track more, a track less: each of the others keeps its port.
    moved = first.next(["Drums", "Lead", "Pad", "Bass"])
    assert moved.labels == {2: "Drums", 0: "Lead", 3: "Pad", 1: "Bass"}
    less = moved.next(["Drums", "Pad", "Bass"])
    assert less.labels == {2: "Drums", 3: "Pad", 1: "Bass"}
    assert less.next(["Drums", "Strings", "Bass"]).labels == {2: "Drums", 3: "Strings", 1: "Bass"}


@pytest.mark.parametrize(
    ("tracks", "names"),
    [
        (["Piano", "Piano"], ("Piano", "Piano (2)")),
        (["Piano", "Piano (2)", "Piano"], ("Piano", "Piano (2)", "Piano (3)")),
        (["", " "], ("Track 1", "Track 2")),
        (["Left: hand\n", "é" * 99], ("Left hand", "é" * 27)),
    ],
)
def test_names_that_ports_cannot_have_become_others(
    tracks: list[str], names: tuple[str, ...]
) -> None:
    assert TrackPorts().next(tracks).names == names


def test_a_renamed_track_renames_its_port(rig: Rig) -> None:
    rig.send(
        choosing(output_kind="virtual", output_name="Stage", port_per_track=True),
        SetScore(score=Score(tracks=TRACKS), mix=(TrackMix(),) * 3),
    )
    assert eventually(lambda: len(rig.made) == 4)
    assert [rig.made[f"Stage {n}"].name for n in (1, 2, 3)] == ["Lead", "Bass", "Drums"]
    renamed = (TRACKS[0], replace(TRACKS[1], name="Cello"), TRACKS[2])
    rig.send(SetScore(score=Score(tracks=renamed), mix=(TrackMix(),) * 3))
    assert eventually(lambda: rig.made["Stage 2"].name == "Cello")
    assert not rig.made["Stage 2"].closed


def test_play_waits_until_the_ports_of_the_tracks_are_open(rig: Rig) -> None:
    rig.send(
        choosing(output_kind="virtual", output_name="Stage", port_per_track=True),
        SetScore(score=Score(tracks=TRACKS), mix=(TrackMix(),) * 3),
        Play(tick=0),
    )
    wanted = ["Stage 1", "Stage 2", "Stage 3"]
    assert eventually(lambda: sorted(rig.made) == ["Stage", *wanted])
    assert eventually(lambda: all(begun(rig.made[name]) for name in wanted))
    # The port for all is not opened a second time: its connections stay.
    stage = rig.made["Stage"]
    rig.send(choosing(output_kind="virtual", output_name="Stage"))
    assert eventually(lambda: all(rig.made[name].closed for name in wanted))
    assert len(rig.said(OutputOpened)) == 1
    assert rig.made["Stage"] is stage
    assert not stage.closed
    assert eventually(lambda: bool(begun(stage)))


def test_the_command_line_says_what_the_option_belongs_to(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", str(demo_pieces() / "lullaby.mid"), "--port-per-track"]) == 1
    assert "--port-per-track makes ports beside that of --virtual." in capsys.readouterr().err


def jack_ports() -> list[str]:
    """What JACK calls its ports."""
    return subprocess.run(["jack_lsp"], capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )


@pytest.mark.midi
@pytest.mark.slow
def test_another_program_finds_the_ports_again_whenever_it_comes(midi_system: str) -> None:
    assert midi_system
    long = tuple(t.with_notes([Note(240 * i, 60, 200) for i in range(2000)]) for t in TRACKS)
    with Child("player") as child:
        session = Session(child)
        session.hear(Ready)
        child.send(choosing(output_kind="port", output_name=OWN_OUTPUT, port_per_track=True))
        session.hear(OutputOpened)
        child.send(SetScore(score=Score(tracks=long), mix=(TrackMix(),) * 3))
        child.send(Play(tick=0))
        for _ in range(3):
            killed = Daw(JACK_NAMES)
            try:
                killed.awaits(*JACK_NAMES)
                assert eventually(lambda d=killed: all(map(d.on, JACK_NAMES)))
            finally:
                killed.kill()
        with Daw(JACK_NAMES) as daw:
            daw.awaits(*JACK_NAMES)
            assert eventually(lambda: all(len(daw.on(name)) > 4 for name in JACK_NAMES))
            child.send(Stop())
            while session.hear(Playhead).playing:  # type: ignore[attr-defined]
                pass
            assert eventually(lambda: not any(unbalanced(daw.on(name)) for name in JACK_NAMES))
            channels = {m[0] & 15 for m in daw.on(JACK_NAMES[2]) if m[0] & 0xF0 == 0x90}
            assert channels == {9}
            # Another name, the same connection.
            renamed = (long[0], replace(long[1], name="Cello"), long[2])
            child.send(SetScore(score=Score(tracks=renamed), mix=(TrackMix(),) * 3))
            assert eventually(lambda: "Segue track 2:Cello" in jack_ports())
            before = len(daw.on(JACK_NAMES[1]))
            child.send(Play(tick=0))
            assert eventually(lambda: len(daw.on(JACK_NAMES[1])) > before + 4)
            child.send(Stop())
