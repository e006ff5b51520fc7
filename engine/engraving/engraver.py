"""A page's systems drawn one at a time: an edit costs the systems in sight, not the piece."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.engraving.svg import flattened
from engine.ground.errors import SegueError
from engine.notation.musicxml import write
from engine.notation.page import NotatedPiece
from engine.values.line_picture import LinePicture

# verovio counts tenths of a millimetre; half the distance between two lines of a staff is one unit.
_UNIT = 9.0
# A brace is drawn beside the staves, in the margin.
_MARGIN, _LEFT_MARGIN = 30, 55
_NAMES = 260
_TALLEST = 60_000
_NARROWEST, _WIDEST = 600, 20_000
# The last line is not drawn out where it has less.
_FULL_LINE = 0.75
_SYSTEM = 'class="system"'


class EngravingError(SegueError):
    """A page cannot be drawn."""


@dataclass(frozen=True)
class Engraver:
    """Draws systems.

    Attributes:
        width: Of a line, in tenths of a millimetre on paper.
        ink: The colour, `#rrggbb`.
        endless: Whether lines are as wide as what is in them; `width` says about how much that is.
    """

    width: int = 2100
    ink: str = "#000000"
    endless: bool = False

    def __post_init__(self) -> None:
        if not _NARROWEST <= self.width <= _WIDEST:
            raise EngravingError("A score cannot be {width} wide.", width=self.width)

    @property
    def spaces(self) -> float:
        """How many spaces of a staff a line has room for, beside the names of parts."""
        return (self.width - _MARGIN - _LEFT_MARGIN - _NAMES) / (2 * _UNIT)

    def draw(self, page: NotatedPiece, measures: range) -> LinePicture:
        """Return a system.

        Args:
            page: The notation.
            measures: Which of its measures.

        Raises:
            EngravingError: It cannot be drawn, or verovio is not installed.
        """
        document = write(page, only=measures).decode()
        ends = measures.stop == len(page.parts[0].measures)
        self._toolkit.setOptions({"minLastJustification": _FULL_LINE if ends else 0.0})
        if self.endless:
            return flattened(self._drawn(document, breaks="none"), ink=self.ink)
        svg = self._drawn(document, breaks="auto")
        if svg.count(_SYSTEM) > 1:
            # There is more in it than was estimated: one line all the same, a little smaller.
            svg = self._drawn(document, breaks="none")
        return flattened(svg, ink=self.ink)

    def _drawn(self, document: str, *, breaks: str) -> str:
        toolkit = self._toolkit
        width = _WIDEST if self.endless else self.width
        toolkit.setOptions({"breaks": breaks, "pageWidth": width})
        if not toolkit.loadData(document):
            raise EngravingError("The score could not be drawn.")
        svg: str = toolkit.renderToSVG(1)
        return svg

    @cached_property
    def _toolkit(self) -> Any:
        try:
            import verovio  # noqa: PLC0415 - half a second of loading, and C++ that may end us
        except ImportError as error:
            raise EngravingError(
                "Drawing scores needs the library verovio, which is not installed.",
                hint="Install it with: pip install verovio",
            ) from error
        # Verovio would print warnings about each document.
        verovio.enableLog(verovio.LOG_OFF)
        toolkit = verovio.toolkit()
        toolkit.setOptions(self._options)
        return toolkit

    @property
    def _options(self) -> dict[str, object]:
        margins = {f"pageMargin{side}": _MARGIN for side in ("Top", "Bottom", "Right")}
        return {
            "adjustPageHeight": True,
            "adjustPageWidth": self.endless,
            "footer": "none",
            "pageMarginLeft": _LEFT_MARGIN,
            "header": "none",
            "pageHeight": _TALLEST,
            "smuflTextFont": "none",
            "svgFormatRaw": True,
            "svgViewBox": True,
            "unit": _UNIT,
            **margins,
        }
