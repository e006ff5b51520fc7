"""Plans in the player: what is planned sounds in time, is replaced, dropped, and makes way."""

import random

import pytest

from engine.ground.errors import PortError
from engine.messages import (
    Anchor,
    DropPlan,
    HandOver,
    NotesLate,
    OutputLost,
    PartNote,
    Plan,
    PlanBegun,
    Play,
    Seek,
    SetJam,
    SetMetronome,
    SetTempoFactor,
    Stop,
    TurnEnded,
)
from engine.playback.clocks.elastic import Elastic
from engine.playback.player.player import Player
from engine.playback.ports.outputs import RecordingOutput, unbalanced
from engine.values.score import Note, Track
from tests.playback.stage import FakeClock, Stage, piece


def notes(*starts: int, pitch: int = 60, length: int = 200) -> tuple[PartNote, ...]:
    return tuple(PartNote(0, Note(start, pitch + i, length)) for i, start in enumerate(starts))


def plan(number: int, *starts: int, turn: int = 1, pitch: int = 60, **more: object) -> Plan:
    first = min(starts, default=0)
    given = {"from_tick": first, "notes": notes(*starts, pitch=pitch)} | more
    return Plan(number=number, turn=turn, **given)  # type: ignore[arg-type]


@pytest.fixture
def jam(stage: Stage) -> Stage:
    """A player in which time runs and nothing is written; 960 ticks a second."""
    stage.player.handle(piece(Track()))
    stage.player.handle(Play(tick=0, open_end=True))
    stage.player.step()
    return stage


def begun(stage: Stage) -> list[tuple[float, int]]:
    return [(at, pitch) for at, on, _, pitch in stage.notes() if on]


def test_a_plan_sounds_at_its_ticks_and_its_end_ends_the_turn(jam: Stage) -> None:
    jam.player.partner.handle(plan(1, 480, 960))
    assert jam.player.partner.plays
    jam.run(2.0)
    assert jam.notes() == [
        (0.5, True, 0, 60),
        (0.708, False, 0, 60),
        (1.0, True, 0, 61),
        (1.208, False, 0, 61),
    ]
    (ended,) = jam.of_type(TurnEnded)
    assert isinstance(ended, TurnEnded)
    assert (ended.turn, ended.by) == (1, "plan")
    assert ended.tick == pytest.approx(1160, abs=40)
    assert jam.player.playing


def test_a_newer_plan_replaces_what_older_ones_say_from_there_on(jam: Stage) -> None:
    jam.player.partner.handle(plan(1, 0, 480, 960, 1440, more=True))
    jam.run(0.45)  # that of 480 waits already to be sent
    jam.player.partner.handle(plan(2, 480, 1200, pitch=80, more=True))
    jam.run(2.0)
    assert begun(jam) == [(0.0, 60), (0.5, 80), (1.25, 81)]
    assert unbalanced(jam.output.messages) == []


def test_notes_that_sound_are_kept_when_a_plan_changes(jam: Stage) -> None:
    long = (PartNote(0, Note(0, 60, 960)), PartNote(0, Note(480, 61, 100)))
    jam.player.partner.handle(Plan(number=1, turn=1, from_tick=0, notes=long, more=True))
    jam.run(0.2)
    jam.player.partner.handle(plan(2, 240, pitch=70))
    jam.run(2.0)
    ends = [at for at, on, _, pitch in jam.notes() if not on and pitch == 60]
    assert ends == [1.0]
    assert begun(jam) == [(0.0, 60), (0.25, 70)]


def test_plans_that_come_in_the_wrong_order_or_for_a_turn_that_is_over_are_left(
    jam: Stage,
) -> None:
    handle = jam.player.partner.handle
    handle(plan(3, 480, turn=2))
    handle(plan(2, 480, turn=2, pitch=70))
    handle(plan(3, 480, turn=2, pitch=70))
    handle(plan(4, 480, turn=1, pitch=70))
    jam.run(1.0)
    handle(plan(5, 1200, turn=2, pitch=70))  # it ended by itself
    handle(plan(6, 1440, turn=3, pitch=90))
    jam.run(1.0)
    assert begun(jam) == [(0.5, 60), (1.5, 90)]


def test_a_note_of_the_human_ends_the_turn_at_once(jam: Stage) -> None:
    chord = tuple(PartNote(0, Note(0, pitch, 9600)) for pitch in (60, 64, 67))
    jam.player.partner.handle(Plan(number=1, turn=1, from_tick=0, notes=chord, more=True))
    jam.player.partner.handle(plan(2, 300, 480, more=True))
    jam.run(0.28)
    jam.player.partner.press(268.8)
    assert unbalanced(jam.output.messages) == []
    assert jam.notes()[-1][0] == pytest.approx(0.28)
    assert not jam.player.partner.plays
    jam.player.partner.handle(plan(3, 480))  # was under way
    jam.run(2.0)
    assert [at for at, _ in begun(jam)] == [0.0, 0.0, 0.0]
    (ended,) = jam.of_type(TurnEnded)
    assert isinstance(ended, TurnEnded)
    assert (ended.turn, ended.by, ended.seconds) == (1, "human", pytest.approx(100.28))


def test_written_notes_go_on_where_segues_turn_ends(stage: Stage) -> None:
    stage.player.handle(piece(Track(notes=(Note(0, 40, 1920),)), Track()))
    stage.player.handle(Play(tick=0))
    stage.player.partner.handle(plan(1, 0))
    stage.run(0.1)
    stage.player.partner.press(96.0)
    assert [pitch for _, pitch in unbalanced(stage.output.messages)] == [40]


def test_who_accompanies_does_not_make_way(jam: Stage) -> None:
    jam.player.handle(SetJam(yields=False))
    jam.player.partner.handle(plan(1, 0, 480))
    jam.run(0.2)
    jam.player.partner.press(192.0)
    jam.run(1.0)
    assert begun(jam) == [(0.0, 60), (0.5, 61)]


def test_what_comes_more_than_sixty_milliseconds_late_is_dropped_and_told(jam: Stage) -> None:
    jam.run(1.0)
    jam.player.partner.handle(plan(1, 860, 900, 910, 1200))  # 104, 62, 52 ms late
    jam.run(1.0)
    assert begun(jam) == [(1.0, 62), (1.25, 63)]
    assert jam.of_type(NotesLate) == [NotesLate(number=1, count=2)]


def test_a_plan_that_waits_begins_when_it_is_handed_over_at_the_next_beat(jam: Stage) -> None:
    jam.player.partner.handle(plan(1, 480, 720, waits=True))
    jam.run(1.1)
    assert begun(jam) == []
    assert not jam.player.partner.plays
    jam.player.handle(HandOver(grid=480))
    assert jam.of_type(PlanBegun) == [
        PlanBegun(number=1, turn=1, from_tick=1440, seconds=pytest.approx(101.5))
    ]
    jam.run(1.0)
    assert begun(jam) == [(1.5, 60), (1.75, 61)]


def test_a_hand_over_just_after_a_beat_means_that_beat_and_without_a_grid_now(
    jam: Stage,
) -> None:
    jam.run(1.02)
    jam.player.partner.handle(plan(1, 480, 720, waits=True))
    jam.player.handle(HandOver(grid=480))
    jam.run(0.4)
    assert begun(jam) == [(1.02, 60), (1.25, 61)]
    jam.player.partner.handle(plan(2, 480, turn=2, pitch=80, waits=True))
    jam.player.handle(HandOver())
    jam.player.step()
    jam.run(0.1)
    assert begun(jam)[-1] == (pytest.approx(1.421, abs=0.0011), 80)


def test_a_plan_begins_at_the_tick_that_live_names_or_at_once_where_that_is_past(
    jam: Stage,
) -> None:
    jam.run(0.4)
    jam.player.partner.handle(plan(1, 480, 720, waits=True))
    jam.player.partner.handle(HandOver(tick=733))
    assert [message.from_tick for message in jam.of_type(PlanBegun)] == [733]
    jam.run(1.0)
    assert begun(jam)[0] == (pytest.approx(733 / 960, abs=0.0011), 60)
    jam.player.partner.press(1400)
    jam.player.partner.handle(plan(2, 1500, turn=2, pitch=80, waits=True))
    jam.player.partner.handle(HandOver(tick=733))
    assert [message.from_tick for message in jam.of_type(PlanBegun)][1] >= 1340


def test_a_plan_that_crossed_the_beginning_of_its_turn_waits_for_nobody(jam: Stage) -> None:
    jam.player.partner.handle(plan(1, 480, waits=True))
    jam.player.partner.handle(HandOver())
    jam.player.partner.handle(plan(2, 960, pitch=80, waits=True))
    jam.player.partner.press(100)
    jam.player.partner.handle(HandOver(grid=480))
    # Of the turn that ended nothing comes back; live hears that an answer is wanted.
    assert len(jam.of_type(PlanBegun)) == 1
    assert jam.of_type(HandOver) == [HandOver(grid=480)]


def test_the_newest_plan_that_waits_is_the_one_and_none_is_asked_for(jam: Stage) -> None:
    jam.player.partner.handle(plan(1, 480, waits=True))
    jam.player.partner.handle(plan(2, 480, pitch=80, waits=True))
    jam.player.handle(HandOver())
    jam.run(0.5)
    assert [pitch for _, pitch in begun(jam)] == [80]
    assert jam.of_type(HandOver) == []
    jam.player.handle(HandOver(grid=240))  # live is to hear of it
    assert jam.of_type(HandOver) == [HandOver(grid=240)]
    jam.player.partner.handle(plan(3, 480, turn=2, waits=True))
    jam.player.partner.handle(DropPlan(number=4))
    jam.player.handle(HandOver())
    assert len(jam.of_type(HandOver)) == 2


def test_plans_can_be_dropped_from_a_tick_on_or_whole(jam: Stage) -> None:
    handle = jam.player.partner.handle
    handle(plan(1, 0, 480, 960, more=True))
    jam.run(0.1)
    handle(DropPlan(number=1, after=480))  # older than what came
    handle(DropPlan(number=2, after=900))
    jam.run(1.2)
    assert begun(jam) == [(0.0, 60), (0.5, 61)]
    handle(Plan(number=3, turn=1, from_tick=1260, notes=notes(1260, length=9600), more=True))
    jam.run(0.1)
    assert len(unbalanced(jam.output.messages)) == 1
    handle(DropPlan(number=4))
    assert unbalanced(jam.output.messages) == []
    assert [e.by for e in jam.of_type(TurnEnded)] == ["live"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", [Stop(), Seek(tick=0), Play(tick=0)], ids=repr)
def test_a_stop_of_the_music_ends_the_turn(jam: Stage, command: Stop | Seek | Play) -> None:
    jam.player.partner.handle(plan(1, 480, 960, 1440, more=True))
    jam.run(0.6)
    jam.player.handle(command)
    assert unbalanced(jam.output.messages) == []
    assert [e.by for e in jam.of_type(TurnEnded)] == ["stop"]  # type: ignore[attr-defined]
    jam.run(1.2)
    assert [at for at, _ in begun(jam)] == [0.5]
    jam.player.handle(Stop())
    jam.player.partner.handle(plan(9, 480, turn=5))  # while time stands
    assert not jam.player.partner.plays


def test_the_music_does_not_end_while_a_turn_is_on(stage: Stage) -> None:
    stage.player.handle(piece())  # two seconds
    stage.player.handle(Play(tick=0))
    stage.player.partner.handle(plan(1, 2400))
    stage.run(3.0)
    assert (2.5, 60) in begun(stage)
    assert not stage.player.playing


def test_the_tempo_moves_plans_too(jam: Stage) -> None:
    jam.player.partner.handle(plan(1, 480, 960))
    jam.run(0.45)
    jam.player.handle(SetTempoFactor(factor=0.5))
    jam.run(2.0)
    assert begun(jam) == [(0.55, 60), (1.55, 61)]


def test_an_output_that_wants_a_lead_gets_plans_ahead_and_takes_back_what_ends(
    clock: FakeClock,
) -> None:
    output = RecordingOutput(clock=clock)
    output.lead_s = 0.03
    events: list[object] = []
    player = Player(events.append, clock=clock)
    player.attach(output)
    stage = Stage(clock, output, player, events)
    player.handle(piece(Track()))
    player.handle(Play(tick=0, open_end=True))
    stage.run(0.03)
    player.partner.handle(plan(1, 480))
    stage.run(0.48)
    on = next(r for r in output.received if r.message[0] == 0x90)
    assert on.received_s == pytest.approx(100.5)
    assert on.at_s == pytest.approx(100.53)
    player.partner.press(None)
    off = next(r for r in output.received if r.message[0] == 0x80)
    assert off.at_s < on.at_s  # the synthesizer takes back what has not begun


def test_live_is_told_where_time_stands_at_once_and_each_second(jam: Stage) -> None:
    jam.run(2.5)
    jam.player.handle(SetTempoFactor(factor=0.5))
    jam.run(0.6)
    anchors = [a for a in jam.events if isinstance(a, Anchor)]
    assert [a.seconds for a in anchors] == pytest.approx([100.0, 101.0, 102.0, 102.5], abs=0.04)
    assert [a.tick for a in anchors] == pytest.approx([0.0, 960.0, 1920.0, 2400.0], abs=40)
    assert [a.ticks_per_second for a in anchors] == pytest.approx([960.0] * 3 + [480.0])
    for anchor in anchors[:3]:
        assert anchor.tick == pytest.approx((anchor.seconds - 100.0) * 960)


def act_somehow(stage: Stage, dice: random.Random, *, number: int) -> None:
    here = round(stage.player.audible_tick(stage.clock.now_s))
    made = tuple(
        PartNote(dice.randrange(3), Note(here + dice.randrange(900), dice.randrange(40, 90), 300))
        for _ in range(8)
    )
    partner = stage.player.partner
    match dice.randrange(8):
        case 0:
            stage.player.handle(HandOver(grid=dice.choice([0, 480])))
        case 1:
            partner.press(float(here))
        case 2:
            partner.handle(DropPlan(number=number, after=dice.choice([0, here, here + 200])))
        case 3:
            stage.player.handle(SetTempoFactor(factor=dice.choice([0.5, 1.0, 2.0])))
        case _:
            more, waits = dice.random() < 0.5, dice.random() < 0.2
            partner.handle(
                Plan(
                    number=number,
                    turn=1 + number // 4,
                    from_tick=here,
                    notes=made,
                    more=more,
                    waits=waits,
                )
            )


def test_while_it_is_counted_in_the_place_lies_before_the_beginning(stage: Stage) -> None:
    stage.player.handle(piece(Track()))
    stage.player.handle(SetMetronome(enabled=True, count_in_bars=1))
    stage.player.handle(Play(tick=1920, open_end=True))
    stage.run(1.1)
    stage.player.handle(piece(Track()))  # told anew with another score
    anchors = [a for a in stage.events if isinstance(a, Anchor)]
    assert [a.tick for a in anchors] == pytest.approx([0.0, 960.0, 1056.0], abs=40)
    for anchor in anchors:
        assert anchor.tick == pytest.approx((anchor.seconds - 100.0) * 960)


def test_when_live_is_killed_what_it_planned_plays_out_and_the_next_one_begins_anew(
    jam: Stage,
) -> None:
    jam.player.partner.handle(plan(7, 480, turn=3, more=True))
    jam.player.partner.handle(plan(8, 480, turn=4, waits=True))
    jam.player.partner.miss()
    jam.run(1.0)
    assert begun(jam) == [(0.5, 60)]
    assert [e.by for e in jam.of_type(TurnEnded)] == ["plan"]  # type: ignore[attr-defined]
    jam.player.handle(HandOver())
    assert jam.of_type(PlanBegun) == []
    jam.player.partner.meet()
    jam.player.partner.handle(plan(1, 1200, pitch=70))
    jam.run(1.0)
    assert begun(jam)[1:] == [(1.25, 70)]


def test_an_output_that_is_lost_in_a_turn_does_not_stop_it_and_sounds_again_when_it_is_back(
    jam: Stage,
) -> None:
    def gone(message: bytes, at_s: float, *, bank: int = 0) -> None:
        raise PortError(f"no {message!r} {at_s} {bank}")

    jam.player.partner.handle(plan(1, 480, 960, 1440))
    jam.run(0.4)
    jam.output.send = gone  # type: ignore[method-assign]
    jam.run(0.8)
    assert OutputLost(name="Recording") in jam.events
    back = RecordingOutput(clock=jam.clock)
    jam.player.attach(back)
    jam.run(1.0)
    assert [m[1] for m in back.messages if m[0] == 0x90] == [62]
    assert unbalanced(back.messages) == []
    assert [e.by for e in jam.of_type(TurnEnded)] == ["plan"]  # type: ignore[attr-defined]


def test_random_turns_leave_nothing_sounding(stage: Stage) -> None:
    dice = random.Random(11)  # noqa: S311
    stage.player.handle(piece(Track(), Track(program=9)))
    stage.player.handle(Play(tick=0, open_end=True))
    for number in range(1, 400):
        act_somehow(stage, dice, number=number)
        stage.run(dice.random() * 0.3)
    assert len(begun(stage)) > 100
    stage.player.partner.press(None)
    assert unbalanced(stage.output.messages) == []


# --- the tempo of who plays ----------------------------------------------------------------------


def played_at(stage: Stage, *, bpm: float, beats: int, late_s: float = 0.0) -> float:
    """Play on each beat of a tempo of one's own; return how many beats the music was off."""
    began_s = stage.clock.now_s
    tick = 0.0
    for beat in range(beats):
        stage.run(max(0.0, began_s + beat * 60 / bpm + late_s - stage.clock.now_s))
        tick = stage.player.audible_tick(stage.clock.now_s)
        for _ in range(3):  # a chord counts once
            stage.player.partner.press(tick)
    return tick / 480 - (beats - 1)


@pytest.mark.parametrize("bpm", [112.0, 120.0, 129.0])
def test_the_music_goes_with_who_plays(jam: Stage, bpm: float) -> None:
    jam.player.handle(SetJam(elastic=0.15))
    assert abs(played_at(jam, bpm=bpm, beats=32)) < 0.02
    anchor = [a for a in jam.events if isinstance(a, Anchor)][-1]
    assert anchor.ticks_per_second == pytest.approx(bpm * 8, rel=0.02)


def test_the_music_goes_no_further_than_it_is_allowed_to_and_not_at_all_unasked(
    jam: Stage,
) -> None:
    jam.player.handle(SetJam(elastic=0.05))
    played_at(jam, bpm=126.5, beats=24)
    played_at(jam, bpm=160.0, beats=24)
    rates = {round(a.ticks_per_second) for a in jam.events if isinstance(a, Anchor)}
    assert max(rates) == 1008
    assert min(rates) >= 912
    jam.player.handle(SetJam())
    jam.events.clear()
    jam.player.handle(SetTempoFactor(factor=1.0))
    played_at(jam, bpm=130.0, beats=8)
    assert {a.ticks_per_second for a in jam.events if isinstance(a, Anchor)} == {960.0}


def test_what_is_played_between_eighths_tells_no_tempo() -> None:
    elastic = Elastic(0.2)
    assert elastic.take(1.2, beat_s=0.5, at_s=0.6) is None
    assert elastic.take(1.0, beat_s=0.5, at_s=1.0) is not None
    assert elastic.rate == 1.0
    late = elastic.take(1.55, beat_s=0.5, at_s=1.3)
    assert late is not None
    assert 0.8 <= late.rate < elastic.rate < 1.0
