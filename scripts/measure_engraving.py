"""How soon a score is seen, and an edit in it: a real child, asked as the window asks.

    python scripts/measure_engraving.py FILE.mid [--bars 200] [--edits 20]

Three lines of the score are in sight. Each figure is given by the clock and by the processor time
that the child took, for on a busy machine the two lie far apart.
"""

import argparse
import statistics
import sys
import time
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from engine.library.reading import read_score  # noqa: E402 - after the path
from engine.messages import Engrave, Engraved, PageLaidOut, Ready, change_between  # noqa: E402
from engine.music.score import Score  # noqa: E402
from engine.music.time import BarMap  # noqa: E402
from engine.process import Child  # noqa: E402

LINES_IN_SIGHT = 3
WAIT_S = 120.0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("file", type=Path)
    parser.add_argument("--bars", type=int, default=200)
    parser.add_argument("--edits", type=int, default=20)
    arguments = parser.parse_args()
    score = beginning(read_score(arguments.file).score, arguments.bars)
    print(f"{arguments.file.name}: {score.note_count} notes, {arguments.bars} bars")
    with Child("engrave") as child:
        began_s = time.perf_counter()
        wait_for(child, Ready, 1)
        print(f"child ready after {time.perf_counter() - began_s:.3f} s")
        first = Watch(child)
        child.send(Engrave(request=1, score=score, first=0, last=0))
        wait_for(child, Engraved, 1)
        print(f"first line seen: {first}")
        took = [edit(child, score, number) for number in range(arguments.edits)]
    for name, column in zip(("clock", "processor"), zip(*took, strict=True), strict=True):
        median, most = 1000 * statistics.median(column), 1000 * max(column)
        print(f"changed line, {name}: median {median:.0f} ms, most {most:.0f} ms")


class Watch:
    """Time by the clock and by the child's processor time, since it was made."""

    def __init__(self, child: Child) -> None:
        self._pid = child.pid
        self._clock_s = time.perf_counter()
        self._processor_s = processor_s(self._pid)

    def read(self) -> tuple[float, float]:
        """Return both."""
        return time.perf_counter() - self._clock_s, processor_s(self._pid) - self._processor_s

    def __str__(self) -> str:
        clock_s, processor = self.read()
        return f"{clock_s:.3f} s by the clock, {processor:.3f} s of processor"


def processor_s(pid: int) -> float:
    """Return the processor seconds a process has used, to a millisecond."""
    runs = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(path.read_text().split()[0]) for path in runs) / 1e9


def beginning(score: Score, bars: int) -> Score:
    """Return the first bars of a score."""
    return score.between(0, BarMap.of(score).start_of(bars))


def edit(child: Child, score: Score, number: int) -> tuple[float, float]:
    """Move one note and back, and return how long the changed line took to come."""
    track = score.tracks[number % len(score.tracks)]
    note = track.notes[(number * 37) % len(track.notes)]
    moved = track.exchanging([note], [replace(note, pitch=note.pitch + 1)])
    after = score.with_track(number % len(score.tracks), moved)
    bar = BarMap.of(score).bar_at(note.start)
    there, back = change_between(score, after), change_between(after, score)
    watch = Watch(child)
    child.send(Engrave(request=2 + 2 * number, change=there, first=bar, last=bar))
    wait_for(child, Engraved, 1)
    took = watch.read()
    child.send(Engrave(request=3 + 2 * number, change=back, first=bar, last=bar))
    wait_for(child, Engraved, 1)
    return took


def wait_for(child: Child, kind: type[Ready | Engraved | PageLaidOut], count: int) -> None:
    """Wait until a child has said something so often."""
    while count:
        event = child.next_event(WAIT_S)
        count -= isinstance(event, kind)


if __name__ == "__main__":
    main()
