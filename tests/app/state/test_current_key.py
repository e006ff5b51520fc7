"""The key that the piece is in where the music is."""

from pytestqt.qtbot import QtBot

from app.state import edits
from app.state.current_key import CurrentKey
from app.state.document import Document
from engine.harmony.keys import Key
from engine.piece.composition import Composition
from engine.values.score import Score, Track
from tests.app.doubles import BAR, piece


def test_a_piece_that_says_nothing_is_in_the_likeliest_key(qtbot: QtBot) -> None:
    document = Document()
    key = CurrentKey(document)
    assert key.key is None
    with qtbot.waitSignal(key.changed):
        document.begin(Composition.of(piece()))
    assert key.key is not None
    assert key.at(0) == key.key


def test_the_key_changes_where_the_piece_says_so() -> None:
    document = Document()
    key = CurrentKey(document)
    score = edits.with_key_from(piece(), 0, Key(0))
    document.begin(Composition.of(edits.with_key_from(score, BAR, Key(7))))
    said: list[Key | None] = []
    key.changed.connect(said.append)
    key.move_to(BAR + 1)
    key.move_to(BAR + 2)
    key.move_to(0)
    assert said == [Key(7), Key(0)]
    assert key.at(BAR) == Key(7)


def test_drums_are_in_no_key() -> None:
    document = Document()
    key = CurrentKey(document)
    drums = Track(name="Drums", is_drum=True, notes=piece().tracks[0].notes)
    document.begin(Composition.of(Score(tracks=(drums,))))
    assert key.key is None
