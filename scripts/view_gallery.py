"""Render every view with sample music into pictures, in all three themes, to look at.

    python scripts/view_gallery.py FOLDER [--theme dark] [--scale 1] [view ...]
"""

import argparse
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtWidgets import QApplication, QWidget  # noqa: E402

from app.geometry import Transform  # noqa: E402
from app.theme import apply_theme  # noqa: E402
from app.views.roll.piano_roll import PianoRoll  # noqa: E402
from engine.music.keys import Key  # noqa: E402
from engine.music.score import Note, Score, Tempo, TimeSignature, Track  # noqa: E402

COLOURS = (0, 1, 2)
BAR = 1920
BOUNDARY = 20 * BAR
KEY = Key(3)
Maker = Callable[[], QWidget]


def sample_score() -> Score:
    """Return twenty bars for piano, strings and bass in E♭ major."""
    draw = random.Random(4)
    scale = [p for p in range(128) if p % 12 in KEY.scale]
    piano, strings, bass = [], [], []
    place = scale.index(70)
    for bar in range(20):
        tick = bar * BAR
        while tick < (bar + 1) * BAR:
            length = draw.choice((120, 240, 240, 480))
            place = min(max(place + draw.choice((-3, -2, -1, 1, 2, 3)), 28), 45)
            if draw.random() < 0.8:
                piano.append(Note(tick, scale[place], length, draw.randint(50, 110)))
            tick += length
        root = scale.index(51) + draw.choice((0, 1, 3, 4))
        strings += [
            Note(bar * BAR + i * 480, scale[root + step], 460, draw.randint(55, 80))
            for i, step in enumerate((0, 2, 4, 2))
        ]
        bass += [
            Note(bar * BAR, scale[root - 14], 940, 84),
            Note(bar * BAR + 960, scale[root - 14 + draw.choice((0, 1, -1))], 900, 72),
        ]
    tracks = tuple(
        Track(name=name, program=program, notes=tuple(sorted(notes)))
        for name, program, notes in (
            ("Piano", 0, piano),
            ("Strings", 48, strings),
            ("Bass", 32, bass),
        )
    )
    return Score(
        tracks=tracks,
        tempos=(Tempo(0, 92.0),),
        time_signatures=(TimeSignature(0, 4, 4),),
        key_signatures=(KEY.signature(),),
        title="Nocturne in the rain",
    )


SCORE = sample_score()


def sample_continuation(seed: int = 0, bars: int = 4) -> tuple[tuple[int, Note], ...]:
    """Return bars that might come next: the beginning, moved a little."""
    draw = random.Random(seed)
    return tuple(
        (index, Note(note.start + BOUNDARY, note.pitch + 12 * (draw.random() < 0.1), note.duration, note.velocity))
        for index, note in SCORE.notes()
        if note.start < bars * BAR and draw.random() < 0.8
    )


def roll() -> QWidget:
    """The roll with a continuation, a selection and everything."""
    view = PianoRoll()
    view.resize(760, 480)
    view.show_score(SCORE, COLOURS)
    view.show_continuation(sample_continuation(), start=BOUNDARY, end=BOUNDARY + 4 * BAR)
    view.show_boundary(BOUNDARY)
    view.show_transform(
        Transform(pixels_per_tick=0.023, row_height=9, left=8 * BAR, top=(127 - 88) * 9)
    )
    view.show_playhead(16.3 * BAR)
    view.show_selection(SCORE.tracks[0].notes[60:64])
    return view


def roll_close() -> QWidget:
    """The roll from near, with the scale shaded."""
    view = PianoRoll()
    view.resize(760, 480)
    view.show_score(SCORE, COLOURS)
    view.show_continuation(sample_continuation(), start=BOUNDARY, end=BOUNDARY + 4 * BAR)
    view.show_boundary(BOUNDARY)
    view.show_scale(KEY)
    view.show_transform(
        Transform(pixels_per_tick=0.09, row_height=14, left=18 * BAR, top=(127 - 84) * 14)
    )
    view.show_playhead(18.3 * BAR)
    view.show_selection(SCORE.tracks[0].notes[120:123])
    return view


def roll_empty() -> QWidget:
    """The roll without a note."""
    view = PianoRoll()
    view.resize(760, 300)
    view.show_score(Score(), ())
    return view


VIEWS: dict[str, Maker] = {"roll": roll, "roll_close": roll_close, "roll_empty": roll_empty}


def main() -> None:
    """Render what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--theme", default="dark", choices=("dark", "light", "contrast", "all"))
    parser.add_argument("--scale", default="1")
    parser.add_argument("views", nargs="*")
    options = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = options.scale
    app = QApplication.instance() or QApplication([])
    options.folder.mkdir(parents=True, exist_ok=True)
    names = ("dark", "light", "contrast") if options.theme == "all" else (options.theme,)
    for theme_name in names:
        apply_theme(app, theme_name)
        for name, make in VIEWS.items():
            if options.views and name not in options.views:
                continue
            view = make()
            view.show()
            app.processEvents()
            view.grab().save(str(options.folder / f"{theme_name}-{name}.png"))
            view.close()
            view.deleteLater()


if __name__ == "__main__":
    main()
