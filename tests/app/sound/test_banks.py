"""Sound banks in the window: dropped, tried, chosen; what they lack; the bank of a piece."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication

from app.files.bank_check import BankCheck
from engine import messages
from engine.ground.errors import DocumentError
from engine.piece.composition import Composition
from engine.values.score import Score, Track
from engine.values.sound import DEFAULT_BANK
from tests.app.house import House

MINE = Path("/banks/mine.sf2")


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    def check(_check, path, *, sound, failed):
        if path == MINE:
            sound()
        else:
            failed(DocumentError("‘bad.sf3’ is broken.", hint="The sound is as it was."))

    monkeypatch.setattr(BankCheck, "check", check)
    house = House(qapp, tmp_path)
    show(house, _piece())
    yield house
    house.end()


def _piece(mixed_with: str = "") -> Composition:
    tracks = (Track(name="Lead", program=80), Track(name="Drums", is_drum=True))
    return replace(Composition.of(Score(tracks=tracks)), mixed_with=mixed_with)


def show(house: House, piece: Composition) -> None:
    house.session.piece.document.show(piece, path=None, title="A", saved=True)


def said(house: House) -> dict[str, str]:
    return {notice.key: notice.happened for notice in house.window.notices.notices()}


def test_a_bank_is_dropped_anywhere_tried_and_played(house: House) -> None:
    sound, drops = house.session.clients.playing.audio, house.session.filing.drops
    drops.open_or_import([Path("/banks/bad.SF3")])
    assert (sound.choices.bank, said(house)["bank"]) == ("", "‘bad.sf3’ is broken.")
    drops.import_all([MINE])
    assert (sound.choices.bank, sound.bank) == (str(MINE), "mine.sf2")
    assert "mine.sf2" in said(house)["bank"]
    house.window.notices.button_clicked.emit("bank", "own-bank")
    assert (sound.choices.bank, sound.bank) == ("", DEFAULT_BANK)


def test_the_mixer_names_the_bank_that_plays_what_the_chosen_one_lacks(house: House) -> None:
    house.window.compose.show_pane("mixer")
    house.session.views.show_pane("mixer")

    def shown() -> list[str]:
        buttons = house.window.compose.mixer.findChildren(QAbstractButton)
        return [button.text() for button in buttons]

    assert not [text for text in shown() if "Segue's own" in text]
    borrowed = ((80, False), (48, True))
    opened = messages.OutputOpened(kind="synth", name="", borrowed=borrowed)
    house.player.deliver(opened)
    assert [text for text in shown() if "Segue's own" in text] == ["Square lead (Segue's own)"]
    house.player.deliver(messages.OutputOpened(kind="port", name="Synth"))
    assert not [text for text in shown() if "Segue's own" in text]


def test_a_piece_keeps_the_bank_it_was_mixed_with_and_another_is_said_once(house: House) -> None:
    document = house.session.piece.document
    sound, mixer = house.session.clients.playing.audio, house.window.compose.mixer
    mixer.mute_toggled.emit(0, True)
    assert document.composition.mixed_with == ""
    mixer.level_changed.emit(0, -3.0)
    assert document.composition.mixed_with == DEFAULT_BANK
    assert "mixed-with" not in said(house)
    sound.choose(bank=str(MINE))
    assert f"‘{DEFAULT_BANK}’; it is played with ‘mine.sf2’" in said(house)["mixed-with"]
    house.window.notices.clear_notice("mixed-with")
    sound.choose(buffer_ms=20)
    assert "mixed-with" not in said(house)
    show(house, _piece("theirs.sf2"))
    assert "‘theirs.sf2’" in said(house)["mixed-with"]
    show(house, _piece())
    assert "mixed-with" not in said(house)
