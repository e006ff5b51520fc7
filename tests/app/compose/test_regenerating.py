"""A take is made again from what is kept of it; a model that is gone, or other notes, are told."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine import messages
from engine.messages import PartNote
from engine.piece.composition_file import from_bytes, to_bytes
from engine.values.alternative_end import AlternativeEnd
from engine.values.score import Note
from tests.app.doubles import BAR, piece
from tests.app.house import START, House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()


def offered(house: House) -> messages.Continue:
    """Four takes; what was asked for them."""
    house.finish(house.continue_())
    asked = house.live.last(messages.Continue)
    house.session.clients.continuing.dismiss()
    return asked


def answer(house: House, *pitches: int) -> None:
    """The model makes these quarter notes, on and on a beat later."""
    asked = house.live.last(messages.Continue)
    notes = tuple(
        PartNote(0, Note(start=START + 480 * (index + 1), pitch=pitch, duration=480))
        for index, pitch in enumerate(pitches)
    )
    house.live.deliver(
        messages.NotesMade(request=asked.request, alternative=0, notes=notes, until=START + BAR)
    )
    house.live.deliver(
        messages.AlternativeFinished(
            request=asked.request,
            alternative=0,
            made=AlternativeEnd(end=START + 4 * BAR, ended=False, seed=asked.ask.sampling.seed),
        )
    )
    house.live.deliver(
        messages.ContinuationFinished(
            request=asked.request, seconds=1.0, first_note_seconds=0.1, notes_per_second=9.0
        )
    )


def notice(house: House) -> str:
    (said,) = [n for n in house.window.notices.notices() if n.key == "made-again"]
    return f"{said.happened} {said.can}".strip()


def test_a_take_is_asked_for_again_alone_with_its_own_seed(house: House) -> None:
    house.session.clients.continuing.remember(replace(piece(1), title="Aria"))
    first = offered(house)
    house.session.clients.continuing.remember(None)
    house.session.clients.continuing.forget(before=BAR)
    house.window.compose.tree.node_wanted_again.emit(2)
    again = house.live.last(messages.Continue)
    assert again.request > first.request
    sampling = replace(
        first.ask.sampling, seed=house.session.piece.document.composition.take(2).seed
    )
    assert again.ask == replace(first.ask, alternatives=1, best_of=0, sampling=sampling)
    assert again.ask.remembered == replace(piece(1), title="Aria")
    assert again.score == first.score


@pytest.mark.slow
def test_what_comes_out_as_it_was_is_the_take_and_not_another(house: House) -> None:
    offered(house)
    house.window.compose.library.take_wanted_again.emit(2)
    answer(house, 70)
    assert notice(house) == "These are the notes of take 2 again."
    assert len(house.session.piece.document.composition.takes) == 4
    offer = house.session.clients.continuing.offer
    assert offer is not None
    assert offer.numbers == (2,)
    house.act("accept")
    assert house.session.piece.document.composition.current_take == 2


@pytest.mark.slow
def test_other_notes_are_told_and_kept_as_a_take_of_their_own(house: House) -> None:
    offered(house)
    house.window.compose.tree.node_wanted_again.emit(2)
    answer(house, 70, 71)
    assert notice(house).startswith("These are not the notes of take 2.")
    assert len(house.session.piece.document.composition.takes) == 5


def test_the_piece_as_it_was_then_is_gone_on_with(house: House) -> None:
    first = offered(house)
    document = house.session.piece.document
    emptier = document.composition.score.tracks[0].with_notes([Note(0, 50, 480)])
    document.edit(
        "Edit", document.composition.with_score(document.composition.score.with_track(0, emptier))
    )
    house.window.compose.tree.node_wanted_again.emit(1)
    assert house.live.last(messages.Continue).score == first.score


def test_a_take_of_a_model_that_is_gone_says_so(house: House) -> None:
    offered(house)
    document = house.session.piece.document
    document.amend(lambda c: c.with_take(replace(c.take(1), model="Mine")))
    asked = len(house.live.of(messages.Continue))
    house.window.compose.tree.node_wanted_again.emit(1)
    assert notice(house) == "Take 1 was made by “Mine”, which is not on this computer."
    assert len(house.live.of(messages.Continue)) == asked


def test_another_model_that_is_there_is_loaded_first(house: House) -> None:
    offered(house)
    loaded = house.session.clients.continuing.model
    assert loaded is not None
    house.live.deliver(messages.ModelLoaded(
        folder=loaded.folder, name="Mine", parameters=1, notes=8, device="CPU", seconds=0.1
    ))  # fmt: skip
    asked = len(house.live.of(messages.Continue))
    house.window.compose.tree.node_wanted_again.emit(1)
    assert house.live.last(messages.LoadModel).folder == str(house.starter)
    assert len(house.live.of(messages.Continue)) == asked
    house.load_model()
    assert len(house.live.of(messages.Continue)) == asked + 1


@pytest.mark.slow
def test_a_take_is_made_again_after_the_piece_was_saved_and_opened(house: House) -> None:
    house.session.clients.continuing.remember(replace(piece(1), title="Aria"))
    first = offered(house)
    document = house.session.piece.document
    opened = from_bytes(to_bytes(document.composition))
    document.show(opened, path=None, title="a", saved=True)
    house.window.compose.tree.node_wanted_again.emit(1)
    again = house.live.last(messages.Continue)
    assert again.score == first.score
    assert again.ask.remembered == first.ask.remembered


@pytest.mark.slow
def test_a_take_of_tracks_that_were_moved_is_asked_about_the_piece_as_it_is(house: House) -> None:
    house.session.editing.music.add_track()
    offered(house)
    number = house.session.piece.document.composition.takes[0].number
    house.session.editing.music.move_track(0, 1)
    house.session.takes.again.make(number)
    asked = house.live.last(messages.Continue)
    assert asked.score == house.session.piece.document.score
