"""Trainings that are killed at any moment: each resume gives the bits of one that nobody killed."""

import json
import random
import subprocess
import sys
from pathlib import Path

from engine.tokens.store import write_store
from engine.tokens.tokenizer import Tokenizer
from engine.values.config import TokenizerConfig
from tests.training.conftest import song
from tests.trust.trial import Findings, run

_AT_ONCE = 20


def trial(count: int, draw: random.Random, folder: Path) -> Findings:
    """Kill trainings so many times, twenty of each run, and compare the weights of all steps."""
    findings = Findings()
    tokenizer = Tokenizer(TokenizerConfig())
    songs = [
        (f"song {i}", "valid" if i == 0 else "train", tokenizer.encode(song(i)).ids)
        for i in range(9)
    ]
    write_store(folder / "store", songs, tokenizer)
    for first in range(0, count, _AT_ONCE):
        kills = min(_AT_ONCE, count - first)
        place = folder / str(first)
        place.mkdir()
        words = [str(folder / "store"), str(place), str(kills), str(draw.randrange(10**6))]
        done = subprocess.run(
            [sys.executable, "-m", "tests.training.killing", *words],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            findings.broken.append(f"{first}: {done.stderr.strip()[-200:]}")
            continue
        found = json.loads(done.stdout)
        findings.counts["kills"] += found["kills"]
        findings.counts["steps compared"] += found["compared"]
        findings.counts["of them different weights each"] += found["distinct"]
        if found["differing"]:
            findings.broken.append(f"{first}: {found['differing']} steps with other weights")
    return findings


if __name__ == "__main__":
    sys.exit(run(trial))
