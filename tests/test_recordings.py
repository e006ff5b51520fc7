"""Recordings that the README links: small, as long as their pieces, not silent, not clipped."""

import re
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.cli.pieces import bar_line, read_piece
from engine.ground.paths import assets
from engine.playback.sound.loudness import LoudnessMeter
from engine.values.time import BarMap, TempoMap

ROOT = Path(__file__).resolve().parents[1]
SOUNDS = ROOT / "docs" / "sounds"
README = (ROOT / "README.md").read_text(encoding="utf-8")
# A recording, and the time at which the README says that Segue begins.
LINKED = re.findall(r"\(docs/sounds/([\w-]+)\.ogg\) \(\D*(\d+):(\d\d)\)", README)
LARGEST_BYTES = 400_000
BARS = 8
# After the last notes of a piece the room still sounds, and a cymbal rings.
LONGEST_TAIL_S = 7.0
LOUDNESS_LUFS = -16.0


def test_the_readme_links_three_recordings_and_those_that_it_links_exist() -> None:
    assert len(LINKED) == 3
    for name in re.findall(r"\((docs/(?:sounds|images)/[^)]+)\)", README):
        assert (ROOT / name).is_file(), name


@pytest.mark.parametrize(("name", "minutes", "seconds"), LINKED)
def test_a_recording_has_eight_bars_and_then_eight_of_segue(
    name: str, minutes: str, seconds: str
) -> None:
    score = read_piece(SOUNDS / f"{name}.mid").score
    whole = read_piece(assets() / "demo" / f"{name}.mid").score
    start, tempo = bar_line(BARS + 1, score), TempoMap.of(score)
    assert BarMap.of(score).bars_until(score.end) == 2 * BARS
    assert [len(track.between(0, start).notes) for track in score.tracks] == [
        len(track.between(0, start).notes) for track in whole.tracks
    ]
    assert tempo.seconds_at(start) == pytest.approx(60 * int(minutes) + int(seconds), abs=0.51)
    tail_s = soundfile.info(SOUNDS / f"{name}.ogg").duration - tempo.seconds_at(score.end)
    assert 0 < tail_s < LONGEST_TAIL_S


@pytest.mark.parametrize("path", sorted(SOUNDS.glob("*.ogg")), ids=lambda path: path.stem)
def test_a_recording_is_small_and_neither_silent_nor_clipped(path: Path) -> None:
    assert path.stat().st_size < LARGEST_BYTES
    assert soundfile.info(path).format == "OGG"
    frames, rate = soundfile.read(path, dtype="float32")
    assert frames.shape[1] == 2
    assert np.abs(frames).max() < 0.95
    # No second of the music is silent.
    seconds = frames[: len(frames) // rate * rate].reshape(-1, rate, 2)[: -round(LONGEST_TAIL_S)]
    assert np.sqrt((seconds**2).mean(axis=(1, 2))).min() > 0.003
    meter = LoudnessMeter(rate, true_peaks=False)
    meter.add(frames)
    assert meter.integrated() == pytest.approx(LOUDNESS_LUFS, abs=1.0)


def test_recordings_are_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT / "packaging"), *sys.path])
    bundled = import_module("contents").DATA
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    for folder in (*bundled, *wheel["packages"], *wheel["force-include"]):
        assert not SOUNDS.is_relative_to(ROOT / folder), folder
    assert not list(assets().rglob("*.ogg"))
