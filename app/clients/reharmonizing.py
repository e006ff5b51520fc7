"""Client of the live process that ranks chords for a melody."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from app.clients.engine_link import Link
from engine import messages
from engine.harmony.chord_symbols import Chord
from engine.values.score import Score

Ranked = Callable[[tuple[Chord, ...]], object]


class Reharmonizing(QObject):
    """Ranks one set of chords at a time; answers to older requests are dropped."""

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._number = 0
        self._chords: tuple[Chord, ...] = ()
        self._ranked: Ranked | None = None
        link.on(messages.ChordsRanked, self._on_ranked)

    def rank(
        self, score: Score, chords: Sequence[Chord], *, tune: int, end: int, ranked: Ranked
    ) -> None:
        """Rank chords by the model's likelihood.

        Args:
            score: The piece.
            chords: At least one chord; all begin at the same tick.
            tune: Index of the melody track.
            end: Tick where the chords end.
            ranked: Called with the chords, most likely first; not called if the model knows no
                chords.
        """
        self._number += 1
        self._chords, self._ranked = tuple(chords), ranked
        self._link.send(
            messages.RankChords(
                number=self._number,
                score=score,
                chords=self._chords,
                tune=tune,
                start=self._chords[0].tick,
                end=end,
            )
        )

    def _on_ranked(self, event: messages.ChordsRanked) -> None:
        answered, self._ranked = self._ranked, None
        if event.number != self._number or answered is None:
            return
        if len(event.likelihoods) == len(self._chords):
            order = sorted(range(len(self._chords)), key=lambda i: -event.likelihoods[i])
            answered(tuple(self._chords[index] for index in order))
