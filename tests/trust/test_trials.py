"""A few of each trial at every merge; larger counts, run by hand, are in docs/trust-details.md."""

import contextlib
import os
import random
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from engine.ground.errors import SoundError
from engine.playback import wire
from tests.banks import tiny_bank
from tests.offline import Sockets
from tests.trust import (
    clocks,
    documents,
    endings,
    folders,
    imports,
    midi,
    opening,
    saving,
    simulated_endings,
    system_calls,
    takes,
    together,
)
from tests.trust.trial import Findings

# Real processes, started and ended: each takes seconds.
pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]


def _draw() -> random.Random:
    return random.Random(1)  # noqa: S311 - damage, not a secret


@pytest.mark.parametrize("kind", sorted(documents.OPEN))
@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.timeout(300)
def test_a_strangers_document_is_opened_or_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("SEGUE_KINDS", kind)
    findings = documents.trial(12 if kind == "model" else 30, _draw(), tmp_path)
    assert findings.broken == []
    assert sum(findings.counts.values()) >= 12


def test_a_loop_before_its_sample_s_beginning_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.sf2"
    data = bytearray(tiny_bank(("Piano", 0, 0, 1)).with_missing_of(tiny_bank()).written())
    header = data.index(b"shdr") + 8
    # Of the second sample, whose frames lie behind those of the first.
    struct.pack_into("<I", data, header + 46 + 28, 0)
    path.write_bytes(data)
    with pytest.raises(SoundError, match="cannot be read"):
        documents.OPEN["bank"](path)


@pytest.mark.skipif(not system_calls.POSSIBLE, reason="traces system calls of Linux on x86-64")
@pytest.mark.timeout(300)
def test_saving_that_is_killed_or_fails_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    findings = saving.trial(6, _draw(), tmp_path)
    assert findings.broken == []
    assert findings.counts["killed"] >= 3
    assert findings.counts["old file"] > 0
    assert findings.counts["new file"] > 0


@pytest.mark.midi
@pytest.mark.skipif(not endings.POSSIBLE, reason="there is no JACK server to play to")
@pytest.mark.timeout(300)
def test_no_ending_leaves_a_note_sounding() -> None:
    # In a process of its own: JACK's library may crash one whose servers came and went. In one run
    # of a hundred it does not return from listing the ports: such a run has judged no ending.
    command = [sys.executable, "-m", "tests.trust.endings", "--count", "3", "--seed", "1"]
    for _ in range(3):
        with contextlib.suppress(subprocess.TimeoutExpired):
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=90)
            assert done.returncode == 0, done.stdout + done.stderr
            return
    pytest.fail("three runs in a row did not come to their end")


@pytest.mark.timeout(300)
def test_no_random_ending_leaves_anything_sounding(tmp_path: Path) -> None:
    findings = simulated_endings.trial(25, _draw(), tmp_path)
    assert findings.broken == []
    assert findings.counts["ended while something sounded"] > 8
    assert findings.counts["notes"] > 160


@pytest.mark.timeout(300)
def test_an_ending_that_leaves_something_sounding_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As it was: the second and the third pedal stayed down.
    monkeypatch.setattr(wire, "silence", lambda channel: (wire.control(channel, wire.SUSTAIN, 0),))
    findings = simulated_endings.trial(15, _draw(), tmp_path)
    assert any("'pedal'" in told for told in findings.broken)


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX's")
@pytest.mark.timeout(300)
def test_programs_that_save_one_piece_at_once_leave_it_whole(tmp_path: Path) -> None:
    findings = together.trial(1, _draw(), tmp_path)
    assert findings.broken == []
    assert findings.counts["read whole"] > 5


@pytest.mark.timeout(300)
def test_mutants_of_broken_files_are_read_or_refused_with_a_reason(
    tmp_path: Path, test_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEGUE_TEST_DATA", str(test_data))
    findings = midi.trial(25, _draw(), tmp_path)
    assert findings.broken == []
    assert sum(findings.counts.values()) == 25


def test_the_same_request_gives_the_same_notes(tmp_path: Path) -> None:
    findings = takes.trial(4, _draw(), tmp_path)
    assert findings.broken == []
    assert findings.counts["notes"] > 0


@pytest.mark.timeout(300)
def test_a_reader_that_is_killed_costs_one_sentence(tmp_path: Path) -> None:
    findings = opening.trial(1, _draw(), tmp_path)
    assert findings.broken == []
    assert findings.counts["opened by the next reader"] == 1


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX's")
@pytest.mark.timeout(600)
def test_an_import_that_is_killed_leaves_a_sound_catalogue_and_the_next_one_ends_it(
    tmp_path: Path,
) -> None:
    findings = imports.trial(2, _draw(), tmp_path)
    assert findings.broken == []
    assert findings.counts["homes whole"] == 1


@pytest.mark.slow
@pytest.mark.skipif(not clocks.POSSIBLE, reason="there is no faketime")
@pytest.mark.alone  # the window has so long to write down an edit
@pytest.mark.timeout(600)
def test_a_clock_that_jumps_costs_no_edit(tmp_path: Path) -> None:
    findings = clocks.trial(1, _draw(), tmp_path)
    assert findings.broken == []


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="folders are closed by POSIX's means")
@pytest.mark.timeout(600)
def test_folders_that_are_closed_or_gone_are_told_in_a_sentence(tmp_path: Path) -> None:
    findings = folders.trial(2, _draw(), tmp_path)
    assert findings.broken == []


@pytest.mark.midi
@pytest.mark.slow
@pytest.mark.skipif(not endings.POSSIBLE, reason="there is no JACK server to play to")
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("trial", "count"), [("suspended", 3), ("instances", 1), ("living", 1)])
def test_trials_that_need_a_process_of_their_own(trial: str, count: int) -> None:
    command = [sys.executable, "-m", f"tests.trust.{trial}", "--count", str(count)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.alone  # it acts once a second
@pytest.mark.timeout(600)
def test_the_window_soaks_for_a_moment_and_its_processes_talk_to_nobody(tmp_path: Path) -> None:
    sockets = Sockets(tmp_path)
    command = [sys.executable, "-m", "tests.trust.soak", "--minutes", "0.2"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=ROOT, env=sockets.environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    # The window's own processes took part, each with the hook in it.
    roles = {words.rpartition("--role ")[2] for words in sockets.processes if "--role " in words}
    assert {"live", "player"} <= roles
    assert sockets.outward == []
    assert sockets.unpickled == []


def test_what_was_found_is_counted() -> None:
    findings = Findings()
    findings.most("a", 2.0)
    findings.most("a", 1.0)
    assert findings.figures == {"a": 2.0}
