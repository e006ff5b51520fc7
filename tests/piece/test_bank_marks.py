"""A sound bank that was found is tried once as it is, and passed over when it failed."""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.ground.errors import DocumentError
from engine.ground.paths import user_paths
from engine.messages import CheckBank, Command
from engine.piece import bank_marks, opening
from engine.piece.opening import PieceReader
from engine.playback.sound.bank import find_bank, shipped_bank, untried_bank
from engine.processes.process import Child


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
    bank_marks.keep(found, "sound")
    assert bank_marks.is_sound(found) is True
    os.utime(found, ns=(0, 1))
    assert bank_marks.is_sound(found) is None
    bank_marks.keep(found, "refused")
    assert bank_marks.is_sound(found) is False
    with found.open("ab") as file:
        file.write(b"x")
    os.utime(found, ns=(0, 1))
    assert bank_marks.is_sound(found) is None
    found.unlink()
    assert bank_marks.is_sound(found) is None
    bank_marks.keep(found, "sound")
    assert bank_marks.is_sound(found) is None


def test_marks_that_make_no_sense_are_no_marks(found: Path) -> None:
    marks = user_paths().tried_banks
    for nonsense in (b"", b"[]", b'{"a": 1}', b"[" * 100_000, b'{"a":' * 9):
        marks.parent.mkdir(parents=True, exist_ok=True)
        marks.write_bytes(nonsense)
        assert bank_marks.is_sound(found) is None
    bank_marks.keep(found, "sound")
    assert bank_marks.is_sound(found) is True


def test_the_latest_hundred_are_remembered(found: Path, tmp_path: Path) -> None:
    banks = [tmp_path / f"{number}.sf2" for number in range(100)]
    bank_marks.keep(found, "refused")
    for bank in banks[:99]:
        bank.write_bytes(b"x")
        bank_marks.keep(bank, "sound")
    assert bank_marks.is_sound(found) is False
    banks[99].write_bytes(b"x")
    bank_marks.keep(banks[99], "sound")
    assert bank_marks.is_sound(found) is None
    assert all(bank_marks.is_sound(bank) for bank in banks)


def test_where_nothing_can_be_written_a_bank_is_tried_again(found: Path) -> None:
    user_paths().tried_banks.mkdir()
    bank_marks.keep(found, "refused")
    assert find_bank() == found


def test_one_that_failed_is_passed_over_unless_it_is_chosen(found: Path) -> None:
    assert find_bank() == found == untried_bank()
    bank_marks.keep(found, "refused")
    assert find_bank() != found
    assert find_bank(str(found)) == found
    bank_marks.keep(found, "sound")
    assert find_bank() == found
    assert untried_bank() is None


@pytest.mark.slow
def test_the_bank_that_was_found_is_tried_once_in_a_process_of_its_own(found: Path) -> None:
    reader = PieceReader()
    assert reader.try_found_bank() == "Segue"
    assert bank_marks.is_sound(found) is True
    assert reader.try_found_bank() == ""


@pytest.mark.slow
def test_one_that_cannot_be_played_is_told_and_not_opened_again(found: Path) -> None:
    found.write_bytes(found.read_bytes()[:5000])
    with pytest.raises(DocumentError, match=r"‘a\.sf2’ is not a usable sound bank") as caught:
        PieceReader().try_found_bank()
    assert "Another one is used instead." in caught.value.hint
    assert find_bank() != found
    assert PieceReader().passed_over_banks() == (bank_marks.PassedOver(found, refused=True),)


def test_a_program_that_ends_meanwhile_has_proven_nothing(found: Path) -> None:
    found.write_bytes(b"no bank")
    reader = PieceReader()
    reader.close()
    with pytest.raises(DocumentError):
        reader.check_bank(found)
    assert bank_marks.is_sound(found) is None


# --- how the process that tries a bank may end ---------------------------------------------------


@pytest.fixture
def ends_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], list[str]]:
    """Have each process that tries a bank get a signal as soon as it is told to."""

    def make(number: int) -> list[str]:
        signalled: list[str] = []

        class Signalled(Child):
            def send(self, command: Command) -> None:
                if isinstance(command, CheckBank):
                    os.kill(self.pid, number)
                    signalled.append(command.path)
                super().send(command)

        monkeypatch.setattr(opening, "Child", Signalled)
        return signalled

    return make


# By name: Windows has not all of them.
CRASHES = ("SIGSEGV", "SIGABRT", "SIGFPE", "SIGILL")
# The kernel for want of memory and whoever ends it from outside; a failing disk; whoever stops it.
INNOCENT = ("SIGKILL", "SIGTERM", "SIGBUS", "SIGSTOP")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("signed", CRASHES)
def test_a_bank_that_crashes_its_process_is_passed_over(
    found: Path, ends_by: Callable[[int], list[str]], signed: str
) -> None:
    ends_by(getattr(signal, signed))
    with pytest.raises(DocumentError, match="it ended the process that tried it") as caught:
        PieceReader().try_found_bank()
    assert "Preferences" in caught.value.hint
    assert bank_marks.is_sound(found) is False
    assert bank_marks.passed_over() == (bank_marks.PassedOver(found, refused=True),)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("signed", INNOCENT)
def test_a_bank_whose_process_was_ended_is_tried_once_more(
    found: Path, ends_by: Callable[[int], list[str]], signed: str
) -> None:
    signalled = ends_by(getattr(signal, signed))
    assert PieceReader().try_found_bank() == ""
    assert signalled == [str(found)]
    # Nothing is known of it: it plays.
    assert bank_marks.is_sound(found) is None
    assert find_bank() == found == untried_bank()
    assert bank_marks.passed_over() == ()
    with pytest.raises(DocumentError, match="could not be tried") as caught:
        PieceReader().try_found_bank()
    assert "Preferences" in caught.value.hint
    assert bank_marks.passed_over() == (bank_marks.PassedOver(found, refused=False),)
    assert find_bank() != found
    # A third start does not try it by itself.
    assert PieceReader().try_found_bank() == ""
    assert signalled.count(str(found)) == 2


@pytest.mark.slow
def test_a_bank_that_takes_too_long_is_tried_once_more(
    found: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "BANK_LIMIT_S", 0.0)
    reader = PieceReader()
    for _ in range(bank_marks.MOST_TRIES):
        assert bank_marks.is_sound(found) is None
        with pytest.raises(DocumentError, match="took longer"):
            reader.check_bank(found)
    assert bank_marks.is_sound(found) is False
    monkeypatch.undo()
    monkeypatch.setenv("SEGUE_HOME", str(found.parents[2]))
    # By hand it is tried as often as one likes.
    assert reader.check_bank(found) == "Segue"
    assert bank_marks.is_sound(found) is True
    assert bank_marks.passed_over() == ()


def test_a_try_that_succeeds_forgets_the_ones_that_did_not(found: Path) -> None:
    bank_marks.keep(found, "unknown")
    bank_marks.keep(found, "sound")
    bank_marks.keep(found, "unknown")
    assert bank_marks.is_sound(found) is None


@pytest.mark.slow
def test_a_mark_of_an_earlier_version_that_does_not_say_why_is_tried_again(found: Path) -> None:
    seen = found.stat()
    mark = {"size": seen.st_size, "changed_ns": seen.st_mtime_ns, "sound": False}
    marks = user_paths().tried_banks
    marks.parent.mkdir(parents=True, exist_ok=True)
    marks.write_text(json.dumps({str(found): mark}))
    assert bank_marks.is_sound(found) is None
    assert PieceReader().try_found_bank() == "Segue"


def test_a_bank_that_has_gone_is_not_told_of(found: Path) -> None:
    bank_marks.keep(found, "refused")
    found.unlink()
    assert bank_marks.passed_over() == ()
