"""Pads on channel 10 beside the keys of a jam: heard, kept and answered as a drum kit."""

import pytest

from benchmarks.jam.players import drums
from benchmarks.jam.stage import Stage
from engine.generation.model import LiveModel
from engine.live.jam.session import ME, SEGUE
from engine.messages import Message, NotePlayed, Plan, PlayedNote, PlayKeysAs
from engine.messages.jamming import JamVoice, StartJam
from engine.playback import wire
from engine.playback.keyboards.input_router import InputRouter
from engine.playback.player.player import Player
from engine.playback.ports.outputs import RecordingOutput
from engine.tokens.vocabulary import DRUMS
from engine.values.channel_numbers import DRUM_CHANNEL
from engine.values.score import Note
from engine.values.sound import KeyboardShape, Sound
from tests.generation.conftest import BAR, make_model

MY_KIT, SEGUES_KIT = 2, 3
BEAT = BAR // 4
START = StartJam(
    mode="answer",
    me=JamVoice(track=0),
    segue=JamVoice(track=1),
    bars=1,
    kit=JamVoice(track=3, is_drum=True),
)


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> LiveModel:
    return LiveModel.load(make_model(tmp_path_factory.mktemp("models") / "tiny"))


def tune(start: int) -> list[Note]:
    return [Note(start + i * BEAT, 60 + i % 7, 400) for i in range(8)]


def counts(stage: Stage) -> list[int]:
    return [len(track.notes) for track in stage.jam.captured().score.tracks]


def test_pads_are_answered_by_a_kit_and_keys_by_segues_instrument(model) -> None:
    stage = Stage(model, START)
    beat = drums(1)
    stage.play(beat, slice_s=0.02, on_kit=True)
    # Nobody played keys: the model reads a piece of drums alone.
    assert stage.jam.memory.parts.programs == (DRUMS,)
    stage.until(8 * BAR, slice_s=0.02)
    mine, segues, my_kit, segues_kit = counts(stage)
    assert (mine, segues, my_kit) == (0, 0, len(beat))
    assert segues_kit > 0
    plans = [said for said in stage.said if isinstance(said, Plan)]
    assert {part.track for plan in plans for part in plan.notes} == {SEGUES_KIT}
    stage.play(tune(8 * BAR), slice_s=0.02)
    stage.until(13 * BAR, slice_s=0.02)
    assert sorted(stage.jam.memory.parts.programs) == [DRUMS, 0]
    after = counts(stage)
    assert after[ME] == 8
    assert after[SEGUE] > 0
    assert after[MY_KIT:] == [len(beat), segues_kit]


def test_keys_with_a_beat_under_them_are_answered_by_segues_instrument(model) -> None:
    stage = Stage(model, START)
    stage.play([Note(0, 36, 60)], slice_s=0.02, on_kit=True)
    stage.play(tune(BEAT), slice_s=0.02)
    stage.until(6 * BAR, slice_s=0.02)
    _, segues, my_kit, segues_kit = counts(stage)
    assert segues > 0
    assert (my_kit, segues_kit) == (1, 0)


def test_a_jam_without_pads_reads_no_drums(model) -> None:
    stage, plain = Stage(model, START), Stage(model, StartJam(**keys_only()))
    for each in (stage, plain):
        each.play(tune(0), slice_s=0.02)
        each.until(4 * BAR, slice_s=0.02)
    assert stage.jam.memory.ids == plain.jam.memory.ids


def keys_only() -> dict[str, object]:
    return {"mode": "answer", "me": START.me, "segue": START.segue, "bars": 1}


def routed(
    *messages: bytes, shape: KeyboardShape | None = None, kit: bool = True
) -> tuple[list[bytes], list[Message]]:
    """Return what is sent to the output, and what the window and live are told."""
    said, output = list[Message](), RecordingOutput()
    player = Player(said.append, clock=lambda: 1.0)
    player.attach(output)
    router = InputRouter(player, said.append, lambda: 1.0)
    shapes = {"Keys": shape} if shape else {}
    router.set_inputs(Sound(inputs=("Keys",), keyboards=shapes), PlayKeysAs(drums=kit))
    for message in messages:
        router.take(message, 1.0, "Keys")
    return [message for message in output.messages if message[0] & 0xE0 == 0x80], said


def told_live(said: list[Message]) -> list[tuple[int, bool]]:
    return [(each.pitch, each.is_drum) for each in said if isinstance(each, PlayedNote)]


PAD = wire.note_on(DRUM_CHANNEL, 38, 90)


def test_channel_10_sounds_as_a_kit_at_the_pitch_of_its_pad() -> None:
    sent, said = routed(PAD, wire.note_on(0, 60, 90), shape=KeyboardShape(transpose=12))
    assert [(each[0] & 0x0F == DRUM_CHANNEL, each[1]) for each in sent] == [(True, 38), (False, 72)]
    assert told_live(said) == [(38, True), (72, False)]


def test_channel_10_is_as_any_other_where_no_kit_is_asked_for() -> None:
    sent, _ = routed(PAD, kit=False)
    assert [each[0] & 0x0F == DRUM_CHANNEL for each in sent] == [False]


def test_a_note_of_mpe_on_channel_10_is_no_drum() -> None:
    sent, said = routed(PAD, shape=KeyboardShape(mpe=True, transpose=12))
    assert [(each[0] & 0x0F == DRUM_CHANNEL, each[1]) for each in sent] == [(False, 50)]
    assert [each.pitch for each in said if isinstance(each, NotePlayed)] == [50]
    assert told_live(said) == [(50, False)]
