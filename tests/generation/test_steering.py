"""Sliders: each leans its own tokens, nothing in the middle, and on the starter it works."""

from itertools import pairwise
from pathlib import Path
from statistics import fmean

import pytest
import torch

from engine.config import STEERS, SamplingConfig, SteeringConfig
from engine.generation.continuation import bar_line_at_or_after
from engine.generation.model import LiveModel
from engine.live.session import Session
from engine.messages import Continue, NotesMade, PartNote
from engine.music.midifile import read_midi
from engine.music.time import BarMap
from engine.paths import demo_pieces, starter_model
from engine.request import Request
from engine.tokens.grammar import Place, State
from engine.tokens.steering import Steering
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind

BARS, ALTERNATIVES = 4, 8


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer()


def state_at(position: int) -> State:
    return State(Place.NOTE, 3, position, part=0, pitch=60, together=1, programs=(0,))


def added(tokenizer: Tokenizer, state: State, **wishes: float) -> torch.Tensor:
    logits = torch.zeros(tokenizer.vocab_size)
    return Steering(SteeringConfig(**wishes), tokenizer)(logits, state)


def test_in_the_middle_nothing_is_added(tokenizer: Tokenizer) -> None:
    logits = torch.randn(tokenizer.vocab_size)
    steered = Steering(SteeringConfig(), tokenizer)(logits, state_at(0))
    assert steered is logits


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("register", TokenKind.PITCH),
        ("loudness", TokenKind.VELOCITY),
        ("note_length", TokenKind.DURATION),
    ],
)
def test_a_slider_leans_its_own_tokens_and_no_others(
    tokenizer: Tokenizer, name: str, kind: TokenKind
) -> None:
    more = added(tokenizer, state_at(0), **{name: 1.0})
    less = added(tokenizer, state_at(0), **{name: -1.0})
    ids = tokenizer.vocabulary.ids_of(kind)
    assert all(b > a for a, b in pairwise(more[ids].tolist()))
    assert torch.allclose(less, -more)
    others = torch.ones(tokenizer.vocab_size, dtype=torch.bool)
    others[ids] = False
    assert not more[others].any()


def test_busy_leans_to_what_comes_soon_wherever_the_music_stands(tokenizer: Tokenizer) -> None:
    ids = tokenizer.vocabulary.ids_of(TokenKind.POSITION)
    quarter = tokenizer.ticks_per_quarter
    at_start = added(tokenizer, state_at(0), busy=1.0)
    later = added(tokenizer, state_at(quarter), busy=1.0)
    assert all(b < a for a, b in pairwise(at_start[ids].tolist()))
    # A quarter ahead is the same from everywhere.
    assert at_start[ids[quarter]] == pytest.approx(float(later[ids[2 * quarter]]))
    assert not at_start[tokenizer.vocabulary.ids_of(TokenKind.PITCH)].any()
    assert float(added(tokenizer, state_at(0), busy=-1.0)[tokenizer.bar]) > 0


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
    command = Continue(
        request=1,
        score=score,
        ask=Request(
            start=bar_line_at_or_after(BarMap.of(score), score.end),
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
