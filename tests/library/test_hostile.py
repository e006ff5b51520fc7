"""The corpus of odd and broken files: what each must give, and what must never happen."""

import csv
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.ground.errors import LimitError, SegueError
from engine.library import tasks
from engine.library.facts import examine
from engine.library.guard import Guard
from engine.library.location import SongLocation
from engine.library.reading import read_score
from engine.midi.file.files import read_file
from engine.piece.composition import Composition
from engine.piece.composition_file import from_bytes, to_bytes

MUTANTS = int(os.environ.get("SEGUE_MIDI_MUTANTS", "2000"))
# A run by hand can go on where one ended: what comes before this one is made, and passed over.
FIRST_MUTANT = int(os.environ.get("SEGUE_MIDI_FIRST_MUTANT", "0"))
WITH_BIG = bool(os.environ.get("SEGUE_HOSTILE_BIG"))
# Sound to the last byte, and the corpus's own reference reader finds nothing odd in it either:
# there is nothing that one could warn of. The second is ABC under another name, which Segue reads.
SOUND_AFTER_ALL = {"nfroidure/MIDIBadFormat1.mid", "generated/notmidi/abc.mid"}
# Their names are text in no encoding: Segue says that its guess is uncertain.
UNCERTAIN = {"generated/meta/name_bad_utf8.mid", "generated/meta/name_surrogate.mid"}


def _rows(corpus: Path, generated: Path) -> Iterator[tuple[dict[str, str], Path]]:
    with (corpus / "manifest.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            name = row["file"]
            if name.startswith("generated/big/") and not WITH_BIG:
                continue
            if "\\xff" in name:
                yield row, generated / "names" / os.fsdecode(b"bad_\xff\xfe_utf8.mid")
            elif name.startswith("generated/"):
                yield row, generated / name.removeprefix("generated/")
            else:
                yield row, corpus / name


@pytest.fixture(scope="session")
def corpus(test_data: Path, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[dict, Path]]:
    folder = test_data / "hostile"
    out = tmp_path_factory.mktemp("hostile")
    command = [sys.executable, str(folder / "make_hostile.py"), str(out)]
    subprocess.run([*command, "--big"] if WITH_BIG else command, check=True, capture_output=True)
    return list(_rows(folder, out))


def _outcome(path: Path) -> tuple[str, int, str]:
    try:
        reading = read_score(path)
    except LimitError as error:
        return "limit", 0, error.message
    except SegueError as error:
        return "reject", 0, error.message
    return ("warn" if reading.warnings else "import"), reading.score.note_count, ""


def _is_met(row: dict[str, str], outcome: str, notes: int) -> bool:
    expected = row["expect"].split("|")
    if outcome in {"limit", "reject"}:
        return "reject" in expected
    return outcome in expected and notes >= int(row["min_notes"] or 1)


@pytest.mark.slow
def test_every_row_of_the_manifest_is_met(corpus: list[tuple[dict[str, str], Path]]) -> None:
    failed = []
    for row, path in corpus:
        if path.name == "noperm.mid" and os.geteuid() == 0:
            continue
        began_s = time.process_time()
        outcome, notes, message = _outcome(path)
        if row["file"] in SOUND_AFTER_ALL:
            assert outcome == "import"
        elif row["file"] in UNCERTAIN:
            assert outcome == "warn"
            warnings = read_score(read_file(path)).warnings
            assert "encoding of 4 texts is not certain" in " ".join(warnings)
        elif not _is_met(row, outcome, notes):
            failed.append((row["file"], row["expect"], row["min_notes"], outcome, notes, message))
        assert "\n" not in message
        assert time.process_time() - began_s < 20
    assert failed == []
    assert len(corpus) > 350


def test_facts_are_found_for_every_file_alike(corpus: list[tuple[dict[str, str], Path]]) -> None:
    """The quick way through columns and the long one through scores give the same answer."""
    for _, path in corpus[::3]:
        try:
            data = read_file(path)
        except SegueError:
            continue
        facts = examine(data)
        try:
            reading = read_score(data)
        except SegueError as error:
            assert (facts.state, facts.reason) == ("refused", error.message)  # noqa: PT017
        else:
            assert facts.statistics is not None
            assert facts.statistics.notes == reading.score.note_count
            assert facts.statistics.tracks == sum(1 for t in reading.score.tracks if t.notes)
            assert facts.reason == " ".join(reading.warnings)


@pytest.mark.slow
def test_whatever_can_be_read_can_be_saved_and_opened_again(
    corpus: list[tuple[dict[str, str], Path]],
) -> None:
    """No number that a reader lets in is one that a piece may not have."""
    opened = 0
    for _, path in corpus:
        try:
            if path.stat().st_size > 200_000:
                continue
            piece = Composition.of(read_score(path).score)
        except (SegueError, OSError):
            continue
        assert from_bytes(to_bytes(piece)) == piece, path
        opened += 1
    assert opened > 150


def mutant(data: bytes, draw: random.Random) -> bytes:
    """Return a file with a few bytes changed, lost, doubled or put in."""
    changed = bytearray(data)
    for _ in range(draw.randrange(1, 12)):
        place = draw.randrange(len(changed) + 1)
        kind = draw.randrange(5)
        if kind == 0 and place < len(changed):
            changed[place] = draw.choice((0, 0x7F, 0x80, 0xFF, draw.randrange(256)))
        elif kind == 1:
            del changed[place : place + draw.randrange(1, 9)]
        elif kind == 2:
            changed[place:place] = draw.randbytes(draw.randrange(1, 9))
        elif kind == 3:
            changed[place:place] = changed[place : place + draw.randrange(1, 64)]
        else:
            changed = changed[: max(1, place)]
    return bytes(changed)


@pytest.mark.slow
def test_no_mutant_kills_or_hangs(
    corpus: list[tuple[dict[str, str], Path]], tmp_path: Path
) -> None:
    """Seeded damage through the real workers, symusic and all; count by SEGUE_MIDI_MUTANTS."""
    seeds = [p for row, p in corpus if p.is_file() and 30 < p.stat().st_size < 100_000]
    draw = random.Random(20261121)  # noqa: S311 - damage, not a secret
    with Guard(tasks.do, workers=2) as guard:
        numbers = set()
        for i in range(MUTANTS):
            data = read_file(draw.choice(seeds))
            damaged = mutant(data, draw)
            if i < FIRST_MUTANT:
                continue
            path = tmp_path / f"{i}.mid"
            path.write_bytes(damaged)
            numbers.add(guard.submit(tasks.task(SongLocation.of(path))))
        while guard.pending:
            for answer in guard.answers(0.1):
                numbers.remove(answer.number)
                assert answer.data is not None, answer.problem
                facts = tasks.facts_in(answer.data)
                assert facts.state != "refused" or facts.reason
    assert not numbers
