"""The state in which Segue's notes of a jam are heard and kept, whatever came before.

A real player plays the jam, a real session answers, and `tests.midi.interpreter` says how the notes
sound that the player sent and those of the piece that the jam becomes.
"""

from collections.abc import Iterator

import pytest

from engine.generation.model import LiveModel
from engine.live.jam.session import ME, SEGUE, JamSession
from engine.messages import Message, Play, PlayKeysAs, SetJam, SetScore, TrackMix
from engine.messages.base import FromPlayer
from engine.messages.jamming import JamVoice, StartJam
from engine.midi.file.midifile import write_midi
from engine.playback.keyboards.input_router import InputRouter
from engine.playback.player.player import Player
from engine.playback.ports.outputs import RecordingOutput
from engine.playback.sending.agenda import NEVER
from engine.values.score import Control, Note, PitchBend, Score, Track
from engine.values.sound import Sound
from tests.generation.conftest import make_model
from tests.midi.interpreter import Sounding, notes_of, notes_of_stream

ORGAN, BASS = 19, 33
BEAT_S = 0.5
_SLICE_S = 0.004
_WIDE = tuple(Control(0, number, value) for number, value in ((101, 0), (100, 0), (6, 12)))
# A piece that leaves each channel of a device in a state of its own.
BEFORE = Track(
    program=80,
    notes=(Note(0, 90, 240),),
    controls=(*_WIDE, Control(1, 7, 5), Control(1, 11, 9), Control(1, 1, 99), Control(1, 64, 127)),
    pitch_bends=(PitchBend(1, -8192),),
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> LiveModel:
    return LiveModel.load(make_model(tmp_path_factory.mktemp("models") / "tiny"))


class Duet:
    """A player and a session that hear each other; a slice of work takes 4 ms."""

    def __init__(self, model: LiveModel, mode: str) -> None:
        self.now_s = 100.0
        self.told: list[Message] = []
        self.session: JamSession | None = None
        self.output = RecordingOutput(clock=lambda: self.now_s)
        self.player = Player(self.told.append, clock=lambda: self.now_s)
        self.player.attach(self.output)
        self.keys = InputRouter(self.player, self.told.append, lambda: self.now_s)
        self.keys.set_inputs(Sound(inputs=("Keys",)), PlayKeysAs(program=ORGAN))
        # Another piece was played, and stopped in the middle.
        self.player.handle(SetScore(score=Score(tracks=(BEFORE,) * 4), mix=()))
        self.player.handle(Play(tick=0))
        self.until(self.now_s + 0.2)
        self.player.stop()
        frame = Score(tracks=(Track(name="Me", program=ORGAN), Track(name="Segue", program=BASS)))
        self.player.handle(SetScore(score=frame, mix=(TrackMix(), TrackMix())))
        self.player.handle(SetJam(yields=mode != "accompany", grid=480))
        voices = JamVoice(track=0, program=ORGAN), JamVoice(track=1, program=BASS)
        self.session = JamSession(
            model,
            StartJam(mode=mode, me=voices[0], segue=voices[1], bars=1),  # type: ignore[arg-type]
        )
        self.player.handle(Play(tick=0, open_end=True))

    def until(self, end_s: float) -> None:
        """Let time pass, working."""
        while self.now_s < end_s:
            while self.player.step() <= self.now_s:
                pass
            if self.session is not None:
                self._hear(self.session)
                self._tell(self.session.work(self.now_s))
            self.now_s += _SLICE_S

    def _hear(self, session: JamSession) -> None:
        told, self.told[:] = list(self.told), []
        for message in told:
            if isinstance(message, FromPlayer):
                self._tell(session.hear(message))

    def _tell(self, messages: Iterator[Message]) -> None:
        for message in messages:
            self.player.handle(message)  # type: ignore[arg-type]

    def play(self, *message: int) -> None:
        """Send bytes from the keyboard."""
        self.keys.take(bytes(message), self.now_s, "Keys")

    @property
    def segue(self) -> list[Sounding]:
        """The notes that the player sent for Segue."""
        sent = ((r.at_s, r.bank, r.message) for r in self.output.received)
        return [note for note in notes_of_stream(sent) if note.program == BASS]


def is_at_rest(note: Sounding) -> bool:
    levels = note.volume, note.expression, note.pan
    return (*levels, note.cents, note.pedal, note.motion, note.drum) == (
        *(100, 127, 64),
        *(0.0, False, (), False),
    )


@pytest.mark.parametrize("mode", ["answer", "trade", "accompany"])
def test_what_segue_answers_begins_with_its_channel_at_rest(model: LiveModel, mode: str) -> None:
    duet = Duet(model, mode)
    start_s = duet.now_s
    # The human leaves the pedal down, the wheel bent and the volume low.
    for status, first, second in ((0xB0, 64, 127), (0xE0, 0, 20), (0xB0, 7, 9), (0xB0, 11, 9)):
        duet.play(status, first, second)
    for beat in range(4):
        duet.until(start_s + beat * BEAT_S)
        duet.play(0x90, 60 + beat, 80)
        duet.until(start_s + (beat + 0.8) * BEAT_S)
        duet.play(0x80, 60 + beat, 0)
    if mode == "answer":
        duet.play(0xB0, 64, 0)  # a phrase ends with its pedal
    duet.until(start_s + 16 * BEAT_S)
    heard = duet.segue
    assert len(heard) > 1
    assert [note for note in heard if not is_at_rest(note)] == []
    assert duet.session is not None
    kept = duet.session.captured().score
    assert kept.tracks[ME].controls
    assert kept.tracks[ME].pitch_bends
    assert kept.tracks[SEGUE].channel_events == ()
    written = [note for note in notes_of(write_midi(kept)) if note.program == BASS]
    assert len(written) == len(kept.tracks[SEGUE].notes) > 1
    assert [note for note in written if not is_at_rest(note)] == []
    assert duet.player.step() < NEVER
