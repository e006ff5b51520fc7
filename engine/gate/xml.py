"""XML from outside, parsed by expat within limits and without network access.

Declarations that expat would expand raise an error: entities, and attributes with defaults. The
external DTD that each MusicXML file names is never fetched.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NoReturn
from xml.etree import ElementTree as ET
from xml.parsers import expat

from engine.gate.refusal import RefusedError

# Bytes after which the limits are checked again.
_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlBounds:
    """The limits of an XML document.

    Attributes:
        text_bytes: Size of the document.
        elements: Number of elements, skipped ones included.
        depth: Nesting of elements.
        text_length: Characters of the text or of one attribute of an element.
        attributes: Attributes of one element.
    """

    text_bytes: int = 64 << 20
    elements: int = 6_000_000
    depth: int = 64
    text_length: int = 16_384
    attributes: int = 256


BOUNDS = XmlBounds()


def parse(
    data: bytes,
    *,
    skipping: Collection[str] = (),
    bounds: XmlBounds = BOUNDS,
    encoding: str | None = None,
) -> ET.Element:
    """Return a document's root element.

    Args:
        data: The whole document.
        skipping: Elements that are passed over with all that is in them: they take no memory.
        bounds: The most that is read.
        encoding: That of the document; None takes what the document declares.

    Raises:
        RefusedError: It is no XML, too large, too deep, or declares entities or attributes.
    """
    if len(data) > bounds.text_bytes:
        raise RefusedError(f"it has more than {bounds.text_bytes >> 20} MiB")
    builder = _Builder(frozenset(skipping), bounds)
    parser = expat.ParserCreate(encoding)
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    parser.EntityDeclHandler = _refuse_entities
    parser.AttlistDeclHandler = _refuse_attributes
    try:
        for place in range(0, len(data), _AT_ONCE):
            parser.Parse(data[place : place + _AT_ONCE], False)  # noqa: FBT003 - C's own
        parser.Parse(b"", True)  # noqa: FBT003
    except (expat.ExpatError, ValueError, LookupError) as error:
        if isinstance(error, RefusedError):
            raise
        raise RefusedError(f"it is no sound XML: {error}") from error
    return builder.root()


def _refuse_entities(*_declaration: object) -> NoReturn:
    raise RefusedError("it declares entities, which nothing that Segue reads needs")


def _refuse_attributes(*_declaration: object) -> NoReturn:
    # expat adds an attribute with a default to every element: 400 kB may become 500 MB.
    raise RefusedError("it declares attributes, which nothing that Segue reads needs")


class _Builder:
    """Builds the tree and checks the limits."""

    def __init__(self, skipping: frozenset[str], bounds: XmlBounds) -> None:
        self._skipping = skipping
        self._bounds = bounds
        self._tree = ET.TreeBuilder()
        self._elements = 0
        self._depth = 0
        self._skipped_from = 0
        self._length = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._elements += 1
        self._length = 0
        if self._depth > self._bounds.depth:
            raise RefusedError("it is nested too deeply")
        if self._elements > self._bounds.elements:
            raise RefusedError(f"it holds more than {self._bounds.elements:,} elements")
        if self._skipped_from:
            return
        if tag in self._skipping:
            self._skipped_from = self._depth
            return
        if len(attributes) > self._bounds.attributes:
            raise RefusedError(
                f"it has an element with more than {self._bounds.attributes} attributes"
            )
        if any(len(value) > self._bounds.text_length for value in attributes.values()):
            raise RefusedError("it has an endless attribute")
        self._tree.start(tag, attributes)

    def end(self, tag: str) -> None:
        if not self._skipped_from:
            self._tree.end(tag)
        elif self._skipped_from == self._depth:
            self._skipped_from = 0
        self._depth -= 1

    def text(self, text: str) -> None:
        if self._skipped_from or (self._length == 0 and text.isspace()):
            return
        self._length += len(text)
        if self._length > self._bounds.text_length:
            raise RefusedError("it has an endless text")
        self._tree.data(text)

    def root(self) -> ET.Element:
        return self._tree.close()
