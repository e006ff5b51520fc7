"""The same piece, request, model and seed: the same notes, whatever was drawn in between."""

import random
import sys
from pathlib import Path

from engine.generation.model import LiveModel
from engine.live.session import Session
from engine.request import PartNote
from engine.values.config import SamplingConfig
from tests.generation.conftest import asking, chord_piece, make_model, notes_of
from tests.trust.trial import Findings, run


def trial(count: int, draw: random.Random, folder: Path) -> Findings:
    """Draw as many takes: each of half as many requests twice, with others in between."""
    findings = Findings()
    session = Session(LiveModel.load(make_model(folder / "tiny")))
    first: dict[int, tuple[PartNote, ...]] = {}
    seeds = [draw.randrange(10**6) for _ in range(count // 2)]
    for seed in (*seeds, *draw.sample(seeds, len(seeds))):
        notes = _take(session, seed)
        findings.counts["takes"] += 1
        findings.counts["notes"] += len(notes)
        if first.setdefault(seed, notes) != notes:
            findings.broken.append(f"seed {seed}: other notes the second time")
    return findings


def _take(session: Session, seed: int) -> tuple[PartNote, ...]:
    command = asking(chord_piece(), sampling=SamplingConfig(seed=seed))
    return tuple(notes_of(list(session.continue_(command))))


if __name__ == "__main__":
    sys.exit(run(trial))
