"""One piece and a model that continues it.

`Session` yields messages and has no threads of its own: the caller decides when to take the next
message, and a callback decides before each round whether to go on.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.copying.fingerprints import Fingerprints
from engine.generation.draw import MusicGenerator
from engine.generation.filling import answering
from engine.generation.model import LiveModel
from engine.generation.reharmonizing import chord_likelihoods
from engine.ground.cancelling import Cancelled, never, unless_cancelled
from engine.ground.errors import EmptyMusicError, LimitError
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
from engine.request import Request
from engine.taste.taste import NO_TASTE, Taste
from engine.values.score import Score
from engine.values.time import BarMap


class Session:
    """A model, the piece that it reads, and one continuation at a time.

    Args:
        model: The model; nothing else may use its decoder.
        prints: Fingerprints of the training songs; None if they are not known.
        clock: Returns seconds.
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
        self._latest = 0  # tick of the last note that was heard
        self._read_until = 0  # tick of the last bar line up to which everything heard was read

    @property
    def score(self) -> Score:
        """The current piece.

        Raises:
            EmptyMusicError: No piece was opened.
        """
        if self._score is None:
            raise EmptyMusicError("There is no piece at hand, so there is nothing to go on with.")
        return self._score

    def forget(self) -> None:
        """Forget what was read; the next continuation reads its piece from the beginning."""
        self._read_until = 0
        self._generator.forget()

    def watch(self, *, on: bool) -> None:
        """Turn reports of what the model attends to on or off."""
        self._generator.watch(on=on)

    def open(self, score: Score) -> None:
        """Make a score the current piece; what it shares with the last one is not read again."""
        self._score = score
        self._latest, self._read_until = score.end, 0

    def change(self, change: ScoreChange) -> None:
        """Change the current piece.

        Raises:
            ValueError: The change does not fit this piece.
        """
        self._score = changed(self.score, change)
        self._read_until = 0

    def hear(self, notes: Sequence[PartNote], *, cancelled: Cancelled = never) -> int:
        """Add notes that were played or written, and read the bars that they complete.

        It is `add`, then `read`, which see.
        """
        self.add(notes)
        return self.read(cancelled=cancelled)

    def add(self, notes: Sequence[PartNote]) -> None:
        """Add notes that were played or written, without reading them.

        Args:
            notes: Notes for tracks of the current piece, in its ticks.

        Raises:
            EmptyMusicError: There is no piece, or it has no such track.
        """
        score = self.score
        for number in sorted({part.track for part in notes}):
            if not 0 <= number < len(score.tracks):
                raise EmptyMusicError(
                    "The piece has no track {number} to hear notes in.", number=number + 1
                )
            own = [part.note for part in notes if part.track == number]
            score = score.with_track(number, score.tracks[number].adding(own))
        self._score = score
        self._latest = max((part.note.start for part in notes), default=self._latest)

    def read(self, *, cancelled: Cancelled = never) -> int:
        """Read the bars that are over: those before the bar of the latest note.

        Notes are read with the roles and the first bar of the last request. The bar of the latest
        note is read when it is over, or by the next continuation.

        Args:
            cancelled: Called before each block that is read; True leaves the rest for later.

        Returns:
            The number of model steps; 0 if no bar was completed since the last call.

        Raises:
            EmptyMusicError: There is no piece.
        """
        return self._read_to(self._latest, cancelled)

    def rewind(self, bar: int) -> None:
        """Remove all notes from a bar on.

        Args:
            bar: The first bar to remove, from 0.

        Raises:
            EmptyMusicError: There is no piece.
        """
        start = BarMap.of(self.score).start_of(bar)
        self._latest, self._read_until = start, 0
        self._score = replace(
            self.score,
            tracks=tuple(
                replace(track, notes=tuple(note for note in track.notes if note.start < start))
                for track in self.score.tracks
            ),
        )

    def go_on(
        self,
        number: int,
        request: Request,
        *,
        taste: Taste = NO_TASTE,
        cancelled: Cancelled = never,
    ) -> Iterator[LiveEvent]:
        """Continue the current piece, or fill a gap in it.

        The same model, piece and request give the same notes, whatever was done before.

        Args:
            number: The request's number, for all messages.
            request: The request.
            taste: The user's, for the ranking.
            cancelled: Called before each round and each block that is read; True stops.

        Yields:
            One `Primed`, one `ChordsPlanned` for each alternative that has a plan, `NotesMade` as
            notes are complete, one `AlternativeFinished` for each alternative that is complete, the
            last three again for each better one, and one `ContinuationFinished` at the end.

        Raises:
            EmptyMusicError: There is nothing to continue, or no track to write.
            LimitError: The piece or the request exceeds a limit.
        """
        self._request, self._read_until = request, 0
        reporter = Reporter(number, self.score, prints=self._prints, clock=self._clock)
        events = answering(self._generator, self.score, request, taste=taste, cancelled=cancelled)
        for event in events:
            yield from reporter.messages(event)

    def continue_(self, command: Continue, *, cancelled: Cancelled = never) -> Iterator[LiveEvent]:
        """Open a piece and continue it."""
        self.open(command.score)
        yield from self.go_on(
            command.request, command.ask, taste=command.taste, cancelled=cancelled
        )

    def rank(self, command: RankChords, *, cancelled: Cancelled = never) -> ChordsRanked:
        """Return how likely chords are over a tune.

        There are no likelihoods if the piece is too long, or if it was cancelled.

        Args:
            command: The question.
            cancelled: Called a few hundredths of a second apart; True stops.
        """
        try:
            likelihoods = unless_cancelled(
                cancelled,
                lambda: chord_likelihoods(
                    self._generator,
                    command.score,
                    command.chords,
                    tune=command.tune,
                    start=command.start,
                    end=command.end,
                    cancelled=cancelled,
                ),
            )
        except (EmptyMusicError, LimitError):
            likelihoods = ()
        return ChordsRanked(number=command.number, likelihoods=likelihoods or ())

    def _read_to(self, tick: int, cancelled: Cancelled) -> int:
        """Read the bars before the bar of a tick; return the number of model steps."""
        bars = BarMap.of(self.score)
        start = bars.start_of(bars.bar_at(tick))
        last = self._request
        fits = len(last.roles) == len(self.score.tracks)
        # Only the fields that change what is read; limits and seeds do not.
        reading = Request(
            start=start,
            roles=last.roles if fits else (),
            since=last.since,
            remembered=last.remembered,
        )
        if start <= max(last.since, self._read_until):
            return 0
        if reading.roles and "write" not in reading.roles:
            return 0
        was_cancelled = False

        def asks() -> bool:
            nonlocal was_cancelled
            was_cancelled = was_cancelled or cancelled()
            return was_cancelled

        steps = self._generator.read(self.score, reading, cancelled=asks)
        if not was_cancelled:
            self._read_until = start
        return steps
