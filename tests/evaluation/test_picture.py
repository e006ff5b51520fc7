from PIL import Image

from engine.evaluation.picture import draw_roll
from engine.values.score import Note, Score, Track


def colours(path, box):
    with Image.open(path) as image:
        region = image.crop(box)
        return {colour for _, colour in region.getcolors(maxcolors=1_000_000)}


def test_the_new_bars_stand_out(tmp_path):
    notes = tuple(Note(i * 480, 60 + i % 5, 480) for i in range(32))
    score = Score(tracks=(Track(notes=notes),), title="A piece")
    draw_roll(score, tmp_path / "roll.png", boundary=16 * 480, width=800, height=400)
    with Image.open(tmp_path / "roll.png") as image:
        assert image.size == (800, 400)
    old = colours(tmp_path / "roll.png", (70, 45, 415, 360))
    new = colours(tmp_path / "roll.png", (450, 45, 770, 360))
    assert (213, 94, 0) in new - old
    assert (128, 138, 152) in old - new


def test_an_empty_score_and_a_boundary_at_the_end_are_drawn(tmp_path):
    draw_roll(Score(), tmp_path / "empty.png", boundary=0)
    draw_roll(
        Score(tracks=(Track(notes=(Note(0, 60, 480),)),)), tmp_path / "end.png", boundary=1920
    )
    assert (tmp_path / "empty.png").stat().st_size > 1000
    assert (tmp_path / "end.png").stat().st_size > 1000
