"""The engraver's client, against a child that is a list of events."""

import pytest

from app.clients.engraving import Engraving
from engine import messages
from engine.values.line_picture import LinePicture
from tests.app.doubles import FakeLink, piece

pytestmark = pytest.mark.usefixtures("qtbot")
LOOK = messages.PageLook(width=2000, ink="#000000", first=0, last=15)


def laid_out(request: int, measures: int) -> messages.PageLaidOut:
    return messages.PageLaidOut(
        request=request, starts=(0,), measures=measures, anew=(0, 0), performed=False
    )


def line(request: int) -> messages.Engraved:
    picture = LinePicture(svg="<svg/>", width=1, height=1)
    return messages.Engraved(request=request, line=0, picture=picture)


def test_answers_about_a_piece_that_was_closed_are_ignored() -> None:
    child = FakeLink()
    engraving = Engraving(child)
    measures: list[int] = []
    lines: list[object] = []
    engraving.laid_out.connect(lambda event: measures.append(event.measures))
    engraving.line_drawn.connect(lambda number, _picture, _notes: lines.append(number))
    child.deliver(messages.Ready(role="engrave", seconds=0.1))
    engraving.show(piece(bars=4), LOOK)
    engraving.drop()
    engraving.show(piece(bars=9), LOOK)
    child.deliver(laid_out(1, 4))
    assert measures == []
    child.deliver(line(1))
    assert lines == []
    assert child.last(messages.Engrave).request == 2
    child.deliver(laid_out(2, 9))
    child.deliver(line(2))
    assert measures == [9]
    assert len(lines) == 1
