"""The planned chords of what is offered: in the chord lane, on the cards, and written down."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from app.files.saved_generation_settings import read_settings, write_settings
from app.views.alternatives.card import Card
from engine import messages
from engine.form.alternative_plan import AlternativePlan, PlayingBars, ReturningBars
from engine.harmony.chord_symbols import chord_name
from engine.harmony.chord_track import typed_chords, with_chords, written_chords
from engine.messages import PartNote
from engine.piece.composition import Composition
from engine.values.alternative_end import AlternativeEnd
from engine.values.score import Note
from engine.values.sections import Section
from tests.app.doubles import BAR, piece
from tests.app.house import House

BARS = 8
START = BARS * BAR
END = START + 8 * BAR
PLANS = (
    "Am | F | C | G | Am | F | Dm E7 | Am",
    "C | Em | F | G | C | Em | F | G7",
    "Dm | G | C | C | F | F | G | G",
    "F | G | Em | Am | F | G | C | C",
)


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path):
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    load(house, plans=True)
    house.session.piece.document.show(
        Composition.of(piece(bars=BARS, tracks=2)), path=None, title="a", saved=True
    )
    house.session.focus.generation.replace(house.session.focus.generation.settings.asking(bars=8))
    yield house
    house.end()


def load(house: House, *, plans: bool) -> None:
    house.live.deliver(
        messages.ModelLoaded(
            folder=str(house.starter), name="Starter", parameters=3, notes=200, device="CPU",
            seconds=1.0, plans=plans,
        )
    )  # fmt: skip


def lane(house: House):
    return house.window.compose.chords


def cards(house: House) -> list[Card]:
    return house.window.compose.alternatives.findChildren(Card)


def continued(house: House, plans: tuple[str, ...] = PLANS) -> int:
    """Press G and let the model say its plans, and no note yet."""
    house.act("continue")
    command = house.live.last(messages.Continue)
    score = house.session.piece.document.score
    for number, plan in enumerate(plans):
        house.live.deliver(
            messages.ChordsPlanned(
                request=command.request,
                alternative=number,
                plan=AlternativePlan(
                    chords=typed_chords(plan, score, first_bar=BARS),
                    returning=(ReturningBars(first=BARS + 4, bars=4, source=BARS),),
                ),
            )
        )
    return command.request


def finished(house: House, request: int, *, best: tuple[int, ...] = (), count: int = 4) -> None:
    for number in range(count):
        made = {"request": request, "alternative": number}
        notes = (PartNote(0, Note(START, 60 + number, 480)),)
        house.live.deliver(messages.NotesMade(notes=notes, until=END, **made))
        house.live.deliver(
            messages.AlternativeFinished(
                made=AlternativeEnd(end=END, ended=False, seed=number + 1), **made
            )
        )
    house.live.deliver(
        messages.ContinuationFinished(
            request=request, seconds=2.0, first_note_seconds=0.2, notes_per_second=90.0, best=best
        )
    )


def at_bar(house: House, bar: int) -> str:
    """Return what a screen reader says of a bar of the lane."""
    lane(house).choose(bar * BAR)
    return lane(house).accessibleDescription()


def soon(qtbot: QtBot, house: House, bar: int, said: str) -> None:
    qtbot.waitUntil(lambda: at_bar(house, bar) == said)


def written(house: House) -> list[tuple[float, str]]:
    chords = written_chords(house.session.piece.document.score)
    return [(chord.tick / BAR, chord_name(chord)) for chord in chords]


@pytest.mark.slow
def test_the_lane_shows_the_plan_of_the_current_alternative(house: House, qtbot: QtBot) -> None:
    assert lane(house).isHidden()
    request = continued(house)
    soon(qtbot, house, 8, "bar 9: Am, offered")
    assert not lane(house).isHidden()
    assert house.window.actions_table["chord_lane"].isChecked()
    assert at_bar(house, 7) == "bar 8: no chord begins here"
    assert at_bar(house, 12) == "bar 13: Am, offered, as in bar 9"
    lane(house).choose(14 * BAR + BAR // 2)
    assert lane(house).accessibleDescription() == "bar 15: E7, offered, as in bar 11"
    finished(house, request)
    house.session.clients.continuing.choose(1)
    soon(qtbot, house, 9, "bar 10: Em, offered")
    house.session.clients.continuing.choose(-1)
    soon(qtbot, house, 9, "bar 10: no chord begins here")


def test_a_card_under_the_pointer_shows_its_plan(house: House, qtbot: QtBot) -> None:
    finished(house, continued(house))
    soon(qtbot, house, 8, "bar 9: Am, offered")
    house.window.compose.alternatives.hovered.emit(2)
    soon(qtbot, house, 8, "bar 9: Dm, offered")
    house.window.compose.alternatives.hovered.emit(-1)
    soon(qtbot, house, 8, "bar 9: Am, offered")


def test_offered_chords_are_hatched_and_written_ones_are_not(house: House) -> None:
    score = house.session.piece.document.score
    chords = typed_chords(PLANS[0], score, first_bar=BARS)
    pictures = []
    for shown in ((), chords):
        lane(house).show_chords(shown, end=END, timeline=house.session.piece.document.timeline)
        lane(house).show_offered(chords if not shown else (), end=END)
        lane(house).resize(900, lane(house).height())
        pictures.append(lane(house).grab().toImage())
    lane(house).show_chords((), end=0, timeline=house.session.piece.document.timeline)
    lane(house).show_offered((), end=0)
    pictures.append(lane(house).grab().toImage())
    assert pictures[0] != pictures[1]
    assert pictures[0] != pictures[2]


@pytest.mark.slow
def test_keys_walk_over_offered_chords_and_typing_begins_with_their_name(
    house: House, qtbot: QtBot
) -> None:
    finished(house, continued(house))
    soon(qtbot, house, 14, "bar 15: Dm, offered, as in bar 11")
    qtbot.keyClick(lane(house), Qt.Key.Key_Right)
    assert lane(house).place() == 14 * BAR + BAR // 2
    qtbot.keyClick(lane(house), Qt.Key.Key_Delete)
    assert written(house) == []
    lane(house).begin_typing()
    assert lane(house).findChild(QLineEdit).text() == "E7"


def test_a_written_chord_covers_an_offered_one(house: House, qtbot: QtBot) -> None:
    finished(house, continued(house))
    soon(qtbot, house, 8, "bar 9: Am, offered")
    house.session.asking.chords.write_typed(10 * BAR, "B")
    assert at_bar(house, 10) == "bar 11: B"
    assert at_bar(house, 9) == "bar 10: F, offered"
    assert at_bar(house, 11) == "bar 12: G, offered"


@pytest.mark.slow
def test_after_keep_the_lane_is_as_before_and_undo_offers_the_plan_again(
    house: House, qtbot: QtBot
) -> None:
    finished(house, continued(house))
    soon(qtbot, house, 8, "bar 9: Am, offered")
    house.session.clients.continuing.keep(0)
    qtbot.waitUntil(lambda: lane(house).isHidden())
    assert written(house) == []
    assert at_bar(house, 8) == "bar 9: no chord begins here"
    house.act("undo")
    soon(qtbot, house, 8, "bar 9: Am, offered")
    house.session.clients.continuing.dismiss()
    qtbot.waitUntil(lambda: lane(house).isHidden())


def test_a_lane_that_was_put_away_stays_away(house: House, qtbot: QtBot) -> None:
    request = continued(house)
    qtbot.waitUntil(lambda: not lane(house).isHidden())
    house.act("chord_lane")
    assert lane(house).isHidden()
    finished(house, request)
    soon(qtbot, house, 8, "bar 9: Am, offered")
    assert lane(house).isHidden()


@pytest.mark.slow
def test_the_lane_stays_while_a_new_plan_is_awaited(house: House, qtbot: QtBot) -> None:
    finished(house, continued(house))
    qtbot.waitUntil(lambda: not lane(house).isHidden())
    house.act("continue")
    soon(qtbot, house, 8, "bar 9: no chord begins here")
    assert not lane(house).isHidden()
    finished(house, house.live.last(messages.Continue).request)
    qtbot.waitUntil(lambda: lane(house).isHidden())


def test_the_best_of_more_bring_their_plan_and_takes_keep_their_format(house: House) -> None:
    request = continued(house)
    score = house.session.piece.document.score
    later = typed_chords("E | E | E | E | E | E | E | E", score, first_bar=BARS)
    plan = AlternativePlan(chords=later)
    house.live.deliver(messages.ChordsPlanned(request=request, alternative=4, plan=plan))
    finished(house, request, best=(0, 1, 2, 4), count=5)
    offer = house.session.clients.continuing.offer
    assert offer is not None
    assert [chord_name(each.plan.chords[0]) for each in offer.alternatives] == [
        "Am",
        "C",
        "Dm",
        "E",
    ]
    takes = house.session.piece.document.composition.takes
    assert len(takes) == 4
    assert not {"chords", "returning"} & set(type(takes[0]).__slots__)


@pytest.mark.slow
def test_cards_show_their_first_eight_bars_while_they_are_made(house: House, qtbot: QtBot) -> None:
    request = continued(house)
    qtbot.waitUntil(lambda: bool(cards(house)))
    names = cards(house)[0].accessibleName()
    assert names == "Alternative 1: waiting…, Am, F, C, G, Am, F, Dm E7, Am"
    assert cards(house)[1].toolTip().startswith("Planned chords: C, Em, F, G, C, Em, F, G7")
    finished(house, request)
    qtbot.waitUntil(lambda: cards(house)[0].accessibleName().endswith("F, Dm E7, Am"))
    long = house.session.focus.generation.settings.asking(bars=16)
    house.session.focus.generation.replace(long)
    continued(house, plans=(" | ".join(["C"] * 8 + ["F"] * 8),) * 4)
    qtbot.waitUntil(lambda: cards(house)[0].accessibleName().endswith(", C" * 8))


@pytest.mark.slow
def test_the_rows_of_symbols_tell_cards_apart(house: House, qtbot: QtBot) -> None:
    continued(house)
    qtbot.waitUntil(lambda: len(cards(house)) == 4)
    seen = [card.findChildren(type(card._sketch))[0].grab().toImage() for card in cards(house)]
    assert all(one != other for index, one in enumerate(seen) for other in seen[:index])


@pytest.mark.slow
def test_a_plan_is_written_in_one_step_edited_and_asked_for_again(
    house: House, qtbot: QtBot
) -> None:
    document = house.session.piece.document
    before = document.score
    finished(house, continued(house))
    qtbot.waitUntil(lambda: len(cards(house)) == 4)
    entry = next(
        a for a in cards(house)[3].menu().actions() if a.text() == "Write the plan over the bars"
    )
    entry.trigger()
    expected = [(8.0, "F"), (9.0, "G"), (10.0, "Em"), (11.0, "Am"), (12.0, "F"), (13.0, "G")]
    assert written(house) == [*expected, (14.0, "C"), (15.0, "C")]
    notices = house.window.shell.notices.notices()
    assert any(n.happened == "The plan is written from bar 9 to bar 16." for n in notices)
    assert house.session.clients.continuing.offer is not None
    assert lane(house).place() == START
    assert at_bar(house, 8) == "bar 9: F"
    house.act("undo")
    assert document.score == before
    house.act("redo")
    house.session.asking.chords.write_typed(9 * BAR, "Gm")
    house.act("continue")
    asked = house.live.last(messages.Continue)
    assert (asked.ask.start, asked.ask.harmony) == (START, "followed")
    assert [chord_name(chord) for chord in written_chords(asked.score)][:2] == ["F", "Gm"]


@pytest.mark.slow
def test_a_plan_that_ends_before_its_music_says_nothing_after_it(
    house: House, qtbot: QtBot
) -> None:
    finished(house, continued(house, plans=("C | F | G | C | F | G",)))
    soon(qtbot, house, 13, "bar 14: G, offered, as in bar 10")
    assert lane(house)._name_over(START + 6 * BAR - 1) == "G, offered, as in bar 10"
    assert lane(house)._name_over(START + 6 * BAR) == ""
    house.window.compose.alternatives.plan_written.emit(0)
    notices = house.window.shell.notices.notices()
    assert any(n.happened == "The plan is written from bar 9 to bar 14." for n in notices)


@pytest.mark.slow
def test_a_written_plan_leaves_the_chords_of_other_bars(house: House, qtbot: QtBot) -> None:
    document = house.session.piece.document
    old = typed_chords("C | D", document.score)
    document.show(
        Composition.of(with_chords(document.score, old)), path=None, title="a", saved=True
    )
    finished(house, continued(house))
    qtbot.waitUntil(lambda: len(cards(house)) == 4)
    house.window.compose.alternatives.plan_written.emit(0)
    house.window.compose.alternatives.plan_written.emit(1)
    assert written(house)[:4] == [(0.0, "C"), (1.0, "D"), (8.0, "C"), (9.0, "Em")]
    assert len(written(house)) == 10


def test_an_alternative_without_a_plan_has_nothing_to_write(house: House, qtbot: QtBot) -> None:
    finished(house, continued(house, plans=()))
    qtbot.waitUntil(lambda: len(cards(house)) == 4)
    entry = next(
        a for a in cards(house)[0].menu().actions() if a.text() == "Write the plan over the bars"
    )
    assert not entry.isEnabled()
    assert entry.toolTip() == "No chords were planned for it"
    house.window.compose.alternatives.plan_written.emit(0)
    assert written(house) == []
    assert lane(house).isHidden()


def switch(house: House) -> QPushButton:
    panel = house.window.compose.continue_panel
    return next(b for b in panel.findChildren(QPushButton) if b.text() == "Plan the chords")


def test_the_switch_is_on_asks_without_a_plan_and_is_remembered(house: House) -> None:
    generation = house.session.focus.generation
    assert switch(house).isChecked()
    assert switch(house).accessibleName() == "Plan the chords"
    house.act("continue")
    assert house.live.last(messages.Continue).ask.planned
    house.session.clients.continuing.dismiss()
    switch(house).click()
    house.act("continue")
    assert not house.live.last(messages.Continue).ask.planned
    assert not read_settings(write_settings(generation.settings)).request.planned
    old = json.loads(write_settings(generation.settings))
    del old["request"]["planned"]
    assert read_settings(json.dumps(old)).request.planned


def test_the_switch_says_why_nothing_can_be_planned(house: House) -> None:
    generation = house.session.focus.generation
    assert switch(house).isEnabled()
    generation.replace(generation.settings.asking(harmony="free"))
    assert not switch(house).isEnabled()
    assert switch(house).toolTip() == "Without a plan: the chords are ignored"
    generation.replace(generation.settings.asking(harmony="held"))
    assert switch(house).isEnabled()
    load(house, plans=False)
    assert switch(house).toolTip() == "This model has not learned to plan chords"
    assert not switch(house).isEnabled()


def test_the_band_shows_the_letters_of_what_is_offered(house: House, qtbot: QtBot) -> None:
    house.act("continue")
    request = house.live.last(messages.Continue).request
    letters = (
        Section(first=BARS, bars=4, letter="B"),
        Section(first=BARS + 4, bars=4, letter="B", varied=True),
    )
    house.live.deliver(messages.ChordsPlanned(
        request=request, alternative=0, plan=AlternativePlan(sections=letters)
    ))  # fmt: skip
    band = house.window.compose.form

    def said(bar: int) -> str:
        band.choose(bar)
        return band.accessibleDescription()

    qtbot.waitUntil(lambda: said(8) == "bar 9: section B, offered")
    assert not band.isHidden()
    assert lane(house).isHidden()
    assert said(15) == "bar 16: section B′, offered"
    assert said(7) == "bar 8: no section"
    shown = band.grab().toImage()
    band.show_offered(())
    assert band.grab().toImage() != shown


@pytest.mark.slow
def test_the_small_plan_outlines_where_tracks_are_planned_to_play(
    house: House, qtbot: QtBot
) -> None:
    house.act("continue")
    request = house.live.last(messages.Continue).request
    playing = (
        PlayingBars(first=BARS, bars=4, tracks=(0,)),
        PlayingBars(first=BARS + 4, bars=12, tracks=(0, 1)),
    )
    house.live.deliver(
        messages.ChordsPlanned(
            request=request, alternative=0, plan=AlternativePlan(playing=playing)
        )
    )
    notes = (PartNote(0, Note(START, 60, 480)),)
    house.live.deliver(
        messages.NotesMade(request=request, alternative=0, notes=notes, until=START + BAR)
    )
    plan = house.window.compose.continue_panel.plan
    qtbot.waitUntil(lambda: "8 are planned" in plan.accessibleDescription())
    assert "plays in 1 of 8 bars, 8 are planned" in plan.accessibleDescription()
    # No further than it was asked for.
    assert "plays in 0 of 8 bars, 4 are planned" in plan.accessibleDescription()
    finished(house, request)
    qtbot.waitUntil(lambda: "planned" not in plan.accessibleDescription())


@pytest.mark.parametrize(("written", "rows", "said"), [(8, 8, ""), (9, 9, ""), (13, 8, "5")])
def test_the_plan_counts_the_tracks_that_it_has_no_row_for(
    house: House, qtbot: QtBot, *, written: int, rows: int, said: str
) -> None:
    house.session.piece.document.show(
        Composition.of(piece(bars=BARS, tracks=written)), path=None, title="a", saved=True
    )
    plan = house.window.compose.continue_panel.plan

    def shown() -> tuple[int, list[str]]:
        more = [each for each in plan.findChildren(QLabel) if each.text().startswith("and ")]
        return len(plan._grid._plan.rows), [each.text() for each in more if not each.isHidden()]

    words = [f"and {said} more"] if said else []
    qtbot.waitUntil(lambda: shown() == (rows, words))
    request = house.continue_()
    qtbot.waitUntil(lambda: plan.accessibleName().endswith("1"))
    assert shown() == (rows, words)
    assert plan.accessibleDescription().endswith("more") == bool(said)
    assert request
