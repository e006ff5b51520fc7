"""Translates the generator's events of one request into messages."""

from collections.abc import Callable, Iterator

from engine import messages
from engine.copying.fingerprints import Fingerprints, Originality
from engine.generation.continuation import notes_alone
from engine.generation.events import (
    AlternativeEnded,
    Attended,
    ChordsPlanned,
    Event,
    NotesDrawn,
    PromptRead,
    RequestEnded,
)
from engine.messages import (
    AlternativeFinished,
    ContinuationFinished,
    LiveEvent,
    MemoryLooked,
    NotesMade,
    PartNote,
    Primed,
)
from engine.values.copied import Copying
from engine.values.score import Score

MOST_PASSAGES = 5  # copied passages in a message


class Reporter:
    """Makes the messages of one request, with timings and copied passages.

    Args:
        number: The request's number, for all messages.
        score: The piece that is continued.
        prints: Fingerprints of the training songs; None if they are not known.
        clock: Returns seconds.
    """

    def __init__(
        self,
        number: int,
        score: Score,
        *,
        prints: Fingerprints | None,
        clock: Callable[[], float],
    ) -> None:
        self._number = number
        self._score = score
        self._prints = prints
        self._clock = clock
        self._made: dict[int, list[PartNote]] = {}
        self._began_s = self._drawing_since_s = clock()
        self._first_note_s: float | None = None

    def messages(self, event: Event) -> Iterator[LiveEvent]:
        """Yield the messages for an event."""
        match event:
            case PromptRead():
                yield self._primed(event)
            case ChordsPlanned():
                yield messages.ChordsPlanned(
                    request=self._number,
                    alternative=event.alternative,
                    plan=event.plan,
                )
            case NotesDrawn():
                if event.notes and self._first_note_s is None:
                    self._first_note_s = self._clock()
                self._made.setdefault(event.alternative, []).extend(event.notes)
                yield NotesMade(
                    request=self._number,
                    alternative=event.alternative,
                    notes=event.notes,
                    until=event.until,
                )
            case Attended():
                yield MemoryLooked(
                    request=self._number,
                    first_bar=event.first_bar,
                    shares=tuple(round(share, 5) for share in event.shares),
                )
            case AlternativeEnded():
                yield self._finished(event)
            case RequestEnded():
                yield self._over(event)

    def _primed(self, event: PromptRead) -> Primed:
        now_s = self._clock()
        self._drawing_since_s = now_s
        return Primed(
            request=self._number,
            steps=event.steps,
            exact_bars=event.exact_bars,
            compressed_bars=event.compressed_bars,
            seconds=now_s - self._began_s,
        )

    def _finished(self, event: AlternativeEnded) -> AlternativeFinished:
        found = self._copied(event.alternative)
        return AlternativeFinished(
            request=self._number,
            alternative=event.alternative,
            made=event.made,
            copying=Copying(
                copied=found.copied if found.windows else -1.0,
                passages=found.passages[:MOST_PASSAGES],
                sure_from=found.sure_from,
            ),
        )

    def _over(self, event: RequestEnded) -> ContinuationFinished:
        now_s = self._clock()
        first_s = self._began_s if self._first_note_s is None else self._first_note_s
        return ContinuationFinished(
            request=self._number,
            seconds=now_s - self._began_s,
            first_note_seconds=first_s - self._began_s,
            notes_per_second=event.notes / max(1e-9, now_s - self._drawing_since_s),
            cancelled=event.cancelled,
            fits=event.fits,
            best=tuple(one.candidate for one in event.best),
        )

    def _copied(self, alternative: int) -> Originality:
        """Return which passages of an alternative stand in the training songs."""
        if self._prints is None:
            return Originality(windows=0, matches=())
        alone = notes_alone(self._score, self._made.get(alternative, []))
        return self._prints.look_up(alone, own=self._score)
