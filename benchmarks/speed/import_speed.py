"""`python -m benchmarks import`: files a second from disk to catalogue and on to tokens."""

import contextlib
import io
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from symusic.core import ScoreTick

from benchmarks.speed.made_up import PANEL_QUERIES, fill
from engine.copying.prints import PrintStore
from engine.ground.errors import EmptyMusicError, SegueError
from engine.library.catalogue import Catalogue
from engine.library.importing import Tokens, import_folders
from engine.library.reading import read_score
from engine.library.shelf import Shelf
from engine.messages import ImportProgress, ImportReport
from engine.midi.file.midifile import parse_midi, write_midi
from engine.tokens.cache import TokenCache
from engine.tokens.miditok_remi import plain_miditok
from engine.tokens.naming import vocabulary_of
from engine.values.config import TokenizerConfig
from engine.values.formats import MIDI
from engine.values.library import PieceQuery
from engine.values.score import Score

IMPORT, AGAIN, PLAIN = "import_with_tokens", "import_again", "plain_symusic_miditok"
READING, PRETTY_MIDI = "reading", "pretty_midi"
# pretty_midi takes a tenth of a second a file.
_FILES_FOR_PRETTY_MIDI = 40
FILES = 300
_LEFT_OUT = 0.1


def copies(pieces: Path, folder: Path, *, count: int) -> int:
    """Write so many different songs made of a few: each with notes of its own left out.

    Args:
        pieces: A folder of `.mid` files.
        folder: Where they go.
        count: How many.

    Returns:
        How many bytes they have.

    Raises:
        EmptyMusicError: There is no piece.
    """
    scores = [read_score(path).score for path in sorted(pieces.glob("*.mid"))]
    if not scores:
        raise EmptyMusicError(f"There are no pieces in ‘{pieces}’ to measure with.")
    size = 0
    for number in range(count):
        data = write_midi(_variant(scores[number % len(scores)], number // len(scores)))
        (folder / f"song-{number:05}.mid").write_bytes(data)
        size += len(data)
    return size


def _parse(files: Sequence[bytes]) -> None:
    """Read files into columns; some that are no music are part of a folder."""
    for data in files:
        with contextlib.suppress(SegueError):
            parse_midi(data)


def measure(
    folder: Path, place: Path, *, rounds: int, clock: Callable[[], float] = time.perf_counter
) -> Iterator[ImportProgress | dict[str, Any]]:
    """Yield how far imports are, and at last the figures: ours and others', in turns.

    Import with tokens, on all cores and with everything that guards it, against one process that
    parses the same files with symusic and encodes them with MidiTok, without any guard; reading
    alone against pretty_midi, where that is installed.

    Args:
        folder: Of MIDI files, in folders of any depth.
        place: A folder for catalogues made for this.
        rounds: Rounds that count.
        clock: Seconds.
    """
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in MIDI.read)
    data = [path.read_bytes() for path in files]
    works: dict[str, Callable[[], object]] = {
        PLAIN: _Plain(data),
        READING: lambda: _parse(data),
    }
    if find_spec("pretty_midi"):
        works[PRETTY_MIDI] = _Pretty(data[:: max(1, len(data) // _FILES_FOR_PRETTY_MIDI)])
    spent: dict[str, list[_Spent]] = {}
    report: ImportReport | None = None
    for number in range(rounds + 1):
        for name, work in works.items():
            watch = _Watch(clock)
            work()
            spent.setdefault(name, []).append(watch.read())
        watch = _Watch(clock)
        for event in _imported(folder, place / str(number)):
            if isinstance(event, ImportReport):
                report = event
            else:
                yield event
        spent.setdefault(IMPORT, []).append(watch.read())
        watch = _Watch(clock)
        for _ in _imported(folder, place / str(number)):
            pass
        spent.setdefault(AGAIN, []).append(watch.read())
    assert report is not None  # noqa: S101 - an import ends in its report
    # The first round loads libraries and fills caches.
    kept = {name: turns[1:] for name, turns in spent.items()}
    share = len(works[PRETTY_MIDI].data) / len(data) if PRETTY_MIDI in works else 1.0  # type: ignore[attr-defined]
    yield {
        "what": "import",
        "files": report.found,
        "ready": report.ready,
        "notes": report.notes,
        "rounds": rounds,
        "cores": os.cpu_count(),
        **{name: _median(turns) for name, turns in kept.items()},
        "import_to_plain": _ratio(kept[PLAIN], kept[IMPORT]),
        **(
            {"reading_to_pretty_midi": _ratio(kept[PRETTY_MIDI], kept[READING], share=share)}
            if PRETTY_MIDI in kept
            else {}
        ),
    }


def again(
    folder: Path, place: Path, *, rounds: int, clock: Callable[[], float] = time.perf_counter
) -> Iterator[ImportProgress | dict[str, Any]]:
    """Yield how far an import is, and at last what it costs to find that nothing has changed.

    Args:
        folder: Of MIDI files.
        place: A folder for a catalogue made for this.
        rounds: How often it is imported again.
        clock: Seconds.
    """
    watch = _Watch(clock)
    report: ImportReport | None = None
    for event in _imported(folder, place):
        if isinstance(event, ImportReport):
            report = event
        else:
            yield event
    assert report is not None  # noqa: S101 - an import ends in its report
    first, turns = watch.read(), []
    for _ in range(rounds):
        watch = _Watch(clock)
        for _event in _imported(folder, place):
            pass
        turns.append(watch.read())
    yield {
        "what": "import again",
        "files": report.found,
        "ready": report.ready,
        "duplicates": report.duplicates,
        "rounds": rounds,
        "cores": os.cpu_count(),
        IMPORT: _median([first]),
        AGAIN: _median(turns),
        "slowest_again_s": round(max(turn.seconds for turn in turns), 3),
    }


def panel(catalogue: Path, *, rows: int, rounds: int) -> dict[str, Any]:
    """Return what the panel's searches cost in a catalogue of so many made-up files.

    Args:
        catalogue: A file that is made for this.
        rows: How many.
        rounds: Times that each search is made.

    Returns:
        Milliseconds of processor at the 50th and 99th percentile, and memory in megabytes.
    """
    with Catalogue(catalogue) as library:
        began_s = time.process_time()
        fill(library, rows)
        filled_s = time.process_time() - began_s
        began_s = time.process_time()
        shelf = Shelf(library)
        loaded_s = time.process_time() - began_s
        spent_ms = []
        for _ in range(rounds):
            for query in PANEL_QUERIES:
                for work in _panel_steps(shelf, query):
                    began_s = time.process_time()
                    work()
                    spent_ms.append(1000 * (time.process_time() - began_s))
    spent_ms.sort()
    return {
        "what": "panel",
        "rows": rows,
        "filled_s": round(filled_s, 1),
        "loaded_s": round(loaded_s, 3),
        "searches": len(spent_ms),
        "p50_ms": round(spent_ms[len(spent_ms) // 2], 2),
        "p99_ms": round(spent_ms[int(len(spent_ms) * 0.99)], 2),
        "max_ms": round(spent_ms[-1], 2),
        "peak_mb": _peak_mb(),
    }


def _peak_mb() -> int | None:
    """Return the most memory this process had so far, where the system tells."""
    try:
        text = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return None
    return next(
        (int(line.split()[1]) // 1024 for line in text.splitlines() if line.startswith("VmHWM")),
        None,
    )


def _panel_steps(shelf: Shelf, query: PieceQuery) -> tuple[Callable[[], object], ...]:
    found = shelf.find(query)
    middle = len(found) // 2
    return (
        lambda: shelf.find(query),
        lambda: shelf.rows(found[:100]),
        lambda: shelf.rows(found[middle : middle + 100]),
    )


def _imported(folder: Path, place: Path) -> Iterator[ImportProgress | ImportReport]:
    place.mkdir(parents=True, exist_ok=True)
    with (
        Catalogue(place / "library.sqlite") as library,
        PrintStore(place / "fingerprints.sqlite") as prints,
        TokenCache(place / "songs.sqlite") as cache,
    ):
        tokens = Tokens(cache=cache, vocabulary=vocabulary_of(TokenizerConfig()))
        yield from import_folders([folder], library, prints=prints, tokens=tokens)


class _Plain:
    """What a script of ten lines does: parse with symusic, encode with MidiTok."""

    def __init__(self, data: list[bytes]) -> None:
        self.data = data
        self._encode = plain_miditok(TokenizerConfig())

    def __call__(self) -> None:
        for each in self.data:
            with contextlib.suppress(RuntimeError):
                self._encode(ScoreTick.from_midi(each))


class _Pretty:
    """pretty_midi's parser."""

    def __init__(self, data: list[bytes]) -> None:
        self.data = data
        self._parse: Callable[[io.BytesIO], object] = import_module("pretty_midi").PrettyMIDI

    def __call__(self) -> None:
        for each in self.data:
            self._parse(io.BytesIO(each))


@dataclass(frozen=True, slots=True)
class _Spent:
    seconds: float
    processor_s: float


class _Watch:
    """Seconds by the clock and of processors, children that have ended included."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began_s, self._processor_s = clock(), sum(os.times()[:4])

    def read(self) -> _Spent:
        return _Spent(self._clock() - self._began_s, sum(os.times()[:4]) - self._processor_s)


def _median(turns: list[_Spent]) -> dict[str, float]:
    return {
        "seconds": round(statistics.median(t.seconds for t in turns), 3),
        "processor_s": round(statistics.median(t.processor_s for t in turns), 3),
    }


def _ratio(theirs: list[_Spent], ours: list[_Spent], *, share: float = 1.0) -> dict[str, float]:
    """Return how many times as fast we are, by the clock and by processor time, in each round.

    Args:
        theirs: Turns with a share of the files.
        ours: Turns with all of them.
        share: Theirs.
    """
    pairs = list(zip(theirs, ours, strict=True))
    clock = [a.seconds / share / b.seconds for a, b in pairs]
    processor = [a.processor_s / share / max(0.01, b.processor_s) for a, b in pairs]
    return {
        "clock": round(statistics.median(clock), 2),
        "clock_low": round(min(clock), 2),
        "clock_high": round(max(clock), 2),
        "processor": round(statistics.median(processor), 2),
    }


def _variant(score: Score, number: int) -> Score:
    """Return a score without some of its notes, so that no two are duplicates of each other."""
    if number == 0:
        return score
    draw = random.Random(number)  # noqa: S311 - which notes stay, not a secret
    return replace(
        score,
        tracks=tuple(
            track.with_notes(note for note in track.notes if draw.random() > _LEFT_OUT)
            for track in score.tracks
        ),
    )
