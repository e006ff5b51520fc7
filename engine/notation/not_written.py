"""Lists the events of a piece that a file of notation cannot hold, in sentences."""

from collections import Counter
from collections.abc import Iterable

from engine.notation.left_out import LeftOut, LeftOutCounts
from engine.notation.lyrics import LYRIC
from engine.notation.pedals import SUSTAIN
from engine.values.score import Score

# Status bytes.
_KEY_PRESSURE, _SYSTEM = 0xA0, 0xF0


def not_written(score: Score, signs: Iterable[tuple[LeftOut, int]] = ()) -> tuple[str, ...]:
    """Return one sentence for each kind of thing in a score that its file does not have.

    Args:
        score: The piece.
        signs: How many signs of its page the format of the file has no way to write, by kind.
    """
    counts = LeftOutCounts()
    for kind, count in signs:
        counts.add(kind, count)
    for track in score.tracks:
        of_notes = Counter(move.lane for note in track.notes for move in note.moves)
        counts.add(LeftOut.BENDS, len(track.pitch_bends) + of_notes["bend"])
        controls = sum(control.number != SUSTAIN for control in track.controls)
        counts.add(LeftOut.CONTROLLERS, controls + of_notes["timbre"])
        key_pressures = sum(other.kind == _KEY_PRESSURE for other in track.others)
        pressures = len(track.channel_pressures) + key_pressures + of_notes["pressure"]
        counts.add(LeftOut.PRESSURE, pressures)
        # A track without notes has no staff for its words.
        texts = sum(other.kind == LYRIC for other in track.others)
        counts.add(LeftOut.WORDS, 0 if track.notes else texts)
        messages = sum(other.kind >= _SYSTEM for other in track.others)
        counts.add(LeftOut.SYSTEM_EXCLUSIVE, messages)
    counts.add(LeftOut.MARKERS, len(score.markers))
    counts.add(LeftOut.TUNING, int(score.tuning is not None))
    return counts.sentences()
