"""What is exported sounds in MuseScore 3 as it does here; skipped where that is not installed."""

import os
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from benchmarks.measures.heard import compared, heard
from engine.midi.file.midifile import read_midi, write_midi
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.values.score import Note, Score, Tempo, Track

MUSESCORE = shutil.which("mscore3")
DEMO = Path(__file__).resolve().parents[2] / "assets" / "demo" / "waltz-for-two.mid"


def score() -> Score:
    """Tuplets, a transposing instrument, two hands, dots, a tempo where no note begins."""
    triplets = tuple(Note(160 * n, 60 + n, 160) for n in range(12))
    dotted = tuple(Note(480 * n, 50 + n, 360 if n % 2 else 480) for n in range(8))
    hands = tuple(Note(960 * n, pitch, 960) for n in range(4) for pitch in (40, 72))
    return Score(
        tracks=(
            Track(program=71, notes=triplets),
            Track(program=42, notes=dotted),
            Track(notes=hands),
        ),
        tempos=(Tempo(0, 120.0), Tempo(1200, 60.0), Tempo(3000, 150.0)),
    )


@pytest.mark.slow
@pytest.mark.skipif(MUSESCORE is None, reason="MuseScore 3 (mscore3) is not installed")
@pytest.mark.parametrize("piece", ["written", "demo"])
@pytest.mark.timeout(400)
def test_musescore_plays_the_notes_that_segue_plays(piece: str, tmp_path: Path) -> None:
    music = score() if piece == "written" else read_midi(DEMO.read_bytes()).score
    source, target = tmp_path / "a.musicxml", tmp_path / "a.mid"
    source.write_bytes(write(notate(music)))
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path)}
    subprocess.run(
        [str(MUSESCORE), "-o", str(target), str(source)],
        check=True,
        capture_output=True,
        env=environment,
        timeout=300,
    )
    own = read_midi(write_midi(music)).score
    counts = compared(heard(own), heard(read_midi(target.read_bytes()).score))
    alike = counts.found, counts.velocities, counts.programs
    assert alike == (counts.notes,) * 3
    assert counts.surplus == 0


@pytest.mark.slow
@pytest.mark.skipif(MUSESCORE is None, reason="MuseScore 3 (mscore3) is not installed")
@pytest.mark.timeout(400)
def test_musescore_prints_one_tempo_of_a_performance(tmp_path: Path) -> None:
    tempos = tuple(Tempo(480 * n, 124.3 * (1.03 if n % 2 else 0.97)) for n in range(64))
    notes = tuple(Note(480 * n, 60, 480) for n in range(64))
    source, target = tmp_path / "a.musicxml", tmp_path / "a.mscx"
    source.write_bytes(write(notate(Score(tracks=(Track(notes=notes),), tempos=tempos))))
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path)}
    subprocess.run(
        [str(MUSESCORE), "-o", str(target), str(source)],
        check=True,
        capture_output=True,
        env=environment,
        timeout=300,
    )
    marks = ET.parse(target).getroot().findall(".//Tempo")  # noqa: S314 - made here
    assert len(marks) == len(tempos)
    printed = ["".join(mark.find("text").itertext()).strip() for mark in marks]
    assert [text for text in printed if text] == ["Freely(metNoteQuarterUp = c. 124)"]
