"""A jam: who plays, what is planned, and that whoever plays is never waited for."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from benchmarks.jam.stage import SLICE_S
from benchmarks.jam.stage import Stage as FakeClockStage
from engine.generation.model import LiveModel
from engine.generation.reading.habits import bar_statistics
from engine.live.jam.session import ME, SEGUE, JamSession
from engine.messages import HandOver, Message, Plan, PlanBegun, PlayedNote
from engine.messages.jamming import (
    JamTurn,
    JamUnderrun,
    JamVoice,
    PhraseEnded,
    StartJam,
)
from engine.model.decoding.branches import Branches
from engine.request import DrawingLimits, Request
from engine.tokens.vocabulary import TokenKind
from engine.values.jam import JamMode
from engine.values.score import Note
from tests.generation.conftest import BAR, make_model

BEAT = BAR // 4
SPEED = 960.0  # ticks a second: 120 quarters a minute
_OF_NOTES = (TokenKind.PART, TokenKind.PITCH, TokenKind.VELOCITY, TokenKind.DURATION)


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> LiveModel:
    return LiveModel.load(make_model(tmp_path_factory.mktemp("models") / "tiny"))


class Stage(FakeClockStage):
    """A stage at 120 quarters a minute, with a piano each or a bass that accompanies."""

    def __init__(self, model: LiveModel, mode: JamMode, **wish: object) -> None:
        start = StartJam(
            mode=mode,
            me=JamVoice(track=0),
            segue=JamVoice(track=1, program=0 if mode != "accompany" else 33),
            **wish,
        )
        super().__init__(model, start)

    def all(self, kind: type[Message]) -> list:
        return [message for message in self.said if isinstance(message, kind)]


def phrase(start: int, beats: int = 8) -> list[Note]:
    return [Note(start + i * BEAT, 60 + i % 7, 400) for i in range(beats)]


def test_an_upbeat_in_the_count_in_keeps_its_time_and_segue_waits_for_the_music(model) -> None:
    stage = Stage(model, "answer", begin=2 * BAR, bars=1)
    upbeat = [Note(2 * BAR - BEAT, 55, 400), *phrase(2 * BAR)]
    stage.play(upbeat, slice_s=0.02)
    stage.until(8 * BAR, slice_s=0.02)
    assert [n.start for n in stage.jam.captured().score.tracks[ME].notes] == [
        note.start for note in upbeat
    ]
    alone = Stage(model, "endless", begin=2 * BAR)
    alone.until(4 * BAR, slice_s=0.02)
    assert min(plan.from_tick for plan in alone.all(Plan)) == 2 * BAR
    together = Stage(model, "accompany", begin=2 * BAR)
    together.play(upbeat[:1], slice_s=0.02)
    together.until(3 * BAR, slice_s=0.02)
    assert together.all(JamTurn)[0].tick >= 2 * BAR
    trading = Stage(model, "trade", begin=2 * BAR, bars=2)
    trading.play(upbeat[:1], slice_s=0.02)
    assert trading.all(JamTurn)[0].until == 4 * BAR


def test_an_answer_stands_ready_after_each_key(model) -> None:
    stage = Stage(model, "answer")
    stage.play(phrase(0, 4))
    stage.until(4 * BEAT + 200)
    waiting = [plan for plan in stage.all(Plan) if plan.waits]
    assert len(waiting) >= 3
    assert any(plan.notes for plan in waiting)
    assert [p.number for p in waiting] == sorted({p.number for p in waiting})
    assert {plan.turn for plan in waiting} == {1}
    assert not stage.all(PlanBegun)


@pytest.mark.slow
def test_a_phrase_that_ends_is_answered_on_the_beat(model) -> None:
    stage = Stage(model, "answer", bars=2)
    stage.play(phrase(0))
    stage.until(8 * BEAT + 3 * BAR)
    assert len(stage.all(PhraseEnded)) == 1
    begun = stage.all(PlanBegun)[0]
    assert begun.from_tick % BEAT == 0
    assert 8 * BEAT <= begun.from_tick <= 8 * BEAT + 4 * BEAT
    turns = [(turn.who, turn.turn) for turn in stage.all(JamTurn)]
    assert turns[0] == ("segue", 1)


def closing(start: int, *, beats: int = 1) -> list[Note]:
    """Return quarters in C that close on the tonic on the third beat of the third bar."""
    pitches = 67, 67, 64, 60, 62, 65, 64, 67, 65, 62, 60
    notes = [Note(start + i * BEAT, pitch, 400) for i, pitch in enumerate(pitches)]
    return [*notes[:-1], Note(notes[-1].start, 60, beats * BEAT - 80)]


@pytest.mark.slow
@pytest.mark.parametrize("beats", [1, 2])
def test_a_phrase_that_closes_is_answered_within_half_a_second(model, beats) -> None:
    stage = Stage(model, "answer", bars=2)
    notes = closing(0, beats=beats)
    stage.play(notes)
    stage.until(notes[-1].end + 2 * BEAT)
    begun = stage.all(PlanBegun)
    assert len(begun) == 1
    assert notes[-1].end < begun[0].from_tick <= notes[-1].end + SPEED / 2
    # It was drawn for the place where it begins.
    drawn = [plan for plan in stage.all(Plan) if plan.number == begun[0].number]
    assert [plan.from_tick for plan in drawn] == [begun[0].from_tick]


@pytest.mark.slow
def test_who_rests_for_two_beats_after_a_close_keeps_the_turn_from_the_second_rest_on(
    model,
) -> None:
    stage = Stage(model, "answer", bars=2)
    begun = []
    for number in range(3):
        start = number * 3 * BAR
        stage.play(closing(start, beats=1))
        stage.until(start + 12 * BEAT + BEAT - 10)
        begun.append(len(stage.all(PlanBegun)))
    assert begun == [1, 1, 1]


@pytest.mark.slow
def test_a_turn_that_begins_at_once_goes_on_where_its_answer_ended(model) -> None:
    stage = Stage(model, "answer", bars=2)
    stage.play(phrase(0))
    stage.until(8 * BEAT + 4 * BAR)
    plans = [plan for plan in stage.all(Plan) if not plan.waits]
    assert plans
    assert [plan.from_tick for plan in plans[1:]] == [plan.until for plan in plans[:-1]]
    assert all(p.from_tick <= part.note.start < p.until for p in plans for part in p.notes)


@pytest.mark.slow
def test_a_turn_ends_at_its_bar_line_and_the_next_phrase_is_answered_anew(model) -> None:
    stage = Stage(model, "answer", bars=1)
    stage.play(phrase(0))
    stage.until(8 * BAR)
    assert [turn.who for turn in stage.all(JamTurn)] == ["segue", "me"]
    assert stage.all(JamTurn)[1].tick % BAR == 0
    stage.play(phrase(8 * BAR))
    stage.until(13 * BAR)
    assert [turn.who for turn in stage.all(JamTurn)] == ["segue", "me"] * 2
    assert [plan.turn for plan in stage.all(PlanBegun)] == [1, 2]


@pytest.mark.slow
def test_a_key_takes_the_turn_back_and_what_was_not_played_was_never_played(model) -> None:
    stage = Stage(model, "answer", bars=0)
    stage.play(phrase(0))
    stage.until(8 * BEAT + 2 * BAR)
    assert stage.all(JamTurn)[-1].who == "segue"
    taken = round(stage.tick) + 10
    stage.play([Note(taken, 72, 200)])
    assert stage.all(JamTurn)[-1].who == "me"
    stage.until(taken + 300)
    score = stage.jam.captured().score
    assert all(note.end <= taken + SPEED * SLICE_S * 2 for note in score.tracks[SEGUE].notes)
    assert score.tracks[ME].notes[-1].pitch == 72


@pytest.mark.slow
def test_bars_are_traded_at_their_line(model) -> None:
    stage = Stage(model, "trade", bars=2)
    stage.play(phrase(0))
    stage.until(4 * BAR)
    assert [plan.from_tick for plan in stage.all(PlanBegun)] == [2 * BAR]
    stage.play(phrase(4 * BAR))
    stage.until(7 * BAR)
    assert [plan.from_tick for plan in stage.all(PlanBegun)] == [2 * BAR, 6 * BAR]
    assert not stage.all(PhraseEnded)


def test_handed_over_before_an_answer_stood_ready_it_begins_as_soon_as_one_does(model) -> None:
    stage = Stage(model, "answer")
    stage.play([Note(0, 60, 100)])
    stage.do(stage.jam.hand_over())
    assert not stage.all(PlanBegun)
    stage.until(3 * BEAT)
    assert len(stage.all(PlanBegun)) == 1


def test_who_never_pauses_is_answered_all_the_same(model) -> None:
    stage = Stage(model, "answer", time="free")
    # A key each 60 ms, down for 50: nobody could draw two beats in one of these gaps.
    stage.play([Note(i * 58, 60 + i % 12, 48) for i in range(30)])
    waiting = [plan for plan in stage.all(Plan) if plan.waits]
    assert waiting
    stage.do(iter([HandOver()]))
    assert len(stage.all(PlanBegun)) == 1
    assert min(note.start for note in stage.desk.planned) == round(stage.tick)


@pytest.mark.slow
def test_the_first_beat_of_an_answer_stands_before_its_second_is_drawn(model) -> None:
    stage = Stage(model, "answer", rows=1)
    stage.play(phrase(0, 24))
    waiting = [plan for plan in stage.all(Plan) if plan.waits]
    begun = [
        first
        for first, whole in pairwise(waiting)
        if (first.from_tick == whole.from_tick and first.until < whole.until)
        and whole.notes[: len(first.notes)] == first.notes
    ]
    assert begun
    assert all(first.notes and first.until >= first.from_tick + BEAT for first in begun)


@pytest.mark.slow
def test_in_free_time_an_answer_begins_with_a_note_however_long_the_rest_before_it(model) -> None:
    stage = Stage(model, "answer", time="free")
    # Without a steady beat: with one, an answer begins on it.
    at = (0, 700, 1010, 2090, 2350, 3300, 3490, 3940)
    stage.play([Note(start, 60 + i % 7, 150) for i, start in enumerate(at)])
    stage.until(8 * BEAT + 1200)
    waiting = [plan for plan in stage.all(Plan) if plan.waits]
    assert any(plan.notes for plan in waiting)
    assert all(p.notes[0].note.start == p.from_tick for p in waiting if p.notes)
    # And none that is a rest takes the place of one that sounds.
    sounds = [bool(plan.notes) for plan in waiting]
    assert sounds == sorted(sounds)


@pytest.mark.slow
def test_who_takes_over_and_hands_over_at_once_hears_the_turn_go_on(model) -> None:
    stage = Stage(model, "answer", bars=0, hears_ends=False)
    stage.play(phrase(0, 8))
    stage.do(iter([HandOver()]))
    stage.until(12 * BEAT)
    taken = round(stage.tick) + 10
    stage.play([Note(taken, 72, 40)])
    stage.do(iter([HandOver()]))
    first, second = stage.all(PlanBegun)
    assert (first.turn, second.turn) == (1, 2)
    assert min(n.start for n in stage.desk.planned if n.start >= taken) <= stage.tick + BEAT
    stage.until(20 * BEAT)
    assert [turn.who for turn in stage.all(JamTurn)] == ["segue", "me", "segue"]
    assert not stage.all(JamUnderrun)


@pytest.mark.slow
def test_a_key_and_a_phrases_end_that_both_hand_over_are_one_hand_over(model) -> None:
    stage = Stage(model, "answer", bars=0)
    stage.play(phrase(0))
    stage.until(8 * BEAT + 3 * BEAT)
    assert [turn.who for turn in stage.all(JamTurn)] == ["segue"]
    begun = stage.all(JamTurn)[0].tick
    stage.until(begun + 20)
    stage.do(iter([HandOver()]))
    stage.until(begun + BAR)
    assert [turn.who for turn in stage.all(JamTurn)] == ["segue"]


def test_a_player_that_has_no_answer_any_more_gets_another(model) -> None:
    stage = Stage(model, "answer")
    stage.play(phrase(0, 4))
    stage.until(4 * BEAT + 200)
    stage.desk._waiting = None
    stage.do(stage.jam.hand_over())
    assert not stage.all(PlanBegun)
    stage.until(8 * BEAT)
    assert len(stage.all(PlanBegun)) == 1


@pytest.mark.slow
def test_endless_play_is_two_bars_ahead_and_never_stops(model) -> None:
    stage = Stage(model, "endless")
    stage.until(BAR)
    for bar in range(2, 16):
        stage.until(bar * BAR)
        assert stage.desk.known > stage.tick + BAR
    assert not stage.all(JamUnderrun)
    assert stage.desk.late == 0
    assert not stage.desk.planned or max(n.start for n in stage.desk.planned) > 16 * BAR
    # Every tick is planned once: plans join.
    plans = [plan for plan in stage.all(Plan) if not plan.waits]
    assert [plan.from_tick for plan in plans[1:]] == [plan.until for plan in plans[:-1]]
    assert all(p.from_tick <= part.note.start < p.until for p in plans for part in p.notes)


def test_of_one_instrument_with_the_human_segue_strikes_no_key_that_is_down(model) -> None:
    stage = Stage(model, "endless")
    stage.until(12 * BAR)
    played = stage.jam.memory.score().tracks[SEGUE].notes
    ends: dict[int, int] = {}
    for note in played:
        assert note.start >= ends.get(note.pitch, 0)
        ends[note.pitch] = note.end
    assert len(ends) < len(played)
    assert not stage.all(JamUnderrun)


def test_a_first_answer_knows_how_the_human_played(model) -> None:
    stage = Stage(model, "answer")
    stage.play(phrase(0))
    memory = stage.jam.memory
    score, parts = memory.score(), memory.parts
    assert bar_statistics(score, parts, {0}, start=8 * BEAT).notes == 4.0


@pytest.mark.slow
def test_what_is_too_slow_plays_its_last_bar_again_and_says_so(model) -> None:
    stage = Stage(model, "endless")
    stage.until(4 * BAR)
    stage.until(40 * BAR, slice_s=0.5)
    underruns = stage.all(JamUnderrun)
    assert len(underruns) >= 3
    assert underruns[-1].suggests
    assert stage.desk.known >= stage.tick - BEAT
    assert any(turn.who == "segue" for turn in stage.all(JamTurn))


@pytest.mark.slow
def test_both_play_and_there_is_always_a_plan(model) -> None:
    stage = Stage(model, "accompany")
    notes = [Note(i * BEAT, 60 + (5 * i) % 13, 300) for i in range(24)]
    known: list[float] = []
    for note in notes:
        stage.play([note])
        known.append(stage.desk.known - stage.tick)
    assert [turn.who for turn in stage.all(JamTurn)] == ["both"]
    assert all(ahead > 0 for ahead in known[4:])
    assert not stage.all(JamUnderrun)
    assert stage.desk.late == 0
    assert any(note.start > 4 * BAR for note in stage.jam.captured().score.tracks[SEGUE].notes)


@pytest.mark.slow
def test_however_unlikely_each_key_is_two_beats_are_planned(model) -> None:
    stage = Stage(model, "accompany")
    known: list[float] = []
    for i in range(28):
        stage.play([Note(i * BEAT // 2, 48 + (29 * i) % 37, 200)])
        stage.jam._players.hear_likelihood(0.0)
        known.append(stage.desk.known - stage.tick)
    assert min(known[8:]) > BEAT
    assert not stage.all(JamUnderrun)


def test_what_is_new_is_planned_half_a_beat_at_a_time(model) -> None:
    stage = Stage(model, "accompany", look_ahead=4.0)
    stage.play([Note(i * BEAT, 60, 300) for i in range(4)])
    plans = stage.all(Plan)
    assert any(plan.until - plan.from_tick < 2 * BEAT for plan in plans)
    # What is left of a stretch when it is drawn may be less.
    end = max(plan.until for plan in plans)
    whole = [plan for plan in plans if plan.until < end]
    assert all(plan.until - plan.from_tick >= BEAT / 2 for plan in whole)


def test_an_unlikely_key_has_what_is_not_committed_drawn_again(model) -> None:
    stage = Stage(model, "accompany", look_ahead=4.0)
    stage.play([Note(i * BEAT, 60, 300) for i in range(8)])
    plans = len(stage.all(Plan))
    stage.jam._players.hear_likelihood(0.0)
    at = stage.tick
    stage.until(at + BEAT)
    again = stage.all(Plan)[plans:]
    assert again
    assert again[0].from_tick >= at + BEAT / 2
    assert again[0].from_tick < again[0].until


def test_what_was_to_be_drawn_again_and_came_too_late_stays_as_it_was_planned(model) -> None:
    stage = Stage(model, "accompany", look_ahead=4.0)
    stage.play([Note(i * BEAT, 60, 300) for i in range(8)])
    stage.jam._players.hear_likelihood(0.0)
    while stage.jam._players._again is None:
        stage.until(stage.tick + 1)
    border, _ = stage.jam._planner.pending
    heard = [note for note in stage.desk.planned if note.start >= border]
    # The machine hangs until what is planned is all but over.
    stage.now_s = (stage.desk.known - 10) / SPEED
    stage.until(stage.tick + 1)
    assert stage.all(JamUnderrun)
    kept = stage.jam.captured().score.tracks[SEGUE].notes
    assert {(n.start, n.pitch) for n in heard} <= {(n.start, n.pitch) for n in kept}


def test_a_captured_jam_tells_whose_each_note_is(model) -> None:
    stage = Stage(model, "answer", bars=1)
    stage.play(phrase(0))
    stage.until(8 * BAR)
    captured = stage.jam.captured()
    me, segue = captured.score.tracks
    assert (me.name, segue.name) == ("Me", "Segue")
    assert {note.origin for note in me.notes} == {0}
    assert {note.origin for note in segue.notes} == {1}
    assert len(captured.turns) == 1


def test_keys_without_time_and_a_keyboard_that_is_gone_leave_nothing_held(model) -> None:
    stage = Stage(model, "answer")
    played = PlayedNote(on=True, seconds=0.0, tick=None, pitch=60, velocity=80)
    stage.do(stage.jam.hear(played))
    assert not stage.jam.memory.held
    stage.do(stage.jam.hear(PlayedNote(on=True, seconds=0.0, tick=0.0, pitch=60, velocity=80)))
    assert stage.jam.memory.held
    stage.jam.lose_keys(1.0)
    assert not stage.jam.memory.held


def test_asked_for_during_its_turn_segue_gives_the_turn_back(model) -> None:
    stage = Stage(model, "answer", bars=0, hears_ends=False)
    stage.play(phrase(0, 4))
    stage.do(stage.jam.hand_over())
    stage.until(3 * BAR)
    assert [turn.who for turn in stage.all(JamTurn)] == ["segue"]
    stage.do(stage.jam.hand_over())
    stage.until(3 * BAR + BEAT)
    assert [turn.who for turn in stage.all(JamTurn)] == ["segue", "me"]
    gone = [n for n in stage.jam.memory.score().tracks[SEGUE].notes if n.end > 3 * BAR + 100]
    assert not gone


def test_playing_along_it_rests_when_asked_to_and_joins_in_when_asked_again(model) -> None:
    stage = Stage(model, "accompany")
    stage.play(phrase(0, 8))
    assert [turn.who for turn in stage.all(JamTurn)] == ["both"]
    stage.do(stage.jam.hand_over())
    stage.play(phrase(8 * BEAT, 4))
    assert [turn.who for turn in stage.all(JamTurn)] == ["both", "me"]
    stage.do(stage.jam.hand_over())
    stage.play(phrase(12 * BEAT, 4))
    assert [turn.who for turn in stage.all(JamTurn)] == ["both", "me", "both"]
    assert len(stage.jam.captured().turns) == 2


def _notes_read(jam: JamSession, model: LiveModel) -> list[int]:
    kinds = model.tokenizer.vocabulary.kinds
    return [token for token in jam.memory.ids if kinds[token] in _OF_NOTES]


@pytest.mark.slow
def test_a_jam_goes_on_with_what_was_played_before_in_its_memory(model) -> None:
    first = Stage(model, "answer", bars=1)
    first.play(phrase(0))
    first.until(6 * BAR)
    before = first.jam.captured()
    again = Stage(model, "answer", bars=1, played=before.score)
    again.jam.memory.read()
    heard = first.jam.heard()
    assert again.jam.heard() == replace(heard, lags_s=())
    # Its chords were found as the music went, and are found anew; the notes are the same.
    assert _notes_read(again.jam, model) == _notes_read(first.jam, model) != []
    again.now_s = 8 * BAR / SPEED
    again.play(phrase(8 * BAR))
    again.until(14 * BAR)
    after = again.jam.captured()
    assert after.score.tracks[ME].notes[:8] == before.score.tracks[ME].notes
    assert [turn.turn for turn in again.all(JamTurn) if turn.who == "segue"] == [2]
    assert {note.origin for note in after.score.tracks[SEGUE].notes} <= {1, 2}
    assert len(after.turns) == 1


def test_it_draws_as_it_is_steered_from_the_next_stretch_on(model) -> None:
    stage = Stage(model, "endless")
    stage.until(2 * BAR)
    stage.jam.steer(Request(limits=DrawingLimits(lowest=100)))
    steered_from = max(plan.until for plan in stage.all(Plan))
    stage.until(12 * BAR)
    later = [n for n in stage.jam.memory.score().tracks[SEGUE].notes if n.start > steered_from]
    assert later
    assert min(note.pitch for note in later) >= 100


@pytest.mark.parametrize(
    "mode", ["answer", "trade", pytest.param("endless", marks=pytest.mark.slow), "accompany"]
)
def test_a_jam_closes_the_branches_that_it_opens(model, mode, monkeypatch) -> None:
    opened: list[Branches] = []
    closed: list[Branches] = []

    def branches(count: int) -> Branches:
        made = open_branches(count)
        opened.append(made)
        return made

    def close(branches: Branches) -> None:
        closed.append(branches)
        close_branches(branches)

    open_branches, close_branches = model.decoder.branches, Branches.close
    monkeypatch.setattr(model.decoder, "branches", branches)
    monkeypatch.setattr(Branches, "close", close)
    stage = Stage(model, mode, bars=1)
    stage.play(phrase(0))
    for _ in range(4):
        stage.until(stage.tick + BAR)
        assert len(opened) - len(closed) <= 1
    stage.do(stage.jam.rewind(1))
    stage.until(stage.tick + BEAT)
    stage.jam.close()
    assert opened
    assert closed == opened
