"""The roll under the hand: pointer, wheel, keys, drops, and what it paints."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.geometry import Transform
from app.theme import theme
from app.views.roll.painting import KEYS_WIDTH
from app.views.roll.piano_roll import PianoRoll
from engine.music.keys import Key
from engine.music.score import Note, Score, TimeSignature, Track

LEFT, RIGHT, MIDDLE = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.RightButton,
    Qt.MouseButton.MiddleButton,
)
NONE, SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
NOTES = (Note(480, 72, 480), Note(960, 76, 480), Note(1440, 79, 480))
OTHER = (Note(480, 60, 960),)
VIEW = Transform(pixels_per_tick=0.1, row_height=12, left=0, top=(127 - 90) * 12)


def score(notes: tuple[Note, ...] = NOTES) -> Score:
    return Score(tracks=(Track(name="A", notes=notes), Track(name="B", notes=OTHER)))


class Editor:
    """Owns the score as a controller does, and remembers what was asked for."""

    def __init__(self, roll: PianoRoll) -> None:
        self.roll, self.score = roll, score()
        self.asked: list[tuple[int, tuple[Note, ...], tuple[Note, ...], str]] = []
        roll.edit_requested.connect(self.edit)
        self.show()

    def show(self) -> None:
        self.roll.show_score(self.score, (0, 1))

    def edit(
        self, track: int, removed: tuple[Note, ...], added: tuple[Note, ...], what: str
    ) -> None:
        self.asked.append((track, removed, added, what))
        kept = [n for n in self.score.tracks[track].notes if n not in removed]
        self.score = self.score.with_track(
            track, self.score.tracks[track].with_notes([*kept, *added])
        )
        self.show()


@pytest.fixture
def roll(qtbot: QtBot) -> PianoRoll:
    view = PianoRoll()
    qtbot.addWidget(view)
    view.resize(700, 400)
    view.show_snap("1/16")
    view.show()
    qtbot.waitExposed(view)
    view.show_transform(VIEW)
    return view


@pytest.fixture
def editor(roll: PianoRoll) -> Editor:
    return Editor(roll)


def place(roll: PianoRoll, tick: float, pitch: int) -> QPoint:
    shown = roll.transform()
    return QPoint(
        round(shown.x_of(tick)) + KEYS_WIDTH,
        round(shown.y_of(pitch) + shown.row_height / 2),
    )


def send(
    roll: PianoRoll,
    kind: QEvent.Type,
    where: QPoint,
    *,
    button: Qt.MouseButton = LEFT,
    keys: Qt.KeyboardModifier = NONE,
) -> None:
    held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else button
    at = QPointF(where)
    event = QMouseEvent(kind, at, QPointF(roll.mapToGlobal(where)), button, held, keys)
    QApplication.sendEvent(roll, event)


def drag(roll: PianoRoll, start: QPoint, end: QPoint, *, keys: Qt.KeyboardModifier = NONE) -> None:
    send(roll, QEvent.Type.MouseButtonPress, start, keys=keys)
    send(roll, QEvent.Type.MouseMove, (start + end) / 2, keys=keys)
    send(roll, QEvent.Type.MouseMove, end, keys=keys)
    send(roll, QEvent.Type.MouseButtonRelease, end, keys=keys)


def double_click(roll: PianoRoll, where: QPoint) -> None:
    for kind in (
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.MouseButtonRelease,
    ):
        send(roll, kind, where)


def wheel(
    roll: PianoRoll, where: QPoint, *, angle: QPoint, keys: Qt.KeyboardModifier = NONE
) -> None:
    event = QWheelEvent(
        QPointF(where),
        QPointF(roll.mapToGlobal(where)),
        QPoint(),
        angle,
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(roll, event)


# --- pointer ---------------------------------------------------------------------------------


def test_double_click_in_the_empty_adds_a_note_on_the_grid(editor: Editor) -> None:
    double_click(editor.roll, place(editor.roll, 2450, 80))
    ((track, removed, added, what),) = editor.asked
    assert (track, removed, what) == (0, (), "Draw note")
    assert [(n.start, n.pitch) for n in added] == [(2400, 80)]
    assert editor.roll.selection() == added


def test_double_click_on_a_note_deletes_it(editor: Editor) -> None:
    double_click(editor.roll, place(editor.roll, 700, 72))
    assert editor.asked == [(0, (NOTES[0],), (), "Delete note")]


def test_dragging_a_note_moves_it_by_the_grid(editor: Editor) -> None:
    drag(editor.roll, place(editor.roll, 700, 72), place(editor.roll, 700 + 250, 75))
    assert editor.asked == [(0, (NOTES[0],), (Note(720, 75, 480),), "Move note")]
    assert editor.roll.selection() == (Note(720, 75, 480),)


def test_alt_moves_off_the_grid(editor: Editor) -> None:
    drag(editor.roll, place(editor.roll, 700, 72), place(editor.roll, 950, 72), keys=ALT)
    assert editor.asked[0][2] == (Note(730, 72, 480),)


def test_a_click_is_no_edit(editor: Editor) -> None:
    where = place(editor.roll, 700, 72)
    drag(editor.roll, where, where + QPoint(1, 1))
    assert editor.asked == []
    assert editor.roll.selection() == (NOTES[0],)


def test_control_drag_copies(editor: Editor) -> None:
    drag(editor.roll, place(editor.roll, 700, 72), place(editor.roll, 700, 84), keys=CONTROL)
    assert editor.asked == [(0, (), (replace(NOTES[0], pitch=84),), "Copy note")]
    assert len(editor.score.tracks[0].notes) == 4


def test_the_right_edge_changes_the_end_and_the_left_edge_the_start(editor: Editor) -> None:
    roll = editor.roll
    drag(roll, place(roll, 955, 72), place(roll, 1195, 72))
    assert editor.asked[-1][2] == (Note(480, 72, 720),)
    drag(roll, place(roll, 485, 72), place(roll, 605, 72))
    assert editor.asked[-1][2] == (Note(600, 72, 600),)


def test_a_rubber_band_selects_and_shift_adds(editor: Editor) -> None:
    roll = editor.roll
    drag(roll, place(roll, 300, 82), place(roll, 1100, 74))
    assert roll.selection() == (NOTES[1],)
    send(roll, QEvent.Type.MouseButtonPress, place(roll, 700, 72), keys=SHIFT)
    send(roll, QEvent.Type.MouseButtonRelease, place(roll, 700, 72), keys=SHIFT)
    assert roll.selection() == NOTES[:2]


def test_selected_notes_move_together(editor: Editor) -> None:
    editor.roll.select_all()
    drag(editor.roll, place(editor.roll, 1200, 76), place(editor.roll, 1320, 75))
    _, removed, added, what = editor.asked[0]
    assert removed == NOTES
    assert [(n.start, n.pitch) for n in added] == [(600, 71), (1080, 75), (1560, 78)]
    assert what == "Move 3 notes"


def test_escape_drops_what_is_dragged(editor: Editor, qtbot: QtBot) -> None:
    roll = editor.roll
    send(roll, QEvent.Type.MouseButtonPress, place(roll, 700, 72))
    send(roll, QEvent.Type.MouseMove, place(roll, 1300, 80))
    qtbot.keyClick(roll, Qt.Key.Key_Escape)
    send(roll, QEvent.Type.MouseButtonRelease, place(roll, 1300, 80))
    assert editor.asked == []


def test_a_click_on_another_tracks_note_asks_for_that_track(editor: Editor, qtbot: QtBot) -> None:
    with qtbot.waitSignal(editor.roll.track_clicked) as asked:
        send(editor.roll, QEvent.Type.MouseButtonPress, place(editor.roll, 900, 60))
    assert asked.args == [1]
    editor.roll.show_current_track(1)
    double_click(editor.roll, place(editor.roll, 900, 60))
    assert editor.asked[-1][:3] == (1, OTHER, ())


def test_the_draw_tool_draws_with_one_drag(editor: Editor) -> None:
    editor.roll.show_tool("draw")
    drag(editor.roll, place(editor.roll, 2400, 80), place(editor.roll, 2870, 80))
    assert editor.asked[0][2] == (Note(2400, 80, 480),)


def test_notes_dragged_out_of_the_window_begin_a_drag(editor: Editor, qtbot: QtBot) -> None:
    roll = editor.roll
    send(roll, QEvent.Type.MouseButtonPress, place(roll, 700, 72))
    with qtbot.waitSignal(roll.drag_started):
        send(roll, QEvent.Type.MouseMove, QPoint(-200, 50))
    send(roll, QEvent.Type.MouseButtonRelease, QPoint(-200, 50))
    assert editor.asked == []


def test_the_keys_at_the_left_sound(editor: Editor) -> None:
    heard: list[tuple[int, int, bool]] = []
    editor.roll.note_auditioned.connect(lambda *note: heard.append(note))
    y = place(editor.roll, 0, 72).y()
    send(editor.roll, QEvent.Type.MouseButtonPress, QPoint(20, y))
    send(editor.roll, QEvent.Type.MouseMove, QPoint(20, y - 12))
    send(editor.roll, QEvent.Type.MouseButtonRelease, QPoint(20, y - 12))
    assert [(pitch, on) for pitch, _, on in heard] == [
        (72, True),
        (72, False),
        (73, True),
        (73, False),
    ]


def test_the_menu_is_asked_for_with_its_place(editor: Editor, qtbot: QtBot) -> None:
    from PySide6.QtGui import QContextMenuEvent

    where = place(editor.roll, 700, 72)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, where, editor.roll.mapToGlobal(where))
    with qtbot.waitSignal(editor.roll.menu_requested) as asked:
        QApplication.sendEvent(editor.roll, event)
    assert asked.args[1:] == [700, 72]
    assert editor.roll.selection() == (NOTES[0],)


def test_silence_when_audition_is_off(editor: Editor) -> None:
    heard: list[object] = []
    editor.roll.note_auditioned.connect(lambda *note: heard.append(note))
    editor.roll.show_audition(enabled=False)
    double_click(editor.roll, place(editor.roll, 2450, 80))
    assert heard == []
    editor.roll.show_audition(enabled=True)
    double_click(editor.roll, place(editor.roll, 2950, 80))
    assert heard


# --- wheel and sight -------------------------------------------------------------------------


def test_wheel_conventions(editor: Editor) -> None:
    roll, where = editor.roll, QPoint(300, 100)
    start = roll.transform()
    wheel(roll, where, angle=QPoint(0, -120))
    assert (roll.transform().left, roll.transform().top) == (0, start.top + 60)
    wheel(roll, where, angle=QPoint(0, -120), keys=SHIFT)
    assert roll.transform().left == pytest.approx(600)
    before = roll.transform().tick_at(where.x() - KEYS_WIDTH)
    wheel(roll, where, angle=QPoint(0, 120), keys=CONTROL)
    assert roll.transform().pixels_per_tick > start.pixels_per_tick
    assert roll.transform().tick_at(where.x() - KEYS_WIDTH) == pytest.approx(before, abs=10)
    wheel(roll, where, angle=QPoint(0, 120), keys=CONTROL | SHIFT)
    assert roll.transform().row_height > start.row_height


def test_the_middle_button_pans(editor: Editor) -> None:
    roll = editor.roll
    send(roll, QEvent.Type.MouseButtonPress, QPoint(300, 200), button=MIDDLE)
    send(roll, QEvent.Type.MouseMove, QPoint(260, 230), button=MIDDLE)
    send(roll, QEvent.Type.MouseButtonRelease, QPoint(260, 230), button=MIDDLE)
    assert roll.transform().left == pytest.approx(400)
    assert roll.transform().top == VIEW.top - 30


def test_following_turns_pages_until_the_user_scrolls(editor: Editor, qtbot: QtBot) -> None:
    roll = editor.roll
    far = Note(60_000, 60, 480)
    editor.score = score((*NOTES, far))
    editor.show()
    roll.show_follow(enabled=True)
    roll.show_playhead(9000)
    assert 0 < roll.transform().x_of(9000) < 200
    with qtbot.waitSignal(roll.follow_stopped):
        wheel(roll, QPoint(300, 100), angle=QPoint(0, -120), keys=SHIFT)
    left = roll.transform().left
    roll.show_playhead(90000)
    assert roll.transform().left == left


def test_the_last_page_ends_with_the_music(editor: Editor) -> None:
    roll = editor.roll
    editor.score = score((*NOTES, Note(20_000, 60, 480)))
    editor.show()
    roll.show_follow(enabled=True)
    roll.show_playhead(19_000)
    right = roll.transform().tick_at(roll.note_area().width())
    assert 20_480 <= right < 22_000
    roll.show_playhead(30_000)
    assert 0 < roll.transform().x_of(30_000) < roll.note_area().width()


def test_zoom_to_fit_shows_the_whole_piece(editor: Editor) -> None:
    roll = editor.roll
    roll.zoom_to_fit()
    shown = roll.transform()
    for note in (*NOTES, *OTHER):
        assert 0 <= shown.x_of(note.start) < shown.x_of(note.end) <= roll.width() - KEYS_WIDTH
        assert 0 <= shown.y_of(note.pitch) <= roll.height() - shown.row_height


# --- keys ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "held", "expected"),
    [
        (Qt.Key.Key_Up, NONE, Note(480, 73, 480)),
        (Qt.Key.Key_Down, SHIFT, Note(480, 60, 480)),
        (Qt.Key.Key_Up, ALT, Note(480, 74, 480)),
        (Qt.Key.Key_Right, NONE, Note(600, 72, 480)),
        (Qt.Key.Key_Left, ALT, Note(479, 72, 480)),
        (Qt.Key.Key_Right, SHIFT, Note(480, 72, 600)),
        (Qt.Key.Key_Up, CONTROL, Note(480, 72, 480, 85)),
    ],
)
def test_arrows_edit_the_selection(
    editor: Editor, qtbot: QtBot, key: Qt.Key, held: Qt.KeyboardModifier, expected: Note
) -> None:
    editor.roll.show_selection((NOTES[0],))
    qtbot.keyClick(editor.roll, key, held)
    assert editor.asked[0][1:3] == ((NOTES[0],), (expected,))
    assert editor.roll.selection() == (expected,)


def test_delete_and_escape(editor: Editor, qtbot: QtBot) -> None:
    editor.roll.show_selection(NOTES[:2])
    qtbot.keyClick(editor.roll, Qt.Key.Key_Delete)
    assert editor.asked == [(0, NOTES[:2], (), "Delete 2 notes")]
    editor.roll.select_all()
    qtbot.keyClick(editor.roll, Qt.Key.Key_Escape)
    assert editor.roll.selection() == ()


def test_navigation_walks_speaks_and_sounds(editor: Editor, qtbot: QtBot) -> None:
    roll = editor.roll
    spoken: list[str] = []
    heard: list[int] = []
    roll.announced.connect(spoken.append)
    roll.note_auditioned.connect(lambda pitch, _v, on: heard.append(pitch) if on else None)
    roll.show_navigation(enabled=True)
    qtbot.keyClick(roll, Qt.Key.Key_Right)
    qtbot.keyClick(roll, Qt.Key.Key_Right, SHIFT)
    assert roll.selection() == NOTES[:2]
    assert heard == [72, 76]
    assert spoken[0] == "C5, 1.2, velocity 80"
    qtbot.keyClick(roll, Qt.Key.Key_Up, ALT)
    assert [n.pitch for n in editor.asked[0][2]] == [73, 77]


def test_quantise_works_on_all_when_nothing_is_selected(editor: Editor) -> None:
    late = (Note(490, 72, 480), *NOTES[1:])
    editor.score = score(late)
    editor.show()
    editor.roll.quantise_selection()
    assert editor.asked[0][1:3] == ((late[0],), (NOTES[0],))


def test_duplicate_puts_the_copy_behind(editor: Editor) -> None:
    editor.roll.show_selection(NOTES)
    editor.roll.duplicate_selection()
    assert [n.start for n in editor.asked[0][2]] == [1920, 2400, 2880]
    assert editor.roll.selection() == editor.asked[0][2]


# --- what it shows ---------------------------------------------------------------------------


def pixels(roll: PianoRoll) -> bytes:
    image = roll.grab().toImage()
    return bytes(image.constBits())


def colour_near(roll: PianoRoll, note: Note) -> str:
    shown = roll.transform()
    x = round(shown.x_of(note.start + note.duration / 2)) + KEYS_WIDTH
    y = round(shown.y_of(note.pitch) + shown.row_height / 2)
    return roll.grab().toImage().pixelColor(x, y).name()


def test_an_edit_repaints_exactly_what_painting_anew_does(editor: Editor) -> None:
    roll = editor.roll
    roll.show_audition(enabled=False)
    pixels(roll)
    double_click(roll, place(roll, 2450, 80))
    roll.clear_selection()
    after_edit = pixels(roll)
    roll.show_ghosts(visible=True)
    assert pixels(roll) == after_edit


def test_a_change_of_meter_moves_the_bar_lines(editor: Editor) -> None:
    before = pixels(editor.roll)
    editor.score = replace(editor.score, time_signatures=(TimeSignature(0, 3, 4),))
    editor.show()
    assert pixels(editor.roll) != before


def test_louder_notes_are_painted_brighter(editor: Editor) -> None:
    def lightness(velocity: int) -> float:
        from PySide6.QtGui import QColor

        note = replace(NOTES[0], velocity=velocity)
        editor.score = score((note,))
        editor.show()
        return QColor(colour_near(editor.roll, note)).lightnessF()

    assert lightness(120) > lightness(75) > lightness(30)


def test_offered_notes_are_hatched_in_the_accent(editor: Editor) -> None:
    roll, note = editor.roll, Note(2400, 80, 960)
    roll.show_continuation(((0, note),), start=1920, end=3840)
    image = roll.grab().toImage()
    shown = roll.transform()
    x0, y0 = round(shown.x_of(note.start)) + KEYS_WIDTH, round(shown.y_of(note.pitch))
    seen = {
        image.pixelColor(x, y).name() for x in range(x0 + 4, x0 + 90) for y in range(y0, y0 + 12)
    }
    # Stripes: more than one colour inside, the accent at the outline, and the dog-ear cut off.
    assert len(seen) > 4
    top = {image.pixelColor(x, y0 + 1).name() for x in range(x0 + 4, x0 + 80)}
    assert theme().accent in top | seen
    ear = image.pixelColor(x0 + 93, y0 + 1).name()
    assert ear not in {theme().accent}


def test_selection_is_an_outline_not_a_colour_alone(editor: Editor) -> None:
    roll = editor.roll
    inside = colour_near(roll, NOTES[0])
    roll.show_selection((NOTES[0],))
    assert colour_near(roll, NOTES[0]) == inside
    image = roll.grab().toImage()
    box = roll.box_of(NOTES[0])
    edge = image.pixelColor(round(box.center().x()) + KEYS_WIDTH, round(box.top()))
    assert edge.lightnessF() > 0.8


def test_hidden_tracks_and_ghosts_can_go(editor: Editor) -> None:
    roll = editor.roll
    ghost = colour_near(roll, OTHER[0])
    roll.show_ghosts(visible=False)
    empty = colour_near(roll, OTHER[0])
    assert ghost != empty
    roll.show_ghosts(visible=True)
    roll.show_hidden_tracks(frozenset({1}))
    assert colour_near(roll, OTHER[0]) == empty


def test_the_scale_shades_rows(editor: Editor) -> None:
    roll = editor.roll
    outside = Note(4000, 73, 350)  # its middle is on no grid line
    roll.show_scale(Key(0))
    dark = colour_near(roll, outside)
    roll.show_scale(Key(1))
    assert colour_near(roll, outside) != dark


def test_the_selection_follows_what_is_still_there(editor: Editor, qtbot: QtBot) -> None:
    roll = editor.roll
    roll.show_selection(NOTES)
    with qtbot.waitSignal(roll.selection_changed) as said:
        roll.show_score(score(NOTES[1:]), (0, 1))
    assert said.args == [NOTES[1:]]


def test_the_empty_state_offers_the_demo(roll: PianoRoll, qtbot: QtBot) -> None:
    from PySide6.QtWidgets import QPushButton

    roll.show_score(Score(), ())
    button = next(b for b in roll.findChildren(QPushButton) if b.text() == "Open demo")
    assert button.isVisible()
    with qtbot.waitSignal(roll.open_demo_clicked):
        button.click()
    roll.show_loading("Reading the piece…")
    assert not button.isVisible()
    roll.show_score(score(), (0, 1))
    assert not button.parentWidget().isVisible()


def test_files_can_be_dropped_at_a_place(editor: Editor, qtbot: QtBot) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/music/a.mid")])
    where, copy = place(editor.roll, 1920, 72), Qt.DropAction.CopyAction
    entered = QDragEnterEvent(where, copy, data, LEFT, NONE)
    QApplication.sendEvent(editor.roll, entered)
    assert entered.isAccepted()
    event = QDropEvent(QPointF(where), copy, data, LEFT, NONE)
    with qtbot.waitSignal(editor.roll.files_dropped) as dropped:
        QApplication.sendEvent(editor.roll, event)
    assert dropped.args == [("/music/a.mid",), 1920]


def test_it_says_what_is_selected(editor: Editor) -> None:
    editor.roll.select_all()
    assert editor.roll.accessibleName() == "Piano roll"
    assert editor.roll.accessibleDescription() == "3 notes selected"


def test_fifty_thousand_notes_scroll_in_time(roll: PianoRoll) -> None:
    """Processor time of a frame, so that a busy machine does not decide."""
    import random
    import time

    draw = random.Random(0)  # noqa: S311 - music to scroll through
    tracks = tuple(
        Track(
            notes=tuple(
                sorted(
                    Note(draw.randrange(576_000), draw.randrange(30, 100), draw.randrange(60, 480))
                    for _ in range(10_000)
                )
            )
        )
        for _ in range(5)
    )
    roll.resize(1200, 700)
    roll.show_score(Score(tracks=tracks), (0, 1, 2, 3, 4))
    roll.show_transform(Transform(pixels_per_tick=0.0625, row_height=9, top=250))
    roll.repaint()
    frames = []
    for _ in range(150):
        began = time.thread_time()
        roll.show_transform(roll.transform().scrolled(pixels_x=20))
        roll.repaint()
        frames.append(time.thread_time() - began)
    assert sorted(frames)[int(len(frames) * 0.95)] <= 0.008 * 2
