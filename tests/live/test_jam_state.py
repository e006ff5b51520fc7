"""A jam keeps what moves beside keys, and hears notes for as long as the pedal holds them."""

import pytest
from msgspec.structs import replace

from engine.generation.model import LiveModel
from engine.live.jam.session import ME, JamSession
from engine.messages import Anchor, FromPlayer, PlayedMove, PlayedNote, PlayedPedal
from engine.messages.jamming import JamVoice, StartJam
from engine.values.events import NoteMove
from engine.values.score import Control, Note, PitchBend
from tests.generation.conftest import make_model


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> LiveModel:
    return LiveModel.load(make_model(tmp_path_factory.mktemp("models") / "tiny"))


def jam(model: LiveModel, *others: JamVoice) -> JamSession:
    voices = {"me": JamVoice(track=0), "segue": JamVoice(track=1)}
    session = JamSession(model, StartJam(mode="answer", others=others, **voices))
    hear(session, Anchor(seconds=0.0, tick=0.0, ticks_per_second=960.0, ticks_per_quarter=480))
    return session


def hear(session: JamSession, *said: FromPlayer) -> None:
    for message in said:
        list(session.hear(message))


def key(tick: int, pitch: int, *, on: bool, port: str = "") -> PlayedNote:
    velocity = 80 * on
    return PlayedNote(
        on=on, seconds=tick / 960, tick=float(tick), pitch=pitch, velocity=velocity, port=port
    )


def pedal(tick: int, *, down: bool, port: str = "") -> PlayedPedal:
    return PlayedPedal(down=down, seconds=tick / 960, tick=float(tick), port=port)


def test_pedal_wheel_and_controllers_are_in_the_piece_that_a_jam_becomes(model) -> None:
    session = jam(model)
    hear(
        session,
        pedal(0, down=True),
        key(0, 60, on=True),
        PlayedMove(status=0xE0, first=0, second=96, seconds=0.1, tick=96.0),
        PlayedMove(status=0xB0, first=1, second=20, seconds=0.2, tick=192.0),
        key(200, 60, on=False),
        pedal(1920, down=False),
    )
    me = session.captured().score.tracks[ME]
    assert me.notes == (Note(0, 60, 200, 80),)
    assert me.controls == (Control(0, 64, 127), Control(192, 1, 20), Control(1920, 64, 0))
    # The wheel was not put back: it is where the music ends.
    assert me.pitch_bends == (PitchBend(96, 4096), PitchBend(1920, 0))


def test_the_bends_of_single_notes_are_in_the_piece_that_a_jam_becomes(model) -> None:
    session = jam(model)
    moved = {"seconds": 0.1, "tick": 96.0, "of_note": True}
    hear(
        session,
        replace(key(0, 60, on=True), channel=1),
        replace(key(0, 64, on=True), channel=2),
        PlayedMove(status=0xE0, first=0, second=65, channel=1, **moved),
        PlayedMove(status=0xD0, first=50, second=0, channel=2, **moved),
        replace(key(200, 60, on=False), channel=1),
    )
    me = session.captured().score.tracks[ME]
    bend, pressed = NoteMove(96, "bend", 128), NoteMove(96, "pressure", 50)
    assert [(note.pitch, note.moves) for note in me.notes] == [(60, (bend,)), (64, (pressed,))]
    assert me.channel_events == me.others == ()


def test_the_model_hears_notes_until_the_pedal_is_up_or_they_are_struck_again(model) -> None:
    session = jam(model)
    hear(session, pedal(0, down=True))
    for start, pitch in ((0, 60), (480, 64), (960, 60)):
        hear(session, key(start, pitch, on=True), key(start + 60, pitch, on=False))
    hear(session, pedal(1440, down=False))
    heard = session.memory.window(0).tracks[ME].notes
    assert heard == (Note(0, 60, 960, 80), Note(480, 64, 960, 80), Note(960, 60, 480, 80))
    kept = session.captured().score.tracks[ME].notes
    assert [note.duration for note in kept] == [60, 60, 60]


def test_under_a_pedal_that_is_never_lifted_notes_fade(model) -> None:
    session = jam(model)
    hear(session, pedal(0, down=True), key(0, 60, on=True), key(60, 60, on=False))
    hear(session, key(50_000, 62, on=True), key(50_100, 62, on=False), pedal(50_200, down=False))
    assert session.memory.window(0).tracks[ME].notes[0].duration == 60 + 1920


def test_a_jam_goes_back_with_pedals_and_ringing_notes(model) -> None:
    session = jam(model)
    hear(session, pedal(0, down=True), key(0, 60, on=True), key(60, 60, on=False))
    hear(session, key(2000, 62, on=True), key(2100, 62, on=False), pedal(2200, down=False))
    list(session.rewind(1))
    me = session.captured().score.tracks[ME]
    assert me.notes == (Note(0, 60, 60, 80),)
    assert [control.tick for control in me.controls][:1] == [0]
    hear(session, pedal(1930, down=True), pedal(1950, down=False))
    session.memory.read()


def test_two_humans_have_a_track_each_and_both_must_be_silent(model) -> None:
    session = jam(model, JamVoice(track=2, port="B", name="Anna"))
    hear(session, key(0, 60, on=True), key(100, 60, on=True, port="B"))
    hear(session, key(200, 60, on=False))
    assert session._ends.silent_since_s is None
    hear(session, pedal(250, down=True, port="B"), key(300, 60, on=False, port="B"))
    assert session._ends.silent_since_s is not None
    score = session.captured().score
    assert [track.name for track in score.tracks] == ["Me", "Segue", "Anna"]
    assert [track.notes for track in score.tracks] == [
        (Note(0, 60, 200, 80),),
        (),
        (Note(100, 60, 200, 80),),
    ]
    assert not score.tracks[ME].controls
    assert score.tracks[2].controls[0] == Control(250, 64, 127)


def test_a_jam_that_is_taken_up_again_has_its_movements_and_all_its_humans(model) -> None:
    first = jam(model, JamVoice(track=2, port="B", name="Anna"))
    hear(first, pedal(0, down=True, port="B"), key(0, 60, on=True, port="B"))
    hear(first, key(100, 60, on=False, port="B"), pedal(200, down=False, port="B"))
    played = first.captured().score
    voices = {"me": JamVoice(track=0), "segue": JamVoice(track=1)}
    others = (JamVoice(track=2, port="B", name="Anna"),)
    second = JamSession(model, StartJam(mode="answer", others=others, played=played, **voices))
    assert second.captured().score == played
