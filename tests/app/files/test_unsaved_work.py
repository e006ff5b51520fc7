"""Nothing that was written is given up unasked: not by a late answer, not by what was played."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.files import document_files
from app.files.autosave import Autosave
from app.files.background import Background
from app.main_window import dialogs
from app.state import edits
from app.state.document import Document
from engine import messages
from engine.midi.file.midifile import write_midi
from engine.piece.composition_file import open_composition
from engine.values.score import Note
from tests.app.doubles import piece
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    yield house
    house.end()


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is answered to whoever asks about unsaved work, one after the other."""
    waiting: list[str] = []
    monkeypatch.setattr(dialogs, "ask_to_save", lambda *_: waiting.pop(0))
    return waiting


def write(house: House, pitch: int) -> None:
    document = house.session.piece.document
    note = Note(start=0, pitch=pitch, duration=480)
    composition, _ = edits.exchange(document.composition, 0, removed=(), added=(note,))
    document.edit("Draw", composition)


def has(house: House, pitch: int) -> bool:
    return any(note.pitch == pitch for _, note in house.session.piece.document.score.notes())


def held_up(monkeypatch: pytest.MonkeyPatch, name: str) -> Event:
    """Let a function of the files wait until the event is set."""
    gate, real = Event(), getattr(document_files, name)

    def slow(*arguments: object, **named: object) -> object:
        assert gate.wait(10)
        return real(*arguments, **named)

    monkeypatch.setattr(document_files, name, slow)
    return gate


def record(house: House, pitch: int) -> None:
    house.session.recording.show_typing(on=True)
    house.act("record")
    house.player.deliver(messages.Playhead(tick=0.0, playing=True))
    for tick, velocity in ((480, 90), (960, 0)):
        house.player.deliver(
            messages.NotePlayed(
                tick=tick, seconds=tick / 960, pitch=pitch, velocity=velocity, lap=0
            )
        )


@pytest.mark.slow
def test_what_is_being_recorded_is_work_like_any_other(house: House, answers: list[str]) -> None:
    record(house, 100)
    answers.append("cancel")
    house.act("new")
    assert not answers, "it was not asked for"
    assert has(house, 100)
    assert not house.session.recording.on


@pytest.mark.slow
def test_what_was_recorded_goes_into_no_other_piece(house: House, answers: list[str]) -> None:
    record(house, 100)
    answers.append("discard")
    house.act("new")
    assert not house.session.piece.document.score.note_count
    assert not house.session.piece.document.dirty


def test_a_recording_whose_piece_goes_unasked_is_in_no_other(house: House) -> None:
    record(house, 100)
    house.session.piece.document.new()
    assert not house.session.piece.document.score.note_count


@pytest.mark.slow
def test_work_done_while_a_piece_is_read_is_asked_for(
    house: House, answers: list[str], tmp_path: Path
) -> None:
    notation = tmp_path / "late.musicxml"
    notation.touch()
    read = messages.NotationRead(score=piece(), warnings=())
    house.session.filing.actions.open(notation)
    write(house, 100)
    answers.append("cancel")
    house.jobs[-1].deliver(read)
    assert not answers
    assert has(house, 100)
    # Who gave it up and wrote nothing more is not asked again.
    answers.append("discard")
    house.session.filing.actions.open(notation)
    house.jobs[-1].deliver(read)
    assert not answers
    assert not has(house, 100)


def test_who_begins_another_piece_has_called_off_what_is_read(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gate = held_up(monkeypatch, "read_file")
    path = tmp_path / "slow.mid"
    path.write_bytes(write_midi(piece()))
    house.session.filing.actions.open(path)
    house.act("new")
    write(house, 100)
    gate.set()
    qtbot.wait(100)
    assert has(house, 100)


def test_what_is_inserted_late_goes_into_no_other_piece(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gate = held_up(monkeypatch, "read_file")
    path = tmp_path / "slow.mid"
    path.write_bytes(write_midi(piece()))
    house.session.filing.drops.insert_at(path, 0)
    house.act("new")
    gate.set()
    qtbot.wait(100)
    assert not house.session.piece.document.score.note_count


def saved_under(
    house: House, monkeypatch: pytest.MonkeyPatch, path: Path, *, name: str = "save"
) -> Event:
    """Begin to save to a disk that takes its time."""
    gate = held_up(monkeypatch, name)
    house.session.piece.files.save(path)
    return gate


@pytest.mark.slow
def test_a_piece_never_gets_the_file_of_the_one_before(
    house: House,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    answers: list[str],
    tmp_path: Path,
) -> None:
    path = tmp_path / "old.segue"
    write(house, 100)
    gate = saved_under(house, monkeypatch, path)
    answers.append("discard")
    house.act("new")
    gate.set()
    qtbot.waitUntil(lambda: not house.session.threads.background.busy)
    assert house.session.piece.document.path is None
    assert any(note.pitch == 100 for _, note in open_composition(path).score.notes())


def test_edits_made_while_it_is_saved_are_asked_for(
    house: House,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    answers: list[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(dialogs, "ask_save", lambda *_, **__: tmp_path / "piece.segue")
    gate = held_up(monkeypatch, "save")
    write(house, 100)
    answers += ["save", "cancel"]
    house.window.close()
    write(house, 101)
    gate.set()
    qtbot.waitUntil(lambda: not answers)
    assert house.window.isVisible()
    assert has(house, 101)


def test_a_piece_that_is_saved_on_quitting_leaves_its_picture(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, answers: list[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(dialogs, "ask_save", lambda *_, **__: tmp_path / "piece.segue")
    write(house, 100)
    answers.append("save")
    house.window.close()
    house.closed = True
    qtbot.waitUntil(lambda: not house.window.isVisible())
    assert list((house.paths.cache / "pictures").iterdir())


@pytest.fixture
def left_behind(house: House) -> None:
    """A piece with a note that a session which was killed left."""
    document, background = Document(), Background()
    autosave = Autosave(document, background, folder=house.paths.autosave)
    note = Note(start=0, pitch=100, duration=480)
    composition, _ = edits.exchange(document.composition, 0, removed=(), added=(note,))
    document.edit("Draw", composition)
    autosave.keep()
    background.close()


@pytest.mark.slow
@pytest.mark.usefixtures("left_behind", "owners_died")
@pytest.mark.parametrize("full", [False, True])
def test_what_was_rescued_is_on_the_disk_until_it_is_kept_anew(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, *, full: bool
) -> None:
    house.session.filing.actions.offer_rescues()
    if full:
        refuse_writing(monkeypatch)
    cards = set(house.paths.autosave.glob("*.json"))
    shown = [notice.key for notice in house.window.notices.notices()]
    (key,) = [key for key in shown if key.startswith("rescue")]
    house.window.notices.button_clicked.emit(key, "autosave")
    qtbot.waitUntil(lambda: has(house, 100))
    qtbot.waitUntil(lambda: not house.session.threads.keeping.busy)
    now = set(house.paths.autosave.glob("*.json"))
    assert now == cards if full else len(now) == 1 and not now & cards


def refuse_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.files.autosave.write_atomically", full)


def test_of_an_abc_file_with_many_tunes_one_is_chosen(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    book = tmp_path / "book.abc"
    book.touch()
    names = ("0001 The Kesh.abc", "0004 Morrison's.abc")
    asked: list[list[str]] = []
    choice: list[int | None] = [None, 1]

    def choose(*said: object) -> int | None:
        entries = said[3]
        assert isinstance(entries, list)
        asked.append(entries)
        return choice.pop(0)

    monkeypatch.setattr(dialogs, "ask_from_list", choose)
    actions, document = house.session.filing.actions, house.session.piece.document
    for _ in range(2):
        actions.open(book)
        house.jobs[-1].deliver(messages.NotationRead(score=piece(), tunes=names))
    assert asked == [["1. The Kesh", "2. Morrison's"]] * 2
    # The first time nothing was chosen, and nothing is read; now the second tune is.
    assert house.jobs[-1].sent[-1] == messages.ReadNotation(file=str(book), tune=names[1])
    house.jobs[-1].deliver(messages.NotationRead(score=piece()))
    assert document.score.note_count == piece().note_count
