"""The sentences and figures of the page *Hum it*."""

from math import log10
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.compose.beginning import beats_shown
from app.state.beats.hum_draft import HumDraft
from app.state.current_key import key_of
from app.values.beats import Counted
from app.values.hum import HumSide, HumSound, Stage
from app.widgets.key_names import key_name
from app.words.counting import counted as numbered
from engine.harmony.keys import Key

# Decibels: a recording whose loudest moment is softer is too soft, and one that is louder may be
# clipped.
_SOFT_DB, _LOUD_DB = -30, -0.5


def loudest(sound: HumSound) -> str:
    """Return how loud the loudest moment is, and whether that is good."""
    peak = max(sound.levels, default=0)
    if not peak:
        return _tr("silent so far")
    decibels = 20 * log10(peak / 100)
    text = _tr("loudest %1 dB, good")
    if decibels < _SOFT_DB:
        text = _tr("loudest %1 dB, soft")
    elif decibels > _LOUD_DB:
        text = _tr("loudest %1 dB, too loud")
    return text.replace("%1", f"{decibels:.0f}".replace("-", "−"))


def minutes(seconds: float) -> str:
    """Return a length as min:s."""
    return "{}:{:02d}".format(*divmod(round(seconds), 60))


def says(stage: Stage, sound: HumSound, *, file: Path | None, has_line: bool) -> str:
    """Return the sentence at the top.

    Args:
        stage: The state of the page.
        sound: The sound so far.
        file: The file that is listened to; None for the microphone.
        has_line: Whether one voice sang.
    """
    if stage == "singing":
        return _tr("Sing, whistle or play one voice. Enter ends it.")
    if stage == "reading":
        if file is None:
            return _tr("Segue looks for the notes.")
        text = _tr("Segue listens to ‘%1’: %2 of %3.")
        total = minutes(sound.total_s) if sound.total_s else "…"
        text = text.replace("%2", minutes(sound.seconds)).replace("%3", total)
        return text.replace("%1", file.name)
    if stage == "ready":
        return _tr("Sing, whistle or play into the microphone, or drop a recording on the window.")
    what = (
        numbered(round(sound.seconds), _tr("You sang %1 second."), _tr("You sang %1 seconds."))
        if file is None
        else _tr("‘%1’, %2.").replace("%2", minutes(sound.seconds)).replace("%1", file.name)
    )
    how = (
        _tr("The line is your voice, the notes are what Segue heard; drag one where it is wrong.")
        if has_line
        else _tr("The notes are what Segue heard; drag one where it is wrong.")
    )
    return f"{what} {how}"


def counted(draft: HumDraft) -> Counted:
    """Return the bars of a draft; none before any were found."""
    if draft.ruler is None or not draft.kept:
        return Counted()
    return beats_shown.counted(draft.beats, found=True)


def key(draft: HumDraft) -> Key | None:
    """Return the key that the notes are in."""
    return key_of(draft.piece)


def side(draft: HumDraft, *, is_chosen: bool, says: str) -> HumSide:
    """Return what the column at the right says about a draft.

    Args:
        draft: The draft.
        is_chosen: Whether the user chose one voice or many.
        says: Where its notes go.
    """
    beats, notes = draft.beats, len(draft.kept)
    has_beats = draft.ruler is not None and notes > 0
    count = numbered(notes, _tr("%1 note"), _tr("%1 notes"))
    bars = numbered(len(beats.lines), _tr("%1 bar of %2"), _tr("%1 bars of %2"))
    bars = bars.replace("%2", beats_shown.meter_of(beats))
    return HumSide(
        stage="heard",
        headline=f"{count}, {bars}" if has_beats else count,
        about=_about(draft),
        voices=draft.hearing.voices,
        is_chosen=is_chosen,
        notes=notes,
        least=draft.least,
        tuning=draft.hearing.tuning_cents,
        bpm=beats.usual_bpm / 2.0**beats.level if has_beats else 0.0,
        level=beats.level,
        says=says,
        reason="" if notes else _tr("There are no notes: move “How much to hear” to the right."),
    )


def _about(draft: HumDraft) -> str:
    found = key(draft)
    doubtful = sum(note.is_doubtful for note in draft.shown)
    parts = [key_name(found)] if found is not None else []
    if draft.ruler is not None and draft.kept:
        parts.append(_tr("about %1 bpm").replace("%1", f"{draft.beats.usual_bpm:.0f}"))
    if doubtful:
        parts.append(numbered(doubtful, _tr("%1 note doubtful"), _tr("%1 notes doubtful")))
    return ", ".join(parts)


def written_about(draft: HumDraft, first: int, measures: int) -> str:
    """Return the words beside the written line: the key, and the bars that are seen."""
    found = key(draft)
    meter = beats_shown.meter_of(draft.beats)
    text = _tr("%1, bars %2 to %3").replace("%2", str(first + 1))
    text = text.replace("%3", str(first + measures)).replace("%1", meter)
    return text if found is None else f"{key_name(found)}, {text}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("HumShown", text)
