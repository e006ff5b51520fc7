"""Bar lines, endings and jumps of a page as ABC has them."""

from collections.abc import Iterator, Sequence

from engine.notation.page import NotatedMeasure
from engine.notation.page_way import begins_ending, closes_ending, said_by_words

_TWICE = 2


def left_bar(measures: Sequence[NotatedMeasure], number: int) -> str:
    """Return the signs before a measure: a repeat that begins, an ending that begins."""
    here = measures[number].signs
    text = "|" + ":" * (_times(measures, number) - 1) if here.forward else ""
    if begins_ending(measures, number):
        text += f"[{','.join(map(str, sorted(here.endings)))} "
    return text


def right_bar(measures: Sequence[NotatedMeasure], number: int) -> str:
    """Return the bar line after a measure."""
    here = measures[number].signs
    is_last = number == len(measures) - 1
    if here.backward:
        return ":" * (here.backward - 1 or 1) + ("|]" if is_last else "|")
    if is_last:
        return "|]"
    return "||" if closes_ending(measures, number) else "|"


def jump_words(measure: NotatedMeasure) -> Iterator[str]:
    """Yield signs for the jumps that the words and signs over a measure do not say."""
    here, said = measure.signs, said_by_words(measure)
    if here.to_coda is not None and said.to_coda is None:
        yield '"^To Coda"'
    if here.fine and not said.fine:
        yield '"^Fine"'
    if here.back is not None and said.back is None:
        jump = "D.C." if here.back.segno is None else "D.S."
        yield f'"^{jump}{f" al {here.back.until.capitalize()}" if here.back.until else ""}"'


def _times(measures: Sequence[NotatedMeasure], number: int) -> int:
    """Return how often the section is played that begins with a measure, as far as signs say it."""
    for later in range(number, len(measures)):
        signs = measures[later].signs
        if signs.endings or (later > number and signs.forward):
            break
        if signs.backward:
            return signs.backward
    return _TWICE
