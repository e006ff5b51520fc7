"""Make the sound bank that ships with Segue: every wave in it is computed here.

    python scripts/make_sound_bank.py [FILE]

The same file comes out each time on the same numpy. Its licence is the project's own (MIT).
"""

import sys
import time
from pathlib import Path

from sound_bank.programs import presets
from sound_bank.sf2 import write

TARGET = Path(__file__).resolve().parent.parent / "assets" / "sound" / "segue.sf2"
LARGEST_BYTES = 3_000_000
COMMENT = "Synthesised by scripts/make_sound_bank.py of Segue. MIT licence, see LICENSE."


def main() -> None:
    """Write the bank and say how large it is."""
    began = time.perf_counter()
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    data = write(presets(), name="Segue", comment=COMMENT)
    if len(data) > LARGEST_BYTES:
        sys.exit(f"The bank has {len(data)} bytes; at most {LARGEST_BYTES} are wanted.")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    print(f"{target}: {len(data):,} bytes in {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
