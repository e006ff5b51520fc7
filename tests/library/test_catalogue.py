"""What the catalogue keeps, finds, repairs; duplicates, families, searches, reports."""

import errno
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.ground.errors import LibraryError
from engine.library.catalogue import Catalogue
from engine.library.entries import Examined, outcome_of, shown_name
from engine.library.facts import refused
from engine.library.fingerprints import fingerprint, melody_windows, resemblance
from engine.library.location import SongLocation
from engine.library.report import concerns, csv_of, grouped_reason, report_of
from engine.library.scanning import FoundSong
from engine.library.shelf import Shelf
from engine.library.statistics import statistics_of
from engine.library.table import table_of_score
from engine.midi.file.midifile import NOT_READABLE
from engine.sentence import Sentence, said
from engine.values.library import PieceQuery
from engine.values.score import Note, Score, Tempo, TimeSignature, Track
from tests.library.conftest import add, run, song, transposed, write_song


def test_statistics_are_those_a_musician_would_give() -> None:
    melody = tuple(Note(480 * i, pitch, 480) for i, pitch in enumerate((60, 62, 64, 65, 67, 72)))
    chord = tuple(Note(0, pitch, 2880) for pitch in (48, 52, 55))
    beat = (Note(0, 36, 10), Note(1440, 38, 10))
    score = Score(
        tracks=(
            Track(program=40, notes=melody),
            Track(program=0, notes=chord),
            Track(program=7, is_drum=True, notes=beat),
            Track(name="empty"),
        ),
        tempos=(Tempo(0, 60.0), Tempo(1440, 120.0)),
        time_signatures=(TimeSignature(0, 3, 4),),
    )
    found = statistics_of(table_of_score(score))
    assert (found.seconds, found.bars, found.tracks, found.notes) == (4.5, 2, 3, 11)
    assert (found.programs, found.drums, found.polyphony) == ((0, 40), True, 5)
    assert (found.bpm, found.meter, found.key) == (80.0, "3/4", "C major")


def test_hashes_do_not_see_what_is_not_music() -> None:
    score = song(1)
    table = table_of_score(score)
    first = fingerprint(table)
    renamed = replace(score, tracks=tuple(replace(t, name="x", program=5) for t in score.tracks))
    finer = score.resampled(960)
    assert fingerprint(table_of_score(renamed)) == first
    assert fingerprint(table_of_score(finer)) == first
    higher = fingerprint(table_of_score(transposed(score, 5)))
    assert higher.notes != first.notes
    assert (higher.tune, higher.sketch) == (first.tune, first.sketch)
    other = fingerprint(table_of_score(song(2)))
    assert other.tune != first.tune
    assert resemblance(first.sketch, other.sketch) == 0.0


def test_sketches_estimate_what_is_shared() -> None:
    whole = song(3, notes=400)
    notes = whole.tracks[0].notes
    half = replace(whole, tracks=(whole.tracks[0].with_notes(notes[:200]),))
    a, b = (fingerprint(table_of_score(s)).sketch for s in (whole, half))
    assert 0.3 < resemblance(a, b) < 0.7
    windows = melody_windows(table_of_score(whole))
    assert len(np.unique(windows)) == len(windows) == 400 - 15


def test_songs_that_resemble_each_other_are_one_family(catalogue: Catalogue) -> None:
    original = song(5, notes=200)
    add(catalogue, "a.mid", original)
    notes = original.tracks[0].notes
    arranged = replace(original, tracks=(original.tracks[0].with_notes(notes[20:190]),))
    add(catalogue, "b.mid", arranged)
    add(catalogue, "c.mid", song(6, notes=200))
    first, second, other = catalogue.entries()
    assert second.state == "ready"
    assert first.family == second.family != other.family


def test_duplicates_say_of_what_they_are(catalogue: Catalogue) -> None:
    first = add(catalogue, "a.mid", song(1))
    add(catalogue, "b.mid", song(1))
    add(catalogue, "c.mid", replace(song(1), title="x"))
    add(catalogue, "d.mid", transposed(song(1), 4))
    entries = list(catalogue.entries())
    assert [e.state for e in entries] == ["ready", "duplicate", "duplicate", "duplicate"]
    assert all(e.original == first for e in entries[1:])
    assert [e.reason.split("‘")[0] for e in entries[1:]] == [
        "The same file as ",
        "The same notes as ",
        "The same tune as ",
    ]


@pytest.fixture
def filled(catalogue: Catalogue) -> Catalogue:
    for i in range(12):
        add(catalogue, f"music/piece {i:02}.mid", song(i, notes=40 + 10 * i))
    add(
        catalogue,
        "music/100%_drums.mid",
        Score(tracks=(Track(is_drum=True, notes=song(50).tracks[0].notes),)),
    )
    place = SongLocation.of(catalogue.path.parent / "music" / "broken.mid")
    catalogue.record([Examined(FoundSong(place, 1, 1), refused("It is broken."))])
    return catalogue


def _names(catalogue: Catalogue, numbers: Sequence[int]) -> list[str]:
    return [entry.name for entry in Shelf(catalogue).rows(numbers)]


def test_searching(filled: Catalogue) -> None:
    def names(query: PieceQuery) -> list[str]:
        return _names(filled, Shelf(filled).find(query).tolist())

    assert len(names(PieceQuery())) == 13
    assert names(PieceQuery(text="piece 1")) == ["piece 01", "piece 10", "piece 11"]
    assert names(PieceQuery(text="PIECE 03")) == ["piece 03"]
    assert names(PieceQuery(text="%")) == ["100%_drums"]
    assert names(PieceQuery(text="_")) == ["100%_drums"]
    assert names(PieceQuery(family=0)) == [f"piece 0{i}" for i in range(8)]
    assert names(PieceQuery(family=1)) == ["piece 08", "piece 09", "piece 10", "piece 11"]
    assert names(PieceQuery(family=16)) == ["100%_drums"]
    assert names(PieceQuery(order="notes", descending=True))[0] == "piece 11"
    assert names(PieceQuery(seconds=(37.0, 0.0))) == ["piece 11"]
    longest = Shelf(filled).rows(Shelf(filled).find(PieceQuery(seconds=(37.0, 0.0))).tolist())[0]
    assert longest.statistics is not None
    assert names(PieceQuery(seconds=(37.0, longest.statistics.seconds))) == []
    first = int(Shelf(filled).find(PieceQuery())[1])
    filled.set_tags([e.number for e in filled.entries()][3], ["blue"])
    assert names(PieceQuery(tag="blue")) == ["piece 03"]
    assert names(PieceQuery(tag="blu")) == []
    assert names(PieceQuery(text="'; DROP TABLE files;--")) == []
    assert Shelf(filled).rows([999_999, first])[0].number == first


def test_a_shelf_counts_what_charts_show(filled: Catalogue) -> None:
    shelf = Shelf(filled)
    assert shelf.ready == 13
    assert shelf.families() == ((0, 8), (1, 4), (16, 1))
    assert sum(count for _, count in shelf.music_keys()) == 12  # drums have none
    lengths = shelf.counted("seconds", (15, 30))
    assert [limit for limit, _ in lengths] == [15, 30, 0]
    assert sum(count for _, count in lengths) == 13
    filled.set_used([int(shelf.find(PieceQuery())[0])], used=False)
    shelf.refresh()
    assert shelf.learned_from()[0] == 12
    assert len(Shelf(filled)) == 14


def test_an_empty_shelf_finds_nothing(catalogue: Catalogue) -> None:
    shelf = Shelf(catalogue)
    assert (
        len(shelf) == len(shelf.find(PieceQuery(text="x", key="C major", family=3, tag="y"))) == 0
    )
    assert (shelf.families(), shelf.music_keys(), shelf.tags()) == ((), (), ())


def test_what_is_read_anew_loses_the_picture_of_what_it_was(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    number = add(catalogue, "a.mid", song(1))
    assert number in catalogue.pictures([number])
    place = SongLocation.of(tmp_path / "a.mid")
    assert catalogue.record([Examined(FoundSong(place, 2, 2), refused("It is broken."))]) == [
        number
    ]
    assert catalogue.pictures([number]) == {}


def test_folders_composers_and_titles_are_searched(catalogue: Catalogue) -> None:
    top = catalogue.path.parent / "my music"
    catalogue.add_folders([top])
    groove = add(catalogue, "my music/groove/012.mid", song(1))
    bach = add(catalogue, "my music/old/BachJS/013.mid", song(2))
    single = add(catalogue, "elsewhere/014.mid", song(3))
    titled = add(catalogue, "my music/015.mid", replace(song(4), title="An der Quelle"))
    shelf = Shelf(catalogue)

    def found(**query: Any) -> set[int]:
        return {int(number) for number in shelf.find(PieceQuery(**query))}

    assert found(text="groove") == {groove}
    assert found(text="bach 013") == found(text="BACHJS") == {bach}
    assert found(text="quelle") == {titled}
    # What stands above the library's folder is on every file, and tells nothing.
    assert found(text=catalogue.path.parent.name) == set()
    assert found(folder=os.fsencode(top)) == {groove, bach, titled}
    assert found(folder=os.fsencode(top / "old"), text="013") == {bach}
    assert found(folder=os.fsencode(top / "ol")) == set()
    shown = {entry.number: shelf.folder_of(entry) for entry in catalogue.entries()}
    assert shown == {
        groove: str(Path("my music", "groove")),
        bach: str(Path("my music", "old", "BachJS")),
        single: "elsewhere",
        titled: "my music",
    }
    assert [count for _, count in shelf.folders()] == [1, 1, 1, 1]
    by_composer = [int(number) for number in shelf.find(PieceQuery(order="composer"))]
    assert by_composer[0] == bach


@pytest.mark.slow
def test_a_report_counts_what_its_own_files_are_made_of(tmp_path: Path) -> None:
    for seed in range(3):
        write_song(tmp_path / "first" / f"song {seed}.mid", song(seed))
    drums = Score(tracks=(Track(is_drum=True, notes=song(50).tracks[0].notes),))
    write_song(tmp_path / "second" / "beat.mid", drums)
    with Catalogue(tmp_path / "library.sqlite") as catalogue:
        first = run(tmp_path / "first", catalogue)
        second = run(tmp_path / "second", catalogue)
        assert (first.found, sum(count for _, count in first.music.keys)) == (3, 3)
        assert first.music.families == ((0, 3),)
        # What the library had before is no part of what this import found.
        assert (second.found, second.music.keys, second.music.families) == (1, (), ((16, 1),))
        assert sum(count for _, count in second.music.lengths) == 1
        # Told of rows of the catalogue, it says the same.
        assert report_of(catalogue.entries({4})).music == second.music


def test_numbers_in_names_are_sorted_by_size(catalogue: Catalogue) -> None:
    for seed, name in enumerate(("étude_10_a", "étude_9_a", "étude 2", "Étude_1")):
        add(catalogue, f"{name}.mid", song(seed))
    found = Shelf(catalogue).find(PieceQuery())
    names = [catalogue.entry(int(number)).name for number in found]
    assert names == ["Étude_1", "étude 2", "étude_9_a", "étude_10_a"]


def test_reports_group_reasons_and_guard_spreadsheets(filled: Catalogue) -> None:
    add(filled, "music/=cmd.mid", song(3, notes=70))
    report = report_of(filled.entries())
    assert (report.found, report.ready, report.duplicates, report.refused) == (15, 13, 1, 1)
    assert {(g.reason, g.count) for g in report.groups} == {
        ("It is broken.", 1),
        ("The same file as another piece.", 1),
    }
    assert grouped_reason("It has 1,234 notes; Segue reads up to 5.") == (
        "It has … notes; Segue reads up to …."
    )
    many = said("It has {count:,} notes; Segue reads up to {most:,}.", count=1234, most=5)
    assert grouped_reason(many) == "It has … notes; Segue reads up to …."
    assert grouped_reason("it is an MP3") == "it is an MP3"

    # Bytes and frames are for the table of all files; a report says what a musician would ask.
    def grouped(error: str) -> str:
        return grouped_reason(said(NOT_READABLE, named="This", error=error))

    assert {
        grouped("header damaged at byte 12: 29 frames of 0 ticks a second"),
        grouped("header damaged at byte 4: its length is 3"),
    } == {"It is damaged at its beginning."}
    assert grouped("it is empty") == "There is nothing in it."
    assert grouped("it is a PDF") == grouped("it is an MP3")
    lines = list(csv_of(filled.entries()))
    root = filled.path.parent
    assert lines[1].startswith(f"{root / 'music' / 'piece 00.mid'},ready,,40,")
    assert "refused,It is broken.,0,0.000,0" in lines[14]


def test_a_reason_keeps_its_values_and_an_older_one_stays(catalogue: Catalogue) -> None:
    late = said("Reading it took longer than {limit:.0f} seconds.", limit=20.0)
    place = SongLocation(b"/x/late.mid")
    catalogue.record([Examined(FoundSong(place, 1, 2), refused(late))])
    number = add(catalogue, "first.mid", song(1))
    copy = add(catalogue, "second.mid", song(1))
    older = add(catalogue, "older.mid", song(2))
    catalogue.connection.execute(
        "UPDATE files SET state = 'refused', reason = 'It has 3 notes.' WHERE id = ?", (older,)
    )
    entries = {entry.number: entry for entry in catalogue.entries()}
    (refusal,) = (entry.reason for entry in entries.values() if entry.place == place)
    for reason, template, values in (
        (refusal, late.template, {"limit": 20.0}),
        (entries[copy].reason, "The same file as ‘{name}’.", {"name": entries[number].name}),
        (entries[older].reason, "It has 3 notes.", {}),
    ):
        assert isinstance(reason, Sentence)
        assert (reason.template, reason.values) == (template, values)
    outcomes = {outcome.name: outcome.reason for outcome in catalogue.outcomes(set(entries))}
    assert outcomes == {entry.name: entry.reason for entry in entries.values()}


def test_lopsided_libraries_are_said(catalogue: Catalogue) -> None:
    drums = [
        Score(tracks=(Track(is_drum=True, notes=song(i, notes=99).tracks[0].notes),))
        for i in range(10)
    ]
    for i, score in enumerate(drums):
        add(catalogue, f"a/{i}.mid", score)
    add(catalogue, "b/song.mid", song(99))
    told = concerns(map(outcome_of, catalogue.entries()))
    assert any("drums alone" in sentence for sentence in told)
    assert "91 % is from one folder, ‘a’." in told


def test_one_composer_is_told_by_names_also_in_one_folder(catalogue: Catalogue) -> None:
    for i in range(9):
        add(catalogue, f"Bach - Prelude {i}.mid" if i % 2 else f"BACH_-_Fugue {i}.mid", song(i))
    add(catalogue, "Well-known song - not his.mid", song(20))
    (told,) = concerns(map(outcome_of, catalogue.entries()))
    assert told.casefold() == "90 % has a name that begins with ‘bach’."
    add(catalogue, "without a dash.mid", song(21))
    add(catalogue, "another.mid", song(22))
    assert concerns(map(outcome_of, catalogue.entries())) == ()


@pytest.mark.skipif(os.name != "posix", reason="names that are bytes, as POSIX has them")
def test_names_are_shown_clean() -> None:
    assert shown_name(SongLocation(b"/x/bad_\xff\xfe_name.mid")) == "bad_��_name"
    assert shown_name(SongLocation(b"/x/new\nline.mid")) == "new line"
    assert shown_name(SongLocation(b"/x/pack.zip", "a/b/song.kar")) == "song"
    assert SongLocation(b"/x/\xff.mid").shown == "/x/\\xff.mid"


def test_folders_are_remembered_and_forgotten(filled: Catalogue, tmp_path: Path) -> None:
    music, other = tmp_path / "music", tmp_path / "other"
    filled.add_folders([music, other])
    assert filled.folders() == (music, other)
    assert filled.remove_folder(music) == 14
    assert filled.folders() == (other,)
    assert filled.counts() == {}
    with pytest.raises(LibraryError, match="none of the library's folders"):
        filled.remove_folder(music)


def test_a_folder_is_known_by_whatever_way_leads_to_it(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    music, other = tmp_path / "music", tmp_path / "other"
    round_about = tmp_path / "x" / ".." / "music"
    # As an older edition kept what it was given.
    catalogue.connection.execute(
        "INSERT INTO folders (path, added_s) VALUES (?, 0)", (os.fsencode(round_about),)
    )
    catalogue.connection.commit()
    assert catalogue.folders() == (music,)
    catalogue.add_folders([tmp_path / "y" / ".." / "other", music])
    assert catalogue.folders() == (music, other)
    rows = catalogue.connection.execute("SELECT path FROM folders ORDER BY path").fetchall()
    assert [row[0] for row in rows] == [os.fsencode(music), os.fsencode(other)]
    add(catalogue, "music/tune.mid", song(1))
    assert catalogue.remove_folder(round_about) == 1
    assert catalogue.folders() == (other,)


def test_what_an_older_edition_kept_can_be_taken_out(catalogue: Catalogue, tmp_path: Path) -> None:
    music = tmp_path / "music"
    catalogue.connection.execute(
        "INSERT INTO folders (path, added_s) VALUES (?, 0)",
        (os.fsencode(tmp_path / "x" / ".." / "music"),),
    )
    catalogue.connection.commit()
    add(catalogue, "music/tune.mid", song(1))
    assert catalogue.remove_folder(music) == 1
    assert catalogue.folders() == ()


def test_a_copy_of_what_nobody_may_look_at_is_a_copy(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = add(catalogue, "locked/tune.mid", song(1))
    exists = Path.exists

    def refuse(path: Path) -> bool:
        if path.parent.name == "locked":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return exists(path)

    monkeypatch.setattr(Path, "exists", refuse)
    copy = add(catalogue, "copy.mid", song(1))
    assert copy != first
    assert catalogue.entry(copy).state == "duplicate"


def test_a_copy_takes_the_place_of_what_was_in_a_folder_that_is_forgotten(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    music, other = tmp_path / "music", tmp_path / "other"
    catalogue.add_folders([music, other])
    add(catalogue, "music/tune.mid", song(1))
    copy = add(catalogue, "other/copy.mid", song(1))
    assert catalogue.entry(copy).state == "duplicate"
    assert catalogue.remove_folder(music) == 1
    assert catalogue.entry(copy).state == "ready"


def test_files_added_one_by_one_are_forgotten_by_their_folder(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    music = tmp_path / "loose" / "music"
    catalogue.add_folders([music])
    add(catalogue, "loose/tune.mid", song(1))
    kept = add(catalogue, "loose/music/inside.mid", song(2))
    # What lies in a folder of the library would come back with its next import.
    with pytest.raises(LibraryError, match="stays with it"):
        catalogue.remove_folder(music / "deeper")
    assert catalogue.remove_folder(tmp_path / "loose") == 1
    assert [entry.number for entry in catalogue.entries()] == [kept]
    assert catalogue.folders() == (music,)


def test_a_folder_in_one_of_the_librarys_is_none_of_its_own(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    music, beside, inside = tmp_path / "music", tmp_path / "music 2", tmp_path / "music" / "bach"
    catalogue.add_folders([inside, beside])
    assert catalogue.folders() == (beside, inside)
    catalogue.add_folders([music])
    assert catalogue.folders() == (music, beside)
    # As when something happened in it while it was watched.
    catalogue.add_folders([inside])
    assert catalogue.folders() == (music, beside)
