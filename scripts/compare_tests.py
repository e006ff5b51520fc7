"""Compare how long the tests of two commits take: `compare_tests.py BEFORE [AFTER]`.

Both commits are checked out beside each other and set up. Then their commands take turns on this
machine, and the script prints a table in Markdown: seconds of processors, those of all children
included, and seconds on the clock. The machine must be free. Before each command the script times
an empty loop: on a shared machine the speed changes.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = {"fast": ("test", "--fast"), "all": ("test",), "lint": ("lint",)}


class Taken(NamedTuple):
    """The time of one command.

    Attributes:
        processor_s: Seconds of processors.
        clock_s: Seconds on the clock.
        passed: Whether it ended well.
        reference_ms: What `reference` took just before.
    """

    processor_s: float
    clock_s: float
    passed: bool
    reference_ms: float

    def __str__(self) -> str:
        fails = "" if self.passed else " (fails)"
        return f"{self.processor_s:.0f} s, {self.clock_s:.0f} s{fails}"


def reference() -> float:
    """Return the milliseconds of a piece of work that does not change."""
    best = float("inf")
    for _ in range(20):
        began_s = time.thread_time()
        for _number in range(200_000):
            pass
        best = min(best, time.thread_time() - began_s)
    return 1000 * best


def taken(checkout: Path, command: Sequence[str]) -> Taken:
    """Run a command of `run.py` in a checkout."""
    reference_ms, before = reference(), resource.getrusage(resource.RUSAGE_CHILDREN)
    began_s = time.monotonic()
    log = checkout.with_suffix(".log")
    with log.open("a", encoding="utf-8") as said:
        call = [sys.executable, "run.py", *command]
        code = subprocess.call(call, cwd=checkout, stdout=said, stderr=said)
    clock_s, after = time.monotonic() - began_s, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Taken(processor_s, clock_s, code == 0, reference_ms)


@contextmanager
def checked_out(commit: str, folder: Path) -> Iterator[Path]:
    """Check a commit out in a folder, set it up, and take it away at the end."""
    subprocess.check_call(
        ["git", "worktree", "add", "--quiet", "--detach", folder, commit], cwd=ROOT
    )
    try:
        taken(folder, ("test", "--collect-only", "-q", "tests/values"))
        yield folder
    finally:
        subprocess.check_call(["git", "worktree", "remove", "--force", str(folder)], cwd=ROOT)


def main() -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", help="a commit")
    parser.add_argument("after", nargs="?", default="HEAD", help="a commit (HEAD)")
    parser.add_argument("--commands", nargs="+", choices=COMMANDS, default=["fast", "all"])
    parser.add_argument("--logs", type=Path, help="a folder for the checkouts and their logs")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = asked.logs or Path(made)
        with (
            checked_out(asked.before, folder / "before") as before,
            checked_out(asked.after, folder / "after") as after,
        ):
            print("| command | before: processor, clock | after: processor, clock |")
            print("| --- | --- | --- |")
            for name in asked.commands:
                one, other = taken(before, COMMANDS[name]), taken(after, COMMANDS[name])
                print(f"| `python3 run.py {' '.join(COMMANDS[name])}` | {one} | {other} |")
                told = f"reference: {one.reference_ms:.2f} ms, {other.reference_ms:.2f} ms"
                print(told, file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
