"""Pictures of written marks on the buttons of the palette, drawn: no text font has them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen

from app.style.theme import font

# All pictures are drawn in a square of this many units, and scaled.
_SIDE = 32.0
_MIDDLE = _SIDE / 2
_LINE = 1.6
_LETTERS, _WORDS = 17.0, 13.0
Draw = Callable[[QPainter], None]


def paint_mark(painter: QPainter, area: QRectF, name: str, colour: str) -> None:
    """Draw a mark into an area.

    Args:
        painter: Antialiases already.
        area: Any; the picture is as large as its shorter side allows.
        name: The name of the mark, as the actions have it without `mark_`.
        colour: The ink.
    """
    painter.save()
    scale = min(area.width(), area.height()) / _SIDE
    painter.translate(area.center())
    painter.scale(scale, scale)
    painter.translate(-_MIDDLE, -_MIDDLE)
    pen = QPen(QColor(colour), _LINE)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(QBrush(QColor(colour)))
    _DRAWN.get(name, _letters(name))(painter)
    painter.restore()


def _lines(*points: tuple[float, float]) -> Draw:
    def draw(painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline([QPointF(x, y) for x, y in points])

    return draw


def _dot(x: float, y: float, radius: float = 1.8) -> Draw:
    return lambda painter: painter.drawEllipse(QPointF(x, y), radius, radius)


def _head(painter: QPainter) -> None:
    """Draw the head of a note that a mark stands over."""
    painter.save()
    painter.setOpacity(0.55)
    painter.translate(_MIDDLE, 22)
    painter.rotate(-20)
    painter.drawEllipse(QPointF(0, 0), 4.6, 3.4)
    painter.restore()


def _all(*parts: Draw) -> Draw:
    def draw(painter: QPainter) -> None:
        for part in parts:
            part(painter)

    return draw


def _letters(text: str, pixels: float = _LETTERS, *, bold: bool = True) -> Draw:
    def draw(painter: QPainter) -> None:
        letters = QFont("Liberation Serif")
        letters.setStyleHint(QFont.StyleHint.Serif)
        letters.setPixelSize(round(pixels if len(text) < 3 else pixels - 2))
        letters.setItalic(True)
        letters.setBold(bold)
        painter.setFont(letters)
        painter.drawText(QRectF(-8, 0, _SIDE + 16, _SIDE), Qt.AlignmentFlag.AlignCenter, text)

    return draw


def _plain(text: str) -> Draw:
    def draw(painter: QPainter) -> None:
        painter.setFont(font(_WORDS))
        painter.drawText(QRectF(-8, 0, _SIDE + 16, _SIDE), Qt.AlignmentFlag.AlignCenter, text)

    return draw


def _arc(left: float, top: float, width: float, height: float) -> Draw:
    def draw(painter: QPainter) -> None:
        path = QPainterPath(QPointF(left, top + height))
        path.quadTo(left + width / 2, top - height, left + width, top + height)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)

    return draw


def _thick(x: float) -> Draw:
    return lambda painter: painter.drawRect(QRectF(x - 1, 7, 2.5, 18))


def _ending(number: str) -> Draw:
    def draw(painter: QPainter) -> None:
        _lines((5, 24), (5, 8), (28, 8))(painter)
        painter.setFont(font(12))
        painter.drawText(QPointF(10, 22), f"{number}.")

    return draw


def _turn(painter: QPainter) -> None:
    path = QPainterPath(QPointF(7, 18))
    path.cubicTo(6, 10, 13, 10, 16, 16)
    path.cubicTo(19, 22, 26, 22, 25, 14)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    for x, y in ((9, 19), (23, 13)):
        painter.drawEllipse(QPointF(x, y), 1.4, 1.4)


def _segno(painter: QPainter) -> None:
    path = QPainterPath(QPointF(21, 11))
    path.cubicTo(17, 6, 10, 9, 13, 13)
    path.cubicTo(15, 16, 19, 17, 20, 20)
    path.cubicTo(21, 25, 14, 26, 11, 21)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.drawLine(QLineF(9, 25, 23, 7))
    _all(_dot(10, 15, 1.3), _dot(22, 17, 1.3))(painter)


def _coda(painter: QPainter) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(16, 16), 5, 7)
    painter.drawLine(QLineF(16, 6, 16, 26))
    painter.drawLine(QLineF(8, 16, 24, 16))


def _beat(painter: QPainter) -> None:
    painter.drawEllipse(QPointF(9, 22), 3.4, 2.6)
    painter.drawLine(QLineF(12.2, 22, 12.2, 9))
    painter.drawLine(QLineF(17, 15, 26, 15))
    painter.drawLine(QLineF(17, 19, 26, 19))


_DRAWN: Mapping[str, Draw] = MappingProxyType(
    {
        "staccato": _all(_head, _dot(16, 11)),
        "tenuto": _all(_head, _lines((11, 11), (21, 11))),
        "accent": _all(_head, _lines((10, 7), (22, 10.5), (10, 14))),
        "strong-accent": _all(_head, _lines((12, 14), (16, 6), (20, 14))),
        "fermata": _all(_arc(7, 12, 18, 8), _dot(16, 18)),
        "trill-mark": _letters("tr"),
        "mordent": _all(
            _lines((6, 18), (10, 14), (14, 18), (18, 14), (22, 18), (26, 14)),
            _lines((16, 9), (16, 23)),
        ),
        "turn": _turn,
        "slur": _arc(5, 12, 22, 8),
        "crescendo": _lines((26, 10), (6, 16), (26, 22)),
        "diminuendo": _lines((6, 10), (26, 16), (6, 22)),
        "pedal": _letters("Ped."),
        "repeat-start": _all(_thick(8), _lines((13, 7), (13, 25)), _dot(18, 13), _dot(18, 19)),
        "repeat-end": _all(_thick(24), _lines((20, 7), (20, 25)), _dot(15, 13), _dot(15, 19)),
        "ending-1": _ending("1"),
        "ending-2": _ending("2"),
        "segno": _segno,
        "coda": _coda,
        "da-capo": _letters("D.C.", bold=False),
        "fine": _letters("Fine", bold=False),
        "text": _letters("Abc", bold=False),
        "tempo": _beat,
        "fingering": _plain("1 2"),
        "lyric": _plain("la-la"),
    }
)
