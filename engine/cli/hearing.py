"""Hear a recording for the command line, in a child process with a limit on memory."""

from collections.abc import Callable
from pathlib import Path

from engine.form.heard import heard_score
from engine.ground.errors import ProcessError, SoundError
from engine.messages import Failed, Listened, ListenTo, Notice, SoundArrived
from engine.piece.composition import Composition
from engine.processes.process import Child
from engine.values.hearing import Hearing, Voices

# A sentence says that a voice is so far from concert pitch.
_TOLD_CENTS = 5


def hear(
    path: Path,
    *,
    voices: Voices | None = None,
    report: Callable[[float, str], None],
    remark: Callable[[str], None],
) -> Hearing:
    """Return the notes of a recording and more.

    Args:
        path: The file.
        voices: How; None chooses.
        report: Told the share that is done and a few words.
        remark: Receives a sentence about an odd file, and one about a voice that was not in tune.

    Raises:
        SoundError: It cannot be read, or has no note.
        ProcessError: The child ended.
    """
    with Child("listen") as child:
        child.send(ListenTo(request=1, file=str(path.absolute()), voices=voices))
        for event in child.events():
            match event:
                case SoundArrived(seconds=seconds, total_s=total_s):
                    report(seconds / total_s if total_s else 0.0, f"{seconds:.0f} s")
                case Notice(message=message):
                    remark(message)
                case Failed(message=message, hint=hint):
                    raise SoundError(message, hint=hint)
                case Listened(hearing=hearing):
                    if told := tuning_told(hearing):
                        remark(told)
                    return hearing
    raise ProcessError("The process that listens ended.")


def heard_piece(hearing: Hearing, path: Path, *, least: int | None = None) -> Composition:
    """Return the notes of a recording as a piece.

    Args:
        hearing: The notes.
        path: The file, after which the piece is called.
        least: The strength from which notes are used.

    Raises:
        SoundError: No note is as strong.
    """
    notes = hearing.kept(least)
    if not notes:
        strongest = max(note.strength for note in hearing.notes)
        raise SoundError(f"No note is as sure as {least}: the surest has {strongest}.")
    return Composition.of(heard_score(notes, hearing.voices, title=path.stem))


def tuning_told(hearing: Hearing) -> str:
    """Return a sentence on the tuning of a recording; empty if it was in tune."""
    cents = hearing.tuning_cents
    if abs(cents) < _TOLD_CENTS:
        return ""
    side = "sharp" if cents > 0 else "flat"
    return f"It is {abs(cents)} cents {side}: its notes were moved into tune."
