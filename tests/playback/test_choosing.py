"""A choice of sound: what differs from before has an effect, and nothing else is touched."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine.messages import OutputOpened, Play, SetScore, TrackMix
from engine.playback.choosing import default_request
from engine.playback.player.console import DEFAULT
from engine.playback.ports.outputs import RecordingOutput, unbalanced
from engine.playback.ports.port_manager import InputMessage, OutputRequest
from engine.values.score import Note, Score, Track
from engine.values.sound import ControlId, KeyboardShape, Sound
from tests.choosing import choosing
from tests.playback.rig import Rig

Wait = Callable[..., bool]
PORT = {"output_kind": "port", "output_name": "A", "inputs": ("Keys",)}
# Another value of each choice.
OTHER: dict[str, Any] = {
    "output_kind": "recording",
    "output_name": "B",
    "port_per_track": True,
    "device": "Card",
    "buffer_ms": 40,
    "bank": "/banks/a.sf2",
    "room": "hall",
    "level_db": -3.0,
    "tuning_out": "mpe",
    "latencies_ms": {"B": 12},
    "inputs": ("Keys", "Pads"),
    "through": False,
    "offsets_ms": {"Keys": -20},
    "keyboards": {"Keys": KeyboardShape(own_track=True), "Pads": KeyboardShape(transpose=12)},
    "learned": {"play": ControlId(number=22, channel=15)},
    "clock_out": ("B",),
    "time_code_out": ("B",),
    "clock_runs": True,
    "clock_in": "Master",
}


def play(rig: Rig, eventually: Wait) -> RecordingOutput:
    """Play a long note to a port and hold a key; return what the port got."""
    port = rig.ports["A"] = RecordingOutput("A")
    rig.ports["B"] = RecordingOutput("B")
    long = Track(notes=(Note(0, 60, 480_000),))
    rig.send(choosing(**PORT), SetScore(score=Score(tracks=(long,)), mix=(TrackMix(),)))
    assert eventually(lambda: len(rig.said(OutputOpened)) == 1)
    rig.send(Play(tick=0), InputMessage(b"\x90\x40\x50", 10.0, "Keys"))
    assert eventually(lambda: {pitch for _, pitch in unbalanced(port.messages)} == {60, 64})
    return port


# Another output ends all notes; a control that is learned, and keys that sound no more, those of
# the keys.
@pytest.mark.parametrize(
    "field", sorted({*OTHER} - {"output_kind", "output_name", "learned", "through"})
)
def test_another_choice_cuts_no_note(rig: Rig, eventually: Wait, field: str) -> None:
    port = play(rig, eventually)
    rig.send(choosing(**PORT | {field: OTHER[field]}), choosing(**PORT))
    rig.send(InputMessage(b"\x90\x43\x50", 10.0, "Keys"))
    assert eventually(lambda: {pitch for _, pitch in unbalanced(port.messages)} == {60, 64, 67})
    assert len(rig.said(OutputOpened)) == 1
    assert not [m for m in port.messages if m[0] & 0xF0 == 0x80]


def test_another_output_ends_its_notes(rig: Rig, eventually: Wait) -> None:
    port = play(rig, eventually)
    rig.send(choosing(**PORT | {"output_name": "B"}))
    assert eventually(lambda: len(rig.said(OutputOpened)) == 2)
    assert unbalanced(port.messages) == []


def test_a_port_has_neither_bank_nor_device() -> None:
    sound = Sound(bank="/banks/a.sf2", device="Card", buffer_ms=40)
    assert default_request(sound) == OutputRequest(
        port=DEFAULT, kind="synth", name="/banks/a.sf2", device="Card", buffer_ms=40
    )
    port = msgspec.structs.replace(sound, output_kind="port", output_name="Synth")
    assert default_request(port) == OutputRequest(port=DEFAULT, kind="port", name="Synth")


def test_each_choice_has_an_effect(rig: Rig) -> None:
    assert set(OTHER) == set(Sound.__struct_fields__)
    parts = [part for part, _ in rig.role._choosing._effects]
    for field, value in OTHER.items():
        before = Sound(output_kind="port" if field == "output_name" else "synth")
        after = msgspec.structs.replace(before, **{field: value})
        assert any(part(before) != part(after) for part in parts), field


def test_what_fails_keeps_no_other_choice_from_its_effect(
    rig: Rig, eventually: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rig.role._player, "set_tuning_out", lambda _: 1 / 0)
    rig.ports["A"] = RecordingOutput("A")
    rig.send(choosing(**PORT))
    assert eventually(lambda: len(rig.said(OutputOpened)) == 1)
