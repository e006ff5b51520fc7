"""A jam as the window asks for it: what both children are told, and what is kept of it."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.clients.continuing import Continuing
from app.clients.jamming import FinishedJam, Jam
from app.clients.playing import Playing
from app.jam.plan import frame_of, settings_of, start_of
from app.settings.settings import Settings
from app.state.document import Document
from app.values.jam_choices import LOWEST_KEY, SUSTAIN, JamChoices
from engine import messages
from engine.request import DrawingLimits, Request
from engine.values.score import Note, Score
from tests.app.doubles import BAR, FakeLink

MODEL = messages.ModelLoaded(
    folder="x", name="Starter", parameters=1, notes=1, device="CPU", seconds=0.0
)


class Stage:
    """A jam with doubles for both children."""

    def __init__(self, settings: Settings) -> None:
        self.live, self.player = FakeLink(), FakeLink()
        document = Document()
        self.playing = Playing(self.player, document, settings)
        self.continuing = Continuing(self.live, document, self.playing)
        self.live.deliver(MODEL)
        self.jam = Jam(self.live, self.player, self.playing, self.continuing)
        self.over: list[FinishedJam] = []
        self.jam.ended.connect(self.over.append)

    def start(self, choices: JamChoices | None = None, **ask: object) -> None:
        choices = choices or JamChoices()
        frame = frame_of(choices)
        self.jam.start(
            start_of(choices, Request(**ask)), settings_of(choices, frame, learned=-1), frame
        )
        self.at(0)

    def at(self, tick: float) -> None:
        self.player.deliver(messages.Playhead(tick=tick, playing=True))

    def key(self, pitch: int, start: float, end: float) -> None:
        for tick, velocity in ((start, 80), (end, 0)):
            self.player.deliver(
                messages.NotePlayed(pitch=pitch, velocity=velocity, tick=tick, seconds=0.0)
            )

    def segue(self, turn: int, start: int, count: int = 4) -> None:
        notes = tuple(
            messages.PartNote(1, Note(start + 240 * i, 70, 240, 64, turn)) for i in range(count)
        )
        self.live.deliver(messages.JamTurn(who="segue", turn=turn, tick=start))
        end = start + 240 * count
        self.live.deliver(
            messages.JamPlanned(turn=turn, from_tick=start, until=end, committed=end, notes=notes)
        )

    def captured(self, turns: int = 0) -> None:
        score = self.jam.record.score(100 * BAR)
        asks = tuple(Request(bars=0) for _ in range(turns))
        self.live.deliver(messages.JamCaptured(score=score, turns=asks))


@pytest.fixture
def stage(settings: Settings, qtbot: QtBot) -> Iterator[Stage]:  # noqa: ARG001 - Qt's loop
    made = Stage(settings)
    yield made
    made.jam.close()


def test_both_children_are_told_where_they_meet_and_time_runs_without_an_end(stage: Stage) -> None:
    stage.start()
    (place,) = stage.live.of(messages.OpenPipe)
    assert stage.player.of(messages.OpenPipe) == [place]
    assert place.address
    assert stage.live.last(messages.StartJam).mode == "answer"
    assert stage.player.last(messages.SetJam).yields
    assert stage.player.last(messages.Play).open_end
    assert [track.name for track in stage.player.score().tracks] == ["Me", "Segue"]
    assert stage.jam.phase == "playing"


@pytest.mark.parametrize(
    ("counted", "played", "kept"),
    [
        pytest.param(1, BAR - 480, BAR - 480, id="an upbeat keeps its bar"),
        pytest.param(2, 2 * BAR - 480, BAR - 480, id="a bar in which nobody played goes"),
        pytest.param(2, 2 * BAR, 0, id="without an upbeat the music begins with the first bar"),
        pytest.param(1, 3 * BAR, 2 * BAR, id="a rest after the count-in is music"),
        pytest.param(0, 0, 0, id="without a count-in nothing moves"),
    ],
)
def test_the_count_in_is_kept_as_far_as_somebody_played_in_it(
    stage: Stage, counted: int, played: int, kept: int
) -> None:
    stage.playing.set_click(on=True, count_in_bars=counted)
    stage.start()
    assert stage.player.last(messages.Play).tick == counted * BAR
    assert stage.live.last(messages.StartJam).begin == counted * BAR
    assert stage.player.last(messages.SetJam).begin == counted * BAR
    stage.at(counted * BAR)
    stage.key(60, played, played + 400)
    stage.segue(1, 4 * BAR)
    stage.at(6 * BAR)
    assert stage.jam.record.grid.number_at(counted * BAR) == 1
    stage.jam.stop()
    stage.captured(turns=1)
    (over,) = stage.over
    me, segue = over.score.tracks
    assert [note.start for note in me.notes] == [kept]
    assert segue.notes[0].start - me.notes[0].start == 4 * BAR - played


def test_going_back_counts_bars_after_the_count_in(stage: Stage) -> None:
    stage.playing.set_click(on=True, count_in_bars=2)
    stage.start()
    stage.at(5 * BAR)
    stage.jam.go_back(1)
    assert stage.live.last(messages.Rewind).bar == 3
    assert stage.player.last(messages.Seek).tick == 3 * BAR


def test_each_jam_has_a_place_of_its_own(stage: Stage) -> None:
    stage.start()
    stage.jam.stop()
    stage.captured()
    stage.start()
    places = [each.address for each in stage.player.of(messages.OpenPipe)]
    assert places[1] == ""
    assert places[0] != places[2]


def test_the_button_gives_the_turn_to_the_player_process(stage: Stage) -> None:
    stage.jam.hand_over()
    assert not stage.player.of(messages.HandOver)
    stage.start()
    stage.jam.hand_over()
    assert stage.player.of(messages.HandOver) == [messages.HandOver(grid=480)]


def test_a_jam_that_is_stopped_is_what_was_heard_of_it(stage: Stage) -> None:
    stage.start()
    stage.key(60, 0, 400)
    stage.segue(1, BAR)
    stage.at(BAR + 300.0)
    stage.jam.stop()
    assert stage.live.of(messages.StopJam)
    assert stage.jam.phase == "ending"
    stage.captured(turns=1)
    (over,) = stage.over
    me, segue = over.score.tracks
    assert me.notes == (Note(0, 60, 400, 80),)
    assert [(note.start, note.duration) for note in segue.notes] == [(BAR, 240), (BAR + 240, 60)]
    assert over.asks == ((1, Request(bars=0)),)
    assert stage.jam.phase == "idle"
    assert stage.player.last(messages.OpenPipe).address == ""


def test_as_a_piece_each_turn_is_a_take_that_was_kept(stage: Stage) -> None:
    stage.start()
    stage.key(60, 0, 400)
    stage.segue(1, BAR)
    stage.live.deliver(messages.JamTurn(who="me", turn=1, tick=2 * BAR))
    stage.segue(2, 3 * BAR)
    stage.at(4.0 * BAR)
    stage.jam.stop()
    stage.captured(turns=2)
    piece = stage.over[0].composition()
    assert [take.state for take in piece.takes] == ["accepted", "accepted"]
    assert [take.model for take in piece.takes] == ["Starter", "Starter"]
    assert [len(take.notes) for take in piece.takes] == [4, 4]
    assert {note.origin for note in piece.score.tracks[1].notes} == {1, 2}
    assert {note.origin for note in piece.score.tracks[0].notes} == {0}
    assert piece.take(2).start == 3 * BAR


def test_stopping_the_music_ends_the_jam_whoever_does_it(stage: Stage) -> None:
    stage.start()
    stage.playing.toggle()
    assert stage.live.of(messages.StopJam)
    stage.captured()
    assert len(stage.over) == 1


def test_sliders_steer_what_is_drawn_while_it_plays(stage: Stage) -> None:
    stage.start()
    ask = Request(limits=DrawingLimits(lowest=60))
    stage.jam.steer(ask)
    stage.jam.steer(ask)
    assert stage.live.of(messages.SteerJam) == [messages.SteerJam(ask=ask)]


def test_going_back_takes_back_what_was_played_and_tells_the_player_first(stage: Stage) -> None:
    stage.playing.set_click(on=True, count_in_bars=0)
    stage.start()
    stage.key(60, 0, 400)
    stage.key(62, 2.0 * BAR, 2.0 * BAR + 400)
    stage.at(3.0 * BAR)
    stage.jam.go_back(2)
    assert stage.player.last(messages.Seek) == messages.Seek(tick=2 * BAR)
    assert stage.live.last(messages.Rewind) == messages.Rewind(bar=2)
    assert [note.pitch for note in stage.jam.record.me(9 * BAR)] == [60]


def test_forgetting_and_pinning_go_to_live(stage: Stage) -> None:
    stage.start()
    stage.jam.forget()
    stage.jam.pin(pinned=True)
    assert stage.live.of(messages.ForgetMemory)
    assert stage.live.last(messages.PinMemory) == messages.PinMemory(pinned=True)


def test_when_live_dies_segue_rests_and_the_next_one_knows_what_was_played(stage: Stage) -> None:
    said: list[str] = []
    stage.jam.rested.connect(said.append)
    stage.start()
    stage.key(60, 0, 400)
    stage.segue(1, BAR)
    stage.at(2.0 * BAR)
    stage.live.died.emit("It died.")
    assert stage.jam.phase == "resting"
    assert stage.playing.playing
    assert len(said) == 1
    stage.key(64, 2.5 * BAR, 2.5 * BAR + 100)
    stage.at(3.0 * BAR)
    stage.live.deliver(MODEL)
    assert stage.jam.phase == "playing"
    again = stage.live.last(messages.StartJam)
    assert [note.pitch for note in again.played.tracks[0].notes] == [60, 64]
    assert len(again.played.tracks[1].notes) == 4
    assert stage.live.of(messages.OpenPipe)[0] == stage.live.of(messages.OpenPipe)[-1]


def test_what_was_played_is_kept_when_live_dies_while_the_jam_ends(stage: Stage) -> None:
    stage.start()
    stage.key(60, 0, 400)
    stage.at(1.0 * BAR)
    stage.jam.stop()
    stage.live.died.emit("It died.")
    assert [note.pitch for note in stage.over[0].score.tracks[0].notes] == [60]


def test_and_when_it_is_stopped_while_segue_rests(stage: Stage) -> None:
    stage.start()
    stage.key(60, 0, 400)
    stage.at(1.0 * BAR)
    stage.live.died.emit("It died.")
    stage.jam.stop()
    assert [note.pitch for note in stage.over[0].score.tracks[0].notes] == [60]


def test_a_player_that_follows_a_dead_one_is_told_of_the_jam(stage: Stage) -> None:
    stage.start()
    stage.player.sent.clear()
    stage.player.deliver(messages.Ready(role="player", seconds=0.1))
    assert stage.player.of(messages.OpenPipe) == stage.live.of(messages.OpenPipe)
    assert stage.player.last(messages.SetJam).grid == 480
    assert stage.player.last(messages.Play).open_end


def test_another_model_takes_over_with_what_was_played(stage: Stage, tmp_path) -> None:
    stage.start()
    stage.key(60, 0, 400)
    stage.at(1.0 * BAR)
    stage.continuing.use_model(tmp_path)
    stage.captured()
    assert stage.jam.phase == "resting"
    stage.live.deliver(
        messages.ModelLoaded(
            folder=str(tmp_path), name="B", parameters=1, notes=1, device="CPU", seconds=0.0
        )
    )
    assert len(stage.live.of(messages.StartJam)) == 2
    assert stage.live.last(messages.StartJam).played is not None


def test_a_jam_that_live_refuses_is_one_sentence_and_over(stage: Stage) -> None:
    failed: list[messages.Failed] = []
    stage.jam.failed.connect(failed.append)
    stage.start(JamChoices(numerator=11))
    stage.live.deliver(messages.Failed(message="The model knows no bars of 11/4."))
    assert [each.message for each in failed] == ["The model knows no bars of 11/4."]
    assert stage.jam.phase == "idle"
    assert not stage.playing.playing


def test_what_is_chosen_is_what_both_are_asked_for() -> None:
    choices = JamChoices(mode="accompany", beat=False, hand_over_by="lowest", segue=33)
    start = start_of(choices, Request())
    assert (start.time, start.segue.program, start.me.program) == ("beat", 33, 0)
    settings = settings_of(choices, frame_of(choices), learned=20)
    assert (settings.yields, settings.hand_over_key) == (False, LOWEST_KEY)
    assert settings.hand_over_control == 20
    pedal = settings_of(JamChoices(hand_over_by="sustain", beat=False), Score(), learned=20)
    assert (pedal.hand_over_control, pedal.grid) == (SUSTAIN, 0)
