"""Bar-lag bias: what stood at the same place some bars ago is likelier: notes, rhythm, players.

Music is made of bars that return varied, most of all 4 and 8 bars later. A small network does not
count bars. So each id that would say again what the bar 4, 8 or 16 bars ago said at this place is
made likelier, by as much as real songs do it more often than the network foresees: a log-linear
model of the piece beside that of all pieces. The numbers lie between those fitted with and without
an echo (`scripts/experiments/bar_lags.py`, `docs/experiments/2026-11-22-phrases.md`).

Unlike the echo (`engine/model/echo.py`), which goes on where a run of ids stood before, it finds
its place again after whatever was changed, since it goes by bars and not by ids.

Legend: V vocabulary.
"""

import math
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from copy import deepcopy
from statistics import fmean

import torch
from torch import Tensor

from engine.tokens.vocabulary import TokenKind, Vocabulary

LAGS = (4, 8, 16)
"""Bars back. Not 1 and 2: a model that leans to what it said just now goes in circles."""

NATS: dict[TokenKind, tuple[float, ...]] = {
    TokenKind.PITCH: (0.38, 0.39, 0.22),
    TokenKind.DRUM: (1.27, 0.68, 0.45),
    TokenKind.POSITION: (0.38, 0.58, 0.08),
    TokenKind.PART: (0.30, 0.10, -0.15),
    TokenKind.VELOCITY: (0.52, 0.88, 0.68),
    TokenKind.DURATION: (0.82, 0.98, 0.38),
    TokenKind.BAR: (0.45, 0.49, 0.52),
}
"""By how much an id of a kind is likelier that would repeat the bar so many bars ago."""

COMING_BACK = 3.0
"""What a bar says that comes back is so many times as much likelier as what stood 4 or 8 bars ago
usually is: as much of the bar 16 bars ago as in real songs. A starter that knew music less needed 4
(`docs/experiments/2026-11-23-coming-back.md`, `2026-11-23-bands.md`)."""

_COMING_BACK = {kind: (*nats[:-1], COMING_BACK * fmean(nats[:-1])) for kind, nats in NATS.items()}
_NOTHING = -1
_OPEN = frozenset(
    {
        TokenKind.POSITION,
        TokenKind.CHORD,
        TokenKind.TEMPO,
        TokenKind.PEDAL,
        TokenKind.PEDAL_OFF,
    }
)
_PITCHES = frozenset({TokenKind.PITCH, TokenKind.DRUM})
_SOUND = frozenset({TokenKind.VELOCITY, TokenKind.DURATION})

Bar = dict[int, dict[int, dict[int, list[int]]]]
"""What a bar says, all by id: position → part → pitch → velocity and duration."""


class BarLags:
    """Hears a piece bar by bar, and leans to what its bars said before.

    Args:
        vocabulary: Of the ids.
        ids: What was heard so far, oldest first.
        strength: As the echo's: 0 is none, 1 what was fitted; its square root is the factor here.
    """

    def __init__(
        self, vocabulary: Vocabulary, ids: Iterable[int] = (), *, strength: float = 1.0
    ) -> None:
        self._kinds = tuple(TokenKind(kind) for kind in vocabulary.kinds.tolist())
        self._numbers: list[int] = vocabulary.values.tolist()
        self._bar_line = vocabulary.bar
        self._factor = math.sqrt(strength)
        self._bars: deque[Bar] = deque(maxlen=LAGS[-1] + 1)
        self._position = self._part = self._pitch = _NOTHING
        self._last = TokenKind.SPECIAL
        for token in ids:
            self.push(token)

    def branch(self) -> "BarLags":
        """Return one that has heard the same and goes on by itself."""
        # Bars that are over are shared: nobody writes to them any more.
        shared = (self._kinds, self._numbers, *list(self._bars)[:-1])
        return deepcopy(self, {id(one): one for one in shared})

    def push(self, token: int) -> None:
        """Hear one id more."""
        kind = self._kinds[token]
        if kind == TokenKind.BAR:
            self._bars.append({})
            self._position = self._pitch = _NOTHING
        elif kind == TokenKind.POSITION:
            self._position, self._pitch = token, _NOTHING
        elif kind == TokenKind.PART:
            self._part, self._pitch = token, _NOTHING
        elif kind in _PITCHES:
            self._pitch = token
        self._last = kind
        if kind in _PITCHES | _SOUND and self._bars:
            parts = self._bars[-1].setdefault(self._position, {})
            said = parts.setdefault(self._part, {}).setdefault(self._pitch, [])
            if kind in _SOUND:
                said.append(token)

    @property
    def whole(self) -> tuple[Bar, ...]:
        """The last bars that are over, as many as are remembered."""
        return tuple(self._bars)[:-1]

    def __call__(self, logits: Tensor, *, theme: Bar | None = None) -> Tensor:
        """Return logits (V,) with what the piece leans to added; they are left as they are.

        Args:
            logits: (V,)
            theme: A bar that comes back here, instead of what stood as long ago as `LAGS` go.
        """
        leaning = self.leaning(theme=theme)
        if not leaning:
            return logits
        ids = torch.tensor(list(leaning), dtype=torch.int64)
        return logits.index_add(0, ids, torch.tensor(list(leaning.values()), dtype=logits.dtype))

    def leaning(self, *, theme: Bar | None = None) -> dict[int, float]:
        """Return by how many nats which ids are likelier now; the others are as likely as ever."""
        nats: dict[int, float] = defaultdict(float)
        if self._factor:
            table = NATS if theme is None else _COMING_BACK
            for token, lag in self.repeats(theme):
                nats[token] += self._factor * table[self._kinds[token]][lag]
        return nats

    def repeats(self, theme: Bar | None = None) -> Iterator[tuple[int, int]]:
        """Yield each id that would repeat an earlier bar here, and that bar's index in `LAGS`.

        Args:
            theme: Takes the place of the bar of the longest lag.
        """
        for index, lag in enumerate(LAGS):
            bar = self._bars[-1 - lag] if lag < len(self._bars) else None
            if theme is not None and lag == LAGS[-1]:
                bar = theme
            for token in () if bar is None else self._said_by(bar):
                yield token, index

    def _said_by(self, bar: Bar) -> Iterator[int]:
        """Yield what would say again what a bar said at this place."""
        parts = bar.get(self._position, {})
        notes = parts.get(self._part, {})
        drum = self._pitch != _NOTHING and self._kinds[self._pitch] == TokenKind.DRUM
        ended = self._last == (TokenKind.VELOCITY if drum else TokenKind.DURATION)
        if self._last in _PITCHES | _SOUND and not ended:
            yield from notes.get(self._pitch, [])[self._last == TokenKind.VELOCITY :][:1]
            return
        if ended or self._last in _OPEN:
            # At one position parts come in the order of their numbers.
            yield from (one for one in parts if self._may_play(one, ended=ended))
        if ended or self._last in _OPEN or self._last == TokenKind.PART:
            yield from (pitch for pitch in notes if pitch > self._pitch)
        if ended or self._position == _NOTHING:
            yield min((one for one in bar if one > self._position), default=self._bar_line)

    def _may_play(self, part: int, *, ended: bool) -> bool:
        """Tell whether a part may still come at this position."""
        if _NOTHING in {part, self._part}:
            return part != _NOTHING
        return not ended or self._numbers[part] > self._numbers[self._part]


class BarsAgain(BarLags):
    """Leans to what some bars said, one after the other, instead of what stood some bars ago.

    Args:
        vocabulary: Of the ids.
        pattern: Ids of the bars that come back, at most 17 of them.
        ids: Of the bar that is written, as far as it was said.
        bars: So many bars lean to it; after its last bar the pattern begins again.
        before: So many bars leaned to it before these.
        strength: Nats for each that is fitted for the bar four bars ago.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        pattern: Iterable[int],
        ids: Iterable[int] = (),
        *,
        bars: int,
        strength: float,
        before: int = 0,
    ) -> None:
        self._begun = 0
        super().__init__(vocabulary, pattern, strength=strength * strength)
        self._pattern = tuple(self._bars)
        self._count, self._before = bars, before
        self._bars.clear()
        self._begun = 0
        for token in ids:
            self.push(token)

    def branch(self) -> "BarsAgain":
        """Return one that has heard the same and goes on by itself."""
        return deepcopy(self, {id(one): one for one in (self._kinds, self._numbers, self._pattern)})

    def push(self, token: int) -> None:
        """Hear one id more."""
        super().push(token)
        self._begun += token == self._bar_line

    def repeats(self, theme: Bar | None = None) -> Iterator[tuple[int, int]]:  # noqa: ARG002 - see below
        """Yield each id that the bar of the pattern has here, as if it stood four bars ago.

        The pattern is the theme.
        """
        if 0 < self._begun <= self._count and self._pattern:
            bar = self._pattern[(self._before + self._begun - 1) % len(self._pattern)]
            yield from ((token, 0) for token in self._said_by(bar))
