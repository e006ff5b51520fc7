"""Imports folders: scan them, examine changed files in guarded workers, record the results.

`import_folders` is a generator of progress. The caller stops it by closing it or by `cancelled`;
files recorded by then stay in the catalogue.
"""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from engine.copying.prints import PrintStore
from engine.ground.errors import LibraryError
from engine.library import tasks
from engine.library.catalogue import Catalogue
from engine.library.entries import Examined, Known, piece_of
from engine.library.facts import EDITION, Facts, refused
from engine.library.guard import Guard, TaskResult
from engine.library.location import SongLocation, absolute, folder_of
from engine.library.normalizing import recipe_of
from engine.library.report import concerns, report_on
from engine.library.scanning import FoundSong, Unreadable, scan
from engine.library.time_left import TimeLeft, spread
from engine.messages import ImportProgress, ImportReport
from engine.tokens.cache import TokenCache
from engine.tokens.vocabulary import Vocabulary
from engine.values.library import FoundPiece

# Five reports a second look continuous.
_PROGRESS_EVERY_S = 0.2
_WAIT_S = 0.05
# One transaction per batch: large enough to be cheap, small enough that a kill loses little.
_BATCH_FILES = 256
_BATCH_S = 1.0
# Bounds the memory for files that no worker has read yet.
_TASKS_WAITING = 512
# Bounds the memory for files that the scan found and the import has not taken, and for those that
# it has taken, to be read in an order of their own.
_SCANNED_AHEAD = 20_000
# Seconds that the import waits for the end of the search, before it reads the first file.
_LOOK_FIRST_S = 1.0
# Pieces in one report of progress; more than that nobody sees pass by.
_MOST_PIECES = 40
# A scan without a result for this long is on a drive that does not respond.
STALLED_S = 30.0


def import_folders(
    folders: Sequence[Path],
    catalogue: Catalogue,
    *,
    clock: Callable[[], float] = time.monotonic,
    cancelled: Callable[[], bool] = lambda: False,
    workers: int = 0,
    prints: PrintStore | None = None,
    tokens: "Tokens | None" = None,
) -> Iterator[ImportProgress | ImportReport]:
    """Add all music in some files and folders to the library.

    Args:
        folders: Files and folders.
        catalogue: The catalogue to update.
        clock: Seconds.
        cancelled: Called many times a second; returns whether to stop.
        workers: Most reading processes; 0 means one per core.
        prints: The store of fingerprints; None stores none.
        tokens: The store of encoded songs and its vocabulary; None encodes none.

    Yields:
        Progress about five times a second, then the report.

    Raises:
        LibraryError: The catalogue cannot be written, for example because the disk is full.
        ProcessError: No worker can be started.
    """
    roots = [absolute(folder) for folder in folders]
    catalogue.add_folders(root for root in roots if root.is_dir())
    scanner = _Scanner(roots, catalogue.path, clock)
    do = partial(tasks.do, vocabulary=tokens.vocabulary) if tokens else tasks.do
    with Guard(do, workers=workers, clock=clock) as guard, scanner:
        run = _Import(roots, catalogue, scanner, guard, clock, prints=prints, tokens=tokens)
        yield from run.progress(cancelled)
        yield run.finish()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The store of encoded songs.

    Attributes:
        cache: The store.
    """

    cache: TokenCache
    vocabulary: Vocabulary

    @property
    def recipe(self) -> str:
        """The key of this way of normalizing and encoding songs."""
        return recipe_of(self.vocabulary)


class _Scanner:
    """Scans in a thread, because a folder on a slow drive may block for a long time.

    Args:
        roots: The files and folders to scan.
        catalogue: The file of the catalogue: the thread needs its own connection.
        clock: Seconds.
    """

    def __init__(self, roots: Sequence[Path], catalogue: Path, clock: Callable[[], float]) -> None:
        self._roots = roots
        self._catalogue = catalogue
        self._clock = clock
        self._found: queue.Queue[FoundSong | Unreadable] = queue.Queue(_SCANNED_AHEAD)
        self._stop = threading.Event()
        self._failure: Exception | None = None
        self._heard_s = clock()
        # A daemon thread: a dead network drive must not keep the program alive.
        self._thread = threading.Thread(target=self._run, name="scan", daemon=True)

    def __enter__(self) -> "_Scanner":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(0.5)

    @property
    def done(self) -> bool:
        """Whether the scan is complete and `take` has returned all results."""
        return not self._thread.is_alive() and self._found.empty()

    @property
    def stalled(self) -> bool:
        """Whether the file system has not responded for `STALLED_S`."""
        waiting = self._thread.is_alive() and self._found.empty()
        return waiting and self._clock() - self._heard_s > STALLED_S

    def take(self, most: int) -> list[FoundSong | Unreadable]:
        """Return up to `most` new results without waiting."""
        taken: list[FoundSong | Unreadable] = []
        while len(taken) < most:
            try:
                taken.append(self._found.get_nowait())
            except queue.Empty:
                break
        return taken

    def check(self) -> None:
        """Raise the error of the thread, if any.

        Raises:
            LibraryError: The scan failed before its end.
        """
        if self._failure:
            raise LibraryError(
                "The folders could not be searched ({failure}).", failure=self._failure
            )

    def _run(self) -> None:
        try:
            with Catalogue(self._catalogue) as catalogue:
                for found in scan(self._roots, unchanged_archives=catalogue):
                    self._heard_s = self._clock()
                    if found is not None and not self._put(found):
                        return
        except Exception as error:  # noqa: BLE001 - `check` raises it in the thread of the caller
            self._failure = error

    def _put(self, found: FoundSong | Unreadable) -> bool:
        while not self._stop.is_set():
            try:
                self._found.put(found, timeout=0.1)
            except queue.Full:
                continue
            return True
        return False


@dataclass(slots=True)
class _ImportCounts:
    """Counts and row numbers of an import in progress."""

    found: int = 0
    done: int = 0
    ready: int = 0
    refused: int = 0
    seen: set[int] = field(default_factory=set)
    fresh: set[int] = field(default_factory=set)
    unchanged: list[int] = field(default_factory=list)
    current: str = ""
    cancelled: bool = False
    stalled: bool = False


class _Import:
    """One import in progress."""

    def __init__(
        self,
        roots: Sequence[Path],
        catalogue: Catalogue,
        scanner: _Scanner,
        guard: Guard,
        clock: Callable[[], float],
        *,
        prints: PrintStore | None,
        tokens: Tokens | None,
    ) -> None:
        self._roots = roots
        self._catalogue = catalogue
        self._prints = prints
        self._tokens = tokens
        self._encoded = tokens.cache.known(recipe=tokens.recipe) if tokens else None
        self._scanner = scanner
        self._guard = guard
        self._clock = clock
        self._began_s = clock()
        self._known: dict[SongLocation, Known] = catalogue.known_files()
        self._contents = {known.content for known in self._known.values()}
        # Files to be read: as the scan found them, and in the order of reading.
        self._to_order: list[FoundSong] = []
        self._to_read = deque[FoundSong]()
        self._in_work: dict[int, FoundSong] = {}
        self._time_left = TimeLeft()
        self._pieces = deque[FoundPiece](maxlen=_MOST_PIECES)
        self._batch: list[Examined] = []
        self._written_s = clock()
        self._tally = _ImportCounts()

    def progress(self, cancelled: Callable[[], bool]) -> Iterator[ImportProgress]:
        """Yield progress until all files are done or `cancelled` returns True.

        Raises:
            LibraryError: The scan failed; the files that it found are recorded.
        """
        said_s = self._clock()
        yield self._so_far()
        while not self._is_done():
            if cancelled():
                self._tally.cancelled = True
                break
            self._scan_on()
            self._hear_workers()
            self._write_batch(even_if_small=False)
            if self._clock() - said_s >= _PROGRESS_EVERY_S:
                said_s = self._clock()
                yield self._so_far()
        self._write_batch(even_if_small=True)
        self._catalogue.mark_present(self._tally.unchanged)
        self._scanner.check()

    def finish(self) -> ImportReport:
        """Mark files that were not found as missing; return the report."""
        tally = self._tally
        if not tally.cancelled and not tally.stalled:
            self._catalogue.mark_missing(self._roots, tally.seen)
        fresh = self._catalogue.outcomes(tally.fresh) if tally.fresh else ()
        return report_on(
            self._catalogue.outcomes(tally.seen),
            took_s=self._clock() - self._began_s,
            cancelled=tally.cancelled,
            fresh=sum(outcome.state in {"ready", "warning"} for outcome in fresh),
            waiting=self._catalogue.waiting(tally.fresh) if tally.fresh else 0,
            lopsided=concerns(self._catalogue.outcomes(tally.seen)),
        )

    def _is_done(self) -> bool:
        return self._tally.stalled or (self._scanner.done and not self._is_reading)

    @property
    def _is_reading(self) -> bool:
        return bool(self._in_work or self._to_read or self._to_order)

    def _scan_on(self) -> None:
        for found in self._scanner.take(_SCANNED_AHEAD - len(self._to_order)):
            self._tally.found += 1
            if isinstance(found, Unreadable):
                self._note(FoundSong(found.place, 0, 0), refused(found.reason))
            elif (known := self._unchanged(found)) is not None:
                self._tally.seen.add(known.number)
                self._tally.unchanged.append(known.number)
                self._tally.done += 1
                self._tally.ready += known.taken
            else:
                self._to_order.append(found)
                self._time_left.add(found.bytes_to_read)
        self._hand_out()
        if self._scanner.stalled and not self._is_reading:
            self._give_up_scanning()

    def _hand_out(self) -> None:
        """Give the workers their next files."""
        looked = self._scanner.done or self._clock() - self._began_s >= _LOOK_FIRST_S
        if not self._to_read and (looked or len(self._to_order) >= _SCANNED_AHEAD):
            self._to_read.extend(self._to_order[place] for place in spread(len(self._to_order)))
            self._to_order = []
        while self._to_read and self._guard.pending < _TASKS_WAITING:
            found = self._to_read.popleft()
            self._in_work[self._guard.submit(tasks.task(found.place))] = found

    def _unchanged(self, found: FoundSong) -> Known | None:
        known = self._known.get(found.place)
        if known is None or (known.size, known.changed_ns) != (found.size, found.changed_ns):
            return None
        if known.taken and self._lacks_something(known):
            return None
        return known

    def _lacks_something(self, known: Known) -> bool:
        """Return whether a usable file lacks its ids, or facts of the current edition."""
        unencoded = self._encoded is not None and known.content not in self._encoded
        return unencoded or known.edition < EDITION

    def _give_up_scanning(self) -> None:
        self._tally.stalled = True
        for root in self._roots:
            self._note(
                FoundSong(SongLocation.of(root), 0, 0),
                refused("The drive it is on does not answer."),
            )

    def _hear_workers(self) -> None:
        if not self._in_work:
            # Only the scanner is at work.
            time.sleep(0.0 if self._scanner.done else 0.005)
            return
        for answer in self._guard.answers(_WAIT_S):
            found = self._in_work.pop(answer.number)
            self._time_left.take(found.bytes_to_read, self._clock())
            self._note(found, _facts(answer))

    def _note(self, found: FoundSong, facts: Facts) -> None:
        self._tally.done += 1
        self._tally.ready += facts.state in {"ready", "warning"}
        self._tally.refused += facts.state == "refused"
        self._tally.current = found.place.shown
        examined = Examined(found, facts)
        self._batch.append(examined)
        if facts.state != "refused":
            self._pieces.append(piece_of(examined))

    def _write_batch(self, *, even_if_small: bool) -> None:
        old = self._clock() - self._written_s > _BATCH_S
        if not self._batch or not (even_if_small or old or len(self._batch) >= _BATCH_FILES):
            return
        # Of equal songs the one that is recorded first stays usable.
        self._batch.sort(key=lambda each: (folder_of(each.found.place.path), each.found.place))
        rows = self._catalogue.record(self._batch)
        self._tally.seen.update(rows)
        self._tally.fresh.update(
            row
            for row, examined in zip(rows, self._batch, strict=True)
            if examined.facts.content not in self._contents
        )
        self._add_to_caches()
        self._batch = []
        self._written_s = self._clock()

    def _add_to_caches(self) -> None:
        """Store the fingerprints and the ids of the batch, where the import has a cache."""
        if self._prints is not None:
            self._prints.add(
                (examined.facts.content, examined.found.place.shown, examined.facts.windows)
                for examined in self._batch
                if examined.facts.windows
            )
        if self._tokens is not None:
            songs = (
                (examined.facts.content, examined.facts.tokens)
                for examined in self._batch
                if examined.facts.tokens is not None
            )
            self._tokens.cache.add(songs, recipe=self._tokens.recipe)

    def _so_far(self) -> ImportProgress:
        tally, pieces = self._tally, tuple(self._pieces)
        self._pieces.clear()
        left_s = self._time_left.seconds(self._clock()) if self._scanner.done else -1.0
        return ImportProgress(
            done=tally.done,
            total=tally.found,
            ready=tally.ready,
            refused=tally.refused,
            current=tally.current,
            seconds_left=left_s,
            pieces=pieces,
        )


def _facts(answer: TaskResult) -> Facts:
    return refused(answer.problem) if answer.data is None else tasks.facts_in(answer.data)
