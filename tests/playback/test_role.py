"""The player's process, its body called here: commands, news of devices, a window that hangs."""

import queue
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from engine.errors import PortError, SoundError
from engine.messages import (
    Capture,
    Captured,
    ControlMoved,
    Failed,
    Lateness,
    LoadModel,
    Message,
    NotePlayed,
    Notice,
    OpenInput,
    OpenOutput,
    OutputLost,
    OutputOpened,
    Play,
    Playhead,
    PortsChanged,
    SetClock,
    SetMix,
    SetScore,
    SoundNote,
    Stop,
    TrackMix,
)
from engine.music.score import Note, Score, Track
from engine.playback import keeper as keepers
from engine.playback import role as roles
from engine.playback.keeper import InputMessage
from engine.playback.outputs import RecordingOutput, unbalanced
from engine.playback.role import EventSender, PlayerRole, run_player

Wait = Callable[..., bool]


class Rig:
    """A role on a thread, what it said, and devices that tests plug in."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.events: list[Message] = []
        self.ports: dict[str, RecordingOutput] = {}
        self.sound: RecordingOutput | None = None
        rig = self

        class Midi:
            def outputs(self) -> tuple[str, ...]:
                return tuple(rig.ports)

            def inputs(self) -> tuple[str, ...]:
                return ()

            def open_output(self, name: str) -> RecordingOutput:
                if name not in rig.ports:
                    raise PortError(f"‘{name}’ is not connected.")
                return rig.ports[name]

            def open_virtual(self, name: str) -> RecordingOutput:
                return RecordingOutput(name)

            def open_input(self, name: str, _callback: object) -> None:
                raise PortError(f"‘{name}’ is not connected.")

            def close(self) -> None:
                pass

        def synth(*_args: object, **_options: object) -> RecordingOutput:
            if rig.sound is None:
                raise SoundError("No audio device found.")
            return rig.sound

        monkeypatch.setattr(keepers, "MidiSystem", lambda *, watched: watched and Midi())
        monkeypatch.setattr(keepers, "SynthOutput", _callable_type(synth))
        monkeypatch.setattr(keepers, "audio_devices", tuple)
        monkeypatch.setattr(keepers, "POLL_S", 0.02)
        monkeypatch.setattr(keepers, "_SOUND_RETRY_S", 0.05)
        self.role = PlayerRole(self.inbox, self.events.append)  # type: ignore[arg-type]
        self.thread = threading.Thread(target=self.role.run)

    def send(self, *commands: object) -> None:
        for command in commands:
            self.inbox.put(command)

    def said(self, kind: type[Message]) -> list[Message]:
        return [event for event in self.events if isinstance(event, kind)]

    def end(self) -> None:
        self.inbox.put(None)
        self.thread.join(5)
        self.role.close()


def _callable_type(make: Callable[..., RecordingOutput]) -> type:
    """Return a class whose making is this function: `isinstance` must still work on it."""

    class Stand:
        alive = True

        def __new__(cls, *args: object, **options: object) -> RecordingOutput:  # type: ignore[misc]
            return make(*args, **options)

    return Stand


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    rig = Rig(monkeypatch)
    rig.thread.start()
    yield rig
    rig.end()


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

    monkeypatch.setattr(keepers, "SynthOutput", _callable_type(slowly))  # type: ignore[arg-type]
    rig.send(OpenOutput(kind="synth"), SET, Play(tick=0))
    time.sleep(0.2)
    assert rig.said(Playhead) == []
    opening.set()
    assert eventually(lambda: b"\x90\x3c\x50" in rig.sound.messages)  # type: ignore[union-attr]
    rig.send(Stop())
    assert eventually(lambda: rig.said(Lateness) != [])


def test_a_stop_forgets_a_play_that_waits(rig: Rig, eventually: Wait) -> None:
    rig.role._keeper.wish = lambda _: None  # type: ignore[method-assign]
    rig.send(SET, Play(tick=0), Stop())
    time.sleep(0.1)
    assert rig.role._held_play is None
    assert rig.said(Playhead) == []
    assert eventually(lambda: rig.said(PortsChanged) != [])


def test_a_port_that_is_missing_is_told_once_and_used_when_it_appears(
    rig: Rig, eventually: Wait
) -> None:
    rig.send(OpenOutput(kind="port", name="A"), SET, Play(tick=0))
    assert eventually(lambda: len(rig.said(Failed)) == 1)
    rig.ports["A"] = RecordingOutput("A")
    assert eventually(lambda: len(rig.ports["A"].messages) > 10)
    del rig.ports["A"]
    assert eventually(lambda: rig.said(OutputLost) == [OutputLost(name="A")])
    assert len(rig.said(Failed)) == 1
    rig.events.clear()
    rig.send(Play(tick=960))  # into nothing, but time runs
    assert eventually(lambda: any(isinstance(e, Playhead) and e.tick > 1000 for e in rig.events))


def test_a_port_that_throws_on_every_send_is_lost_and_time_goes_on(
    rig: Rig, eventually: Wait
) -> None:
    class Throwing(RecordingOutput):
        def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:
            raise PortError(f"no {message!r} {at_s} {bank}")

    rig.ports["A"] = Throwing("A")
    rig.send(OpenOutput(kind="port", name="A"))
    assert eventually(lambda: len(rig.said(OutputOpened)) == 1)
    rig.send(SET, Play(tick=0))
    assert eventually(lambda: OutputLost(name="A") in rig.events)
    assert eventually(lambda: any(isinstance(e, Playhead) and e.tick > 100 for e in rig.events))


def test_ports_of_single_tracks_are_opened_and_let_go(rig: Rig, eventually: Wait) -> None:
    rig.ports |= {"A": RecordingOutput("A"), "B": RecordingOutput("B")}
    rig.send(OpenOutput(kind="port", name="A"))
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
    rig.send(OpenOutput(kind="port", name="A"))
    rig.send(SET, SetMix(mix=(TrackMix(port="Built-in"),)), Play(tick=0))
    assert eventually(lambda: len(rig.sound.messages) > 10)  # type: ignore[union-attr]


def test_an_unknown_command_and_a_defect_are_told_and_it_lives_on(
    rig: Rig, eventually: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.send(LoadModel(folder="x"))
    assert eventually(lambda: len(rig.said(Failed)) == 1)
    monkeypatch.setattr(rig.role._player, "handle", lambda _: 1 / 0)
    rig.send(OpenOutput(kind="recording"), SET)
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


def test_what_comes_in_is_told_heard_and_can_be_asked_for(rig: Rig, eventually: Wait) -> None:
    rig.sound = RecordingOutput("Built-in")
    rig.send(OpenOutput(kind="synth"))
    assert eventually(lambda: len(rig.said(OutputOpened)) == 1)
    rig.send(OpenInput(name="Keys", program=4))
    assert eventually(lambda: len(rig.said(Failed)) == 1)
    rig.send(
        InputMessage(b"\x90\x3c\x50", 10.0),
        InputMessage(b"\xf8", 10.1),
        InputMessage(b"\x80\x3c\x00", 10.5),
        OpenInput(name="", through=False),
        InputMessage(b"\x90\x40\x50", 11.0),
        Capture(),
    )
    assert eventually(lambda: len(rig.said(Captured)) == 1)
    assert rig.said(NotePlayed)[0] == NotePlayed(pitch=60, velocity=80, tick=0.0, seconds=10.0)
    assert rig.sound.messages == [b"\xcf\x04", b"\x9f\x3c\x50", b"\x8f\x3c\x40"]
    captured = rig.said(Captured)[0]
    assert isinstance(captured, Captured)
    assert captured.track.notes == (Note(0, 60, 480, 80), Note(960, 64, 1, 80))
    assert captured.ticks_per_quarter == 480
    rig.send(Capture())
    assert eventually(lambda: len(rig.said(Captured)) == 2)


def test_a_virtual_port_can_be_made(rig: Rig, eventually: Wait) -> None:
    rig.send(OpenOutput(kind="virtual"))
    assert eventually(lambda: rig.said(OutputOpened) != [])


def test_the_end_ends_every_note(monkeypatch: pytest.MonkeyPatch, eventually: Wait) -> None:
    monkeypatch.setattr(roles, "be_urgent", lambda: None)
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
        listening.wait(10)
        heard.append(event)

    sender = EventSender(emit)
    began_s = time.monotonic()
    for i in range(1000):
        sender.send(Playhead(tick=float(i), playing=True))
    sender.send(Lateness(p50_ms=0, p99_ms=0, max_ms=0, sent=0, late=0))
    sender.send(Notice(message="kept"))
    sender.send(Playhead(tick=5.0, playing=False))
    assert time.monotonic() - began_s < 1.0
    listening.set()
    sender.close()
    assert len(heard) < 70
    assert heard[-2:] == [Notice(message="kept"), Playhead(tick=5.0, playing=False)]


def test_what_is_played_is_put_down_by_the_inputs_offset(rig: Rig, eventually: Wait) -> None:
    rig.sound = RecordingOutput()
    rig.send(OpenInput(name="", offset_s=-0.25), InputMessage(b"\x90\x3c\x50", 10.0))
    assert eventually(lambda: len(rig.said(NotePlayed)) == 1)
    assert rig.said(NotePlayed)[0] == NotePlayed(pitch=60, velocity=80, tick=0.0, seconds=9.75)
    rig.send(OpenInput(name="", offset_s=-100.0), InputMessage(b"\x90\x3d\x50", 10.0))
    assert eventually(lambda: len(rig.said(NotePlayed)) == 2)
    assert rig.said(NotePlayed)[1] == NotePlayed(pitch=61, velocity=80, tick=0.0, seconds=9.0)


def test_controls_that_are_moved_are_told_for_settings_to_learn(rig: Rig, eventually: Wait) -> None:
    rig.send(
        OpenInput(name="", through=False),
        InputMessage(b"\xb3\x15\x40", 10.0),
        InputMessage(b"\xb3\x7b\x00", 10.0),  # all notes off is no control
        InputMessage(b"\xb0\x40\x7f", 10.1),
    )
    assert eventually(lambda: len(rig.said(ControlMoved)) == 2)
    assert rig.said(ControlMoved) == [
        ControlMoved(number=21, value=64, channel=3),
        ControlMoved(number=64, value=127, channel=0),
    ]


def test_another_devices_clock_starts_moves_and_stops_the_music(rig: Rig, eventually: Wait) -> None:
    rig.sound = RecordingOutput()
    rig.send(
        OpenOutput(kind="synth"),
        SetScore(score=Score(tracks=(Track(notes=(Note(0, 60, 48_000, 64),)),)), mix=()),
        InputMessage(b"\xfa", time.perf_counter(), "Master"),
        InputMessage(b"\xf8", time.perf_counter(), "Master"),
        SetClock(follow="Master"),
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
