"""Write assets/continued: `python scripts/demo_continuations.py` from the repository's root.

The start page plays these pieces. Each has the first bars of a demo piece, then bars that the
starter model wrote. Run it again when the starter or a demo piece changes.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.cli.continuing import continue_piece, midi_of  # noqa: E402 - after the path
from engine.cli.pieces import bar_line, read_piece  # noqa: E402
from engine.config import SamplingConfig  # noqa: E402
from engine.paths import continued_pieces, demo_pieces, user_paths  # noqa: E402
from engine.request import Request  # noqa: E402

PIECES = ("morning-pages", "canon-in-d", "night-drive")
# The start page draws the boundary in the middle of each piece.
BARS = 8
# The best of as many candidates as the window draws by default.
CANDIDATES = 8


def main() -> None:
    """Write every piece and say what it is."""
    continued_pieces().mkdir(exist_ok=True)
    for name in PIECES:
        composition = read_piece(demo_pieces() / f"{name}.mid")
        request = Request(
            start=bar_line(BARS + 1, composition.score),
            bars=BARS,
            alternatives=1,
            best_of=CANDIDATES,
            sampling=SamplingConfig(seed=1),
        )
        made = continue_piece(
            composition, request, model="starter", paths=user_paths(), report=lambda *_: None
        )
        best = made.alternatives[0]
        (continued_pieces() / f"{name}.mid").write_bytes(midi_of(best))
        print(f"{name:18} {len(best.parts):4} notes written")


if __name__ == "__main__":
    main()
