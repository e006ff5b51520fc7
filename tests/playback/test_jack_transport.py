"""The transport of JACK: followed by seconds and by bars, started and stopped for all."""

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.ground.errors import PortError
from engine.messages import (
    JACK_TRANSPORT,
    Event,
    ExternalClock,
    Failed,
    OutputOpened,
    Play,
    Playhead,
    PortsChanged,
    Seek,
    SetScore,
    Stop,
    TrackMix,
)
from engine.playback.clocks import jack_transport
from engine.playback.clocks.jack_transport import JackTransport, TransportBeat, TransportPlace
from engine.playback.player.other_clock import OtherClock
from engine.processes.process import Child
from engine.values.score import Note, Score, Tempo, TimeSignature, Track
from tests.choosing import choosing
from tests.playback import first_notes
from tests.playback.stage import Stage
from tests.playback.test_clock_ports import hear
from tests.waiting import eventually

SCORE = Score(
    tempos=(Tempo(0, 120.0), Tempo(7680, 60.0)),
    time_signatures=(TimeSignature(0, 3, 4),),
    tracks=(Track(notes=(Note(0, 60, 480 * 900, 64),)),),
)


class Server:
    """A transport without a server, and a player that follows it."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.asked: list[tuple[str, float]] = []
        self.said: list[object] = []
        self.other = OtherClock(
            stage.player,
            self.said.append,
            stage.clock,
            move_transport=lambda move: move(self),  # type: ignore[arg-type]
        )
        self.other.follow(JACK_TRANSPORT)
        stage.player.set_score(SCORE, ())

    def start(self, place_s: float) -> None:
        self.asked.append(("start", place_s))

    def locate(self, place_s: float) -> None:
        self.asked.append(("locate", place_s))

    def stop(self) -> None:
        self.asked.append(("stop", 0.0))

    def roll(
        self,
        place_s: float,
        seconds: float,
        *,
        beat: Callable[[float], TransportBeat] | None = None,
    ) -> None:
        """Move from a place, looked at every 10 ms."""
        for step in range(round(seconds * 100)):
            here_s = place_s + step / 100
            at = TransportPlace(
                True, here_s, self.stage.clock.now_s, beat(here_s) if beat else None
            )
            self.other.take_transport(at)
            self.stage.run(0.01)
            self.other.miss()

    def stand(self, place_s: float) -> None:
        self.other.take_transport(TransportPlace(False, place_s, self.stage.clock.now_s))

    @property
    def tick(self) -> float:
        return self.stage.player.audible_tick(self.stage.clock.now_s)


def test_music_is_where_the_transport_is(stage: Stage) -> None:
    server = Server(stage)
    server.stand(3.0)
    assert server.tick == 3 * 960
    assert not stage.player.playing
    server.roll(3.0, 10.0)
    # Eight seconds at 120, then a second is a quarter.
    assert server.tick == pytest.approx(7680 + 5 * 480, abs=10)
    server.roll(1.0, 2.0)  # it jumped
    assert server.tick == pytest.approx(3 * 960, abs=10)
    server.stand(3.0)
    assert not stage.player.playing
    assert server.said[-1] == ExternalClock(bpm=0.0)


def test_where_a_program_knows_bars_they_are_followed_at_its_tempo(stage: Stage) -> None:
    server = Server(stage)

    def beat(place_s: float) -> TransportBeat:  # in 3/4 as the piece, at 90
        bar, quarters = divmod(place_s * 1.5, 3)
        return TransportBeat(int(bar), quarters)

    server.roll(0.0, 8.0, beat=beat)
    assert server.tick == pytest.approx(8 * 1.5 * 480, abs=5)
    bpms = [said.bpm for said in server.said if isinstance(said, ExternalClock)]
    assert bpms[-1] == pytest.approx(90, abs=0.5)
    server.roll(8.0, 8.0, beat=beat)
    assert server.tick == pytest.approx(16 * 1.5 * 480, abs=5)


def test_the_user_moves_all_programs(stage: Stage) -> None:
    server = Server(stage)
    assert server.other.holds(Play(tick=1920))
    assert not stage.player.playing
    server.roll(2.0, 1.0)
    assert server.tick == pytest.approx(2880, abs=10)
    # While it moves, the transport takes the music along.
    assert server.other.holds(Seek(tick=960))
    assert not server.other.holds(Stop())
    stage.player.stop()
    assert not server.other.holds(Seek(tick=960))
    assert server.asked == [("start", 2.0), ("locate", 1.0), ("stop", 0.0), ("locate", 1.0)]


def test_a_transport_that_nobody_asked_for_moves_nothing(stage: Stage) -> None:
    server = Server(stage)
    server.other.follow("")
    server.roll(0.0, 1.0)
    assert not stage.player.playing
    assert not server.other.holds(Play(tick=0))
    assert server.asked == []


def test_without_the_library_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jack", None)
    with pytest.raises(PortError, match="This system has no JACK library"):
        JackTransport(print, clock=lambda: 0.0)
    monkeypatch.setattr(jack_transport.importlib.util, "find_spec", lambda _name: None)
    assert not jack_transport.has_transport()


@pytest.fixture
def others(midi_system: str) -> Iterator[Any]:
    """Another program of the same JACK server."""
    assert midi_system
    jack = pytest.importorskip("jack")
    client = jack.Client("Other program", no_start_server=True)
    client.activate()
    yield client
    client.transport_stop()
    client.close()


@pytest.mark.midi
@pytest.mark.slow
def test_a_real_server_leads_and_is_led(others: Any) -> None:
    def rolls() -> bool:
        return repr(others.transport_state) == "jack.ROLLING"

    with Child("player") as child:

        def says(wanted: Callable[[Event], bool]) -> None:
            hear(child, wanted)

        says(lambda e: isinstance(e, PortsChanged) and JACK_TRANSPORT in e.clocks)
        child.send(choosing(output_kind="recording"))
        says(lambda e: isinstance(e, OutputOpened))
        child.send(SetScore(score=SCORE, mix=(TrackMix(),)))
        child.send(choosing(output_kind="recording", clock_in=JACK_TRANSPORT))
        others.transport_frame = 2 * others.samplerate
        says(lambda e: isinstance(e, Playhead) and not e.playing and abs(e.tick - 1920) < 2)
        others.transport_start()
        says(lambda e: isinstance(e, Playhead) and e.playing and e.tick >= 1920)
        others.transport_stop()
        says(lambda e: isinstance(e, Playhead) and not e.playing)
        child.send(Play(tick=4800))
        assert eventually(rolls)
        assert others.transport_frame >= 5 * others.samplerate
        says(lambda e: isinstance(e, Playhead) and e.playing and 4800 <= e.tick < 6000)
        child.send(Stop())
        assert eventually(lambda: not rolls())
        says(lambda e: isinstance(e, Playhead) and not e.playing)


@pytest.mark.slow
def test_following_without_a_server_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("jack")
    monkeypatch.setenv("JACK_DEFAULT_SERVER", "segue-no-such-server")
    with Child("player") as child:
        child.send(choosing(output_kind="recording", clock_in=JACK_TRANSPORT))
        failed = hear(child, lambda e: isinstance(e, Failed))
        assert isinstance(failed, Failed)
        assert failed.message == "No JACK server runs here."


STABS = Score(
    tempos=(Tempo(0, 120.0),), tracks=(Track(notes=tuple(Note(480 * i, i, 30) for i in range(99))),)
)


def about_to_move(server: Server, place_s: float) -> list[str]:
    """Ask, as JACK does before the transport moves; return what was answered."""
    answers: list[str] = []
    server.other.take_transport(
        TransportPlace(
            rolls=False,
            place_s=place_s,
            at_s=server.stage.clock.now_s,
            starts=True,
            ready=lambda: answers.append("ready"),
        )
    )
    return answers


def begun(server: Server) -> list[int]:
    return [pitch for _, on, _, pitch in server.stage.notes() if on]


def test_the_transport_waits_for_the_music_and_its_first_note_is_heard(stage: Stage) -> None:
    server = Server(stage)
    stage.player.set_score(STABS, ())
    assert about_to_move(server, 4.0) == ["ready"]
    server.stand(4.0)
    stage.run(0.1)
    # It is found when its first note is over.
    server.roll(4.07, 1.0)
    assert begun(server) == [8, 9, 10]
    assert about_to_move(server, 2.5) == ["ready"]
    # A loop is no stop, and what was seen before it moves nothing.
    assert stage.player.rests
    server.other.take_transport(TransportPlace(True, 5.1, stage.clock.now_s - 0.01))
    stage.run(0.02)
    assert begun(server) == [8, 9, 10]
    server.roll(2.53, 0.6)
    assert begun(server) == [8, 9, 10, 5, 6]
    assert about_to_move(server, 9.0) == ["ready"]
    server.stand(9.0)
    assert not stage.player.playing
    assert not stage.player.rests
    assert server.tick == 9 * 960


def test_a_program_that_follows_something_else_holds_up_no_transport(stage: Stage) -> None:
    server = Server(stage)
    server.other.follow("DAW")
    assert about_to_move(server, 4.0) == ["ready"]


def test_one_place_that_jumps_moves_nothing_and_two_that_agree_do(stage: Stage) -> None:
    server = Server(stage)
    stage.player.set_score(STABS, ())
    server.roll(4.0, 0.7)
    server.other.take_transport(TransportPlace(True, 30.0, stage.clock.now_s))
    server.roll(4.7, 0.7)
    assert begun(server) == [8, 9, 10]
    server.roll(20.0, 0.6)
    assert begun(server) == [8, 9, 10, 40, 41]


@pytest.mark.midi
@pytest.mark.slow
def test_no_first_note_is_lost_over_a_real_server(midi_system: str) -> None:
    assert midi_system
    pytest.importorskip("jack")
    found = first_notes.measure(3)
    assert set(found) == {*first_notes.BY_TRANSPORT, *first_notes.BY_TIME_CODE}
    lost = {name: figures["lost_ones"] for name, figures in found.items() if figures["lost"]}
    assert not lost
