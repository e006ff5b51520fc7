"""Sample music for the gallery."""

import random
from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from engine.harmony.keys import Key
from engine.values.score import Note, Score, Tempo, TimeSignature, Track

COLOURS = (0, 1, 2)
BAR = 1920
BOUNDARY = 20 * BAR
KEY = Key(3)
Maker = Callable[[], QWidget]


def sample_score() -> Score:
    """Return twenty bars for piano, strings and bass in E♭ major."""
    draw = random.Random(4)  # noqa: S311 - a picture
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
    draw = random.Random(seed)  # noqa: S311 - a picture
    return tuple(
        (
            index,
            Note(
                note.start + BOUNDARY,
                note.pitch + 12 * (draw.random() < 0.1),
                note.duration,
                note.velocity,
            ),
        )
        for index, note in SCORE.notes()
        if note.start < bars * BAR and draw.random() < 0.8
    )
