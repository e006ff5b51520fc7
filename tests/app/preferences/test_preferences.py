"""The Preferences window in a whole session: what is chosen holds at once, and is kept."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from app.files.moving import copy_into, size_of
from app.main_window import dialogs
from app.main_window.action_table import ACTIONS
from app.main_window.shortcuts import PRESETS, keys_of, owner_of
from app.settings.settings import Settings
from app.views.preferences.window import PreferencesWindow
from app.views.sound_settings.page import SoundSettings
from engine import messages
from engine.ground.errors import SegueError
from engine.ground.paths import user_paths
from engine.library.catalogue import Catalogue
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    yield house
    house.end()


def shown(house: House) -> PreferencesWindow:
    house.act("preferences")
    view = house.session.preferences._view
    assert view is not None
    return view


def choose(page: QWidget, name: str, text: str) -> None:
    """Choose from a list as the user does."""
    box = next(b for b in page.findChildren(QComboBox) if b.accessibleName() == name)
    box.setCurrentIndex(box.findText(text))
    box.activated.emit(box.currentIndex())


def kept(house: House) -> Settings:
    house.session.settings.flush()
    return Settings(house.paths.preferences)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_gives_every_action_keys_and_none_to_two(preset: str) -> None:
    table = keys_of(preset, {})
    without = [name for name, keys in table.items() if not keys]
    # Rare marks are in the palette and the menu alone.
    assert [name for name in without if not name.startswith("mark_")] == []
    taken = [
        (name, each, owner)
        for name, keys in table.items()
        for each in keys
        if (owner := owner_of(each, table, but=name))
    ]
    assert taken == []


@pytest.mark.slow
def test_keys_that_are_pressed_hold_at_once_and_next_time(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    page = shown(house).keys
    page.choose("quantise")
    page.press("Ctrl+Shift+Alt+Q")
    action = house.window.actions_table["quantise"]
    assert action.shortcut().toString() == "Ctrl+Alt+Shift+Q"
    assert "Q" in action.toolTip()
    assert kept(house).keys() == {"quantise": ("Ctrl+Alt+Shift+Q",)}
    page.reset_clicked.emit("quantise")
    assert action.shortcut().toString() == "Q"
    assert kept(house).keys() == {}


@pytest.mark.slow
def test_keys_of_another_action_are_named_and_can_be_taken(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    page = shown(house).keys
    page.choose("quantise")
    page.press("G")
    assert house.window.actions_table["quantise"].shortcut().toString() == "Q"
    assert "Continue" in page._state.text()
    assert not page._take.isHidden()
    page.take_clicked.emit()
    assert house.window.actions_table["quantise"].shortcut().toString() == "G"
    assert house.window.actions_table["continue"].shortcut().toString() == "Ctrl+G"
    page.reset_all_clicked.emit()
    assert house.window.actions_table["continue"].shortcut().toString() == "G"


@pytest.mark.slow
def test_giving_keys_back_takes_them_from_whoever_has_them(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    page = shown(house).keys
    page.choose("quantise")
    page.press("G")
    page.take_clicked.emit()
    page.reset_clicked.emit("continue")
    table = house.session.preferences.keys.table()
    assert table["continue"] == ("G", "Ctrl+G", "Ctrl+Shift+G")
    assert table["quantise"] == ()


@pytest.mark.slow
def test_a_preset_leaves_what_the_user_chose_and_makes_no_conflict(
    house: House, qtbot: QtBot
) -> None:
    house.begin(qtbot)
    page = shown(house).keys
    page.choose("star")
    page.press("W")
    choose(page, "Keys as in", "Keys as in a notation program")
    table = house.session.preferences.keys.table()
    assert table["star"] == ("W",)
    assert table["longer"] == ()
    assert table["octave_up"] == ("Ctrl+Up",)
    assert [n for n, keys in table.items() for k in keys if owner_of(k, table, but=n)] == []
    assert kept(house).preferences.keys == "notation"


def test_a_preset_that_is_only_tried_takes_no_keys_from_any_action(
    house: House, qtbot: QtBot
) -> None:
    house.begin(qtbot)
    page, keys = shown(house).keys, house.session.preferences.keys
    longer = keys.table()["longer"]
    page.choose("star")
    page.press("W")
    choose(page, "Keys as in", "Keys as in a notation program")
    choose(page, "Keys as in", "Keys as in a DAW")
    assert keys.table()["longer"] == longer
    assert kept(house).keys() == {"star": ("W",)}
    # Who gives the action its first keys back has them in the other preset, too.
    page.reset_clicked.emit("star")
    choose(page, "Keys as in", "Keys as in a notation program")
    assert keys.table()["longer"] == ("W",)


def test_the_table_of_keys_can_be_searched_by_word_and_by_key(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    page = shown(house).keys
    assert page._found.rowCount() == len(ACTIONS)
    page._search.setText("octave up")
    assert page._found.rowCount() == 1
    page._search.setText("Ctrl+Shift+S")
    assert page._found.rowCount() >= 1


@pytest.mark.slow
def test_colours_are_those_of_the_menu(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    choose(shown(house).appearance, "Colours", "Light")
    assert house.window.actions_table["theme_light"].isChecked()
    assert kept(house).preferences.theme == "light"
    house.act("theme_dark")


def test_whether_folders_are_looked_at_holds_at_once(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    (box,) = shown(house).folders.findChildren(QCheckBox)
    assert box.isChecked()
    with qtbot.waitSignal(house.session.preferences.watching_changed) as told:
        box.click()
    assert told.args == [False]
    assert not kept(house).preferences.watch_folders


def test_the_start_is_kept_and_shown_again(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    choose(shown(house).appearance, "At the start", "The start page")
    assert kept(house).preferences.at_start == "page"
    box = next(
        each
        for each in shown(house).appearance.findChildren(QComboBox)
        if each.accessibleName() == "At the start"
    )
    assert box.currentText() == "The start page"


def test_language_and_size_wait_for_the_next_start_and_say_so(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    view = shown(house)
    choose(view.language, "Language", "Deutsch")
    choose(view.appearance, "Size of text and controls", "150 %")
    assert not view.language._restart.isHidden()
    assert not view.appearance._restart.isHidden()
    assert kept(house).preferences.language == "de"
    assert kept(house).preferences.scale == 150
    view.language._restart.click()
    house.closed = True
    assert not house.window.isVisible()
    assert house.window.restarts


def test_who_cancels_the_new_start_closes_for_good_later(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    house.session.editing.music.add_track()
    answers = iter(("cancel", "discard"))
    monkeypatch.setattr(dialogs, "ask_to_save", lambda *_: next(answers))
    shown(house).language.restart_clicked.emit()
    assert house.window.isVisible()
    house.window.close()
    house.closed = True
    assert not house.window.restarts


@pytest.mark.slow
def test_models_move_and_everything_finds_them(house: House, qtbot: QtBot, tmp_path: Path) -> None:
    house.begin(qtbot)
    model = house.paths.models / "mine"
    model.mkdir(parents=True)
    (model / "model.json").write_text('{"format": 1, "card": {"name": "Mine"}}')
    (model / "weights.safetensors").write_bytes(b"x" * 1000)
    house.session.library.views.refresh()
    house.session.library.views.use(model)
    house.session.settings.star_model(str(model), on=True)
    view = shown(house)
    target = tmp_path / "big disk" / "models"
    with qtbot.waitSignal(house.session.preferences.paths_changed):
        house.session.preferences.move("models", target)
    assert (target / "mine" / "weights.safetensors").read_bytes() == b"x" * 1000
    assert not model.exists()
    # Every process that starts from now on looks there.
    assert user_paths().models == target
    assert "Mine" in [info.name for info in house.session.library.views.models]
    assert house.live.last(messages.LoadModel).folder == str(target / "mine")
    assert house.session.settings.starred_models() == {str(target / "mine")}
    qtbot.waitUntil(lambda: not house.session.threads.moving.busy)
    assert view.folders._state.text() == "It was moved."


@pytest.mark.slow
def test_the_library_moves_with_what_was_written_last(
    house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    house.begin(qtbot)
    shown(house)
    model = house.paths.models / "mine"
    settings = house.session.settings
    settings.prefer(replace(settings.preferences, model=str(model)))
    old, target = house.paths.catalogue, tmp_path / "big disk"
    # As the process that shows the library has it open.
    with Catalogue(old):
        with Catalogue(old) as job:
            job.add_folders([tmp_path / "music"])
        with qtbot.waitSignal(house.session.preferences.paths_changed):
            house.session.preferences.move("library", target)
    assert not old.exists()
    assert user_paths().catalogue.parent == target
    # The models stayed where they were.
    assert settings.preferences.model == str(model)
    with Catalogue(user_paths().catalogue) as moved:
        assert moved.folders() == (tmp_path / "music",)


@pytest.mark.slow
def test_a_folder_that_cannot_be_used_changes_nothing(
    house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    house.begin(qtbot)
    model = house.paths.models / "mine"
    model.mkdir(parents=True)
    (model / "model.json").write_text("{}")
    (tmp_path / "target").write_text("a file, no folder")
    view = shown(house)
    house.session.preferences.move("models", tmp_path / "target")
    qtbot.waitUntil(lambda: not house.session.threads.moving.busy)
    assert "Nothing was moved" in view.folders._state.text()
    assert model.is_dir()
    assert user_paths().models == house.paths.models


def test_what_is_there_already_is_not_overwritten(tmp_path: Path) -> None:
    source, target = tmp_path / "a", tmp_path / "b"
    for folder in (source, target):
        folder.mkdir()
        (folder / "m").write_text(folder.name)
    with pytest.raises(SegueError, match="already"):
        copy_into(target, [source / "m"])
    assert (target / "m").read_text() == "b"
    assert size_of([source]) == 1


@pytest.mark.slow
def test_nothing_moves_while_something_is_trained(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.session.clients.training.start(messages.TrainModel(name="Mine"))
    view = shown(house)
    buttons = {b.accessibleName(): b for b in view.folders.findChildren(type(view.keys._reset))}
    assert not buttons["Move Models"].isEnabled()
    assert "trained" in buttons["Move Models"].toolTip()


def test_a_damaged_file_of_preferences_is_told_and_kept(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    config = user_paths().config
    config.mkdir(parents=True)
    (config / "preferences.json").write_bytes(b"\x00\xff not preferences")
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    (notice,) = (n for n in house.window.notices.notices() if n.key == "settings")
    assert notice.happened == "Your preferences could not be read."
    assert notice.did == (
        "Everything is as at first; the file was kept as ‘preferences.json.damaged’."
    )
    assert notice.details == "it is no text in UTF-8"
    assert (config / "preferences.json.damaged").is_file()
    house.end()


@pytest.mark.slow
def test_tab_goes_through_the_window(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    view = shown(house)
    view.show_page(3)
    view.keys._search.setFocus()
    reached = set()
    for _ in range(12):
        widget = view.focusWidget()
        reached.add(widget.accessibleName() if widget is not None else "")
        view.focusNextChild()
    assert {"Search shortcuts", "Keys as in", "Shortcuts", "Reset all"} <= reached


@pytest.mark.slow
def test_what_sounds_and_who_is_heard_is_shown_and_follows(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    page = shown(house).findChild(SoundSettings)
    assert page is not None
    house.player.deliver(
        messages.PortsChanged(outputs=("Synth",), inputs=("Keys",), devices=("Card",))
    )
    devices = page._device
    assert [devices.itemText(i) for i in range(devices.count())] == ["The system's own", "Card"]
    assert page._output.currentText() == "Built-in sound"
    assert page._buffer.currentText().endswith(" ms")
    assert "Listen to Keys" in [box.accessibleName() for box in page.findChildren(QCheckBox)]
    page.chosen.emit("device", "Card")
    assert devices.currentText() == "Card"
    assert house.player.last(messages.ChooseSound).sound.device == "Card"


@pytest.mark.slow
def test_the_window_is_no_larger_than_the_screen(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    view = shown(house)
    room = view.screen().availableSize()
    assert view.height() < room.height()
    assert view.width() <= room.width()
