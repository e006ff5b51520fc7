"""Sliders: on the starter each does what it says, and a wish beyond them is refused."""

from pathlib import Path
from statistics import fmean

import pytest
import torch

from engine.generation.model import LiveModel
from engine.ground.paths import demo_pieces, starter_model
from engine.live.session import Session
from engine.messages import Continue, NotesMade, PartNote
from engine.midi.file.midifile import read_midi
from engine.request import Request
from engine.values.config import STEERS, SamplingConfig, SteeringConfig
from engine.values.time import BarMap

BARS, ALTERNATIVES = 4, 8


def test_a_wish_beyond_the_slider_is_refused() -> None:
    with pytest.raises(ValueError, match="busy"):
        SteeringConfig(busy=2.5)


@pytest.fixture(scope="module")
def session() -> Session:
    torch.set_num_threads(1)
    return Session(LiveModel.load(starter_model()))


def effect(name: str, parts: list[PartNote]) -> float:
    notes = [part.note for part in parts]
    if name == "busy":
        return len(notes)
    field = {"register": "pitch", "loudness": "velocity", "note_length": "duration"}[name]
    return fmean(getattr(note, field) for note in notes)


def made(session: Session, **wishes: float) -> list[PartNote]:
    score = read_midi((Path(demo_pieces()) / "lullaby.mid").read_bytes()).score
    places = BarMap.of(score)
    command = Continue(
        request=1,
        score=score,
        ask=Request(
            start=places.start_of(places.bars_until(score.end)),
            bars=BARS,
            alternatives=ALTERNATIVES,
            sampling=SamplingConfig(seed=1),
            steering=SteeringConfig(**wishes),
            following=1,
        ),
    )
    events = session.continue_(command)
    return [part for event in events if isinstance(event, NotesMade) for part in event.notes]


@pytest.fixture(scope="module")
def plain(session: Session) -> list[PartNote]:
    return made(session)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", STEERS)
def test_with_the_starter_more_of_a_slider_is_more_of_what_it_says(
    session: Session, plain: list[PartNote], name: str
) -> None:
    assert name in session.model.steers, "the card says which sliders are shown"
    less, more = made(session, **{name: -2.0}), made(session, **{name: 2.0})
    assert effect(name, less) < effect(name, plain) < effect(name, more)
