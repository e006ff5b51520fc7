"""Measure how often the chord that was there is found again from the tune alone, and how soon.

python scripts/measure_reharmonizing.py MODEL FILE… [--most 12]

Stretches of a chord that the whole piece has are asked about with the accompaniment silent: where
the chord stands in the order of the chord finder and in that of the model, and what the model took.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.generation.draw import MusicGenerator  # noqa: E402 - after the path
from engine.generation.model import LiveModel  # noqa: E402
from engine.generation.reharmonizing import chord_likelihoods  # noqa: E402
from engine.model.processor import use_processor  # noqa: E402
from engine.music.chord_track import with_chords  # noqa: E402
from engine.music.chords import find_chords, fitting_chords  # noqa: E402
from engine.music.midifile import read_midi  # noqa: E402
from engine.music.score import Score  # noqa: E402

CHORDS = 24
Places = tuple[int, int, float]


def main() -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--most", type=int, default=12, help="stretches of a piece")
    options = parser.parse_args()
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(options.model))
    rows = [
        row
        for file in options.files
        for row in places(generator, read_midi(file.read_bytes()).score, most=options.most)
    ]
    finder, model, seconds = (np.array(column) for column in zip(*rows, strict=True))
    for name, found in (("chord finder", finder), ("model", model)):
        shares = ", ".join(f"first {most}: {(found < most).mean():.2f}" for most in (1, 3, 8))
        print(f"{name}: {shares} of {len(found)}")
    print(f"s of processor time a question: {np.median(seconds):.2f}, at most {seconds.max():.2f}")


def places(generator: MusicGenerator, score: Score, *, most: int) -> Iterator[Places]:
    """Yield where the chord of each stretch stands for the finder and the model, and seconds."""
    chords = find_chords(score)
    piece, tune = with_chords(score, chords), score.tracks[0]
    stretches = [
        (chord, after.tick)
        for chord, after in pairwise(chords)
        if chord.root >= 0 and any(chord.tick <= note.start < after.tick for note in tune.notes)
    ]
    chosen = np.unique(np.linspace(0, len(stretches) - 1, min(most, len(stretches)), dtype=int))
    for chord, end in (stretches[index] for index in chosen):
        start = chord.tick
        fitting = fitting_chords(replace(score, tracks=(tune,)), start=start, end=end)
        names = [(each.root, each.quality) for each in fitting]
        place = names.index((chord.root, chord.quality))
        asked = fitting if place < CHORDS else (*fitting[: CHORDS - 1], fitting[place])
        began_s = time.process_time()
        likely = chord_likelihoods(generator, piece, asked[:CHORDS], tune=0, start=start, end=end)
        order = sorted(range(len(likely)), key=lambda i: -likely[i])
        yield place, order.index(min(place, CHORDS - 1)), time.process_time() - began_s


if __name__ == "__main__":
    main()
