"""Train, import report, events, notices, status, sheet, palette, tree, mixer."""

from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QTableView,
    QToolTip,
    QTreeWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.views.library_panel.import_report import ImportReport
from app.views.palette import CommandPalette, PaletteEntry, match
from app.views.shortcut_sheet import ShortcutSheet
from app.views.status_strip import StatusStrip
from app.views.take_tree import ROOT, TakeTree, TreeNode, places
from app.views.train.loss_chart import LossChart
from app.views.train.page import TrainPage
from app.views.train.parts import GoalCard
from app.views.train.phase_bar import PhaseBar
from app.views.train.values import (
    Curves,
    Done,
    Gain,
    LearnedPiece,
    RunProgress,
    SampleRow,
    SetupOption,
    Sources,
    TrainingPieces,
)
from engine.values.library import ImportResult, RefusalGroup
from engine.values.score import Note


def button(view: QWidget, name: str) -> QAbstractButton:
    found = [b for b in view.findChildren(QAbstractButton) if b.accessibleName() == name]
    assert found, sorted(b.accessibleName() for b in view.findChildren(QAbstractButton))
    return sorted(found, key=lambda b: not b.isVisible())[0]


def said_on(view: QWidget) -> str:
    return "\n".join(label.text() for label in view.findChildren(QLabel) if label.isVisible())


def shown(qtbot: QtBot, view: QWidget, width: int, height: int) -> None:
    qtbot.addWidget(view)
    view.resize(width, height)
    view.show()


# --- train -----------------------------------------------------------------------------------

GOALS = (
    SetupOption(key="tune", title="Sound like my pieces", detail="works from 20 minutes"),
    SetupOption(key="scratch", title="Only my pieces", reason="needs about 10 h, you have 2 h"),
)
PRESETS = (
    SetupOption(key="taste", title="Taste", detail="14 min"),
    SetupOption(key="evening", title="2 h"),
)
RUN = RunProgress(
    phase="training",
    step=3240,
    steps=5200,
    seconds_left=2460,
    notes_per_second=2640,
    device="CPU",
    verdict="12 % better than Starter",
    verdict_detail="at songs that it never saw",
)
ORIGIN = Gain(step=0, share=0.0, low=0.0, high=0.0, songs=4)
LATER = Gain(step=500, share=0.2, low=-0.01, high=0.3, songs=4, better=3)
GAINS = (ORIGIN, Gain(step=400, share=0.173, low=0.1, high=0.2, songs=4, better=4))


@pytest.fixture
def train(qtbot: QtBot) -> TrainPage:
    view = TrainPage()
    shown(qtbot, view, 1280, 760)
    view.setup.show_sources(Sources(pieces=214, total=1131, seconds=41_520))
    view.setup.show_goals(GOALS, chosen="tune")
    view.setup.show_presets(PRESETS, chosen="taste")
    view.show_idle(name="Mine")
    return view


def test_training_starts_with_what_was_chosen(train: TrainPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(train.setup.preset_chosen):
        button(train, "Time: 2 h").click()
    with qtbot.waitSignal(train.start_clicked) as said:
        button(train, "Start training").click()
    assert said.args == ["tune", "evening", "Mine"]
    assert "214 of 1,131 pieces · 11 h 32 m" in said_on(train)


def test_a_goal_out_of_reach_says_why(train: TrainPage, qtbot: QtBot) -> None:
    tune, scratch = train.findChildren(GoalCard)
    assert not scratch.isEnabled()
    assert scratch.toolTip() == "needs about 10 h, you have 2 h"
    with qtbot.waitSignal(train.setup.goal_chosen) as said:
        tune.click()
    assert said.args == ["tune"]


def phase_bar(train: TrainPage) -> PhaseBar:
    (bar,) = train.findChildren(PhaseBar)
    return bar


def test_the_phases_run_in_the_order_in_which_they_are_shown(train: TrainPage) -> None:
    """A run measures and tries out between steps, and no phase is left to the right of it."""
    bar = phase_bar(train)
    places = []
    for phase, step in (
        ("preparing", 1),
        ("evaluating", 0),
        ("sampling", 0),
        ("training", 400),
        ("evaluating", 400),
        ("sampling", 400),
        ("training", 800),
        ("finishing", 800),
        ("saving", 800),
    ):
        train.show_progress(msgspec.structs.replace(RUN, phase=phase, step=step))
        places.append(bar.now)
    train.show_done(Done(name="Mine", step=400))
    places.append(bar.now)
    assert places == sorted(places) == [0, 1, 1, 1, 1, 1, 1, 2, 3, 4]


def test_a_stopped_run_says_that_it_keeps_the_best_step(train: TrainPage) -> None:
    train.show_progress(msgspec.structs.replace(RUN, stopping=True))
    text = said_on(train)
    assert "Finishing" in text
    assert "the best step is kept" in text
    assert "Paused" not in text
    assert not button(train, "Pause").isEnabled()
    assert not button(train, "Stop and keep best").isEnabled()
    train.show_progress(RUN)
    assert button(train, "Stop and keep best").isEnabled()


def test_the_chart_compares_only_what_was_measured_on_the_same_songs(train: TrainPage) -> None:
    train.show_progress(msgspec.structs.replace(RUN, copied="4.1 %", copied_name="copied"))
    text = said_on(train)
    assert "12 % better than Starter" in text
    assert "4.1 %" in text
    (chart,) = train.findChildren(LossChart)
    chart.resize(600, 360)
    curves = Curves(gains=GAINS, steps=800, base="Starter")
    train.show_curves(replace(curves, copied=((0, 0.004), (400, 0.111))))
    assert chart.accessibleDescription().endswith("Copied: 11.1 %")
    # Both are drawn at the same steps, and what happens takes four fifths of the height.
    assert 0.2 < chart._high - chart._low < 0.25
    assert chart._low < 0.0
    assert chart._high > 0.2


def test_the_last_part_has_words_and_a_share_of_its_own(train: TrainPage) -> None:
    train.show_progress(
        msgspec.structs.replace(RUN, step=5200, phase="finishing", seconds_left=0.0, share=0.4)
    )
    text = said_on(train)
    assert "Finishing" in text
    assert phase_bar(train)._boxes[2].detail == "40 %"
    assert "0 s left" not in text
    train.show_progress(msgspec.structs.replace(RUN, step=5200, seconds_left=0.2))
    assert "Almost done" in said_on(train)


def test_pieces_are_chosen_by_one_button_and_added_by_another(
    train: TrainPage, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(train.setup.sources_clicked):
        button(train, "Choose pieces…").click()
    with qtbot.waitSignal(train.setup.add_folder_clicked):
        button(train, "Add folder…").click()
    train.setup.show_sources(Sources(pieces=0, total=0, seconds=0))
    assert not button(train, "Choose pieces…").isEnabled()
    assert button(train, "Add folder…").isEnabled()


def test_a_model_is_asked_for_in_advance_and_used_at_the_end(
    train: TrainPage, qtbot: QtBot
) -> None:
    ahead = button(train, "Use it when it is done")
    assert not ahead.isVisible()
    train.show_progress(msgspec.structs.replace(RUN, best_step=3200))
    assert "Ready in 41 min" in said_on(train)
    assert button(train, "Stop and keep step 3,200").isVisible()
    with qtbot.waitSignal(train.use.wanted) as said:
        ahead.click()
    assert said.args == [True]
    assert ahead.text().startswith("✓")
    train.activateWindow()
    ahead.setFocus()
    qtbot.waitUntil(ahead.hasFocus)
    train.show_done(
        Done(
            name="Mine",
            step=3200,
            planned=5200,
            copied="6.2 %",
            spent=(("training", 600.0), ("saving", 60.0)),
            heard=True,
        )
    )
    assert not ahead.isVisible()
    text = said_on(train)
    assert "Done" in text
    assert "after 11 min" in text
    assert QApplication.focusWidget() is button(train, "Listen")
    assert [box.detail for box in phase_bar(train)._boxes] == [
        "pieces read",
        "5,200 steps, 10 min",
        "step 3,200",
        "as a model, 60 s",
    ]
    with qtbot.waitSignal(train.use.listened):
        button(train, "Listen").click()
    assert "6.2 %" in text
    with qtbot.waitSignal(train.use.used):
        button(train, "Use it").click()
    train.show_done(Done(name="Mine", step=3200, default=True))
    assert not button(train, "Use it").isEnabled()


def test_the_focus_stays_on_the_page_when_its_buttons_change(train: TrainPage) -> None:
    train.activateWindow()
    button(train, "Start training").setFocus()
    train.show_progress(RUN)
    assert train.focusWidget() is button(train, "Pause")
    train.show_done(Done(name="Mine", step=3200))
    assert train.focusWidget() is button(train, "Use it")
    train.show_idle(name="Mine 2")
    assert train.focusWidget() is button(train, "Start training")


def test_a_run_lists_its_pieces_and_those_it_only_measures_with(train: TrainPage) -> None:
    pieces = tuple(
        LearnedPiece(title=f"Song {n}", path=f"/m/{n}.mid", length="1:52", set_aside=n == 2)
        for n in range(3)
    )
    train.pieces.show_pieces(TrainingPieces(name="Mine", pieces=pieces, length="6 min"))
    assert not train.pieces.isVisible()
    train.show_progress(RUN)
    assert train.pieces.isVisible()
    assert not train.setup.isVisible()
    text = said_on(train)
    assert "3 chosen pieces" in text
    assert "2 to learn, 1 to test, 6 min" in text
    (table,) = train.pieces.findChildren(QTableView)
    rows = table.model()
    spoken = [
        rows.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)
        for row in range(rows.rowCount())
    ]
    assert spoken == ["Song 0, 1:52", "Song 1, 1:52", "Song 2, test, 1:52"]
    # Without room for it, a link opens the list.
    train.setMinimumSize(1, 1)
    train.resize(1000, 600)
    assert not train.pieces.isVisible()
    assert button(train, "Show the pieces…").isVisible()


def test_a_run_is_paused_resumed_stopped_and_discarded(train: TrainPage, qtbot: QtBot) -> None:
    train.show_progress(RUN)
    text = said_on(train)
    assert "41 min left" in text
    assert phase_bar(train)._boxes[1].detail.startswith("step 3,240 of 5,200")
    assert "2,640 notes a second" in phase_bar(train).toolTip()
    with qtbot.waitSignal(train.pause_clicked):
        button(train, "Pause").click()
    train.show_progress(msgspec.structs.replace(RUN, paused=True))
    with qtbot.waitSignal(train.resume_clicked):
        button(train, "Resume").click()
    for name, signal in (
        ("Stop and keep best", train.stop_clicked),
        ("Discard…", train.discard_clicked),
    ):
        with qtbot.waitSignal(signal):
            button(train, name).click()
    train.show_idle(name="Mine 2", reason="There is no music to learn from yet.")
    assert not button(train, "Start training").isEnabled()
    assert not button(train, "Discard…").isVisible()


def test_curves_change_the_chart_and_speak(train: TrainPage) -> None:
    (chart,) = train.findChildren(LossChart)
    train.show_curves(Curves())
    before = chart.grab().toImage()
    curves = Curves(
        gains=GAINS,
        steps=2000,
        base="Starter",
    )
    train.show_curves(curves)
    assert chart.grab().toImage() != before
    assert chart.accessibleDescription() == (
        "Latest step: +17.3 % against Starter, at songs it never saw"
    )


def test_steps_are_drawn_evenly_or_by_their_logarithm_and_pointed_at(
    train: TrainPage, qtbot: QtBot
) -> None:
    (chart,) = train.findChildren(LossChart)
    chart.resize(928, 340)
    train.show_curves(Curves(gains=(ORIGIN, LATER), steps=1000, base="Starter"))
    evenly = chart._place(10, 2.0).x()
    assert chart._labelled_steps() == [0, 500, 1000]
    for checked in (True, False):
        before = chart.grab().toImage()
        button(train, "Log steps").click()
        assert chart._by_logarithm.isChecked() is checked
        assert chart.grab().toImage() != before
        # The ends stay where they are, and the pointer finds the step that is drawn below it.
        assert chart._place(0, 2.0).x() == chart._area().left()
        assert chart._place(1000, 2.0).x() == pytest.approx(chart._area().right())
        share = (chart._place(500, 2.0).x() - chart._area().left()) / chart._area().width()
        assert chart._step_at(share) == pytest.approx(500)
        if checked:
            # A tenth of a per cent of the steps has a third of the room.
            assert chart._place(10, 2.0).x() > evenly + 0.3 * chart._area().width()
            steps = chart._labelled_steps()
            assert (steps[:3], steps[-1]) == ([0, 1, 2], 1000)
            places = [chart._place(step, 2.0).x() for step in steps[1:]]
            assert min(b - a for a, b in pairwise(places)) > 30
    before = chart.grab().toImage()
    # Where the pointer is already, a move there is none.
    qtbot.mouseMove(chart, QPoint(1, 1))
    qtbot.mouseMove(chart, chart._place(500, LATER.share).toPoint())
    qtbot.waitUntil(lambda: chart._pointed >= 0)
    assert abs(chart._pointed - 500) <= 2
    assert QToolTip.text() == "step 500: +20.0 % against Starter\nbetter at 3 of 4 songs"
    assert chart.grab().toImage() != before


def test_samples_are_heard_by_row(train: TrainPage, qtbot: QtBot) -> None:
    notes = ((0, Note(0, 60, 480)),)
    rows = tuple(SampleRow(title=name, figure="+5 %", notes=notes) for name in ("Starter", "800"))
    train.samples.show_samples(rows, colours=(0,))
    with qtbot.waitSignal(train.samples.sample_clicked) as said:
        button(train, "Hear 800").click()
    assert said.args == [1]
    assert button(train, "Compare blind…").isEnabled()
    train.samples.show_samples(rows[:1], colours=(0,))
    assert not button(train, "Compare blind…").isEnabled()


# --- import report ---------------------------------------------------------------------------


def test_the_report_counts_and_lists_files(qtbot: QtBot) -> None:
    view = ImportReport()
    shown(qtbot, view, 900, 600)
    view.show_running()
    assert not button(view, "Train on these…").isEnabled()
    view.show_report(
        ImportResult(
            found=20,
            ready=17,
            fresh=2,
            seconds=3700,
            notes=9000,
            groups=(
                RefusalGroup(reason="Damaged", count=3, files=("/x/a.mid", "/x/b.mid", "/x/c.mid")),
            ),
            concerns=("80 % is one composer.",),
        )
    )
    assert "20 found · 17 ready (1 h 2 m, 9,000 notes) · 3 not used · 2 new" in said_on(view)
    assert "80 % is one composer." in said_on(view)
    (tree,) = view.findChildren(QTreeWidget)
    group = tree.topLevelItem(0)
    assert (group.text(0), group.text(1), group.childCount()) == ("Damaged", "3", 3)
    # A number stands in the middle of its row, as the words beside it do.
    assert Qt.AlignmentFlag(group.textAlignment(1)) & Qt.AlignmentFlag.AlignVCenter
    with qtbot.waitSignal(view.reveal_clicked) as said:
        tree.itemDoubleClicked.emit(group.child(1), 0)
    assert said.args == ["/x/b.mid"]
    with qtbot.waitSignal(view.train_clicked):
        button(view, "Train on these…").click()


# --- strips ----------------------------------------------------------------------------------


def test_status_chips_open_their_settings(qtbot: QtBot) -> None:
    view = StatusStrip()
    shown(qtbot, view, 1000, 28)
    view.show_chip("output", "Out: Built-in", tone="good")
    with qtbot.waitSignal(view.chip_clicked) as said:
        button(view, "Out: Built-in").click()
    assert said.args == ["output"]
    view.show_chip("output", "")
    assert [b for b in view.findChildren(QAbstractButton) if b.isVisible()] == []


class Line(QLabel):
    """A notice that needs some width to be whole."""

    needed = 0

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's own
        return QSize(self.needed, 20)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's own
        return QSize(0, 20)


def test_chips_are_whole_or_fold_to_one_dot(qtbot: QtBot) -> None:
    view = StatusStrip()
    line, bell = Line("A notice"), QLabel("3")
    view.hold_notices(line, bell)
    shown(qtbot, view, 1600, 28)
    chips = {
        "job": "12.345 von 16.000 importiert",
        "model": "Starter bereit",
        "output": "Ausgang: Eingebauter Klang",
        "saved": "Noch nicht gespeichert",
    }
    quiet = {"memory": "27 Takte", "player": "Im Takt", "input": "Eingang: keiner"}
    for name, text in {**chips, **quiet}.items():
        view.show_chip(name, text, tone="good")

    def seen() -> list[str]:
        buttons = [b for b in view.findChildren(QPushButton) if b.isVisible()]
        assert all(b.width() >= b.sizeHint().width() for b in buttons)
        return [b.text() for b in buttons]

    def needing(width: int) -> list[str]:
        line.needed = width
        view.share()
        QApplication.processEvents()
        return seen()

    # What is in order with memory, lead and input stands in the list only.
    assert needing(100) == list(chips.values())
    assert not view._dot.isVisible()
    gone = list(chips.values())
    for name in ("output", "model", "saved", "job"):
        gone.remove(chips[name])
        next(width for width in range(100, 1600, 10) if chips[name] not in needing(width))
        assert seen() == gone
        assert view._dot.isVisible()
    assert view._dot.accessibleName() == "Status: all is well"
    needing(1500)
    view.show_chip("player", "Some notes were late", tone="warning")
    view.show_chip("output", "Out: none", tone="danger")
    assert view._dot.accessibleName() == "Status: Out: none"
    # What is wrong folds last.
    next(width for width in range(1500, 100, -10) if needing(width))
    assert set(seen()) <= {"Some notes were late", "Out: none"}


def test_the_dot_opens_to_the_list_by_pointer_click_and_key(qtbot: QtBot) -> None:
    view = StatusStrip()
    line, bell = Line("A notice"), QLabel("3")
    line.needed = 900
    view.hold_notices(line, bell)
    shown(qtbot, view, 1000, 28)
    view.show_chip("model", "Starter ready", tone="good", listed=("Starter", "ready, 9 ms a bar"))
    view.show_chip("output", "Out: Built-in", tone="good")
    view.share()
    qtbot.waitUntil(view._dot.isVisible)

    def opened() -> bool:
        return view._facts is not None and view._facts.isVisible()

    view._dot.entered.emit()
    qtbot.waitUntil(opened)
    view._dot.left.emit()
    qtbot.waitUntil(lambda: not opened())
    for opens in (
        lambda: qtbot.mouseClick(view._dot, Qt.MouseButton.LeftButton),
        lambda: qtbot.keyClick(view._dot, Qt.Key.Key_Space),
    ):
        opens()
        qtbot.waitUntil(opened)
        with qtbot.waitSignal(view.chip_clicked) as said:
            button(view._facts, "Starter: ready, 9 ms a bar").click()
        assert said.args == ["model"]
        assert not opened()


# --- sheet, palette --------------------------------------------------------------------------


def test_shortcuts_are_searched(qtbot: QtBot) -> None:
    view = ShortcutSheet()
    shown(qtbot, view, 900, 500)
    view.show_shortcuts((("Play", (("Play or stop", "Space"), ("Loop", "L"))),))
    assert "Space" in said_on(view)
    view.findChildren(QLineEdit)[0].setText("loop")
    qtbot.waitUntil(lambda: "Space" not in said_on(view))
    assert "Loop" in said_on(view)


def test_letters_match_words_in_order() -> None:
    assert match("qn", "Quantise notes") is not None
    assert match("nq", "Quantise notes") is None
    assert match("con", "Continue") < match("con", "Second original")


def test_the_palette_runs_what_is_marked(qtbot: QtBot) -> None:
    view = CommandPalette()
    qtbot.addWidget(view)
    view.show_commands(
        (
            PaletteEntry(key="keep", text="Keep", reason="There is no alternative"),
            PaletteEntry(key="kill", text="Knock it all", shortcut="K"),
            PaletteEntry(key="go", text="Continue", shortcut="G"),
        )
    )
    (field,), (found,) = view.findChildren(QLineEdit), view.findChildren(QListWidget)
    field.setText("k")
    assert found.count() == 2
    with qtbot.waitSignal(view.command_chosen) as said:
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert said.args == ["kill"]
    chosen: list[str] = []
    view.command_chosen.connect(chosen.append)
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert chosen == []


def test_the_palette_says_that_nothing_is_named_so(qtbot: QtBot) -> None:
    view = CommandPalette()
    qtbot.addWidget(view)
    view.show_commands((PaletteEntry(key="go", text="Continue", shortcut="G"),))
    (field,), (found,) = view.findChildren(QLineEdit), view.findChildren(QListWidget)
    field.setText("zzz")
    assert found.isHidden()
    assert [label.text() for label in view.findChildren(QLabel)] == ["Nothing named ‘zzz’."]
    field.setText("con")
    assert not found.isHidden()


# --- tree, mixer -----------------------------------------------------------------------------

NODES = (
    TreeNode(number=2, parent=0, label="5–8"),
    TreeNode(number=5, parent=2, label="9–12"),
    TreeNode(number=7, parent=2, label="9–12"),
    TreeNode(number=9, parent=7, label="13–16"),
)


def test_branches_take_new_rows_and_never_share_a_place() -> None:
    found = places(NODES)
    assert found == {ROOT: (0, 0), 2: (1, 0), 5: (2, 0), 7: (2, 1), 9: (3, 1)}
    wide = tuple(TreeNode(number=n, parent=n // 3, label="") for n in range(1, 60))
    spots = places(wide)
    assert len(set(spots.values())) == len(spots) == 60


def test_a_node_is_gone_back_to_by_key(qtbot: QtBot) -> None:
    view = TakeTree()
    shown(qtbot, view, 800, 160)
    view.show_tree(NODES, current=9)
    canvas = next(w for w in view.findChildren(QWidget) if w.accessibleName() == "Tree of takes")
    qtbot.keyClick(canvas, Qt.Key.Key_Left)
    qtbot.keyClick(canvas, Qt.Key.Key_Up)
    with qtbot.waitSignal(view.node_chosen) as said:
        qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert said.args == [5]


def test_the_words_of_the_best_step_stand_above_the_curve(train: TrainPage) -> None:
    (chart,) = train.findChildren(LossChart)
    chart.resize(667, 350)
    gains = (ORIGIN, Gain(step=28, share=0.34, low=0.34, high=0.34, songs=1, better=1))
    pictures = []
    for best in (0, 28):
        train.show_curves(Curves(gains=gains, steps=228, base="Starter", best_step=best))
        pictures.append(chart.grab().toImage())
    ratio = pictures[0].devicePixelRatio()
    rows = range(pictures[0].height())
    columns = range(pictures[0].width())
    changed = [
        y for y in rows if any(pictures[0].pixel(x, y) != pictures[1].pixel(x, y) for x in columns)
    ]
    assert changed
    assert max(changed) / ratio < chart._place(28, 0.34).y() + 8
