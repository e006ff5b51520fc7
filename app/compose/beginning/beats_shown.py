"""A draft as the page of beats shows it: lines with their doubts, tempo, sentences."""

from bisect import bisect_left
from collections import Counter
from math import log
from statistics import median

import numpy as np
from PySide6.QtCore import QCoreApplication

from app.state.beats import edits as beat_edits
from app.state.beats.draft import BeatDraft
from app.values.beats import MS, BarLine, Counted, Played
from app.values.note_columns import NoteColumns
from engine.values.score import Score, TimeSignature
from engine.values.time import Timeline

# A bar whose beginning leaves the tempo of so many beats around by this share is entered slower or
# faster.
_AROUND, _LEAP = 8, log(1.12)


def played(score: Score, colours: tuple[int, ...]) -> Played:
    """Return the notes of a piece in milliseconds, without drums if it has others."""
    timeline = Timeline(score)
    at_s = timeline.tempo.seconds_at
    pitched = any(track.notes and not track.is_drum for track in score.tracks)
    rows = []
    for number, track in enumerate(score.tracks):
        if track.notes and not (pitched and track.is_drum):
            table = np.column_stack(
                [NoteColumns.of(track.notes).table, np.full(len(track.notes), number)]
            )
            for column in (0, 1):
                seconds = [at_s(tick) for tick in table[:, column].tolist()]
                table[:, column] = np.rint(np.array(seconds) * MS).astype(np.int64)
            rows.append(table)
    whole = np.concatenate(rows) if rows else np.empty((0, 6), np.int64)
    return Played(whole[np.argsort(whole[:, 0], kind="stable")], colours, timeline.duration_s)


def counted(draft: BeatDraft, *, found: bool) -> Counted:
    """Return a draft as the page shows it.

    Args:
        draft: The draft.
        found: Whether anything was found, or put by the user.
    """
    if not draft.piece.note_count:
        return Counted()
    doubtful, settled = set(draft.doubtful), set(draft.settled)
    reasons = _Reasons(draft)
    lines = tuple(
        BarLine(
            number + 1,
            draft.second_of(tick),
            doubt=reasons.of(tick) if tick in doubtful else "",
            is_settled=tick in settled,
        )
        for number, tick in enumerate(draft.lines)
    )
    return Counted(
        lines=lines,
        beats_s=tuple(map(draft.second_of, draft.beats)),
        pace=draft.pace,
        beats=draft.beats_in_bar,
        bpm=draft.usual_bpm / 2.0**draft.level,
        level=draft.level,
        is_usable=found and not draft.is_of_piece,
    )


class _Reasons:
    """Says why bars of a draft are doubtful, by what one can hear and count."""

    def __init__(self, draft: BeatDraft) -> None:
        self._draft = draft
        self._begins = [at_s for at_s, _ in draft.pace]
        self._paces = [bpm for _, bpm in draft.pace]
        self._lengths = Counter(self._beats_of(line) for line in draft.lines)

    def _beats_of(self, line: int) -> int:
        end = self._draft.bars.start_of(self._draft.bars.bar_at(line) + 1)
        return round((end - line) / beat_edits.beat_length(self._draft.ruler, line))

    def of(self, line: int) -> str:
        """Return why the bar of a line is doubtful, in a few words."""
        (usual, _), beats = self._lengths.most_common(1)[0], self._beats_of(line)
        place = bisect_left(self._begins, self._draft.second_of(line) - 1 / MS)
        near = self._paces[max(0, place - 2) : place + 1]
        around = self._paces[max(0, place - _AROUND) : place + _AROUND]
        leap = log(median(near) / median(around)) if near else 0.0
        if leap < -_LEAP:
            return _tr("slows down into it")
        if leap > _LEAP:
            return _tr("hurries into it")
        if beats != usual:
            text = _tr("counts %1, most bars %2").replace("%1", str(beats))
            return text.replace("%2", str(usual))
        return _tr("two ways to count")


def meter_of(draft: BeatDraft) -> str:
    """Return the meter of most bars, such as 3/4."""
    signatures = (draft.bars.signature_at(line) for line in draft.lines or (0,))
    (meter, _), *_ = Counter((s.numerator, s.denominator) for s in signatures).most_common(1)
    return f"{meter[0]}/{meter[1]}"


def headline(draft: BeatDraft, *, found: bool) -> tuple[str, str]:
    """Return the headline of the panel and the line below it."""
    if not draft.pace:
        return _tr("No beats yet"), ""
    text = _tr("%1 bars of %2 found") if found else _tr("%1 bars of %2")
    said = text.replace("%1", str(len(draft.lines))).replace("%2", meter_of(draft))
    paces = sorted(bpm for _, bpm in draft.pace)
    few = len(paces) // 20
    low, high = round(paces[few]), round(paces[-1 - few])
    if low == high:
        return said, _tr("%1 beats a minute").replace("%1", str(low))
    about = _tr("%1 to %2 beats a minute, mostly %3")
    for sign, figure in (("%1", low), ("%2", high), ("%3", round(draft.usual_bpm))):
        about = about.replace(sign, str(figure))
    return said, about


def signature_text(meter: TimeSignature) -> str:
    """Return a meter as it is written in a text."""
    return f"{meter.numerator}/{meter.denominator}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("BeatsShown", text)
