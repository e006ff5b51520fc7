"""What shapes logits before an id is drawn: processors of one shape, their order in `recipe`.

Legend: V vocabulary.
"""

from collections.abc import Sequence
from typing import Self

import torch
from torch import Tensor

from engine.copying.guard import CopyGuard
from engine.generation.draft import Draft
from engine.generation.form import theme_bar
from engine.request import PartNote
from engine.tokens.bar_lags import Bar, BarLags
from engine.tokens.grammar import Grammar, Place
from engine.tokens.steering import Steering
from engine.tokens.vocabulary import TokenKind, Vocabulary

WEARINESS = 1.0
"""Nats by which a pitch that is overdone is less likely each time."""
_KINDS_OF_NOTES = (TokenKind.PITCH, TokenKind.DRUM)


class Processor:
    """One rule of drawing; this one does nothing. Rules that keep nothing are shared by rows."""

    def process(self, logits: Tensor, draft: Draft) -> Tensor:  # noqa: ARG002 - for those that do
        """Return logits as they should be.

        Args:
            logits: (V,) on the CPU, −inf where an id is forbidden; left as they are.
            draft: What they go on with.
        """
        return logits

    def refuses(self, token: int, draft: Draft) -> bool:  # noqa: ARG002
        """Return whether what was drawn must be drawn anew, without this id.

        For what would cost too much to be asked of every id beforehand.
        """
        return False

    def instead(self, token: int, draft: Draft) -> Sequence[int]:  # noqa: ARG002
        """Return ids of what stays that have to be said before what was drawn, which then falls."""
        return ()

    def admits(self, part: PartNote, draft: Draft) -> bool:  # noqa: ARG002
        """Take a complete note as made; False leaves it out, where nothing else could be drawn."""
        return True

    def accept(self, token: int) -> None:
        """Hear an id that was said, drawn or not."""

    def branch(self) -> Self:
        """Return one that has heard the same and goes on by itself."""
        return self


class GrammarRules(Processor):
    """What the language of the ids allows, in the tracks, the range and the scale of the user.

    The piece never ends before the first bar is complete.

    Args:
        grammar: Under the user's constraints.
        vocabulary: Of the ids.
    """

    def __init__(self, grammar: Grammar, vocabulary: Vocabulary) -> None:
        self._grammar = grammar
        self._end = vocabulary.end

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Forbid what is not legal here."""
        legal = torch.where(self._grammar.allowed(draft.state), logits, -torch.inf)
        if draft.is_in_first_bar:
            legal[self._end] = -torch.inf
        return legal


class GapEnd(Processor):
    """In a gap's last bar, what ends it is that the gap is full.

    What drawing takes for the next bar is then as likely as the id that says so.

    Args:
        bars: Bars of the gap, as the vocabulary writes them.
        vocabulary: With announcements.
    """

    def __init__(self, bars: int, vocabulary: Vocabulary) -> None:
        self._last = bars - 1
        self._bar = vocabulary.bar
        self._rejoin = vocabulary.first_of(TokenKind.REJOIN)

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Put the one in place of the other."""
        if draft.bars_before < self._last:
            return logits
        logits = logits.clone()
        logits[self._bar] = logits[self._rejoin]
        return logits


class VoiceLimit(Processor):
    """No more notes at once in a track than the user wants.

    Args:
        vocabulary: Of the ids.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        notes = [vocabulary.ids_of(kind).tolist() for kind in _KINDS_OF_NOTES]
        self._notes = torch.tensor([token for kind in notes for token in kind])
        self._positions: list[int] = vocabulary.ids_of(TokenKind.POSITION).tolist()

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Forbid parts, notes and positions where no voice is free."""
        if not draft.voices.limited:
            return logits
        logits = logits.clone()
        full = draft.voices.full(draft.tick)
        for part in full:
            logits[self._vocabulary.first_part + part] = -torch.inf
        if draft.part in full and draft.state.place != Place.PART:
            logits[self._notes] = -torch.inf
        self._leave_out_full_positions(logits, draft)
        if not logits.isfinite().any():
            logits[self._vocabulary.bar] = 0.0
        return logits

    def _leave_out_full_positions(self, logits: Tensor, draft: Draft) -> None:
        """A position must be followed by something: only those with a voice free are offered."""
        free_from = draft.voices.free_from
        if free_from <= draft.tick:
            return
        open_ = logits.isfinite().tolist()
        for token in self._positions:
            if open_[token] and draft.tick_of(int(self._vocabulary.values[token])) < free_from:
                logits[token] = -torch.inf


class HeldKeys(Processor):
    """No key is struck while it is held; where no other is left, the note is left out later.

    Args:
        vocabulary: Of the ids.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._pitches = torch.from_numpy(vocabulary.ids_of(TokenKind.PITCH))

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Forbid pitches that are held in the part that plays."""
        if not draft.may_begin_a_note:
            return logits
        held = draft.voices.held(draft.part, draft.tick)
        if not held:
            return logits
        without = logits.clone()
        without[self._pitches[sorted(held)]] = -torch.inf
        return without if without.isfinite().any() else logits


class SteeringBias(Processor):
    """What the sliders and the wish lean to.

    Args:
        steering: What the user wants of each bar; of all that follow, what he wants of the last.
        first_bar: Bar of the piece that the first of them is for.
    """

    def __init__(self, steering: Sequence[Steering], *, first_bar: int) -> None:
        self._steering = steering
        self._first_bar = first_bar

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Add what is wanted."""
        bar = min(draft.bar.piece_bar - self._first_bar, len(self._steering) - 1)
        return self._steering[bar](logits, draft.state)


class BarLagBias(Processor):
    """What the bars 4, 8 and 16 bars ago said at this place is likelier, and what comes back.

    Args:
        phrases: That have heard the prompt.
        bar_line: The id that begins a bar.
        piece: Its last bars, which come back in turn.
        bars: So many were begun since the prompt.
    """

    def __init__(
        self, phrases: BarLags, *, bar_line: int, piece: Sequence[Bar] = (), bars: int = 0
    ) -> None:
        self._phrases, self._bar_line = phrases, bar_line
        self._piece, self._bars = piece, bars

    def process(self, logits: Tensor, draft: Draft) -> Tensor:  # noqa: ARG002 - it goes by ids
        """Add what the piece leans to."""
        return self._phrases(logits, theme=theme_bar(self._bars, self._piece))

    def accept(self, token: int) -> None:
        """Hear an id."""
        self._bars += token == self._bar_line
        self._phrases.push(token)

    def branch(self) -> "BarLagBias":
        """Return one with phrases of its own."""
        return BarLagBias(
            self._phrases.branch(), bar_line=self._bar_line, piece=self._piece, bars=self._bars
        )


class Weariness(Processor):
    """A pitch that its track has struck too often is the less likely the oftener it was.

    Args:
        vocabulary: Of the ids.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._pitches = torch.from_numpy(vocabulary.ids_of(TokenKind.PITCH))

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Take away from what is overdone."""
        if not draft.may_begin_a_note:
            return logits
        overdone = draft.voices.overdone(draft.part)
        if not overdone:
            return logits
        logits = logits.clone()
        for pitch, times in overdone.items():
            logits[self._pitches[pitch]] -= WEARINESS * times
        return logits


class NoLongCopies(Processor):
    """No run of notes of a song the model learned from is longer than the user allows.

    Args:
        guard: Knows the songs; this processor's own.
        vocabulary: Of the ids.
    """

    def __init__(self, guard: CopyGuard, vocabulary: Vocabulary) -> None:
        self._guard = guard
        self._vocabulary = vocabulary

    def refuses(self, token: int, draft: Draft) -> bool:
        """Refuse a pitch that would make a run too long."""
        if self._vocabulary.kinds[token] != TokenKind.PITCH:
            return False
        pitch = int(self._vocabulary.values[token])
        return not self._guard.allows(track=draft.track, start=draft.tick, pitch=pitch)

    def admits(self, part: PartNote, draft: Draft) -> bool:
        """Take a note, unless it came to be for want of any other and copies too much."""
        if draft.voices.is_drums(draft.part):
            return True
        place = {"track": part.track, "start": part.note.start, "pitch": part.note.pitch}
        if not self._guard.allows(**place):
            return False
        self._guard.add(**place)
        return True

    def branch(self) -> "NoLongCopies":
        """Return one with a guard of its own."""
        return NoLongCopies(self._guard.branch(), self._vocabulary)
