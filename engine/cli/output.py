"""The output of a command: results on stdout, as text or JSON; progress and remarks on stderr."""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TextIO

from engine.gate.words import printable

# Letters; the figures beside it still fit on a line of 80.
_BAR_WIDTH = 24
# More updates are unreadable, and a terminal over a network falls behind.
_SECONDS_BETWEEN_UPDATES = 0.1


class Output:
    """Writes results, remarks and progress.

    Args:
        as_json: Results are one JSON document instead of lines.
        stdout: The stream of results.
        stderr: The stream of everything else.
        clock: Seconds, for progress.
    """

    def __init__(
        self,
        *,
        as_json: bool,
        stdout: TextIO,
        stderr: TextIO,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._as_json = as_json
        self._stdout = stdout
        self._stderr = stderr
        self._clock = clock

    def result(self, values: Mapping[str, Any], lines: Iterable[str]) -> None:
        """Write the result: the values as JSON, or the lines."""
        if self._as_json:
            text = json.dumps(values, indent=2, ensure_ascii=False, default=str)
            # JSON escapes but the first 32; its own line ends are all that may stay.
            self._stdout.writelines(printable(line) + "\n" for line in text.split("\n"))
        else:
            self._stdout.writelines(printable(line) + "\n" for line in lines)
        self._stdout.flush()

    def remark(self, text: str) -> None:
        """Write lines that are not part of the result."""
        self._stderr.writelines(printable(line) + "\n" for line in text.split("\n"))
        self._stderr.flush()

    def progress(self, label: str) -> "Progress":
        """Return a progress bar, drawn in place on a terminal, else as a line at every tenth."""
        return Progress(label, self._stderr, in_place=self._stderr.isatty(), clock=self._clock)


class Progress:
    """A progress bar.

    Args:
        label: A name of the work.
        target: The stream to write to.
        in_place: Whether to overwrite the line.
        clock: Seconds.
    """

    def __init__(
        self, label: str, target: TextIO, *, in_place: bool, clock: Callable[[], float]
    ) -> None:
        self._label = label
        self._target = target
        self._in_place = in_place
        self._clock = clock
        self._drawn_at_s = float("-inf")
        self._tenth = -1
        self._width = 0

    def update(self, share: float, text: str = "") -> None:
        """Show the progress, 0 to 1, and a few words."""
        share = min(1.0, max(0.0, share))
        line = f"{self._label} {_bar(share)} {share:4.0%} {text}".rstrip()
        if self._in_place:
            now_s = self._clock()
            if share >= 1.0 or now_s - self._drawn_at_s >= _SECONDS_BETWEEN_UPDATES:
                self._drawn_at_s = now_s
                self._target.write("\r" + line.ljust(self._width))
                self._width = len(line)
                self._target.flush()
        elif int(share * 10) > self._tenth:
            self._tenth = int(share * 10)
            self._target.write(line + "\n")
            self._target.flush()

    def done(self, text: str = "") -> None:
        """Finish the bar and its line."""
        if self._in_place:
            line = f"{self._label} {text}".rstrip()
            self._target.write("\r" + line.ljust(self._width) + "\n")
        elif text:
            self._target.write(f"{self._label} {text}\n")
        self._target.flush()


def table(rows: Iterable[tuple[str, ...]], *, indent: str = "") -> list[str]:
    """Return rows as lines with aligned columns."""
    rows = list(rows)
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        (
            indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def counted(count: int, thing: str) -> str:
    """Return a number of things: `1 part`, `1,200 parts`.

    Args:
        count: The number.
        thing: The English name of one, whose plural has an s more.
    """
    return f"{count:,} {thing}{'s' * (count != 1)}"


def hours(seconds_s: float) -> str:
    """Return a duration such as `61 h 10 m` or `3 m 05 s`."""
    minutes, seconds = divmod(round(seconds_s), 60)
    if minutes < 60:
        return f"{minutes} m {seconds:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} m"


def _bar(share: float) -> str:
    filled = round(share * _BAR_WIDTH)
    return "█" * filled + "░" * (_BAR_WIDTH - filled)
