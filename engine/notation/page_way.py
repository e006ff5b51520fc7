"""Endings and jumps of a page, as the writers of all formats ask for them."""

from collections.abc import Sequence

from engine.form.unfolding import Signs
from engine.notation.jumps import Jump, JumpKind, jump_in, with_jump
from engine.notation.page import NO_SIGNS, NotatedMeasure


def begins_ending(measures: Sequence[NotatedMeasure], index: int) -> bool:
    """Return whether an ending begins with a measure."""
    endings = measures[index].signs.endings
    return bool(endings) and (
        index == 0
        or closes_ending(measures, index - 1)
        or measures[index - 1].signs.endings != endings
    )


def closes_ending(measures: Sequence[NotatedMeasure], index: int) -> bool:
    """Return whether an ending ends with a measure."""
    here = measures[index].signs
    after = measures[index + 1].signs if index + 1 < len(measures) else NO_SIGNS
    return bool(here.endings) and (
        here.closes or here.backward > 0 or after.endings != here.endings or after.forward
    )


def said_by_words(measure: NotatedMeasure) -> Signs:
    """Return the jumps that the words and signs over a measure say."""
    said = NO_SIGNS
    for mark in measure.directions:
        jump = jump_of(mark.kind, mark.text)
        if jump is not None:
            said = with_jump(said, jump, begins=mark.start == 0)
    return said


def jump_of(kind: str, words: str) -> Jump | None:
    """Return the jump that a direction says, or None."""
    if kind in {"segno", "coda"}:
        return Jump(JumpKind.SEGNO if kind == "segno" else JumpKind.CODA)
    return jump_in(words) if kind == "words" else None
