"""The notices about a training: pure functions of events."""

from PySide6.QtCore import QCoreApplication

from app.state.training_run import TrainingRun
from app.train.words import paused_text
from app.views.notice_strip import NoticeText
from app.views.train.values import Tone
from app.words.engine import translate_engine_text
from engine import messages
from engine.ground.errors import SegueError

UNFINISHED, MADE, PAUSED, FAILED = "unfinished", "made", "paused", "training"
PIECES = "pieces"
# A notice names at most so many of the pieces that the run left out.
MOST_NAMED = 8
RESUME, LATER, DISCARD, FOLDER = "resume", "later", "discard", "folder"


def unfinished(run: TrainingRun) -> NoticeText:
    """Return the notice that a run of an earlier session can be resumed."""
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


def ending_of(
    run: TrainingRun | None, event: messages.ModelMade, *, figure: bool = True
) -> tuple[str, Tone]:
    """Return the sentence on a finished run, and its tone.

    Args:
        run: The run.
        event: Its end.
        figure: Whether to say how much better it is, which the page says in large letters.
    """
    text = _tr("‘%1’ is ready.").replace("%1", event.name)
    base_loss = run.base_loss if run is not None else event.base_loss
    if base_loss <= 0 or event.validation_loss < 0:
        return text, "good"
    better = 100 * (1 - event.validation_loss / base_loss)
    if better >= 1 and not figure:
        return text, "good"
    if better >= 1:
        did = _tr("It is %1 % better than before at pieces of yours that it never saw.")
        return f"{text} {did.replace('%1', f'{better:.0f}')}", "good"
    did = _tr("But it is no better than before at pieces of yours that it never saw.")
    can = _tr("Compare it by ear; more pieces would help.")
    return f"{text} {did} {can}", "warning"


def made(event: messages.ModelMade, text: str) -> NoticeText:
    """Return the notice that a model is ready, for a user in another workspace."""
    return NoticeText(
        key=MADE,
        happened=text,
        buttons=((event.folder, _tr("Go on with it")), ("", _tr("Later"))),
    )


def paused(event: messages.TrainingPaused) -> NoticeText:
    """Return the notice on why a run paused itself."""
    return NoticeText(
        key=PAUSED,
        happened=event.reason,
        can=event.hint,
        tone="warning",
        buttons=((FOLDER, _tr("Choose folder…")), (RESUME, _tr("Resume"))),
    )


def moving(folder: str) -> NoticeText:
    """Return the notice that trainings are being moved and cannot resume meanwhile."""
    return NoticeText(
        key=PAUSED,
        happened=_tr("Trainings are being moved to ‘%1’…").replace("%1", folder),
        did=_tr("A training can begin or go on once they are there."),
    )


def moved(folder: str, *, waiting: bool) -> NoticeText:
    """Return the notice that trainings were moved, and that a waiting one can resume."""
    return NoticeText(
        key=PAUSED,
        happened=_tr("Trainings are kept in ‘%1’ from now on.").replace("%1", folder),
        did=_tr("What was learned so far was moved there.") if waiting else "",
        buttons=((RESUME, _tr("Resume")),) if waiting else (),
    )


def not_moved(error: SegueError) -> NoticeText:
    """Return the notice on why trainings were not moved."""
    return NoticeText(
        key=PAUSED,
        happened=translate_engine_text(error.message),
        can=translate_engine_text(error.hint),
        tone="warning",
        buttons=((FOLDER, _tr("Choose folder…")), (RESUME, _tr("Resume"))),
    )


def failed(event: messages.Failed, *, resumable: bool) -> NoticeText:
    """Return the notice on a failure; it offers to resume where that is possible."""
    return NoticeText(
        key=FAILED,
        happened=event.message,
        can=event.hint,
        tone="warning",
        details=event.details,
        buttons=((RESUME, _tr("Resume")),) if resumable else (),
    )


def pieces_changed(count: int) -> NoticeText:
    """Return the notice that the ticked pieces changed and that nothing was started."""
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
        can=_tr("Look at them, then press “Start training” again."),
    )


def too_little_for_style(count: int) -> NoticeText:
    """Return the notice that there is too little music for a style.

    Args:
        count: The ticked ones of the pieces that were shown.
    """
    if not count:
        happened = _tr("None of these pieces is ticked.")
    else:
        happened = _tr("The %n ticked ones of these pieces are less than a minute of music.", count)
    return NoticeText(key=PIECES, happened=happened, did=_tr("Nothing was started."))


def busy(name: str) -> NoticeText:
    """Return the notice that a style has to wait for a training."""
    return NoticeText(
        key=PIECES,
        happened=_tr("‘%1’ is still being trained.").replace("%1", name),
        did=_tr("Nothing was started."),
        can=_tr("Make the style when it has ended."),
    )


def not_learned(event: messages.LearningFrom) -> NoticeText:
    """Return the notice on ticked pieces that a run does not learn from."""
    return NoticeText(
        key=PIECES,
        happened=" ".join(left_out(event)),
        did=_tr("The training learns from the other %n pieces.", len(event.pieces)),
        tone="warning" if event.left_out else "news",
    )


def left_out(event: messages.LearningFrom) -> tuple[str, ...]:
    """Return a sentence for each chosen piece that is left out, and one on later pieces."""
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
    """Return the notice that a run stopped before its first saved step."""
    return NoticeText(
        key=FAILED,
        happened=_tr("The training was stopped before its first saved step."),
        did=_tr("There was nothing to keep yet; your models are as they were."),
    )


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("TrainNotices", text, "", count)
