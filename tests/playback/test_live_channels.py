"""Who plays live: keys of their own, channels of their own, and what ends them."""

from collections.abc import Callable

import pytest

from app.state.input_recorder import CURRENT, InputRecorder
from engine.messages import (
    Capture,
    Captured,
    ControlMoved,
    NotePlayed,
    OutputOpened,
    PlayedMove,
    PlayKeysAs,
    PressureMoved,
    SetScore,
    TrackMix,
    WheelMoved,
)
from engine.midi.channels.patches import Patch
from engine.playback.keyboards.input_router import SENSED_S, InputRouter
from engine.playback.ports.outputs import RecordingOutput, unbalanced
from engine.playback.ports.port_manager import InputMessage
from engine.values.events import NoteMove
from engine.values.score import Note, Other, Score, Track
from engine.values.sound import KeyboardShape, Sound
from tests.choosing import choosing
from tests.playback.rig import Rig
from tests.playback.stage import Stage, piece

Wait = Callable[..., bool]


def router(stage: Stage, *inputs: str, program: int = 0, **keyboards: KeyboardShape) -> InputRouter:
    made = InputRouter(stage.player, stage.events.append, stage.clock)
    sound = Sound(inputs=inputs or ("Left", "Right"), keyboards=keyboards)
    made.set_inputs(sound, PlayKeysAs(program=program))
    return made


def say(router: InputRouter, stage: Stage, port: str, *messages: tuple[int, ...]) -> None:
    for message in messages:
        router.take(bytes(message), stage.clock.now_s, port)


def of_status(stage: Stage, *statuses: int) -> list[bytes]:
    return [m for m in stage.output.messages if m[0] & 0xF0 in statuses]


def test_a_key_ends_no_note_of_another_keyboard(stage: Stage) -> None:
    keys = router(stage)
    say(keys, stage, "Left", (0x90, 60, 80))
    say(keys, stage, "Right", (0x90, 60, 90), (0x80, 60, 0))
    assert [pitch for _, pitch in unbalanced(stage.output.messages)] == [60]
    say(keys, stage, "Left", (0x80, 60, 0))
    assert unbalanced(stage.output.messages) == []


def test_a_note_that_two_keys_hold_on_one_channel_ends_with_the_last(stage: Stage) -> None:
    # Fifteen tracks of one program: all who play share a channel.
    stage.player.handle(piece(*[Track()] * 15))
    keys = router(stage)
    say(keys, stage, "Left", (0x90, 60, 80), (0x91, 60, 80))
    say(keys, stage, "Right", (0x90, 60, 90))
    for port, message in (("Right", 0x80), ("Left", 0x81)):
        say(keys, stage, port, (message, 60, 0))
        assert [pitch for _, pitch in unbalanced(stage.output.messages)] == [60]
    say(keys, stage, "Left", (0x80, 60, 0))
    assert unbalanced(stage.output.messages) == []


def test_each_zone_and_each_keyboard_has_a_channel_of_its_own(stage: Stage) -> None:
    keys = router(stage, Left=KeyboardShape(split=60, low_program=33))
    for _ in range(2):
        say(keys, stage, "Left", (0x90, 40, 80), (0x90, 72, 80))
        say(keys, stage, "Right", (0x90, 64, 80))
    say(keys, stage, "Left", (0xE0, 0, 96), (0xB0, 64, 127))
    channel_of = {m[1]: m[0] & 15 for m in of_status(stage, 0x90)}
    assert len(set(channel_of.values())) == 3
    assert len(of_status(stage, 0xC0)) == 3
    # The wheel and the pedal of a keyboard reach both of its zones and nobody else's notes.
    both = {channel_of[40], channel_of[72]}
    assert {m[0] & 15 for m in of_status(stage, 0xE0)} == both
    assert {m[0] & 15 for m in of_status(stage, 0xB0)} == both


def test_a_pedal_with_a_plug_of_its_own_reaches_all_who_play(stage: Stage) -> None:
    keys = router(stage, "Left", "Right", "Pedal")
    say(keys, stage, "Pedal", (0xB0, 64, 127))
    say(keys, stage, "Left", (0x90, 60, 80))
    say(keys, stage, "Right", (0x90, 64, 80))
    down = {m[0] & 15 for m in of_status(stage, 0xB0) if m[2] == 127}
    assert {m[0] & 15 for m in of_status(stage, 0x90)} <= down
    say(keys, stage, "Pedal", (0xB0, 64, 0))
    assert {m[0] & 15 for m in of_status(stage, 0xB0) if m[2] == 0} == down


def pedals_down(messages: list[bytes]) -> set[int]:
    """Return the channels on which the sustain pedal is down."""
    last = {m[0] & 15: m[2] for m in messages if m[0] & 0xF0 == 0xB0 and m[1] == 64}
    return {channel for channel, value in last.items() if value >= 64}


@pytest.mark.parametrize("gone", [True, False])
def test_a_pedal_is_lifted_on_a_channel_that_a_track_takes(stage: Stage, *, gone: bool) -> None:
    """Also after another output has gone, whose pedals alone were lifted."""
    keys = router(stage, "Left")
    stage.player.attach(RecordingOutput(), port="B")
    say(keys, stage, "Left", (0x90, 60, 80), (0xB0, 64, 127))
    before = pedals_down(stage.output.messages)
    if gone:
        stage.player.console.disconnect("B")
    (channel,) = before
    track = SetScore(score=Score(tracks=(Track(program=40),)), mix=(TrackMix(channel=channel),))
    stage.player.handle(track)
    say(keys, stage, "Left", (0x80, 60, 0), (0xB0, 64, 0))
    assert pedals_down(stage.output.messages) == set()


def test_all_notes_off_ends_the_notes_of_its_own_channel(stage: Stage) -> None:
    for mode in (120, 123, 124, 125, 126, 127):
        keys = router(stage)
        stage.events.clear()
        say(keys, stage, "Left", (0x90, 60, 80), (0x90, 64, 80), (0x91, 67, 80), (0xB0, mode, 0))
        assert [pitch for _, pitch in unbalanced(stage.output.messages)] == [67]
        ended = [e.pitch for e in stage.events if isinstance(e, NotePlayed) and not e.velocity]
        assert ended == [60, 64]
        say(keys, stage, "Left", (0x81, 67, 0))


def test_a_keyboard_that_stops_its_active_sensing_is_gone(stage: Stage) -> None:
    keys = router(stage)
    say(keys, stage, "Left", (0xFE,), (0x90, 60, 80), (0xB0, 64, 127))
    say(keys, stage, "Right", (0x90, 62, 80))
    stage.clock.now_s += SENSED_S / 2
    say(keys, stage, "Left", (0xFE,))
    stage.clock.now_s += SENSED_S * 0.9
    assert keys.expire() > stage.clock.now_s
    assert {pitch for _, pitch in unbalanced(stage.output.messages)} == {60, 62}
    stage.clock.now_s += SENSED_S
    assert keys.expire() == float("inf")
    # A keyboard that never sent any is not waited for.
    assert [pitch for _, pitch in unbalanced(stage.output.messages)] == [62]
    assert of_status(stage, 0xB0)[-1][1:] == b"\x40\x00"


def test_the_role_looks_for_the_end_of_active_sensing_by_itself(rig: Rig, eventually: Wait) -> None:
    rig.sound = RecordingOutput("Built-in")
    rig.send(choosing())
    assert eventually(lambda: len(rig.said(OutputOpened)) == 1)
    rig.send(choosing(inputs=("Left",)))
    rig.send(InputMessage(b"\xfe", 10.0, "Left"), InputMessage(b"\x90\x3c\x50", 10.0, "Left"))
    assert eventually(lambda: [n.velocity for n in rig.said(NotePlayed)] == [80, 0])  # type: ignore[attr-defined]
    assert unbalanced(rig.sound.messages) == []


def test_aftertouch_and_programs_sound_and_are_told(stage: Stage) -> None:
    keys = router(stage, "Left", Left=KeyboardShape(transpose=12))
    stage.events.clear()
    say(keys, stage, "Left", (0xB0, 0, 8), (0xC0, 48), (0x90, 60, 80))
    say(keys, stage, "Left", (0xD0, 50), (0xA0, 60, 30))
    assert stage.output.messages == [
        b"\xbf\x00\x08", b"\xcf\x30", b"\x9f\x48\x50", b"\xdf\x32", b"\xaf\x48\x1e",
    ]  # fmt: skip
    strings = Patch(48, 8)
    assert [e.sound for e in stage.events if isinstance(e, NotePlayed)] == [strings]
    told = [(e.pitch, e.value) for e in stage.events if isinstance(e, PressureMoved)]
    assert told == [(-1, 50), (72, 30)]
    moves = [(e.status, e.first, e.second) for e in stage.events if isinstance(e, PlayedMove)]
    assert moves == [(0xB0, 0, 8), (0xD0, 50, 0), (0xA0, 72, 30)]


def test_the_window_s_choice_takes_the_place_of_a_program_change(stage: Stage) -> None:
    keys = router(stage, "Left")
    say(keys, stage, "Left", (0xC0, 48))
    keys.set_inputs(Sound(inputs=("Left",)), PlayKeysAs(program=11))
    stage.events.clear()
    say(keys, stage, "Left", (0x90, 60, 80))
    assert of_status(stage, 0xC0)[-1][1] == 11
    assert [e.sound for e in stage.events if isinstance(e, NotePlayed)] == [None]


def test_aftertouch_is_captured(rig: Rig, eventually: Wait) -> None:
    rig.send(
        choosing(inputs=("Left",)),
        PlayKeysAs(through=False),
        InputMessage(b"\x90\x3c\x50", 10.0, "Left"),
        InputMessage(b"\xa0\x3c\x30", 10.25, "Left"),
        InputMessage(b"\xd0\x20", 10.25, "Left"),
        InputMessage(b"\x80\x3c\x00", 10.5, "Left"),
        Capture(),
    )
    assert eventually(lambda: len(rig.said(Captured)) == 1)
    captured = rig.said(Captured)[0]
    assert isinstance(captured, Captured)
    assert captured.track.notes == (Note(0, 60, 480, 80),)
    assert captured.track.others == (Other(240, 0xA0, b"\x3c\x30"),)
    assert [p.value for p in captured.track.channel_pressures] == [32, 0]


def test_a_reset_lets_pedal_and_wheel_go(stage: Stage) -> None:
    keys = router(stage, "Left")
    say(keys, stage, "Left", (0x90, 60, 80), (0xB0, 64, 127), (0xE0, 0, 96), (0xB0, 7, 90))
    stage.output.received.clear()
    say(keys, stage, "Left", (0xB0, 121, 0))
    assert stage.output.messages == [b"\xbf\x40\x00", b"\xef\x00\x40"]
    assert unbalanced([*stage.output.messages]) == []


# --- MPE -----------------------------------------------------------------------------------------

CONFIGURATION = ((0xB0, 101, 0), (0xB0, 100, 6), (0xB0, 6, 15))


def bends(stage: Stage) -> dict[int, int]:
    """The last bend of each channel, -8192 to 8191."""
    return {m[0] & 15: (m[1] | m[2] << 7) - 8192 for m in of_status(stage, 0xE0)}


@pytest.mark.parametrize("chosen", [False, True])
def test_in_mpe_each_note_bends_by_itself_and_all_together(stage: Stage, *, chosen: bool) -> None:
    keys = router(stage, "Left", Left=KeyboardShape(mpe=chosen))
    if not chosen:
        say(keys, stage, "Left", *CONFIGURATION)
    say(keys, stage, "Left", (0x91, 60, 80), (0x92, 64, 80), (0xE2, 0, 96))
    of = {m[1]: m[0] & 15 for m in of_status(stage, 0x90)}
    assert of[60] != of[64]
    assert {c: v for c, v in bends(stage).items() if v} == {of[64]: 4096}
    # Both channels were given the range of 48 semitones.
    for channel in of.values():
        said = [m[1:] for m in stage.output.messages if m[0] == 0xB0 | channel]
        assert said[:4] == [b"\x65\x00", b"\x64\x00", b"\x06\x30", b"\x26\x00"]
    # The manager's wheel and pedal are those of all notes.
    say(keys, stage, "Left", (0xE0, 0, 0), (0xB0, 64, 127))
    down = 8192 // 24
    assert {c: round(v, -1) for c, v in bends(stage).items() if c in of.values()} == {
        of[60]: round(-down, -1),
        of[64]: round(4096 - down, -1),
    }
    pedals = {m[0] & 15 for m in of_status(stage, 0xB0) if m[1:] == b"\x40\x7f"}
    assert {*of.values()} <= pedals
    # A note that begins later has them, too.
    say(keys, stage, "Left", (0x93, 67, 80))
    third = {m[1]: m[0] & 15 for m in of_status(stage, 0x90)}[67]
    assert round(bends(stage)[third], -1) == round(-down, -1)
    keys.let_go("Left")
    assert unbalanced(stage.output.messages) == []
    assert set(bends(stage).values()) == {0}


def test_the_program_of_an_mpe_zone_is_that_of_its_manager(stage: Stage) -> None:
    keys = router(stage, "Left", Left=KeyboardShape(mpe=True))
    say(keys, stage, "Left", (0xC0, 48), (0x91, 60, 80), (0x92, 62, 80))
    of = {m[1]: m[0] & 15 for m in of_status(stage, 0x90)}
    programs = {m[0] & 15: m[1] for m in of_status(stage, 0xC0)}
    assert {programs[channel] for channel in of.values()} == {48}


def test_a_zone_that_changes_ends_the_notes_that_are_held(stage: Stage) -> None:
    keys = router(stage, "Left")
    say(keys, stage, "Left", (0x91, 60, 80), *CONFIGURATION)
    assert unbalanced(stage.output.messages) == []
    say(keys, stage, "Left", (0x91, 60, 80), *CONFIGURATION)  # the same again
    assert [pitch for _, pitch in unbalanced(stage.output.messages)] == [60]


def test_a_recording_keeps_the_bend_pressure_and_timbre_of_each_note(stage: Stage) -> None:
    keys = router(stage, "Left", Left=KeyboardShape(mpe=True))
    stage.events.clear()
    recorder = InputRecorder(began=0, grace=0)

    def play(*message: int) -> None:
        say(keys, stage, "Left", message)
        stage.clock.now_s += 0.1
        for event in stage.events:
            if isinstance(event, NotePlayed):
                recorder.add_note(event)
            elif isinstance(event, WheelMoved | PressureMoved | ControlMoved):
                recorder.add_move(event)
        stage.events.clear()

    play(0xB2, 74, 90)  # before the note: what it begins with
    play(0x91, 60, 80)
    play(0xE1, 43, 65)  # one semitone of 48: 171 of 8192
    play(0xD1, 50)
    play(0x92, 64, 80)
    play(0xE2, 0, 80)
    play(0xE0, 0, 96)  # all notes: the wheel of the track
    track = recorder.tracks(10)[CURRENT]
    assert {note.pitch: note.moves for note in track.notes} == {
        60: (NoteMove(0, "bend", 171), NoteMove(0, "pressure", 50)),
        64: (NoteMove(0, "timbre", 90), NoteMove(0, "bend", 2048)),
    }
    assert [bend.value for bend in track.pitch_bends] == [4096, 0]
    assert track.others == track.channel_pressures == ()
