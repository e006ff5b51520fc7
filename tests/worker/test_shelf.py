"""The library's child: what it answers, from a real catalogue through the real pipes."""

import queue
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from engine import messages
from engine.ground.paths import Paths, user_paths
from engine.library.catalogue import Catalogue
from engine.library.importing import import_folders
from engine.messages import Message
from engine.values.library import PieceQuery
from engine.values.thumbnail import unpacked
from engine.worker.roles import answering
from engine.worker.shelf import PAGE, ShelfRole
from tests.library.conftest import song, write_song


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return replace(user_paths(), data=tmp_path / "data", moved_library=None)


def _import(paths: Paths, folder: Path) -> None:
    with Catalogue(paths.catalogue) as catalogue:
        for _ in import_folders([folder], catalogue, workers=1):
            pass


@contextmanager
def _role(paths: Paths) -> Iterator[tuple[ShelfRole, list[Message]]]:
    events: list[Message] = []
    role = ShelfRole(queue.SimpleQueue(), events.append, border=answering, paths=paths)
    yield role, events
    role._close()


def _ask(role: ShelfRole, *commands: messages.Command) -> None:
    for command in commands:
        role.take(command)


@pytest.mark.slow
def test_a_library_is_searched_shown_changed_and_described(tmp_path: Path, paths: Paths) -> None:
    for seed in range(PAGE // 20):
        write_song(tmp_path / "music" / f"song {seed}.mid", song(seed))
    (tmp_path / "music" / "broken.mid").write_bytes(b"MThd")
    _import(paths, tmp_path / "music")
    with _role(paths) as (role, events):
        query = PieceQuery(text="song", order="name", descending=True)
        _ask(role, messages.DescribeLibrary(), messages.FindPieces(request=4, query=query))
        described, found, shown = events
        assert isinstance(described, messages.LibraryDescribed)
        assert (described.files, described.ready, described.used) == (6, 5, 5)
        (folder,) = described.tree
        assert folder == messages.FolderCount(path=bytes(tmp_path / "music"), pieces=5)
        assert described.folders == described.subfolders == (str(tmp_path / "music"),)
        assert sum(count for _, count in described.lengths) == 5
        assert found == messages.PiecesFound(request=4, count=5)
        assert isinstance(shown, messages.PiecesShown)
        assert [piece.title for piece in shown.pieces] == [f"song {i}" for i in (4, 3, 2, 1, 0)]
        number = shown.pieces[0].number
        events.clear()
        change = messages.ChangePieces(
            numbers=(number,), used=False, tags=("blue",), rights="My own."
        )
        tagged = messages.FindPieces(request=5, query=PieceQuery(tag="blue"))
        _ask(role, change, tagged, messages.DescribeLibrary())
        _, _, shown, described = events
        assert isinstance(shown, messages.PiecesShown)
        assert isinstance(described, messages.LibraryDescribed)
        assert (shown.pieces[0].used, shown.pieces[0].rights) == (False, "My own.")
        assert (described.used, described.tags) == (4, ("blue",))
        # Another process imports: the next search finds it.
        write_song(tmp_path / "music" / "song new.mid", song(77))
        _import(paths, tmp_path / "music")
        events.clear()
        _ask(role, messages.FindPieces(request=6, query=PieceQuery(text="song new")))
        assert events[0] == messages.PiecesFound(request=6, count=1)


def test_the_pieces_to_learn_from_are_listed_by_folder_composer_and_tag(
    tmp_path: Path, paths: Paths
) -> None:
    music = tmp_path / "music"
    for seed, name in enumerate(("waltzes/one", "waltzes/two", "marches/by chopin")):
        write_song(music / f"{name}.mid", song(seed))
    _import(paths, music)

    def names(query: PieceQuery | None) -> list[str]:
        events.clear()
        _ask(role, messages.ListChosen(query=query))
        (listed,) = events
        assert isinstance(listed, messages.ChosenListed)
        assert listed.query == query
        return [Path(piece.path.decode()).stem for piece in listed.pieces]

    with _role(paths) as (role, events):
        waltzes = PieceQuery(folder=bytes(music / "waltzes"))
        assert names(None) == ["by chopin", "one", "two"]
        assert names(waltzes) == ["one", "two"]
        assert names(PieceQuery(text="Chopin")) == ["by chopin"]
        # A piece that is not ticked is not learned from, whoever asks.
        _ask(role, messages.FindPieces(request=1, query=PieceQuery(text="two")))
        shown = events[-1]
        assert isinstance(shown, messages.PiecesShown)
        number = shown.pieces[0].number
        _ask(role, messages.ChangePieces(numbers=(number,), used=False, tags=("slow",)))
        assert names(waltzes) == ["one"]
        assert names(PieceQuery(tag="slow")) == []


@pytest.mark.slow
def test_two_lists_search_each_for_itself(tmp_path: Path, paths: Paths) -> None:
    for seed in range(3):
        write_song(tmp_path / "music" / f"song {seed}.mid", song(seed))
    _import(paths, tmp_path / "music")
    with _role(paths) as (role, events):
        for request in (1, 2):
            query = PieceQuery(text=f"song {request}")
            _ask(role, messages.FindPieces(request=request, query=query))
        # The rows of the search before the last can still be asked for.
        _ask(role, messages.ShowPieces(request=1, first=0, count=9))
        shown = events[-1]
        assert isinstance(shown, messages.PiecesShown)
        (piece,) = shown.pieces
        assert (piece.title, piece.folder, piece.meter) == ("song 1", "music", "4/4")
        assert piece.programs == (1,)
        assert unpacked(piece.picture) is not None
        # All that one of them found is used or not, at once.
        _ask(role, messages.UseFound(request=1, used=False), messages.DescribeLibrary())
        described = events[-1]
        assert isinstance(described, messages.LibraryDescribed)
        assert (described.ready, described.used) == (3, 2)


def test_its_table_has_a_line_for_every_file(tmp_path: Path, paths: Paths) -> None:
    write_song(tmp_path / "music" / "a.mid", song(1))
    (tmp_path / "music" / "broken.mid").write_bytes(b"MThd")
    _import(paths, tmp_path / "music")
    target = tmp_path / "table.csv"
    with _role(paths) as (role, events):
        _ask(role, messages.SaveLibraryTable(file=str(target)))
        assert events == [messages.LibraryTableSaved(file=str(target))]
        lines = target.read_text("utf-8-sig").splitlines()
        assert lines[0] == "path,state,reason,notes,seconds,tracks"
        assert lines[1].split(",")[1] == "ready"
        assert lines[2].split(",")[1] == "refused"
        events.clear()
        _ask(role, messages.SaveLibraryTable(file=str(target / "table.csv")))
        (failed,) = events
        assert isinstance(failed, messages.Failed)
        assert "Could not write" in failed.message


def test_without_a_library_there_is_nothing_and_no_file_is_made(paths: Paths) -> None:
    with _role(paths) as (role, events):
        _ask(
            role,
            messages.DescribeLibrary(),
            messages.FindPieces(request=1, query=PieceQuery()),
            messages.ChangePieces(numbers=(1,), used=True),
        )
        described, found, shown, failed = events
        assert described == messages.LibraryDescribed()
        assert found == messages.PiecesFound(request=1, count=0)
        assert shown == messages.PiecesShown(request=1, first=0, pieces=())
        assert isinstance(failed, messages.Failed)
        assert "no library yet" in failed.message
    assert not paths.catalogue.exists()


@pytest.mark.slow
def test_a_folder_is_forgotten_and_its_files_stay(tmp_path: Path, paths: Paths) -> None:
    music, other = tmp_path / "music", tmp_path / "other"
    write_song(music / "waltz.mid", song(1))
    write_song(other / "march.mid", song(2))
    _import(paths, music)
    _import(paths, other)
    with _role(paths) as (role, events):
        _ask(role, messages.ForgetFolder(path=bytes(music)), messages.DescribeLibrary())
        changed, described = events
        assert isinstance(changed, messages.PiecesChanged)
        assert isinstance(described, messages.LibraryDescribed)
        assert (described.folders, described.ready) == ((str(other),), 1)
        assert (music / "waltz.mid").is_file()
        events.clear()
        _ask(role, messages.ForgetFolder(path=bytes(music)))
        (failed,) = events
        assert isinstance(failed, messages.Failed)
        assert "none of the library's folders" in failed.message
