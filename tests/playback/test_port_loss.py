"""What goes away: MIDI servers, players, receivers that do not read, ports that are closed."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.messages import (
    OWN_OUTPUT,
    EndOrphans,
    Notice,
    OpenAgain,
    OutputOpened,
    Play,
    Playhead,
    Ready,
    SetLoop,
    SetScore,
    SoundNote,
    Stop,
    TrackMix,
)
from engine.midi.channels.allocation import Slot
from engine.playback import wire
from engine.playback.clocks import jack_server, jack_transport
from engine.playback.player.console import DEFAULT, Console
from engine.playback.ports import system_ports as ports
from engine.playback.ports.closing import finish_closing, release
from engine.playback.ports.outputs import unbalanced
from engine.playback.ports.server_watch import ServerWatch
from engine.processes.process import Child
from engine.values.score import Note, Score, Track
from tests.choosing import choosing
from tests.playback.conftest import DEMAND_MIDI
from tests.playback.jack import Receiver, Server, Session, is_there, listening
from tests.playback.stage import FakeClock

pytest.importorskip("rtmidi")
Wait = Callable[..., bool]
HELD = Score(tracks=(Track(notes=tuple(Note(0, p, 480 * 4) for p in range(40, 80))),))
RUNNING = Score(tracks=(Track(notes=tuple(Note(i * 24, 60, 20) for i in range(4000))),))


# --- without any MIDI system ---------------------------------------------------------------------


class Loop:
    """An output and an input client of a server that delivers as long as it lives."""

    def __init__(self) -> None:
        self.alive = True
        self.ports: list[str] = ["Synth:in"]
        self.waiting: list[object] = []
        self.opened: list[int] = []

    def ignore_types(self, **types: bool) -> None:
        assert types == {"active_sense": False}

    def open_virtual_port(self, name: str) -> None:
        self.ports.append(f"Segue-01:{name}")

    def get_ports(self) -> list[str]:
        return self.ports

    def get_port_count(self) -> int:
        return len(self.ports)

    def open_port(self, index: int, *, name: str) -> None:
        assert name == "pulse"
        self.opened.append(index)

    def send_message(self, message: object) -> None:
        if self.alive:
            self.waiting.append(message)

    def get_message(self) -> object:
        return self.waiting.pop() if self.waiting else None


def test_a_pulse_goes_round_as_long_as_the_server_lives(clock: FakeClock) -> None:
    loop = Loop()
    watch = ServerWatch(loop, loop, clock=clock)
    assert loop.opened == [1]
    is_alive = []
    for number in range(14):
        loop.alive = number < 5
        is_alive.append(watch.is_alive())
        clock.now_s += 0.5
    # The one sent at number 4 came back at 5; nothing came in the two seconds from 6 to 9.
    assert is_alive == [True] * 9 + [False] + [True] * 3 + [False]


def test_a_pulse_that_never_came_round_says_nothing(clock: FakeClock) -> None:
    loop = Loop()
    loop.alive = False
    watch = ServerWatch(loop, loop, clock=clock)
    is_alive = []
    for _ in range(30):
        is_alive.append(watch.is_alive())
        clock.now_s += 0.5
    # Now and then somebody looks whether there is a server at all.
    assert is_alive.count(False) == 7
    assert not watch.has_delivered


class Jack:
    """rtmidi with one JACK server, which lists ports and delivers nothing."""

    API_UNIX_JACK, API_LINUX_ALSA, API_MACOSX_CORE = 4, 2, 1

    def __init__(self) -> None:
        self.loop = Loop()
        self.loop.alive = False

    def get_compiled_api(self) -> list[int]:
        return [self.API_UNIX_JACK]

    def MidiOut(self, *_: object, **__: object) -> Loop:  # noqa: N802 - rtmidi's name
        return self.loop

    MidiIn = MidiOut


@pytest.mark.parametrize(
    ("socket_known", "answers", "is_dead"),
    [(True, False, True), (True, True, False), (False, False, False)],
)
def test_a_server_that_never_delivered_is_asked_whether_it_answers(
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    *,
    socket_known: bool,
    answers: bool,
    is_dead: bool,
) -> None:
    monkeypatch.setattr(ports, "_load_rtmidi", Jack)
    monkeypatch.setattr(ports, "ServerWatch", partial(ServerWatch, clock=clock))
    monkeypatch.setattr(jack_server, "identity", lambda: (1, 1) if socket_known else None)
    answering = [True]
    monkeypatch.setattr(jack_server, "answers", lambda: answering[0])
    system = ports.MidiSystem(watched=True)
    assert system.outputs() == ("Synth:in",)
    answering[0] = answers
    for _ in range(10):
        clock.now_s += 0.5
        system.outputs()
    assert system.is_dead is is_dead


def test_a_pulse_asked_often_is_sent_seldom(clock: FakeClock) -> None:
    loop = Loop()
    watch = ServerWatch(loop, loop, clock=clock)
    assert [watch.is_alive() for _ in range(50)] == [True] * 50
    assert len(loop.waiting) == 1


def test_without_its_port_there_is_no_pulse() -> None:
    with pytest.raises(OSError, match="was not made"):
        ServerWatch(Loop(), Loop())


def test_a_closing_port_says_its_endings_again_before_it_goes() -> None:
    done: list[object] = []

    class Client:
        def send_message(self, message: bytes) -> None:
            done.append(message)

        def close_port(self) -> None:
            done.append("closed")

        def delete(self) -> None:
            done.append("deleted")

    release(Client(), endings=(b"off", b"up"), delivery_s=0.01)
    finish_closing()
    assert done == [b"off", b"up", b"off", b"up", "closed", "deleted"]


class Wire:
    """An rtmidi client that keeps what it is told to send."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def send_message(self, message: bytes) -> None:
        self.sent.append(message)

    def close_port(self) -> None:
        pass

    delete = close_port


ON, OFF, PEDAL_UP = wire.note_on(2, 60, 90), wire.note_off(2, 60), wire.control(2, 64, 0)
ALL_OFF = wire.control(2, wire.ALL_NOTES_OFF, 0)


@pytest.mark.parametrize(
    ("sent", "again"),
    [
        ((ON, OFF), [OFF]),
        ((ON, wire.note_on(2, 60, 0)), [wire.note_on(2, 60, 0)]),
        ((ON, OFF, OFF), [OFF]),
        ((ON, OFF, ON), []),
        ((ON, OFF, wire.note_on(2, 61, 90), wire.note_on(3, 60, 90)), [OFF]),
        ((wire.control(2, 64, 127), PEDAL_UP), [PEDAL_UP]),
        ((PEDAL_UP, wire.control(2, 64, 1)), []),
        ((ALL_OFF,), [ALL_OFF]),
        ((ALL_OFF, wire.note_on(2, 72, 1)), []),
        ((ALL_OFF, wire.note_on(3, 72, 1)), [ALL_OFF]),
        ((wire.control(2, 7, 0), wire.program(2, 4), b"\xf8"), []),
    ],
)
def test_what_may_be_lost_of_ends_is_said_again_but_not_for_a_key_that_sounds_anew(
    clock: FakeClock, sent: tuple[bytes, ...], again: list[bytes]
) -> None:
    client = Wire()
    output = ports.PortOutput("Synth", client, delivery_s=0.1, clock=clock)
    for message in sent:
        output.send(message, 0.0)
    client.sent.clear()
    clock.now_s += 0.3
    output.repeat_endings()
    assert client.sent == again
    # It may be lost again, so it counts as sent now.
    clock.now_s += 0.3
    output.repeat_endings()
    assert client.sent == again * 2
    clock.now_s += 0.6
    output.repeat_endings()
    assert client.sent == again * 2


def test_a_port_that_loses_nothing_says_nothing_again(clock: FakeClock) -> None:
    client = Wire()
    output = ports.PortOutput("Synth", client, clock=clock)
    output.send(OFF, 0.0)
    output.repeat_endings()
    assert client.sent == [OFF]


def test_a_port_remembers_no_more_ends_than_it_can_say_at_once(clock: FakeClock) -> None:
    client = Wire()
    output = ports.PortOutput("Synth", client, delivery_s=0.1, clock=clock)
    ends = [wire.note_off(channel, pitch) for channel in range(16) for pitch in range(128)]
    for message in ends:
        output.send(message, 0.0)
    client.sent.clear()
    output.repeat_endings()
    assert client.sent == ends[-1024:]


class LateJack(Wire):
    """JACK's library with a server that can be told to be late, and rtmidi with its port."""

    class JackError(Exception):
        """What the library raises."""

    def __init__(self) -> None:
        super().__init__()
        self.was_late: Callable[[float], None] = lambda _us: None
        self.closed = False

    def set_xrun_callback(self, was_late: Callable[[float], None]) -> None:
        self.was_late = was_late

    def activate(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


def test_where_jack_was_late_a_port_says_ends_again(
    monkeypatch: pytest.MonkeyPatch, clock: FakeClock, eventually: Wait
) -> None:
    jack = LateJack()
    monkeypatch.setattr(jack_transport, "_opened", lambda _name: (LateJack, jack))
    monkeypatch.setattr(jack_transport, "_SETTLED_S", 0.001)
    console = Console(lambda _: None, clock)
    console.connect(ports.PortOutput("Synth", jack, delivery_s=0.1))
    slot = Slot(DEFAULT, 0, 2)
    console.send(slot, ON, 0.0)
    console.send(slot, OFF, 0.0)
    news: list[object] = []
    late = jack_transport.LatePeriods(news.append)
    jack.was_late(9.0)
    assert eventually(lambda: news == [jack_transport.PeriodsLost()])
    console.repeat_endings()
    assert jack.sent == [ON, OFF, OFF]
    late.close()
    assert jack.closed
    # A port that has gone is lost, as when a note is sent.
    monkeypatch.setattr(jack, "send_message", _gone)
    console.repeat_endings()
    assert console.output() is None


def _gone(_message: bytes) -> None:
    raise OSError


@pytest.mark.parametrize(
    ("message", "ends"),
    [
        (b"\x80\x3c\x40", True),
        (b"\x93\x3c\x00", True),
        (b"\x93\x3c\x01", False),
        (b"\xb0\x40\x00", True),
        (b"\xb0\x40\x7f", False),
        (b"\xb0\x42\x00", True),
        (b"\xb0\x45\x00", True),
        (b"\xb0\x78\x00", True),
        (b"\xb0\x7b\x00", True),
        (b"\xb0\x07\x00", False),
        (b"\xf8", False),
    ],
)
def test_what_ends_notes_is_known(message: bytes, *, ends: bool) -> None:
    assert wire.ends_notes(message) is ends


def test_where_a_jack_server_listens_tells_whether_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jack_server, "_FOLDER", tmp_path)
    monkeypatch.setattr(jack_server, "_uid", lambda: 7)
    monkeypatch.setenv("JACK_DEFAULT_SERVER", "s")
    monkeypatch.delenv("JACK_PROMISCUOUS_SERVER", raising=False)
    assert jack_server.identity() is None
    assert not jack_server.answers()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.bind(str(tmp_path / "jack_s_7_0"))
        line.listen()
        first = jack_server.identity()
        assert first is not None
        assert jack_server.answers()
    # It was killed: its socket is still there.
    assert jack_server.identity() == first
    assert not jack_server.answers()
    (tmp_path / "jack_s_7_0").unlink()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.bind(str(tmp_path / "jack_s_7_0"))
        assert jack_server.identity() not in {None, first}
    monkeypatch.setenv("JACK_PROMISCUOUS_SERVER", "")
    assert jack_server.identity() is None


# --- on a real one -------------------------------------------------------------------------------


@pytest.fixture
def receiver(midi_system: str) -> Iterator[Receiver]:
    assert midi_system
    with listening() as receiver:
        yield receiver


def struck(receiver: Receiver) -> list[bytes]:
    return [message for message in receiver.messages if message[0] >> 4 == 9 and message[2]]


def _playing(child: Child, receiver: Receiver, score: Score) -> Session:
    session = Session(child)
    child.send(choosing(output_kind="port", output_name=receiver.output_name))
    session.hear(OutputOpened)
    child.send(SetScore(score=score, mix=(TrackMix(),)))
    # Struck again and again: a busy server may lose the period in which they began.
    child.send(SetLoop(start=0, end=480 * 4))
    child.send(Play(tick=0))
    return session


@pytest.mark.slow
@pytest.mark.midi
def test_the_next_player_ends_the_notes_of_one_that_was_killed(
    receiver: Receiver, eventually: Wait
) -> None:
    with Child("player") as first:
        _playing(first, receiver, HELD)
        assert eventually(lambda: len(unbalanced(receiver.messages)) == 40)
        os.kill(first.pid, signal.SIGKILL)
    assert len(unbalanced(receiver.messages)) == 40
    with Child("player") as second:
        second.send(EndOrphans())
        second.send(choosing(output_kind="port", output_name=receiver.output_name))
        Session(second).hear(OutputOpened)
        assert eventually(lambda: unbalanced(receiver.messages) == [])
        assert eventually(lambda: receiver.messages[-1:] == [b"\x8f\x7f\x40"])
        # Once on a port, not whenever it is opened.
        receiver.messages.clear()
        second.send(OpenAgain())
        Session(second).hear(OutputOpened)
        # What comes after the opening has everything before it that the opening sent.
        second.send(SoundNote(pitch=30, velocity=90, program=3, is_drum=False, on=True))
        assert eventually(lambda: bool(struck(receiver)))
        assert receiver.messages.index(struck(receiver)[0]) <= 1  # at most its program before it


@pytest.mark.slow
@pytest.mark.midi
def test_a_player_told_to_end_by_the_system_ends_its_notes(
    receiver: Receiver, eventually: Wait
) -> None:
    with Child("player") as child:
        _playing(child, receiver, HELD)
        assert eventually(lambda: len(unbalanced(receiver.messages)) == 40)
        os.kill(child.pid, signal.SIGTERM)
        assert eventually(lambda: unbalanced(receiver.messages) == [])


_DEAF = """
import rtmidi, sys, time
listener = rtmidi.MidiIn(rtmidi.API_UNIX_JACK, name=sys.argv[1])
listener.open_virtual_port("in")
print("ready", flush=True)
time.sleep(60)
"""


@pytest.mark.slow
@pytest.mark.midi
def test_a_receiver_that_never_reads_does_not_hold_up_the_music(midi_system: str) -> None:
    assert midi_system
    name = f"Deaf {os.getpid()}"
    deaf = subprocess.Popen([sys.executable, "-c", _DEAF, name], stdout=subprocess.PIPE)
    try:
        assert deaf.stdout is not None
        assert deaf.stdout.readline() == b"ready\n"
        with Child("player") as child:
            session = Session(child)
            child.send(choosing(output_kind="port", output_name=f"{name}:in"))
            session.hear(OutputOpened)
            deaf.send_signal(signal.SIGSTOP)
            child.send(SetScore(score=RUNNING, mix=(TrackMix(),)))
            child.send(Play(tick=0))
            until_s = time.monotonic() + 1.5
            while time.monotonic() < until_s:
                playhead = session.hear(Playhead)
            assert isinstance(playhead, Playhead)
            # 960 ticks a second at 120 beats a minute.
            assert 1.0 * 960 < playhead.tick < 2.0 * 960
            child.send(Stop())
            while isinstance(playhead, Playhead) and playhead.playing:
                playhead = session.hear(Playhead)
    finally:
        deaf.kill()
        deaf.wait()
        assert deaf.stdout is not None
        deaf.stdout.close()


@pytest.mark.slow
@pytest.mark.midi
def test_a_server_that_is_started_again_is_found_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not is_there():
        assert not os.environ.get(DEMAND_MIDI), "no JACK server here (apt-get install jackd2)"
        pytest.skip("no JACK server can be started here (apt-get install jackd2)")
    server = Server()
    assert server.start()
    monkeypatch.setenv("JACK_DEFAULT_SERVER", server.name)
    heard: list[Any] = []
    try:
        with Child("player") as child:
            session = Session(child)
            session.hear(Ready)
            for number in range(2):
                if number:
                    server.kill()
                    said = session.hear(Notice, 15.0)
                    assert isinstance(said, Notice)
                    assert said.message.startswith("The MIDI server stopped.")
                    assert server.start()
                    # A new process in its place; the window says again what holds.
                    session.hear(Ready)
                ear = subprocess.Popen([sys.executable, "-c", _EAR], stdout=subprocess.PIPE)
                child.send(choosing(output_kind="port", output_name="Ear:in"))
                session.hear(OutputOpened, 15.0)
                child.send(SetScore(score=RUNNING, mix=(TrackMix(),)))
                child.send(Play(tick=0))
                heard.append(_line(ear))
                _end(ear)
    finally:
        server.stop()
    assert heard == [b"heard\n", b"heard\n"]


_EAR = """
import rtmidi, time
listener = rtmidi.MidiIn(rtmidi.API_UNIX_JACK, name="Ear")
listener.open_virtual_port("in")
while listener.get_message() is None:
    time.sleep(0.01)
print("heard", flush=True)
time.sleep(60)
"""


def _line(process: "subprocess.Popen[bytes]") -> bytes:
    assert process.stdout is not None
    return process.stdout.readline()


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


@pytest.mark.midi
@pytest.mark.slow
def test_a_server_that_is_killed_before_it_delivered_anything_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = Server()
    if not is_there() or not server.start():
        assert not os.environ.get(DEMAND_MIDI), "no JACK server here (apt-get install jackd2)"
        pytest.skip("no JACK server can be started here (apt-get install jackd2)")
    monkeypatch.setenv("JACK_DEFAULT_SERVER", server.name)
    try:
        with Child("player") as child:
            session = Session(child)
            session.hear(Ready)
            child.send(choosing(output_kind="port", output_name=OWN_OUTPUT))
            session.hear(OutputOpened)
            server.kill()
            session.hear(Ready, timeout_s=30)
    finally:
        server.stop()


@pytest.mark.midi
@pytest.mark.slow
def test_our_own_port_comes_back_under_its_name_with_the_server(
    monkeypatch: pytest.MonkeyPatch, eventually: Wait
) -> None:
    server = Server()
    if not is_there() or not server.start():
        assert not os.environ.get(DEMAND_MIDI), "no JACK server here (apt-get install jackd2)"
        pytest.skip("no JACK server can be started here (apt-get install jackd2)")
    monkeypatch.setenv("JACK_DEFAULT_SERVER", server.name)

    def is_listed() -> bool:
        listed = subprocess.run(
            ["jack_lsp", "-s", server.name], capture_output=True, check=False, text=True
        )
        return "Segue out:Segue" in listed.stdout.splitlines()

    try:
        with Child("player") as child:
            session = Session(child)
            session.hear(Ready)
            child.send(choosing(output_kind="port", output_name=OWN_OUTPUT))
            session.hear(OutputOpened)
            assert eventually(is_listed)
            server.kill()
            session.hear(Ready, timeout_s=30)
            # While there is no server the music goes on in silence.
            child.send(choosing(output_kind="port", output_name=OWN_OUTPUT))
            silent = session.hear(OutputOpened)
            assert isinstance(silent, OutputOpened)
            assert silent.kind == "recording"
            assert server.start()
            back = session.hear(OutputOpened, timeout_s=30)
            assert isinstance(back, OutputOpened)
            assert (back.kind, back.name) == ("virtual", OWN_OUTPUT)
            assert eventually(is_listed)
    finally:
        server.stop()
