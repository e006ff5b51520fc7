"""The roll under the hand: pointer, wheel and keys."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.values.geometry import KEYS_WIDTH
from engine.values.score import Note
from tests.app.views.roll_editor import (
    ALT,
    CONTROL,
    MIDDLE,
    NONE,
    NOTES,
    OTHER,
    SHIFT,
    VIEW,
    Editor,
    double_click,
    drag,
    place,
    score,
    send,
    wheel,
)

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


def test_a_rubber_band_with_ctrl_selects_bars_of_all_tracks(editor: Editor) -> None:
    roll = editor.roll
    asked: list[tuple[int, int]] = []
    roll.bars_requested.connect(lambda start, end: asked.append((start, end)))
    drag(roll, place(roll, 300, 82), place(roll, 1100, 74), keys=CONTROL)
    assert asked[0] == (0, 0)
    start, end = asked[-1]
    assert 290 <= start <= 310
    assert 1090 <= end <= 1110
    assert roll.selection() == ()


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
    with qtbot.waitSignal(roll.moved_by_hand):
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
    editor.selection.choose((NOTES[0],))
    qtbot.keyClick(editor.roll, key, held)
    assert editor.asked[0][1:3] == ((NOTES[0],), (expected,))
    assert editor.roll.selection() == (expected,)


def test_delete_and_escape(editor: Editor, qtbot: QtBot) -> None:
    editor.selection.choose(NOTES[:2])
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
    assert spoken[0] == "C5, bar 1 beat 2, 1 beat, velocity 80"
    qtbot.keyClick(roll, Qt.Key.Key_Up, ALT)
    assert [n.pitch for n in editor.asked[0][2]] == [73, 77]


def test_quantise_works_on_all_when_nothing_is_selected(editor: Editor) -> None:
    late = (Note(490, 72, 480), *NOTES[1:])
    editor.score = score(late)
    editor.show()
    editor.commands.quantise(step=editor.roll.step())
    assert editor.asked[0][1:3] == ((late[0],), (NOTES[0],))


def test_duplicate_puts_the_copy_behind(editor: Editor) -> None:
    editor.selection.choose(NOTES)
    editor.commands.duplicate(step=editor.roll.step())
    assert [n.start for n in editor.asked[0][2]] == [1920, 2400, 2880]
    assert editor.roll.selection() == editor.asked[0][2]
