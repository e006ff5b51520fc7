"""Fill, Accompany and Answer in the window: what is asked, why not, and what comes of it."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from engine import messages
from engine.messages import PartNote
from engine.piece.composition import Composition
from engine.request import BEST_OF
from engine.values.alternative_end import AlternativeEnd
from engine.values.score import Note, Score, Track
from tests.app.doubles import BAR, piece
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path):
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model(fills=True)
    house.session.piece.document.show(
        Composition.of(piece(bars=8, tracks=3)), path=None, title="a", saved=True
    )
    yield house
    house.end()


def choose(house: House, first: int, count: int, *, track: int = 0) -> None:
    selection = house.session.focus.selection
    selection.choose_track(track)
    inside = (n for n in selection.track.notes if first * BAR <= n.start < (first + count) * BAR)
    selection.choose(tuple(inside))


def asked(house: House):
    return house.live.last(messages.Continue).ask


def answered(house: House, track: int, *, end: int) -> None:
    """Let the model make one note in each alternative."""
    command = house.live.last(messages.Continue)
    for alternative in range(command.ask.alternatives):
        note = Note(command.ask.start + 240, 90 + alternative, 120)
        house.live.deliver(
            messages.NotesMade(
                request=command.request,
                alternative=alternative,
                notes=(PartNote(track, note),),
                until=end,
            )
        )
        house.live.deliver(
            messages.AlternativeFinished(
                request=command.request,
                alternative=alternative,
                made=AlternativeEnd(end=end, ended=False, seed=alternative),
            )
        )
    house.live.deliver(
        messages.ContinuationFinished(
            request=command.request, seconds=2.0, first_note_seconds=0.2, notes_per_second=90.0
        )
    )


def told(house: House) -> str:
    notices = house.window.shell.notices.notices()
    return " ".join(f"{notice.happened} {notice.can}" for notice in notices)


def button(house: House, text: str) -> QPushButton:
    for _ in range(3):  # the place of the request and its words follow, each in a turn
        QCoreApplication.processEvents()
    panel = house.window.compose.continue_panel
    return next(b for b in panel.findChildren(QPushButton) if b.text() == text)


def pitches(house: House, track: int, first: int, count: int) -> list[int]:
    notes = house.session.piece.document.score.tracks[track].notes
    return [n.pitch for n in notes if first * BAR <= n.start < (first + count) * BAR]


@pytest.mark.slow
def test_fill_asks_for_the_chosen_bars_and_keeps_what_follows(house: House) -> None:
    action = house.window.actions_table["fill"]
    assert not action.isEnabled()
    assert "Drag over the bars in the ruler" in action.toolTip()
    house.session.focus.selection.choose_bars(2 * BAR, 4 * BAR)
    button(house, "Fill bars 3–4 in 3 tracks").click()
    ask = asked(house)
    assert (ask.start, ask.bars, ask.fill, ask.following) == (2 * BAR, 2, True, 0)
    assert ask.roles == ("write",) * 3
    assert "Bars 3 to 4 are filled: T0, T1, T2." in told(house)


@pytest.mark.slow
def test_a_track_alone_is_filled_while_the_others_are_heard(house: House) -> None:
    choose(house, 2, 2, track=1)
    house.act("fill_track")
    assert asked(house).roles == ("context", "write", "context")
    answered(house, 1, end=4 * BAR)
    before = house.session.piece.document.score
    house.act("accept")
    after = house.session.piece.document.score
    assert "Filled bars 3 to 4." in told(house)
    assert after.tracks[::2] == before.tracks[::2]
    assert pitches(house, 1, 2, 2) == [90]
    assert pitches(house, 1, 4, 4) == [n.pitch for n in before.tracks[1].notes[16:]]
    house.act("undo")
    assert house.session.piece.document.score == before


@pytest.mark.slow
def test_a_single_way_is_the_best_of_several(house: House) -> None:
    house.session.focus.generation.replace(
        house.session.focus.generation.settings.asking(alternatives=1)
    )
    choose(house, 2, 2)
    house.act("fill")
    assert (asked(house).alternatives, asked(house).best_of) == (1, BEST_OF)
    # What goes on is heard as it is made, so that nothing could take its place.
    answered(house, 0, end=4 * BAR)
    house.act("reject")
    house.act("continue")
    assert (asked(house).fill, asked(house).best_of) == (False, 0)


@pytest.mark.slow
def test_what_was_kept_is_a_take_with_its_seed_and_origin(house: House) -> None:
    choose(house, 2, 2)
    house.act("fill_track")
    answered(house, 0, end=4 * BAR)
    house.act("accept")
    composition = house.session.piece.document.composition
    take = composition.take(composition.current_take)
    assert (take.ask.fill, take.state, take.seed) == (True, "accepted", 0)
    origins = {n.origin for n in composition.score.tracks[0].notes if n.pitch >= 90}
    assert origins == {take.number}


@pytest.mark.parametrize(("selected", "staying"), [("kept", 8), ("thinned", 4), ("replaced", 0)])
def test_notes_in_the_gap_stay_as_was_asked(house: House, selected: str, staying: int) -> None:
    settings = house.session.focus.generation.settings
    house.session.focus.generation.replace(settings.asking(selected=selected))
    choose(house, 2, 2)
    house.act("fill_track")
    assert asked(house).selected == selected
    answered(house, 0, end=4 * BAR)
    offer = house.session.clients.continuing.offer
    heard = offer.preview(house.session.piece.document.score).tracks[0].notes
    assert len([n for n in heard if 2 * BAR <= n.start < 4 * BAR]) == staying + 1
    house.act("accept")
    assert len(pitches(house, 0, 2, 2)) == staying + 1
    number = house.session.piece.document.composition.current_take
    # Another alternative takes its place, and what stayed stays.
    other = house.session.piece.document.composition.accepting(number + 1)
    inside = [n for n in other.score.tracks[0].notes if 2 * BAR <= n.start < 4 * BAR]
    assert len(inside) == staying + 1


@pytest.mark.slow
def test_the_others_answer_a_track_that_is_given(house: House) -> None:
    choose(house, 0, 4, track=2)
    house.act("answer")
    ask = asked(house)
    assert (ask.start, ask.bars, ask.fill) == (0, 4, True)
    assert ask.roles == ("write", "write", "context")


@pytest.mark.slow
def test_a_track_that_plays_along_is_added_for_the_whole_piece(house: House) -> None:
    before = house.session.piece.document.composition
    house.window.compose.headers.accompany_chosen.emit(42)
    ask = asked(house)
    assert (ask.start, ask.bars, ask.fill, ask.selected) == (0, 8, True, "replaced")
    assert ask.roles == ("context", "context", "context", "write")
    added = house.session.piece.document.score.tracks[3]
    assert (added.program, added.is_drum, added.notes) == (42, False, ())
    assert house.session.focus.selection.current == 3
    assert f"{added.name} plays along in bars 1 to 8." in told(house)
    answered(house, 3, end=8 * BAR)
    house.act("accept")
    assert [n.pitch for n in house.session.piece.document.score.tracks[3].notes] == [90]
    house.act("undo")
    house.act("undo")
    assert house.session.piece.document.composition.score == before.score


@pytest.mark.slow
def test_a_track_for_which_nothing_could_be_made_is_taken_back(house: House) -> None:
    before = house.session.piece.document.score
    house.session.asking.accompanying.accompany(42)
    request = house.live.last(messages.Continue).request
    house.live.deliver(messages.Failed(request=request, message="It is too long."))
    assert house.session.piece.document.score == before
    assert "It is too long." in told(house)
    house.session.asking.accompanying.accompany(42)
    answered(house, 3, end=8 * BAR)
    house.live.deliver(messages.Failed(request=0, message="Something else."))
    assert len(house.session.piece.document.score.tracks) == 4


def test_drums_play_along_in_the_chosen_bars(house: House) -> None:
    choose(house, 2, 2)
    house.session.asking.accompanying.accompany(128)
    assert (asked(house).start, asked(house).bars) == (2 * BAR, 2)
    assert house.session.piece.document.score.tracks[3].is_drum


@pytest.mark.slow
def test_a_model_that_cannot_fill_says_so_and_rewrite_stays(house: House) -> None:
    house.load_model(fills=False)
    choose(house, 2, 2)
    for name in ("fill", "fill_track", "answer", "accompany"):
        action = house.window.actions_table[name]
        assert not action.isEnabled(), name
        assert "has not learned to fill gaps" in action.toolTip()
    house.session.focus.selection.choose_bars(2 * BAR, 4 * BAR)
    assert button(house, "Rewrite bars 3–4 in 3 tracks").isEnabled()
    before = house.session.piece.document.score
    house.session.asking.accompanying.accompany(42)
    assert house.session.piece.document.score == before


def test_an_empty_piece_and_one_with_nothing_around_give_their_reasons(house: House) -> None:
    actions = house.window.actions_table
    choose(house, 0, 8)
    assert not actions["fill"].isEnabled()
    assert "nothing around these bars" in actions["fill"].toolTip()
    assert actions["fill_track"].isEnabled()
    empty = Composition.of(Score(tracks=(Track(), Track())))
    house.session.piece.document.show(empty, path=None, title="b", saved=True)
    house.session.clients.playing.set_loop(0, BAR)
    assert not actions["fill"].isEnabled()
    assert "nothing around these bars" in actions["fill"].toolTip()
    assert not actions["accompany"].isEnabled()
    assert "nothing to play along with" in actions["accompany"].toolTip()


def test_a_selection_of_one_tick_is_its_bar(house: House) -> None:
    house.session.focus.selection.choose_track(0)
    house.session.focus.selection.choose((house.session.focus.selection.track.notes[9],))
    house.act("fill")
    assert (asked(house).start, asked(house).bars) == (2 * BAR, 1)


def test_what_the_model_refuses_is_a_sentence_and_changes_nothing(house: House) -> None:
    before = house.session.piece.document.composition
    choose(house, 0, 7)
    house.act("fill")
    sentence = "A gap of all tracks has at most 8 bars, not 200."
    request = house.live.last(messages.Continue).request
    house.live.deliver(messages.Failed(request=request, message=sentence, hint="Fill fewer bars."))
    assert sentence in told(house)
    assert house.session.clients.continuing.offer is None
    assert house.session.piece.document.composition == before


def test_the_chips_say_what_is_asked(house: House) -> None:
    def texts() -> list[str]:
        return [b.text() for b in house.window.compose.continue_panel.findChildren(QPushButton)]

    assert "Chords followed ▾" in texts()
    assert "Gaps emptied ▾" in texts()
    for name in ("Notes in a gap", "Follow the chords"):
        buttons = house.window.compose.continue_panel.findChildren(QPushButton)
        menu = next(b for b in buttons if b.accessibleName() == name).menu()
        menu.aboutToShow.emit()
        menu.actions()[2].trigger()
    request = house.session.focus.generation.settings.request
    assert (request.selected, request.harmony) == ("kept", "held")
    assert "Gaps kept ▾" in texts()
    assert "Chords held to ▾" in texts()
