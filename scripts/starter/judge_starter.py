"""Writes on the starter's card what it copies and which sliders work with it.

    python scripts/starter/judge_starter.py DATA [MODEL]

Hears the model as the program hears what it trained: twenty continuations of openings of held-out
songs of DATA (the folder of `starter_store.py`), looked up in the fingerprints that ship
with it, and each slider moved, on the pieces that ship.
"""

import argparse
import json
import math
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.generation.continuation import Opening
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.paths import demo_pieces, starter_model, user_paths
from engine.library.location import SongLocation
from engine.making.checkpoint_samples import CheckpointSampler, openings_of
from engine.making.known_songs import prints_of
from engine.making.made_model import copying_of
from engine.making.song_list import TrainingSongs
from engine.making.steers import Steers
from engine.messages import StepSampled
from engine.model.description import DESCRIPTION
from engine.model.network.processor import use_processor
from engine.training.prepare import Song

SOURCES = ("openscore_lieder", "mutopia", "openscore_quartets", "openewld", "jsb")


def main() -> None:
    """Hear it, and write the card anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("model", type=Path, nargs="?", default=starter_model())
    arguments = parser.parse_args()
    use_processor(threads=1)
    prints = prints_of(arguments.model, user_paths())
    if prints is None:
        raise SystemExit("There are no fingerprints: run fingerprint_starter.py first.")
    held_out = [sorted((arguments.data / name / "valid").glob("*.mid"))[0] for name in SOURCES]
    heard = None
    for event in CheckpointSampler(openings(held_out), prints).sample(
        arguments.model, step=0, loss=-1.0, thorough=True
    ):
        heard = event if isinstance(event, StepSampled) else heard
    generator = MusicGenerator(LiveModel.load(arguments.model))
    steers = Steers(generator, openings(sorted(demo_pieces().glob("*.mid"))), patience_s=math.inf)
    for _ in steers.measure():
        pass
    path = arguments.model / DESCRIPTION
    description = json.loads(path.read_text(encoding="utf-8"))
    found = {"copying": copying_of(heard), "steers": list(steers.found.working)}
    description["card"] |= found
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(description, indent=2, ensure_ascii=False) + "\n", "utf-8")
    fresh.replace(path)
    print(json.dumps(found, indent=1, ensure_ascii=False))


def openings(files: list[Path]) -> list[Opening]:
    """Return the first bars of some songs."""
    songs = tuple(Song(name=file.name, source=SongLocation(os.fsencode(file))) for file in files)
    return openings_of(TrainingSongs(songs=songs, source=""), [song.name for song in songs])


if __name__ == "__main__":
    main()
