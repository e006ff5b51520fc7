"""Turns verovio's drawings into SVG Tiny 1.2, which Qt reads: one picture, no style sheet.

verovio puts the music into an inner `<svg>`, which Qt leaves blank, and says strokes, bold and
hidden things in CSS, which Qt reads but in part. Here the inner picture becomes a group and the
style stands on the elements.
"""

import re

from engine.ground.errors import SegueError
from engine.values.line_picture import HeadPlace, LinePicture

# The drawing inside verovio's outer frame, with its size in verovio's units.
_INNER = re.compile(
    r'<svg class="definition-scale"[^>]*?viewBox="0 0 (?P<width>\d+) (?P<height>\d+)"[^>]*>'
)
# Qt reads no style sheet, no reused shapes, and no shape without its own colour of lines.
_STYLE = re.compile(r"<style.*?</style>", re.DOTALL)
# verovio draws placeholders that its style sheet would hide.
_HIDDEN = re.compile(r'<g id="[^"]*" class="[^"]*placeholder[^"]*">(?:<ellipse[^>]*/>)?</g>')
_DEFS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
_SHAPES = re.compile(r"<(path|polygon|polyline|rect|ellipse) (?![^>]*stroke=\")")
# Texts whose italics and weight are in verovio's style sheet.
_NUMBER = re.compile(r'class="mNum[^"]*"')
_TEMPO = re.compile(r'class="(tempo|reh|ending)')
# Places on the page that a click or the playhead needs.
_HEAD = re.compile(
    r'<g id="n(?P<track>\d+)-(?P<note>\d+)(?:-\d+)?" class="note[^"]*">.*?class="notehead[^"]*">'
    r'<use [^>]*transform="translate\((?P<x>-?\d+), (?P<y>-?\d+)\)',
    re.DOTALL,
)
_STAFF = re.compile(r'class="staff"[^>]*><path [^>]*d="M-?\d+ (?P<y>-?\d+) ')
_BAR = re.compile(r'class="barLine[^"]*"><path [^>]*d="M(?P<x>-?\d+) ')
_MARGIN = re.compile(r'class="page-margin" transform="translate\((\d+), (\d+)\)"')
# Glyphs of the music font in text, and what every text font has for them.
_GLYPHS = {"\ueca3": "𝅗𝅥", "\ueca5": "♩", "\ueca7": "♪", "\uecb7": "."}
_TEXT = re.compile(r"<text (?P<about>[^>]*)>(?P<inside>.*?)</text>", re.DOTALL)
# Names of parts: fonts of a desktop are wider than the one that verovio measures by.
_LABEL = re.compile(r'(class="label"><text [^>]*font-size=")405px')
_SIZE = re.compile(r'font-size="(?!0px)([^"]*)"')
_TAG = re.compile(r"<[^>]*>")
_INK = re.compile(r"#[0-9a-fA-F]{6}")


def flattened(svg: str, *, ink: str) -> LinePicture:
    """Return verovio's picture as Qt draws it.

    Args:
        svg: As verovio made it, with a view box and without line breaks.
        ink: The colour of everything, `#rrggbb`.

    Raises:
        SegueError: It is another kind of picture.
    """
    inner = _INNER.search(svg)
    if inner is None or not _INK.fullmatch(ink):
        raise SegueError("The score could not be drawn.")
    width, height = int(inner["width"]), int(inner["height"])
    defs = _DEFS.search(svg)
    body = svg[inner.end() : svg.rindex("</svg>", 0, svg.rindex("</svg>"))]
    body = _HIDDEN.sub("", body)
    body = _SHAPES.sub(rf'<\1 stroke="{ink}" ', body)
    body = _NUMBER.sub('class="mNum" font-style="italic"', body)
    body = _TEMPO.sub(r'font-weight="bold" class="\1', body)
    body = _TEXT.sub(_plain_text, body)
    body = _LABEL.sub(r"\g<1>340px", body)
    for glyph, plain in _GLYPHS.items():
        body = body.replace(glyph, plain)
    body = re.sub(r'font-family="(?:Leipzig|Bravura)"', 'font-family="serif"', body)
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' viewBox="0 0 {width} {height}">{defs.group() if defs else ""}'
        f'<g fill="{ink}" color="{ink}" font-family="serif">{body}</g></svg>'
    )
    return LinePicture(
        svg=_STYLE.sub("", picture),
        width=width,
        height=height,
        heads=_heads(body),
        bars=_bars(body),
        top=_top(body),
    )


def _plain_text(found: re.Match[str]) -> str:
    """Return a text without the spans within spans that Qt does not know."""
    inside = found["inside"]
    # The last of them is the words, the first may be a sign of the music font.
    sizes = _SIZE.findall(inside)
    about = re.sub(r' ?font-size="[^"]*"', "", found["about"])
    size = sizes[-1] if sizes else "405px"
    return f'<text {about} font-size="{size}">{_TAG.sub("", inside)}</text>'


def _bars(body: str) -> tuple[int, ...]:
    margin = _MARGIN.search(body)
    right = int(margin[1]) if margin else 0
    return tuple(sorted({int(found["x"]) + right for found in _BAR.finditer(body)}))


def _top(body: str) -> int:
    margin, staff = _MARGIN.search(body), _STAFF.search(body)
    down = int(margin[2]) if margin else 0
    return int(staff["y"]) + down if staff else down


def _heads(body: str) -> tuple[HeadPlace, ...]:
    margin = _MARGIN.search(body)
    right, down = (int(margin[1]), int(margin[2])) if margin else (0, 0)
    return tuple(
        HeadPlace(
            track=int(found["track"]),
            note=int(found["note"]),
            x=int(found["x"]) + right,
            y=int(found["y"]) + down,
        )
        for found in _HEAD.finditer(body)
    )
