"""The whole window offscreen, with lists of events in place of its child processes."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
import shiboken6
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.main_window import dialogs
from app.main_window.window import MainWindow
from app.settings.settings import Settings
from app.settings.values import ComposeLayout, WindowPlace
from engine import messages
from engine.midi.file.midifile import write_midi
from engine.piece.composition_file import open_composition, to_bytes
from tests.app.doubles import BAR, piece
from tests.app.house import House, main_window

START = 4 * BAR


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    yield house
    house.end()


def test_every_action_has_words_and_no_key_means_two_things(house: House) -> None:
    actions = house.window.actions_table
    keys: Counter[tuple[str, str]] = Counter()
    for spec in actions:
        action = actions[spec.name]
        assert action.text().strip("& ")
        assert action.toolTip()
        assert len(action.shortcuts()) == len(spec.shortcuts), spec.name
        # Rare marks are in the palette and the menu alone.
        assert spec.shortcuts or spec.name.startswith("mark_"), spec.name
        for sequence in action.shortcuts():
            assert sequence.toString(), spec.name
            keys[(sequence.toString(), "any")] += 1
    # A key of the roll and one of the window would be ambiguous while the roll has the focus.
    assert [key for key, count in keys.items() if count > 1] == []


def test_every_action_does_something(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    unconnected = [
        spec.name
        for spec in house.window.actions_table
        if not house.window.actions_table[spec.name].receivers("2triggered(bool)")
    ]
    assert unconnected == []


@pytest.mark.slow
def test_every_disabled_action_gives_a_reason(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    actions = house.window.actions_table
    disabled = [spec for spec in actions if not actions[spec.name].isEnabled()]
    assert {"undo", "redo", "accept", "audition_1", "cut"} <= {spec.name for spec in disabled}
    for spec in disabled:
        assert len(actions.reason(spec.name)) > len(spec.tooltip), spec.name


@pytest.mark.slow
def test_every_control_has_an_accessible_name(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    nameless = [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for widget in house.window.findChildren(QWidget)
        if isinstance(widget, QAbstractButton)
        and not (widget.accessibleName() or widget.text())
        and type(widget).__module__.startswith("app.")
        and widget.isVisible()
    ]
    assert nameless == []


def test_the_demo_is_open_and_nothing_is_unsaved(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    assert house.session.piece.document.title == "Blue hour"
    assert house.session.piece.document.composition.score.note_count == 32
    assert not house.window.isWindowModified()
    assert house.player.score().note_count == 32


@pytest.mark.slow
def test_the_main_job(house: House, qtbot: QtBot, tmp_path: Path) -> None:
    """Continue, hear, keep, undo, redo, save and open again."""
    house.begin(qtbot)
    house.load_model()
    request = house.continue_()
    # It sounds while it is made, from a bar before.
    assert house.player.last(messages.Play).tick == START - BAR
    assert house.player.score().note_count == 33
    house.finish(request)
    document = house.session.piece.document
    assert len(document.composition.takes) == 4
    house.act("audition_2")
    assert house.player.last(messages.SetLoop).start == START - BAR
    before = to_bytes(document.composition)
    house.act("accept")
    assert document.undo_name == "Keep 2"
    assert document.composition.score.note_count == 33
    house.act("undo")
    assert to_bytes(document.composition) == before
    house.act("redo")
    with qtbot.waitSignal(house.session.piece.files.saved):
        house.session.piece.files.save(tmp_path / "a.segue")
    assert open_composition(tmp_path / "a.segue") == document.composition
    assert not house.window.isWindowModified()


@pytest.mark.slow
def test_escape_cancels_then_deselects_then_stops(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.load_model()
    house.continue_()
    note = house.session.piece.document.composition.score.tracks[0].notes[0]
    house.session.focus.selection.choose((note,))
    house.act("cancel")
    assert house.live.of(messages.CancelContinue)
    assert house.session.focus.selection.notes == (note,)
    house.live.deliver(
        messages.ContinuationFinished(
            request=1, seconds=1.0, first_note_seconds=0.1, notes_per_second=1.0, cancelled=True
        )
    )
    house.act("cancel")
    assert house.session.focus.selection.notes == ()
    assert house.session.clients.playing.playing
    house.act("cancel")
    assert not house.session.clients.playing.playing


@pytest.mark.slow
def test_the_cards_come_into_sight_when_there_is_something_to_choose(
    house: House, qtbot: QtBot
) -> None:
    house.begin(qtbot)
    house.load_model()
    page = house.window.compose
    house.session.views.show_pane("mixer")
    page.roll.setFocus()
    house.continue_()
    assert page.panes.currentWidget() is page.alternatives
    # Who works in a table by keys stays there.
    house.session.views.show_pane("events")
    page.events.setFocus()
    house.continue_()
    assert page.panes.currentWidget() is page.events


@pytest.mark.slow
def test_the_built_in_sound_has_a_name_of_the_window_s_own(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    for name, shown in ((messages.BUILT_IN, "Out: Built-in sound"), ("Horn", "Out: Horn")):
        house.player.deliver(messages.OutputOpened(kind="synth", name=name))
        assert shown in [chip.text() for chip in house.window.status.findChildren(QAbstractButton)]


@pytest.mark.slow
def test_without_a_track_to_write_continue_says_why(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.load_model()
    document = house.session.piece.document
    settings = tuple(replace(each, role="context") for each in document.composition.settings)
    document.edit("Roles", replace(document.composition, settings=settings))
    assert "set one to Write" in house.window.actions_table.reason("continue")
    house.session.asking.offers.go_on()
    assert not house.live.of(messages.Continue)
    assert "set one to Write" in house.window.notices.notices()[-1].happened


def test_a_dead_engine_is_told_and_the_piece_stays(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.load_model()
    house.continue_()
    house.live.died.emit("The music engine stopped unexpectedly and was restarted.")
    assert any("restarted" in notice.happened for notice in house.window.notices.notices())
    assert house.session.piece.document.composition.score.note_count == 32


@pytest.mark.slow
def test_a_midi_file_dropped_into_the_roll_is_added_at_its_bar(
    house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    house.begin(qtbot)
    path = tmp_path / "riff.mid"
    path.write_bytes(write_midi(piece(1)))
    document = house.session.piece.document
    with qtbot.waitSignal(document.changed):
        house.window.drops.inserted.emit((path,), START + 100, -2)
    assert document.undo_name == "Insert ‘riff’"
    assert document.composition.score.tracks[0].notes[-4].start == START


def test_a_dropped_piece_does_not_replace_unsaved_work(
    house: House, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    house.session.editing.music.add_track()
    path = tmp_path / "other.mid"
    path.write_bytes(write_midi(piece(1)))
    asked: list[str] = []
    monkeypatch.setattr(
        dialogs, "ask_to_save", lambda _window, title: asked.append(title) or "cancel"
    )
    house.session.open([path])
    assert asked == ["Blue hour"]
    assert len(house.session.piece.document.composition.score.tracks) == 3


@pytest.mark.slow
def test_training_ends_in_a_model_that_can_be_chosen(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.act("train")
    assert house.window.workspace == "train"
    house.window.train.start_clicked.emit("starter", "taste", "My pieces")
    piece = messages.ChosenPiece(content=b"1" * 16, path=b"/music/1.mid")
    house.library.deliver(messages.ChosenListed(pieces=(piece,), seconds=1500.0))
    job = house.jobs[-1]
    command = job.last(messages.TrainModel)
    assert (command.name, command.base, command.preset) == ("My pieces", "starter", "taste")
    for step in range(5):
        job.deliver(
            messages.TrainingProgress(
                phase="training",
                step=step * 10,
                steps=50,
                loss=3.0 - step / 10,
                device="cpu",
                validation_loss=3.1 - step / 10,
                tokens_per_second=800.0,
                seconds_left=60.0,
            )
        )
    qtbot.wait(80)
    folder = house.paths.models / "my-pieces"
    folder.mkdir(parents=True)
    (folder / "model.json").write_text(json.dumps({"format": 1, "card": {"name": "My pieces"}}))
    (folder / "weights.safetensors").write_bytes(b"x")
    job.deliver(
        messages.ModelMade(
            folder=str(folder), name="My pieces", step=40, validation_loss=2.7, base_loss=3.1
        )
    )
    assert [model.name for model in house.session.library.views.models] == ["Starter", "My pieces"]
    house.window.notices.button_clicked.emit("made", str(folder))
    assert house.live.last(messages.LoadModel).folder == str(folder)
    assert house.window.workspace == "compose"


@pytest.mark.slow
def test_closing_asks_about_unsaved_work(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    house.session.editing.music.add_track()
    answers = iter(("cancel", "discard"))
    monkeypatch.setattr(dialogs, "ask_to_save", lambda *_: next(answers))
    house.window.close()
    assert house.window.isVisible()
    house.window.close()
    house.closed = True
    assert not house.window.isVisible()
    assert house.player.closed == house.live.closed == 1
    assert list(house.paths.autosave.glob("*")) == []


@pytest.mark.slow
def test_closing_asks_about_a_running_training(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    house.session.clients.training.start(messages.TrainModel(name="Mine"))
    answers = iter((False, True))
    monkeypatch.setattr(dialogs, "confirm", lambda *_, **__: next(answers))
    house.window.close()
    assert house.window.isVisible()
    house.window.close()
    house.closed = True
    assert not house.window.isVisible()
    assert house.jobs[-1].closed == 1


@pytest.mark.slow
def test_the_layout_survives(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.act("panel_library")
    assert house.window.compose.library_dock.isHidden()
    house.window.close()
    house.closed = True
    again = main_window()
    settings = Settings(house.paths.preferences)
    assert settings.compose is not None
    again.compose.restore_layout(settings.compose)
    assert again.compose.library_dock.isHidden()
    again.close_now()
    shiboken6.delete(again)


@pytest.mark.slow
def test_the_sizes_of_the_docks_survive(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    page = house.window.compose
    layout = ComposeLayout(library=True, continuing=True, library_width=300, continuing_width=330)
    page.restore_layout(layout)
    qtbot.waitUntil(lambda: page.layout_state() == layout)
    # One that is hidden keeps its width for when it is shown again.
    page.restore_layout(msgspec.structs.replace(layout, library=False, library_width=280))
    page.show_library(on=True)
    qtbot.waitUntil(lambda: page.library_dock.width() == 280)


@pytest.mark.parametrize("state", ["normal", "maximized", "full_screen"])
def test_the_window_is_where_it_was(qtbot: QtBot, state: str) -> None:
    place = msgspec.convert(
        {"x": 60, "y": 70, "width": 640, "height": 610, "state": state}, WindowPlace
    )
    window = MainWindow(with_views=False)
    window.setMinimumSize(100, 100)
    window.restore_place(place)
    window.show()
    qtbot.waitUntil(lambda: window.place().state == state)
    assert window.place() == place
    window.close_now()
    shiboken6.delete(window)


@pytest.mark.parametrize(
    ("x", "y", "width", "height"),
    [
        (-100_000, -100_000, 100_000, 100_000),
        (100_000, 100_000, 1, 1),
        (-5000, 20, 700, 600),
        (0, 0, 800, 600),
    ],
)
@pytest.mark.usefixtures("qapp")
def test_a_window_from_another_screen_is_on_this_one(
    x: int, y: int, width: int, height: int
) -> None:
    window = MainWindow(with_views=False)
    window.restore_place(WindowPlace(x=x, y=y, width=width, height=height))
    window.fit_on_screen()
    room = window.screen().availableGeometry()
    assert room.contains(window.geometry().topLeft())
    assert window.width() <= room.width()
    assert window.height() <= room.height()
    shiboken6.delete(window)


@pytest.mark.slow
def test_a_theme_is_chosen_and_remembered(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    for name in ("light", "contrast", "dark"):
        house.act(f"theme_{name}")
        assert house.session.settings.preferences.theme == name
        assert house.window.actions_table[f"theme_{name}"].isChecked()
        assert house.window.grab().width() == house.window.width()


@pytest.mark.slow
def test_tempo_and_key_are_set_from_a_bar_on(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    second = house.session.piece.document.timeline.bars.start_of(1)
    house.session.clients.playing.seek(second + 7)
    monkeypatch.setattr("app.main_window.dialogs.ask_number", lambda *_a, **_k: 66.0)
    house.act("tempo_here")
    monkeypatch.setattr("app.main_window.dialogs.ask_text", lambda *_a, **_k: " Verse ")
    house.act("marker_here")
    score = house.session.piece.document.composition.score
    assert (score.tempos[-1].tick, score.tempos[-1].bpm) == (second, 66.0)
    assert (score.markers[-1].tick, score.markers[-1].text) == (second + 7, "Verse")
    assert house.session.piece.document.undo_name == "Marker"
    menu = house.session.editing.ruler.menu_at(second)
    next(each for each in menu.actions() if each.text() == "Remove its tempo").trigger()
    assert all(
        tempo.tick != second for tempo in house.session.piece.document.composition.score.tempos
    )


def test_a_machine_without_sound_says_so_in_the_tracks(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.player.deliver(messages.OutputOpened(kind="recording", name="whatever it says"))
    shown = [header._output.toolTip() for header in house.window.compose.headers._headers]
    assert [tip.split(" on ")[1] for tip in shown] == ["No sound, channel 1", "No sound, channel 2"]
