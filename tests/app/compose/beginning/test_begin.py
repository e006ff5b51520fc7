"""An empty piece is begun by the main button, with tempo, meter, key and *like*."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from app.compose.beginning.sketch import onsets_of, sketch_of
from app.compose.files.templates import TEMPLATES, piece_of
from app.files.models import STYLE, ModelInfo
from engine import messages
from engine.harmony.keys import Key
from engine.piece.composition import Composition
from engine.values.score import KeySignature, Note, Score, Tempo, TimeSignature, Track
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


def test_a_chosen_key_binds_the_first_bars_and_no_others(house: House) -> None:
    choices, document = house.window.compose.continue_panel.beginning, house.session.piece.document
    house.act("continue")
    assert asked(house).ask.limits.pitch_classes == ()
    house.session.clients.continuing.dismiss()
    key = Key(2, minor=True)
    choices.key_chosen.emit(key)
    house.act("continue")
    assert set(asked(house).ask.limits.pitch_classes) == key.pitch_classes
    house.session.clients.continuing.dismiss()
    document.edit("Draw", document.composition.with_score(piece(bars=2)))
    house.act("continue")
    assert asked(house).ask.limits.pitch_classes == ()


def test_the_panel_says_that_it_begins_and_how_often(house: House, qtbot: QtBot) -> None:
    panel = house.window.compose.continue_panel
    qtbot.waitUntil(lambda: panel._estimate.text().startswith("Four beginnings"))
    assert panel._shape_state.text() == "Four beginnings, as it is"
    assert house.window.actions_table["continue"].text() == "&Begin"
    assert panel._model._detail == "begins from nothing"
    qtbot.waitUntil(lambda: not panel.plan.isVisibleTo(panel))
    house.act("continue")
    qtbot.waitUntil(lambda: panel.plan.isVisibleTo(panel))
    house.finish(asked(house).request)
    qtbot.waitUntil(lambda: button(house).text() == BEGIN)
    assert button(house).isEnabled()
    assert not panel._reason.isVisibleTo(panel)


def test_tracks_that_the_model_does_not_hear_leave_the_piece_to_be_begun(
    house: House, qtbot: QtBot
) -> None:
    """The frame with other ways would lie over their notes."""
    score = piece(bars=4)
    composition = Composition.of(replace(score, tracks=(score.tracks[0], Track(program=33))))
    ignored, written = composition.settings
    house.session.piece.document.begin(
        replace(composition, settings=(replace(ignored, role="ignore"), written))
    )
    qtbot.waitUntil(lambda: button(house).text() == BEGIN)
    assert not house.window.compose.begin_card.isVisibleTo(house.window.compose.roll)
    house.act("continue")
    assert (asked(house).ask.start, asked(house).ask.roles) == (0, ("ignore", "write"))


@pytest.mark.parametrize("at", [0, 1])
def test_a_place_before_the_first_note_goes_on_at_the_end(
    house: House, qtbot: QtBot, at: int
) -> None:
    """Wherever the user put it: with the flag, the playhead or bars before the music."""
    late = Note(2 * BAR, 60, 480)
    house.session.piece.document.begin(Composition.of(Score(tracks=(Track(notes=(late,)),))))
    house.window.compose.ruler.boundary_dragged.emit(at * BAR)
    qtbot.waitUntil(lambda: button(house).text() == "Continue 4 bars from bar 4")
    house.act("continue")
    assert asked(house).ask.start == 3 * BAR


def test_the_tonic_is_one_stop_of_the_tab_key(house: House, qtbot: QtBot) -> None:
    choices = house.window.compose.continue_panel.beginning
    keys = choices._tonics._keys

    def stops() -> list[int]:
        tab = Qt.FocusPolicy.TabFocus
        return [tonic for tonic, key in keys.items() if key.focusPolicy() == tab]

    assert stops() == [0]
    chosen: list[object] = []
    choices.key_chosen.connect(chosen.append)
    keys[0].setFocus()
    for before, step, after in (
        (0, Qt.Key.Key_Right, 1),
        (1, Qt.Key.Key_Left, 0),
        (0, Qt.Key.Key_Left, 11),
    ):
        qtbot.keyClick(keys[before], step)
        assert stops() == [after]
        assert keys[after].hasFocus()
    qtbot.keyClick(keys[11], Qt.Key.Key_Return)
    assert chosen == [Key(11, minor=False)]
    qtbot.waitUntil(keys[11].isChecked)
    keys[11].click()
    assert keys[11].isChecked()
    assert keys[11].accessibleName() == "Key: B"


def test_the_beginning_is_like_a_piece_that_the_model_reads_first(
    house: House, qtbot: QtBot
) -> None:
    panel = house.window.compose.continue_panel.beginning
    house.session.model.remembering.remember("Aria", piece(bars=4))
    qtbot.waitUntil(lambda: panel._like.choice() == "piece")
    assert "Aria" in panel._liked.text()
    assert panel._liked_detail.text() == "C minor, 120 bpm"
    assert panel._picture.isVisibleTo(panel)
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


def test_without_a_style_the_model_before_it_comes_back(house: House) -> None:
    begin, starter = house.session.begin_views, house.starter
    style = ModelInfo(folder=starter.parent / "mine", name="Mine", card={"preset": STYLE})
    begin._models = lambda: [style]
    asked_for: list[object] = []
    begin.model_asked.connect(asked_for.append)
    loaded = house.session.clients.continuing.model
    assert loaded is not None
    begin._ask_style(style.folder)
    house.live.deliver(msgspec.structs.replace(loaded, folder=str(style.folder), name="Mine"))
    begin.show(is_empty=True)
    assert house.window.compose.continue_panel.beginning._like.choice() == "style"
    house.window.compose.continue_panel.beginning.like_chosen.emit("nothing")
    assert asked_for == [style.folder, starter]


def test_the_other_ways_say_which_keys_are_heard(house: House, qtbot: QtBot) -> None:
    ways = house.window.compose.begin_card._ways
    assert ways["play"].accessibleDescription().startswith("the computer's keys")
    house.player.deliver(messages.PortsChanged(outputs=(), inputs=("KeyStep 37",)))
    qtbot.waitUntil(lambda: "KeyStep 37 was found" in ways["play"].accessibleDescription())


def test_a_small_window_has_room_for_the_choices_and_a_frame_of_names(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    house = House(qapp, tmp_path, styled=True)
    house.begin(qtbot)
    house.act("new")
    window, card = house.window, house.window.compose.begin_card
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: card.isVisible() and card._ways["draw"]._said.isVisible())
    window.resize(1024, 600)
    qtbot.waitUntil(lambda: card.isVisible() and not card._ways["draw"]._said.isVisible())
    area = window.compose.continue_panel.findChild(QScrollArea)
    assert area.widget().minimumSizeHint().width() <= area.viewport().width()
    inside = card.parentWidget().rect()
    assert inside.contains(card.geometry())
    assert all(row.width() >= row.minimumSizeHint().width() for row in card._ways.values())
    house.end()


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
    qtbot.waitUntil(lambda: house.session.typing.keyboard.on)
    assert house.session.recording.on
    house.session.typing.keyboard.toggle(on=False)
    house.session.recording.toggle()
    card.chosen.emit("hum")
    assert house.window.workspace == "hum"


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
            drums = {i for i, track in enumerate(score.tracks) if track.is_drum}
            pitched = [note for track, note in sketch.notes if track not in drums]
            assert {note.pitch % 12 for note in pitched} <= set(key.pitch_classes)
            assert max(note.end for _, note in sketch.notes) <= sketch.end
            assert len(sketch.chords) == 4
            assert {track for track, _ in sketch.notes} == set(range(len(score.tracks)))


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
