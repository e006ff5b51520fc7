"""Music that is written into a score note by note: each state shares what stays with the last one.

`with_written` makes a score anew. While a model draws, its result is needed after each note.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.form.bars_to_come import with_bars_until
from engine.midi.channels.seam import NOTHING, pedal_of, with_pedal, with_written
from engine.values.events import Note
from engine.values.score import Score
from engine.values.time import BarMap


@dataclass(frozen=True, slots=True, kw_only=True)
class Growing:
    """A score as `with_written` returns it for music of which more will come.

    Attributes:
        score: With the notes so far.
        piece: Without them.
        made: The notes so far of each track that is written, by its index.
        start: First tick.
        end: Tick past the last; None for everything from `start` on.
        staying: Notes in [start, end) of these tracks that stay.
        empty: The score without the notes and with room for them: its tracks have the state of
            their channels that the notes need.
        barred: The tick up to which bars have their meters and tempos.
    """

    score: Score
    piece: Score
    made: Mapping[int, tuple[Note, ...]]
    start: int
    end: int | None
    staying: Mapping[int, Sequence[Note]]
    empty: Score
    barred: int

    @classmethod
    def of(
        cls,
        piece: Score,
        made: Mapping[int, Sequence[Note]],
        *,
        start: int,
        end: int | None = None,
        staying: Mapping[int, Sequence[Note]] = NOTHING,
    ) -> "Growing":
        """Return the first state; the arguments are those of `with_written`."""
        score = with_written(piece, made, start=start, end=end, staying=staying, growing=True)
        nothing: dict[int, tuple[Note, ...]] = dict.fromkeys(made, ())
        room = replace(piece, time_signatures=score.time_signatures, tempos=score.tempos)
        bars = BarMap.of(score)
        return cls(
            score=score,
            piece=piece,
            made={index: tuple(notes) for index, notes in made.items()},
            start=start,
            end=end,
            staying=staying,
            empty=with_written(room, nothing, start=start, end=end, staying=staying),
            barred=bars.start_of(bars.bars_until(max(start, end or 0, _reach(made)))),
        )

    def adding(self, new: Mapping[int, Sequence[Note]]) -> "Growing":
        """Return the state with more notes of some of the written tracks."""
        made = {**self.made, **{index: (*self.made[index], *new[index]) for index in new}}
        barred = self.barred
        if self.end is None and (reach := _reach(new)) > barred:
            ahead = with_bars_until(self.piece, start=self.start, end=reach)
            now = self.score.time_signatures, self.score.tempos
            if (ahead.time_signatures, ahead.tempos) != now:
                return Growing.of(
                    self.piece, made, start=self.start, end=self.end, staying=self.staying
                )
            bars = BarMap.of(ahead)
            barred = bars.start_of(bars.bars_until(reach))
        tracks = list(self.score.tracks)
        for index, notes in new.items():
            track = tracks[index].adding(notes)
            if not self.staying.get(index):
                stretch = self.start, self.end
                old = self.piece.tracks[index]
                pedal = pedal_of(self.score, old, made[index], stretch, growing=True)
                if pedal:
                    alone = with_pedal(self.empty.tracks[index], pedal, start=self.start)
                    track = replace(track, controls=alone.controls)
            tracks[index] = track
        score = replace(self.score, tracks=tuple(tracks))
        return replace(self, score=score, made=made, barred=barred)


def _reach(made: Mapping[int, Sequence[Note]]) -> int:
    """Return the tick where the last of the notes ends; 0 without notes."""
    return max((note.end for notes in made.values() for note in notes), default=0)
