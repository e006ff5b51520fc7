"""Write songs for a band.

    python scripts/starter/band_music OUT --songs 4000 --seed 0 [--data DIR]

OUT gets `{train,valid}/STYLE-NNNN.mid` and `manifest.csv`. The same seed, data and script always
write the same bytes. Without DIR (a folder as `starter_store.py` reads it) tunes and drums are
all its own. Styles that are held out are written to `valid` only, a song in a hundred.
"""

import argparse
import csv
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

import band
import styles_bedroom
import styles_dance
import styles_groove
import styles_guitar
import styles_latin
import styles_stage
from borrowed import Tune, tunes
from performed import Performed, performances
from style import Style

from engine.midi.file.midifile import write_midi
from engine.values.time import Timeline

STYLES = (
    *styles_guitar.STYLES,
    *styles_dance.STYLES,
    *styles_bedroom.STYLES,
    *styles_groove.STYLES,
    *styles_latin.STYLES,
    *styles_stage.STYLES,
)
# How often a song takes a tune in the public domain where its style borrows at all.
BORROWED = 0.3
_ONE_IN = 100
COLUMNS = (
    *("file", "source", "source_path", "licence", "title"),
    *("composer", "typesetter", "notes", "seconds", "sha256"),
)
OWN = "MIT"
WITH_GROOVE = "MIT; drums CC BY 4.0 (Groove MIDI Dataset, Gillick et al. 2019)"


@dataclass(frozen=True, slots=True)
class Sources:
    """What a data folder brings: tunes by collection, and drum performances."""

    tunes: dict[str, list[Tune]] = field(default_factory=dict)
    performed: Performed = field(default_factory=lambda: Performed(()))

    @classmethod
    def of(cls, data: Path | None) -> "Sources":
        """Return those of a folder; none without one."""
        if data is None:
            return cls()
        return cls(tunes(data), Performed(performances(data / "groove" / "train")))

    def for_style(self, style: Style) -> list[Tune]:
        """Return the tunes that a style may borrow, those of its meter."""
        return [
            tune
            for collection in style.borrows
            for tune in self.tunes.get(collection, ())
            if tune.meter == style.meter
        ]


def order(songs: int) -> Iterator[tuple[Style, str]]:
    """Yield the style and the split of each song: styles in turn, held-out ones seldom."""
    taught = [style for style in STYLES if not style.held_out]
    held_out = [style for style in STYLES if style.held_out]
    for number in range(songs):
        if number % _ONE_IN == _ONE_IN // 2:
            yield held_out[number // _ONE_IN % len(held_out)], "valid"
        else:
            yield taught[number % len(taught)], "train"


def write_songs(folder: Path, songs: int, seed: int, sources: Sources) -> Iterator[dict[str, str]]:
    """Write songs and yield the row of each in the manifest."""
    for split in ("train", "valid"):
        (folder / split).mkdir(parents=True, exist_ok=True)
    borrowed = {style.name: sources.for_style(style) for style in STYLES}
    for number, (style, split) in enumerate(order(songs)):
        rng = Random(f"{seed}:{number}:{style.name}")  # noqa: S311 - music
        tunes_now = borrowed[style.name] if rng.random() < BORROWED else []
        made = band.song(rng, style, sources.performed, tunes_now)
        data = write_midi(made.score)
        file = f"{split}/{style.name}-{number:04}.mid"
        (folder / file).write_bytes(data)
        yield {
            "file": file,
            "source": "band_music",
            "source_path": made.tune,
            "licence": WITH_GROOVE if made.performed else OWN,
            "title": made.score.title,
            "composer": made.composer,
            "typesetter": "",
            "notes": str(made.score.note_count),
            "seconds": f"{Timeline(made.score).duration_s:.1f}",
            "sha256": sha256(data).hexdigest(),
        }


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--songs", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--data", type=Path, default=None)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    sources = Sources.of(arguments.data)
    notes = 0
    with (arguments.out / "manifest.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for row in write_songs(arguments.out, arguments.songs, arguments.seed, sources):
            writer.writerow(row)
            notes += int(row["notes"])
    print(f"{arguments.songs} songs, {notes:,} notes in {arguments.out}")


if __name__ == "__main__":
    main()
