"""Write the pieces in assets/demo: `python scripts/demo_music` from the repository's root.

Each is engraved from a work in the public domain or written for Segue; the same script always
writes the same bytes.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

import engraved  # noqa: E402 - found beside this file, but its imports need the root above
import written  # noqa: E402

from engine.midi.file.midifile import write_midi  # noqa: E402
from engine.values.time import Timeline  # noqa: E402


def main() -> None:
    """Write every piece and say what it is."""
    folder = ROOT / "assets" / "demo"
    folder.mkdir(parents=True, exist_ok=True)
    for name, write in {**engraved.PIECES, **written.PIECES}.items():
        score = write()
        (folder / f"{name}.mid").write_bytes(write_midi(score))
        timeline = Timeline(score)
        bars, seconds = timeline.bars.bars_until(score.end), timeline.duration_s
        print(f"{name:18} {score.note_count:5} notes  {bars:3} bars  {seconds:5.0f} s")


if __name__ == "__main__":
    main()
