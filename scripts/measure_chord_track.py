"""Does a model follow the chords written over a piece? Strong beats of demo pieces, gone on with.

    python scripts/measure_chord_track.py [MODEL] [--bars N] [--alternatives N]

Each piece is given up to a bar line, with the chords of the bars that really follow written over
those to come: taken no notice of, followed, and held to. Prints the share of notes struck on strong
beats that are tones of the chord there, drums aside, and the same of the real bars.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.config import SamplingConfig  # noqa: E402 - after the path
from engine.generation.continuation import continuations  # noqa: E402
from engine.generation.draw import MusicGenerator  # noqa: E402
from engine.generation.model import LiveModel  # noqa: E402
from engine.generation.reading.chords import is_strong  # noqa: E402
from engine.model.processor import use_processor  # noqa: E402
from engine.music.chord_symbols import Chord, pitch_classes  # noqa: E402
from engine.music.chord_track import chord_at, with_chords  # noqa: E402
from engine.music.chords import find_chords  # noqa: E402
from engine.music.midifile import read_midi  # noqa: E402
from engine.music.score import Note, Score  # noqa: E402
from engine.music.time import BarMap  # noqa: E402
from engine.paths import starter_model  # noqa: E402
from engine.request import Harmony, Request  # noqa: E402

PIECES = ("night-drive", "canon-in-d", "when-the-saints", "waltz-for-two", "blue-hour", "lullaby")
HEARD = 8


def tones(notes: Iterable[Note], chords: tuple[Chord, ...], score: Score) -> Iterator[bool]:
    """Yield, for each note on a strong beat with a chord, whether it is one of its tones."""
    for note in notes:
        classes = pitch_classes(chord_at(chords, note.start))
        if classes and is_strong(note.start, score):
            yield note.pitch % 12 in classes


def main() -> None:
    """Measure every piece."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, nargs="?", default=starter_model())
    parser.add_argument("--bars", type=int, default=4)
    parser.add_argument("--alternatives", type=int, default=2)
    wanted = parser.parse_args()
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(wanted.model))
    modes: tuple[Harmony, ...] = get_args(Harmony)
    found: dict[str, list[bool]] = {mode: [] for mode in ("real", *modes)}
    for name in PIECES:
        score = read_midi((ROOT / "assets" / "demo" / f"{name}.mid").read_bytes()).score
        bars = BarMap.of(score)
        start, end = bars.start_of(HEARD), bars.start_of(HEARD + wanted.bars)
        chords = tuple(chord for chord in find_chords(score) if chord.tick < end)
        over = with_chords(score.between(0, start), chords)
        pitched = [track for track in score.tracks if not track.is_drum]
        real = [n for track in pitched for n in track.notes if start <= n.start < end]
        found["real"] += tones(real, chords, score)
        for mode in modes:
            request = Request(
                start=start,
                bars=wanted.bars,
                alternatives=wanted.alternatives,
                sampling=SamplingConfig(seed=1),
                harmony=mode,
            )
            for made in continuations(generator, replace(over, title=name), request):
                notes = (p.note for p in made.parts if not score.tracks[p.track].is_drum)
                found[mode] += tones(notes, chords, score)
    for mode, hits in found.items():
        share = sum(hits) / max(1, len(hits))
        print(f"| {mode} | {share:.3f} | {len(hits)} |", flush=True)


if __name__ == "__main__":
    main()
