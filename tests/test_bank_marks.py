"""A sound bank that was found is tried once as it is, and passed over when it failed."""

import os
import shutil
from pathlib import Path

import pytest

from engine import bank_marks
from engine.errors import DocumentError
from engine.opening import PieceReader
from engine.paths import user_paths
from engine.playback.bank import find_bank, shipped_bank, untried_bank


@pytest.fixture
def found(segue_home: Path) -> Path:
    """A bank where the player looks first."""
    folder = segue_home / "data" / "sounds"
    folder.mkdir(parents=True)
    bank = folder / "a.sf2"
    shutil.copy(shipped_bank(), bank)
    return bank


def test_what_came_out_holds_for_the_file_as_it_was(found: Path) -> None:
    assert bank_marks.is_sound(found) is None
    bank_marks.keep(found, sound=True)
    assert bank_marks.is_sound(found) is True
    os.utime(found, ns=(0, 1))
    assert bank_marks.is_sound(found) is None
    bank_marks.keep(found, sound=False)
    assert bank_marks.is_sound(found) is False
    with found.open("ab") as file:
        file.write(b"x")
    os.utime(found, ns=(0, 1))
    assert bank_marks.is_sound(found) is None
    found.unlink()
    assert bank_marks.is_sound(found) is None
    bank_marks.keep(found, sound=True)
    assert bank_marks.is_sound(found) is None


def test_marks_that_make_no_sense_are_no_marks(found: Path) -> None:
    marks = user_paths().tried_banks
    for nonsense in (b"", b"[]", b'{"a": 1}', b"[" * 100_000, b'{"a":' * 9):
        marks.parent.mkdir(parents=True, exist_ok=True)
        marks.write_bytes(nonsense)
        assert bank_marks.is_sound(found) is None
    bank_marks.keep(found, sound=True)
    assert bank_marks.is_sound(found) is True


def test_the_latest_hundred_are_remembered(found: Path, tmp_path: Path) -> None:
    banks = [tmp_path / f"{number}.sf2" for number in range(100)]
    bank_marks.keep(found, sound=False)
    for bank in banks[:99]:
        bank.write_bytes(b"x")
        bank_marks.keep(bank, sound=True)
    assert bank_marks.is_sound(found) is False
    banks[99].write_bytes(b"x")
    bank_marks.keep(banks[99], sound=True)
    assert bank_marks.is_sound(found) is None
    assert all(bank_marks.is_sound(bank) for bank in banks)


def test_where_nothing_can_be_written_a_bank_is_tried_again(found: Path) -> None:
    user_paths().tried_banks.mkdir()
    bank_marks.keep(found, sound=False)
    assert find_bank() == found


def test_one_that_failed_is_passed_over_unless_it_is_chosen(found: Path) -> None:
    assert find_bank() == found == untried_bank()
    bank_marks.keep(found, sound=False)
    assert find_bank() != found
    assert find_bank(str(found)) == found
    bank_marks.keep(found, sound=True)
    assert find_bank() == found
    assert untried_bank() is None


def test_the_bank_that_was_found_is_tried_once_in_a_process_of_its_own(found: Path) -> None:
    reader = PieceReader()
    assert reader.try_found_bank() == "Segue"
    assert bank_marks.is_sound(found) is True
    assert reader.try_found_bank() == ""


def test_one_that_cannot_be_played_is_told_and_not_opened_again(found: Path) -> None:
    found.write_bytes(found.read_bytes()[:5000])
    with pytest.raises(DocumentError, match=r"‘a\.sf2’ is not a usable sound bank") as caught:
        PieceReader().try_found_bank()
    assert caught.value.hint == "The built-in one is used instead."
    assert find_bank() != found


def test_a_program_that_ends_meanwhile_has_proven_nothing(found: Path) -> None:
    found.write_bytes(b"no bank")
    reader = PieceReader()
    reader.close()
    with pytest.raises(DocumentError):
        reader.check_bank(found)
    assert bank_marks.is_sound(found) is None
