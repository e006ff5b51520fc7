"""The player's process, its body called here: commands, news of devices, a window that hangs."""

import threading
import time
from collections.abc import Callable

import pytest

from engine.ground.errors import PortError
from engine.messages import (
    Anchor,
    Capture,
    Captured,
    DropPlan,
    Failed,
    FromPlayer,
    Lateness,
    LoadModel,
    Message,
    Notice,
    OpenAgain,
    OpenPipe,
    OutputLost,
    OutputOpened,
    PartNote,
    Plan,
    Play,
    Playhead,
    PortsChanged,
    SetMix,
    SetScore,
    SoundNote,
    Stop,
    TrackMix,
    TurnEnded,
)
from engine.playback import role as roles
from engine.playback.ports import port_manager as port_managers
from engine.playback.ports.outputs import RecordingOutput, unbalanced
from engine.playback.ports.port_manager import InputMessage
from engine.playback.role import EventSender, run_player
from engine.processes.pipe import connect_to, new_address
from engine.values.score import Note, Score, Track
from tests.choosing import choosing
from tests.playback.rig import Rig, callable_type

Wait = Callable[..., bool]


SCORE = Score(tracks=(Track(notes=tuple(Note(48 * i, 60 + i, 40) for i in range(60))),))
SET = SetScore(score=SCORE, mix=(TrackMix(),))


def test_without_a_sound_device_time_runs_and_one_that_appears_is_used(
    rig: Rig, eventually: Wait
) -> None:
    rig.send(SET, Play(tick=0))
    assert eventually(lambda: len(rig.said(OutputOpened)) == 1)
    assert rig.said(Failed)[0] == Failed(message="No audio device found.")
    assert rig.said(OutputOpened)[0] == OutputOpened(kind="recording", name="No sound")
    assert eventually(lambda: any(isinstance(e, Playhead) and e.tick > 100 for e in rig.events))
    rig.sound = RecordingOutput("Built-in")
    assert eventually(lambda: len(rig.sound.messages) > 6)  # type: ignore[union-attr]
    assert len(rig.said(Failed)) == 1
    rig.send(Stop())
    assert eventually(lambda: unbalanced(rig.sound.messages) == [])  # type: ignore[union-attr]


def test_play_waits_for_the_output_that_is_being_opened(
    rig: Rig, eventually: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.sound = RecordingOutput("Built-in")
    opening = threading.Event()

    def slowly(*_args: object, **_options: object) -> RecordingOutput | None:
        opening.wait(5)
        return rig.sound

    monkeypatch.setattr(port_managers, "SynthOutput", callable_type(slowly))  # type: ignore[arg-type]
    rig.send(choosing(), SET, Play(tick=0))
    assert eventually(lambda: rig.role._held_play is not None)
    assert rig.said(Playhead) == []
    opening.set()
    assert eventually(lambda: b"\x90\x3c\x50" in rig.sound.messages)  # type: ignore[union-attr]
    rig.send(Stop())
    assert eventually(lambda: rig.said(Lateness) != [])


def test_a_stop_forgets_a_play_that_waits(rig: Rig, eventually: Wait) -> None:
    rig.role._ports.request = lambda _: None  # type: ignore[method-assign]
    # What is last in the queue is answered when everything before it is done.
    rig.send(SET, Play(tick=0), Stop(), Capture())
    assert eventually(lambda: rig.said(Captured) != [])
    assert rig.role._held_play is None
    assert rig.said(Playhead) == []
    assert eventually(lambda: rig.said(PortsChanged) != [])


def test_a_port_that_is_missing_is_told_once_and_used_when_it_appears(
    rig: Rig, eventually: Wait
) -> None:
    rig.send(choosing(output_kind="port", output_name="A"), SET, Play(tick=0))
    assert eventually(lambda: len(rig.said(Failed)) == 1)
    rig.ports["A"] = RecordingOutput("A")
    assert eventually(lambda: len(rig.ports["A"].messages) > 10)
    del rig.ports["A"]
    assert eventually(lambda: rig.said(OutputLost) == [OutputLost(name="A")])
    assert len(rig.said(Failed)) == 1
    rig.events.clear()
    rig.send(Play(tick=960))  # into nothing, but time runs
    assert eventually(lambda: any(isinstance(e, Playhead) and e.tick > 1000 for e in rig.events))


def test_an_output_that_cannot_be_left_is_told_and_one_can_play_again(
    rig: Rig, eventually: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = rig.sound = RecordingOutput("Built-in")
    rig.send(choosing(), SET)
    assert eventually(lambda: len(rig.said(OutputOpened)) == 1)

    def stuck() -> None:
        raise OSError("the driver does not answer")

    monkeypatch.setattr(first, "close", stuck)
    rig.sound = RecordingOutput("Built-in")
    rig.send(OpenAgain())
    assert eventually(lambda: rig.said(Failed) != [])
    assert "does not answer" in rig.said(Failed)[0].hint
    assert rig.said(OutputOpened)[-1] == OutputOpened(kind="recording", name="No sound")
    rig.send(Play(tick=0))
    assert eventually(lambda: any(isinstance(e, Playhead) and e.tick > 100 for e in rig.events))
    rig.send(OpenAgain())
    assert eventually(lambda: len(rig.sound.messages) > 6)  # type: ignore[union-attr]


def test_a_port_that_throws_on_every_send_is_lost_and_time_goes_on(
    rig: Rig, eventually: Wait
) -> None:
    class Throwing(RecordingOutput):
        def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:
            raise PortError(f"no {message!r} {at_s} {bank}")

    rig.ports["A"] = Throwing("A")
    rig.send(choosing(output_kind="port", output_name="A"))
    assert eventually(lambda: len(rig.said(OutputOpened)) == 1)
    rig.send(SET, Play(tick=0))
    assert eventually(lambda: OutputLost(name="A") in rig.events)
    assert eventually(lambda: any(isinstance(e, Playhead) and e.tick > 100 for e in rig.events))


def test_ports_of_single_tracks_are_opened_and_let_go(rig: Rig, eventually: Wait) -> None:
    rig.ports |= {"A": RecordingOutput("A"), "B": RecordingOutput("B")}
    rig.send(choosing(output_kind="port", output_name="A"))
    rig.send(SET, SetMix(mix=(TrackMix(port="B"),)), Play(tick=0))
    assert eventually(lambda: len(rig.ports["B"].messages) > 10)
    assert not [m for m in rig.ports["A"].messages if m[0] & 0xF0 == 0x90]
    rig.send(SetMix(mix=(TrackMix(port="A"),)))
    assert eventually(lambda: rig.ports["B"].closed)
    assert unbalanced(rig.ports["B"].messages) == []
    assert eventually(lambda: any(m[0] & 0xF0 == 0x90 for m in rig.ports["A"].messages))
    assert not rig.ports["A"].closed


def test_a_track_on_the_built_in_sound_beside_a_port(rig: Rig, eventually: Wait) -> None:
    rig.ports["A"], rig.sound = RecordingOutput("A"), RecordingOutput("Built-in")
    rig.send(choosing(output_kind="port", output_name="A"))
    rig.send(SET, SetMix(mix=(TrackMix(port="Built-in"),)), Play(tick=0))
    assert eventually(lambda: len(rig.sound.messages) > 10)  # type: ignore[union-attr]


def test_an_unknown_command_and_a_defect_are_told_and_it_lives_on(
    rig: Rig, eventually: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.send(LoadModel(folder="x"))
    assert eventually(lambda: len(rig.said(Failed)) == 1)
    monkeypatch.setattr(rig.role._player, "handle", lambda _: 1 / 0)
    rig.send(choosing(output_kind="recording"), SET)
    assert eventually(lambda: len(rig.said(Failed)) == 2)
    failed = rig.said(Failed)[1]
    assert isinstance(failed, Failed)
    assert failed.message == "The player met a problem and stopped; your piece is safe."
    assert "ZeroDivisionError" in failed.hint
    monkeypatch.undo()
    rig.send(SET, Play(tick=0))
    assert eventually(lambda: len(rig.said(Playhead)) > 2)


def test_ports_are_told_when_they_change(rig: Rig, eventually: Wait) -> None:
    assert eventually(lambda: len(rig.said(PortsChanged)) == 1)
    rig.ports["A"] = RecordingOutput("A")
    assert eventually(lambda: len(rig.said(PortsChanged)) == 2)
    assert rig.said(PortsChanged)[1] == PortsChanged(outputs=("A",), inputs=())


def test_a_virtual_port_can_be_made(rig: Rig, eventually: Wait) -> None:
    rig.send(choosing(output_kind="virtual"))
    assert eventually(lambda: rig.said(OutputOpened) != [])


def test_the_end_ends_every_note(monkeypatch: pytest.MonkeyPatch, eventually: Wait) -> None:
    monkeypatch.setattr(roles, "be_urgent", lambda _: None)
    monkeypatch.setattr(roles, "_keep_the_collector_away", lambda: None)
    rig = Rig(monkeypatch)
    rig.sound = RecordingOutput("Built-in")
    body = threading.Thread(target=run_player, args=(rig.inbox, rig.events.append))
    body.start()
    rig.send(SoundNote(pitch=60, velocity=80, program=0, is_drum=False, on=True))
    rig.send(SET, Play(tick=0))
    assert eventually(lambda: len(unbalanced(rig.sound.messages)) > 0)  # type: ignore[union-attr]
    rig.send(None)
    body.join(5)
    assert not body.is_alive()
    assert rig.sound.closed
    assert unbalanced(rig.sound.messages) == []
    assert rig.sound.messages[-1][:2] in {bytes((0xB0 | c, 120)) for c in range(16)}


def test_a_window_that_does_not_listen_does_not_stop_the_music() -> None:
    listening = threading.Event()
    heard: list[Message] = []

    def emit(event: Message) -> None:
        listening.wait(20)
        heard.append(event)

    sender = EventSender(emit)
    for i in range(1000):
        sender.send(Playhead(tick=float(i), playing=True))
    sender.send(Lateness(p50_ms=0, p99_ms=0, max_ms=0, sent=0, late=0))
    sender.send(Notice(message="kept"))
    sender.send(Playhead(tick=5.0, playing=False))
    assert heard == []  # who waited for the window would have been let go by now
    listening.set()
    sender.close()
    assert len(heard) < 70
    assert heard[-2:] == [Notice(message="kept"), Playhead(tick=5.0, playing=False)]


def test_another_devices_clock_starts_moves_and_stops_the_music(rig: Rig, eventually: Wait) -> None:
    rig.sound = RecordingOutput()
    rig.send(
        choosing(),
        SetScore(score=Score(tracks=(Track(notes=(Note(0, 60, 48_000, 64),)),)), mix=()),
        InputMessage(b"\xfa", time.perf_counter(), "Master"),
        InputMessage(b"\xf8", time.perf_counter(), "Master"),
        choosing(clock_in="Master"),
        InputMessage(b"\xf2\x04\x00", time.perf_counter(), "Master"),
        InputMessage(b"\xfb", time.perf_counter(), "Another"),
        InputMessage(b"\xf8", time.perf_counter(), "Another"),
    )
    heard = lambda: [e for e in rig.said(Playhead) if isinstance(e, Playhead)]  # noqa: E731
    # Nothing began before it was followed, nor by another one; its position is gone to.
    assert eventually(lambda: len(heard()) == 1)
    assert heard()[0] == Playhead(tick=480.0, playing=False, external=True, ahead_s=49.5)
    rig.send(InputMessage(b"\xfb", time.perf_counter(), "Master"))
    rig.send(InputMessage(b"\xf8", time.perf_counter(), "Master"))
    assert eventually(lambda: heard()[-1].playing)
    assert heard()[-1].tick >= 480
    rig.send(InputMessage(b"\xfc", time.perf_counter(), "Master"))
    assert eventually(lambda: not heard()[-1].playing)
    # `Play` waits for the next pulse; a clock that dies stops the music and says so.
    rig.send(Play(tick=960))
    rig.send(InputMessage(b"\xf8", time.perf_counter(), "Master"))
    assert eventually(lambda: heard()[-1].playing)
    assert heard()[-1].tick >= 960
    assert eventually(lambda: not heard()[-1].playing)
    assert eventually(lambda: len(rig.said(Notice)) == 1)


@pytest.mark.slow
def test_plans_come_through_the_pipe_of_live_and_a_frozen_window_does_not_matter(
    rig: Rig, eventually: Wait
) -> None:
    rig.sound = RecordingOutput("Built-in")
    heard: list[Message] = []
    with new_address() as where:
        rig.send(choosing(), SetScore(score=Score(tracks=(Track(),)), mix=()))
        rig.send(where.command, Play(tick=0, open_end=True))
        for _ in range(2):  # live may die and come back, and counts from one again
            live = connect_to(where.command, on_message=heard.append)
            live.start()
            assert eventually(lambda: any(isinstance(said, Anchor) for said in heard))
            anchor = next(said for said in heard if isinstance(said, Anchor))
            tick = round(anchor.tick) + 600
            note = PartNote(0, Note(tick, 60, 9600))
            live.send(Plan(number=1, turn=1, from_tick=tick, notes=(note,), more=True))
            assert eventually(lambda: unbalanced(rig.sound.messages) != [])  # type: ignore[union-attr]
            live.send(DropPlan(number=2))
            assert eventually(lambda: unbalanced(rig.sound.messages) == [])  # type: ignore[union-attr]
            assert eventually(lambda: isinstance(heard[-1], TurnEnded))
            live.close()
            heard.clear()
        rig.send(OpenPipe(address=""), Stop())
        assert eventually(lambda: rig.said(Lateness) != [])
    assert not [event for event in rig.events if isinstance(event, FromPlayer)]


def test_a_pipe_that_cannot_be_opened_is_told(rig: Rig, eventually: Wait) -> None:
    rig.send(OpenPipe(address="/nowhere/at/all", key="k"))
    assert eventually(lambda: len(rig.said(Failed)) == 1)
