"""What the roll paints, says, and takes that is dropped on it."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QPixmap
from pytestqt.qtbot import QtBot

from app.style import motion
from app.style.theme import theme
from app.values.geometry import KEYS_WIDTH, Transform
from app.views.roll.bends import curve_of
from app.views.roll.piano_roll import PianoRoll
from app.views.roll.tiles import SIZE, Tiles
from app.widgets.notes.painting import box_of
from engine.harmony.keys import Key
from engine.piece.composition import Composition
from engine.values.events import NoteMove
from engine.values.score import KeySignature, Note, Score, TimeSignature, Track
from tests.app.views.roll_editor import (
    NOTES,
    OTHER,
    Editor,
    double_click,
    place,
    score,
)

STROKES = tuple(Note(480 * i, p, 60) for i, p in enumerate((36, 42, 38, 54)))

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


def test_offered_notes_are_hatched_in_the_colour_of_their_track(editor: Editor) -> None:
    roll, note = editor.roll, Note(2400, 80, 960)
    roll.show_continuation(((0, note),), start=1920, end=3840)
    image = roll.grab().toImage()
    shown = roll.transform()
    x0, y0 = round(shown.x_of(note.start)) + KEYS_WIDTH, round(shown.y_of(note.pitch))
    seen = {
        image.pixelColor(x, y).name() for x in range(x0 + 4, x0 + 90) for y in range(y0, y0 + 12)
    }
    # Stripes: more than one colour inside, the track's at the outline, and the dog-ear cut off.
    assert len(seen) > 4
    top = {image.pixelColor(x, y0 + 1).name() for x in range(x0 + 4, x0 + 80)}
    own = theme().track(roll._colours[0]).name()
    assert own in top | seen
    ear = image.pixelColor(x0 + 93, y0 + 1).name()
    assert ear != own


def test_selection_is_an_outline_not_a_colour_alone(editor: Editor) -> None:
    roll = editor.roll
    inside = colour_near(roll, NOTES[0])
    roll.show_selection((NOTES[0],))
    assert colour_near(roll, NOTES[0]) == inside
    image = roll.grab().toImage()
    box = roll.box_of(NOTES[0])
    edge = image.pixelColor(round(box.center().x()) + KEYS_WIDTH, round(box.top()))
    assert edge.lightnessF() > 0.8


def large(roll: PianoRoll, note: Note, row_height: int = 16) -> None:
    top = (127 - note.pitch - 4) * row_height
    roll.show_transform(
        Transform(pixels_per_tick=0.2, row_height=row_height, left=note.start, top=top)
    )


def colours_in(roll: PianoRoll, note: Note) -> set[str]:
    box = roll.box_of(note).translated(KEYS_WIDTH, 0).toRect().adjusted(2, 2, -2, -2)
    picture = roll.grab(box).toImage()
    points = ((x, y) for x in range(picture.width()) for y in range(picture.height()))
    return {picture.pixelColor(x, y).name() for x, y in points}


def test_a_note_that_is_large_enough_says_its_name(editor: Editor) -> None:
    note = Note(0, 60, 480, 90)
    editor.roll.show_score(Score(tracks=(Track(notes=(note,)),)), (0,))
    large(editor.roll, note, row_height=9)
    assert len(colours_in(editor.roll, note)) < 3
    large(editor.roll, note)
    assert len(colours_in(editor.roll, note)) > 5


@pytest.fixture
def bent() -> Note:
    return Note(480, 60, 480, 90, moves=(NoteMove(0, "bend", 170), NoteMove(120, "bend", -170)))


def test_a_note_that_bends_by_itself_has_a_curve(editor: Editor, bent: Note) -> None:
    roll = editor.roll
    plain = replace(bent, moves=())
    pictures = []
    for note in (plain, bent, replace(bent, moves=(NoteMove(10, "pressure", 9),))):
        roll.show_score(Score(tracks=(Track(notes=(note,)), Track(notes=OTHER))), (0, 1))
        large(roll, note)
        pictures.append(pixels(roll))
    assert pictures[0] != pictures[1]
    assert pictures[2] == pictures[0]


def test_a_curve_is_as_high_as_the_bend_and_stays_on_its_note(editor: Editor, bent: Note) -> None:
    large(editor.roll, bent)
    shown = editor.roll.transform()
    box = box_of(bent, shown)
    wide = replace(bent, moves=(*bent.moves, NoteMove(300, "bend", 8000)))
    points = list(curve_of(wide, shown))
    assert all(box.contains(point) for point in points[:-1])
    half = box.height() / 2 - 1
    # One semitone is half of the way to the edge; two and more are at it.
    ups = [round((box.center().y() - point.y()) / half, 2) for point in points]
    assert ups == [0.5, 0.5, -0.5, -0.5, 1, 1]
    assert points[1].x() == points[2].x() == box.left() + box.width() / 4


def test_a_drum_track_has_the_names_of_its_drums_beside_it(editor: Editor) -> None:
    roll, note = editor.roll, Note(0, 38, 480, 90)
    keys = QRect(0, 0, KEYS_WIDTH, roll.height())
    roll.show_score(Score(tracks=(Track(notes=(note,)),)), (0,))
    large(roll, note)
    piano, inked = roll.grab(keys).toImage(), colours_in(roll, note)
    roll.show_score(Score(tracks=(Track(notes=(note,), is_drum=True),)), (0,))
    assert roll.grab(keys).toImage() != piano
    assert len(inked) > 5
    # Tiles of the same notes are painted anew: `D2` has become `Snare`.
    assert len(colours_in(roll, note)) > 5


def test_notes_that_sound_are_lit_while_the_playhead_moves(editor: Editor) -> None:
    roll, note = editor.roll, Note(0, 60, 480, 90)
    roll.show_score(Score(tracks=(Track(notes=(note,)),)), (0,))
    roll.show_playhead(100)
    still = colour_near(roll, note)
    roll.show_playing(playing=True)
    assert colour_near(roll, note) != still
    roll.show_playhead(480)
    assert colour_near(roll, note) == still
    roll.show_playhead(100)
    assert colour_near(roll, note) != still
    roll.show_playing(playing=False)
    assert colour_near(roll, note) == still


def test_what_is_being_made_breathes_and_then_rests(
    editor: Editor, qtbot: QtBot, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(lambda: motion.show_less_motion(on=True))
    motion.show_less_motion(on=False)
    roll, note = editor.roll, Note(1920, 60, 960, 90)
    roll.show_continuation(((0, note),), start=1920, end=3840)
    large(roll, note)
    rest = colours_in(roll, note)
    roll.show_making(making=True)
    qtbot.waitUntil(lambda: colours_in(roll, note) != rest)
    roll.show_making(making=False)
    assert colours_in(roll, note) == rest


def test_ghosts_can_go(editor: Editor) -> None:
    roll = editor.roll
    ghost = colour_near(roll, OTHER[0])
    roll.show_ghosts(visible=False)
    empty = colour_near(roll, OTHER[0])
    assert ghost != empty
    roll.show_ghosts(visible=True)
    assert colour_near(roll, OTHER[0]) == ghost


def test_the_scale_shades_rows(editor: Editor) -> None:
    roll = editor.roll
    outside = Note(4000, 73, 350)  # its middle is on no grid line
    roll.show_scale(Key(0))
    dark = colour_near(roll, outside)
    roll.show_scale(Key(1))
    assert colour_near(roll, outside) != dark


def test_the_selection_follows_what_is_still_there(editor: Editor) -> None:
    editor.selection.choose(NOTES)
    editor.document.edit("Other", Composition.of(score(NOTES[1:])))
    assert editor.roll.selection() == NOTES[1:]


def test_it_says_what_is_selected(editor: Editor) -> None:
    editor.roll.select_all()
    assert editor.roll.accessibleName() == "Piano roll"
    assert editor.roll.accessibleDescription() == "3 notes selected"


@pytest.mark.slow
def test_scrolling_paints_each_tile_once(roll: PianoRoll, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many notes there are; how long a frame takes is measured by `bench roll`."""
    notes = tuple(Note(60 * i, 30 + i % 70, 240) for i in range(9_600))
    roll.resize(1200, 700)
    roll.show_score(Score(tracks=(Track(notes=notes), Track(notes=notes))), (0, 1))
    roll.show_transform(Transform(pixels_per_tick=0.0625, row_height=9, top=250))
    roll.repaint()
    painted: list[tuple[int, int]] = []
    paint_tile = Tiles._painted

    def counted(tiles: Tiles, place: tuple[int, int]) -> QPixmap:
        painted.append(place)
        return paint_tile(tiles, place)

    monkeypatch.setattr(Tiles, "_painted", counted)
    for _ in range(150):
        roll.show_transform(roll.transform().scrolled(pixels_x=20))
        roll.repaint()
    assert len(set(painted)) == len(painted)
    # 3,000 pixels to the right, over the height of the roll.
    assert {x for x, _ in painted} >= set(range(6, 15))
    assert len(painted) <= (3_000 // SIZE + 2) * (700 // SIZE + 2)


def test_what_stays_is_not_veiled_as_what_would_go_is(editor: Editor) -> None:
    roll, own, other = editor.roll, NOTES[0], OTHER[0]
    before = colour_near(roll, own), colour_near(roll, other)
    end = max(own.end, other.end) + 480
    roll.show_continuation((), start=0, end=end)
    veiled = colour_near(roll, own), colour_near(roll, other)
    assert veiled[0] != before[0]
    assert veiled[1] != before[1]
    roll.show_continuation((), start=0, end=end, staying=frozenset({1}))
    assert (colour_near(roll, own), colour_near(roll, other)) == (veiled[0], before[1])


def test_what_is_selected_and_would_go_is_veiled_like_the_rest(editor: Editor) -> None:
    roll, own = editor.roll, NOTES[0]
    roll.select(frozenset({own}))
    lit = colour_near(roll, own)
    roll.show_continuation((), start=0, end=own.end + 480)
    assert colour_near(roll, own) != lit
    roll.show_continuation((), start=own.end + 480, end=own.end + 960)
    assert colour_near(roll, own) == lit


def test_another_key_gives_notes_their_other_names(roll: PianoRoll) -> None:
    note = Note(0, 70, 480, 90)
    piece = Score(tracks=(Track(notes=(note,)),))
    roll.show_score(piece, (0,))
    large(roll, note)
    sharp = pixels(roll)
    roll.show_score(replace(piece, key_signatures=(KeySignature(0, -3),)), (0,))
    assert pixels(roll) != sharp


def origins(roll: PianoRoll) -> None:
    made = tuple(replace(note, origin=1) for note in STROKES)
    roll.show_score(Score(tracks=(Track(notes=made, is_drum=True),)), (0,))
    roll.show_origins(visible=True)


def offer(roll: PianoRoll) -> None:
    roll.show_continuation(tuple((0, note) for note in STROKES), start=0, end=1920)


def choice(roll: PianoRoll) -> None:
    roll.show_selection(STROKES)


@pytest.mark.parametrize("marked", [origins, offer, choice])
def test_marks_of_strokes_are_whole_in_whatever_pieces_they_are_painted(
    roll: PianoRoll, marked: Callable[[PianoRoll], None]
) -> None:
    """The playhead has five pixels painted anew; a mark is wider, and on both sides of its tick."""
    roll.show_score(Score(tracks=(Track(notes=STROKES, is_drum=True),)), (0,))
    roll.show_transform(replace(roll.transform(), pixels_per_tick=0.2))
    marked(roll)
    pixels(roll)
    whole = roll.grab().toImage()
    for x in range(KEYS_WIDTH, KEYS_WIDTH + 500, 5):
        column = QRect(x, 0, 5, roll.height())
        assert roll.grab(column).toImage() == whole.copy(column), x


def test_what_breathes_is_painted_as_far_as_its_marks_reach(
    roll: PianoRoll, monkeypatch: pytest.MonkeyPatch
) -> None:
    roll.show_score(Score(tracks=(Track(notes=STROKES, is_drum=True),)), (0,))
    offer(roll)
    painted: list[QRect] = []
    monkeypatch.setattr(roll, "update", painted.append)
    roll.show_making(making=True)
    roll.show_making(making=False)
    shown = roll.transform()
    assert painted
    for area in painted:
        assert area.left() <= KEYS_WIDTH + shown.x_of(0) - shown.margin
        assert area.right() >= KEYS_WIDTH + shown.x_of(1920) + shown.margin - 1


@pytest.mark.parametrize("left", [0, 20])
def test_a_wider_view_is_filled_with_music(roll: PianoRoll, left: int) -> None:
    """First with earlier bars, then by a larger zoom; what the user scrolled past comes back."""
    end = 40 * 1920
    roll.resize(800, 500)
    roll.show_score(
        Score(tracks=(Track(notes=(Note(0, 60, 480), Note(end - 480, 60, 480))),)), (0,)
    )
    roll.show_transform(Transform(pixels_per_tick=0.02 if left else 0.009, left=left * 1920))
    for width in (2500, 3700):
        roll.resize(width, 500)
        shown, room = roll._transform, roll.note_area().width()
        assert shown.x_of(end) == pytest.approx(0.88 * room, abs=2)
        assert shown.left == pytest.approx(0, abs=300) or shown.pixels_per_tick == 0.02
    # Narrower, or scrolled by hand: it stays.
    roll.show_transform(Transform(pixels_per_tick=0.01, left=30 * 1920))
    roll.resize(2000, 500)
    assert roll._transform.pixels_per_tick == 0.01
