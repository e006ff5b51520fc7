"""Choices are saved whole and read through the gate; a damaged file is put aside."""

import json
from pathlib import Path

import pytest

from app.files.background import Background
from app.files.taste_file import TasteFile
from app.state.learned_taste import LearnedTaste
from engine.taste.learning import MOST_CHOICES, MOST_PASSED, Choice
from engine.taste.traits import Traits

CHOICE = Choice(kept=Traits(density=1.5), passed=(Traits(), Traits(height=-2.25)))


@pytest.fixture
def background():
    made = Background()
    yield made
    made.close()


def saved(path: Path, background: Background, *choices: Choice) -> None:
    learning = LearnedTaste(lambda: True)
    keeping = TasteFile(learning, path, background)
    learning.load(choices)
    learning.changed.emit()
    background.run(lambda: None, lambda _none: None, lambda _error: None).result(10.0)
    assert keeping.damage is None


def loaded(path: Path, background: Background) -> tuple[LearnedTaste, TasteFile]:
    learning = LearnedTaste(lambda: True)
    return learning, TasteFile(learning, path, background)


def test_choices_come_back(tmp_path: Path, background: Background) -> None:
    path = tmp_path / "data" / "taste.json"
    saved(path, background, CHOICE)
    learning, keeping = loaded(path, background)
    assert learning.choices == (CHOICE,)
    assert keeping.damage is None
    assert path.stat().st_mode & 0o077 == 0


def test_the_largest_file_is_read(tmp_path: Path, background: Background) -> None:
    wide = Traits(**dict.fromkeys(("density", "height", "rests"), -123.4567890123456))
    path = tmp_path / "taste.json"
    saved(path, background, *[Choice(kept=wide, passed=(wide,) * MOST_PASSED)] * MOST_CHOICES)
    assert len(loaded(path, background)[0].choices) == MOST_CHOICES


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": 2}',
        '{"choices": [{"kept": {"density": 1e9}, "passed": []}]}',
        '{"choices": [{"kept": {"density": "high"}, "passed": []}]}',
        json.dumps({"choices": [{"kept": {}, "passed": [{}] * 8}]}),
        json.dumps({"choices": [{"kept": {}, "passed": [{}]}] * 101}),
        "[" * 10_000,
        " " * 2_000_000,
    ],
)
def test_a_damaged_file_is_put_aside_and_learning_starts_anew(
    tmp_path: Path, background: Background, text: str
) -> None:
    path = tmp_path / "taste.json"
    path.write_text(text)
    learning, keeping = loaded(path, background)
    assert learning.choices == ()
    assert keeping.damage is not None
    assert keeping.damage.reason
    assert (tmp_path / keeping.damage.kept_as).read_text() == text
    saved(path, background, CHOICE)
    assert loaded(path, background)[0].choices == (CHOICE,)
