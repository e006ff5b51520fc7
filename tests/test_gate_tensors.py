"""The header of a model's weights fits them to the last byte, or the model is refused."""

import io
import json
from pathlib import Path

import pytest

from engine.gate import tensors
from engine.gate.documents import DocumentBounds
from engine.gate.files import UnreadableError
from engine.gate.refusal import RefusedError

BYTES = {
    "F64": 8,
    "F32": 4,
    "F16": 2,
    "BF16": 2,
    "I64": 8,
    "I32": 4,
    "I16": 2,
    "I8": 1,
    "U8": 1,
    "BOOL": 1,
}


def _weight(kind: str, shape: list[int], first: int, last: int) -> dict[str, object]:
    return {"dtype": kind, "shape": shape, "data_offsets": [first, last]}


def _file(named: dict[str, object], weights: int, *, length: int | None = None) -> bytes:
    header = json.dumps(named).encode()
    said = len(header) if length is None else length
    return said.to_bytes(8, "little") + header + bytes(weights)


def _header(data: bytes) -> dict[str, tensors.Stored]:
    return tensors.header_of(io.BytesIO(data), len(data))


@pytest.mark.parametrize("kind", BYTES)
def test_each_kind_of_number_has_its_size(kind: str) -> None:
    size = 6 * BYTES[kind]
    named = {"a": _weight(kind, [2, 3], 0, size)}
    assert _header(_file(named, size))["a"] == tensors.Stored(kind, (2, 3), (0, size))
    for wrong in (size - 1, size + 1):
        with pytest.raises(RefusedError, match="does not fit its weight 'a'"):
            _header(_file({"a": _weight(kind, [2, 3], 0, wrong)}, wrong))


def test_weights_follow_one_another_without_holes_or_overlaps() -> None:
    def two(first: int, last: int) -> dict[str, object]:
        # Named against their order: what counts is where they are.
        return {"a": _weight("I8", [3], first, last), "b": _weight("I8", [5], 0, 5)}

    assert set(_header(_file(two(5, 8), 8))) == {"a", "b"}
    for first, last in ((6, 9), (4, 7), (0, 3)):
        with pytest.raises(RefusedError, match="does not fit its weight"):
            _header(_file(two(first, last), 9))
    with pytest.raises(RefusedError, match="does not fit its weight"):
        _header(_file({"a": _weight("I8", [1], 1, 2)}, 2))


def test_a_file_ends_with_its_last_weight() -> None:
    named = {"a": _weight("I8", [5], 0, 5)}
    for there in (4, 6):
        with pytest.raises(
            RefusedError, match=f"it has {there} bytes of weights and should have 5"
        ):
            _header(_file(named, there))
    assert _header(_file({}, 0)) == {}
    with pytest.raises(RefusedError, match="should have 0"):
        _header(_file({}, 1))
    with pytest.raises(RefusedError, match="it has 1,000 bytes of weights and should have 2,000"):
        _header(_file({"a": _weight("I8", [2000], 0, 2000)}, 1000))


def test_a_weight_without_numbers_and_one_that_is_a_number_have_their_size() -> None:
    named = {"a": _weight("F32", [], 0, 4), "b": _weight("F32", [7, 0], 4, 4)}
    assert _header(_file(named, 4))["a"].shape == ()


def test_what_the_writer_says_of_a_file_is_no_weight() -> None:
    named = {"__metadata__": {"format": "pt"}, "a": _weight("I8", [1], 0, 1)}
    assert set(_header(_file(named, 1))) == {"a"}
    with pytest.raises(RefusedError):
        _header(_file({"_metadata_": {"format": "pt"}}, 0))


def test_a_header_is_whole_and_no_longer_than_the_file() -> None:
    for short in range(8):
        with pytest.raises(RefusedError, match="it is shorter than its header"):
            _header(bytes(short))
    whole = _file({}, 0)
    assert _header(whole) == {}
    with pytest.raises(RefusedError, match="its header says that it has 3 bytes"):
        _header(_file({}, 0, length=3))
    for weights in range(32):
        with pytest.raises(RefusedError, match=f"its header says that it has {weights + 3} bytes"):
            _header(_file({}, weights, length=weights + 3))
    with pytest.raises(RefusedError, match="its header says that it has 72,057,594,037,927,936"):
        _header(_file({}, 0, length=1 << 56))


def test_a_header_has_no_more_bytes_than_were_agreed_to(monkeypatch: pytest.MonkeyPatch) -> None:
    named = {"a": _weight("I8", [1], 0, 1)}
    length = len(json.dumps(named))
    for most, fits in ((length, True), (length - 1, False)):
        bounds = DocumentBounds(text_bytes=most, containers=100, values=100)
        monkeypatch.setattr(tensors, "MOST", bounds)
        if fits:
            assert set(_header(_file(named, 1))) == {"a"}
        else:
            with pytest.raises(RefusedError, match="its header says that it has"):
                _header(_file(named, 1))


@pytest.mark.parametrize("size", [-1, (1 << 40) + 1, 1 << 63, 0.5])
def test_a_size_that_no_weight_has_is_refused_before_it_is_reckoned_with(size: float) -> None:
    for named in (
        {"a": {"dtype": "I8", "shape": [size], "data_offsets": [0, 1]}},
        {"a": {"dtype": "I8", "shape": [1], "data_offsets": [0, size]}},
        {"a": {"dtype": "I8", "shape": [1], "data_offsets": [size, 1]}},
    ):
        with pytest.raises(RefusedError):
            _header(_file(named, 1))


def test_the_largest_size_of_a_weight_is_reckoned_with() -> None:
    with pytest.raises(RefusedError, match="does not fit its weight"):
        _header(_file({"a": _weight("I8", [1 << 40], 0, 1)}, 1))
    with pytest.raises(RefusedError, match="should have 1,099,511,627,776"):
        _header(_file({"a": _weight("I8", [1 << 40], 0, 1 << 40)}, 1))


def test_a_name_is_repeated_as_far_as_eighty_letters() -> None:
    name = "".join(chr(ord("a") + i % 26) for i in range(100))
    with pytest.raises(RefusedError) as caught:
        _header(_file({name: _weight("I8", [2], 0, 1)}, 1))
    assert str(caught.value) == f"its header does not fit its weight '{name[:80]}'"


def test_a_kind_that_nobody_knows_is_refused() -> None:
    with pytest.raises(RefusedError, match="does not fit its weight"):
        _header(_file({"a": _weight("F8", [0], 0, 0)}, 0))


def test_the_bounds_are_those_that_were_agreed_to() -> None:
    assert DocumentBounds(text_bytes=8 << 20, containers=65_536, values=524_288) == tensors.MOST


def test_a_file_is_read_from_its_beginning_and_one_that_is_gone_is_named(tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    path.write_bytes(_file({"a": _weight("I8", [1], 0, 1)}, 1))
    assert set(tensors.header(path)) == {"a"}
    with pytest.raises(UnreadableError):
        tensors.header(tmp_path / "gone")
