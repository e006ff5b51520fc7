"""A tiny model of random weights, and small pieces made of literals."""

from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest
import torch

from engine.generation.model import LiveModel
from engine.generation.priors import SHAPE, priors_on_card
from engine.live.session import Session
from engine.messages import Continue, LiveEvent, NotesMade, PartNote
from engine.model.network.checkpoint import save_model
from engine.model.network.kinds import network_of
from engine.request import DrawingLimits, Request
from engine.tokens.steps import step_config
from engine.tokens.tokenizer import Tokenizer
from engine.values.config import CompressionConfig, ModelConfig, SamplingConfig, TokenizerConfig
from engine.values.score import Note, Score, TimeSignature, Track

BAR = 4 * 480
SOME = ("write", "context", "context")
ALL = ("write", "write", "write")
_LIMITS = {field.name for field in fields(DrawingLimits)}


def chord_piece(bars: int = 4, *, meter: tuple[int, int] = (4, 4)) -> Score:
    """A piano, a bass and drums; quarter notes, every bar alike."""
    length = 480 * 4 * meter[0] // meter[1]
    beats = range(0, bars * length, 480)
    return Score(
        tracks=(
            Track(name="Piano", notes=tuple(Note(t, p, 480) for t in beats for p in (60, 64, 67))),
            Track(name="Bass", program=33, notes=tuple(Note(t, 36, 480) for t in beats)),
            Track(name="Drums", is_drum=True, notes=tuple(Note(t, 42, 120) for t in beats)),
        ),
        time_signatures=(TimeSignature(0, *meter),),
    )


def gap(**changes: object) -> Request:
    """A wish to fill bars 3 and 4."""
    usual = Request(
        start=2 * BAR,
        bars=2,
        alternatives=1,
        fill=True,
        roles=SOME,
        sampling=SamplingConfig(seed=5),
    )
    return replace(usual, **changes)


def in_the_middle(**changes: object) -> Request:
    """A wish to fill bars 11 and 12: there is more before it than is read again."""
    return gap(start=10 * BAR, **changes)


def make_model(
    folder: Path,
    *,
    mem_len: int = 64,
    compression: CompressionConfig | None = None,
    fills: bool = False,
) -> Path:
    """Save a model of random weights that a test can load in no time."""
    tokenizer = Tokenizer(TokenizerConfig(any_order=fills))
    torch.manual_seed(1)
    config = ModelConfig(
        vocab_size=tokenizer.vocab_size,
        n_layer=2,
        d_model=32,
        n_head=2,
        mem_len=mem_len,
        compression=compression,
        steps=step_config(tokenizer.vocabulary),
    )
    model = network_of(config)
    with torch.no_grad():
        for weight in model.parameters():
            # Fresh weights are so small that hardly anything depends on what was read.
            if weight.dim() > 1:
                weight.normal_(std=0.4)
    save_model(
        folder,
        model,
        tokenizer=tokenizer.describe(),
        card={"name": "Tiny", "fills": fills, **priors_on_card(SHAPE)},
    )
    return folder


@pytest.fixture(autouse=True, scope="session")
def _one_thread() -> Iterator[None]:
    """As in the live process: with busy neighbours more threads are much slower."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="session")
def filling_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_model(tmp_path_factory.mktemp("models") / "filling", fills=True)


@pytest.fixture
def session(tiny_folder: Path) -> Session:
    return Session(LiveModel.load(tiny_folder))


def asking(score: Score, **changes: object) -> Continue:
    """A wish to go on at the piece's end by two bars."""
    limits = {name: changes.pop(name) for name in _LIMITS & set(changes)}
    return Continue(
        request=1,
        score=score,
        ask=replace(
            Request(start=4 * BAR, bars=2, alternatives=1, sampling=SamplingConfig(seed=5)),
            limits=DrawingLimits(**limits),
            **changes,
        ),
    )


def notes_of(events: list[LiveEvent], alternative: int = 0) -> list[PartNote]:
    """All notes of one alternative, in the order they were made."""
    return [
        part
        for event in events
        if isinstance(event, NotesMade) and event.alternative == alternative
        for part in event.notes
    ]


def accepted(score: Score, parts: list[PartNote]) -> Score:
    """The piece with a continuation in it."""
    for part in parts:
        score = score.with_track(part.track, score.tracks[part.track].adding([part.note]))
    return replace(score, title=score.title)
