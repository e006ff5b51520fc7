"""The transport against a player that is a list."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from app.clients.playing import Playing
from app.settings.settings import Settings
from app.state.document import Document
from engine import messages
from engine.messages import PartNote, TrackMix
from engine.piece.composition import Composition, TrackSettings
from engine.values.hearing import Recording
from engine.values.score import Note
from tests.app.doubles import BAR, FakeLink, piece
from tests.choosing import choosing

pytestmark = pytest.mark.usefixtures("qtbot", "playing")


@pytest.fixture
def document() -> Document:
    document = Document()
    document.edit("Draw", Composition.of(piece()))
    return document


@pytest.fixture
def playing(link: FakeLink, document: Document, settings: Settings) -> Playing:
    return Playing(link, document, settings)


def _ready(link: FakeLink) -> None:
    link.deliver(messages.Ready(role="player", seconds=0.1))


def test_a_ready_player_is_told_everything(link: FakeLink, playing: Playing) -> None:
    playing.set_click(on=True, count_in_bars=2)
    playing.set_loop(0, BAR)
    link.sent.clear()
    _ready(link)
    assert link.last(messages.ChooseSound) == choosing()
    assert link.score() == piece()
    assert link.last(messages.SetMetronome).count_in_bars == 2
    assert link.last(messages.SetLoop) == messages.SetLoop(start=0, end=BAR)
    assert not link.of(messages.Play)


def test_a_recording_plays_beside_the_music_that_it_belongs_to(
    link: FakeLink, playing: Playing
) -> None:
    _ready(link)
    assert not link.of(messages.PlayRecording)
    kept, sung = Recording(file="kept.ogg"), Recording(file="sung.wav", heard="notes")
    playing.hear_beside_piece(kept)
    playing.refresh()
    lease = playing.leases.grant(piece(), foreign=True)
    playing.refresh()
    playing.hear(lease, sung)
    playing.refresh()
    playing.refresh()
    playing.leases.give_back(lease)
    playing.refresh()
    sent = [command.recording for command in link.of(messages.PlayRecording)]
    assert sent == [kept, None, sung, kept]
    # A player that starts again gets it again.
    _ready(link)
    assert link.last(messages.PlayRecording).recording == kept
    assert len(link.of(messages.PlayRecording)) == 5


def test_space_plays_and_stops_where_it_began(link: FakeLink, playing: Playing) -> None:
    _ready(link)
    playing.seek(480)
    playing.toggle()
    assert link.last(messages.Play).tick == 480
    link.deliver(messages.Playhead(tick=700.0, playing=True))
    assert (playing.playing, playing.tick) == (True, 700.0)
    playing.toggle()
    assert isinstance(link.of(messages.Stop)[-1], messages.Stop)
    link.deliver(messages.Playhead(tick=702.0, playing=False))
    assert (playing.playing, playing.tick) == (False, 480.0)


def test_late_words_of_the_player_do_not_undo_the_users(link: FakeLink, playing: Playing) -> None:
    _ready(link)
    playing.toggle()
    # Said before the player heard of Play.
    link.deliver(messages.Playhead(tick=0.0, playing=False))
    assert playing.playing
    link.deliver(messages.Playhead(tick=10.0, playing=True))
    playing.toggle()
    link.deliver(messages.Playhead(tick=20.0, playing=True))
    assert not playing.playing


def test_the_second_stop_goes_to_the_start_and_silences(link: FakeLink, playing: Playing) -> None:
    _ready(link)
    playing.seek(960)
    playing.stop()
    assert playing.tick == 0
    assert link.of(messages.Panic)


def test_shift_space_goes_on_where_it_stopped(link: FakeLink, playing: Playing) -> None:
    _ready(link)
    playing.play(0)
    link.deliver(messages.Playhead(tick=1000.4, playing=True))
    playing.stop()
    playing.play_on()
    assert link.last(messages.Play).tick == 1000


def test_the_end_of_the_music_ends_playing(qtbot: QtBot, link: FakeLink, playing: Playing) -> None:
    _ready(link)
    playing.play(480)
    link.deliver(messages.Playhead(tick=500.0, playing=True))
    with qtbot.waitSignal(playing.ended):
        link.deliver(messages.Playhead(tick=7680.0, playing=False))
    assert (playing.playing, playing.tick) == (False, 480.0)


def test_an_edit_reaches_the_player_once(qtbot: QtBot, link: FakeLink, document: Document) -> None:
    _ready(link)
    whole = len(link.of(messages.SetScore))
    for bars in (5, 6, 7):
        document.edit("Draw", Composition.of(piece(bars)))
    qtbot.waitUntil(lambda: bool(link.of(messages.ChangeScore)))
    (change,) = link.of(messages.ChangeScore)
    assert isinstance(change, messages.ChangeScore)
    # Of the piece only what was added is said.
    assert [(each.gone, len(each.notes)) for each in change.change.tracks] == [(0, 12)]
    assert link.score() == document.composition.score
    document.edit("Rename", Composition.of(replace(piece(7), title="Another")))
    qtbot.waitUntil(lambda: len(link.of(messages.ChangeScore)) > 1)
    assert link.score() == document.composition.score
    assert len(link.of(messages.SetScore)) == whole


def test_a_player_that_begins_anew_is_told_everything(
    link: FakeLink, playing: Playing, document: Document
) -> None:
    _ready(link)
    document.edit("Draw", Composition.of(piece(5)))
    playing.refresh()
    _ready(link)
    assert isinstance(link.last(messages.SetScore), messages.SetScore)
    assert link.last(messages.SetScore).score == document.composition.score


def test_a_mix_alone_sends_no_score(qtbot: QtBot, link: FakeLink, document: Document) -> None:
    _ready(link)
    before = len(link.of(messages.SetScore))
    muted = document.composition.with_settings(0, TrackSettings(mix=TrackMix(mute=True)))
    document.edit("Mute", muted)
    qtbot.waitUntil(lambda: bool(link.of(messages.SetMix)))
    assert link.last(messages.SetMix).mix[0].mute
    assert len(link.of(messages.SetScore)) == before


def test_streamed_notes_are_added_not_sent_again(link: FakeLink, playing: Playing) -> None:
    _ready(link)
    lease = playing.leases.grant(piece())
    playing.play(0)
    note = Note(start=4 * BAR, pitch=60, duration=480)
    grown = piece().with_track(0, piece().tracks[0].adding([note]))
    playing.add_notes(lease, (PartNote(0, note),), grown, until=5 * BAR)
    scores = len(link.of(messages.SetScore)) + len(link.of(messages.ChangeScore))
    playing.refresh()
    assert len(link.of(messages.SetScore)) + len(link.of(messages.ChangeScore)) == scores
    added = link.last(messages.AddNotes)
    assert (added.until, added.more) == (5 * BAR, True)
    playing.end_stream()
    assert not link.last(messages.AddNotes).more


def test_a_dead_player_is_silent_and_comes_back(
    qtbot: QtBot, link: FakeLink, playing: Playing
) -> None:
    _ready(link)
    playing.play(0)
    with qtbot.waitSignal(playing.died):
        link.died.emit("gone")
    assert not playing.playing
    link.sent.clear()
    _ready(link)
    assert link.of(messages.SetScore)
    assert not link.of(messages.Play)


def test_play_before_the_player_is_there_is_not_lost(link: FakeLink, playing: Playing) -> None:
    playing.play(960)
    link.sent.clear()
    _ready(link)
    assert link.last(messages.Play).tick == 960


def test_bars_back_and_forth(playing: Playing) -> None:
    playing.seek(BAR + 100)
    playing.seek_bars(-1)
    assert playing.tick == BAR
    playing.seek_bars(-1)
    assert playing.tick == 0
    playing.seek_bars(2)
    assert playing.tick == 2 * BAR


def test_a_loop_without_a_range_is_the_whole_piece(link: FakeLink, playing: Playing) -> None:
    playing.enable_loop(on=True)
    assert playing.loop == (0, 4 * BAR)
    lease = playing.leases.grant(piece())
    playing.leases.play(lease, 0, loop=(BAR, 2 * BAR))
    assert link.last(messages.SetLoop) == messages.SetLoop(start=BAR, end=2 * BAR)
    playing.stop()
    assert link.last(messages.SetLoop) == messages.SetLoop(start=0, end=4 * BAR)


def test_an_audition_uses_the_tracks_instrument(link: FakeLink, playing: Playing) -> None:
    playing.sound(pitch=60, velocity=90, on=True, track=0)
    assert link.last(messages.SoundNote).program == 0
    playing.sound(pitch=60, velocity=0, on=False, track=99)
    assert not link.last(messages.SoundNote).on
