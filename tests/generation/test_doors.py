"""One model, piece, request and seed: the same notes through every door that draws music."""

import shutil
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from benchmarks.evaluation.samples import samples
from engine.cli.continuing import continue_piece
from engine.cli.demonstration import PIECE, PROMPT_BARS, Demonstration
from engine.cli.output import Output
from engine.cli.pieces import read_piece
from engine.copying.fingerprints import Fingerprints
from engine.generation.continuation import Opening, continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.paths import Paths, demo_pieces, user_paths
from engine.live.session import Session
from engine.making.checkpoint_samples import NEW_BARS, CheckpointSampler, gone_on
from engine.messages import Continue, PartNote, Sampled, StepSampled
from engine.piece.composition import Composition
from engine.request import BEST_OF, Request
from engine.values.config import SamplingConfig
from engine.values.time import BarMap
from tests.generation.conftest import notes_of

BARS, SEED = 3, 11


@pytest.fixture
def paths(tiny_folder: Path) -> Paths:
    """Folders with a model that is named as the demo's."""
    shutil.copytree(tiny_folder, user_paths().models / "demo")
    return user_paths()


@pytest.fixture
def piece() -> Composition:
    return read_piece(demo_pieces() / PIECE)


@pytest.fixture
def request_(piece: Composition) -> Request:
    start = BarMap.of(piece.score).start_of(PROMPT_BARS)
    sampling = SamplingConfig(seed=SEED)
    return Request(start=start, bars=BARS, alternatives=1, roles=piece.roles, sampling=sampling)


@pytest.fixture
def drawn(piece: Composition, request_: Request, tiny_folder: Path) -> tuple[PartNote, ...]:
    """What the loop itself makes."""
    (made,) = continuations(MusicGenerator(LiveModel.load(tiny_folder)), piece.score, request_)
    assert len(made.parts) > 4
    return made.parts


def test_the_live_session_draws_it(
    drawn: tuple[PartNote, ...], piece: Composition, request_: Request, tiny_folder: Path
) -> None:
    session = Session(LiveModel.load(tiny_folder))
    events = session.continue_(Continue(request=1, score=piece.score, ask=request_))
    assert tuple(notes_of(list(events))) == drawn


def test_segue_continue_draws_it(
    drawn: tuple[PartNote, ...], piece: Composition, request_: Request, paths: Paths
) -> None:
    made = continue_piece(
        piece, request_, model="demo", paths=paths, report=lambda _share, _text: None
    )
    assert made.alternatives[0].parts == drawn


def test_the_demo_draws_the_best_of_it(
    piece: Composition, request_: Request, paths: Paths, tiny_folder: Path, tmp_path: Path
) -> None:
    asked = replace(request_, best_of=BEST_OF)
    (best,) = continuations(MusicGenerator(LiveModel.load(tiny_folder)), piece.score, asked)
    demo = Demonstration(
        tmp_path,
        Output(as_json=True, stdout=StringIO(), stderr=StringIO()),
        bars=BARS,
        training_s=1,
        seed=SEED,
    )
    made, _ = demo._continue(paths)
    assert made.alternatives[0].parts == best.parts


def test_an_evaluation_draws_it(
    drawn: tuple[PartNote, ...], piece: Composition, request_: Request, tiny_folder: Path
) -> None:
    generator = MusicGenerator(LiveModel.load(tiny_folder))
    opening = Opening(title="", score=piece.score, boundary=request_.start)
    sampling = SamplingConfig(seed=SEED)
    (made,) = samples(generator, [opening], bars=BARS, sampling=sampling)
    assert made.parts == drawn


@pytest.mark.slow
def test_the_samples_of_a_training_are_drawn_by_it(
    drawn: tuple[PartNote, ...], piece: Composition, request_: Request, tiny_folder: Path
) -> None:
    generator = MusicGenerator(LiveModel.load(tiny_folder))
    opening = Opening(title="", score=piece.score, boundary=request_.start)
    (made,) = gone_on(generator, opening, count=1, bars=BARS)
    assert made.parts == drawn
    # What is heard of a saved step is that, for more bars.
    *_, heard = CheckpointSampler([opening], Fingerprints()).sample(tiny_folder, step=1, loss=-1.0)
    assert isinstance(heard, StepSampled)
    (longer,) = gone_on(generator, opening, count=1, bars=NEW_BARS)
    assert heard.samples == (Sampled(opening="", score=longer.score, boundary=request_.start),)
