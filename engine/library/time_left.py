"""How long an import still takes, and the order of reading in which that can be known early.

Reading a played performance takes a hundred times as long as reading a part of the same size, and
files of a kind stand beside each other in a folder. So an import reads its files spread over all of
them: those that are read so far are then a fair sample of the others.
"""

from collections.abc import Iterator

# Bytes that take as long as opening a file and recording it.
_FILE_BYTES = 8000
# An estimate from fewer files is one of chance, and so is one from a shorter time. Without the
# first ones they are 16, which lie evenly over all files.
_LEAST_FILES = 24
_LEAST_S, _LEAST_SHARE = 3.0, 0.1
# The first files of a worker take longer: it imports what it needs for them.
_WARM_FILES = 8


def spread(count: int) -> Iterator[int]:
    """Yield 0 to count - 1 so that those yielded by any moment lie evenly over all of them.

    The order is that of the van der Corput sequence: the binary digits of a counter, reversed.
    """
    digits = max(1, (count - 1).bit_length())
    for counter in range(1 << digits):
        place = int(f"{counter:0{digits}b}"[::-1], 2)
        if place < count:
            yield place


class TimeLeft:
    """The time that the files of an import still take, from their sizes.

    Time counts from the first answers on, for workers take seconds to start.
    """

    def __init__(self) -> None:
        self._left = self._done = 0
        self._files = 0
        self._since_s = -1.0

    def add(self, size: int) -> None:
        """Count a file that is to be read, of a size in bytes."""
        self._left += size + _FILE_BYTES

    def take(self, size: int, now_s: float) -> None:
        """Count a file as read."""
        self._left -= size + _FILE_BYTES
        self._files += 1
        if self._files <= _WARM_FILES:
            self._since_s = now_s
            return
        self._done += size + _FILE_BYTES

    def seconds(self, now_s: float) -> float:
        """Return the seconds that are left; negative while nobody can know."""
        if not self._left:
            return 0.0 if self._files else -1.0
        took_s = now_s - self._since_s
        is_share = self._done >= _LEAST_SHARE * (self._done + self._left)
        if self._files < _LEAST_FILES and (took_s < _LEAST_S or not is_share):
            return -1.0
        return took_s * self._left / self._done
