"""A piece with a pattern of meters goes on in it: in the plan, in the notes and in the piece."""

from itertools import accumulate, islice
from pathlib import Path

import pytest

from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.events import AlternativeEnded
from engine.generation.filling import filling
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.messages import PartNote
from engine.piece.composition import Composition
from engine.piece.takes import Take
from engine.request import Request
from engine.tokens.vocabulary import TokenKind
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, TimeSignature, Track
from engine.values.time import BarMap

THREE, FIVE = (3, 8), (5, 4)
PATTERN = (THREE, FIVE) * 3
BARS = len(PATTERN)


def alternating() -> Score:
    """Quarter notes in bars of 3/8 and 5/4 by turns."""
    ticks = [0]
    for numerator, denominator in PATTERN:
        ticks.append(ticks[-1] + 1920 * numerator // denominator)
    notes = tuple(Note(tick, 60 + tick // 240 % 5, 240) for tick in range(0, ticks[-1], 240))
    signatures = tuple(
        TimeSignature(tick, *meter) for tick, meter in zip(ticks, PATTERN, strict=False)
    )
    return Score(tracks=(Track(notes=notes),), time_signatures=signatures)


def meters_of(score: Score, bars: int) -> list[tuple[int, int]]:
    """The meters of the first bars."""
    starts = map(BarMap.of(score).start_of, range(bars))
    meters = map(BarMap.of(score).signature_at, starts)
    return [(meter.numerator, meter.denominator) for meter in meters]


def asking(**changes: object) -> Request:
    usual = {"start": alternating().end, "bars": 3, "alternatives": 1}
    return Request(sampling=SamplingConfig(seed=5), **(usual | changes))


END = alternating().end + (3 + 10 + 3) * 240
"""Tick after three more bars: 3/8, 5/4, 3/8."""


@pytest.fixture(scope="module")
def model(tiny_folder: Path) -> LiveModel:
    return LiveModel.load(tiny_folder)


def planned(model: LiveModel, request: Request, *, bars: int) -> list[tuple[int, int, str]]:
    """Begin, end and meter of the first bars of a plan."""
    names = model.tokenizer.token_names
    found = []
    for bar in islice(Plan(model, alternating(), request).bars(), bars):
        (meter,) = (
            names[token]
            for token in bar.header
            if model.tokenizer.vocabulary.kinds[token] == TokenKind.METER
        )
        found.append((bar.start, bar.end, meter))
    return found


@pytest.mark.parametrize("bars", [4, 0])
def test_the_bars_to_write_have_the_meters_of_the_pattern(model: LiveModel, bars: int) -> None:
    begin = alternating().end
    expected = [
        (begin, begin + 720, "TimeSig_3/8"),
        (begin + 720, begin + 3120, "TimeSig_5/4"),
        (begin + 3120, begin + 3840, "TimeSig_3/8"),
        (begin + 3840, begin + 6240, "TimeSig_5/4"),
    ]
    assert planned(model, asking(bars=bars), bars=4) == expected
    # The first two bars are a common beginning.
    beginning = (PartNote(0, Note(begin, 60, 240)),)
    given = asking(bars=bars, beginning=beginning, beginning_end=begin + 3120)
    assert planned(model, given, bars=2) == expected[2:]


@pytest.mark.parametrize(
    "pattern",
    [
        ((3, 4), (4, 4)),
        ((4, 4), (4, 4), (3, 4)),
        ((2, 8), (2, 8), (3, 8)),
        ((7, 8), (5, 8)),
        ((6, 8), (3, 4)),
        ((7, 8),),
    ],
)
def test_alternating_and_additive_meters_go_on(pattern: tuple[tuple[int, int], ...]) -> None:
    meters = pattern * 3
    ticks = list(accumulate((1920 * above // below for above, below in meters), initial=0))
    score = Score(
        tracks=(Track(notes=tuple(Note(tick, 60, 240) for tick in range(0, ticks[-1], 240))),),
        time_signatures=tuple(
            TimeSignature(tick, *meter) for tick, meter in zip(ticks, meters, strict=False)
        ),
    )
    longer = asking(start=score.end, bars=len(pattern) * 2).with_bars_to_make(score)
    assert meters_of(longer, len(pattern) * 5) == [*pattern * 5]
    end = asking(start=score.end, bars=len(pattern) * 2).end_in(score)
    assert end == score.end + 2 * ticks[len(pattern)]


@pytest.mark.parametrize("changes", [{}, {"best_of": 4, "alternatives": 2}, {"fill": True}])
def test_what_is_made_ends_with_the_bars_and_has_their_meters(
    filling_folder: Path, changes: dict[str, object]
) -> None:
    generator = MusicGenerator(LiveModel.load(filling_folder))
    request, score = asking(**changes), alternating()
    assert request.end_in(score) == END
    if request.fill:
        events = filling(generator, score, request)
        ends = [event.made.end for event in events if isinstance(event, AlternativeEnded)]
        assert ends == [END]
        return
    for made in continuations(generator, score, request):
        assert made.end == END
        assert made.bars == 3
        assert meters_of(made.score, BARS + 3) == [*PATTERN, THREE, FIVE, THREE]
        # And so does what goes on from there.
        longer = asking(start=made.end).with_bars_to_make(made.score)
        assert meters_of(longer, BARS + 6) == [*PATTERN * 2]


def test_a_take_that_is_accepted_brings_the_meters_of_its_bars() -> None:
    take = Take(
        number=0, request=1, parent=0, end=END, model="Tiny", seed=5, ask=asking(),
        notes=(PartNote(0, Note(alternating().end + 720, 60, 240)),),
    )  # fmt: skip
    piece = Composition.of(alternating()).offering([take])
    kept = piece.accepting(1).score
    assert meters_of(kept, BARS + 4) == [*PATTERN, THREE, FIVE, THREE, THREE]
