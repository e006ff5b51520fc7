"""What is asked of a long piece hears a cancel wherever it is, also before and after reading."""

import queue
from functools import partial
from pathlib import Path

import pytest

from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.reading.memory_log import MemoryLog
from engine.generation.row import Rows
from engine.generation.rules import rules_of
from engine.ground.cancelling import look_up, never, unless_cancelled
from engine.harmony.chord_symbols import Chord
from engine.live.session import Session
from engine.messages import (
    ChordsRanked,
    Command,
    ContinuationFinished,
    Hear,
    Heard,
    LiveEvent,
    LoadModel,
    Message,
    ModelLoaded,
    OpenPiece,
    RankChords,
)
from engine.request import Request
from engine.values.config import CompressionConfig
from engine.values.score import Score
from engine.worker.live import LiveRole
from engine.worker.roles import answering
from tests.generation.conftest import BAR, chord_piece, make_model


class Patience:
    """Counts how often it is asked, and ends at one of these times."""

    def __init__(self, most: int = 10**9) -> None:
        self.asked, self._most = 0, most

    def __call__(self) -> bool:
        self.asked += 1
        return self.asked > self._most


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> LiveModel:
    return LiveModel.load(make_model(tmp_path_factory.mktemp("models") / "tiny"))


def gone_on(model: LiveModel, score: Score, bars: int, patience: Patience) -> list[LiveEvent]:
    session = Session(model.another())
    session.open(score)
    ask = Request(start=bars * BAR, bars=1, alternatives=1)
    return list(session.go_on(7, ask, cancelled=patience))


@pytest.mark.parametrize("most", [0, 1, 4, 9, 16, 25])
def test_a_cancel_ends_a_request_in_each_part_of_its_work(model: LiveModel, most: int) -> None:
    patience = Patience(most)
    *_, end = gone_on(model, chord_piece(bars=4), 4, patience)
    assert isinstance(end, ContinuationFinished)
    assert end.cancelled
    assert patience.asked == most + 1


@pytest.fixture(scope="module")
def compressing(tmp_path_factory: pytest.TempPathFactory) -> LiveModel:
    folder = tmp_path_factory.mktemp("models") / "compressing"
    return LiveModel.load(make_model(folder, compression=CompressionConfig(length=8, rate=2)))


@pytest.mark.parametrize("kind", ["model", "compressing"])
def test_reading_hears_a_cancel_within_a_block_and_the_next_request_reads_the_rest(
    kind: str, request: pytest.FixtureRequest
) -> None:
    model: LiveModel = request.getfixturevalue(kind)
    # Fewer ids than a block has steps.
    ids = Plan(model, chord_piece(bars=4), Request(start=4 * BAR, bars=1)).ids[:60]
    log, whole, patience = MemoryLog(model.another()), MemoryLog(model.another()), Patience()
    assert unless_cancelled(patience, partial(whole.read, ids, cancelled=never))
    # Once before it, and before each of two layers.
    assert patience.asked >= 3
    for most in range(patience.asked):
        read = partial(log.read, ids, cancelled=never)
        assert unless_cancelled(Patience(most), read) is None
    assert log.ids == ()
    log.read(ids, cancelled=never)
    assert (log.branches(1).logits == whole.branches(1).logits).all()


def looks(model: LiveModel, bars: int) -> tuple[int, int]:
    """Return how often planning a piece looks up, and how often making its rows does."""
    score, planning, beginning = chord_piece(bars=bars), Patience(), Patience()
    ask = Request(start=bars * BAR, bars=1, alternatives=1)
    plan = unless_cancelled(planning, lambda: Plan(model, score, ask))
    assert plan is not None
    assert unless_cancelled(beginning, lambda: Rows(plan, rules_of(plan)).all())
    return planning.asked, beginning.asked


def test_the_longer_a_piece_the_more_often_its_work_looks_up(model: LiveModel) -> None:
    (short, few), (long, many) = looks(model, 8), looks(model, 328)
    # A bar has four beats, and chords are found 128 beats at a time.
    assert long - short >= 320 * 4 // 128
    assert many > few > 20


def test_chords_that_nobody_waits_for_are_not_judged(model: LiveModel) -> None:
    question = RankChords(
        number=3,
        score=chord_piece(bars=4),
        chords=(Chord(BAR, 0, "maj"), Chord(BAR, 7, "maj")),
        tune=0,
        start=BAR,
        end=2 * BAR,
    )
    session = Session(model.another())
    assert session.rank(question, cancelled=Patience(2)).likelihoods == ()
    assert session.rank(question).number == 3


def test_work_that_nobody_can_cancel_looks_up_in_vain() -> None:
    look_up()
    assert unless_cancelled(lambda: True, lambda: 5) is None
    assert unless_cancelled(lambda: False, lambda: 5) == 5
    look_up()


def test_a_question_about_chords_lets_other_commands_pass(tmp_path: Path) -> None:
    inbox: queue.SimpleQueue[Command | None] = queue.SimpleQueue()
    said: list[Message] = []

    def emit(message: Message) -> None:
        said.append(message)
        if isinstance(message, ChordsRanked):
            inbox.put(None)

    score = chord_piece(bars=4)
    inbox.put(LoadModel(folder=str(make_model(tmp_path))))
    inbox.put(
        RankChords(number=3, score=score, chords=(Chord(BAR),), tune=0, start=BAR, end=2 * BAR)
    )
    inbox.put(OpenPiece(score=score))
    inbox.put(Hear(notes=(), number=5))
    LiveRole(inbox, emit, border=answering).run()
    assert [type(message) for message in said] == [ModelLoaded, Heard, ChordsRanked]
