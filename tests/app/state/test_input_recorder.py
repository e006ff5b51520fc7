"""Several inputs are recorded at once, each into its own track."""

from app.state.input_recorder import CURRENT, InputRecorder, Place, with_takes
from engine import messages
from engine.midi.channels.patches import Patch
from engine.midi.recording import RecordingStyle
from engine.piece.composition import Composition
from engine.values.score import Control, Note, Other, Score, Track

BASS = Patch(33)


def key(recorder: InputRecorder, pitch: int, start: int, end: int, **which: object) -> None:
    for velocity, tick in ((80, start), (0, end)):
        event = messages.NotePlayed(
            pitch=pitch,
            velocity=velocity,
            tick=tick,
            seconds=0.0,
            **which,  # type: ignore[arg-type]
        )
        recorder.add_note(event)


def pedal(recorder: InputRecorder, value: int, tick: int, port: str) -> None:
    event = messages.ControlMoved(number=64, value=value, channel=0, tick=tick, port=port)
    recorder.add_move(event)


def test_two_inputs_are_recorded_at_once_each_with_its_own_pedal() -> None:
    recorder = InputRecorder(began=0, grace=0, own_tracks=frozenset({"Right"}))
    pedal(recorder, 127, 5, "Left")
    key(recorder, 60, 10, 400, port="Left")
    key(recorder, 60, 20, 100, port="Right")
    pedal(recorder, 127, 50, "Right")
    pedal(recorder, 0, 60, "Right")
    tracks = recorder.tracks(500)
    assert tracks[CURRENT].notes == (Note(10, 60, 390, 80),)
    assert tracks[CURRENT].controls == (Control(5, 64, 127), Control(500, 64, 0))
    own = tracks[Place("Right")]
    assert own.notes == (Note(20, 60, 80, 80),)
    assert own.controls == (Control(50, 64, 127), Control(60, 64, 0))


def test_of_two_pedals_in_one_part_the_one_that_is_down_counts() -> None:
    recorder = InputRecorder(began=0, grace=0)
    key(recorder, 60, 0, 10, port="Left")
    for value, tick, port in ((127, 1, "Left"), (127, 2, "Right"), (0, 3, "Left"), (0, 4, "Right")):
        pedal(recorder, value, tick, port)
    values = [control.value for control in recorder.tracks(20)[CURRENT].controls]
    assert values == [127, 127, 127, 0]


def test_what_sounds_with_another_instrument_is_a_track_of_it() -> None:
    recorder = InputRecorder(began=0, grace=0)
    pedal(recorder, 127, 0, "Left")
    key(recorder, 60, 10, 20, port="Left")
    key(recorder, 40, 10, 20, port="Left", sound=BASS)
    before = Composition.of(Score(tracks=(Track(name="Piano"),)))
    (after,) = with_takes(before, 0, [recorder.tracks(30)], RecordingStyle(), start=0, end=30)
    piano, bass = after.score.tracks
    assert [n.pitch for n in piano.notes] == [60]
    assert [n.pitch for n in bass.notes] == [40]
    assert (bass.program, bass.name) == (33, "Finger bass")
    # What was down before the part began is down in it.
    assert bass.controls[0] == Control(10, 64, 127)
    # The next recording goes on in the track that is there.
    (again,) = with_takes(after, 0, [recorder.tracks(30)], RecordingStyle(), start=0, end=30)
    assert len(again.score.tracks) == 2


def test_an_input_goes_on_in_the_track_that_has_its_name() -> None:
    recorder = InputRecorder(began=0, grace=0, own_tracks=frozenset({"Right"}))
    key(recorder, 60, 10, 20, port="Right")
    tracks = (Track(name="Piano", program=3), Track(name="Right", program=40))
    laps = [recorder.tracks(30)]
    (known,) = with_takes(
        Composition.of(Score(tracks=tracks)), 0, laps, RecordingStyle(), start=0, end=30
    )
    assert [len(track.notes) for track in known.score.tracks] == [0, 1]
    (new,) = with_takes(
        Composition.of(Score(tracks=tracks[:1])), 0, laps, RecordingStyle(), start=0, end=30
    )
    assert [(t.name, t.program, len(t.notes)) for t in new.score.tracks] == [
        ("Piano", 3, 0),
        ("Right", 3, 1),
    ]


def test_takes_of_two_players_are_takes_of_both() -> None:
    style = RecordingStyle(mode="replace", takes=True)
    laps = []
    for pitch in (60, 62):
        recorder = InputRecorder(began=0, grace=0, own_tracks=frozenset({"Right"}))
        key(recorder, pitch, 10, 20, port="Left")
        if pitch == 60:
            key(recorder, pitch + 12, 10, 20, port="Right")
        laps.append(recorder.tracks(30))
    before = Composition.of(Score(tracks=(Track(),)))
    takes = with_takes(before, 0, laps, style, start=0, end=100)
    assert [[[n.pitch for n in t.notes] for t in take.score.tracks] for take in takes] == [
        [[60], [72]],
        [[62], []],
    ]


def test_aftertouch_is_recorded_and_replaced_with_what_it_belongs_to() -> None:
    recorder = InputRecorder(began=0, grace=0)
    key(recorder, 60, 10, 20)
    recorder.add_move(messages.PressureMoved(value=30, tick=12, seconds=0.0, pitch=60))
    recorder.add_move(messages.PressureMoved(value=40, tick=13, seconds=0.0))
    played = recorder.tracks(30)
    assert played[CURRENT].others == (Other(12, 0xA0, b"\x3c\x1e"),)
    assert [p.value for p in played[CURRENT].channel_pressures] == [40, 0]
    there = Track(others=(Other(5, 0xA0, b"\x3c\x01"), Other(90, 0xA0, b"\x3c\x02")))
    before = Composition.of(Score(tracks=(there,)))
    style = RecordingStyle(mode="replace")
    (after,) = with_takes(before, 0, [played], style, start=0, end=50)
    assert [event.tick for event in after.score.tracks[0].others] == [12, 90]
