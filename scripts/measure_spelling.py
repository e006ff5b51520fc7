"""How often pitches get the letters that their composers wrote.

    python scripts/measure_spelling.py FOLDER [--count 200]

FOLDER holds MusicXML files (`.musicxml`, `.mxl`, `.xml`) with the spelling that is known. Pitches,
onsets and key signatures go in, letters and signs come out; each note counts once. Transposing
parts are left out: what sounds in them is not what is written.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from engine.errors import SegueError  # noqa: E402 - after the path
from engine.gate import xml  # noqa: E402
from engine.music.span import LIMITS  # noqa: E402
from engine.notation.musicxml_parts import SKIPPED, ReadPart, parts_of  # noqa: E402
from engine.notation.page import Spelling  # noqa: E402
from engine.notation.reading import unpacked  # noqa: E402
from engine.notation.spelling import midi_pitch, spell  # noqa: E402

SUFFIXES = (".musicxml", ".mxl", ".xml")
# Measure, place in it, pitch, key signature, spelling.
Known = tuple[int, float, int, int, Spelling]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=21)
    arguments = parser.parse_args()
    files = sorted(p for p in arguments.folder.rglob("*") if p.suffix in SUFFIXES)
    # Not for secrets.
    drawn = random.Random(arguments.seed).sample(files, min(arguments.count, len(files)))  # noqa: S311
    notes = right = 0
    worst: list[tuple[float, int, str]] = []
    for path in drawn:
        try:
            known = sorted(spellings(path), key=lambda entry: entry[:3])
        except SegueError as error:
            print(f"{path.name}: {error}")
            continue
        found = spell([pitch for _, _, pitch, _, _ in known], [fifths for *_, fifths, _ in known])
        same = sum(
            (a.step, a.alter) == (b.step, b.alter) for (*_, a), b in zip(known, found, strict=True)
        )
        notes, right = notes + len(known), right + same
        worst.append((same / max(1, len(known)), len(known), path.name))
    print(f"files {len(worst)}, notes {notes}, spelled as written {right / max(1, notes):.4%}")
    for share, count, name in sorted(worst)[:12]:
        print(f"  {share:.2%} of {count}  {name}")


def spellings(path: Path) -> Iterator[Known]:
    """Yield the notes of a file whose spelling is known."""
    data = path.read_bytes()
    root = xml.parse(unpacked(data, LIMITS), skipping=SKIPPED)
    for part in parts_of(root, most_parts=LIMITS.tracks, most_measures=LIMITS.bars):
        yield from _of_part(part)


def _of_part(part: ReadPart) -> Iterator[Known]:
    fifths = 0
    for number, measure in enumerate(part.measures):
        fifths = measure.key[0] if measure.key else fifths
        for note in measure.notes:
            spelling = note.spelling
            if spelling is not None and midi_pitch(spelling) == note.pitch:
                yield number, float(note.start), note.pitch, max(-7, min(7, fifths)), spelling


if __name__ == "__main__":
    main()
