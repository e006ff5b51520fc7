"""What went wrong, as a notice: the same words wherever it happened."""

from app.views.notice_strip import NoticeText, NoticeTone
from engine.errors import SegueError
from engine.messages import Failed

Buttons = tuple[tuple[str, str], ...]


def notice_of(
    failure: Failed | SegueError,
    *,
    key: str,
    did: str = "",
    tone: NoticeTone = "warning",
    buttons: Buttons = (),
) -> NoticeText:
    """Return the notice of a failure.

    Args:
        failure: What a child or this process could not do.
        key: Of the notice.
        did: What Segue did about it.
        tone: How grave it is.
        buttons: (key, label) of what can be done at once.
    """
    return NoticeText(
        key=key,
        happened=failure.message,
        did=did,
        can=failure.hint,
        tone=tone,
        buttons=buttons,
        details=failure.details if isinstance(failure, Failed) else "",
    )
