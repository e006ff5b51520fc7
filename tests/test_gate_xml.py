"""XML from outside: each bound to the one, nothing expanded, what is passed over takes no part."""

import pytest

from engine.gate import xml
from engine.gate.refusal import RefusedError
from engine.gate.xml import BOUNDS, XmlBounds, parse


def _nested(depth: int) -> bytes:
    return b"<a>" * depth + b"</a>" * depth


def test_the_bounds_are_those_that_were_agreed_to() -> None:
    expected = XmlBounds(
        text_bytes=64 << 20, elements=6_000_000, depth=64, text_length=16_384, attributes=256
    )
    assert expected == BOUNDS
    assert XmlBounds() == BOUNDS


@pytest.mark.parametrize(
    ("data", "bound", "most", "said"),
    [
        (b"<a><b/></a>", "elements", 2, "it holds more than 1 elements"),
        (_nested(5), "depth", 5, "it is nested too deeply"),
        (b"<a>12345</a>", "text_length", 5, "it has an endless text"),
        (b"<a b='12345'/>", "text_length", 5, "it has an endless attribute"),
        (b"<a b='1' c='12345'/>", "text_length", 5, "it has an endless attribute"),
        (b"<a>123<b/>12345</a>", "text_length", 5, "it has an endless text"),
        (b"<a>123&lt;5</a>", "text_length", 5, "it has an endless text"),
        (b"<a b='' c='' d=''/>", "attributes", 3, "it has an element with more than 2 attributes"),
    ],
)
def test_each_bound_holds_to_the_one(data: bytes, bound: str, most: int, said: str) -> None:
    parse(data, bounds=XmlBounds(**{bound: most}))
    with pytest.raises(RefusedError) as caught:
        parse(data, bounds=XmlBounds(**{bound: most - 1}))
    assert str(caught.value) == said


def test_thousands_are_said_as_one_reads_them() -> None:
    with pytest.raises(RefusedError, match="it holds more than 1,000 elements"):
        parse(b"<a>" + b"<b/>" * 1000 + b"</a>", bounds=XmlBounds(elements=1000))


def test_a_document_has_no_more_bytes_than_were_agreed_to() -> None:
    data = b"<a>" + b" " * (3 << 20) + b"</a>"
    parse(data, bounds=XmlBounds(text_bytes=len(data)))
    with pytest.raises(RefusedError, match="it has more than 3 MiB"):
        parse(data, bounds=XmlBounds(text_bytes=len(data) - 1))


def test_what_comes_in_pieces_is_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    for at_once in (1, 2, 3, 7, 1000):
        monkeypatch.setattr(xml, "_AT_ONCE", at_once)
        root = parse("<a b='é'>x<c>ü</c><d/>y</a>".encode())
        assert (root.tag, root.get("b"), root.text) == ("a", "é", "x")
        assert [(child.tag, child.text, child.tail) for child in root] == [
            ("c", "ü", None),
            ("d", None, "y"),
        ]


def test_what_is_passed_over_takes_no_part_and_what_follows_does() -> None:
    data = b"<a>1<skip x='123456789'>123456789<skip>2</skip><b/>3</skip>4<b>5</b><skip/>6</a>"
    root = parse(data, skipping={"skip"}, bounds=XmlBounds(text_length=5))
    assert [(child.tag, child.text, child.tail) for child in root] == [("b", "5", "6")]
    assert root.text == "14"
    # It is counted all the same: going down costs, too.
    with pytest.raises(RefusedError, match="it is nested too deeply"):
        parse(b"<a><skip><b><c/></b></skip></a>", skipping={"skip"}, bounds=XmlBounds(depth=3))
    with pytest.raises(RefusedError, match="it holds more than 3 elements"):
        parse(b"<a><skip><b><c/></b></skip></a>", skipping={"skip"}, bounds=XmlBounds(elements=3))


def test_spaces_between_elements_are_no_text_and_those_within_it_are() -> None:
    root = parse(b"<a>\n  <b> x y </b>\n </a>")
    assert root.text is None
    assert root[0].text == " x y "
    assert parse(b"<a>" + b" " * 50 + b"</a>", bounds=XmlBounds(text_length=5)).text is None
    with pytest.raises(RefusedError, match="it has an endless text"):
        parse(b"<a>x&lt;" + b" " * 50 + b"</a>", bounds=XmlBounds(text_length=5))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<a>",
        b"<a></b>",
        b"<a/><b/>",
        b"<a>\x00</a>",
        b"<a>&nowhere;</a>",
        b"<?xml version='7'?>",
        b"<?xml version='1.0' encoding='nonsense'?><a/>",
    ],
)
def test_what_is_no_sound_xml_is_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(RefusedError, match="it is no sound XML: ") as caught:
        parse(data)
    assert "\n" not in str(caught.value)


def test_entities_are_refused_before_one_is_expanded() -> None:
    bomb = b"<!DOCTYPE a [<!ENTITY b 'x'><!ENTITY c '&b;&b;'>]><a>&c;</a>"
    with pytest.raises(RefusedError, match="it declares entities"):
        parse(bomb)
    assert parse(b"<!DOCTYPE a SYSTEM 'http://a/b.dtd'><a/>").tag == "a"


def test_what_a_document_declares_of_attributes_is_refused_before_it_holds() -> None:
    declared = b"<!DOCTYPE a [<!ATTLIST b c CDATA 'x'>]><a><b/></a>"
    with pytest.raises(RefusedError, match="it declares attributes"):
        parse(declared)
    assert parse(b"<!DOCTYPE a [<!ELEMENT a (b)><!-- c -->]><a><b/></a>").tag == "a"


def test_a_line_of_spaces_in_the_midst_of_a_text_stays() -> None:
    # The parser hands over by itself what is longer than 8 KiB.
    text = "x\n" + " " * 20_000 + "\ny"
    assert parse(f"<a>{text}</a>".encode(), bounds=XmlBounds(text_length=50_000)).text == text
