"""The score in the window: lines as they are drawn, notes that are clicked, where the music is."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from app.views.score.line import ScoreLine
from app.views.score.page import ScorePage
from engine.engraving.engraver import Engraver
from engine.engraving.systems import systems
from engine.midi.file.midifile import read_midi
from engine.notation.notating import notate
from engine.values.score import Note, Score

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo" / "ode-to-joy.mid"


@pytest.fixture(scope="module")
def score() -> Score:
    return read_midi(DEMO.read_bytes()).score


@pytest.fixture(scope="module")
def lines(score: Score) -> tuple[tuple[int, ...], list[ScoreLine]]:
    """The first measures of the lines, and all of them drawn."""
    page = notate(score)
    engraver = Engraver(width=1500, ink="#ffffff")
    ranges = systems(page, width=engraver.spaces)
    drawn = []
    for measures in ranges:
        picture = engraver.draw(page, measures)
        notes = tuple(score.tracks[head.track].notes[head.note] for head in picture.heads)
        drawn.append(ScoreLine(picture, notes))
    return tuple(measures.start for measures in ranges), drawn


@pytest.fixture
def page(qtbot: QtBot, lines: tuple[tuple[int, ...], list[ScoreLine]]) -> ScorePage:
    view = ScorePage()
    qtbot.addWidget(view)
    view.resize(620, 300)
    view.show()
    qtbot.waitExposed(view)
    starts, drawn = lines
    view.show_layout(starts, 32, (0, len(starts) - 1))
    for number, line in enumerate(drawn):
        view.show_line(number, line)
    return view


def test_lines_that_are_not_drawn_are_asked_for_when_they_come_in_sight(
    qtbot: QtBot, lines: tuple[tuple[int, ...], list[ScoreLine]]
) -> None:
    view = ScorePage()
    qtbot.addWidget(view)
    view.resize(620, 300)
    with qtbot.waitSignal(view.look_changed):
        view.show()
    starts, drawn = lines
    view.show_layout(starts, 32, (0, len(starts) - 1))
    view.show_line(0, drawn[0])
    bar = view._area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    with qtbot.waitSignal(view.lines_wanted) as wanted:
        bar.setValue(bar.maximum())
    first, last = wanted.args
    assert starts[1] <= first <= last < 32


def test_a_clicked_note_is_told(
    qtbot: QtBot, page: ScorePage, lines: tuple[tuple[int, ...], list[ScoreLine]]
) -> None:
    head = lines[1][0].heads[3]
    paper = page._paper
    area = paper.area_of(0)
    scale = area.width() / lines[1][0].picture.width
    place = area.topLeft() + QPointF(head.box.center()) * scale
    with qtbot.waitSignal(page.note_chosen) as chosen:
        qtbot.mouseClick(paper, Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert chosen.args == [head.place.track, head.note, False]
    assert paper.head_at(QPointF(1, 1)) is None


def test_a_double_click_beside_the_notes_goes_to_the_bar(
    qtbot: QtBot, page: ScorePage, lines: tuple[tuple[int, ...], list[ScoreLine]]
) -> None:
    line = lines[1][0]
    scale = page._paper.area_of(0).width() / line.picture.width
    for bar, x in ((0, 2), (2, round((line.picture.bars[1] + 40) * scale))):
        with qtbot.waitSignal(page.seek_requested) as sought:
            qtbot.mouseDClick(page._paper, Qt.MouseButton.LeftButton, pos=QPoint(x, 2))
        assert sought.args == [bar]


def test_what_is_offered_has_the_colour_of_what_the_model_makes(
    page: ScorePage, lines: tuple[tuple[int, ...], list[ScoreLine]]
) -> None:
    line = lines[1][0]
    head = line.heads[3]
    assert line.tinted({(head.place.track, Note(0, 1, 1))}, "#123456") is line
    name = f'<g id="n{head.place.track}-{head.place.note}" class="note" fill="#123456"'
    assert line.tinted({(head.place.track, head.note)}, "#123456").picture.svg.count(name) == 1
    before = page._paper.grab().toImage()
    page.show_offered(frozenset({(head.place.track, head.note)}), range(0))
    assert page._paper.grab().toImage() != before
    page.show_offered(frozenset(), range(0))
    assert page._paper.grab().toImage() == before


def test_up_and_down_are_for_what_is_chosen(qtbot: QtBot, page: ScorePage) -> None:
    with qtbot.waitSignal(page.walk_requested) as walked:
        qtbot.keyClick(page, Qt.Key.Key_Up)
    assert walked.args == [0, 1]
    page.show_selection(0, (Note(0, 60, 480),))
    with qtbot.waitSignal(page.command_requested) as asked:
        qtbot.keyClick(page, Qt.Key.Key_Down)
    assert asked.args == ["step", -1]


def test_the_playhead_goes_on_within_a_line_and_turns_to_the_next(
    page: ScorePage, score: Score, lines: tuple[tuple[int, ...], list[ScoreLine]]
) -> None:
    starts, drawn = lines
    bar = 4 * score.ticks_per_quarter
    places = [drawn[0].x_at(tick) for tick in range(0, bar * starts[1], bar // 4)]
    assert None not in places
    assert places == sorted(places)
    page.show_playhead(0, 0.0)
    assert page._area.verticalScrollBar().value() == 0
    page.show_playhead(starts[-1], float(bar * starts[-1]))
    assert page._area.verticalScrollBar().value() > 0
    assert page.measures_in_sight()[1] == 31


def test_chosen_notes_are_marked(
    page: ScorePage, lines: tuple[tuple[int, ...], list[ScoreLine]]
) -> None:
    head = lines[1][0].heads[3]
    before = page._paper.grab().toImage()
    page.show_selection(head.place.track, (head.note,))
    after = page._paper.grab().toImage()
    scale = page._paper.area_of(0).width() / lines[1][0].picture.width
    # Beside the head, within its mark.
    place = (head.box.topLeft() * scale).toPoint() - QPoint(1, 1)
    assert QColor(before.pixel(place)) != QColor(after.pixel(place))


def test_what_changed_is_kept_in_sight_until_it_is_drawn(
    page: ScorePage, lines: tuple[tuple[int, ...], list[ScoreLine]]
) -> None:
    starts, _ = lines
    page.show_layout(starts, 32, (0, len(starts) - 1))
    assert 0 in page._paper.lines
    assert len(starts) - 1 not in page._paper.lines
    page.show_word("It was played freely.")
    assert page._word.isVisible()
    page.show_word("")
    assert not page._word.isVisible()


def test_the_playhead_moves_without_adding_up_all_lines(
    page: ScorePage, lines: tuple[tuple[int, ...], list[ScoreLine]], monkeypatch: pytest.MonkeyPatch
) -> None:
    starts, measured = tuple(range(0, 400, 2)), []
    page.show_layout(starts, 400, (0, -1))
    for number in range(40):
        page.show_line(number, lines[1][number % len(lines[1])])
    height_at = ScoreLine.height_at

    def counted(line: ScoreLine, width: float) -> float:
        measured.append(line)
        return height_at(line, width)

    monkeypatch.setattr(ScoreLine, "height_at", counted)
    for measure in range(0, 400, 40):
        page.show_playhead(measure, 0.0)
        page._paper.repaint()
    assert not measured


@pytest.mark.parametrize("endless", [False, True])
def test_lines_stand_one_after_the_other(
    page: ScorePage, lines: tuple[tuple[int, ...], list[ScoreLine]], *, endless: bool
) -> None:
    paper, drawn = page._paper, lines[1]
    page.show_heading("Winter", "Ada Byron")
    page.show_endless(on=endless)
    page.show_layout((0, 4, 9, 15), 20, (0, 3))
    for number in (2, 0):
        page.show_line(number, _narrower(drawn[number], 90 * number))
    # Another one in its place, which is as high and not as wide.
    page.show_line(0, _narrower(drawn[0], 200))
    known = {n: _taken(line, paper.width(), endless=endless) for n, line in paper.lines.items()}
    usual = sum(known.values()) / 2
    taken = [known.get(number, usual) for number in range(4)]
    top = paper._headroom
    assert (top > 0) is not endless
    for number in range(4):
        area = paper.area_of(number)
        begins, takes = (area.left(), area.width()) if endless else (area.top(), area.height())
        assert begins == pytest.approx(top + sum(taken[:number]))
        assert takes == pytest.approx(taken[number])
        assert paper.lines_in(area.adjusted(1, 1, -1, -1)) == range(number, number + 1)
    assert paper.lines_in(QRectF(0, 0, 100_000, 100_000)) == range(4)
    assert paper.lines_in(QRectF(-9, -9, 5, 5)) == range(0)
    found = [paper.line_of(measure) for measure in (0, 3, 4, 14, 15, 99)]
    assert found == [0, 0, 1, 2, 3, 3]


def _narrower(line: ScoreLine, by: int) -> ScoreLine:
    picture = line.picture
    return replace(line, picture=msgspec.structs.replace(picture, width=picture.width - by))


def _taken(line: ScoreLine, width: int, *, endless: bool) -> float:
    return line.picture.width / 25 if endless else line.height_at(width)


def test_a_line_of_another_layout_is_not_shown(
    page: ScorePage, lines: tuple[tuple[int, ...], list[ScoreLine]]
) -> None:
    page.show_layout((0, 4), 8, (0, 1))
    page.show_line(2, lines[1][0])
    assert page.drawn == frozenset()
    assert page._paper.line_of(0) == 0


def test_offered_measures_stand_on_a_ground_of_their_own(page: ScorePage) -> None:
    paper = page._paper
    line, area = paper.lines[0], paper.area_of(0)
    scale = area.width() / line.picture.width
    first, second = (round(area.left() + x * scale) for x in line.picture.bars[:2])
    top = round(area.top()) + 2
    before = page._paper.grab().toImage()
    page.show_offered(frozenset(), range(1, 2))
    after = page._paper.grab().toImage()

    def changed(x: int) -> bool:
        return before.pixelColor(x, top) != after.pixelColor(x, top)

    assert changed((first + second) // 2)
    assert not changed(first - 4)
    assert not changed(second + 4)
    page.show_offered(frozenset(), range(0))
    assert page._paper.grab().toImage() == before
