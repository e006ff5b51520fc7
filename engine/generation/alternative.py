"""One alternative of a request: its draft, its rules, and what it has to say before it draws.

Legend: V vocabulary.
"""

from collections import deque
from collections.abc import Sequence

import torch
from torch import Tensor

from engine.generation.draft import Draft, Made
from engine.generation.processors import Processor
from engine.generation.short_term import ShortTermModel
from engine.model.echo import Repeat
from engine.model.sampling import Sampler
from engine.request import PartNote
from engine.tokens.grammar import Place
from engine.tokens.reader import ReadNote
from engine.tokens.vocabulary import Vocabulary


class Alternative:
    """Goes on round by round, then reads what follows it, if it is judged by that.

    Args:
        draft: Nothing is written in it yet.
        processors: Its own, in their order.
        short_term: What the piece did before, its own.
        sampler: Its own.
        seed: That the sampler began with.
        following: Ids after its last bar line that it is judged by.
        vocabulary: Of the ids.

    Attributes:
        draft: Where it stands.
        sampler: What draws for it.
        seed: What makes it again.
        notes: What it made so far, in the order it was drawn.
        said: All its ids so far, those of what stays among them.
    """

    def __init__(
        self,
        draft: Draft,
        processors: Sequence[Processor],
        *,
        short_term: ShortTermModel,
        sampler: Sampler,
        seed: int,
        following: Sequence[int],
        vocabulary: Vocabulary,
    ) -> None:
        self.draft = draft
        self.sampler = sampler
        self.seed = seed
        self.notes: list[PartNote] = []
        self.said: list[int] = []
        # Most rules have nothing to say of most questions: those are not asked.
        self._processors = processors
        self._shaping = _with("process", processors)
        self._refusing = _with("refuses", processors)
        self._hearing = _with("accept", processors)
        self._short_term = short_term
        self._vocabulary = vocabulary
        self._following = following
        self._judged = 0
        self._likelihood = 0.0
        self._forced: deque[int] = deque()
        self._staying: deque[int] = deque()

    @property
    def is_written(self) -> bool:
        """Whether nothing more is written."""
        return self.draft.end is not None

    @property
    def is_done(self) -> bool:
        """Whether it is complete and judged by what follows."""
        judged = self.draft.ended or self._judged >= len(self._following)
        return self.is_written and judged

    @property
    def draws(self) -> bool:
        """Whether its next id is drawn, and not given."""
        return not (self.is_written or self._forced or self._staying)

    @property
    def is_judged(self) -> bool:
        """Whether something followed by which it was judged."""
        return self._judged > 0

    @property
    def fit(self) -> float:
        """Mean logarithm of the probabilities of what follows; 0 when nothing does."""
        return self._likelihood / max(1, self._judged)

    def judge(self, logits: Tensor) -> int:
        """Return the next id of what follows, noting how likely it is.

        Args:
            logits: (V,) after the ids so far.
        """
        token = self._following[self._judged]
        self._likelihood += float(logits.detach().to("cpu", torch.float64).log_softmax(0)[token])
        self._judged += 1
        return token

    def process(self, logits: Tensor) -> Tensor:
        """Return logits (V,) as all processors shape them."""
        for processor in self._shaping:
            logits = processor.process(logits, self.draft)
        return logits

    def repeat(self) -> Repeat | None:
        """Return what the piece did before."""
        return self._short_term.repeat()

    def refuses(self, token: int) -> bool:
        """Return whether what was drawn must be drawn anew without it."""
        return any(processor.refuses(token, self.draft) for processor in self._refusing)

    def given(self) -> int:
        """Return the next id that is not drawn: of what stays, or of a bar's header."""
        return self._staying[0] if self._staying else self._forced[0]

    def chosen(self, token: int) -> int:
        """Return what is said now that this id was drawn: it, or first what stays beside it."""
        for processor in self._processors:
            stays = processor.instead(token, self.draft)
            if stays:
                # What stays sounds earlier; what was drawn is drawn anew when that was said.
                self._staying.extend(stays)
                return stays[0]
        return token

    def take(self, token: int) -> Made | None:
        """Go on by an id; return what it led to, None if there is nothing to tell."""
        if self._staying:
            self._staying.popleft()
            self._hear(token)
            return None
        if self._forced:
            self._forced.popleft()
        elif token == self._vocabulary.end:
            self.draft.finish()
            return self._finished()
        elif token == self._vocabulary.bar:
            return self._next_bar(token)
        read = self._hear(token)
        if self.draft.state.place == Place.HARMONY:
            # The bar's chord is said: now the tempo may be that begins with it.
            self._forced.extend(self.draft.bar.tempo)
        return self._made(read) if isinstance(read, ReadNote) else None

    def _next_bar(self, token: int) -> Made:
        bar = self.draft.next_bar()
        if bar is None:
            return self._finished()
        self._forced.extend(bar.header[1:])
        self._hear(token)
        if not self._vocabulary.has_chords:
            self._forced.extend(bar.tempo)
        return Made((), bar.start)

    def _finished(self) -> Made:
        self._following = self.draft.joined(self._following)
        return Made((), self.draft.end or 0)

    def _hear(self, token: int) -> object:
        read = self.draft.go_on(token)
        self.said.append(token)
        self._short_term.push(token)
        for processor in self._hearing:
            processor.accept(token)
        return read

    def _made(self, read: ReadNote) -> Made:
        part = self.draft.note_of(read)
        if part is None or not self._admitted(part):
            return Made((), self.draft.tick)
        self.draft.place(part)
        self.notes.append(part)
        return Made((part,), part.note.start)

    def _admitted(self, part: PartNote) -> bool:
        return all(processor.admits(part, self.draft) for processor in self._processors)


def _with(question: str, processors: Sequence[Processor]) -> tuple[Processor, ...]:
    """Return the processors that answer a question in their own way."""
    plain = getattr(Processor, question)
    return tuple(one for one in processors if getattr(type(one), question) is not plain)
