import json
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.evaluation.examination import LOSSES, QUICK, examine
from benchmarks.evaluation.song import song_of
from engine.values.config import CompressionConfig
from engine.values.score import Note, Score, Track
from tests.benchmarks.evaluation.conftest import UNITS, make_network

PARTS = {
    "by_field", "by_notes_heard", "by_position", "by_context", "effective_context",
    "attention_by_age",
}  # fmt: skip
SMALL = replace(QUICK, windows=2, reaches=2, longest=384)


def piece(bars, *, seed):
    pitches = np.random.default_rng(seed).integers(50, 80, 8)
    notes = tuple(Note(i * 240, int(pitches[i % 8]) + i // 40, 240) for i in range(8 * bars))
    return Score(tracks=(Track(notes=notes),))


@pytest.fixture(scope="module", params=UNITS)
def figures(request, tokenizer):
    model = make_network(tokenizer, request.param)
    bars = 60 if request.param == "notes" else 24
    songs = [song_of(f"<song {seed}>", piece(bars, seed=seed), tokenizer) for seed in (1, 2)]
    steps = list(examine(model, tokenizer, songs, SMALL))
    shares = [step.share for step in steps]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    found = {"model": "Tiny & <small>"}
    for step in steps:
        found |= step.figures
    return found


@pytest.mark.slow
def test_every_question_is_answered_in_plain_figures(figures):
    assert set(figures) > PARTS | {*LOSSES, "songs"}
    assert [song["name"] for song in figures["songs"]] == ["<song 1>", "<song 2>"]
    assert not [name for name in PARTS if "left_out" in figures[name]]
    assert json.loads(json.dumps(figures))["with_memory"] == figures["with_memory"]
    whole = figures["with_memory"]
    assert whole["notes"] < whole["steps"] <= whole["tokens"] + 6
    assert sum(figures["by_field"]["with_memory"].values()) == pytest.approx(
        whole["nats_per_note"], abs=1e-2
    )
    assert list(figures["by_notes_heard"]["with_memory"])[:2] == ["0-16", "16-64"]
    by_age = figures["attention_by_age"]
    shares = [sum(values) for values in by_age["by_age"].values()]
    assert sum(shares) == pytest.approx(1.0, abs=1e-3)
    assert by_age["by_age"]["compressed"] == [0.0] * 6


@pytest.mark.slow
def test_compressed_memory_has_its_place_in_the_figures(tokenizer):
    compression = CompressionConfig(length=16, rate=2, function="most_used", loss="none")
    model = make_network(tokenizer, "notes", mem_len=16, compression=compression)
    songs = [song_of(f"song {seed}", piece(60, seed=seed), tokenizer) for seed in (1, 2)]
    found = {"model": "Tiny"}
    for step in examine(model, tokenizer, songs, SMALL):
        found |= step.figures
    by_age = found["attention_by_age"]
    assert by_age["slots"] == 16
    assert min(by_age["by_age"]["compressed"]) > 0.0


def test_what_songs_are_too_short_for_is_left_out_with_a_reason(model, tokenizer):
    songs = [song_of("short", piece(2, seed=1), tokenizer)]
    found = {"model": "Tiny"}
    for step in examine(model, tokenizer, songs, SMALL):
        found |= step.figures
    reasons = {name: found[name]["left_out"] for name in PARTS if "left_out" in found[name]}
    assert set(reasons) >= {"by_position", "effective_context", "attention_by_age"}
    assert all(reason.startswith("no song") for reason in reasons.values())
