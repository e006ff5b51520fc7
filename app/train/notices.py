"""What is said in the strip about a training: pure functions of what happened."""

from PySide6.QtCore import QCoreApplication

from app.state.training_run import TrainingRun
from app.train.words import paused_text
from app.views.notice_strip import NoticeText
from app.views.train.values import Tone
from app.words.engine import translate_engine_text
from engine import messages
from engine.errors import SegueError

UNFINISHED, MADE, PAUSED, FAILED = "unfinished", "made", "paused", "training"
PIECES = "pieces"
# Of the pieces that are not learned from so many are named.
MOST_NAMED = 8
RESUME, LATER, DISCARD, FOLDER = "resume", "later", "discard", "folder"


def unfinished(run: TrainingRun) -> NoticeText:
    """Return that a run of an earlier session can go on."""
    return NoticeText(
        key=UNFINISHED,
        happened=paused_text(run),
        did=_tr("It goes on from that very step."),
        buttons=(
            (RESUME, _tr("Resume")),
            (LATER, _tr("Later")),
            (DISCARD, _tr("Discard…")),
        ),
    )


def ending_of(run: TrainingRun | None, event: messages.ModelMade) -> tuple[str, Tone]:
    """Return that a model is ready, how much better it knows the user's pieces, how good that is.

    A run that did not get better on held-out music ends before its time: it is said why.
    """
    text = _tr("‘%1’ is ready.").replace("%1", event.name)
    base_loss = run.base_loss if run is not None else event.base_loss
    if base_loss <= 0 or event.validation_loss < 0:
        return text, "good"
    better = 100 * (1 - event.validation_loss / base_loss)
    if better >= 1:
        did = _tr("Your pieces surprise it %1 % less than before.").replace("%1", f"{better:.0f}")
        return f"{text} {did}", "good"
    did = _tr("But pieces of yours that it never saw surprise it no less than before.")
    can = _tr("Compare it by ear; more pieces would help.")
    return f"{text} {did} {can}", "warning"


def made(event: messages.ModelMade, text: str) -> NoticeText:
    """Return that a model is ready, to someone who looks elsewhere."""
    return NoticeText(
        key=MADE,
        happened=text,
        buttons=((event.folder, _tr("Go on with it")), ("", _tr("Later"))),
    )


def paused(event: messages.TrainingPaused) -> NoticeText:
    """Return why a run waits by itself."""
    return NoticeText(
        key=PAUSED,
        happened=event.reason,
        can=event.hint,
        tone="warning",
        buttons=((FOLDER, _tr("Choose folder…")), (RESUME, _tr("Resume"))),
    )


def moving(folder: str) -> NoticeText:
    """Return that trainings are on their way, and that none goes on meanwhile."""
    return NoticeText(
        key=PAUSED,
        happened=_tr("Trainings are being moved to ‘%1’…").replace("%1", folder),
        did=_tr("A training can begin or go on once they are there."),
    )


def moved(folder: str, *, waiting: bool) -> NoticeText:
    """Return that trainings have another place, and that the one that waits can go on."""
    return NoticeText(
        key=PAUSED,
        happened=_tr("Trainings are kept in ‘%1’ from now on.").replace("%1", folder),
        did=_tr("What was learned so far was moved there.") if waiting else "",
        buttons=((RESUME, _tr("Resume")),) if waiting else (),
    )


def not_moved(error: SegueError) -> NoticeText:
    """Return why trainings stay where they are."""
    return NoticeText(
        key=PAUSED,
        happened=translate_engine_text(error.message),
        can=translate_engine_text(error.hint),
        tone="warning",
        buttons=((FOLDER, _tr("Choose folder…")), (RESUME, _tr("Resume"))),
    )


def failed(event: messages.Failed, *, resumable: bool) -> NoticeText:
    """Return what went wrong, and that it can go on where it can."""
    return NoticeText(
        key=FAILED,
        happened=event.message,
        can=event.hint,
        tone="warning",
        details=event.details,
        buttons=((RESUME, _tr("Resume")),) if resumable else (),
    )


def pieces_changed(count: int) -> NoticeText:
    """Return that other pieces are ticked than the page showed, and that nothing was started."""
    if not count:
        return NoticeText(
            key=PIECES,
            happened=_tr("No piece is ticked any more."),
            did=_tr("Nothing was started."),
        )
    return NoticeText(
        key=PIECES,
        happened=_tr("The pieces to learn from changed a moment ago: now there are %n.", count),
        did=_tr("Nothing was started."),
        can=_tr("Look at them, then press Start again."),
    )


def not_learned(event: messages.LearningFrom) -> NoticeText:
    """Return which pieces a run does not learn from, although they were or are ticked."""
    return NoticeText(
        key=PIECES,
        happened=" ".join(left_out(event)),
        did=_tr("The training learns from the other %n pieces.", len(event.pieces)),
        tone="warning" if event.left_out else "news",
    )


def left_out(event: messages.LearningFrom) -> tuple[str, ...]:
    """Return a sentence for each piece that was chosen and is not learned from, or was added."""
    named = [
        _tr("‘%1’ is not learned from. %2")
        .replace("%1", piece.name.rpartition("/")[2])
        .replace("%2", translate_engine_text(piece.reason))
        for piece in event.left_out[:MOST_NAMED]
    ]
    if more := len(event.left_out) - len(named):
        named.append(_tr("%n more of the chosen pieces are not learned from.", more))
    if event.further:
        named.append(
            _tr("%n pieces were ticked after Start: they are not learned from.", event.further)
        )
    return tuple(named)


def nothing_kept() -> NoticeText:
    """Return that a run was stopped before there was anything to keep."""
    return NoticeText(
        key=FAILED,
        happened=_tr("The training was stopped before its first saved step."),
        did=_tr("There was nothing to keep yet; your models are as they were."),
    )


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("TrainNotices", text, "", count)
