"""Whatever the program can make now, the button makes, or it names a way to music beside it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.main_window.action_table import ACTIONS
from engine import messages
from engine.piece.composition import Composition
from engine.values.score import Score, Track
from tests.app.doubles import BAR, piece
from tests.app.house import House

# Actions of the menu *Continue* that make no music: they stop it, choose among it or forget.
NO_MUSIC = frozenset({"cancel", "accept", "reject", "star", "forget"})
Situation = Callable[[House], None]


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model(fills=True)
    yield house
    house.end()


def makers() -> tuple[str, ...]:
    """Return the actions of the menu *Continue* that make music."""
    return tuple(
        each.name
        for each in ACTIONS
        if each.menu == "Continue" and not each.submenu and each.name not in NO_MUSIC
    )


def show(house: House, score: Score, *roles: str) -> None:
    composition = Composition.of(score)
    if roles:
        settings = tuple(
            replace(each, role=role) for each, role in zip(composition.settings, roles, strict=True)
        )
        composition = replace(composition, settings=settings)
    house.session.piece.document.begin(composition)


def choose_bars(house: House, first: int, past: int) -> None:
    house.window.compose.ruler.bars_dragged.emit(first * BAR, past * BAR)


def alone(house: House) -> None:
    """Four bars in one track, all of them chosen, and an empty track beside it."""
    score = piece(bars=4)
    show(house, replace(score, tracks=(score.tracks[0], Track(program=33))))
    choose_bars(house, 0, 4)


def unheard(house: House) -> None:
    """Notes in a track that is not heard, beside an empty one that is written."""
    score = piece(bars=4)
    show(house, replace(score, tracks=(score.tracks[0], Track(program=33))), "ignore", "write")


def bars_before_the_music(house: House) -> None:
    score = piece(bars=4)
    late = tuple(note for note in score.tracks[0].notes if note.start >= 2 * BAR)
    show(house, replace(score, tracks=(score.tracks[0].with_notes(late),)))
    generation = house.session.focus.generation
    generation.replace(replace(generation.settings, origin="selection"))
    choose_bars(house, 0, 1)


def playhead_at_the_start(house: House) -> None:
    generation = house.session.focus.generation
    generation.replace(replace(generation.settings, origin="playhead"))


def endless(house: House) -> None:
    generation = house.session.focus.generation
    generation.replace(generation.settings.asking(bars=0))


SITUATIONS: dict[str, Situation] = {
    "a piece": lambda _house: None,
    "an empty piece": lambda house: house.act("new"),
    "an empty band": lambda house: house.session.filing.actions.begin_with("band"),
    "an empty piece, endless": lambda house: (house.act("new"), endless(house))[0],
    "bars in the middle": lambda house: choose_bars(house, 1, 2),
    "all bars": lambda house: choose_bars(house, 0, 4),
    "all bars of one track": alone,
    "the playhead at the start": playhead_at_the_start,
    "endless": endless,
    "nothing is written": lambda house: show(house, piece(bars=4), "context"),
    "only unheard notes": unheard,
    "bars before the music": bars_before_the_music,
    "the flag at the start": lambda house: house.window.compose.ruler.boundary_dragged.emit(0),
    "nothing is heard": lambda house: show(house, piece(bars=4), "ignore"),
    "an offer": lambda house: house.finish(house.continue_()),
    "an offer in an empty piece": lambda house: (
        house.act("new"),
        house.finish(house.continue_()),
    )[1],
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_button_makes_music_wherever_an_action_can(
    house: House, qtbot: QtBot, name: str
) -> None:
    SITUATIONS[name](house)
    qtbot.wait(80)
    panel, actions = house.window.compose.continue_panel, house.window.actions_table
    can = {each for each in makers() if actions[each].isEnabled()}
    ways = panel._button.isEnabled() or (
        panel._otherwise.isVisibleTo(panel) and panel._otherwise.isEnabled()
    )
    assert ways == bool(can), (name, can, panel._deed)
    if not panel._button.isEnabled():
        assert panel._reason.text()
        assert panel._reason.isVisibleTo(panel)


def test_one_track_that_is_all_there_is_is_answered_by_the_others(
    house: House, qtbot: QtBot
) -> None:
    alone(house)
    panel = house.window.compose.continue_panel
    qtbot.waitUntil(lambda: panel._button.text() == "Let the others answer in bars 1–4")
    panel._button.click()
    ask = house.live.last(messages.Continue).ask
    assert (ask.roles, ask.fill) == (("context", "write"), True)


def test_without_a_track_to_write_another_one_can_play_along(house: House, qtbot: QtBot) -> None:
    show(house, piece(bars=4), "context")
    panel = house.window.compose.continue_panel
    qtbot.waitUntil(lambda: panel._otherwise.text().startswith("Add a track that plays along"))
    assert panel._otherwise.isEnabled()
