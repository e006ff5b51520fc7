"""Live input: what comes in is heard, told, kept; from ports and from the computer's keys."""

from collections.abc import Callable

import pytest

from engine.messages import (
    Capture,
    Captured,
    ControlMoved,
    Failed,
    NotePlayed,
    OutputOpened,
    Play,
    PlayKeysAs,
    SetLoop,
    SetMetronome,
    SetScore,
    TrackMix,
    TypedNote,
    WheelMoved,
)
from engine.playback.keyboards.input_router import InputRouter
from engine.playback.ports.outputs import RecordingOutput, unbalanced
from engine.playback.ports.port_manager import InputGone, InputMessage
from engine.values.score import Control, Note, PitchBend, Score, Track
from tests.choosing import choosing
from tests.playback.rig import Rig
from tests.playback.stage import Stage, piece

Wait = Callable[..., bool]
BOTH = choosing(inputs=("Keys", "Pedals"), offsets_ms={"Pedals": 500})
SILENT = PlayKeysAs(through=False)


def test_what_comes_in_is_told_heard_and_can_be_asked_for(rig: Rig, eventually: Wait) -> None:
    rig.sound = RecordingOutput("Built-in")
    rig.send(choosing())
    assert eventually(lambda: len(rig.said(OutputOpened)) == 1)
    rig.send(choosing(inputs=("Keys",)), PlayKeysAs(program=4))
    assert eventually(lambda: len(rig.said(Failed)) == 1)
    rig.send(
        InputMessage(b"\x90\x3c\x50", 10.0, "Keys"),
        InputMessage(b"\xf8", 10.1, "Keys"),
        InputMessage(b"\x80\x3c\x00", 10.5, "Keys"),
        SILENT,
        InputMessage(b"\x90\x40\x50", 11.0, "Keys"),
        Capture(),
    )
    assert eventually(lambda: len(rig.said(Captured)) == 1)
    assert rig.said(NotePlayed)[0] == NotePlayed(
        pitch=60, velocity=80, tick=0.0, seconds=10.0, port="Keys"
    )
    assert rig.sound.messages == [b"\xcf\x04", b"\x9f\x3c\x50", b"\x8f\x3c\x40"]
    captured = rig.said(Captured)[0]
    assert isinstance(captured, Captured)
    assert captured.track.notes == (Note(0, 60, 480, 80), Note(960, 64, 1, 80))
    assert captured.ticks_per_quarter == 480
    rig.send(Capture())
    assert eventually(lambda: len(rig.said(Captured)) == 2)


def test_what_is_played_is_put_down_by_the_inputs_offset(rig: Rig, eventually: Wait) -> None:
    rig.sound = RecordingOutput()
    rig.send(
        choosing(inputs=("Keys",), offsets_ms={"Keys": -250}),
        InputMessage(b"\x90\x3c\x50", 10.0, "Keys"),
    )
    assert eventually(lambda: len(rig.said(NotePlayed)) == 1)
    assert rig.said(NotePlayed)[0] == NotePlayed(
        pitch=60, velocity=80, tick=0.0, seconds=9.75, port="Keys"
    )
    rig.send(
        choosing(inputs=("Keys",), offsets_ms={"Keys": -100_000}),
        InputMessage(b"\x90\x3d\x50", 10.0, "Keys"),
    )
    assert eventually(lambda: len(rig.said(NotePlayed)) == 2)
    assert rig.said(NotePlayed)[1] == NotePlayed(
        pitch=61, velocity=80, tick=0.0, seconds=9.0, port="Keys"
    )


def test_controls_that_are_moved_are_told_for_settings_to_learn(rig: Rig, eventually: Wait) -> None:
    rig.send(
        choosing(inputs=("Keys",)),
        SILENT,
        InputMessage(b"\xb3\x15\x40", 10.0, "Keys"),
        InputMessage(b"\xb3\x7b\x00", 10.0, "Keys"),  # all notes off is no control
        InputMessage(b"\xb0\x40\x7f", 10.1, "Keys"),
    )
    assert eventually(lambda: len(rig.said(ControlMoved)) == 2)
    assert rig.said(ControlMoved) == [
        ControlMoved(number=21, value=64, channel=3, seconds=10.0, port="Keys"),
        ControlMoved(number=64, value=127, channel=0, seconds=10.1, port="Keys"),
    ]


def test_several_inputs_are_heard_each_with_its_offset_and_no_other(
    rig: Rig, eventually: Wait
) -> None:
    rig.send(
        BOTH,
        SILENT,
        InputMessage(b"\x90\x3c\x50", 10.0, "Keys"),
        InputMessage(b"\x90\x3d\x50", 10.0, "Stranger"),
        InputMessage(b"\xb0\x40\x7f", 10.0, "Pedals"),
        InputMessage(b"\xe0\x00\x60", 10.1, "Keys"),
        InputMessage(b"\x90\x3c\x00", 10.2, "Keys"),
    )
    assert eventually(lambda: len(rig.said(NotePlayed)) == 2)
    assert [(n.pitch, n.port) for n in rig.said(NotePlayed)] == [(60, "Keys")] * 2  # type: ignore[attr-defined]
    assert rig.said(ControlMoved) == [
        ControlMoved(number=64, value=127, channel=0, seconds=10.5, port="Pedals")
    ]
    assert rig.said(WheelMoved) == [WheelMoved(value=4096, tick=0.0, seconds=10.1, port="Keys")]
    rig.send(Capture())
    assert eventually(lambda: len(rig.said(Captured)) == 1)
    captured = rig.said(Captured)[0]
    assert isinstance(captured, Captured)
    # The pedal and the wheel are let go where the phrase ends.
    assert captured.track.controls == (Control(480, 64, 127), Control(481, 64, 0))
    assert captured.track.pitch_bends == (PitchBend(96, 4096), PitchBend(480, 0))


def test_typed_notes_sound_are_told_and_can_be_captured(rig: Rig, eventually: Wait) -> None:
    rig.sound = RecordingOutput("Built-in")
    rig.send(TypedNote(pitch=60, velocity=90))
    assert eventually(lambda: len(rig.said(OutputOpened)) == 1)
    rig.send(TypedNote(pitch=60, velocity=0), TypedNote(pitch=64, velocity=200))
    rig.send(TypedNote(pitch=64, velocity=0), Capture())
    assert eventually(lambda: len(rig.said(Captured)) == 1)
    assert [(n.pitch, n.velocity) for n in rig.said(NotePlayed)] == [  # type: ignore[attr-defined]
        (60, 90),
        (60, 0),
        (64, 127),
        (64, 0),
    ]
    assert b"\x9f\x40\x7f" in rig.sound.messages
    assert unbalanced(rig.sound.messages) == []
    captured = rig.said(Captured)[0]
    assert isinstance(captured, Captured)
    assert [note.pitch for note in captured.track.notes] == [60, 64]


def test_what_is_played_during_the_count_in_lies_before_the_beginning(
    rig: Rig, eventually: Wait
) -> None:
    rig.sound = RecordingOutput("Built-in")
    rig.send(choosing(), SetMetronome(enabled=False, count_in_bars=1))
    rig.send(SetScore(score=Score(tracks=(Track(),)), mix=(TrackMix(),)))
    assert eventually(lambda: len(rig.said(OutputOpened)) == 1)
    rig.send(Play(tick=1920, open_end=True))
    rig.send(TypedNote(pitch=60, velocity=90))
    assert eventually(lambda: len(rig.said(NotePlayed)) == 1)
    note = rig.said(NotePlayed)[0]
    assert isinstance(note, NotePlayed)
    # A bar of two seconds has just begun to be counted: not more than half of it has passed.
    assert -200 < note.tick < 960


def test_a_play_can_leave_the_count_in_out(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(SetMetronome(enabled=False, count_in_bars=2))
    stage.player.handle(Play(tick=0, count_in=False))
    stage.run(0.2)
    assert stage.notes() == [(0.0, True, 0, 60)]
    assert stage.player.played_tick(100.1) == pytest.approx(96.0)


def test_the_place_of_what_is_played_is_told_while_the_count_in_clicks(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(SetMetronome(enabled=False, count_in_bars=1))
    assert stage.player.played_tick(100.0) is None
    stage.player.handle(Play(tick=480))
    # Four quarters of half a second at 960 ticks a second.
    assert stage.player.played_tick(100.0) == pytest.approx(480 - 1920)
    assert stage.player.played_tick(101.5) == pytest.approx(0.0)
    assert stage.player.played_tick(102.25) == pytest.approx(720.0)
    assert stage.player.audible_tick(100.0) == 480.0


def held(rig: Rig, eventually: Wait, *, through: bool = True) -> None:
    rig.sound = RecordingOutput("Built-in")
    rig.send(choosing())
    assert eventually(lambda: len(rig.said(OutputOpened)) == 1)
    rig.send(
        BOTH,
        PlayKeysAs(through=through),
        InputMessage(b"\x90\x3c\x50", 10.0, "Keys"),
        InputMessage(b"\x91\x40\x50", 10.1, "Keys"),
        InputMessage(b"\x90\x41\x50", 10.1, "Keys"),
        InputMessage(b"\x80\x41\x00", 10.2, "Keys"),
        InputMessage(b"\xb0\x40\x7f", 10.3, "Pedals"),
    )
    assert eventually(lambda: len(rig.said(ControlMoved)) == 1)


def down(messages: list[bytes]) -> set[int]:
    """Pitches that sound, and 64 for the pedal, after some messages."""
    sounding: set[int] = set()
    for message in messages:
        status = message[0] & 0xF0
        if status in {0x80, 0x90} or (status == 0xB0 and message[1] == 64):
            on = status != 0x80 and message[2] > 0
            key = message[1] if status != 0xB0 else 1000
            (sounding.add if on else sounding.discard)(key)
    return sounding


@pytest.mark.parametrize(
    "ending",
    [
        (InputGone("Keys"), InputGone("Pedals")),
        (choosing(),),
        (SILENT,),
        (PlayKeysAs(program=40),),
    ],
    ids=["unplugged", "unticked", "not heard any more", "another sound"],
)
def test_keys_and_pedals_that_are_down_are_let_go(
    rig: Rig, eventually: Wait, ending: tuple[object, ...]
) -> None:
    held(rig, eventually)
    assert rig.sound is not None
    assert down(rig.sound.messages) == {60, 64, 1000}
    rig.send(*ending)
    assert eventually(lambda: down(rig.sound.messages) == set())


def test_what_a_keyboard_held_that_was_pulled_out_ends_in_the_recording(
    rig: Rig, eventually: Wait
) -> None:
    held(rig, eventually, through=False)
    rig.send(InputGone("Keys"))
    ended = lambda: [e.pitch for e in rig.said(NotePlayed) if e.velocity == 0]  # noqa: E731
    assert eventually(lambda: ended() == [65, 60, 64])
    rig.send(InputMessage(b"\x90\x3c\x50", 20.0, "Keys"), choosing())
    assert eventually(lambda: ended() == [65, 60, 64, 60])


def test_what_is_played_to_a_loop_says_in_which_round(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(SetLoop(start=0, end=480))  # half a second
    stage.player.handle(Play(tick=0))
    assert stage.player.played_lap(99.0) == 0
    stage.run(1.3)
    assert [stage.player.played_lap(100 + at) for at in (0.1, 0.49, 0.51, 1.2)] == [0, 0, 1, 2]
    stage.player.handle(SetMetronome(enabled=True))  # the same round goes on
    stage.run(0.1)
    assert stage.player.played_lap(101.4) == 2
    heard: list[object] = []
    listening = InputRouter(stage.player, heard.append, stage.clock)
    listening.take_typed(TypedNote(pitch=60, velocity=90))
    assert [note.lap for note in heard] == [2]  # type: ignore[attr-defined]
    stage.player.stop()
    assert stage.player.played_lap(101.4) == 0
