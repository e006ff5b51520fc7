"""Which pieces models learn from, when files come, change, go and come back."""

from pathlib import Path

import pytest

from engine.library.catalogue import Catalogue
from engine.library.repairing import repair
from engine.library.songs import choice_of
from tests.library.conftest import add, run, song, transposed, write_song


def ticked(catalogue: Catalogue) -> set[str]:
    return {entry.name for entry in catalogue.training_entries()}


def test_while_all_are_ticked_what_comes_in_is_ticked(catalogue: Catalogue) -> None:
    for k in range(3):
        add(catalogue, f"{k}.mid", song(k))
    assert ticked(catalogue) == {"0", "1", "2"}


@pytest.mark.slow
def test_once_pieces_were_chosen_nothing_is_ticked_by_itself(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    folder = tmp_path / "music"
    for k in range(4):
        write_song(folder / f"{k}.mid", song(k))
    assert run(folder, catalogue).waiting == 0
    numbers = {entry.name: entry.number for entry in catalogue.entries()}
    catalogue.set_used([numbers["0"], numbers["1"]], used=False)
    for k in range(4, 9):
        write_song(folder / f"{k}.mid", song(k))
    report = run(folder, catalogue)
    assert (report.fresh, report.waiting) == (5, 5)
    assert ticked(catalogue) == {"2", "3"}
    # The user ticks all of them again: nothing is left out any more.
    catalogue.set_used([entry.number for entry in catalogue.entries()], used=True)
    write_song(folder / "9.mid", song(9))
    assert run(folder, catalogue).waiting == 0
    assert "9" in ticked(catalogue)


def test_a_choice_made_during_an_import_holds_for_what_it_finds_next(catalogue: Catalogue) -> None:
    first = add(catalogue, "first.mid", song(1))
    with Catalogue(catalogue.path) as window:
        window.set_used([first], used=False)
    add(catalogue, "second.mid", song(2))
    assert ticked(catalogue) == set()


@pytest.mark.slow
def test_a_moved_file_keeps_its_tick(catalogue: Catalogue, tmp_path: Path) -> None:
    folder = tmp_path / "music"
    for name, seed in (("in", 1), ("out", 2)):
        write_song(folder / f"{name}.mid", song(seed))
    run(folder, catalogue)
    out = next(entry.number for entry in catalogue.entries() if entry.name == "out")
    catalogue.set_used([out], used=False)
    for name in ("in", "out"):
        (folder / f"{name}.mid").rename(folder / f"{name} moved.mid")
    run(folder, catalogue)
    assert ticked(catalogue) == {"in moved"}


@pytest.mark.slow
@pytest.mark.parametrize("later", [0, 5])
def test_a_duplicate_takes_the_place_of_its_original_ticked_or_not(
    catalogue: Catalogue, tmp_path: Path, later: int
) -> None:
    folder = tmp_path / "music"
    for name, seed in (("in", 1), ("out", 2)):
        write_song(folder / f"{name}.mid", song(seed))
    run(folder, catalogue)
    for name, seed in (("in again", 1), ("out again", 2)):
        write_song(folder / f"{name}.mid", transposed(song(seed), later))
    run(folder, catalogue)
    out = next(entry.number for entry in catalogue.entries() if entry.name == "out")
    catalogue.set_used([out], used=False)
    for name in ("in", "out"):
        (folder / f"{name}.mid").unlink()
    run(folder, catalogue)
    assert ticked(catalogue) == {"in again"}


@pytest.mark.slow
def test_a_repaired_library_keeps_the_choice(catalogue: Catalogue, tmp_path: Path) -> None:
    folder = tmp_path / "music"
    for k in range(3):
        write_song(folder / f"{k}.mid", song(k))
    run(folder, catalogue)
    numbers = [entry.number for entry in catalogue.entries() if entry.name != "0"]
    catalogue.set_used(numbers, used=False)
    catalogue.close()
    repair(catalogue.path)
    # What is new is met before what was saved, or after it.
    for name in ("!", "~"):
        write_song(folder / f"{name}.mid", song(ord(name)))
    with Catalogue(catalogue.path) as repaired:
        run(folder, repaired)
        assert ticked(repaired) == {"0"}


@pytest.mark.slow
def test_the_same_choice_has_the_same_name_and_another_one_has_not(catalogue: Catalogue) -> None:
    numbers = [add(catalogue, f"{k}.mid", song(k)) for k in range(3)]
    names = {choice_of(catalogue.training_entries())}
    for number in numbers:
        catalogue.set_used([number], used=False)
        names.add(choice_of(catalogue.training_entries()))
        catalogue.set_used([number], used=True)
    assert len(names) == 4
    assert choice_of(catalogue.training_entries()) in names
    found = catalogue.with_contents({entry.content for entry in catalogue.entries([numbers[1]])})
    assert [entry.number for entry in found.values()] == [numbers[1]]
