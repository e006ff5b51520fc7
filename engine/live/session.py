"""The piece at hand and the model that goes on with it, told as messages.

A generator of events, without threads of its own: whoever runs it decides when to look at the next
event, and is asked before each round whether to go on.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.copying.fingerprints import Fingerprints
from engine.errors import EmptyMusicError, LimitError
from engine.generation.draw import Cancelled, MusicGenerator, never
from engine.generation.filling import answering
from engine.generation.model import LiveModel
from engine.generation.reharmonizing import chord_likelihoods
from engine.live.reporting import Reporter
from engine.messages import (
    ChordsRanked,
    Continue,
    LiveEvent,
    PartNote,
    RankChords,
    ScoreChange,
    changed,
)
from engine.music.score import Score
from engine.music.time import BarMap
from engine.request import Request


class Session:
    """A model, the piece it hears, and one continuation at a time.

    Args:
        model: Nobody else may use its decoder.
        prints: Of the songs it learned from; None where they are not known.
        clock: Seconds.
    """

    def __init__(
        self,
        model: LiveModel,
        *,
        prints: Fingerprints | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.model = model
        self._prints = prints
        self._clock = clock
        self._generator = MusicGenerator(model, prints=prints)
        self._score: Score | None = None
        self._request = Request()

    @property
    def score(self) -> Score:
        """The piece at hand.

        Raises:
            EmptyMusicError: None was opened.
        """
        if self._score is None:
            raise EmptyMusicError("There is no piece at hand, so there is nothing to go on with.")
        return self._score

    def forget(self) -> None:
        """Drop what was read; the next continuation reads its piece anew."""
        self._generator.forget()

    def watch(self, *, on: bool) -> None:
        """Say on the way what the model looks at, or not."""
        self._generator.watch(on=on)

    def open(self, score: Score) -> None:
        """Take a piece at hand; what it shares with the one before is not read again."""
        self._score = score

    def change(self, change: ScoreChange) -> None:
        """Change the piece at hand.

        Raises:
            ValueError: The change is not of this piece.
        """
        self._score = changed(self.score, change)

    def hear(self, notes: Sequence[PartNote], *, cancelled: Cancelled = never) -> int:
        """Add notes that were played or written, and read the bars that they complete.

        What is heard is read as the last request would: its roles, its beginning. The bar that
        the latest note is in is read when it is over, or when the model goes on.

        Args:
            notes: In ticks of the piece at hand, of tracks that it has.
            cancelled: Asked before every block that is read whether to leave that for later.

        Returns:
            Steps of the model that were taken now.

        Raises:
            EmptyMusicError: No piece is at hand, or it has no such track.
        """
        score = self.score
        for number in sorted({part.track for part in notes}):
            if not 0 <= number < len(score.tracks):
                raise EmptyMusicError(f"The piece has no track {number + 1} to hear notes in.")
            own = [part.note for part in notes if part.track == number]
            score = score.with_track(number, score.tracks[number].adding(own))
        self._score = score
        latest = max((part.note.start for part in notes), default=0)
        return self._read_to(latest, cancelled)

    def rewind(self, bar: int) -> None:
        """Take all notes from a bar on back, as if they had never been heard.

        Args:
            bar: Counted from 0.

        Raises:
            EmptyMusicError: No piece is at hand.
        """
        start = BarMap.of(self.score).start_of(bar)
        self._score = replace(
            self.score,
            tracks=tuple(
                replace(track, notes=tuple(note for note in track.notes if note.start < start))
                for track in self.score.tracks
            ),
        )

    def go_on(
        self, number: int, request: Request, *, cancelled: Cancelled = never
    ) -> Iterator[LiveEvent]:
        """Go on with the piece at hand, or fill a gap in it.

        The same model, piece and request give the same notes, whatever was done before.

        Args:
            number: That all events carry.
            request: What is asked for.
            cancelled: Asked before every round and every block that is read.

        Yields:
            One `Primed`, `NotesMade` as notes are complete, one `AlternativeFinished` for each
            alternative that came to its end, both again for each that is better than those, and
            at last one `ContinuationFinished`.

        Raises:
            EmptyMusicError: There is nothing to continue, or no track to write.
            LimitError: The piece, or what is asked for, is larger than Segue takes.
        """
        self._request = request
        reporter = Reporter(number, self.score, prints=self._prints, clock=self._clock)
        for event in answering(self._generator, self.score, request, cancelled=cancelled):
            yield from reporter.told(event)

    def continue_(self, command: Continue, *, cancelled: Cancelled = never) -> Iterator[LiveEvent]:
        """Open a piece and go on with it: `open` and `go_on`."""
        self.open(command.score)
        yield from self.go_on(command.request, command.ask, cancelled=cancelled)

    def rank(self, command: RankChords) -> ChordsRanked:
        """Say how likely chords are over a tune; nothing of a piece that is too long to be read."""
        try:
            likelihoods = chord_likelihoods(
                self._generator,
                command.score,
                command.chords,
                tune=command.tune,
                start=command.start,
                end=command.end,
            )
        except (EmptyMusicError, LimitError):
            likelihoods = ()
        return ChordsRanked(number=command.number, likelihoods=likelihoods)

    def _read_to(self, tick: int, cancelled: Cancelled) -> int:
        """Read the bars before the one that a tick is in."""
        bars = BarMap.of(self.score)
        start = bars.start_of(bars.bar_at(tick))
        last = self._request
        fits = len(last.roles) == len(self.score.tracks)
        # Only what a request says of reading; a limit or a seed does not change what is read.
        reading = Request(
            start=start,
            roles=last.roles if fits else (),
            since=last.since,
            remembered=last.remembered,
        )
        if start <= last.since or (reading.roles and "write" not in reading.roles):
            return 0
        return self._generator.read(self.score, reading, cancelled=cancelled)
