"""Lines of a score are drawn as Qt can show them, one at a time, by a child that may die."""

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from engine.engraving.engraver import Engraver, EngravingError
from engine.engraving.systems import systems
from engine.ground.errors import ProcessError
from engine.harmony.chord_symbols import parse_chord
from engine.messages import Engrave, Engraved, Event, Failed, PageLaidOut, PageLook, change_between
from engine.midi.file.midifile import read_midi
from engine.notation.grid import PlacementMemory, place
from engine.notation.notating import notate
from engine.notation.page import NotatedMeasure, NotatedPiece
from engine.notation.renotating import renotated
from engine.processes.process import Child
from engine.values.score import Note, Other, Score, Tempo, TimeSignature, Track

DEMO = Path(__file__).resolve().parents[2] / "assets" / "demo" / "blue-hour.mid"
WAIT_S = 60.0


def piece() -> Score:
    return read_midi(DEMO.read_bytes(), title="Blue hour").score


def with_pitch(score: Score, track: int, note: int, pitch: int) -> Score:
    old = score.tracks[track].notes[note]
    changed = score.tracks[track].exchanging([old], [replace(old, pitch=pitch)])
    return score.with_track(track, changed)


def drawn(svg: str) -> QImage:
    """A picture as Qt draws it, a fifteenth of its size."""
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    assert renderer.isValid()
    size = renderer.defaultSize() / 15
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


def test_lines_hold_every_measure_once() -> None:
    page = notate(piece())
    for width in (40.0, 90.0, 400.0):
        lines = systems(page, width=width)
        assert [m for line in lines for m in line] == list(range(len(page.parts[0].measures)))
    assert len(systems(page, width=400.0)) < len(systems(page, width=40.0))


@pytest.mark.usefixtures("qapp")
def test_qt_draws_a_line_and_knows_its_notes() -> None:
    page = notate(piece(), chords=[parse_chord("Dm7")])
    engraver = Engraver(width=2100, ink="#102030")
    picture = engraver.draw(page, systems(page, width=engraver.spaces)[0])
    assert picture.svg.count("<svg") == 1
    assert "<style" not in picture.svg
    assert {(0, 0), (3, 0)} <= {(head.track, head.note) for head in picture.heads}
    image = drawn(picture.svg)
    pitched = [head for head in picture.heads if head.track != 3]
    dark = [image.pixelColor(head.x // 15 + 5, head.y // 15).lightness() < 128 for head in pitched]
    assert all(dark)


def test_a_line_stays_one_line_however_much_is_in_it() -> None:
    page = notate(piece())
    picture = Engraver(width=1200).draw(page, range(10))
    assert picture.svg.count('class="system"') == 1
    assert picture.width > 12_000


ODD = {
    "empty": Score(),
    "sixty voices": Score(
        tracks=(Track().with_notes([Note(120 * i, 30 + i, 120 * 64) for i in range(60)]),)
    ),
    "triplets of 128ths": Score(
        tracks=(Track().with_notes([Note(10 * i, 60 + i % 7, 10) for i in range(96)]),)
    ),
    "seven sixteenths": Score(
        tracks=(Track().with_notes([Note(120 * i, 60, 120) for i in range(20)]),),
        time_signatures=(TimeSignature(0, 7, 16),),
    ),
    "the ends of the keyboard": Score(
        tracks=(Track(program=13).with_notes([Note(0, 0, 480), Note(480, 127, 480)]),)
    ),
    "every drum": Score(
        tracks=(Track(is_drum=True).with_notes([Note(60 * i, i, 10) for i in range(128)]),)
    ),
    "words that look like XML": Score(
        title="<&>",
        tracks=(
            replace(
                Track(name='"]]>').with_notes([Note(0, 60, 480)]),
                others=(Other(0, 5, b"<b>&amp;\x01"),),
            ),
        ),
        tempos=(Tempo(0, 0.5), Tempo(1, 99_999.0)),
    ),
}


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", ODD)
def test_odd_music_is_drawn(name: str) -> None:
    page = notate(ODD[name])
    engraver = Engraver()
    lines = systems(page, width=engraver.spaces)
    picture = engraver.draw(page, lines[0])
    assert QSvgRenderer(QByteArray(picture.svg.encode())).isValid()


def test_a_line_must_have_some_width() -> None:
    with pytest.raises(EngravingError, match="wide"):
        Engraver(width=3)


def rhythm_of(measure: NotatedMeasure) -> list[object]:
    return [
        (
            (voice.number, voice.staff, symbol.start, symbol.value, symbol.tuplet, symbol.beams),
            [(head.id, head.pitch, head.tied_from, head.tied_to) for head in symbol.heads],
        )
        for voice in measure.voices
        for symbol in voice.symbols
    ]


def edited(score: Score, track: int, note: int) -> Iterator[Score]:
    """A piece with a note moved, with one more beside it, and without it."""
    one = score.tracks[track].notes[note]
    yield with_pitch(score, track, note, one.pitch + 1)
    yield score.with_track(track, score.tracks[track].adding([replace(one, pitch=one.pitch + 1)]))
    yield score.with_track(track, score.tracks[track].exchanging([one], []))


def assert_as_if_made_anew(page: NotatedPiece, before: Score, after: Score) -> None:
    found, measures = renotated(page, before, after)
    assert 0 < len(measures) < 8
    for part, expected in zip(found.parts, notate(after).parts, strict=True):
        for measure, wanted in zip(part.measures, expected.measures, strict=True):
            assert rhythm_of(measure) == rhythm_of(wanted)


@pytest.mark.slow
def test_after_an_edit_the_page_is_as_if_made_anew() -> None:
    before = piece()
    page = notate(before)
    # Letters far from the edit, that it may move, wait until the whole page is made.
    for track, note in ((1, 20), (2, 40)):
        pitch = before.tracks[track].notes[note].pitch
        assert_as_if_made_anew(page, before, with_pitch(before, track, note, pitch + 1))
    for track, note in ((0, 5), (3, 30)):
        for after in edited(before, track, note):
            assert_as_if_made_anew(page, before, after)


def test_a_note_held_past_an_edit_keeps_its_number() -> None:
    held = Note(0, 72, 1920 * 10)
    below = (Note(480 * beat, 48, 480) for beat in range(40))
    before = Score(tracks=(Track(program=48).with_notes([held, *below]),))
    page = notate(before)
    for after in edited(before, 0, 6):
        assert_as_if_made_anew(page, before, after)


@pytest.mark.slow
def test_an_edit_is_placed_as_if_nothing_were_remembered() -> None:
    score = piece()
    memory = PlacementMemory()
    page = notate(score, memory=memory)
    for track, note, up in ((0, 5, 1), (2, 40, 2), (0, 6, -1), (3, 30, 1), (0, 5, 3)):
        after = with_pitch(score, track, note, score.tracks[track].notes[note].pitch + up)
        expected = renotated(page, score, after)
        page, measures = renotated(page, score, after, memory)
        assert (page, measures) == expected
        score = after
    # What is known of another grid is of no use.
    coarse = replace(score, ticks_per_quarter=score.ticks_per_quarter * 2)
    assert place(coarse, memory) == place(coarse)
    assert place(score, memory) == place(score)


def test_an_edit_that_changes_the_ruler_makes_the_whole_page_anew() -> None:
    before = piece()
    page = notate(before)
    after = replace(before, time_signatures=(TimeSignature(0, 3, 4),))
    found, measures = renotated(page, before, after)
    assert found == notate(after)
    assert len(measures) == len(found.parts[0].measures)
    same, nothing = renotated(page, before, before)
    assert same is page
    assert not nothing


@pytest.fixture
def child() -> Iterator[Child]:
    with Child("engrave") as process:
        yield process


def events(child: Child, until: type[Event], count: int = 1) -> list[Event]:
    """What a child says until it has said something so often."""
    found: list[Event] = []
    deadline_s = time.monotonic() + WAIT_S
    while sum(isinstance(event, until) for event in found) < count:
        assert time.monotonic() < deadline_s
        event = child.next_event(WAIT_S)
        if event is not None:
            found.append(event)
    return found


def only(found: list[Event], kind: type[Event]) -> list[Event]:
    return [event for event in found if isinstance(event, kind)]


@pytest.mark.slow
def test_a_child_draws_what_is_in_sight_and_after_an_edit_what_changed(child: Child) -> None:
    score = piece()
    child.send(Engrave(request=1, score=score))
    found = events(child, Engraved)
    (page,) = only(found, PageLaidOut)
    assert isinstance(page, PageLaidOut)
    assert page.measures == 24
    assert page.starts[0] == 0
    edited = with_pitch(score, 0, 5, 70)
    change = change_between(score, edited)
    child.send(Engrave(request=2, change=change, look=PageLook(last=23)))
    found = events(child, Engraved, len(page.starts))
    (again,) = only(found, PageLaidOut)
    assert isinstance(again, PageLaidOut)
    assert again.starts == page.starts
    assert again.anew[1] - again.anew[0] < len(page.starts) - 1
    lines = [event.line for event in found if isinstance(event, Engraved)]
    assert lines[0] == again.anew[0]
    assert sorted(lines) == list(range(len(page.starts)))


@pytest.mark.slow
def test_a_child_draws_no_line_again_that_whoever_asks_has(child: Child) -> None:
    score = piece()
    child.send(Engrave(request=1, score=score, look=PageLook(last=23)))
    (page,) = only(events(child, PageLaidOut), PageLaidOut)
    assert isinstance(page, PageLaidOut)
    everything = frozenset(range(len(page.starts)))
    change = change_between(score, with_pitch(score, 0, 5, 70))
    child.send(Engrave(request=2, change=change, look=PageLook(last=23, held=everything)))
    child.send(Engrave(request=3))
    found = events(child, PageLaidOut, 2)
    again = next(e for e in found if isinstance(e, PageLaidOut) and e.request == 2)
    touched = list(range(again.anew[0], again.anew[1] + 1))
    drawn = [event.line for event in found if isinstance(event, Engraved) and event.request == 2]
    assert drawn == touched[: len(drawn)]
    assert len(touched) < len(everything)


@pytest.mark.slow
def test_a_child_says_what_it_cannot_draw_and_lives_on(child: Child) -> None:
    child.send(Engrave(request=7))
    (failed,) = only(events(child, Failed), Failed)
    assert isinstance(failed, Failed)
    assert failed.request == 7
    assert "no piece" in failed.message
    child.send(Engrave(request=8, score=Score()))
    assert only(events(child, Engraved), Engraved)


@pytest.mark.slow
def test_a_child_that_dies_is_told_and_another_draws() -> None:
    score = piece()
    with Child("engrave") as first:
        first.send(Engrave(request=1, score=score))
        events(first, Engraved)
        os.kill(first.pid, signal.SIGKILL)
        with pytest.raises(ProcessError):
            events(first, Failed)
    with Child("engrave") as second:
        second.send(Engrave(request=2, score=score))
        assert only(events(second, Engraved), Engraved)
