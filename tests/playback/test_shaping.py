"""What a key sounds like: with literal numbers, and through the player's role."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.messages import (
    Capture,
    Captured,
    ControlMoved,
    HandOver,
    NotePlayed,
    OutputOpened,
    PlayedMove,
    PlayedNote,
    PlayedPedal,
    PlayKeysAs,
    SetJam,
)
from engine.playback.keyboards.input_router import InputRouter
from engine.playback.keyboards.shaping import Shaped, VelocityCurve, curved, shaped
from engine.playback.ports.outputs import RecordingOutput, unbalanced
from engine.playback.ports.port_manager import InputGone, InputMessage
from engine.playback.sound.tones import Heard
from engine.values.score import Control, Score, Track
from engine.values.sound import ControlId, KeyboardShape, Sound
from tests.choosing import choosing
from tests.playback.rig import Rig
from tests.playback.stage import Stage

Wait = Callable[..., bool]
KEYS = KeyboardShape()
SPLIT = KeyboardShape(transpose=2, split=60, low_transpose=-12, low_program=32)


def test_an_input_as_it_is_changes_nothing() -> None:
    for message in (b"\x90\x3c\x50", b"\x83\x3c\x00", b"\xb1\x07\x10", b"\xe0\x00\x40"):
        key = message[1] if message[0] < 0xA0 else -1
        assert shaped(message, KEYS) == Shaped(message, key=key)
    assert [curved(v, VelocityCurve()) for v in range(1, 128)] == list(range(1, 128))


def test_only_the_channel_that_is_asked_for_is_heard() -> None:
    shape = KeyboardShape(channel=4)
    assert shaped(b"\x93\x3c\x50", shape) is not None
    assert shaped(b"\x91\x3c\x50", shape) is None
    assert shaped(b"\xb1\x40\x7f", shape) is None


def test_the_lower_part_of_a_split_keyboard_has_a_sound_of_its_own() -> None:
    assert shaped(b"\x90\x3b\x50", SPLIT) == Shaped(bytes((0x90, 59 - 10, 80)), 32, key=59)
    assert shaped(b"\x90\x3c\x50", SPLIT) == Shaped(bytes((0x90, 62, 80)), -1, key=60)
    assert shaped(b"\x80\x30\x00", SPLIT) == Shaped(bytes((0x80, 38, 0)), 32, key=48)
    assert shaped(b"\x90\x09\x50", SPLIT) is None  # below all pitches
    assert shaped(b"\x90\x7f\x50", KeyboardShape(transpose=1)) is None


def test_a_velocity_curve_bends_and_keeps_its_ends() -> None:
    louder, softer = VelocityCurve(bend=1.0), VelocityCurve(bend=-1.0)
    assert [curved(v, louder) for v in (1, 64, 127)] == [1, 107, 127]
    assert [curved(v, softer) for v in (1, 64, 127)] == [1, 9, 127]
    assert {curved(v, VelocityCurve(softest=90, loudest=90)) for v in range(1, 128)} == {90}
    assert curved(127, VelocityCurve(softest=40, loudest=100)) == 100
    # A note-on of velocity 0 ends a note on any curve.
    made = shaped(b"\x90\x3c\x00", KeyboardShape(touch="alike"))
    assert made == Shaped(b"\x90\x3c\x00", key=60)


def begin(rig: Rig, eventually: Wait, **choices: Any) -> None:
    rig.sound = RecordingOutput("Built-in")
    rig.send(choosing())
    assert eventually(lambda: len(rig.said(OutputOpened)) == 1)
    rig.send(PlayKeysAs(program=4), choosing(inputs=("Keys", "Pads"), **choices))


def sent(rig: Rig) -> list[bytes]:
    assert rig.sound is not None
    return rig.sound.messages


def test_a_split_keyboard_sounds_is_told_and_kept_as_it_sounds(rig: Rig, eventually: Wait) -> None:
    begin(rig, eventually, keyboards={"Keys": SPLIT})
    rig.send(
        InputMessage(b"\x90\x30\x50", 10.0, "Keys"),
        InputMessage(b"\x90\x3c\x50", 10.1, "Keys"),
        InputMessage(b"\x80\x30\x00", 10.2, "Keys"),
        InputMessage(b"\x80\x3c\x00", 10.3, "Keys"),
        Capture(),
    )
    assert eventually(lambda: len(rig.said(Captured)) == 1)
    assert [m for m in sent(rig) if m[0] & 0xF0 in {0x90, 0xC0}] == [
        b"\xcf\x20", b"\x9f\x26\x50", b"\xce\x04", b"\x9e\x3e\x50",
    ]  # fmt: skip
    assert unbalanced(sent(rig)) == []
    assert [(n.pitch, n.velocity) for n in rig.said(NotePlayed)] == [  # type: ignore[attr-defined]
        (38, 80), (62, 80), (38, 0), (62, 0),
    ]  # fmt: skip
    assert [n.pitch for n in rig.said(Captured)[0].track.notes] == [38, 62]  # type: ignore[attr-defined]


def test_an_instrument_that_sounds_by_itself_is_recorded_and_not_heard_twice(
    rig: Rig, eventually: Wait
) -> None:
    begin(rig, eventually, keyboards={"Keys": KeyboardShape(through=False)})
    rig.send(
        InputMessage(b"\x90\x3c\x50", 10.0, "Keys"), InputMessage(b"\x90\x40\x50", 10.1, "Pads")
    )
    assert eventually(lambda: len(rig.said(NotePlayed)) == 2)
    assert [m for m in sent(rig) if m[0] & 0xF0 == 0x90] == [b"\x9f\x40\x50"]


@pytest.mark.parametrize(
    "other",
    [
        KeyboardShape(transpose=12),
        KeyboardShape(through=False),
        KeyboardShape(channel=6),
        KeyboardShape(touch="louder"),
        KeyboardShape(split=100),
    ],
)
def test_what_is_held_ends_when_its_input_is_heard_otherwise(
    rig: Rig, eventually: Wait, other: KeyboardShape
) -> None:
    begin(rig, eventually)
    rig.send(
        InputMessage(b"\x90\x3c\x50", 10.0, "Keys"), InputMessage(b"\xb0\x40\x7f", 10.0, "Keys")
    )
    assert eventually(lambda: unbalanced(sent(rig)) != [])
    rig.send(
        choosing(inputs=("Keys", "Pads"), keyboards={"Keys": other}),
        InputMessage(b"\x80\x3c\x00", 10.5, "Keys"),
    )
    assert eventually(lambda: unbalanced(sent(rig)) == [] and sent(rig)[-1] == b"\xbf\x40\x00")


def test_a_transposed_key_that_is_pulled_out_ends_the_note_that_sounds(
    rig: Rig, eventually: Wait
) -> None:
    begin(rig, eventually, keyboards={"Keys": KeyboardShape(transpose=5)})
    rig.send(InputMessage(b"\x90\x3c\x50", 10.0, "Keys"))
    assert eventually(lambda: unbalanced(sent(rig)) == [(15, 65)])
    rig.send(InputGone("Keys"))
    assert eventually(lambda: unbalanced(sent(rig)) == [])


def test_a_learned_key_is_told_as_a_control_and_sounds_nowhere(rig: Rig, eventually: Wait) -> None:
    begin(rig, eventually)
    rig.send(InputMessage(b"\x90\x30\x50", 10.0, "Keys"))
    learned = ControlId(number=48, channel=0, is_key=True)
    rig.send(
        # It was learned while it was down: its note ends.
        choosing(inputs=("Keys", "Pads"), learned={"play": learned}),
        InputMessage(b"\x80\x30\x40", 10.1, "Keys"),
        InputMessage(b"\x90\x30\x50", 10.2, "Keys"),
        InputMessage(b"\x90\x30\x00", 10.3, "Keys"),
        InputMessage(b"\x91\x30\x50", 10.4, "Keys"),  # the same key of another channel
        InputMessage(b"\x81\x30\x40", 10.5, "Keys"),
        Capture(),
    )
    assert eventually(lambda: len(rig.said(Captured)) == 1)
    moved = rig.said(ControlMoved)
    assert [(c.control, c.value) for c in moved] == [(learned, 127), (learned, 0)]  # type: ignore[attr-defined]
    assert [(n.channel, n.velocity) for n in rig.said(NotePlayed)] == [  # type: ignore[attr-defined]
        (0, 80), (0, 0), (1, 80), (1, 0),
    ]  # fmt: skip
    assert unbalanced(sent(rig)) == []
    assert len(rig.said(Captured)[0].track.notes) == 2  # type: ignore[attr-defined]


def test_a_learned_control_is_told_and_goes_no_further(rig: Rig, eventually: Wait) -> None:
    begin(rig, eventually, learned={"play": ControlId(number=22, channel=15)})
    rig.send(
        InputMessage(b"\xbf\x16\x7f", 10.0, "Keys"),
        InputMessage(b"\xb0\x16\x10", 10.0, "Keys"),  # the same of another channel
        Capture(),
    )
    assert eventually(lambda: len(rig.said(Captured)) == 1)
    assert [(c.number, c.channel, c.value) for c in rig.said(ControlMoved)] == [  # type: ignore[attr-defined]
        (22, 15, 127), (22, 0, 16),
    ]  # fmt: skip
    assert [m for m in sent(rig) if m[0] & 0xF0 == 0xB0] == [b"\xbf\x16\x10"]
    assert [c.value for c in rig.said(Captured)[0].track.controls] == [16]  # type: ignore[attr-defined]
    assert Control(0, 22, 16) in rig.said(Captured)[0].track.controls  # type: ignore[attr-defined]


# --- in a jam ------------------------------------------------------------------------------------


def test_live_hears_what_is_played_and_the_pedal(stage: Stage) -> None:
    partner = stage.player.partner
    partner.hear(b"\x93\x3c\x50", seconds=5.0, tick=None)
    partner.hear(b"\x83\x3c\x20", seconds=5.5, tick=12.0)
    partner.hear(b"\xb0\x40\x7f", seconds=6.0, tick=None)
    partner.hear(b"\xb0\x07\x7f", seconds=6.0, tick=None)
    assert stage.events == [
        PlayedNote(on=True, seconds=5.0, tick=None, pitch=60, velocity=80, channel=3),
        PlayedNote(on=False, seconds=5.5, tick=12.0, pitch=60, velocity=32, channel=3),
        PlayedPedal(down=True, seconds=6.0, tick=None, value=127),
        PlayedMove(status=0xB0, first=7, second=127, seconds=6.0, tick=None),
    ]


def test_a_key_or_a_control_hands_over_and_plays_nothing(stage: Stage) -> None:
    partner = stage.player.partner
    assert not partner.is_hand_over(b"\x90\x15\x50")
    partner.handle(SetJam(hand_over_key=21, hand_over_control=67, grid=240))
    stage.player.play(0, open_end=True)
    stage.events.clear()
    messages = (b"\x90\x15\x50", b"\x80\x15\x00", b"\xb0\x43\x20", b"\xb0\x43\x7f", b"\xb0\x43\x7f")
    assert all(partner.is_hand_over(message) for message in messages)
    assert stage.events == [HandOver(grid=240)] * 2
    assert not partner.is_hand_over(b"\x90\x16\x50")
    assert not partner.is_hand_over(b"\xe0\x15\x50")


def test_what_keyboards_will_sound_like_is_made_ready_before_it_is_played(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(RecordingOutput, "prepare", lambda _, wanted: asked.append(wanted), False)
    monkeypatch.setattr(RecordingOutput, "heard", lambda _: Heard(), False)
    monkeypatch.setattr(RecordingOutput, "set_tuning", lambda *_: None, False)
    stage.player.set_score(Score(tracks=(Track(program=40),)), ())
    listening = InputRouter(stage.player, lambda _: None, stage.clock)
    sound = Sound(inputs=("Keys", "Pads"), keyboards={"Keys": SPLIT})
    own = {"Pads": (0, True)}
    listening.set_inputs(sound, PlayKeysAs(program=4, own=own))
    assert asked == [((40, False),), ((40, False), (4, False), (0, True), (32, False))]
    listening.set_inputs(sound, PlayKeysAs(program=4, own=own, through=False))
    assert len(asked) == 2
