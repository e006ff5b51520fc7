"""Catalogues of older formats, of newer ones and damaged ones: nothing of the user's is lost."""

import sqlite3
import threading
from pathlib import Path

import pytest

from engine.ground.errors import LibraryError
from engine.library import schema
from engine.library.catalogue import Catalogue
from engine.library.entries import Examined
from engine.library.facts import EDITION, examine
from engine.library.location import SongLocation
from engine.library.repairing import problems_of, repair
from engine.library.scanning import FoundSong
from engine.values.thumbnail import unpacked
from tests.library.conftest import add, run, song, write_song


def _take_back_credits(catalogue: Catalogue) -> None:
    """Make a catalogue what it was before there were titles, composers and pictures."""
    for column in ("title", "composer", "edition"):
        catalogue.connection.execute(f"ALTER TABLE files DROP COLUMN {column}")
    catalogue.connection.execute("DROP TABLE pictures")


def test_two_programs_create_a_catalogue_at_once(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    first = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    first.execute("BEGIN IMMEDIATE")
    ends = threading.Timer(0.1, first.execute, ["COMMIT"])
    ends.start()
    with Catalogue(path) as catalogue:
        assert list(catalogue.entries()) == []
    ends.join()
    first.close()


def test_a_catalogue_of_the_first_format_is_taken_along(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with Catalogue(path) as catalogue:
        add(catalogue, "a.mid", song(1))
        run = catalogue.connection.execute
        run("CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'trigram')")
        run("CREATE TRIGGER words_of_gone AFTER DELETE ON files BEGIN SELECT 1; END")
        run("CREATE INDEX files_by_bpm ON files(missing, bpm)")
        _take_back_credits(catalogue)
        run("PRAGMA user_version = 1")
    with Catalogue(path) as catalogue:
        run = catalogue.connection.execute
        names = {row[0] for row in run("SELECT name FROM sqlite_master")}
        assert not names & {"words", "words_of_gone", "files_by_bpm"}
        assert tuple(run("PRAGMA user_version").fetchone()) == (schema.VERSION,)
        assert list(problems_of(catalogue)) == []
        assert [entry.name for entry in catalogue.entries()] == ["a"]


@pytest.mark.slow
def test_a_catalogue_of_the_second_format_gets_pictures_from_the_next_import(
    tmp_path: Path,
) -> None:
    path, music = tmp_path / "library.sqlite", tmp_path / "music"
    for seed in range(3):
        write_song(music / "Chopin" / f"song {seed}.mid", song(seed))
    with Catalogue(path) as catalogue:
        run(music, catalogue)
        catalogue.set_tags(1, ["mine"])
        _take_back_credits(catalogue)
        catalogue.connection.execute("PRAGMA user_version = 2")
    with Catalogue(path) as catalogue:
        assert [entry.composer for entry in catalogue.entries()] == ["", "", ""]
        assert catalogue.pictures([1, 2, 3]) == {}
        # Stopped after one of them, it goes on where it was.
        first = SongLocation.of(music / "Chopin" / "song 0.mid")
        status = first.file.stat()
        found = FoundSong(first, status.st_size, status.st_mtime_ns)
        catalogue.record([Examined(found, examine(first.file.read_bytes()))])
        assert sorted(known.edition for known in catalogue.known_files().values()) == [0, 0, 1]
        report = run(music, catalogue)
        assert (report.ready, report.fresh) == (3, 0)
        assert {known.edition for known in catalogue.known_files().values()} == {EDITION}
        assert [entry.composer for entry in catalogue.entries()] == ["Chopin"] * 3
        assert catalogue.entry(1).tags == ("mine",)
        assert all(unpacked(data) for data in catalogue.pictures([1, 2, 3]).values())
        assert list(problems_of(catalogue)) == []


def test_a_damaged_catalogue_is_put_aside_and_repaired(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with Catalogue(path) as catalogue:
        number = add(catalogue, "a.mid", song(1))
        catalogue.set_tags(number, ["dear"])
        assert list(problems_of(catalogue)) == []
    with schema.connect(path) as connection:
        connection.execute("UPDATE files SET notes = 0")
    connection.close()
    with Catalogue(path) as catalogue:
        assert list(problems_of(catalogue)) == ["1 usable files have no notes."]
    assert repair(path) == 1
    with Catalogue(path) as catalogue:
        assert list(problems_of(catalogue)) == []
        # Found again, with the user's words.
        assert add(catalogue, "a.mid", song(1)) == 1
        assert catalogue.entry(1).tags == ("dear",)
        assert catalogue.entry(1).state == "ready"


def test_what_is_no_catalogue_any_more_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    path.write_bytes(b"\x00" * 100 + b"not a database" * 1000)
    with Catalogue(path) as catalogue:
        assert catalogue.counts() == {}
    assert len(list(tmp_path.glob("library.sqlite.damaged-*"))) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("offset", [5000, 9000, 13000, 21000])
def test_overwritten_pages_are_found_or_harmless(tmp_path: Path, offset: int) -> None:
    path = tmp_path / "library.sqlite"
    with Catalogue(path) as catalogue:
        for i in range(30):
            add(catalogue, f"{i}.mid", song(i))
        catalogue.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    data[offset : offset + 3000] = b"\xa5" * 3000
    path.write_bytes(data)
    try:
        with Catalogue(path) as catalogue:
            # Unless only unused bytes were hit, in which case everything is there.
            assert list(problems_of(catalogue)) or len(list(catalogue.entries())) == 30
    except LibraryError as error:
        assert "damaged" in error.message  # noqa: PT017 - either is right
    assert repair(path) <= 30
    with Catalogue(path) as catalogue:
        assert list(problems_of(catalogue)) == []


def test_a_newer_catalogue_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with Catalogue(path) as catalogue:
        catalogue.connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(LibraryError, match="newer version"):
        Catalogue(path)
    assert path.read_bytes() == before
