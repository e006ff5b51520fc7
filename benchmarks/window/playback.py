"""How late notes arrive while the window repaints, beside the scenarios of `segue bench`."""

from benchmarks.window import process
from engine.bench.playback import DECODE, IDLE, PIECE, TRAIN, Scenario

WINDOW = Scenario(
    name="window",
    doing="the window repaints",
    command=tuple(process.command()),
    environment=process.environment(),
)
SCENARIOS = (IDLE, PIECE, WINDOW, DECODE, TRAIN)
