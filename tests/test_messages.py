"""Every message comes back as it was sent, and nothing malformed gets through."""

import random

import pytest

from engine import messages
from engine.ground.errors import ProcessError
from engine.messages import (
    Alive,
    ChangeScore,
    Continue,
    Failed,
    NotesMade,
    PartNote,
    Play,
    ScoreChange,
    TrackChange,
    change_between,
    changed,
    decode_command,
    encode,
)
from engine.request import DrawingLimits, Request
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track


def test_a_command_comes_back() -> None:
    command = Continue(
        request=3,
        score=Score(tracks=(Track(notes=(Note(0, 60, 10),)),)),
        ask=Request(
            roles=("write",),
            start=1920,
            sampling=SamplingConfig(temperature=0.9, seed=7),
            limits=DrawingLimits(pitch_classes=(0, 2, 4)),
        ),
    )
    line = encode(command)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert messages.decode_command(line) == command


def test_an_event_comes_back() -> None:
    event = NotesMade(request=1, alternative=0, notes=(PartNote(2, Note(5, 64, 9)),), until=99)
    assert messages.decode_event(encode(event)) == event
    assert messages.decode_event(encode(Alive())) == Alive()


@pytest.mark.parametrize(
    "line",
    [b"", b"{}", b"null", b"[1]", b'{"type":"Nonsense"}', b'{"type":"Play"}',
     b'{"type":"Play","tick":"soon"}', b'\xff\xfe', b'{"type":"Play","tick":1'],
)  # fmt: skip
def test_what_is_no_command_is_refused(line: bytes) -> None:
    with pytest.raises(ProcessError):
        messages.decode_command(line)


def test_a_bad_config_is_refused_on_arrival() -> None:
    line = encode(
        Continue(request=1, score=Score(), ask=Request(sampling=SamplingConfig()))
    ).replace(b'"temperature":1.0', b'"temperature":-1')
    with pytest.raises(ProcessError, match="temperature"):
        messages.decode_command(line)


def test_commands_and_events_do_not_mix() -> None:
    with pytest.raises(ProcessError):
        messages.decode_event(encode(Play(tick=0)))
    with pytest.raises(ProcessError):
        messages.decode_command(encode(Failed(message="no")))


def test_every_message_goes_one_way() -> None:
    down, up, across = (
        set(messages.kinds(family))
        for family in (messages.Command, messages.Event, messages.PipeMessage)
    )
    assert down | up | across == set(messages.kinds(messages.Message))
    assert not up & (down | across)
    # Who hands over may be the window, the player or live.
    assert down & across == {messages.HandOver}


def test_every_message_is_found_where_everyone_looks() -> None:
    for kind in messages.kinds(messages.Message):
        assert getattr(messages, kind.__name__) is kind


@pytest.mark.parametrize("seed", range(20))
def test_what_changed_leads_from_one_score_to_the_other(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - music, not a secret

    def some(count: int) -> list[Note]:
        return [Note(draw.randrange(99), draw.randrange(60, 64), 10) for _ in range(count)]

    before = Score(tracks=tuple(Track(name=f"{i}").with_notes(some(30)) for i in range(3)))
    track = draw.randrange(3)
    gone = draw.sample(before.tracks[track].notes, draw.randrange(4))
    new = before.tracks[track].exchanging(gone, some(draw.randrange(4)))
    after = before.with_track(track, new)
    change = change_between(before, after)
    assert change.frame is None
    assert changed(before, change) == after
    assert {each.track for each in change.tracks} <= {track}
    line = encode(ChangeScore(change=change, mix=()))
    assert decode_command(line) == ChangeScore(change=change, mix=())


NOTES = tuple(Note(480 * i, 60, 480) for i in range(99))


@pytest.mark.parametrize(
    "after",
    [
        Score(title="b", tracks=(Track(name="a", notes=NOTES), Track(name="b", notes=NOTES[:9]))),
        Score(tracks=(Track(name="b", notes=NOTES[:9]), Track(name="a", notes=NOTES), Track())),
        Score(tracks=(Track(name="a", notes=NOTES),)),
        Score(tracks=(Track(name="a", notes=NOTES[:50], program=3), Track(notes=NOTES))),
        Score(),
    ],
)
def test_tracks_and_ruler_may_change_too(after: Score) -> None:
    few = NOTES[:9]
    before = Score(tracks=(Track(name="a", notes=NOTES), Track(name="b", notes=few)))
    change = change_between(before, after)
    assert changed(before, change) == after
    assert decode_command(encode(ChangeScore(change=change, mix=()))) == ChangeScore(
        change=change, mix=()
    )
    # What stands there already is not said again.
    assert sum(len(each.notes) for each in change.tracks) <= len(few)


@pytest.mark.parametrize(
    "change",
    [
        ScoreChange(tracks=(TrackChange(track=1, first=0, gone=0, notes=()),)),
        ScoreChange(tracks=(TrackChange(track=0, first=2, gone=0, notes=()),)),
        ScoreChange(tracks=(TrackChange(track=0, first=0, gone=2, notes=()),)),
        ScoreChange(tracks=(TrackChange(track=0, first=-1, gone=1, notes=()),)),
        ScoreChange(frame=Score(tracks=(Track(),)), sources=(1,)),
        ScoreChange(frame=Score(tracks=(Track(),)), sources=()),
    ],
)
def test_changes_of_another_score_are_refused(change: ScoreChange) -> None:
    score = Score(tracks=(Track(notes=(Note(0, 60, 10),)),))
    with pytest.raises(ValueError, match="of"):
        changed(score, change)


def test_what_is_said_in_the_pipe_of_a_jam_comes_back() -> None:
    plan = messages.Plan(
        number=3, turn=1, from_tick=960, notes=(PartNote(1, Note(960, 64, 9)),), more=True
    )
    played = messages.PlayedNote(on=True, seconds=1.5, tick=None, pitch=60, velocity=90)
    for said in (plan, played, messages.HandOver(grid=480)):
        assert messages.decode_pipe(encode(said)) == said


@pytest.mark.parametrize(
    "line",
    [b"", b'{"type":"Play","tick":1}', b'{"type":"DropPlan","number":0}',
     b'{"type":"PlayedNote","on":true,"seconds":1,"tick":1,"pitch":128,"velocity":1}'],
)  # fmt: skip
def test_what_does_not_belong_into_the_pipe_is_refused(line: bytes) -> None:
    with pytest.raises(ProcessError, match="jam could not be read"):
        messages.decode_pipe(line)
