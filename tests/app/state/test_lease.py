"""Who is heard: the newest, and then who was before; every pair of users of the one player."""

from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine import messages
from engine.messages import TrackMix
from engine.midi.file.midifile import write_midi
from engine.piece.composition import TrackSettings
from engine.values.score import Note, Score, Track
from tests.app.doubles import BAR
from tests.app.house import START, House

LIBRARY, SAMPLE, STEP, TAKE = 21, 22, 23, 71


def notes_of(pitch: int) -> Score:
    notes = [Note(t, pitch, 480) for t in range(0, 8 * BAR, 480)]
    return Score(tracks=(Track().with_notes(notes),))


class Users:
    """A window, and everyone in it who can ask to be heard."""

    def __init__(self, house: House, qtbot: QtBot, folder: Path) -> None:
        self.house, self.qtbot = house, qtbot
        self.piece = folder / "piece.mid"
        self.piece.write_bytes(write_midi(notes_of(LIBRARY)))
        (house.starter / "sample.mid").write_bytes(write_midi(notes_of(SAMPLE)))
        house.begin(qtbot)
        house.load_model()
        self._offer_once()
        self._train()
        self.playing = house.session.clients.playing

    def _offer_once(self) -> None:
        """One offer is kept among the takes and put away: what is heard of takes is there."""
        self.house.finish(self.house.continue_())
        self.house.session.clients.continuing.dismiss()
        self.house.act("stop")

    def _train(self) -> None:
        self.house.session.clients.training.start(messages.TrainModel(name="Mine"))
        sample = messages.Sampled(opening="Aria", score=notes_of(STEP), boundary=4 * BAR)
        job = self.house.jobs[-1]
        job.deliver(messages.StepSampled(step=1, loss=2.0, samples=(sample,), windows=9))
        self.house.window.show_workspace("train")
        self.qtbot.waitUntil(lambda: self.house.window.train is not None)
        self.house.window.show_workspace("compose")

    @property
    def named(self) -> dict[str, Callable[[], None]]:
        return {
            "document": self.document,
            "offer": self.offer,
            "library piece": self.library_piece,
            "model's sample": self.model_sample,
            "saved step": self.saved_step,
            "take": self.take,
        }

    def heard(self) -> str:
        """Who is heard, told by the notes that the player has been told."""
        self.playing.refresh()
        pitches = {note.pitch for _, note in self.house.player.score().notes()}
        late = [n.start for _, n in self.house.player.score().notes() if n.start >= START]
        for name, pitch in (("library piece", LIBRARY), ("model's sample", SAMPLE)):
            if pitches == {pitch}:
                return name
        if pitches == {STEP}:
            return "saved step"
        return {(): "document", (START,): "offer", (START + 480,): "take"}[tuple(late)]

    def document(self) -> None:
        if self.house.session.clients.continuing.offer is not None:
            self.house.act("audition_original")
            return
        if self.playing.playing:
            self.house.act("play")
        self.house.act("play")

    def offer(self) -> None:
        if self.house.session.clients.continuing.offer is None:
            self.house.finish(self.house.continue_())
        self.house.act("audition_1")

    def library_piece(self) -> None:
        library = self.house.window.compose.library
        self._when_read(lambda: library.pieces.heard.emit(str(self.piece)))

    def model_sample(self) -> None:
        self._when_read(lambda: self.house.session.library.models.hear(str(self.house.starter)))

    def saved_step(self) -> None:
        self.house.window.train.samples.sample_clicked.emit(0)

    def take(self) -> None:
        self.house.window.compose.library.take_chosen.emit(2)

    def _when_read(self, ask: Callable[[], None]) -> None:
        plays = len(self.house.player.of(messages.Play))
        ask()
        self.qtbot.waitUntil(lambda: len(self.house.player.of(messages.Play)) > plays)

    def stop(self) -> None:
        if self.playing.playing:
            self.playing.stop()


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path) -> Iterator[House]:
    house = House(qapp, tmp_path)
    yield house
    house.end()


@pytest.fixture
def users(house: House, qtbot: QtBot, tmp_path: Path) -> Users:
    return Users(house, qtbot, tmp_path)


@pytest.mark.slow
def test_every_pair_of_users_leaves_the_other_as_it_was(users: Users) -> None:
    for first, second in permutations(users.named, 2):
        users.house.session.clients.continuing.dismiss()
        users.named[first]()
        assert users.heard() == first, f"{first} begins"
        users.named[second]()
        assert users.heard() == second, f"{second} after {first}"
        assert users.playing.playing, f"{second} after {first}"
        users.stop()
        users.named[first]()
        assert users.heard() == first, f"{first} again after {second}"
        assert users.playing.playing, f"{first} again after {second}"
        users.stop()
        offered = "offer" in (first, second)
        assert users.heard() in (("offer", "document") if offered else ("document",))


@pytest.mark.parametrize("other", ["library piece", "model's sample", "saved step", "take"])
def test_what_is_offered_sounds_again_after_something_else_was_heard(
    users: Users, other: str
) -> None:
    users.offer()
    users.stop()
    users.named[other]()
    users.stop()
    offer = users.house.session.clients.continuing.offer
    assert offer is not None
    users.house.act("play")
    assert users.heard() == "offer"


@pytest.mark.slow
@pytest.mark.parametrize("other", ["library piece", "model's sample", "saved step", "take"])
def test_what_is_being_made_does_not_talk_into_what_is_heard(users: Users, other: str) -> None:
    request = users.house.continue_()
    users.named[other]()
    told = len(users.house.player.of(messages.AddNotes))
    more = Note(start=START + BAR, pitch=70, duration=480)
    users.house.live.deliver(
        messages.NotesMade(
            request=request,
            alternative=0,
            notes=(messages.PartNote(0, more),),
            until=START + 2 * BAR,
        )
    )
    assert users.heard() == other
    users.house.finish(request)
    assert users.heard() == other
    assert len(users.house.player.of(messages.AddNotes)) == told
    # The player was told that no more is to come, so that it stops at the end of what it plays.
    assert not any(command.more for command in users.house.player.of(messages.AddNotes)[-1:])
    users.stop()
    users.house.act("play")
    assert {n.start for _, n in users.playing.score.notes() if n.start >= START} == {
        START,
        START + BAR,
    }


@pytest.mark.slow
def test_a_foreign_piece_has_its_own_loop_and_mix_and_leaves_the_playhead(users: Users) -> None:
    playing, document = users.playing, users.house.session.piece.document
    muted = TrackSettings(mix=TrackMix(mute=True))
    document.edit("Mute", document.composition.with_settings(0, muted))
    playing.set_loop(BAR, 2 * BAR)
    playing.seek(2 * BAR)
    users.library_piece()
    assert users.house.player.last(messages.SetLoop) == messages.SetLoop(start=0, end=0)
    playing.refresh()
    told = (messages.SetScore, messages.ChangeScore, messages.SetMix)
    last = [command for command in users.house.player.sent if isinstance(command, told)][-1]
    assert not any(mix.mute for mix in last.mix)
    users.stop()
    assert users.house.player.last(messages.SetLoop) == messages.SetLoop(start=BAR, end=2 * BAR)
    assert playing.tick == 2 * BAR
    assert users.house.player.last(messages.Seek).tick == 2 * BAR


def test_a_foreign_piece_that_ends_by_itself_leaves_the_playhead_too(users: Users) -> None:
    users.playing.seek(BAR)
    users.library_piece()
    users.house.player.deliver(messages.Playhead(tick=480.0, playing=True))
    users.house.player.deliver(messages.Playhead(tick=8.0 * BAR, playing=False))
    assert not users.playing.playing
    assert users.playing.tick == BAR
    assert users.heard() == "document"


def test_a_question_asked_while_something_else_sounds_is_what_is_heard_next(users: Users) -> None:
    users.library_piece()
    users.house.continue_()
    assert users.house.player.last(messages.Play).tick == START - BAR
    assert users.heard() == "offer"


@pytest.mark.slow
def test_another_piece_ends_every_lease(users: Users) -> None:
    users.offer()
    users.take()
    users.house.session.piece.document.new()
    assert users.playing.score is users.house.session.piece.document.composition.score
    assert not users.playing.playing
