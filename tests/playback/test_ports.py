"""Real MIDI ports: what arrives, what vanishes, and that nothing stays sounding."""

import os
import queue
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from benchmarks.speed.player import measure
from engine.ground.errors import PortError
from engine.messages import (
    OWN_INPUT,
    OWN_OUTPUT,
    AddNotes,
    Lateness,
    NotePlayed,
    OutputLost,
    OutputOpened,
    Panic,
    PartNote,
    Play,
    PlayKeysAs,
    PortsChanged,
    Seek,
    SetLoop,
    SetMix,
    SetScore,
    SetTempoFactor,
    SoundNote,
    Stop,
    TrackMix,
)
from engine.playback import wire
from engine.playback.ports import system_ports as ports
from engine.playback.ports.outputs import unbalanced
from engine.playback.ports.system_ports import MidiSystem, friendly
from engine.playback.role import PlayerRole
from engine.processes.process import Child
from engine.values.score import Control, Note, Score, Track
from tests.choosing import choosing
from tests.playback.jack import Receiver, Session, is_connected, listening

rtmidi = pytest.importorskip("rtmidi")
pytestmark = pytest.mark.midi
SOURCE = Path(__file__).resolve().parent.parent.parent
# By hand: SEGUE_ENDINGS=5000. In CI a few are enough to notice a regression.
ENDINGS = int(os.environ.get("SEGUE_ENDINGS", "50"))
Wait = Callable[..., bool]


@pytest.fixture
def receiver(midi_system: str) -> Iterator[Receiver]:
    assert midi_system
    with listening() as receiver:
        yield receiver


@pytest.fixture
def session(receiver: Receiver) -> Iterator[Session]:
    with Child("player") as child:
        session = Session(child)
        child.send(choosing(output_kind="port", output_name=receiver.output_name))
        session.hear(OutputOpened)
        yield session


def dense_piece(dice: random.Random) -> SetScore:
    tracks = tuple(
        Track(program=i, controls=(Control(0, 64, 127),)).with_notes(
            Note(dice.randrange(600), dice.randrange(40, 80), dice.randrange(1, 4000))
            for _ in range(40)
        )
        for i in range(3)
    )
    return SetScore(score=Score(tracks=tracks), mix=(TrackMix(),) * 3)


def test_friendly_names_have_no_numbers_and_no_doubles() -> None:
    assert friendly(["KeyStep:KeyStep MIDI 1 20:0", "A", "A", "KeyStep:KeyStep MIDI 1 24:0"]) == (
        "KeyStep:KeyStep MIDI 1",
        "A",
        "A (2)",
        "KeyStep:KeyStep MIDI 1 (2)",
    )


def test_a_missing_port_is_refused_with_a_sentence(midi_system: str) -> None:
    assert midi_system
    system = MidiSystem()
    with pytest.raises(PortError, match="‘KeyStep’ is not connected"):
        system.open_output("KeyStep")
    with pytest.raises(PortError, match="is not connected"):
        system.open_input("KeyStep", lambda *_: None)
    system.close()


def test_without_a_midi_system_there_are_no_ports_and_no_noise(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JACK_DEFAULT_SERVER", "not-running")
    system = MidiSystem()
    if system.outputs():
        pytest.skip("a MIDI system runs here that is not JACK")
    assert system.inputs() == ()
    assert not system.makes_ports
    with pytest.raises(PortError, match="no virtual MIDI ports"):
        system.open_virtual("x")
    system.close()
    assert capfd.readouterr().err == ""


def test_what_is_sent_arrives_and_a_closed_port_says_so(
    receiver: Receiver, eventually: Wait
) -> None:
    output = MidiSystem().open_output(receiver.output_name)
    sent = [bytes((0x90, pitch, 64)) for pitch in range(100)]
    for message in sent:
        output.send(message, 0.0)
    output.close()
    assert eventually(lambda: receiver.messages == sent)
    with pytest.raises(PortError, match="is closed"):
        output.send(sent[0], 0.0)
    output.close()


@pytest.fixture
def tapped(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Everything that this process sends to real ports."""
    sent: list[bytes] = []
    send = ports.PortOutput.send

    def tap(self: ports.PortOutput, message: bytes, at_s: float, *, bank: int = 0) -> None:
        send(self, message, at_s, bank=bank)
        sent.append(message)

    monkeypatch.setattr(ports.PortOutput, "send", tap)
    return sent


@pytest.mark.slow
def test_random_endings_leave_nothing_sounding_at_the_receiver(
    receiver: Receiver, tapped: list[bytes], eventually: Wait
) -> None:
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    events: list[object] = []
    role = PlayerRole(inbox, events.append)
    body = threading.Thread(target=role.run)
    body.start()
    inbox.put(choosing(output_kind="port", output_name=receiver.output_name))
    assert eventually(lambda: any(isinstance(e, OutputOpened) for e in events))
    dice = random.Random(5)  # noqa: S311
    lossy = 0
    try:
        for number in range(ENDINGS):
            _play_somehow(inbox, dice)
            stops = sum(isinstance(e, Lateness) for e in events)
            inbox.put(dice.choice([Stop(), Panic()]))
            assert eventually(lambda n=stops: sum(isinstance(e, Lateness) for e in events) > n)
            assert eventually(lambda: unbalanced(tapped) == [])
            arrived = eventually(lambda: len(receiver.messages) >= len(tapped), 2.0)
            # A server without real-time priority loses messages when others crowd it out; what
            # it delivers whole must be what was sent, and end every note.
            if arrived and receiver.messages == tapped:
                assert unbalanced(receiver.messages) == [], f"ending {number}"
            else:
                lossy += 1
            tapped.clear()
            receiver.messages.clear()
    finally:
        inbox.put(None)
        body.join(5)
        role.close()
    assert lossy <= 1 + ENDINGS // 20


def _play_somehow(inbox: queue.SimpleQueue[Any], dice: random.Random) -> None:
    inbox.put(dense_piece(dice))
    inbox.put(Play(tick=dice.randrange(300)))
    time.sleep(dice.random() * 0.08)
    for command in dice.sample(_acts(dice), 2):
        inbox.put(command)
    time.sleep(dice.random() * 0.03)


def _acts(dice: random.Random) -> list[object]:
    note = PartNote(0, Note(dice.randrange(800), 90, 2000))
    return [
        SetMix(mix=(TrackMix(mute=True), TrackMix(solo=True), TrackMix(channel=5))),
        Seek(tick=dice.randrange(600)),
        SetLoop(start=0, end=dice.randrange(30, 200)),
        SetTempoFactor(factor=dice.choice([0.5, 2.0])),
        AddNotes(notes=(note,), more=True),
        SoundNote(pitch=30, velocity=90, program=3, is_drum=False, on=True),
        dense_piece(dice),
    ]


@pytest.mark.slow
def test_another_output_ends_the_notes_on_the_first(
    session: Session, receiver: Receiver, eventually: Wait
) -> None:
    session.child.send(dense_piece(random.Random(1)))  # noqa: S311
    session.child.send(Play(tick=0))
    assert eventually(lambda: len(unbalanced(receiver.messages)) > 5)
    session.child.send(choosing(output_kind="recording"))
    assert eventually(lambda: unbalanced(receiver.messages) == [])


_PARENT = """
import sys, time
from engine.messages import *
from engine.values.score import *
from engine.processes.process import Child
from tests.choosing import choosing
from tests.playback.jack import Receiver, Session, listening
notes = tuple(Note(0, p, 480 * 4) for p in range(40, 80))
with Child("player") as child:
    child.send(choosing(output_kind="port", output_name=sys.argv[1]))
    while not isinstance(child.next_event(1.0), OutputOpened):
        pass
    child.send(SetScore(score=Score(tracks=(Track(notes=notes),)), mix=(TrackMix(),)))
    # Struck again and again: a busy server may lose the period in which they began.
    child.send(SetLoop(start=0, end=480 * 4))
    child.send(Play(tick=0))
    time.sleep(60)
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", range(max(2, ENDINGS // 30)))
def test_a_window_that_is_killed_leaves_nothing_sounding(
    receiver: Receiver, eventually: Wait, number: int
) -> None:
    assert number >= 0
    parent = subprocess.Popen([sys.executable, "-c", _PARENT, receiver.output_name], cwd=SOURCE)
    try:
        assert eventually(lambda: len(unbalanced(receiver.messages)) == 40, 20.0)
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    assert eventually(lambda: unbalanced(receiver.messages) == [])
    last = list(wire.silence(0))
    assert eventually(lambda: receiver.messages[-len(last) :] == last)


@pytest.mark.slow
def test_a_vanished_port_is_noticed_and_used_again_when_it_is_back(
    session: Session, receiver: Receiver, eventually: Wait
) -> None:
    notes = tuple(Note(i * 48, 60, 40) for i in range(2000))
    track = Track(program=11, notes=notes)
    session.child.send(SetScore(score=Score(tracks=(track,)), mix=(TrackMix(),)))
    session.child.send(Play(tick=0))
    assert eventually(lambda: len(receiver.messages) > 20)
    receiver.unplug()
    assert isinstance(session.hear(OutputLost), OutputLost)
    receiver.messages.clear()
    receiver.plug_in()
    opened = session.hear(OutputOpened)
    assert isinstance(opened, OutputOpened)
    assert opened.kind == "port"
    assert eventually(lambda: len(receiver.messages) > 20)
    assert receiver.messages[0] == b"\xc0\x0b"
    session.child.send(Stop())
    assert eventually(lambda: unbalanced(receiver.messages) == [])


@pytest.mark.slow
def test_what_is_played_on_an_input_is_told_and_sounds_through(
    session: Session, receiver: Receiver, midi_system: str, eventually: Wait
) -> None:
    keyboard = MidiSystem().open_virtual("Keys")  # our own, which is no input for us
    stranger = _strange_keyboard()
    try:
        changed = session.hear(PortsChanged)
        while not any(n.startswith("Stranger") for n in changed.inputs):  # type: ignore[union-attr]
            changed = session.hear(PortsChanged)
        name = next(n for n in changed.inputs if n.startswith("Stranger"))  # type: ignore[union-attr]
        session.child.send(PlayKeysAs(program=4))
        session.child.send(
            choosing(output_kind="port", output_name=receiver.output_name, inputs=(name,))
        )
        assert eventually(lambda: is_connected(midi_system, "Stranger"))
        stranger.send_message([0x90, 64, 99])
        stranger.send_message([0xB0, 64, 127])
        stranger.send_message([0x80, 64, 0])
        first = session.hear(NotePlayed)
        assert isinstance(first, NotePlayed)
        assert (first.pitch, first.velocity) == (64, 99)
        second = session.hear(NotePlayed)
        assert isinstance(second, NotePlayed)
        assert (second.pitch, second.velocity) == (64, 0)
        assert eventually(lambda: b"\x8f\x40\x40" in receiver.messages)
        assert receiver.messages[:3] == [b"\xcf\x04", b"\x9f\x40\x63", b"\xbf\x40\x7f"]
    finally:
        stranger.delete()
        keyboard.close()


def _strange_keyboard() -> Any:
    client = rtmidi.MidiOut(rtmidi.API_UNIX_JACK, name="Stranger")
    client.open_virtual_port("keys")
    return client


@pytest.mark.slow
def test_other_programs_connect_to_a_port_and_an_input_of_ours(
    midi_system: str, eventually: Wait
) -> None:
    with Child("player") as child:
        session = Session(child)
        changed = session.hear(PortsChanged)
        assert isinstance(changed, PortsChanged)
        assert changed.outputs[-1:] == (OWN_OUTPUT,)
        assert changed.inputs[-1:] == (OWN_INPUT,)
        child.send(choosing(output_kind="port", output_name=OWN_OUTPUT))
        opened = session.hear(OutputOpened)
        assert isinstance(opened, OutputOpened)
        assert (opened.kind, opened.name) == ("virtual", OWN_OUTPUT)
        child.send(choosing(output_kind="port", output_name=OWN_OUTPUT, inputs=(OWN_INPUT,)))
        for _ in range(3):  # the other program comes and goes
            with _daw(eventually) as (plays, hears):
                assert eventually(lambda: is_connected(midi_system, "Segue in:Segue in"))
                plays.send_message([0x90, 64, 99])
                plays.send_message([0x80, 64, 0])
                assert isinstance(session.hear(NotePlayed), NotePlayed)
                assert isinstance(session.hear(NotePlayed), NotePlayed)
                got: list[bytes] = []
                assert eventually(lambda h=hears, g=got: b"\x8f\x40\x40" in _taken(h, g))
        # They are no ports of somebody else.
        other = MidiSystem()
        assert not [n for n in (*other.outputs(), *other.inputs()) if n.startswith("Segue")]
        other.close()


@contextmanager
def _daw(eventually: Wait) -> Iterator[tuple[Any, Any]]:
    """Another program that connects itself to both ports, by their names."""
    plays = rtmidi.MidiOut(rtmidi.API_UNIX_JACK, name="DAW plays")
    hears = rtmidi.MidiIn(rtmidi.API_UNIX_JACK, name="DAW hears")
    try:
        for client, name in ((plays, "Segue in:Segue in"), (hears, "Segue out:Segue")):
            assert eventually(lambda c=client, n=name: n in c.get_ports())
            client.open_port(client.get_ports().index(name))
        yield plays, hears
    finally:
        plays.delete()
        hears.delete()


def _taken(client: Any, into: list[bytes]) -> list[bytes]:
    while (got := client.get_message()) is not None:
        into.append(bytes(got[0]))
    return into


@pytest.mark.slow
def test_measuring_through_a_real_port(midi_system: str) -> None:
    assert midi_system
    # How late they are is for `python -m benchmarks playback` to say: strangers share these cores.
    # And a server that gets no turn drops what it should pass on; one that does passes all on.
    tries = (measure(0.5) for _ in range(8))
    whole = next(f for f in tries if f.arrivals and not f.arrivals.lost and not f.unended)
    assert whole.arrivals is not None
    assert whole.arrivals.sent == 50
    assert whole.sending.sent >= 50
    for found in (whole.sending, whole.arrivals):
        assert 0 <= found.p50_ms <= found.p99_ms <= found.max_ms
