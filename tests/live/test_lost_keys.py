"""A jam is never deaf: releases are lost, messages cross, pedals never rest."""

import queue
from collections.abc import Iterator

import pytest

from benchmarks.jam import soak
from benchmarks.jam.stage import Stage
from engine.generation.model import LiveModel
from engine.live.jam.phrase_ends import PhraseEnds, StrongBeats
from engine.live.jam.session import JamSession
from engine.messages import (
    DropPlan,
    LetGo,
    Message,
    NotePlayed,
    Notice,
    PlanBegun,
    PlayedNote,
    PlayedPedal,
)
from engine.messages.jamming import JamTurn, JamVoice, StartJam
from engine.playback import wire
from engine.playback.keyboards.input_router import InputRouter
from engine.playback.player.player import Player
from engine.playback.ports.outputs import RecordingOutput, unbalanced
from engine.values.score import Note
from engine.values.sound import Sound
from engine.worker.jamming import Jamming
from tests.generation.conftest import make_model

BEAT, BEAT_S = 480, 0.5
START = StartJam(mode="answer", me=JamVoice(track=0), segue=JamVoice(track=1), bars=2)
TUNE = (60, 64, 67, 72, 71, 67, 64, 62, 57, 60, 64, 69, 67, 64, 62, 60)


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> LiveModel:
    return LiveModel.load(make_model(tmp_path_factory.mktemp("models") / "tiny"))


def pressed(stage: Stage, pitch: int) -> None:
    key = PlayedNote(on=True, seconds=stage.now_s, tick=float(stage.tick), pitch=pitch, velocity=80)
    stage.do(stage.jam.hear(key))


def test_a_lost_release_costs_no_answer_and_its_sound_ends(model) -> None:
    stage = Stage(model, START)
    stage.until(4 * BEAT)
    pressed(stage, 45)
    for _ in range(3):
        at = stage.tick + BEAT
        tune = [Note(round(at + i * BEAT / 2), pitch, 200, 80) for i, pitch in enumerate(TUNE)]
        stage.play(tune, slice_s=0.01)
        before = len(stage.said)
        stage.until(stage.tick + 16 * BEAT, slice_s=0.02)
        turns = [said for said in stage.said[before:] if isinstance(said, JamTurn)]
        assert [turn.who for turn in turns][:1] == ["segue"]
    assert [said for said in stage.said if isinstance(said, LetGo)] == [
        LetGo(port="", channel=0, key=45)
    ]
    assert not stage.jam.memory.held


def test_the_player_ends_the_sound_of_a_lost_key_once_and_says_so() -> None:
    now_s, said, output = [1.0], list[Message](), RecordingOutput()
    player = Player(said.append, clock=lambda: now_s[0])
    player.attach(output)
    router = InputRouter(player, said.append, lambda: now_s[0])
    router.set_inputs(Sound(inputs=("Keys",)), soak.PlayKeysAs())
    for pitch in (45, 50):
        router.take(wire.note_on(0, pitch, 80), now_s[0], "Keys")
        router.let_key_go(LetGo(port="Keys", channel=0, key=pitch))
    # The release that was only late, and a key that is up.
    router.take(wire.note_off(0, 45), now_s[0], "Keys")
    router.let_key_go(LetGo(port="Keys", channel=0, key=45))
    assert unbalanced(output.messages) == []
    moves = [(each.pitch, each.velocity > 0) for each in said if isinstance(each, NotePlayed)]
    assert moves == [(45, True), (45, False), (50, True), (50, False)]
    (notice,) = [each for each in said if isinstance(each, Notice)]
    assert "‘Keys’" in notice.message


def tune_over_a_drone(ends: PhraseEnds[int], *, beats: int) -> float:
    """Play eighths over a key that stays down; return when the last one ends."""
    ends.press(0.0, 40)
    for eighth in range(2 * beats):
        ends.press(0.1 + eighth * 0.25, 60)
        ends.release(0.3 + eighth * 0.25, 60)
    return 0.3 + (2 * beats - 1) * 0.25


def test_a_drone_under_a_tune_is_held_until_the_phrase_is_over() -> None:
    ends = PhraseEnds[int](beat_s=BEAT_S)
    end_s = tune_over_a_drone(ends, beats=12)
    assert ends.lost(end_s) == ()
    # A rest of almost a bar over it ends nothing.
    assert ends.silence_s(end_s + 3.9 * BEAT_S) is None
    assert ends.lost(end_s + 3.9 * BEAT_S) == ()
    assert ends.silence_s(end_s + 4.1 * BEAT_S) is not None
    assert ends.lost(end_s + 4.1 * BEAT_S) == (40,)


def test_a_chord_that_few_keys_followed_is_not_lost() -> None:
    ends = PhraseEnds[int](beat_s=BEAT_S)
    end_s = tune_over_a_drone(ends, beats=3)
    assert ends.silence_s(end_s + 17 * BEAT_S) is not None
    assert ends.lost(end_s + 17 * BEAT_S) == ()


def rested(*, notes: int, metre: StrongBeats | None) -> PhraseEnds[int]:
    """Play quarters from second 0 on; bars are 2 s long."""
    ends = PhraseEnds[int](beat_s=BEAT_S)
    ends.strong = metre
    for note in range(notes):
        ends.press(note * BEAT_S, 60)
        ends.release((note + 0.9) * BEAT_S, 60)
    return ends


@pytest.mark.parametrize("notes", [2, 4, 6, 8, 10])
def test_the_first_rest_of_two_beats_keeps_the_turn(notes) -> None:
    metre = StrongBeats(line_s=0.0, bar_s=4 * BEAT_S, step_s=2 * BEAT_S)
    ends = rested(notes=notes, metre=metre)
    # The player plays on with the beat, or a little late.
    assert ends.silence_s((notes + 2.1) * BEAT_S) is None
    assert ends.silence_s((notes + 2.2) * BEAT_S) is not None


def test_after_four_bars_it_does_not_wait_for_a_strong_beat() -> None:
    metre = StrongBeats(line_s=0.0, bar_s=4 * BEAT_S, step_s=2 * BEAT_S)
    assert rested(notes=16, metre=metre).silence_s(17.95 * BEAT_S) is not None


def test_rests_inside_a_phrase_are_known_where_four_bars_end() -> None:
    metre = StrongBeats(line_s=0.0, bar_s=4 * BEAT_S, step_s=2 * BEAT_S)
    ends = PhraseEnds[int](beat_s=BEAT_S)
    ends.strong = metre
    for bar in range(4):
        for beat in range(2):
            at_s = (4 * bar + beat) * BEAT_S
            ends.press(at_s, 60)
            ends.release(at_s + 0.9 * BEAT_S, 60)
        assert ends.silence_s((4 * bar + 4.05) * BEAT_S) is None


def test_a_release_after_a_hand_over_takes_nothing_back(model) -> None:
    stage = Stage(model, START)
    stage.until(BEAT)
    pressed(stage, 60)
    stage.do(stage.jam.hand_over())
    off = PlayedNote(on=False, seconds=stage.now_s, tick=float(stage.tick), pitch=60, velocity=0)
    stage.do(stage.jam.hear(off))
    stage.until(8 * BEAT)
    assert any(isinstance(said, PlanBegun) for said in stage.said)


def test_a_turn_that_live_does_not_know_ends_and_another_is_drawn(model) -> None:
    stage = Stage(model, START)
    stage.play([Note(0, 60, 200)])
    unknown = PlanBegun(number=900, turn=3, from_tick=BEAT, seconds=0.5)
    said = list(stage.jam.hear(unknown))
    assert [type(message) for message in said] == [DropPlan]
    stage.until(8 * BEAT)
    assert [plan.turn for plan in stage.said if isinstance(plan, PlanBegun)] == [4]


class _Restless(queue.SimpleQueue[object]):
    """An inbox in which the next movement of a pedal is always there."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._left = most

    def _next(self) -> PlayedPedal | None:
        self._left -= 1
        return PlayedPedal(down=True, seconds=1.0, tick=0.0) if self._left > 0 else None

    def get(self, *_: object, **__: object) -> PlayedPedal | None:
        return self._next()

    def get_nowait(self) -> PlayedPedal | None:
        return self._next()


def test_a_pedal_that_never_rests_does_not_keep_live_from_its_work(model) -> None:
    worked = []

    class Session(JamSession):
        def work(self, seconds: float) -> Iterator[Message]:
            worked.append(seconds)
            return super().work(seconds)

    jamming = Jamming(
        Session(model, START),
        _Restless(1000),  # type: ignore[arg-type]
        lambda _: None,
        player=lambda: None,
        aside=lambda _: None,
    )
    jamming.run()
    assert len(worked) >= 9


@pytest.mark.slow
def test_each_phrase_of_a_soak_is_answered(tmp_path) -> None:
    (*_, last) = soak.measure(12, model=make_model(tmp_path / "tiny"))
    assert (last["unanswered"], last["held"], last["sounding"]) == (0, 0, 0)
