"""Convert failures to notices."""

from app.values.notices import Subject
from app.views.notice_strip import NoticeText, NoticeTone
from engine.ground.errors import SegueError
from engine.messages import Failed

Buttons = tuple[tuple[str, str], ...]


def notice_of(
    failure: Failed | SegueError,
    *,
    key: str,
    did: str = "",
    tone: NoticeTone = "warning",
    buttons: Buttons = (),
    about: Subject = "page",
) -> NoticeText:
    """Return the notice of a failure.

    Args:
        failure: The failure of a child or of this process.
        key: The notice's key.
        did: The sentence about what Segue did.
        tone: The severity.
        buttons: (key, label) of each button.
        about: The subject of the notice.
    """
    return NoticeText(
        key=key,
        happened=failure.message,
        did=did,
        can=failure.hint,
        tone=tone,
        buttons=buttons,
        details=failure.details if isinstance(failure, Failed) else "",
        about=about,
    )
