"""`segue train` under torchrun: one model, made by two real processes, written by one."""

import json
import os
import random
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from engine.midi.file.midifile import write_midi
from engine.model.network.checkpoint import load_model
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, make_model

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.timeout(600)  # of a machine that is busy with other things, too
def test_two_processes_make_one_model(tmp_path: Path, segue_home: Path) -> None:
    songs = tmp_path / "songs"
    songs.mkdir()
    for k in range(3):
        draw = random.Random(k)  # noqa: S311 - songs, not secrets
        notes = tuple(Note(t, draw.randint(48, 72), 480) for t in range(0, 16 * BAR, 480))
        (songs / f"{k}.mid").write_bytes(write_midi(Score(tracks=(Track(notes=notes),))))
    base = make_model(tmp_path / "tiny")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    shared = {
        **os.environ,
        "SEGUE_HOME": str(segue_home),
        "WORLD_SIZE": "2",
        "LOCAL_WORLD_SIZE": "2",
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": port,
        "OMP_NUM_THREADS": "1",
    }
    words = ["train", "--name", "both", "--from", str(base), "--data", str(songs)]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "engine", *words, "--steps", "2", "--device", "cpu", "--json"],
            cwd=ROOT,
            env={**shared, "RANK": str(rank), "LOCAL_RANK": str(rank)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        for rank in range(2)
    ]
    said = [process.communicate() for process in processes]
    assert [process.returncode for process in processes] == [0, 0], said
    # The second one is silent, and one row for each was planned though one would have been enough.
    assert said[1] == ("", "")
    made = json.loads(said[0][0])
    assert made["step"] in {1, 2}
    loaded = load_model(Path(made["folder"]))
    assert loaded.card["trained"]["steps"] == made["step"]
