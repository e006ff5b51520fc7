"""Made-up prompts have the groups that they say, and bars are told by them."""

import json

import pytest

from benchmarks.__main__ import main
from benchmarks.measures.groupings import (
    EIGHTH,
    PATTERNS,
    PROMPT_BARS,
    Groups,
    grouped_as,
    heads_of,
    prompt_of,
    told_bars,
)
from engine.generation.continuation import Continuation
from engine.music.score import Note
from engine.music.time import BarMap
from engine.request import PartNote, Request


def made_of(pattern: tuple[Groups, ...], played: tuple[Groups, ...]) -> Continuation:
    """Continue the prompt of a pattern with two bars whose bass is grouped in this way."""
    prompt = prompt_of(pattern, root=36)
    score = Request(start=prompt.end, bars=2).with_bars_to_make(prompt)
    bars, parts = BarMap.of(score), []
    for place, groups in enumerate(played, PROMPT_BARS):
        begin = bars.start_of(place)
        parts += [PartNote(1, Note(begin + head * EIGHTH, 40, EIGHTH)) for head in heads_of(groups)]
    end = bars.start_of(PROMPT_BARS + 2)
    return Continuation(
        score=score, parts=tuple(parts), start=prompt.end, end=end, ended=False, seed=0
    )


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_prompt_goes_on_in_its_pattern(pattern: tuple[Groups, ...]) -> None:
    score = prompt_of(pattern, root=36)
    assert BarMap.of(score).bars_until(score.end) == PROMPT_BARS
    chords, bass = score.tracks
    assert not {note.start for note in chords.notes} & {note.start for note in bass.notes}
    played = tuple(pattern[place % len(pattern)] for place in range(2))
    assert list(told_bars(made_of(pattern, played), pattern)) == [(1.0, 1.0)] * 2


def test_bars_are_told_by_the_heads_of_their_groups() -> None:
    assert heads_of((2, 2, 3)) == {0, 2, 4}
    assert grouped_as(frozenset({0, 3, 5}), (2, 2, 3)) == {(3, 2, 2)}
    # A bass that strikes the first eighth only is no nearer to any.
    assert len(grouped_as(frozenset({0}), (2, 2, 3))) == 3
    told = list(told_bars(made_of(((2, 2, 3),), ((3, 2, 2), (2, 2, 3))), ((2, 2, 3),)))
    assert told == [(0.0, 1.0), (1.0, 1.0)]


@pytest.mark.slow
def test_every_pattern_is_continued(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["groupings", "starter", "--bars", "2", "--alternatives", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found) == len(PATTERNS)
    assert all(row["as_long"] == 1.0 for row in found.values())
    # What ships keeps the groups: in eight bars of ten, beside four by chance.
    assert sum(row["grouped"] for row in found.values()) / len(found) > 0.7
