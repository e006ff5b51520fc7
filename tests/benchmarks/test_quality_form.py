"""Many bars are told phrase by phrase, and drawn as rolls with chords and sections."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from benchmarks.evaluation.passages import Passage
from benchmarks.pages.rolls import Roll, draw_rolls
from benchmarks.quality.form import (
    comes_back,
    doubled,
    form_figures,
    likeness_to_all,
    likeness_to_prompt,
    near_to_real,
    shortened,
)
from benchmarks.quality.songs import ChosenSong
from engine.values.score import Note, Score, Track

BAR = 4 * 480
SVG = "{http://www.w3.org/2000/svg}"


def _score(pitches: list[int], *more: Track) -> Score:
    """A whole note a bar."""
    return Score(
        tracks=(Track(notes=tuple(Note(b * BAR, p, BAR) for b, p in enumerate(pitches))), *more)
    )


def _passage(*phrases: list[int]) -> Passage:
    """Phrases of eight bars, the first of them the prompt."""
    score = _score([pitch for phrase in phrases for pitch in phrase])
    return Passage(score=score, begin=0, start=8 * BAR, end=8 * len(phrases) * BAR)


PROMPT, OTHER, STILL = [60, 62, 64, 65, 67, 69, 71, 72], list(range(40, 48)), [50] * 8


def test_each_phrase_has_its_likeness_to_the_prompt_and_to_all_before_it() -> None:
    passage = _passage(PROMPT, OTHER, [*PROMPT[:4], *OTHER[4:]], OTHER)
    assert likeness_to_prompt(passage) == [0.0, 0.5, 0.0]
    assert likeness_to_all(passage) == [0.0, 1.0, 1.0]


def test_songs_that_neither_loop_nor_wander_are_counted() -> None:
    late = [(0.5, 0.4), (0.4, 0.5), (0.9, 0.2), (0.1, 0.6), (None, 0.3)]
    rows = [{"made": {"prompt late": m}, "real": {"prompt late": r}} for m, r in late]
    assert near_to_real([*rows, {"made": {}, "real": {}}]) == (2, 4)


def test_a_song_that_returns_is_told_from_one_that_stands() -> None:
    returning = form_figures(_passage(PROMPT, OTHER, PROMPT, OTHER))
    standing = form_figures(_passage(PROMPT, STILL, STILL, STILL))
    assert returning["letters"] == 2.0
    assert returning["returning"] == pytest.approx(2 / 3)
    assert returning["standing"] == 0.0
    assert standing["standing"] == 1.0
    assert standing["stay"] == 24.0
    assert returning["prompt late"] == 0.0
    assert form_figures(_passage(PROMPT, OTHER, OTHER, PROMPT))["prompt late"] == 1.0
    assert form_figures(_passage(PROMPT, OTHER))["prompt late"] is None


def test_a_song_comes_back_where_it_says_eight_of_its_bars_again_late() -> None:
    away = [OTHER, STILL, OTHER, STILL]
    varied = [*PROMPT[:4], *OTHER[4:]]
    assert comes_back(_passage(PROMPT, *away, STILL, varied)) == 1.0
    assert (
        comes_back(_passage(PROMPT, *away, STILL[:3] + PROMPT[:5], PROMPT[5:] + STILL[5:])) == 1.0
    )
    assert comes_back(_passage(PROMPT, *away, STILL, [*PROMPT[:3], *OTHER[3:]])) == 0.0
    assert comes_back(_passage(PROMPT, PROMPT, *away)) == 0.0
    assert comes_back(_passage(PROMPT, *away)) is None


def test_a_note_counts_as_doubled_where_another_part_strikes_it_too() -> None:
    notes = tuple(Note(bar * BAR, 60 + bar, BAR) for bar in range(8, 16))
    above = Track(notes=tuple(Note(note.start, note.pitch + 12, BAR) for note in notes))
    same = Track(notes=notes[:4])
    score = _score(PROMPT + [60 + bar for bar in range(8, 16)], above, same)
    passage = Passage(score=score, begin=0, start=8 * BAR, end=16 * BAR)
    assert doubled(passage) == pytest.approx(8 / 20)
    assert doubled(_passage(PROMPT, OTHER)) is None


def _drawn(path: Path) -> list[ET.Element]:
    return list(ET.fromstring(path.read_text()).iter())  # noqa: S314 - our own file


def test_a_picture_has_lines_of_sixteen_bars_with_names_above_them(tmp_path: Path) -> None:
    kit = Track(is_drum=True, notes=tuple(Note(b * BAR, 36, 120) for b in range(28)))
    score = _score([60 + bar % 12 for bar in range(28)], kit)
    prompt = Roll(name="prompt", score=score, first=0, bars=8, chords=["C"] * 8, sections={0: "A"})
    made = Roll(
        name="made",
        score=score,
        first=8,
        bars=20,
        chords=["Dm", *[""] * 19],
        planned=["F <7>", *[""] * 19],
        sections={8: "B", 16: "A′"},
    )
    path = tmp_path / "roll.svg"
    draw_rolls(prompt, [made, made], path, title="A & B")
    elements = _drawn(path)
    texts = ["".join(element.itertext()) for element in elements if element.tag == f"{SVG}text"]
    assert texts[:2] == ["A & B", "Grand piano, Drums"]
    # The prompt, and two lines of each of the two.
    assert [text for text in texts if text in {"prompt", "made"}] == ["prompt", *["made"] * 4]
    assert texts.count("Dm") == texts.count("F <7>") == 2
    assert {"A 1", "B 9", "A′ 17"} <= set(texts)
    strokes = [element for element in elements if element.get("stroke-width")]
    assert len(strokes) == 2 * 5
    width = float(elements[0].get("width") or 0)
    notes = [element.get("d", "").count("m") for element in strokes]
    assert notes == [8, 8, *[16] * 4, *[4] * 4]
    assert width > 16 * 90


@pytest.mark.slow
def test_the_command_writes_figures_pictures_and_music(
    small_folder: Path, demo_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    given = [str(small_folder), f"demo={demo_folder}", "--songs", "1", "--bars", "16"]
    assert main(["form", *given, "--out", str(out), "--split", "judge"]) == 0
    shown = capsys.readouterr().out
    assert "likeness to the prompt, phrase 2" in shown
    (row,) = json.loads((out / "form-16.json").read_text())["rows"]
    assert row["made"].keys() == row["real"].keys()
    (picture,) = out.glob("*.svg")
    assert {"made", "real"} <= {element.text for element in _drawn(picture)}
    assert picture.stat().st_size < 60_000
    (music,) = out.glob("*.mid")
    assert music.read_bytes().startswith(b"MThd")
    # Songs that are too short are no songs to ask.
    assert main(["form", *given, "--long", "4000"]) == 1


def test_the_first_bars_of_a_long_song_are_asked_where_few_are_made(
    demo_songs: tuple[ChosenSong, ...],
) -> None:
    song = demo_songs[0]
    short = shortened(song, bars=8)
    assert short.passage.bars == 8
    assert short.passage.start == song.passage.start
    assert shortened(song, bars=song.passage.bars) == song
