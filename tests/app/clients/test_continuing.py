"""Continue against a live process that is a list of events."""

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.settings.settings import Settings
from app.state import edits
from app.state.offer import ORIGINAL
from engine import messages
from engine.piece.composition import Composition
from engine.piece.composition_file import to_bytes
from engine.request import Request
from engine.values.alternative_end import AlternativeEnd
from tests.app.clients.offering import START, House
from tests.app.doubles import BAR, piece

pytestmark = pytest.mark.usefixtures("qtbot")


@pytest.fixture
def house(settings: Settings) -> House:
    return House(settings)


def test_a_wish_waits_for_the_model(house: House) -> None:
    house.continuing.go_on(Request(start=START))
    assert house.continuing.making
    assert not house.live.of(messages.Continue)
    house.load()
    sent = house.live.last(messages.Continue)
    assert (sent.ask.start, sent.ask.sampling.seed) == (START, 7)
    assert sent.score == house.document.composition.score


def test_the_first_notes_of_a_standing_piece_start_a_bar_before_them(house: House) -> None:
    house.load()
    request = house.go_on()
    assert not house.playing.playing
    house.make(request, 0, START, until=START + 240)
    assert house.player.last(messages.Play).tick == START - BAR
    assert house.player.score().note_count == 17
    # The player must not stop at the last note it knows: more is to come.
    assert house.player.last(messages.AddNotes).more
    house.make(request, 0, START + 480)
    assert len(house.player.last(messages.AddNotes).notes) == 1


def test_only_the_alternative_that_is_heard_is_streamed(house: House) -> None:
    house.load()
    request = house.go_on()
    house.make(request, 0, START, until=START + 240)
    count = len(house.player.of(messages.AddNotes))
    house.make(request, 1, START)
    assert len(house.player.of(messages.AddNotes)) == count


def test_what_is_made_too_slowly_is_heard_when_it_is_there(house: House) -> None:
    house.load()
    request = house.go_on()
    # Four bars last 8 s at 120; after 4 s there is one bar: the rest takes 12 s more.
    house.now_s = 4.0
    house.make(request, 0, START, until=START + BAR)
    assert not house.player.of(messages.Play)
    # After 7 s there are three bars: the rest is there before it is heard.
    house.now_s = 7.0
    house.make(request, 0, START + BAR, until=START + 3 * BAR)
    assert house.player.last(messages.Play).tick == START - BAR


def test_a_whole_alternative_begins_to_sound_however_slow(house: House) -> None:
    house.load()
    request = house.go_on()
    house.now_s = 60.0
    house.make(request, 0, START, until=START + BAR)
    house.finish(request)
    assert house.player.last(messages.Play).tick == START - BAR
    assert len(house.player.of(messages.Play)) == 1


def test_a_stop_while_it_is_made_stays_a_stop(house: House) -> None:
    house.load()
    request = house.go_on()
    house.make(request, 0, START, until=START + 240)
    house.playing.stop()
    plays = len(house.player.of(messages.Play))
    house.make(request, 0, START + 480)
    house.finish(request)
    assert len(house.player.of(messages.Play)) == plays
    assert house.continuing.offer is not None


def test_what_is_offered_goes_when_tracks_change_places(house: House) -> None:
    house.document.begin(Composition.of(piece(4, tracks=2)))
    house.offered()
    composition = house.document.composition
    renamed = edits.with_track_named(composition, 0, "Alto")
    house.document.edit("Rename track", renamed)
    assert house.continuing.offer is not None
    house.document.edit("Move track", edits.move_track(renamed, 0, to=1))
    assert house.continuing.offer is None
    # As takes they followed their tracks.
    assert {part.track for part in house.document.composition.take(1).notes} == {1}


def test_offered_takes_stay_whatever_is_undone(house: House) -> None:
    house.document.edit("Draw", Composition.of(piece(4)).with_score(piece(4, tracks=1)))
    house.offered()
    assert [take.state for take in house.document.composition.takes] == ["offered", "offered"]
    house.document.undo()
    assert len(house.document.composition.takes) == 2
    assert house.document.composition.takes[0].notes[0].note.origin == 1


def test_keep_is_one_step_and_undo_gives_the_same_bytes(house: House) -> None:
    house.offered()
    before = to_bytes(house.document.composition)
    house.continuing.keep(1)
    assert house.document.undo_name == "Keep 2"
    assert house.document.composition.score.note_count == 17
    assert house.document.composition.takes[1].state == "accepted"
    assert house.document.composition.current_take == 2
    assert house.continuing.offer is None
    house.document.undo()
    assert to_bytes(house.document.composition) == before


def test_keeping_sends_the_kept_notes_without_a_break(house: House) -> None:
    house.offered()
    house.continuing.keep()
    house.playing.refresh()
    assert house.player.score().note_count == 18
    assert not house.player.of(messages.Stop)


def test_an_alternative_is_heard_in_place_from_a_bar_before(house: House) -> None:
    house.offered()
    house.continuing.audition(1)
    assert house.player.last(messages.SetLoop) == messages.SetLoop(
        start=START - BAR, end=START + 4 * BAR
    )
    assert house.player.last(messages.Play).tick == START - BAR
    pitches = {note.pitch for _, note in house.playing.score.notes() if note.start >= START}
    assert pitches == {61}
    house.continuing.audition(ORIGINAL)
    assert house.playing.score == house.document.composition.score


def test_reject_leaves_the_piece_and_the_takes(house: House) -> None:
    house.offered()
    score = house.document.composition.score
    house.continuing.reject()
    assert house.document.composition.score is score
    assert [take.state for take in house.document.composition.takes] == ["rejected"] * 2
    assert house.document.undo_name == ""
    assert house.playing.score is score


def test_none_of_these_asks_again(house: House) -> None:
    first = house.offered()
    house.continuing.again()
    assert house.live.last(messages.Continue).request == first + 1


def test_a_star_reaches_the_take(house: House) -> None:
    house.offered()
    house.continuing.star(1, on=True)
    assert [take.starred for take in house.document.composition.takes] == [False, True]


def test_a_cancel_keeps_whole_bars(house: House) -> None:
    house.load()
    request = house.go_on()
    house.make(request, 0, START, START + BAR, START + BAR + 480, until=START + BAR + 900)
    house.make(request, 1, START, until=START + 100)
    assert house.continuing.cancel()
    assert house.live.last(messages.CancelContinue).request == request
    house.finish(request, cancelled=True)
    offer = house.continuing.offer
    assert offer is not None
    assert not offer.making
    assert [(a.end, len(a.notes)) for a in offer.alternatives] == [(START + BAR, 1)]
    assert not house.continuing.cancel()


@pytest.mark.parametrize("edited", [False, True])
def test_a_cancel_leaves_the_piece_as_saved_as_it_was(house: House, *, edited: bool) -> None:
    house.load()
    document = house.document
    document.saved(document.composition, Path("piece.segue"))
    if edited:
        document.edit("Edit", replace(document.composition, score=piece(bars=8)))
        document.undo()
    request = house.go_on()
    house.make(request, 0, START, START + BAR, until=START + BAR + 900)
    house.continuing.cancel()
    house.finish(request, cancelled=True)
    assert house.continuing.offer is not None
    assert not document.dirty
    house.continuing.keep()
    assert document.dirty
    document.undo()
    assert not document.dirty


def test_keep_waits_until_the_alternative_is_whole(house: House) -> None:
    house.load()
    house.document.saved(house.document.composition, Path("piece.segue"))
    request = house.go_on()
    house.make(request, 0, START, until=START + BAR)
    house.continuing.keep()
    assert house.continuing.waits_to_keep
    assert not house.live.of(messages.CancelContinue)
    house.make(request, 0, START + BAR, START + 3 * BAR, until=START + 4 * BAR)
    house.live.deliver(
        messages.AlternativeFinished(
            request=request,
            alternative=0,
            made=AlternativeEnd(end=START + 4 * BAR, ended=False, seed=7),
        )
    )
    # The other alternative is not made any more.
    assert house.live.of(messages.CancelContinue)
    house.finish(request, cancelled=True)
    assert house.document.undo_name == "Keep 1"
    assert house.document.composition.score.note_count == 16 + 3
    assert house.document.dirty
    assert not house.continuing.waits_to_keep


def test_a_second_keep_takes_the_bars_that_are_there(house: House) -> None:
    house.load()
    request = house.go_on()
    house.make(request, 0, START, START + BAR, until=START + BAR + 900)
    house.continuing.keep()
    house.continuing.keep()
    assert house.live.last(messages.CancelContinue).request == request
    house.finish(request, cancelled=True)
    assert house.document.undo_name == "Keep 1"
    assert house.document.composition.score.note_count == 16 + 1


def test_choosing_another_alternative_ends_the_wait(house: House) -> None:
    house.load()
    request = house.go_on()
    house.make(request, 0, START, until=START + BAR)
    house.continuing.keep()
    house.continuing.choose(1)
    assert not house.continuing.waits_to_keep
    house.finish(request)
    assert house.document.undo_name == ""


def test_a_cancel_before_a_whole_bar_leaves_nothing(house: House) -> None:
    house.load()
    request = house.go_on()
    house.make(request, 0, START)
    house.continuing.cancel()
    house.finish(request, cancelled=True)
    assert house.continuing.offer is None
    assert house.document.composition.takes == ()


def test_keep_while_it_is_made_stops_and_keeps(house: House) -> None:
    house.load()
    request = house.go_on(bars=0, alternatives=1)
    house.make(request, 0, START, START + BAR, until=START + 2 * BAR)
    house.continuing.keep()
    assert house.live.of(messages.CancelContinue)
    house.finish(request, cancelled=True)
    assert house.document.undo_name == "Keep 1"
    assert house.document.composition.score.note_count == 18


def test_words_of_an_older_request_are_not_heard(house: House) -> None:
    old = house.offered()
    request = house.go_on()
    house.make(old, 0, START)
    offer = house.continuing.offer
    assert offer is not None
    assert offer.request == request
    assert offer.alternatives[0].notes == ()


def test_a_dead_engine_leaves_what_was_made(qtbot: QtBot, house: House) -> None:
    house.load()
    request = house.go_on()
    house.make(request, 0, START, until=START + BAR)
    with qtbot.waitSignal(house.continuing.died):
        house.live.died.emit("gone")
    offer = house.continuing.offer
    assert offer is not None
    assert len(offer.alternatives) == 1
    assert house.continuing.model is None


def test_a_failure_ends_the_request(qtbot: QtBot, house: House) -> None:
    house.load()
    request = house.go_on()
    with qtbot.waitSignal(house.continuing.failed):
        house.live.deliver(messages.Failed(request=request, message="No."))
    assert house.continuing.offer is None
    assert not house.continuing.making


def test_a_restarted_engine_loads_the_model_again(house: House, tmp_path) -> None:
    house.continuing.use_model(tmp_path)
    house.live.sent.clear()
    house.live.deliver(messages.Ready(role="live", seconds=1.0))
    assert house.live.last(messages.LoadModel).folder == str(tmp_path)


def test_old_music_after_the_boundary_is_silent_while_it_is_made(settings) -> None:
    house = House(settings, tracks=2)
    house.document.edit(
        "Role",
        house.document.composition.with_settings(
            1, house.document.composition.settings[1].__class__(role="context")
        ),
    )
    house.load()
    house.continuing.go_on(Request(start=BAR, bars=1, alternatives=1))
    request = house.live.last(messages.Continue).request
    house.make(request, 0, BAR)
    # Nothing plays, so the new note joins the music when it is next heard.
    house.continuing.audition(0)
    heard = house.playing.score
    assert max(n.start for n in heard.tracks[0].notes) == BAR
    assert len(heard.tracks[1].notes) == 16
    house.live.deliver(
        messages.AlternativeFinished(
            request=request,
            alternative=0,
            made=AlternativeEnd(end=2 * BAR, ended=False, seed=1),
        )
    )
    # Complete: what stood after it is there again.
    assert len(house.playing.score.tracks[0].notes) == 16 - 4 + 1


def test_a_track_more_puts_the_offer_away(house: House) -> None:
    house.offered()
    house.document.edit("Add", house.document.composition.adding_track(piece().tracks[0]))
    assert house.continuing.offer is None
    assert len(house.document.composition.takes) == 2


def test_more_like_one_keeps_its_first_half(house: House) -> None:
    house.load()
    request = house.go_on()
    house.make(request, 0, START, START + 2 * BAR)
    house.make(request, 1, START + BAR, START + 3 * BAR)
    house.finish(request)
    house.continuing.more_like(1)
    sent = house.live.last(messages.Continue)
    # The whole question travels; whoever makes it puts the beginning into the piece.
    assert (sent.ask.start, sent.ask.bars, sent.ask.beginning_end) == (START, 4, START + 2 * BAR)
    assert [part.note.start for part in sent.ask.beginning] == [START + BAR]
    score, left = sent.ask.begun(sent.score)
    assert (left.start, left.bars, left.beginning) == (START + 2 * BAR, 2, ())
    assert max(note.start for note in score.tracks[0].notes) == START + BAR
    offer = house.continuing.offer
    assert offer is not None
    assert (offer.start, offer.end) == (START, START + 4 * BAR)
    assert [len(each.notes) for each in offer.alternatives] == [1, 1]
    assert not offer.alternatives[0].finished


@pytest.mark.parametrize("ends", ["reject", "another piece", "failure"])
def test_who_kept_what_was_made_and_thought_better_of_it_keeps_nothing_later(
    house: House, ends: str
) -> None:
    house.load()
    first = house.go_on()
    house.make(first, 0, START, until=START + BAR)
    house.continuing.keep(0)
    if ends == "reject":
        house.continuing.reject()
    elif ends == "another piece":
        other = Composition.of(piece())
        house.document.show(other, path=None, title="b", saved=True)
    else:
        house.live.deliver(messages.Failed(message="No.", request=first))
    house.offered()
    assert house.continuing.offer is not None
    assert not house.document.undo_name
