"""The velocity of a release: from the keyboard to the part, the file and the ports."""

import pytest

from app.state.input_recorder import CURRENT, InputRecorder
from engine.messages import NotePlayed, Play, PlayKeysAs
from engine.midi.channels.keys import Key
from engine.midi.file.midifile import read_midi, write_midi
from engine.midi.played import PlayedPart
from engine.playback import wire
from engine.playback.keyboards.input_router import InputRouter
from engine.playback.ports.port_tuning import port_tuner
from engine.values.score import Note, Score, Track
from engine.values.sound import Sound
from engine.values.tuning import Tuning
from tests.playback.stage import Stage, piece

ON, OFF = b"\x90\x3c\x50", b"\x80\x3c\x1f"
SOFT = Note(0, 60, 240, release=31)


def ends(messages: list[bytes]) -> list[bytes]:
    return [m for m in messages if m[0] & 0xF0 == wire.NOTE_OFF]


@pytest.fixture
def told(stage: Stage) -> list[NotePlayed]:
    """What a keyboard's note of half a second is told to the window as."""
    events: list[object] = []
    router = InputRouter(stage.player, events.append, stage.clock)
    router.set_inputs(Sound(inputs=("Keys",)), PlayKeysAs())
    router.take(ON, 100.0, "Keys")
    router.take(OFF, 100.5, "Keys")
    return [event for event in events if isinstance(event, NotePlayed)]


def test_a_keyboard_sounds_with_its_own_release(stage: Stage, told: list[NotePlayed]) -> None:
    assert [event.release for event in told] == [64, 31]
    assert [m[2] for m in ends(stage.output.messages)] == [31]


def test_a_recording_keeps_the_release(told: list[NotePlayed]) -> None:
    recorder = InputRecorder(began=0, grace=0)
    for event in told:
        recorder.add_note(event)
    assert [note.release for note in recorder.tracks(480)[CURRENT].notes] == [31]


def test_a_capture_keeps_the_release(stage: Stage) -> None:
    events: list[object] = []
    router = InputRouter(stage.player, events.append, stage.clock)
    router.set_inputs(Sound(inputs=("Keys",)), PlayKeysAs())
    router.take(ON, 100.0, "Keys")
    router.take(OFF, 100.5, "Keys")
    router.answer_capture()
    assert [note.release for note in events[-1].track.notes] == [31]  # type: ignore[attr-defined]


def test_the_piece_is_played_with_the_releases_that_it_has(stage: Stage) -> None:
    after_file = read_midi(write_midi(Score(tracks=(Track(notes=(SOFT,)),)))).score
    assert after_file.tracks[0].notes == (SOFT,)
    stage.player.handle(piece(*after_file.tracks))
    stage.player.handle(Play(tick=0))
    stage.run(1.0)
    assert [m[2] for m in ends(stage.output.messages)] == [31]


def test_a_port_that_bends_for_a_tuning_passes_the_release_on() -> None:
    tuner = port_tuner(Tuning(name="", pitches=tuple(p + 0.25 for p in range(128))), "mpe")
    assert tuner is not None
    list(tuner.begin())
    list(tuner.translate(ON))
    assert [m[2] for m in ends(list(tuner.translate(OFF)))] == [31]


def test_a_jam_gives_each_note_its_release_again() -> None:
    part, key = PlayedPart(), Key("Keys", 0, 60)
    part.press(key, 0, pitch=60, velocity=80)
    part.release(key, 240, velocity=31)
    assert part.with_own_moves([Note(0, 60, 200)], 480) == (Note(0, 60, 200, release=31),)


def test_what_measures_no_release_has_the_usual_one() -> None:
    assert wire.release_of(b"\x90\x3c\x00") == wire.release_of(b"\x80\x3c\x00") == 64
    assert wire.note_off(0, 60)[2] == 64
