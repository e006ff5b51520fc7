"""An empty piece is begun by the main button, with tempo, meter, key and *like*."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.compose.beginning.sketch import onsets_of, sketch_of
from app.compose.files.templates import TEMPLATES, piece_of
from engine import messages
from engine.music.keys import Key
from engine.music.score import KeySignature, Note, Score, Tempo, TimeSignature, Track
from tests.app.doubles import BAR, piece
from tests.app.house import House

BEGIN = "Begin 4 bars"


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    house.act("new")
    qtbot.waitUntil(lambda: house.window.compose.continue_panel._deed.begins)
    yield house
    house.end()


def button(house: House):
    return house.window.compose.continue_panel._button


def edit(house: House) -> Score:
    return house.session.piece.document.score


def asked(house: House) -> messages.Continue:
    return house.live.last(messages.Continue)


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_can_be_begun(house: House, qtbot: QtBot, template: str) -> None:
    house.session.filing.actions.begin_with(template)
    qtbot.waitUntil(lambda: button(house).text() == BEGIN)
    assert button(house).isEnabled()
    house.act("continue")
    assert (asked(house).ask.start, asked(house).ask.bars) == (0, 4)
    assert len(asked(house).ask.roles) == len(TEMPLATES[template].tracks)


def test_a_wish_and_an_endless_length_do_not_reach_the_beginning(house: House) -> None:
    generation = house.session.focus.generation
    generation.replace(generation.settings.asking(bars=0, wish="end", pattern=(0, BAR)))
    house.act("continue")
    ask = asked(house).ask
    assert (ask.bars, ask.wish, ask.pattern, ask.alternatives) == (8, "none", (0, 0), 4)


def test_the_panel_has_the_choices_of_a_beginning_until_the_first_note(
    house: House, qtbot: QtBot
) -> None:
    panel, document = house.window.compose.continue_panel, house.session.piece.document
    assert panel.beginning.isVisibleTo(panel)
    assert not panel._from.isVisibleTo(panel)
    assert not panel._wishes.isVisibleTo(panel)
    document.edit("Draw", document.composition.with_score(piece(bars=2)))
    qtbot.waitUntil(lambda: not panel.beginning.isVisibleTo(panel))
    assert panel._from.isVisibleTo(panel)
    assert panel._wishes.isVisibleTo(panel)
    document.undo()
    qtbot.waitUntil(lambda: panel.beginning.isVisibleTo(panel))


def test_tempo_meter_and_key_are_edits_of_the_piece(house: House, qtbot: QtBot) -> None:
    choices, document = house.window.compose.continue_panel.beginning, house.session.piece.document
    for bpm in (90.0, 95.0, 96.0):
        choices.tempo_chosen.emit(bpm)
    assert [tempo.bpm for tempo in document.score.tempos] == [96.0]
    choices.meter_chosen.emit("3/4")
    choices.key_chosen.emit(Key(2, minor=True))
    assert document.timeline.bars.signature_at(0).numerator == 3
    assert Key.of(document.score.key_signatures[0]) == Key(2, minor=True)
    qtbot.waitUntil(lambda: choices._mode.choice() == "minor")
    house.act("continue")
    assert asked(house).score.key_signatures == document.score.key_signatures
    choices.key_chosen.emit(None)
    assert document.score.key_signatures == ()
    qtbot.waitUntil(lambda: choices._mode.choice() == "none")
    # One step for all moves of the slider, and one for each of the others.
    for _ in range(3):
        document.undo()
    assert [tempo.bpm for tempo in document.score.tempos] == [96.0]
    document.undo()
    assert not document.score.tempos


def test_the_beginning_is_like_a_piece_that_the_model_reads_first(
    house: House, qtbot: QtBot
) -> None:
    panel = house.window.compose.continue_panel.beginning
    house.session.model.remembering.remember("Aria", piece(bars=4))
    qtbot.waitUntil(lambda: panel._like.choice() == "piece")
    assert "Aria" in panel._liked.text()
    house.act("continue")
    assert asked(house).ask.remembered is not None
    house.session.clients.continuing.dismiss()
    panel.like_chosen.emit("nothing")
    qtbot.waitUntil(lambda: panel._like.choice() == "nothing")
    house.act("continue")
    assert asked(house).ask.remembered is None


def test_a_style_cannot_be_chosen_without_one(house: House) -> None:
    panel = house.window.compose.continue_panel.beginning
    assert not panel._like._buttons["style"].isEnabled()
    assert "no style yet" in panel._like._buttons["style"].toolTip()


def test_the_sketch_is_seen_until_something_is_offered(house: House, qtbot: QtBot) -> None:
    roll, choices = house.window.compose.roll, house.window.compose.continue_panel.beginning
    qtbot.waitUntil(lambda: bool(roll._sketch))
    before = roll._sketch
    choices.key_chosen.emit(Key(5, minor=False))
    qtbot.waitUntil(lambda: roll._sketch not in (before, ()))
    card = house.window.compose.begin_card
    assert card.isVisibleTo(roll)
    house.act("continue")
    qtbot.waitUntil(lambda: not roll._sketch)
    assert not card.isVisibleTo(roll)


def test_the_other_ways_begin_with_the_hands(house: House, qtbot: QtBot) -> None:
    card = house.window.compose.begin_card
    card.chosen.emit("play")
    qtbot.waitUntil(lambda: house.session.sound.typing.on)
    assert house.session.recording.on
    house.session.sound.typing.toggle(on=False)


def test_a_sketch_is_in_the_key_and_fills_its_bars() -> None:
    for template in TEMPLATES.values():
        for key in (Key(2, minor=True), Key(8, minor=False)):
            composition = piece_of(template)
            score = composition.score
            score = score.__class__(
                tracks=score.tracks,
                time_signatures=score.time_signatures,
                key_signatures=(key.signature(0),),
            )
            sketch = sketch_of(score, composition.roles, bars=4)
            assert {note.pitch % 12 for _, note in sketch.notes} <= set(key.pitch_classes)
            assert max(note.end for _, note in sketch.notes) <= sketch.end
            assert len(sketch.chords) == 4
            drums = {i for i, track in enumerate(score.tracks) if track.is_drum}
            assert {track for track, _ in sketch.notes} == set(range(len(score.tracks))) - drums


def test_a_sketch_follows_meter_tempo_and_the_liked_piece() -> None:
    def drawn(*, onsets: Fraction | None = None, bpm: float = 120.0, above: int = 4) -> int:
        score = Score(
            tracks=(Track(),),
            tempos=(Tempo(0, bpm),),
            time_signatures=(TimeSignature(0, above, 4),),
        )
        return len(sketch_of(score, ("write",), bars=2, onsets=onsets).notes)

    assert drawn(bpm=60.0) > drawn() > drawn(bpm=180.0)
    assert drawn() > drawn(above=2)
    assert drawn(onsets=Fraction(2)) > drawn(onsets=Fraction(1, 2))
    fast = tuple(Note(240 * place, 72, 200) for place in range(32))
    slow = tuple(Note(1920 * place, 72, 1900) for place in range(4))
    assert onsets_of(Score(tracks=(Track(notes=fast),))) == 2
    assert onsets_of(Score(tracks=(Track(notes=slow),))) == Fraction(1, 2)
    assert onsets_of(Score(tracks=(Track(notes=fast, is_drum=True),))) is None


def test_without_a_key_the_sketch_names_no_chords() -> None:
    sketch = sketch_of(Score(tracks=(Track(),)), ("write",), bars=4)
    assert sketch.notes
    assert not sketch.chords
    named = Score(tracks=(Track(),), key_signatures=(KeySignature(0, -1, minor=True),))
    assert sketch_of(named, ("write",), bars=4).chords
