"""A sentence keeps its template and values wherever it goes."""

import ast
import copy
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
import pytest

from engine.gate import documents
from engine.gate.refusal import RefusedError
from engine.ground.errors import SegueError
from engine.messages import (
    Failed,
    LearningFrom,
    LeftOutPiece,
    decode_event,
    encode,
    encode_in_english,
)
from engine.sentence import (
    Sentence,
    read_again,
    said,
    sentences,
    written,
)

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts" / "translations"))
from extraction import made_of_parts_in, modules_in  # noqa: E402 - after the path

FIELD = re.compile(r"\{(\w+)[:}]")
READ = said("‘{name}’ has {count:,} notes.", name="a {b}", count=12345)


def same(found: str, wanted: str) -> bool:
    """Return whether two texts are equal, and sentences also in what they are made of."""
    assert isinstance(found, Sentence)
    assert isinstance(wanted, Sentence)
    own = (found, found.template, dict(found.values), found.pattern, found.parts)
    return own == (wanted, wanted.template, dict(wanted.values), wanted.pattern, wanted.parts)


def test_a_sentence_is_english_and_knows_its_pattern_and_parts() -> None:
    assert READ == "‘a {b}’ has 12,345 notes."
    assert READ.pattern == "‘%1’ has %2 notes."
    assert READ.parts == ("a {b}", "12,345")
    assert READ.values == {"name": "a {b}", "count": 12345}
    # Each field has a number of its own, as Qt counts them.
    assert said("{a} of {a}, {b:.1f}", a=1, b=2.0).pattern == "%1 of %2, %3"


def test_without_values_it_is_its_own_key() -> None:
    for text in ("It is empty.", "{no} field", "100 %"):
        assert (said(text), said(text).pattern, said(text).values) == (text, text, {})


@pytest.mark.parametrize(
    ("value", "kept", "shown"),
    [
        (np.int64(1500), 1500, "1,500"),
        (True, 1, "1"),
        (2**64, str(2**64), str(2**64)),
        (float("inf"), "inf", "inf"),
        (float("nan"), "nan", "nan"),
        (np.float32(0.5), 0.5, "0.5"),
        (Path("/a"), "/a", "/a"),
        (OSError(2, "gone"), "[Errno 2] gone", "[Errno 2] gone"),
    ],
)
def test_numbers_stay_numbers_where_json_has_them(value: object, kept: object, shown: str) -> None:
    sentence = said("{value:,}", value=value)
    assert sentence == shown
    assert (sentence.values["value"], type(sentence.values["value"])) == (kept, type(kept))
    assert same(decode_event(encode(Failed(message=sentence))).message, sentence)


def test_a_template_from_outside_names_values_and_nothing_else() -> None:
    for template in ("{a.__class__}", "{a!r}", "{a:999999999}", "{a[0]}", "{a:>9}"):
        assert said(template, a=1) == template


def test_joined_sentences_stay_sentences() -> None:
    joined = sentences((READ, "", "Nothing was changed."))
    assert joined == "‘a {b}’ has 12,345 notes. Nothing was changed."
    first, last = joined.parts
    assert same(first, READ)
    assert same(last, said("Nothing was changed."))
    assert same(sentences(("", READ)), READ)
    assert sentences(()) == ""


def test_an_error_fills_its_sentence_and_its_hint() -> None:
    error = SegueError("‘{name}’ is gone.", name="a", count=3, hint="{count} are there.")
    assert (error.message, error.hint) == ("‘a’ is gone.", "3 are there.")
    assert str(error) == "‘a’ is gone. 3 are there."
    assert same(str(error), sentences((error.message, error.hint)))
    # A sentence that is there already, and a text with braces, stay as they are.
    assert same(SegueError(READ, name="z", hint="{x}").message, READ)
    assert same(str(RefusedError(READ)), READ)
    assert str(RefusedError("plain")) == "plain"


def test_it_goes_over_the_pipe_whole() -> None:
    event = Failed(message=sentences((READ, READ)), hint="Try again.")
    back = decode_event(encode(event))
    assert isinstance(back, Failed)
    assert back == event
    assert same(back.message, event.message)
    assert (back.hint, back.details) == ("Try again.", "")
    assert b'"hint":"Try again."' in encode(event)


def test_other_programs_get_english() -> None:
    line = encode_in_english(Failed(message=READ))
    assert msgspec.json.decode(line)["message"] == str(READ)
    assert decode_event(line) == Failed(message=READ)


@pytest.mark.parametrize("found", ["5", "[]", '{"template":"a"}', '{"template":"a","values":[1]}'])
def test_what_is_no_sentence_is_refused(found: str) -> None:
    line = f'{{"type":"Failed","message":{found}}}'.encode()
    with pytest.raises(SegueError, match="could not be read"):
        decode_event(line)


def test_documents_keep_it_and_an_older_text_is_read_as_it_is() -> None:
    learned = LearningFrom(
        pieces=("a",), seconds=1.0, left_out=(LeftOutPiece(name="b", reason=READ),)
    )
    back = documents.decode(encode(learned), LearningFrom, documents.OURS)
    assert same(back.left_out[0].reason, READ)
    older = encode_in_english(learned)
    assert documents.decode(older, LearningFrom, documents.OURS) == learned


@pytest.mark.parametrize("text", ["It is empty.", "", '{"template": ', '{"template": "a"}', "{a}"])
def test_a_column_keeps_it_and_any_other_text(text: str) -> None:
    assert same(read_again(written(READ)), READ)
    assert same(read_again(text), Sentence(text))


def test_copies_keep_it() -> None:
    assert same(copy.deepcopy(READ), READ)
    assert same(copy.copy(READ), READ)


# --- the source -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Said:
    """A call that fills a sentence.

    Attributes:
        place: File and line.
        fields: The names in its texts.
        values: The names of its values.
    """

    place: str
    fields: set[str]
    values: set[str]


def calls() -> Iterator[Said]:
    for path, tree in modules_in(ROOT):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                name, own = node.func.id, {k.arg for k in node.keywords if k.arg} - {"hint"}
                texts = [
                    part.value
                    for argument in (*node.args[:1], *(k.value for k in node.keywords))
                    for part in ast.walk(argument)
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                ]
                known = {field for text in texts for field in FIELD.findall(text)}
                literal = node.args and isinstance(node.args[0], ast.Constant)
                if (name == "said" or name.endswith("Error")) and literal and (own or known):
                    yield Said(f"{path.relative_to(ROOT)}:{node.lineno}", known, own)


def test_each_sentence_gets_the_values_that_it_names() -> None:
    found = list(calls())
    assert len(found) > 200
    assert [each for each in found if each.fields != each.values] == []


def test_no_sentence_is_made_of_parts_that_nobody_could_translate() -> None:
    assert made_of_parts_in(ROOT) == []


@pytest.mark.parametrize(
    "made",
    [
        'f"It has {x} notes."',
        '"It has " + x + " notes."',
        '"It has %s notes." % x',
        '"It has {0} notes.".format(x)',
    ],
)
def test_a_sentence_that_is_made_of_parts_is_found(made: str, tmp_path: Path) -> None:
    for room in ("engine", "app"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "new.py").write_text(f"def f(x):\n    raise SegueError({made})\n")
    assert made_of_parts_in(tmp_path) == ["engine/new.py:2", "app/new.py:2"]
