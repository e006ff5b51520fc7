"""The band's songs: music that repeats its phrases, every style of it, the same from each seed."""

import csv
import importlib.util
import statistics
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from engine.library.reading import read_score
from engine.values.score import Note, TimeSignature
from engine.values.time import Timeline
from tests.training.band_figures import figures_of

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "scripts" / "starter" / "band_music"
sys.path.insert(0, str(FOLDER))

import band  # noqa: E402
import drummer  # noqa: E402
import plan  # noqa: E402
from harmonise import harmonised  # noqa: E402
from pattern import bars_of, steps  # noqa: E402
from performed import Performed, performances  # noqa: E402
from theory import MODES, Key, chart, voicing  # noqa: E402

GRID = 40  # ticks of the tokenizer's finest position
MARKS = {"bass": "13578lag", "comp": "xXsphbd0123456789", "riff": "xXsph0123456789"}


def drawn(name):
    return Random(name)  # noqa: S311 - music


def module_of(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def writer():
    return module_of(FOLDER / "__main__.py", "band_music_writer")


@pytest.fixture(scope="module")
def songs(writer):
    """One song of each style, all its own."""
    made = {}
    for style in writer.STYLES:
        made[style.name] = (style, band.song(drawn(style.name), style, Performed(())).score)
    return made


@pytest.fixture(scope="module")
def sources(writer, test_data):
    return writer.Sources.of(test_data / "clean")


def test_there_are_the_styles_that_were_asked_for(writer):
    assert len(writer.STYLES) >= 24
    assert sum(style.held_out for style in writer.STYLES) == 2
    assert {style.meter for style in writer.STYLES} >= {(4, 4), (3, 4), (6, 8), (2, 4), (12, 8)}


def test_every_pattern_of_every_style_fits_its_bar_and_the_grid(writer):
    for style in writer.STYLES:
        for part in style.parts:
            for pattern in part.patterns:
                _fits(pattern, style.bar, MARKS[part.role])
        for beat in style.drums:
            for half in beat.split(" // "):
                for _, pattern in drummer.beat_of(half):
                    _fits(pattern, style.bar, "xXo")


def _fits(pattern, bar, marks):
    for side in bars_of(pattern):
        for text in side:
            assert bar % len(text) == 0, pattern
            assert bar // len(text) % GRID == 0, pattern
            assert set(text) <= set(marks) | set(".-"), pattern


def test_every_progression_is_whole_bars(writer):
    pools = [plan.POOL]
    pools += [pool for style in writer.STYLES for pool in (style.verses, style.choruses)]
    for pool in pools:
        for mode, progressions in pool.items():
            assert mode in MODES
            for text in progressions:
                assert chart(text, Key(0, mode), bar=1920)[-1].end % (2 * 1920) == 0, text


@pytest.mark.slow
def test_a_song_is_as_long_as_a_song_and_played_by_a_band(songs):
    for name, (style, score) in songs.items():
        bars = -(-score.end // style.bar)
        assert 30 <= bars <= 100, name
        assert 3 <= len(score.tracks) <= 7, name
        assert all(1 <= n.pitch <= 120 and 1 <= n.velocity <= 127 for _, n in score.notes()), name
        assert score.time_signatures == (TimeSignature(0, *style.meter),)


@pytest.mark.slow
def test_the_music_stays_in_its_key(songs):
    shares = []
    for _, score in songs.values():
        signature = score.key_signatures[0]
        classes = {(signature.fifths * 7 + step) % 12 for step in MODES["major"]}
        pitched = [n for t in score.tracks if not t.is_drum for n in t.notes]
        lifted = len(score.key_signatures) > 1
        if not lifted:
            shares.append(sum(n.pitch % 12 in classes for n in pitched) / len(pitched))
    assert min(shares) > 0.6  # a blues has its blue notes
    assert statistics.mean(shares) > 0.9


@pytest.mark.slow
def test_phrases_come_back_four_and_eight_bars_later_rather_than_seven(songs):
    figures = [figures_of(score) for _, score in songs.values()]
    mean = {lag: statistics.mean(f[f"lag {lag}"] for f in figures) for lag in (4, 7, 8)}
    assert mean[4] > mean[7] + 0.1
    assert mean[8] > mean[7] + 0.1


def test_every_part_keeps_its_register_and_no_song_falls_silent(songs):
    figures = [figures_of(score) for _, score in songs.values()]
    assert min(f["register"] for f in figures) > 0.9
    assert max(f["mute"] for f in figures) < 0.2


def test_no_note_of_a_part_is_struck_while_it_still_sounds(songs):
    for _, score in songs.values():
        for track in score.tracks:
            sounding: dict[int, Note] = {}
            for note in track.notes:
                before = sounding.get(note.pitch)
                assert before is None or before.end <= note.start
                sounding[note.pitch] = note


@pytest.mark.slow
def test_the_same_seed_writes_the_same_files_and_manifest(writer, tmp_path):
    for name in ("one", "two"):
        rows = list(writer.write_songs(tmp_path / name, 4, 3, writer.Sources()))
        assert [row["licence"] for row in rows] == ["MIT"] * 4
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.mid"))
    assert len(files) == 4
    _are_as_the_manifest_says(tmp_path / "two", rows)
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def _are_as_the_manifest_says(folder, rows):
    for row in rows:
        score = read_score(folder / row["file"]).score
        assert 30 <= Timeline(score).bars.bars_until(score.end) <= 101
        assert score.note_count == int(row["notes"])
        assert Timeline(score).duration_s == pytest.approx(float(row["seconds"]), abs=0.1)


def test_held_out_styles_are_written_for_validation_alone(writer):
    order = list(writer.order(1000))
    assert all(style.held_out == (split == "valid") for style, split in order)
    assert sum(split == "valid" for _, split in order) == 10
    assert len({style.name for style, split in order if split == "train"}) >= 24


def test_chords_are_led_to_the_nearest_voicing():
    key = Key(0, "major")
    before = ()
    for chord in chart("I vi IV V I", key, bar=1920):
        voiced = voicing(chord.classes, before, 53, 71, 3)
        assert {pitch % 12 for pitch in voiced} == set(chord.classes)
        if before:
            moves = [abs(a - b) for a, b in zip(before, voiced, strict=True)]
            assert sum(moves) <= 7
        before = voiced


def test_a_tied_mark_lasts_until_the_next_one():
    assert [(s.tick, s.length) for s in steps(["x--x", "----"], bar=1920)] == [
        (0, 1440),
        (1440, 480 + 1920),
    ]


def test_a_tune_without_chords_is_given_some_that_end_at_home():
    scale = (60, 62, 64, 65, 67, 69, 71, 72)
    tune = [Note(i * 480, pitch, 480) for i, pitch in enumerate((*scale, *scale[::-1]))]
    chords = harmonised(tune, Key(0, "major"), end=16 * 480, span=960, bar=1920)
    assert chords[-1].end == 16 * 480
    assert chords[-1].root == 0
    assert all(a.end == b.start for a, b in pairwise(chords))


@pytest.mark.slow
def test_tunes_and_performances_of_the_training_part_are_read_in_whole_bars(sources, test_data):
    found = sources.tunes
    assert all(len(found[name]) > 50 for name in found)
    for collection in found.values():
        assert sum(tune.bars % 8 == 0 for tune in collection) > 0.6 * len(collection)
        for tune in collection:
            assert all(0 <= note.start < note.end <= tune.chords[-1].end for note in tune.notes)
            bar = 1920 * tune.meter[0] // tune.meter[1]
            assert tune.chords[0].start == 0
            assert tune.chords[-1].end == tune.bars * bar
            assert all(a.end <= b.start for a, b in pairwise(tune.notes))
    groove = performances(test_data / "clean" / "groove" / "train")
    assert len(groove) > 250
    rock = Performed(groove).draw(drawn("rock"), ("rock",), bpm=110, meter=(4, 4))
    assert len(rock) >= 8
    assert {note.pitch for bar in rock for note in bar} <= set(range(35, 82))


# All tunes are read for it; songs without them are compared with their manifest above.
@pytest.mark.slow
def test_what_is_borrowed_and_performed_is_named_in_the_manifest(
    writer, sources, test_data, tmp_path
):
    rows = list(writer.write_songs(tmp_path, 30, 0, sources))
    with (test_data / "clean" / "manifest.csv").open(encoding="utf-8", newline="") as file:
        held_out = {r["title"] for r in csv.DictReader(file) if "/valid/" in r["file"]}
    named = [row for row in rows if row["source_path"]]
    assert named
    assert all(row["title"].rsplit(" (", 1)[0] not in held_out for row in named)
    assert any("Gillick" in row["licence"] for row in rows)
    _are_as_the_manifest_says(tmp_path, rows)
