"""Notices: what they say, whose turn it is in the line, and how much of it has room there."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

NoticeTone = Literal["news", "warning", "danger"]
# The subject of a notice. `sound` is that of a jam or a piece while it plays on a page.
Subject = Literal["page", "piece", "jam", "sound", "program"]
# A notice goes with the first of these that ends.
_GOES_WITH: dict[Subject, frozenset[Subject]] = {
    "page": frozenset(("page",)),
    "piece": frozenset(("piece",)),
    "jam": frozenset(("jam",)),
    "sound": frozenset(("piece", "jam", "page")),
    "program": frozenset(),
}
# The page on which a subject is at home: its notices are shown there, too.
_HOME: dict[Subject, str] = {"piece": "compose", "jam": "jam"}
# Between two sentences; what stands before has two letters, so that "z. B." is not an end.
_SENTENCE_END = re.compile(r"(?<=[\w’“”)%]{2}[.!?…]) (?=\S)")
_NAME = re.compile(r"(?<=[‘„“])[^‘’„“”]+(?=[’“”])")
# Letters that a name keeps, so that one still knows it.
_SHORT_NAME = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeText:
    """The content of a notice.

    Attributes:
        key: A new notice replaces the one with the same key.
        happened: The event, in one sentence.
        did: Segue's answer to it, or empty.
        can: The user's remedy, or empty.
        buttons: (key, label) pairs.
        tone: The severity.
        seconds: The notice disappears after this time; 0 keeps it until it is closed. The time of
            one with buttons runs while it has the line.
        details: The text for "Copy details", or empty.
        about: Its subject; it goes when that goes.
        stays: Whether newer notices leave it in the line until the user answers it, except for
            the seconds of a notice that disappears.
        asked: Whether the user waits for it, so that it need not wait for its turn.
    """

    key: str
    happened: str
    did: str = ""
    can: str = ""
    buttons: tuple[tuple[str, str], ...] = ()
    tone: NoticeTone = "news"
    seconds: float = 0.0
    details: str = ""
    about: Subject = "page"
    stays: bool = False
    asked: bool = False

    @property
    def text(self) -> str:
        """Everything that it says, in one line."""
        return " ".join(part for part in (self.happened, self.did, self.can) if part)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Everything that it says, sentence by sentence."""
        return tuple(_SENTENCE_END.split(self.text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """An open notice.

    Attributes:
        notice: Its content.
        page: The page that was visible when it came.
        was_read: Whether it has had the line for long enough to be read.
        gave_way: Whether the user opened another piece instead of answering it.
    """

    notice: NoticeText
    page: str
    was_read: bool = False
    gave_way: bool = False

    def is_shown_on(self, page: str) -> bool:
        """Return whether it may have the line on a page."""
        about = self.notice.about
        everywhere = about == "program" or self.notice.tone == "danger"
        return everywhere or page in (self.page, _HOME.get(about))

    def goes_with(self, subject: Subject, page: str) -> bool:
        """Return whether it goes when something ends; a page ends when the user leaves it."""
        if subject not in _GOES_WITH[self.notice.about] or self.notice.tone == "danger":
            return False
        if subject != "page":
            return True
        # A notice to answer or to copy waits for the user to come back, and so does a warning
        # that nobody has read: the program itself may have shown another page.
        unread = self.notice.tone == "warning" and not self.was_read
        waits = self.notice.buttons or self.notice.details or unread
        can_go = self.notice.about == "sound" or self.notice.seconds > 0 or not waits
        return page == self.page and can_go


def turn_in_line(turns: Sequence[Turn], page: str) -> Turn | None:
    """Return the notice that has the line on a page.

    The graver one goes first, and gives the line back once it was read. Among those that offer
    something the oldest has the line: the others wait for their turn. Among those that only say
    that something happened the newest does.

    Args:
        turns: The open notices, the oldest first.
        page: The visible page.
    """
    here = [(_rank(turn, age), turn) for age, turn in enumerate(turns) if turn.is_shown_on(page)]
    return max(here, key=lambda ranked: ranked[0])[1] if here else None


def _rank(turn: Turn, age: int) -> tuple[int, int]:
    notice = turn.notice
    if notice.tone == "danger":
        return 6, age
    if notice.seconds > 0:
        return 5, age
    if notice.stays:
        return (1, age) if turn.gave_way else (4, age)
    if notice.asked or (notice.tone == "warning" and not turn.was_read):
        return 3, age
    return (2, -age) if notice.buttons else (0, age)


def said_within(
    sentences: Sequence[str], *, width: int, more: int, measure: Callable[[str], int]
) -> tuple[str, bool]:
    """Return the sentences of a notice that have room in its line, and whether others remain.

    Where even the first one is too long, the names in it are shortened.

    Args:
        sentences: All of them; one at least.
        width: Pixels in the line.
        more: Pixels of those that a button to the other sentences takes.
        measure: Returns the width of a text in pixels.
    """
    whole = " ".join(sentences)
    if measure(whole) <= width:
        return whole, False
    for count in range(len(sentences) - 1, 0, -1):
        said = " ".join(sentences[:count])
        if measure(said) <= width - more:
            return said, True
    return _shortened(sentences[0], width=width - more, measure=measure), True


def _shortened(sentence: str, *, width: int, measure: Callable[[str], int]) -> str:
    """Return a sentence with … in the middle of its longest names, until it has room."""
    while measure(sentence) > width:
        name = max(_NAME.finditer(sentence), key=lambda found: len(found[0]), default=None)
        if name is None or len(name[0]) <= _SHORT_NAME:
            break
        keep = max(_SHORT_NAME, len(name[0]) - 2) - 1
        short = f"{name[0][: (keep + 1) // 2]}…{name[0][-(keep // 2) :]}"
        sentence = sentence[: name.start()] + short + sentence[name.end() :]
    return sentence
