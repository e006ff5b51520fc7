"""The text of the turn button, and the notes that the waterfall shows."""

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from app.clients.jamming import Phase
from app.state.jam_record import JamRecord
from app.values.jam_choices import JamChoices
from app.views.jam.values import JamScene, TurnView
from engine.values.score import Note

# Bars around now that the scene contains: more than the waterfall shows.
_PAST_BARS, _FUTURE_BARS = 8, 4


def turn_view(
    phase: Phase,
    record: JamRecord,
    choices: JamChoices,
    *,
    counted: int,
    thinks: bool,
    over: bool,
    missing: str = "",
) -> TurnView:
    """Return the content of the turn button.

    Args:
        phase: The phase of the jam.
        record: The notes and turns so far.
        choices: The user's choices.
        counted: Remaining beats of the count-in.
        thinks: Whether Segue was late just now.
        over: Whether a finished jam waits for a decision.
        missing: Why no jam can start, or empty.
    """
    if phase != "playing":
        return _idle_view(phase, choices, over=over, missing=missing)
    if counted:
        return TurnView(title=str(counted), detail=_tr("Count-in"), who="me")
    if record.who in {"me", "nobody"}:
        return TurnView(title=_tr("You play"), detail=_what_follows(record, choices), who="me")
    both = record.who == "both"
    usual = _tr("Space lets Segue rest.") if both else _turn_end_text(record)
    return TurnView(
        title=_tr("Both play") if both else _tr("Segue plays"),
        detail=_tr("Not ready in time…") if thinks else usual,
        who=record.who,
        thinks=thinks,
    )


def _idle_view(phase: Phase, choices: JamChoices, *, over: bool, missing: str) -> TurnView:
    """Return the content of the button while no jam plays."""
    if phase == "idle" and over:
        return TurnView(title=_tr("The end"), detail=_tr("Keep it as a piece, or discard it."))
    if phase == "idle" and missing:
        return TurnView(title=_tr("Not ready yet"), detail=missing)
    if phase == "idle":
        return TurnView(title=_tr("Ready to jam"), detail=_mode_summary(choices))
    if phase == "ending":
        return TurnView(title=_tr("The end"), detail=_tr("What you played is gathered…"))
    return TurnView(
        title=_tr("Segue rests"), detail=_tr("It goes on as soon as it can."), thinks=True
    )


def _mode_summary(choices: JamChoices) -> str:
    return {
        "answer": _tr("You play a phrase, Segue answers."),
        "trade": _tr("You and Segue play the same number of bars by turns."),
        "accompany": _tr("Segue joins in with your first note."),
        "endless": _tr("Segue plays on and on; play a note to take over."),
    }[choices.mode]


def _turn_end_text(record: JamRecord) -> str:
    if not record.turn_end:
        return _tr("Play a note, or press Space, to take over.")
    text = _tr("Until bar %1. Play a note, or press Space, to take over.")
    return text.replace("%1", str(record.grid.number_at(record.turn_end)))


def _what_follows(record: JamRecord, choices: JamChoices) -> str:
    if choices.both:
        return _tr("Segue joins in with your next note, or with Space.")
    if record.turn_end:
        text = _tr("Segue plays from bar %1.")
        return text.replace("%1", str(record.grid.number_at(record.turn_end)))
    if record.waiting is not None:
        return _tr("Space hands over. Segue's answer is ready.")
    return _tr("Space hands over.")


def scene_of(record: JamRecord, tick: float) -> JamScene:
    """Return the notes around a tick."""
    first, last = tick - _PAST_BARS * record.bar, tick + _FUTURE_BARS * record.bar
    return JamScene(
        me=_within(record.me(tick), first, last),
        segue=_within(record.segue, first, last),
        waiting=_waiting(record, tick),
        committed=record.committed,
        beat=record.beat,
        bar=record.bar,
        found=record.grid,
    )


def _within(notes: tuple[Note, ...], first: float, last: float) -> tuple[Note, ...]:
    return tuple(note for note in notes if first <= note.start < last)


def _waiting(record: JamRecord, tick: float) -> tuple[Note, ...]:
    """Return the notes of the ready answer, moved to the next beat on which it can begin."""
    waiting = record.waiting
    if waiting is None:
        return ()
    late = max(0.0, tick - waiting.from_tick)
    shift = -int(-late // record.beat) * record.beat
    return tuple(replace(part.note, start=part.note.start + shift) for part in waiting.notes)


def _tr(text: str) -> str:
    return QCoreApplication.translate("JamTurns", text)
