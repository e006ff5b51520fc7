"""What a card of the start page plays is what its *Open* opens: the piece, and the offer."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.compose.beginning.continued_demos import FEATURED
from app.files.made_offer import MadeOffer, read_made_offer
from app.views.start_page.continued import ContinuedCard
from app.views.start_page.page import StartPage
from engine import messages
from engine.gate.refusal import RefusedError
from engine.ground.paths import continued_pieces, demo_pieces
from engine.midi.file.midifile import read_midi
from engine.piece.composition_file import open_composition
from engine.values.score import KeySignature, Tempo
from engine.values.time import BarMap
from tests.app.house import House
from tests.app.views.widgets_of import button

TITLE = "Canon in D"


@pytest.fixture
def first(qapp: QApplication, tmp_path: Path) -> Iterator[House]:
    """The window of a first start, which `begin` begins."""
    house = House(qapp, tmp_path)
    house.window.show()
    yield house
    house.end()


def begin(house: House, qtbot: QtBot, *, cards: int = len(FEATURED)) -> StartPage:
    house.session.begin(())
    page = house.window.workspaces.start
    qtbot.waitUntil(lambda: len(page.findChildren(ContinuedCard)) == cards)
    house.load_model()
    return page


def opened(house: House, qtbot: QtBot) -> None:
    button(begin(house, qtbot), f"Open ‘{TITLE}’").click()


def rewritten(house: House, change: object) -> None:
    """Replace the offer of a card by what a function makes of it."""
    path = house.session._folders.continued / "canon-in-d.json"
    made = change(read_made_offer(path.read_bytes()))  # type: ignore[operator]
    path.write_bytes(msgspec.json.encode(made))


@pytest.mark.parametrize("name", FEATURED)
def test_each_card_has_eight_bars_of_the_demo_and_four_whole_alternatives(name: str) -> None:
    made = read_made_offer((continued_pieces() / f"{name}.json").read_bytes())
    demo = read_midi((demo_pieces() / f"{name}.mid").read_bytes()).score
    bars = BarMap.of(demo)
    start = bars.start_of(8)
    assert (made.ask.start, made.ask.bars, made.model) == (start, 8, "Starter")
    assert [track.notes for track in made.score.tracks] == [
        tuple(note for note in track.notes if note.start < start) for track in demo.tracks
    ]
    offer = made.offer()
    assert [each.end for each in offer.alternatives] == [bars.start_of(16)] * 4
    assert len({each.notes for each in offer.alternatives}) == 4
    assert all(each.notes and each.plan.chords for each in offer.alternatives)
    assert all(start <= part.note.start for each in offer.alternatives for part in each.notes)


def test_open_shows_what_was_heard_as_the_first_of_its_cards(first: House, qtbot: QtBot) -> None:
    page, playing = begin(first, qtbot), first.session.clients.playing
    button(page, f"Play ‘{TITLE}’").click()
    heard = playing.score
    button(page, f"Open ‘{TITLE}’").click()
    assert first.window.workspace == "compose"
    document, offer = first.session.piece.document, first.session.clients.continuing.offer
    assert offer is not None
    assert offer.is_complete
    assert not offer.making
    assert (offer.current, len(offer.alternatives)) == (0, 2)
    assert offer.preview(document.score).tracks == heard.tracks
    assert document.title == TITLE
    assert not document.dirty
    assert not document.undo_name
    assert not playing.playing
    assert not first.live.of(messages.Continue)
    shown = [each.text for each in first.window.notices.notices()]
    assert "Enter keeps it, G makes 4 more." in shown
    qtbot.waitUntil(first.window.actions_table["accept"].isEnabled)


def test_enter_keeps_it_undo_brings_the_cards_back_and_the_file_has_the_takes(
    first: House, tmp_path: Path, qtbot: QtBot
) -> None:
    opened(first, qtbot)
    document, continuing = first.session.piece.document, first.session.clients.continuing
    offer = continuing.offer
    assert offer is not None
    before = document.score
    qtbot.waitUntil(first.window.actions_table["accept"].isEnabled)
    first.act("accept")
    kept = document.score
    assert kept.tracks[0].notes[-1].pitch == 70
    assert continuing.offer is None
    first.act("undo")
    assert document.score == before
    assert continuing.offer == offer.choosing(0)
    first.act("redo")
    assert document.score == kept
    with qtbot.waitSignal(first.session.piece.files.saved):
        first.session.piece.files.save(tmp_path / "canon.segue")
    saved = open_composition(tmp_path / "canon.segue")
    assert [take.state for take in saved.takes] == ["accepted", "offered"]
    assert saved.score.tracks == kept.tracks


def test_g_makes_more_of_the_same_length_and_the_sentence_goes(first: House, qtbot: QtBot) -> None:
    rewritten(first, lambda made: _of_bars(made, 2))
    opened(first, qtbot)
    first.act("continue")
    asked = first.live.last(messages.Continue)
    assert (asked.ask.start, asked.ask.bars, asked.ask.alternatives) == (4 * 1920, 2, 4)
    assert not any("Enter keeps it" in each.text for each in first.window.notices.notices())
    assert len(first.session.piece.document.composition.takes) == 2


@pytest.mark.parametrize("chosen", [0, 8])
def test_the_next_piece_has_the_length_of_the_user_again(
    first: House, qtbot: QtBot, chosen: int
) -> None:
    rewritten(first, lambda made: _of_bars(made, 2))
    generation = first.session.focus.generation
    opened(first, qtbot)
    assert generation.settings.request.bars == 2
    if chosen:
        generation.replace(generation.settings.asking(bars=chosen))
    first.session.piece.document.new()
    assert generation.settings.request.bars == (chosen or 4)


def test_the_transport_shows_tempo_and_key_of_the_card_while_it_plays(
    first: House, qtbot: QtBot
) -> None:
    def slow(made: MadeOffer) -> MadeOffer:
        keys = (KeySignature(tick=0, fifths=2, minor=False),)
        score = replace(made.score, tempos=(Tempo(0, 84.0),), key_signatures=keys)
        return msgspec.structs.replace(made, score=score)

    rewritten(first, slow)
    page, bar = begin(first, qtbot), first.window.transport
    before = bar._tempo.text(), bar._key_button.text()
    assert before[0] == "120"
    button(page, f"Play ‘{TITLE}’").click()
    qtbot.waitUntil(lambda: (bar._tempo.text(), bar._key_button.text()) == ("84", "D major"))
    button(page, f"Stop ‘{TITLE}’").click()
    qtbot.waitUntil(lambda: (bar._tempo.text(), bar._key_button.text()) == before)


def test_the_whole_original_stays_among_the_demo_pieces(first: House, qtbot: QtBot) -> None:
    demo = first.session._folders.demos / "canon-in-d.mid"
    demo.write_bytes((first.session._folders.demos / "blue-hour.mid").read_bytes())
    page = begin(first, qtbot)
    with qtbot.waitSignal(first.session.piece.files.opened):
        page.piece_chosen.emit(str(demo))
    assert first.session.piece.document.title == TITLE
    assert first.session.clients.continuing.offer is None


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]", b'{"model":"x"}'])
def test_a_file_that_is_no_offer_costs_its_own_card_alone(
    first: House, qtbot: QtBot, text: bytes
) -> None:
    (first.session._folders.continued / "night-drive.json").write_bytes(text)
    with pytest.raises(RefusedError):
        read_made_offer(text)
    page = begin(first, qtbot, cards=len(FEATURED) - 1)
    assert {each.key for each in page.findChildren(ContinuedCard)} == set(FEATURED[:2])


def _of_bars(made: MadeOffer, bars: int) -> MadeOffer:
    return msgspec.structs.replace(made, ask=replace(made.ask, bars=bars))
