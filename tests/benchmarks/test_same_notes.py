"""The guard asks for each thing once, hears a change of notes, and says where."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.quality.same_notes import digest_of, refuse_other, requests
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.errors import SegueError
from engine.values.config import SamplingConfig


def test_each_request_has_a_name_of_its_own() -> None:
    names = [each.name for each in requests()]
    assert len(names) == len({*names}) == 72


def test_other_notes_have_another_digest(small_folder: Path) -> None:
    asked = next(requests())
    request = replace(asked.request, bars=1, alternatives=1)
    other = replace(request, sampling=SamplingConfig(seed=8))
    generator = MusicGenerator(LiveModel.load(small_folder))
    first = digest_of(generator, asked.score, request)
    assert digest_of(generator, asked.score, other) != first
    assert digest_of(generator, asked.score, request) == first


def test_requests_with_other_notes_are_named() -> None:
    refuse_other({"a gap": "1"}, {"a gap": "1"})
    with pytest.raises(SegueError, match="2 of 3 requests differ: an end; new"):
        refuse_other({"a gap": "1", "an end": "2"}, {"a gap": "1", "an end": "3", "new": "4"})
